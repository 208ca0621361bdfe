#!/usr/bin/env python3
"""Records what scikit-image (SSIM) and flip-evaluator (FLIP) say of pictures that our tests draw, too.

usage: record-scores.py > Fixtures/peers/scores.csv

Needs numpy, scikit-image and flip-evaluator. The pictures are drawn from integers only, by the same
rules as `PeerScene` in Tests/ImageDiffTests/PeersScene.swift; `digest` (FNV-1a, 64 bits, over the
RGB bytes of both) proves that both sides drew the same.
"""
import datetime
import importlib.metadata

import flip_evaluator
import numpy
from skimage.metrics import structural_similarity


class Random:
    """The linear congruential generator of Numerical Recipes; the low 8 bits are not used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 8) % n


class Picture:
    def __init__(self, width, height, fill=(255, 255, 255)):
        self.width, self.height = width, height
        self.rows = [[fill] * width for _ in range(height)]

    def rectangle(self, x, y, w, h, colour):
        for row in range(max(y, 0), min(y + h, self.height)):
            for column in range(max(x, 0), min(x + w, self.width)):
                self.rows[row][column] = colour


def clamp(v):
    return min(max(v, 0), 255)


def noise(w, h, random):
    a, b = Picture(w, h), Picture(w, h)
    for y in range(h):
        for x in range(w):
            c = tuple(random.below(256) for _ in range(3))
            a.rows[y][x] = c
            b.rows[y][x] = tuple(clamp(v + random.below(17) - 8) for v in c)
    return a, b


def cards(w, h, random):
    a, b = Picture(w, h), Picture(w, h)
    for y in range(h):
        c = 40 + 150 * y // h
        for p in (a, b):
            p.rectangle(0, y, w, 1, (c, c + 20, 255 - c))
    for k in range(12):
        x, y, rw, rh = random.below(w), random.below(h), 4 + random.below(w // 2), 4 + random.below(h // 3)
        colour = tuple(random.below(256) for _ in range(3))
        a.rectangle(x, y, rw, rh, colour)
        if k == 5:
            colour = tuple(v ^ 64 for v in colour)
        b.rectangle(x + (1 if k == 8 else 0), y, rw, rh, colour)
    return a, b


def strokes(w, h, random):
    a, b = Picture(w, h), Picture(w, h)
    for _ in range(w * h // 60):
        x, y, length = random.below(w), random.below(h), 3 + random.below(10)
        rw, rh = (length, 1) if random.below(2) == 0 else (1, length)
        shade = random.below(120)
        a.rectangle(x, y, rw, rh, (shade, shade, shade + 20))
        b.rectangle(x + 1, y, rw, rh, (shade, shade, shade + 20))
    return a, b


def soften(w, h, random):
    a, b = Picture(w, h), Picture(w, h)
    for y in range(0, h, 8):
        for x in range(0, w, 8):
            a.rectangle(x, y, 8, 8, tuple(random.below(256) for _ in range(3)))
    for y in range(h):
        for x in range(w):
            around = [a.rows[min(max(y + j, 0), h - 1)][min(max(x + i, 0), w - 1)]
                      for j in (-1, 0, 1) for i in (-1, 0, 1)]
            b.rows[y][x] = tuple(sum(c[k] for c in around) // 9 for k in range(3))
    return a, b


def recolour(w, h, random):
    a, b = Picture(w, h, (246, 247, 250)), Picture(w, h, (246, 247, 250))
    a.rectangle(w // 4, h // 4, w // 2, h // 2, (40, 120, 240))
    b.rectangle(w // 4, h // 4, w // 2, h // 2, (46, 126, 236))
    return a, b


def extremes(w, h, random):
    a, b = Picture(w, h, (0, 255, 0)), Picture(w, h, (0, 0, 255))
    b.rectangle(0, 0, w // 2, h, (0, 255, 0))
    a.rectangle(0, 0, w, h // 4, (0, 0, 0))
    return a, b


def spot(w, h, random):
    a, b = Picture(w, h), Picture(w, h)
    b.rectangle(w - 2, 1, 1, 1, (0, 0, 0))
    return a, b


SCENES = [
    (noise, 64, 48, 1), (noise, 11, 13, 2), (cards, 200, 120, 3), (cards, 97, 131, 4),
    (strokes, 160, 90, 5), (strokes, 61, 40, 6), (soften, 96, 64, 7), (recolour, 120, 80, 8),
    (extremes, 80, 60, 9), (spot, 90, 70, 10),
]


def bytes_of(p):
    return bytes(v for row in p.rows for c in row for v in c)


def digest(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def array(p):
    return numpy.frombuffer(bytes_of(p), numpy.uint8).reshape(p.height, p.width, 3)


def flip(a, b, ppd):
    unit = [(array(p) / 255).astype(numpy.float32) for p in (a, b)]
    parameters = {} if ppd is None else {"ppd": ppd}
    return flip_evaluator.evaluate(*unit, "LDR", applyMagma=False, parameters=parameters)[1]


versions = ", ".join(f"{n} {importlib.metadata.version(n)}" for n in ("scikit-image", "flip-evaluator"))
print(f"# recorded by scripts/peers/record-scores.py with {versions} on {datetime.date.today()}")
print("scene,width,height,seed,digest,ssim_uniform,ssim_gaussian,flip_default,flip_30,flip_120")
for draw, w, h, seed in SCENES:
    a, b = draw(w, h, Random(seed))
    options = dict(channel_axis=-1, data_range=255)
    wang = dict(gaussian_weights=True, sigma=1.5, use_sample_covariance=False)
    scores = [
        structural_similarity(array(a), array(b), **options),
        structural_similarity(array(a), array(b), **options, **wang),
        flip(a, b, None), flip(a, b, 30.0), flip(a, b, 120.0),
    ]
    print(draw.__name__, w, h, seed, digest(bytes_of(a) + bytes_of(b)),
          *(repr(float(s)) for s in scores), sep=",")
