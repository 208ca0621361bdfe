#!/usr/bin/env python3
"""Seeded plants: pairs of pictures that differ by one thing of a known class, drawn by real renderers.

    plants.py gen --out DIR --seed N --count 20 [--kinds shift-whole,…] [-j 2]
    plants.py score --out DIR --tool PATH [-j 2]        (the same as score.py DIR)

Writes DIR/img/* and DIR/pairs.json as hunts.py does, and with `class`, what the strongest region should be called.
Half of the pairs have the changed thing alone on its ground, half beside others that stay. count is for each kind.
"""
import argparse
import json
import os
import sys
from multiprocessing import Pool

import numpy as np
import skia
from PIL import Image

import draw
import hunts
from scenes import LIGHT, REDRAWS, STRONG, Hunt, S, page

COLOURS = ((217, 45, 32), (37, 99, 235), (18, 161, 80), (124, 58, 237), (202, 138, 4))


def panel(h):
    """A small scene, and the index of the thing that is going to change with what it is made of."""
    r = h.r
    fam = r.choice([f for f in draw.families().values() if len(f) == 5])
    size, accent = r.choice((11, 12, 13, 14, 16, 18, 22)), r.choice([c for c in COLOURS if c != h.ground])
    lead = round(size * 1.7)
    box = ('rect', 20, 24 + 2 * lead, r.randint(50, 140), r.randint(28, 56), r.choice((0, 4, 8)), accent, None, None)
    items = [('text', 20.25, 18 + size, h.words(2), fam[1], size, h.ink), ('text', 20.25, 18 + size + lead, h.words(1) + ' ' + h.value(), fam[0], size, h.ink),
             box, ('icon', r.choice(list(draw.ICONS)), 190, 26 + 2 * lead, r.choice((20, 24, 32)), h.ink, 1.8)]
    w = int(max(250, *(draw.width(t[3], t[4], t[5]) + 50 for t in items[:2])))
    return (w, 2 * lead + 110, h.ground, items), fam


def pick(h, kinds):
    """A panel with a thing of one of the kinds in it: scene, index, family; the thing alone in half of the cases."""
    s, fam = panel(h)
    i = h.r.choice([i for i, it in enumerate(s[3]) if it[0] in kinds])
    if h.r.random() < .5:
        s, i = s[:3] + ([s[3][i]],), 0
    return s, i, fam


def put(s, i, *items):
    return s[:3] + (s[3][:i] + list(items) + s[3][i + 1:],)


def moved(it, dx, dy):
    k = {'text': 1, 'rect': 1, 'icon': 2, 'dot': 1, 'grad': 1}[it[0]]
    return it[:k] + (it[k] + dx, it[k + 1] + dy) + it[k + 2:]


def inked(it, c):
    return it[:6] + (c,) + it[7:] if it[0] in ('text', 'rect') else it[:5] + (c,) + it[6:]


# Each gives (scene a, scene b, class, note), or arrays instead of scenes.
def shift(h, half):
    s, i, _ = pick(h, ('text', 'rect', 'icon'))
    d = h.r.choice((.5, 1.5, 2.5, -1.5)) if half else h.r.choice((1, 2, 3, -2, 5, 8, -12))
    dx, dy = (d, 0) if half and s[3][i][0] == 'text' or h.r.random() < .5 else (0, d)
    return s, put(s, i, moved(s[3][i], dx / h.scale, dy / h.scale)), 'shift', f'{s[3][i][0]} moved by {dx},{dy} px'


def reflow(h):
    s = page(h)
    y = h.r.choice([it[2] for it in s[3] if it[0] == 'text'][5:]) - 6
    d = h.r.choice((8, 16, 20, 24, 32))
    place = lambda it: it[3] if it[0] == 'icon' else it[2]
    b = s[:3] + ([moved(it, 0, d) if place(it) > y else it for it in s[3]],)
    a, b = (b, s) if h.r.random() < .4 else (s, b)
    return a, b, 'reflow', f'{d} pt of rows at {y:.0f} pt {"removed" if a is not s else "inserted"}'


def recolour(h):
    s, i, _ = pick(h, ('text', 'rect', 'icon'))
    c = h.r.choice([c for c in COLOURS if c != h.ground and c not in s[3][i]])
    return s, put(s, i, inked(s[3][i], c)), 'recolour', f'{s[3][i][0]} to {c}'


