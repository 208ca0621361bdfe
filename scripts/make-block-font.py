#!/usr/bin/env python3
"""Makes the fonts in Fixtures/fonts, whose every metric is known. Needs fonttools (PyPI).

Usage: scripts/make-block-font.py [FOLDER]

Each glyph is a solid block with 50 units of side bearing, so text can be checked by arithmetic:

  units per em 1000, ascender 800, descender -200, line gap 0 (hhea, typo and win alike)
  A-Z          advance 600, 700 high
  a-z          advance 500, 500 high
  0-9          advance 550, 700 high
  space, no-break space and punctuation   advance 250, 100 high (spaces are blank)
  U+2014, ideographs and U+3000           advance 1000
  Hebrew alef, bet, gimel                 advance 600, 500, 400
  U+0301       advance 0, stands on the glyph before it by GPOS mark positioning
  U+25CF       advance 600, an ellipse of four quadratics
  f + i        one ligature of advance 800 (GSUB liga)
  A V, V A     kern -100;  T o  kern -60;  full stop + space  kern -50 (GPOS kern)

The variable font has the glyphs A and space, and a weight axis 400...900 whose instances Regular
(400), Medium (500) and Black (900) have A advance 600, 651.2 and 856. The collection has two faces.
The CFF font has 2816 units per em, more than FreeType's CFF engine takes as pixels, like Inter.
"""

import os
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation

CREATED = 3_000_000_000  # seconds since 1904: the same bytes whenever it runs


def rectangle(pen, left, bottom, right, top):
    pen.moveTo((left, bottom))
    pen.lineTo((left, top))
    pen.lineTo((right, top))
    pen.lineTo((right, bottom))
    pen.closePath()


def block(advance, height):
    pen = TTGlyphPen(None)
    if height:
        rectangle(pen, 50, 0, advance - 50, height)
    return pen.glyph()


def ellipse():
    pen = TTGlyphPen(None)
    pen.moveTo((50, 350))
    pen.qCurveTo((50, 700), (300, 700))
    pen.qCurveTo((550, 700), (550, 350))
    pen.qCurveTo((550, 0), (300, 0))
    pen.qCurveTo((50, 0), (50, 350))
    pen.closePath()
    return pen.glyph()


def acute():
    pen = TTGlyphPen(None)
    rectangle(pen, -50, 0, 50, 100)
    return pen.glyph()


def finish(builder, family, style, units=1000):
    ascent, descent = units * 4 // 5, units - units * 4 // 5
    builder.setupHorizontalHeader(ascent=ascent, descent=-descent, lineGap=0)
    builder.setupOS2(
        sTypoAscender=ascent, sTypoDescender=-descent, sTypoLineGap=0,
        usWinAscent=ascent, usWinDescent=descent, achVendID="NONE")
    compact = (family + "-" + style).replace(" ", "")
    builder.setupNameTable({
        "familyName": family, "styleName": style, "uniqueFontIdentifier": compact,
        "fullName": f"{family} {style}", "psName": compact, "version": "Version 1.0",
    }, mac=False)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = CREATED
    builder.font.recalcTimestamp = False
    return builder.font


FEATURES = """
languagesystem DFLT dflt;
languagesystem latn dflt;
languagesystem hebr dflt;
feature liga { sub f i by f_i; } liga;
feature kern { pos A V -100; pos V A -100; pos T o -60; pos period space -50; } kern;
markClass acutecomb <anchor 0 0> @TOP;
feature mark {
  pos base [a e i o u n] <anchor 250 550> mark @TOP;
  pos base [A E O] <anchor 300 750> mark @TOP;
} mark;
"""


