#!/usr/bin/env python3
"""Times `renderaudit diff` against BlazeDiff, pair by pair in turn, on screenshots drawn here.

usage: diff.py RENDERAUDIT [--runs N]     needs blazediff, pillow and numpy (`make bench`)

BlazeDiff is called in a process that is running already; of ours each run is a whole process, its
start included. Both give the exact count (BlazeDiff with threshold 0), and the counts must agree.
Ends with status 1 where counting is slower than BlazeDiff.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import blazediff
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/truetype/lato/Lato-Regular.ttf"
WORDS = "cart menu profile search invoice route meadow harbour Tuesday receipt amber violet".split()


def noise(rng, width, height):
    """Colours that change slowly, with a camera's grain."""
    small = rng.integers(30, 225, (height // 50 + 2, width // 50 + 2, 3), dtype=np.uint8)
    smooth = np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC))
    grain = rng.integers(-3, 4, (height, width, 3))
    return Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8))


def screen(width, height, seed, text=18):
    """Cards with a line of title, lines of text, and here and there a photograph."""
    rng = np.random.default_rng(seed)
    image = Image.new("RGB", (width, height), (243, 244, 248))
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(FONT, text)
    y = text
    while y < height - 4 * text:
        card = int(rng.integers(6, 14)) * text
        draw.rounded_rectangle(
            (text, y, width - text, y + card), radius=text // 2, fill=(255, 255, 255))
        if rng.random() < 0.3:
            image.paste(noise(rng, 8 * text, max(8, card - 2 * text)), (width - 10 * text, y + text))
        line = y + text
        while line < y + card - 2 * text:
            words = " ".join(rng.choice(WORDS, max(2, (width - 14 * text) // (4 * text))))
            draw.text((2 * text, line), words, font=font, fill=(28, 32, 44))
            line += int(1.5 * text)
        y += card + text
    return image


def changed(image, boxes):
    """A button's fill one shade off, and a word that is another one, at each place."""
    result = image.copy()
    draw = ImageDraw.Draw(result)
    for x, y in boxes:
        draw.rounded_rectangle((x, y, x + 180, y + 56), radius=12, fill=(42, 120, 238))
        draw.text((x + 16, y + 12), "Send", font=ImageFont.truetype(FONT, 26), fill=(255, 255, 255))
    return result


def scattered(image, share, seed):
    rng = np.random.default_rng(seed)
    pixels = np.asarray(image).copy()
    flat = pixels.reshape(-1, 3)
    places = rng.choice(len(flat), int(share * len(flat)), replace=False)
    flat[places] = 255 - flat[places]
    return Image.fromarray(pixels)


def cases():
    phone = screen(1170, 2532, 1, 42).convert("RGBA")
    yield "phone screenshot, few differences", phone, changed(phone, [(300, 700), (520, 1900)]), 6
    yield "the same pixels, encoded again", phone, phone, 1
    yield "a copy of the file", phone, None, 6
    page = screen(1920, 8000, 2)
    yield "long page, few differences", page, changed(page, [(600, 2500), (300, 6100)]), 6
    desk = screen(3840, 2160, 3, 28).convert("RGB")
    yield "4K, 2 % scattered", desk, scattered(desk, 0.02, 4), 6
    large = screen(8192, 8192, 5, 40).convert("RGBA")
    yield "8192×8192, few differences", large, changed(large, [(4000, 900), (700, 7000)]), 6


def timed(work):
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) * 1e3, result


def ours(tool, a, b, *options):
    run = subprocess.run([tool, "diff", a, b, "--format", "json", *options], capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    return json.loads(run.stdout)["counts"]["differingPixels"]


def main():
    arguments = sys.argv[1:]
    runs = int(arguments.pop(arguments.index("--runs") + 1)) if "--runs" in arguments else 9
    paths = [a for a in arguments if a != "--runs"]
    if len(paths) != 1:
        sys.exit(__doc__)
    slower = False
    print("| pair | BlazeDiff, ms | counting, ms | ratio | explaining, ms | ratio |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        a, b = os.path.join(folder, "a.png"), os.path.join(folder, "b.png")
        for name, one, two, level in cases():
            one.save(a, compress_level=6)
            if two is None:
                with open(a, "rb") as source, open(b, "wb") as copy:
                    copy.write(source.read())
            else:
                two.save(b, compress_level=level)
            times = {"peer": [], "count": [], "all": []}
            for _ in range(runs):
                t, found = timed(lambda: blazediff.compare(a, b, threshold=0.0))
                times["peer"].append(t)
                t, count = timed(lambda: ours(paths[0], a, b, "--count"))
                times["count"].append(t)
                times["all"].append(timed(lambda: ours(paths[0], a, b))[0])
                if count != (found.diff_count or 0):
                    sys.exit(f"{name}: {count} differing pixels, BlazeDiff says {found.diff_count}")
            peer, count, explain = (statistics.median(t) for t in times.values())
            print(
                f"| {name} | {peer:.1f} | {count:.1f} | {count / peer:.2f} "
                f"| {explain:.1f} | {explain / peer:.2f} |", flush=True)
            slower = slower or count > peer
    sys.exit(1 if slower else 0)


main()