def opacity(h):
    s, _ = panel(h)
    group = s[3][2:] + [('text', s[3][2][1] + 8, s[3][2][2] + 20, 'Save', s[3][0][4], 14, (255, 255, 255))]
    s = s[:3] + ((s[3][:2] if h.r.random() < .5 else []) + group,)
    a, ground = draw.render(s, h.scale, S), draw.render(s[:3] + ([it for it in s[3] if it not in group],), h.scale, S)
    f = h.r.choice((.3, .5, .6, .75))
    b = np.round(f * a + (1 - f) * ground).astype(np.uint8)
    a, b = (a, b) if h.r.random() < .7 else (b, a)
    return a, b, 'opacity', f'a button and an icon at {f}'


def blur(h):
    s, i, _ = pick(h, ('text', 'icon', 'rect'))
    a = draw.render(s, h.scale, S)
    sigma = h.r.choice((.8, 1.2, 2, 3)) * h.scale
    only = draw.render(s[:3] + ([s[3][i]],), h.scale, S)
    w, hh = a.shape[1], a.shape[0]
    sf = draw.surface(w, hh)
    p = skia.Paint(ImageFilter=skia.ImageFilters.Blur(sigma, sigma, skia.TileMode.kClamp))
    im = skia.Image.fromarray(np.ascontiguousarray(np.dstack([only, np.full((hh, w), 255, np.uint8)])), colorType=skia.kRGBA_8888_ColorType)
    sf.getCanvas().drawImage(im, 0, 0, skia.SamplingOptions(), p)
    soft = sf.toarray(colorType=skia.kRGBA_8888_ColorType)[..., :3]
    b = np.where((soft != h.ground).any(2)[..., None], soft, a).astype(np.uint8)
    return a, b, 'blur', f'{s[3][i][0]} blurred, sigma {sigma} px'


def resize(h):
    s, i, _ = pick(h, ('text', 'rect', 'icon'))
    it, f = s[3][i], h.r.choice((1.1, 1.2, 1.3, 1.5, .8))
    if it[0] == 'rect':
        b = it[:3] + (round(it[3] * f), round(it[4] * f)) + it[5:]
    elif it[0] == 'icon':
        b = it[:4] + (it[4] * f,) + it[5:]
    else:
        b = it[:5] + (it[5] * f,) + it[6:]
    return s, put(s, i, b), 'resize', f'{it[0]} {f} times as large'


def added(h):
    s, _ = panel(h)
    i = h.r.randrange(len(s[3]))
    return put(s, i), s, 'added', s[3][i][0]


def removed(h):
    s, _ = panel(h)
    i = h.r.randrange(len(s[3]))
    return s, put(s, i), 'removed', s[3][i][0]


def caret(h):
    s, i, _ = pick(h, ('text',))
    it = s[3][i]
    x = it[1] + sum(draw.advances(it[3], it[4], it[5])[:h.r.randint(0, len(it[3]))])
    w = h.r.choice((1, 1, 1.5, 2))
    bar = ('rect', round(x), it[2] - it[5], w, it[5] * 1.25, 0, h.ink, None, None)
    return s, put(s, i, it, bar), 'added', f'caret {w} pt wide in “{it[3]}” {it[5]} pt'


def changed(h):
    s, i, _ = pick(h, ('icon',))
    it = s[3][i]
    if h.r.random() < .5:
        n = h.r.choice([k for k in draw.ICONS if k != it[1]])
        return s, put(s, i, it[:1] + (n,) + it[2:]), 'changed', f'icon {it[1]}→{n}'
    a = draw.render(s, h.scale, S)
    x, y, z = (round(v * h.scale) for v in it[2:5])
    k = h.r.choice((1, 2, 3))
    b = a.copy()
    b[y - 2:y + z + 2, x - 2:x + z + 2] = np.rot90(a[y - 2:y + z + 2, x - 2:x + z + 2], k)
    return a, b, 'changed', f'icon {it[1]} turned by {90 * k}°'


def text(h, words):
    s, i, fam = pick(h, ('text',))
    it = s[3][i]
    if words:
        ws = it[3].split()
        k = h.r.randrange(len(ws))
        ws[k] = h.r.choice([w for w in hunts.WORDS if w != ws[k]])
        t, note = ' '.join(ws), f'“{it[3]}”→“{" ".join(ws)}”'
    else:
        t, note = h.replaced(it[3], h.r.random() < .5, it[4], h.r.random() < .3 and any(c.isdigit() for c in it[3]))
    return s, put(s, i, it[:3] + (t,) + it[4:]), 'text', f'{note} {it[5]} pt'


