"""Seeded scenes for hunts.py and plants.py: lines, values, boxes and whole pages, and the styles to draw them in.
Lengths in points, sizes of type too; colours 0…255."""
import random

import draw

WORDS = ('Invoice Amount Harbour bridge Total Settings Overview Customer Release notes Ferry terminal Report Archive Signal '
         'tower Weekly summary Shipment Account Balance Market Delivery Contract Project Quay wall Ledger Storage Version '
         'Payment received Northern lights Open tickets Search results Address Street number Monday Team lead').split()
GROUNDS = [((255, 255, 255), (34, 34, 34)), ((255, 255, 255), (16, 24, 40)), ((247, 248, 250), (71, 84, 103)), ((255, 255, 255), (99, 124, 149)),
           ((15, 23, 42), (226, 232, 240)), ((32, 33, 36), (232, 234, 237)), ((37, 99, 235), (255, 255, 255)), ((255, 255, 255), (180, 35, 24)),
           ((254, 243, 199), (120, 53, 15)), ((255, 255, 255), (29, 78, 216)), ((18, 161, 80), (255, 255, 255))]
# Pairs of styles that draw the same scene; these leave every glyph in its place and shape.
S, F = dict(engine='skia'), dict(engine='freetype')
SL, FL = S | {'hint': 'slight'}, F | {'hint': 'slight'}
# Skia's own table of gamma and contrast is nearest to a gamma of 1.8.
G, GL = F | {'gamma': 1.8}, FL | {'gamma': 1.8}
REDRAWS = {
    'skia-freetype': (S, G), 'slight-skia-freetype': (SL, GL), 'gamma1.4': (F, F | {'gamma': 1.4}), 'slight-gamma': (FL | {'gamma': 1.4}, GL),
    'lcd': (S, G | {'lcd': 'fir'}), 'lcd-harmony': (FL, FL | {'lcd': 'harmony'}), 'lcd-gamma': (G, F | {'lcd': 'fir', 'gamma': 1.4}),
    'sampled': (S, G | {'shapes': 'sampled'}), 'slight-lcd': (SL, GL | {'lcd': 'fir', 'shapes': 'sampled'})}
# Smoothed clearly bolder or paler: by up to a third of the ink, in small type.
STRONG = {'skia-plain': (S, F), 'slight-skia-plain': (SL, FL), 'gamma1.8': (F, G), 'lcd-plain': (S, F | {'lcd': 'fir'})}
# Hinted lightly, which moves parts of glyphs up and down, and not at all.
LIGHT = {'slight-none': (SL, S), 'slight-gamma1.4': (FL, F | {'gamma': 1.4}), 'slight-none-lcd': (SL, G | {'lcd': 'fir'})}
# Hinted fully: stems at whole pixels.
HINTED = {'auto-none': (F | {'hint': 'auto'}, F), 'full-none': (S | {'hint': 'full'}, S), 'full-lcd': (F | {'hint': 'full'}, F | {'lcd': 'fir'})}
PLAIN = [S, SL, F, F | {'gamma': 1.4}, F | {'lcd': 'fir'}]


