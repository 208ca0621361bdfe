#!/usr/bin/env python3
"""What differs between two pictures, and why. usage: image_diff.py LIBRARY A B  (needs Pillow)"""
import ctypes, sys
from PIL import Image

lib = ctypes.CDLL(sys.argv[1])
compare = lib.ra_diff_compare
compare.restype, lib.ra_diff_text.restype = ctypes.c_void_p, ctypes.c_char_p
side = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64]
compare.argtypes = side + side + [ctypes.c_int32, ctypes.c_double]
pictures = [Image.open(path).convert("RGBA") for path in sys.argv[2:4]]
a, b = [(p.tobytes(), p.width, p.height, p.width * 4) for p in pictures]
diff = ctypes.c_void_p(compare(*a, *b, 8, 1))
for i in range(-1, lib.ra_diff_region_count(diff)):
    print(lib.ra_diff_text(diff, ctypes.c_int64(i)).decode())
fails = lib.ra_diff_fails(diff)
lib.ra_diff_free(diff)
sys.exit(fails)
