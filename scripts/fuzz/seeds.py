#!/usr/bin/env python3
"""Writes small PNGs and BMPs for a fuzzer to begin with. usage: seeds.py decode|diff FOLDER"""
import pathlib
import struct
import sys
import zlib


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height, depth, kind, fill, interlaced=0, extra=b"", filters=(0,)):
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    row = (width * channels * depth + 7) // 8
    rows = b"".join(
        bytes([filters[y % len(filters)]]) + bytes((fill + x * y) & 255 for x in range(row))
        for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra
            + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def bmp(width, height):
    pixels = bytes(range(256))[: (width * 3 + 3) // 4 * 4] * height
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54) + head + pixels


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    palette = chunk(b"PLTE", bytes(range(48))) + chunk(b"tRNS", bytes(range(16)))
    files = [
        png(9, 7, 8, 6, 3, filters=(0, 1, 2, 3, 4)), png(9, 7, 8, 6, 4, filters=(0, 1, 2, 3, 4)),
        png(20, 30, 8, 2, 9, filters=(4, 2)), png(20, 30, 16, 0, 9, filters=(4, 3)),
        png(17, 5, 4, 3, 1, extra=palette), png(8, 8, 1, 0, 170, extra=chunk(b"tRNS", b"\0\1")),
        png(5, 5, 8, 4, 8, extra=chunk(b"gAMA", struct.pack(">I", 45455))), bmp(6, 4),
    ]
    for i, one in enumerate(files):
        if target == "decode":
            (folder / f"seed-{i}").write_bytes(one)
            continue
        for k, other in enumerate(files):
            (folder / f"seed-{i}-{k}").write_bytes(struct.pack(">H", len(one)) + one + other)


main()
