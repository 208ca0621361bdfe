#!/usr/bin/env python3
"""Seeded hunts: pairs of pictures with ONE change alone in them, and harmless twins, drawn by real renderers.

    hunts.py gen --out DIR --seed N --count 180 [--kinds weight,corner,…] [-j 2]

Writes DIR/img/*.png|jpg and DIR/pairs.json: id, kind, a, b (paths within DIR), want 'fail' (changed), 'pass'
(harmless) or 'either' (one redrawn value alone: the picture cannot tell; kept for the rate given its twin), scale
(pixels to the point), note, px (pixels that differ), vis ([largest CIEDE2000, sum of squares] of the change alone,
drawn the same on both sides), twin (the id of the pair without the change, where there is one).
"""
import argparse
import json
import os
from multiprocessing import Pool

import numpy as np
from PIL import Image

import draw
from scenes import HINTED, LIGHT, PLAIN, REDRAWS, STRONG, WORDS, Hunt, S, box, one_line, page, rects


# Each kind gives (scene a, scene b, style a, style b, note).
def weight(h):
    fam = h.r.choice([f for f in draw.families().values() if len(f) == 5])
    i = h.r.choice((0, 1, 1, 2))
    t, _, size = one_line(h)
    fa, fb = fam[i], fam[i + 1]
    if h.r.random() < .3:
        fa, fb = fb, fa
    a, b = h.lines([t], fa, size, 10, 10), h.lines([t], fb, size, 10, 10)
    s = h.r.choice(PLAIN)
    return (max(a[0], b[0]),) + a[1:], (max(a[0], b[0]),) + b[1:], s, s, f'{fa}→{fb} {size} pt “{t}”'


def corner(h):
    p = box(h)
    q = list(p)
    d = h.r.choice((2, 3, 4, -2))
    p[4] = max(p[4], 2 if d < 0 else 0)
    q[4] = min(p[4] + d, min(p[2:4]) / 2)
    return *rects(h, p, q), S, S, f'radius {p[4]}→{q[4]} of {p[2]}×{p[3]} fill {p[5]} border {p[6]}'


