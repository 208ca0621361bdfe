#!/usr/bin/env python3
"""Runs a tool on labelled sets of pairs and prints how often it is wrong.

    score.py DIR… --tool PATH [-j 2] [--both] [--filter SUBSTR] [--time] [--name scores] [--resume]

DIR holds a pairs.json of hunts.py, of plants.py, or of the independent set of Chromium pages (realset.py: set A is
harmless, B changed, B2 changed and drawn by another rasteriser too). `PATH diff a b --format json` has to exit with 0
(passes) or 1 (fails). Prints false alarms and false passes by kind with exact (Clopper–Pearson) 95 % bounds, false
passes among those whose harmless part alone passes, the class of the strongest region where a class is wanted, and
every wrong pair. Writes DIR/NAME.json: id -> exit status, seconds, strongest region, bits.
"""
import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from multiprocessing.pool import ThreadPool

HARMLESS = ('antialiasing', 'dither', 'compression')
COUNTED_SAME = ('png16', 'p3-tagged')   # other formats of the same pixels, which must be read, too
TOOL = TIMES = None


def bounds(k, n):
    """Exact 95 % bounds of a rate of k in n."""
    from scipy.stats import beta
    if not n:
        return 0., 1.
    return (float(beta.ppf(.025, k, n - k + 1)) if k else 0., float(beta.ppf(.975, k + 1, n - k)) if k < n else 1.)


def rate(k, n):
    lo, hi = bounds(k, n)
    return f'{k:5d} /{n:5d} {100 * k / max(1, n):6.2f} %  ({100 * lo:5.2f} … {100 * hi:5.2f})'


def run(a, b):
    """What the tool says of a pair: rc, t (seconds), cls, said, bits, n (regions), reason."""
    t = time.time()
    try:
        p = subprocess.run([TOOL, 'diff', a, b, '--format', 'json'], capture_output=True, timeout=300)
        r = dict(rc=p.returncode, t=round(time.time() - t, 4))
    except subprocess.TimeoutExpired:
        return dict(rc='timeout', t=300.)
    try:
        j = json.loads(p.stdout)
    except ValueError:
        r['err'] = p.stderr.decode(errors='replace')[:200]
        return r
    gs = sorted(j.get('regions', []), key=lambda x: (x['class'] in HARMLESS or not x['perceptible'], -x['perceptiblePixels']))
    r.update(reason=j.get('reason', '')[:120], n=len(gs), bits=(j.get('judge') or {}).get('bits'), cls=gs[0]['class'] if gs else None,
             said=gs[0]['sentence'][:160] if gs else '', bounds=gs[0]['boundsPx'] if gs else None)
    return r


def resolve(d, p):
    """A path of pairs.json: within DIR, as it stands, or by its name in DIR/img."""
    for q in (os.path.join(d, p), p, os.path.join(d, 'img', os.path.basename(p))):
        if os.path.exists(q):
            return q
    return os.path.join(d, p)


def measure(paths):
    import numpy as np
    from PIL import Image
    from draw import visible
    return list(visible(*(np.asarray(Image.open(p).convert('RGB')) for p in paths)))


def visibility(d, pairs):
    """id -> [largest CIEDE2000, sum of its squares] of the change alone; None where its pictures are not there.
    Kept in DIR/vis.json."""
    path = os.path.join(d, 'vis.json')
    vis = json.load(open(path)) if os.path.exists(path) else {}
    todo = {}
    for q in pairs:
        if q['set'] == 'B' and q['id'] not in vis:
            todo[q['id']] = (resolve(d, q['a']), resolve(d, q.get('b_peer', q['b'])))
        elif q['set'] == 'B2' and q['id'] not in vis:
            k = tuple(q['kb'])
            u = (k[0], k[1], k[2], k[3], '', 0)
            f = [os.path.join(d, 'img', f'{k[2]}@{k[1]}_{k[0]}{"_" + k[4] if k[4] else ""}_{hashlib.md5(repr(k).encode()).hexdigest()[:8]}.png') for k in (u, k)]
            if all(map(os.path.exists, f)):
                todo[q['id']] = f
            else:
                vis[q['id']] = None
    if todo:
        with ThreadPool(2) as pool:
            vis.update(zip(todo, pool.map(measure, todo.values())))
        json.dump(vis, open(path, 'w'))
    return vis