class Hunt:
    def __init__(self, seed, kind, index):
        self.r = random.Random(f'{seed}/{kind}/{index}')
        self.scale = self.r.choice((1, 1, 2))
        self.ground, self.ink = self.r.choice(GROUNDS)

    def font(self):
        fam = self.r.choice(list(draw.families().values()))
        return fam[min(self.r.choice((0, 1, 1)), len(fam) - 3)]

    def size(self):
        return self.r.choice((10, 11, 12, 13, 14, 14, 15, 16, 18, 20, 24, 28, 34, 40))

    def words(self, n):
        return ' '.join(self.r.choice(WORDS) for _ in range(n))

    def value(self):
        r = self.r
        return r.choice((f'€{r.randint(1, 99)},{r.randint(100, 999)}', f'{r.randint(100, 9999)}.{r.randint(10, 99)}', f'{r.randint(10, 23)}:{r.randint(10, 59)}',
                         f'2026-0{r.randint(1, 9)}-{r.randint(10, 28)}', f'INV-{r.randint(2000, 9999)}', f'{r.randint(10, 99)} %'))

    def replaced(self, text, same_width, font, digits=False):
        """The text with one letter (or digit) replaced; its note. None where there is none."""
        at = [i for i, c in enumerate(text) if (c.isdigit() if digits else c.isalpha())]
        if not at:
            return None
        i = self.r.choice(at)
        pool = '0123456789' if digits else ('abcdefghijklmnopqrstuvwxyz' if text[i].islower() else 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        pool = [c for c in pool if c != text[i]]
        if same_width:
            w = draw.width(text[i], font, 1)
            pool = sorted(pool, key=lambda c: abs(draw.width(c, font, 1) - w))[:4]
        c = self.r.choice(pool)
        return text[:i] + c + text[i + 1:], f'{text[i]}→{c} in “{text}”'

    def lines(self, texts, font, size, x=None, pad=None):
        """A scene of lines of text alone."""
        pad = self.r.randint(6, 16) if pad is None else pad
        x = pad + self.r.choice((0, .25, .5)) if x is None else x
        lead = round(size * 1.5)
        w = int(max(draw.width(t, font, size) for t in texts) + 2 * pad + 4)
        return (w, lead * len(texts) + 2 * pad, self.ground,
                [('text', x, pad + round(size) + lead * i, t, font, size, self.ink) for i, t in enumerate(texts)])


def page(h):
    """A scene with 8 lines of text or more, boxes, buttons and icons; and the index of an item with digits."""
    r = h.r
    fam = r.choice(list(draw.families().values()))
    reg, bold, size = fam[min(1, len(fam) - 3)], fam[-2], r.choice((11, 12, 13, 14, 15, 16))
    w, lead, items = r.randint(260, 400), round(size * 1.6), []
    card = tuple(min(255, max(0, c + (10 if c < 128 else -8))) for c in h.ground)
    edge = tuple((3 * g + i) // 4 for g, i in zip(h.ground, h.ink))
    items.append(('rect', 12, 10, w - 24, lead * 5 + 24, r.choice((0, 6, 8, 12)), card, (1, edge, 'trbl'), r.choice((None, (0, 2, 8, 0, (0, 0, 0), .2)))))
    y = 16 + lead
    items.append(('text', 24, y, h.words(2), bold, size + r.choice((0, 2, 6)), h.ink))
    for i in range(4):
        items.append(('icon', r.choice(list(draw.ICONS)), 24, y + lead * (i + 1) - 13, 16, h.ink, 1.8))
        items.append(('text', 48, y + lead * (i + 1), h.words(2), reg, size, h.ink))
        v = h.value()
        items.append(('text', w - 26 - draw.width(v, reg, size), y + lead * (i + 1), v, reg, size, h.ink))
    y = lead * 6 + 46
    accent = r.choice(((37, 99, 235), (18, 161, 80), (217, 45, 32)))
    items.append(('rect', 12, y - size - 4, 96, size + 14, 6, accent, None, None))
    items.append(('text', 28, y, r.choice(('Save', 'Send', 'Open')), bold, size, (255, 255, 255)))
    for i in range(r.randint(3, 6)):
        y += lead
        items.append(('text', 12, y + 14, h.words(r.randint(2, 3)), reg, size, h.ink))
        items.append(('dot', w - 20, y + 10, 3, accent))
    return (w, y + 30, h.ground, items)


def one_line(h, n=None):
    f = h.font()
    return h.words(n or h.r.randint(1, 3)), f, h.size()


def box(h):
    """Parts of a rounded box on the ground: x, y, w, h, radius, fill, border."""
    r = h.r
    light = sum(h.ground) > 384
    fill = r.choice((h.ink, (37, 99, 235), (217, 45, 32), h.ground if light else (51, 65, 85), (229, 231, 235) if light else (75, 85, 99)))
    border = (1, tuple((2 * g + i) // 3 for g, i in zip(h.ground, h.ink)), 'trbl')
    if fill != h.ground and r.random() < .5:
        border = None
    return [14, 12, r.randint(40, 220), r.randint(24, 90), r.choice((2, 4, 6, 8, 12)), fill, border]


def rects(h, a, b, sa=None, sb=None):
    scene = lambda p, s: (a[2] + 40, a[3] + 40, h.ground, [('rect', *p, s)])
    return scene(a, sa), scene(b, sb)