def dots(h):
    r = h.r
    n, m, step, rad = r.randint(4, 12), r.randint(3, 8), r.randint(6, 16), r.choice((1, 1.5, 2, 2.5, 3))
    grid = [('dot', 12 + step * i, 12 + step * j, rad, h.ink) for j in range(m) for i in range(n)]
    out = list(grid)
    k = r.choice((1, 1, 2, 3, len(grid) // 3, len(grid)))
    what = r.choice(('recoloured', 'moved', 'removed', 'larger'))
    other, dx = r.choice(((217, 45, 32), (18, 161, 80), tuple((g + i) // 2 for g, i in zip(h.ground, h.ink)))), r.choice((1, 2, -1))
    for i in r.sample(range(len(grid)), k):
        _, x, y, q, c = grid[i]
        out[i] = {'recoloured': ('dot', x, y, q, other), 'moved': ('dot', x + dx, y, q, c), 'removed': ('dot', x, y, 0, c), 'larger': ('dot', x, y, q + .75, c)}[what]
    w, hh = 24 + step * (n - 1), 24 + step * (m - 1)
    return (w, hh, h.ground, grid), (w, hh, h.ground, [d for d in out if d[3]]), S, S, f'{k} of {n}×{m} dots of radius {rad} {what} {other if what == "recoloured" else ""}'


def redrawn(h, texts, digits):
    f, size = h.font(), h.size()
    i = h.r.randrange(len(texts))
    same = digits or h.r.random() < .6
    x = h.replaced(texts[i], same, f, digits)
    if not x:
        return None
    name = h.r.choice(list(REDRAWS) + list(LIGHT) + list(STRONG))
    sa, sb = (REDRAWS | LIGHT | STRONG)[name]
    if h.r.random() < .5:
        sa, sb = sb, sa
    pad = h.r.randint(6, 16)
    a = h.lines(texts, f, size, pad + .25, pad)
    b = h.lines(texts[:i] + [x[0]] + texts[i + 1:], f, size, pad + .25, pad)
    return a, (a[0],) + b[1:], sa, sb, f'{x[1]} {f} {size} pt, {name}'


def letter_redrawn(h):
    return redrawn(h, [h.words(h.r.randint(2, 3)) for _ in range(3)], False)


def digit_redrawn(h):
    return redrawn(h, [h.value()], True)


def border(h):
    p = box(h)
    c = p[6][1] if p[6] else h.ink
    p[6] = (1, c, 'trbl')
    q = list(p)
    what = h.r.choice(('width', 'colour', 'side'))
    if what == 'width':
        q[6] = (h.r.choice((2, 2, 3)), c, 'trbl')
    elif what == 'colour':
        q[6] = (1, h.r.choice(((217, 45, 32), (37, 99, 235), tuple((v + i) // 2 for v, i in zip(c, h.ink)), tuple((2 * v + g) // 3 for v, g in zip(c, h.ground)))), 'trbl')
    else:
        p[4] = q[4] = 0
        q[6] = (1, c, h.r.choice(('rbl', 'trb', 'tbl', 'trl', 'b')))
    return *rects(h, p, q), S, S, f'border {p[6]}→{q[6]} radius {p[4]} fill {p[5]}'


def font(h):
    fams = list(draw.families())
    t, f, size = one_line(h)
    if h.r.random() < .4:
        fam = draw.families()[h.r.choice(fams)]
        fa, fb = fam[min(1, len(fam) - 3)], fam[-1]
    else:
        x, y = h.r.sample(fams, 2)
        fa, fb = (draw.families()[k][min(1, len(draw.families()[k]) - 3)] for k in (x, y))
    a, b = h.lines([t], fa, size, 10, 10), h.lines([t], fb, size, 10, 10)
    s, w = h.r.choice(PLAIN), max(a[0], b[0])
    return (w,) + a[1:], (w,) + b[1:], s, s, f'{fa}→{fb} {size} pt “{t}”'


def recolour_moved(h):
    t, f, size = one_line(h)
    a = h.lines([t], f, size, 14, 14)
    c = h.r.choice([c for c in ((217, 45, 32), (37, 99, 235), (18, 161, 80), tuple((2 * i + g) // 3 for g, i in zip(h.ground, h.ink))) if c != h.ground])
    dx, dy = h.r.choice(((1, 0), (2, 0), (0, 1), (3, 1), (0, -2), (-4, 2), (6, 0), (.5, 0)))
    it = a[3][0]
    s = h.r.choice(PLAIN)
    return a, a[:3] + ([it[:1] + (it[1] + dx, it[2] + dy) + it[3:6] + (c,)],), s, s, f'moved {dx},{dy} pt and {h.ink}→{c} {size} pt “{t}”'


def word(h):
    t, f, size = one_line(h, h.r.randint(2, 4))
    ws = t.split()
    i = h.r.randrange(len(ws))
    ws[i] = h.r.choice([w for w in WORDS if w != ws[i]])
    a, b = h.lines([t], f, size, 10, 10), h.lines([' '.join(ws)], f, size, 10, 10)
    s, w = h.r.choice(PLAIN), max(a[0], b[0])
    return (w,) + a[1:], (w,) + b[1:], s, s, f'“{t}”→“{" ".join(ws)}” {size} pt'


def shadow(h):
    p = box(h)
    if sum(h.ground) < 300:
        h.ground = (242, 244, 247)
    p[5], p[0], p[1] = (255, 255, 255), 24, 20
    s = [0, h.r.choice((1, 2, 4, 8)), h.r.choice((3, 8, 12, 24)), 0, (16, 24, 40), h.r.choice((.1, .2, .3))]
    q, what = list(s), h.r.choice(('offset', 'blur', 'opacity', 'spread', 'removed'))
    if what == 'offset':
        q[1] += h.r.choice((2, 3, 4))
    elif what == 'blur':
        q[2] = s[2] * h.r.choice((.5, 1.5, 2))
    elif what == 'opacity':
        q[5] = s[5] * h.r.choice((.5, 1.5, 2))
    elif what == 'spread':
        q[3] = h.r.choice((1, 2, 3))
    else:
        q[5] = 0
    a, b = rects(h, p, p, tuple(s), tuple(q))
    a, b = ((x[0] + 40, x[1] + 30) + x[2:] for x in (a, b))
    return a, b, S, S, f'shadow {what} {s}→{q} of {p[2]}×{p[3]} radius {p[4]} on {h.ground}'


def icon(h):
    n, size = h.r.choice(list(draw.ICONS)), h.r.choice((16, 20, 24, 24, 28, 32))
    n2, st2 = (n, h.r.choice((1.2, 2.4, 2.8))) if h.r.random() < .4 else (h.r.choice([k for k in draw.ICONS if k != n]), 1.8)
    f = lambda n, st: (size + 20, size + 20, h.ground, [('icon', n, 10, 10, size, h.ink, st)])
    return f(n, 1.8), f(n2, st2), S, S, f'icon {n} 1.8→{n2} {st2}, {size} pt'


def digit_jpeg(h):
    a = page(h)
    at = [i for i, it in enumerate(a[3]) if it[0] == 'text' and any(c.isdigit() for c in it[3])]
    i = h.r.choice(at)
    it = a[3][i]
    t, note = h.replaced(it[3], True, it[4], True)
    b = a[:3] + (a[3][:i] + [it[:3] + (t,) + it[4:]] + a[3][i + 1:],)
    return a, b, S, S, f'{note} {it[4]} {it[5]} pt'


def page_redrawn(styles):
    def f(h):
        a = page(h)
        n = h.r.choice(list(styles))
        return a, a, *styles[n], n
    return f


def page_same(h):
    a = page(h)
    return a, a, S, S, ''


def page_dither(h):
    w, hh, g, items = page(h)
    c = [tuple(max(0, min(255, v + d)) for v in g) for d in (h.r.randint(-24, 0), h.r.randint(0, 24))]
    a = (w, hh, g, [('grad', 0, 0, w, hh, *c)] + items)
    return a, a, S, S, f'gradient {c}'


FAIL = dict(weight=weight, corner=corner, dots=dots, letter=letter_redrawn, digit=digit_redrawn, border=border, font=font,
            recolour=recolour_moved, word=word, shadow=shadow, icon=icon, digitjpeg=digit_jpeg)
PASS = dict(pageredrawn=page_redrawn(REDRAWS), pagestrong=page_redrawn(STRONG), pagelight=page_redrawn(LIGHT), pagehinted=page_redrawn(HINTED),
            pagejpeg=page_same, pagedither=page_dither, noise=page_same)


def jpeg(h, a, b, stem):
    """Saves one or both as JPEG, some decoded to PNG again; names and a note."""
    r, out, notes = h.r, [], []
    both = r.random() < .35
    for k, (im, yes) in enumerate(((a, both), (b, True))):
        p = f'{stem}-{"ab"[k]}'
        if not yes:
            Image.fromarray(im).save(p + '.png', compress_level=3)
            out.append(p + '.png')
            continue
        q, sub = r.choice((60, 70, 80, 85, 90, 95)), r.choice((0, 2))
        Image.fromarray(im).save(p + '.jpg', quality=q, subsampling=sub)
        decoded = r.random() < .4
        if decoded:
            Image.open(p + '.jpg').save(p + '.png', compress_level=3)
            os.remove(p + '.jpg')
        out.append(p + ('.png' if decoded else '.jpg'))
        notes.append(f'JPEG q{q} {"4:2:0" if sub else "4:4:4"}{" decoded" if decoded else ""}')
    return out, ', '.join(notes)


def noisy(h, a, grad):
    """The same picture with noise of one step, or a gradient rounded another way (an ordered or a random dither)."""
    n = np.random.default_rng(h.r.randrange(2 ** 32))
    share = h.r.choice((.02, .1, .3, .6)) if not grad else .5
    m = n.random(a.shape[:2]) < share
    if grad and h.r.random() < .5:
        m = np.tile(np.array([[1, 0], [0, 1]], bool), (a.shape[0] // 2 + 1, a.shape[1] // 2 + 1))[:a.shape[0], :a.shape[1]]
    step = n.integers(0, 2, a.shape[:2] + (h.r.choice((1, 3)),)) * 2 - 1
    return np.clip(a.astype(int) + m[..., None] * step, 0, 255).astype(np.uint8), f'noise of 1 step on {m.mean():.0%}'


def make(job):
    out, seed, kind, count = job
    rows, i = [], 0
    while sum(q['cls'][:4] != 'twin' for q in rows) < count and i < count * 8:
        h = Hunt(seed, kind, i)
        i += 1
        x = (FAIL.get(kind) or PASS[kind])(h)
        if x is None:
            continue
        sa, sb, ya, yb, note = x
        a, b = draw.render(sa, h.scale, ya), draw.render(sb, h.scale, yb)
        base = a if ya == yb else draw.render(sa, h.scale, yb)
        vis = draw.visible(base, b) if kind in FAIL else None
        if kind in FAIL and not draw.seen(vis):
            continue
        pid = f'{kind}-{seed}-{i:04d}@{h.scale}'
        stem = f'{out}/img/{pid}'
        if kind in ('digitjpeg', 'pagejpeg'):
            state = h.r.getstate()
            (pa, pb), more = jpeg(h, a, b, stem)
            note += ' ' + more
        else:
            if kind in ('noise', 'pagedither'):
                b, more = noisy(h, b, kind == 'pagedither')
                note += ' ' + more
            pa, pb = stem + '-a.png', stem + '-b.png'
            for p, im in ((pa, a), (pb, b)):
                Image.fromarray(im).save(p, compress_level=3)
        q = dict(id=pid, kind=kind, a=pa, b=pb, want='fail' if kind in FAIL else 'pass', scale=h.scale, note=note.strip(), vis=vis)
        if ',' in note and kind in ('digitjpeg', 'pagejpeg'):
            q['kind'] += '-both'
        q['cls'] = 'loose' if kind in ('pagestrong', 'pagelight', 'pagehinted') else 'strict' if kind in PASS else 'changed'
        rows.append(q)
        if kind in ('letter', 'digit', 'digitjpeg'):
            # The twin: the same without the change.
            t = dict(q, id=pid + '-twin', kind=q['kind'] + '-twin', want='either' if kind == 'digit' else 'pass', vis=None, cls='twin' if kind == 'digitjpeg' or (ya, yb) in REDRAWS.values() or (yb, ya) in REDRAWS.values() else 'twin, loose')
            if kind == 'digitjpeg':
                h.r.setstate(state)
                (t['a'], t['b']), _ = jpeg(h, a, a, stem + '-twin')
            else:
                t['b'] = stem + '-twin-b.png'
                Image.fromarray(base).save(t['b'], compress_level=3)
            q['twin'] = t['id']
            rows.append(t)
    for q in rows:
        x, y = (np.asarray(Image.open(q[k]).convert('RGB')) for k in 'ab')
        q['px'] = int((x != y).any(2).sum())
        q['a'], q['b'] = (os.path.relpath(q[k], out) for k in 'ab')
    return kind, rows


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('command', choices=['gen'])
    ap.add_argument('--out', required=True)
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--count', type=int, default=180, help='pairs of each kind')
    ap.add_argument('--kinds', help='only these, separated by commas')
    ap.add_argument('-j', type=int, default=2)
    o = ap.parse_args()
    os.makedirs(o.out + '/img', exist_ok=True)
    kinds = o.kinds.split(',') if o.kinds else list(FAIL) + list(PASS)
    res = []
    with Pool(o.j) as pool:
        for kind, rows in pool.imap(make, [(o.out, o.seed, k, o.count) for k in kinds]):
            print(f'{kind}: {sum(q["cls"][:4] != "twin" for q in rows)} pairs', flush=True)
            res += rows
    json.dump(res, open(o.out + '/pairs.json', 'w'), indent=0, ensure_ascii=False)


if __name__ == '__main__':
    main()