def weight(h):
    s, i, fam = pick(h, ('text',))
    it = s[3][i]
    k = fam.index(it[4])
    f = fam[min(3, k + h.r.choice((1, 1, 2)))]
    return s, put(s, i, it[:4] + (f,) + it[5:]), 'weight', f'{it[4]}→{f} {it[5]} pt “{it[3]}”'


def hunted(kind):
    def f(h):
        a, b, _, _, note = hunts.FAIL[kind](h)
        return a, b, kind, note
    return f


def dither(h):
    a = draw.render(hunts.page_dither(h)[0], h.scale, S)
    b, note = hunts.noisy(h, a, h.r.random() < .5)
    return a, b, 'dither', note


def compression(h):
    a = draw.render(page(h), h.scale, S)
    return a, a, 'compression', ''


def antialiasing(h):
    s = page(h)
    n = h.r.choice(list(REDRAWS) * 2 + list(LIGHT) + list(STRONG))
    a, b = (draw.render(s, h.scale, y) for y in (REDRAWS | LIGHT | STRONG)[n])
    return a, b, 'antialiasing', n


KINDS = {'shift-whole': lambda h: shift(h, False), 'shift-half': lambda h: shift(h, True), 'reflow': reflow, 'recolour': recolour, 'opacity': opacity, 'blur': blur,
         'resize': resize, 'added': added, 'removed': removed, 'caret': caret, 'changed': changed, 'text-letter': lambda h: text(h, False), 'text-word': lambda h: text(h, True),
         'weight': weight, 'shadow': hunted('shadow'), 'corner': hunted('corner'), 'border': hunted('border'), 'dither': dither, 'compression': compression,
         'antialiasing': antialiasing}
HARMLESS = ('dither', 'compression', 'antialiasing')


def make(job):
    out, seed, kind, count = job
    rows, i = [], 0
    while len(rows) < count and i < 8 * count:
        h = Hunt(seed, 'plant-' + kind, i)
        i += 1
        x, y, c, note = KINDS[kind](h)
        a, b = (v if isinstance(v, np.ndarray) else draw.render(v, h.scale, S) for v in (x, y))
        vis = None if c in HARMLESS else draw.visible(a, b)
        if not draw.seen(vis):
            continue
        pid = f'plant-{kind}-{seed}-{i:04d}@{h.scale}'
        stem = f'{out}/img/{pid}'
        if c == 'compression':
            (pa, pb), note = hunts.jpeg(h, a, b, stem)
        else:
            pa, pb = stem + '-a.png', stem + '-b.png'
            for p, im in ((pa, a), (pb, b)):
                Image.fromarray(im).save(p, compress_level=3)
        px = int((np.asarray(Image.open(pa).convert('RGB')) != np.asarray(Image.open(pb).convert('RGB'))).any(2).sum())
        want = 'pass' if c in HARMLESS else 'either' if 'by 0.5,0' in note or 'by 0,0.5' in note else 'fail'
        rows.append({'id': pid, 'kind': kind, 'class': c, 'a': os.path.relpath(pa, out), 'b': os.path.relpath(pb, out), 'want': want, 'scale': h.scale,
                     'note': note, 'vis': vis, 'px': px, 'cls': 'plant'})
    return kind, rows


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('command', choices=['gen', 'score'])
    ap.add_argument('--out', required=True)
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--count', type=int, default=20, help='pairs of each kind')
    ap.add_argument('--kinds', help='only these, separated by commas')
    ap.add_argument('--tool')
    ap.add_argument('-j', type=int, default=2)
    o = ap.parse_args()
    if o.command == 'score':
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'score.py')
        os.execv(sys.executable, [sys.executable, script, o.out, '--tool', o.tool or ap.error('--tool is missing'), '-j', str(o.j)])
    os.makedirs(o.out + '/img', exist_ok=True)
    with Pool(o.j) as pool:
        made = pool.map(make, [(o.out, o.seed, k, o.count) for k in (o.kinds.split(',') if o.kinds else KINDS)], 1)
    print(', '.join(f'{k} {len(v)}' for k, v in made))
    json.dump([q for _, v in made for q in v], open(o.out + '/pairs.json', 'w'), indent=0, ensure_ascii=False)


if __name__ == '__main__':
    main()