def load(d):
    """The pairs of a set in one form: id, set, kind, cls, want, a, b, note, same, seen, twin."""
    raw = json.load(open(os.path.join(d, 'pairs.json')))
    out, real = [], any('set' in q for q in raw)
    vis = visibility(d, raw) if real else {}
    alone = {(q['kind'], q['page'], q['scale']): q['id'] for q in raw if q.get('set') == 'A'} if real else {}
    for q in raw:
        r = {k: q.get(k) for k in ('id', 'kind', 'cls', 'note', 'scale', 'twin', 'class', 'want', 'page', 'var')}
        r['a'], r['b'] = resolve(d, q['a']), resolve(d, q['b'])
        v = q.get('vis')
        if real:
            r['want'] = 'pass' if q['set'] == 'A' else 'fail'
            v = vis.get(q['id'])
            if q['set'] == 'B2':
                r['twin'] = alone.get((q['var'], q['page'], q['scale']))
        r['set'] = q.get('set') or ('changed' if r['want'] == 'fail' else 'harmless' if r['want'] == 'pass' else 'either')
        r['vis'] = v
        r['seen'] = r['want'] != 'fail' or v is None or (v[0] >= 1 and v[1] >= 256)
        r['same'] = q.get('px', 1) == 0 and q['kind'] not in COUNTED_SAME
        out.append(r)
    return out


def wrong(q, r, margin=None):
    """Whether the tool is wrong; with a margin in bits, as if it failed at more evidence than that."""
    fails = r['rc'] != 0 if margin is None or r.get('bits') is None else r['bits'] > margin
    return q['want'] in ('pass', 'fail') and q['seen'] and fails != (q['want'] == 'fail')


def table(title, rows, S):
    if not rows:
        return
    print(f'\n{title}')
    by = defaultdict(list)
    for q in rows:
        by[q['kind']].append(wrong(q, S[q['id']]))
    for k, v in sorted(by.items()):
        if any(v) or len(by) <= 30:
            print(f'  {k:24s} {rate(sum(v), len(v))}')
    if len(by) > 30:
        print(f'  (and {sum(not any(v) for v in by.values())} kinds without one)')
    if len(by) > 1:
        print(f'  {"ALL":24s} {rate(sum(map(sum, by.values())), len(rows))}')


def confusion(rows, S):
    rows = [q for q in rows if q.get('class')]
    if not rows:
        return
    got = lambda q: S[q['id']].get('cls') or 'identical'
    c = Counter((q['class'], got(q)) for q in rows)
    cols = sorted({g for _, g in c})
    print('\nclass of the strongest region (rows: wanted)\n' + ' ' * 14 + ' '.join(f'{x[:9]:>9s}' for x in cols) + '    right')
    for w in sorted({w for w, _ in c}):
        n = sum(c[w, g] for g in cols)
        print(f'  {w:12s}' + ' '.join(f'{c[w, g] or "·":>9}' for g in cols) + f'  {100 * c[w, w] / n:6.1f} %  of {n}')
    print(f'  right in all {rate(sum(c[x, x] for x in {w for w, _ in c}), len(rows))}')


