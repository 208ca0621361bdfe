#!/usr/bin/env python3
"""False alarms and false passes of scored sets by margin: how many bits of evidence for a change make a pair fail.

    roc.py DIR… [--name scores] [--from -32] [--to 64] [--step 8]

Reads DIR/pairs.json and the DIR/NAME.json of score.py, where the tool's report says `judge.bits` (bits; positive speaks
for a change). A pair without bits counts as the tool decided it. Rates have exact 95 % bounds.
"""
import argparse
import json
import os

import score


def cell(k, n):
    lo, hi = score.bounds(k, n)
    return f'{k:4d} {100 * k / n:6.2f} % ({100 * lo:5.2f}…{100 * hi:5.2f})' if n else f'{"-":>28s}'


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('dirs', nargs='+', metavar='DIR')
    ap.add_argument('--name', default='scores')
    ap.add_argument('--from', dest='low', type=float, default=-32, help='bits')
    ap.add_argument('--to', dest='high', type=float, default=64, help='bits')
    ap.add_argument('--step', type=float, default=8, help='bits')
    o = ap.parse_args()
    for d in o.dirs:
        S = json.load(open(os.path.join(d, o.name + '.json')))
        P = [q for q in score.load(d) if q['id'] in S and q['seen'] and q['want'] in ('pass', 'fail')]
        with_bits = [q for q in P if isinstance(S[q['id']].get('bits'), (int, float))]
        print(f'\n===== {os.path.basename(os.path.normpath(d))}: {len(with_bits)} of {len(P)} pairs have bits')
        if not with_bits:
            print('The tool says no judge.bits: nothing to draw.')
            continue
        names = {(q['set'], q['cls'] or '') for q in P}
        cols = sorted(names, key=lambda n: (next(q['want'] for q in P if (q['set'], q['cls'] or '') == n) == 'fail', n))
        rows = {c: [q for q in P if (q['set'], q['cls'] or '') == c] for c in cols}
        print(f'{"margin, bits":>14s}  ' + '  '.join(f'{" ".join(c)[:24] + f" /{len(rows[c])}":>28s}' for c in cols))
        print(f'{"":14s}  ' + '  '.join(f'{"false alarms" if rows[c][0]["want"] == "pass" else "false passes":>28s}' for c in cols))
        print(f'{"as decided":>14s}  ' + '  '.join(cell(sum(score.wrong(q, S[q['id']]) for q in rows[c]), len(rows[c])) for c in cols))
        m = o.low
        while m <= o.high:
            print(f'{m:14g}  ' + '  '.join(cell(sum(score.wrong(q, S[q['id']], m) for q in rows[c]), len(rows[c])) for c in cols))
            m += o.step


if __name__ == '__main__':
    main()