def regular(style="Regular", capital=600):
    glyphs, advances, characters = {}, {}, {}

    def add(name, advance, glyph, *scalars):
        glyphs[name], advances[name] = glyph, (advance, 0)
        for scalar in scalars:
            characters[scalar] = name

    add(".notdef", 500, block(500, 700))
    add("space", 250, block(250, 0), 0x20, 0xA0)
    for code in range(0x21, 0x7F):
        letter = chr(code)
        if letter.isupper():
            add(letter, capital, block(capital, 700), code)
        elif letter.islower():
            add(letter, 500, block(500, 500), code)
        elif letter.isdigit():
            add(f"uni{code:04X}", 550, block(550, 700), code)
        else:
            name = "period" if letter == "." else f"uni{code:04X}"
            add(name, 250, block(250, 100), code)
    for code in (0x2010, 0x2013, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026):
        add(f"uni{code:04X}", 250, block(250, 100), code)
    add("emdash", 1000, block(1000, 100), 0x2014)
    add("ideograph", 1000, block(1000, 800), 0x4E00, 0x4E8C, 0x4E09)
    add("idspace", 1000, block(1000, 0), 0x3000)
    for code, advance in ((0x5D0, 600), (0x5D1, 500), (0x5D2, 400)):
        add(f"uni{code:04X}", advance, block(advance, 600), code)
    add("acutecomb", 0, acute(), 0x301)
    add("circle", 600, ellipse(), 0x25CF)
    add("f_i", 800, block(800, 500))

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(characters)
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({
        name: (advance, getattr(table[name], "xMin", 0)) for name, (advance, _) in advances.items()
    })
    builder.addOpenTypeFeatures(FEATURES)
    return finish(builder, "RenderAudit Block", style)


def variable():
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "A"])
    builder.setupCharacterMap({0x20: "space", 0x41: "A"})
    builder.setupGlyf({
        ".notdef": block(500, 700), "space": block(250, 0), "A": block(600, 700)})
    builder.setupHorizontalMetrics({".notdef": (500, 50), "space": (250, 0), "A": (600, 50)})
    font = finish(builder, "RenderAudit Block Variable", "Regular")
    # FreeType names instances only where a font has a prefix for it.
    font["name"].setName("BlockVF", 25, 3, 1, 0x409)
    builder.setupFvar(
        [("wght", 400, 400, 900, "Weight")],
        [dict(location=dict(wght=weight), stylename=name, postscriptfontname=f"BlockVF-{name}")
         for name, weight in (("Regular", 400), ("Medium", 500), ("Black", 900))])
    # The block's four corners, then the phantom points: left, right (the advance), top, bottom.
    wider = [(0, 0), (0, 0), (256, 0), (256, 0), (0, 0), (256, 0), (0, 0), (0, 0)]
    builder.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, GlyphCoordinates(wider))]})
    builder.setupStat([dict(tag="wght", name="Weight", values=[
        dict(name="Regular", value=400, flags=2)])])
    return font


def cff():
    units = 2816
    charstrings = {}
    for name, advance, height in ((".notdef", 1408, 1971), ("space", 704, 0), ("A", 1689, 1971)):
        pen = T2CharStringPen(advance, None)
        if height:
            rectangle(pen, 141, 0, advance - 141, height)
        charstrings[name] = pen.getCharString()
    pen = T2CharStringPen(1408, None)
    pen.moveTo((141, 705))
    pen.curveTo((141, 1095), (394, 1409), (704, 1409))
    pen.curveTo((1014, 1409), (1267, 1095), (1267, 705))
    pen.curveTo((1267, 315), (1014, 1), (704, 1))
    pen.curveTo((394, 1), (141, 315), (141, 705))
    pen.closePath()
    charstrings["o"] = pen.getCharString()
    builder = FontBuilder(units, isTTF=False)
    builder.setupGlyphOrder(list(charstrings))
    builder.setupCharacterMap({0x20: "space", 0x41: "A", 0x6F: "o"})
    builder.setupCFF("RenderAuditBlockCFF-Regular", {}, charstrings, {})
    builder.setupHorizontalMetrics(
        {".notdef": (1408, 141), "space": (704, 0), "A": (1689, 141), "o": (1408, 141)})
    return finish(builder, "RenderAudit Block CFF", "Regular", units)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(
        os.path.dirname(__file__), "..", "Fixtures", "fonts")
    os.makedirs(folder, exist_ok=True)
    regular().save(os.path.join(folder, "RenderAuditBlock-Regular.ttf"))
    variable().save(os.path.join(folder, "RenderAuditBlockVariable.ttf"))
    cff().save(os.path.join(folder, "RenderAuditBlockCFF-Regular.otf"))
    collection = TTCollection()
    collection.fonts = [regular(), regular("Wide", capital=700)]
    collection.save(os.path.join(folder, "RenderAuditBlock.ttc"))


if __name__ == "__main__":
    main()