def report(d, pairs, S, both):
    print(f'\n===== {os.path.basename(os.path.normpath(d))}: {len(S)} pairs run, {sum(q["same"] for q in pairs)} equal to the byte, '
          f'{sum(not q["seen"] for q in pairs)} changes too small to be seen')
    ran = [q for q in pairs if q['id'] in S]
    for s in sorted({q['set'] for q in ran}):
        for c in sorted({q['cls'] or '' for q in ran if q['set'] == s}):
            rows = [q for q in ran if q['set'] == s and (q['cls'] or '') == c and q['seen'] and q['want'] in ('pass', 'fail')]
            if rows:
                table(f'{s} {c}: {"false alarms" if rows[0]["want"] == "pass" else "false passes"} (95 % bounds)', rows, S)
    ids = {q['id']: q for q in pairs}
    passes = lambda i: i in ids and (ids[i]['same'] or (i in S and S[i]['rc'] == 0))
    cond = [q for q in ran if q['want'] == 'fail' and q.get('twin') and q['seen']]
    if cond:
        print('\nfalse passes among those whose harmless part alone passes (95 % bounds)')
        for k in sorted({q['var'] or q['kind'] for q in cond}) + ['ALL']:
            v = [wrong(q, S[q['id']]) for q in cond if k in ('ALL', q['var'] or q['kind']) and passes(q['twin'])]
            n = sum(k in ('ALL', q['var'] or q['kind']) for q in cond)
            print(f'  {k:24s} {rate(sum(v), len(v))}  of {n} with such a part')
    confusion(ran, S)
    odd = Counter(str(r['rc']) for r in S.values() if r['rc'] not in (0, 1))
    if odd:
        print('\nother exit statuses:', dict(odd))
    if both:
        a = [i for i, r in S.items() if r['rc'] != r['swap']['rc']]
        print(f'\nanother verdict when swapped: {rate(len(a), len(S))}', *a[:20], sep='\n  ')
    if TIMES and S:
        t = sorted(r['t'] for r in S.values())
        w = max(S, key=lambda i: S[i]['t'])
        print(f'\ntime: median {statistics.median(t):.3f} s, 95 % {t[int(.95 * (len(t) - 1))]:.3f} s, worst {t[-1]:.2f} s ({w})')
    bad = [q for q in ran if wrong(q, S[q['id']])]
    print(f'\nwrong: {len(bad)}')
    for q in bad:
        r = S[q['id']]
        v = f'dE {q["vis"][0]:.1f} S2 {q["vis"][1]:.0f}' if q['vis'] else ''
        print(f'  WRONG {q["id"]} | {q["note"] or q["cls"]} | {v} | {r.get("cls")}: {r.get("said") or r.get("err", "")} ({r.get("n")})'
              + (f' | {r["bits"]:.1f} bits' if isinstance(r.get('bits'), (int, float)) else ''))


def main():
    global TOOL, TIMES
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('dirs', nargs='+', metavar='DIR')
    ap.add_argument('--tool', required=True)
    ap.add_argument('-j', type=int, default=2)
    ap.add_argument('--both', action='store_true', help='also with A and B swapped')
    ap.add_argument('--filter', default='', help='only pairs whose id contains this')
    ap.add_argument('--time', action='store_true')
    ap.add_argument('--name', default='scores', help='the raw results go to DIR/NAME.json')
    ap.add_argument('--resume', action='store_true', help='keep what DIR/NAME.json has of a run that was ended (by the same tool)')
    o = ap.parse_args()
    TOOL, TIMES = os.path.abspath(o.tool), o.time
    for d in o.dirs:
        pairs = load(d)
        todo = [q for q in pairs if not q['same'] and o.filter in q['id']]

        def one(q):
            r = run(q['a'], q['b'])
            if o.both:
                r['swap'] = run(q['b'], q['a'])
            return q['id'], r
        path = os.path.join(d, o.name + '.json')
        S = json.load(open(path)) if o.resume and os.path.exists(path) else {}
        S = {i: r for i, r in S.items() if 'swap' in r or not o.both}
        todo = [q for q in todo if q['id'] not in S]
        with ThreadPool(o.j) as pool:
            for i, r in pool.imap_unordered(one, todo):
                S[i] = r
                if len(S) % 200 == 0:
                    json.dump(S, open(path, 'w'), indent=0, ensure_ascii=False)
                    print(f'{d}: {len(S)} done', file=sys.stderr, flush=True)
        json.dump(S, open(path, 'w'), indent=0, ensure_ascii=False)
        report(d, pairs, S, o.both)
        sys.stdout.flush()


if __name__ == '__main__':
    main()
