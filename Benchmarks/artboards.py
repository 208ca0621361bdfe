#!/usr/bin/env python3
"""Times the seed article's three artboards at 3x, under both conventions, against Skia.

usage: artboards.py PATH-OF-THE-ARTBOARDS-PROGRAM [--runs N] [--rounds N]

Both sides draw the same rectangles, shadows, gradients and glyph runs on one CPU thread, in
process, after a warm-up, onto a surface that exists already. Runs alternate: ours, Skia's, ours,
Skia's. Prints each artboard's median milliseconds, and the ratio ours / Skia of the whole.
Exit status 1 when the ratio is above 1. Needs skia-python.
"""
import json
import statistics
import subprocess
import sys
import time

import skia


def colour(c):
    return skia.Color4f(*c).toColor()


def path_of(shape):
    x, y, w, h, r = shape
    rect = skia.Rect.MakeXYWH(x, y, w, h)
    return rect if r == 0 else skia.RRect.MakeRectXY(rect, r, r)


def shape_drawer(shape, paint):
    outline = path_of(shape)
    if isinstance(outline, skia.RRect):
        return lambda canvas: canvas.drawRRect(outline, paint)
    return lambda canvas: canvas.drawRect(outline, paint)


def drawer(step):
    """A function that draws a step; all that can be made once is made here."""
    kind = step["kind"]
    if kind == "text":
        font = skia.Font(skia.Typeface.MakeFromFile(step["font"]), step["size"])
        font.setSubpixel(True)
        font.setEdging(skia.Font.Edging.kAntiAlias)
        font.setHinting(skia.FontHinting.kNone)
        builder = skia.TextBlobBuilder()
        builder.allocRunPos(
            font, [g[0] for g in step["glyphs"]], [skia.Point(g[1], g[2]) for g in step["glyphs"]]
        )
        blob = builder.make()
        paint = skia.Paint(AntiAlias=True, Color=colour(step["colour"]))
        return lambda canvas: canvas.drawTextBlob(blob, 0, 0, paint)
    if kind == "gradient":
        shader = skia.GradientShader.MakeLinear(
            [skia.Point(*step["from"]), skia.Point(*step["to"])],
            [colour(c) for c in step["colours"]],
            step["positions"],
        )
        return shape_drawer(step["shape"], skia.Paint(AntiAlias=True, Shader=shader))
    paint = skia.Paint(AntiAlias=True, Color=colour(step["colour"]))
    if kind == "fill":
        return shape_drawer(step["shape"], paint)
    paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, step["sigma"]))
    x, y, w, h, r = step["shape"]
    return shape_drawer([x + step["offset"][0], y + step["offset"][1], w, h, r], paint)


class Skia:
    def __init__(self, boards):
        self.boards = []
        for board in boards:
            surface = skia.Surface(board["width"], board["height"])
            self.boards.append((surface, [drawer(s) for s in board["steps"]]))

    def round(self):
        laps = []
        for surface, steps in self.boards:
            canvas = surface.getCanvas()
            start = time.perf_counter()
            canvas.clear(skia.ColorTRANSPARENT)
            for step in steps:
                step(canvas)
            laps.append((time.perf_counter() - start) * 1e3)
        return laps


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, runs, rounds = sys.argv[1], option("--runs", 5), option("--rounds", 20)
    boards = json.loads(subprocess.check_output([program, "describe"]))
    peer = Skia(boards)
    for _ in range(5):
        peer.round()
    ours, theirs = [], []
    for _ in range(runs):
        lines = subprocess.check_output([program, "time", str(rounds)], text=True).splitlines()
        ours += [[float(v) for v in line.split()] for line in lines]
        theirs += [peer.round() for _ in range(rounds)]
    names = [f"{b}/{c}" for b in ("gradients", "shadows", "type") for c in ("sketch", "ios")]
    print(f"{'artboard':18}{'ours ms':>10}{'skia ms':>10}{'ratio':>8}")
    for i, name in enumerate(names):
        a = statistics.median(lap[i] for lap in ours)
        b = statistics.median(lap[i] for lap in theirs)
        print(f"{name:18}{a:10.2f}{b:10.2f}{a / b:8.2f}")
    a = statistics.median(sum(lap) for lap in ours)
    b = statistics.median(sum(lap) for lap in theirs)
    print(f"{'all':18}{a:10.2f}{b:10.2f}{a / b:8.2f}")
    print(f"skia-python {skia.__version__}; medians of {runs} runs of {rounds} rounds each")
    sys.exit(1 if a > b else 0)


main()
