"""Draws small scenes with real renderers: Skia, and FreeType with its own compositing.

A scene is (w, h, ground, items), lengths in points, colours (r, g, b) of 0…255. Items:
  ('text', x, baseline, string, font file, size, colour)
  ('rect', x, y, w, h, radius, fill or None, border or None, shadow or None)
      border (width, colour, sides: a subset of 'trbl'); shadow (dx, dy, blur, spread, colour, alpha 0…1)
  ('icon', name, x, y, size, colour, stroke width of 24)
  ('dot', cx, cy, r, colour)
  ('grad', x, y, w, h, colour above, colour below)
A style says how it is drawn: engine 'skia' or 'freetype', hint 'none'|'slight'|'full' ('auto' with FreeType),
lcd '' | 'harmony' | 'fir' (FreeType only), gamma of the compositing of text (FreeType only; 1 is plain),
shapes 'analytic' | 'sampled' (16 samples a pixel, as a GPU's), snap (glyphs at whole pixels).
"""
import ctypes
import functools
import glob
import os

import freetype as ft
import numpy as np
import skia

ROOTS = ('/usr/share/fonts', '/usr/local/share/fonts', os.path.expanduser('~/.local/share/fonts'))

# Family -> weights from light to bold, and an italic.
FAMILIES = {
    'Inter': ('Inter-Regular.otf', 'Inter-Medium.otf', 'Inter-SemiBold.otf', 'Inter-Bold.otf', 'Inter-Italic.otf'),
    'Roboto': ('Roboto-Light.ttf', 'Roboto-Regular.ttf', 'Roboto-Medium.ttf', 'Roboto-Bold.ttf', 'Roboto-Italic.ttf'),
    'Lato': ('Lato-Regular.ttf', 'Lato-Medium.ttf', 'Lato-Semibold.ttf', 'Lato-Bold.ttf', 'Lato-Italic.ttf'),
    'Open Sans': ('OpenSans-Light.ttf', 'OpenSans-Regular.ttf', 'OpenSans-Semibold.ttf', 'OpenSans-Bold.ttf',
                  'OpenSans-Italic.ttf'),
    'Liberation Sans': ('LiberationSans-Regular.ttf', 'LiberationSans-Bold.ttf', 'LiberationSans-Italic.ttf'),
    'Liberation Serif': ('LiberationSerif-Regular.ttf', 'LiberationSerif-Bold.ttf', 'LiberationSerif-Italic.ttf'),
    'DejaVu Sans': ('DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSans-Oblique.ttf'),
    'JetBrains Mono': ('JetBrainsMono-Regular.ttf', 'JetBrainsMono-Medium.ttf', 'JetBrainsMono-SemiBold.ttf',
                       'JetBrainsMono-Bold.ttf', 'JetBrainsMono-Italic.ttf'),
}

ICONS = {
    'home': 'M4 11l8-7 8 7v9h-5v-6H9v6H4z', 'search': 'M17 10.500a6.500 6.500 0 1 1-13 0 6.500 6.500 0 0 1 13 0M15.500 15.500L21 21',
    'bell': 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4', 'mail': 'M3 6h18v13H3zM3 7l9 6 9-6', 'check': 'M5 12.500l4.500 4.500L19 7.500',
    'close': 'M6 6l12 12M18 6L6 18', 'plus': 'M12 5v14M5 12h14', 'minus': 'M5 12h14', 'right': 'M9 5l7 7-7 7', 'left': 'M15 5l-7 7 7 7',
    'doc': 'M6 3h8l5 5v13H6zM14 3v5h5', 'play': 'M8 5l11 7-11 7z', 'pause': 'M8 5v14M16 5v14', 'flag': 'M6 21V4h12l-3 4 3 4H6',
    'down': 'M12 4v12M6 11l6 6 6-6M4 20.500h16', 'up': 'M12 17V5M6 10l6-6 6 6M4 20.500h16', 'lock': 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3',
    'open': 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 7.500-2', 'menu': 'M4 6h16M4 12h16M4 18h16', 'heart': 'M12 20S4 14.500 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 5.500-8 11-8 11z',
}


@functools.lru_cache(None)
def files():
    return {os.path.basename(p): p for r in ROOTS for p in glob.glob(r + '/**/*.[ot]tf', recursive=True)}


def families():
    """The families of which every face is installed."""
    return {k: v for k, v in FAMILIES.items() if all(f in files() for f in v)}


@functools.lru_cache(None)
def typeface(name):
    return skia.Typeface.MakeFromFile(files()[name])


@functools.lru_cache(None)
def face(name):
    return ft.Face(files()[name])


def advances(text, font, size):
    """Unhinted advances of the glyphs, in points."""
    f = skia.Font(typeface(font), 1000)
    f.setLinearMetrics(True)
    f.setHinting(skia.FontHinting.kNone)
    return [w * size / 1000 for w in f.getWidths(f.textToGlyphs(text))]


def width(text, font, size):
    return sum(advances(text, font, size))


def colour(c, alpha=1.0):
    return skia.Color4f(c[0] / 255, c[1] / 255, c[2] / 255, alpha)


def paint(c, alpha=1.0):
    p = skia.Paint(colour(c, alpha))
    p.setAntiAlias(True)
    return p


def shape(canvas, it):
    """One item that is no text, in points."""
    if it[0] == 'rect':
        _, x, y, w, h, r, fill, border, shadow = it
        if shadow and shadow[5] > 0:
            dx, dy, blur, spread, sc, alpha = shadow
            p = paint(sc, alpha)
            if blur:
                p.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur / 2))
            out = skia.Rect.MakeXYWH(x + dx - spread, y + dy - spread, w + 2 * spread, h + 2 * spread)
            canvas.drawRRect(skia.RRect.MakeRectXY(out, max(0, r + spread), max(0, r + spread)), p)
        outer = skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(x, y, w, h), r, r)
        if fill is not None:
            canvas.drawRRect(outer, paint(fill))
        if border and border[0] > 0:
            bw, bc, sides = border
            t, rr, b, le = (bw if s in sides else 0 for s in 'trbl')
            inner = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(x + le, y + t, x + w - rr, y + h - b), max(0, r - bw), max(0, r - bw))
            canvas.drawDRRect(outer, inner, paint(bc))
    elif it[0] == 'dot':
        canvas.drawCircle(it[1], it[2], it[3], paint(it[4]))
    elif it[0] == 'icon':
        _, name, x, y, size, c, stroke = it
        svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path d="{ICONS[name]}" fill="none" '
               f'stroke="#%02x%02x%02x" stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round"/></svg>' % tuple(c))
        dom = skia.SVGDOM.MakeFromStream(skia.MemoryStream(svg.encode()))
        dom.setContainerSize(skia.Size(24, 24))
        canvas.save()
        canvas.translate(x, y)
        canvas.scale(size / 24, size / 24)
        dom.render(canvas)
        canvas.restore()
    elif it[0] == 'grad':
        _, x, y, w, h, c0, c1 = it
        g = skia.GradientShader.MakeLinear([(x, y), (x, y + h)], [colour(c0).toColor(), colour(c1).toColor()])
        p = skia.Paint(Shader=g)
        canvas.drawRect(skia.Rect.MakeXYWH(x, y, w, h), p)


def positions(it, scale, snap):
    """Glyph origins of a text item, in pixels."""
    _, x, y, s, font, size, _c = it
    xs, at = [], x * scale
    for a in advances(s, font, size * scale):
        xs.append(float(round(at)) if snap else at)
        at += a
    return xs, float(round(y * scale))


HINTS = {'none': skia.FontHinting.kNone, 'slight': skia.FontHinting.kSlight, 'full': skia.FontHinting.kNormal,
         'auto': skia.FontHinting.kFull}


def skia_text(canvas, it, scale, style):
    f = skia.Font(typeface(it[4]), it[5] * scale)
    f.setHinting(HINTS[style.get('hint', 'none')])
    f.setSubpixel(not style.get('snap'))
    f.setForceAutoHinting(style.get('hint') == 'auto')
    f.setEdging(skia.Font.Edging.kAntiAlias)
    xs, y = positions(it, scale, style.get('snap'))
    blob = skia.TextBlob.MakeFromPosTextH(it[3], xs, y, f)
    if blob:
        canvas.drawTextBlob(blob, 0, 0, paint(it[6]))


FLAGS = {'none': ft.FT_LOAD_NO_HINTING, 'slight': ft.FT_LOAD_TARGET_LIGHT, 'full': ft.FT_LOAD_TARGET_NORMAL,
         'auto': ft.FT_LOAD_FORCE_AUTOHINT | ft.FT_LOAD_TARGET_NORMAL}
FIR = np.array([8, 77, 86, 77, 8]) / 256   # FreeType's default filter


def glyph(f, ch, frac, style):
    """Coverage 0…1 (rows, columns, 3), and its left and top in pixels from the origin's pixel."""
    f.load_char(ch, FLAGS[style.get('hint', 'none')] | ft.FT_LOAD_NO_BITMAP)
    g = f.glyph
    o = ctypes.byref(g.outline._FT_Outline)
    ft.FT_Outline_Translate(o, round(frac * 64), 0)
    lcd = style.get('lcd', '')
    if lcd == 'fir':
        ft.FT_Outline_Transform(o, ctypes.byref(ft.FT_Matrix(3 * 65536, 0, 0, 65536)))
    g.render(ft.FT_RENDER_MODE_LCD if lcd == 'harmony' else ft.FT_RENDER_MODE_NORMAL)
    b = g.bitmap
    if not b.rows or not b.width:
        return None
    a = np.array(b.buffer, np.uint8).reshape(b.rows, b.pitch)[:, :b.width] / 255
    left = g.bitmap_left
    if lcd == 'harmony':
        a = a.reshape(b.rows, -1, 3)
    elif lcd == 'fir':
        lead = left % 3 + 3
        a = np.pad(a, ((0, 0), (lead, (-(lead + a.shape[1])) % 3 + 3)))
        left = (left - lead) // 3
        wide = np.pad(a, ((0, 0), (2, 2)))
        a = sum(f * wide[:, i:i + a.shape[1]] for i, f in enumerate(FIR)).reshape(b.rows, -1, 3)
    else:
        a = np.repeat(a[..., None], 3, 2)
    return a, left, g.bitmap_top


def freetype_text(im, it, scale, style):
    """Composites a text item onto im (float, 0…255)."""
    f = face(it[4])
    f.set_char_size(round(it[5] * scale * 64))
    xs, y = positions(it, scale, style.get('snap'))
    first = max(0, int(y - 1.5 * it[5] * scale))
    im = im[first:int(y + it[5] * scale)]      # what the line can reach
    mask = np.zeros(im.shape)
    for ch, x in zip(it[3], xs):
        g = glyph(f, ch, x - np.floor(x), style)
        if g is None:
            continue
        a, left, top = g
        x0, y0 = int(np.floor(x)) + left, int(y) - top - first
        cx, cy = max(0, -x0), max(0, -y0)
        a = a[cy:max(cy, im.shape[0] - y0), cx:max(cx, im.shape[1] - x0)]
        if a.size:
            part = mask[y0 + cy:y0 + cy + a.shape[0], x0 + cx:x0 + cx + a.shape[1]]
            np.copyto(part, np.minimum(1, part + a))
    g, on = style.get('gamma', 1), (mask[..., 0] + mask[..., 1] + mask[..., 2]) > 0
    m, fg = mask[on], np.array(it[6]) / 255
    im[on] = 255 * ((1 - m) * (im[on] / 255) ** g + m * fg ** g) ** (1 / g)


def surface(w, h):
    return skia.Surface.MakeRaster(skia.ImageInfo.Make(w, h, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType))


def render(scene, scale, style):
    """The scene as an array (rows, columns, 3) of 0…255, `scale` pixels to the point."""
    w, h, ground, items = scene
    pw, ph = round(w * scale), round(h * scale)
    over = 4 if style.get('shapes') == 'sampled' else 1
    s = surface(pw * over, ph * over)
    c = s.getCanvas()
    c.clear(colour(ground))
    c.scale(scale * over, scale * over)
    for it in items:
        if it[0] != 'text':
            shape(c, it)
    a = s.toarray(colorType=skia.kRGBA_8888_ColorType)[..., :3]
    if over > 1:
        parts = [a[i::over, j::over].astype(np.uint16) for i in range(over) for j in range(over)]
        a = ((sum(parts) + over * over // 2) // (over * over)).astype(np.uint8)
    texts = [it for it in items if it[0] == 'text']
    if style['engine'] == 'freetype':
        im = a.astype(float)
        for it in texts:
            freetype_text(im, it, scale, style)
        return np.clip(np.round(im), 0, 255).astype(np.uint8)
    s = surface(pw, ph)
    c = s.getCanvas()
    c.drawImage(skia.Image.fromarray(np.ascontiguousarray(np.dstack([a, np.full((ph, pw), 255, np.uint8)])),
                                     colorType=skia.kRGBA_8888_ColorType), 0, 0)
    for it in texts:
        skia_text(c, it, scale, style)
    return s.toarray(colorType=skia.kRGBA_8888_ColorType)[..., :3].copy()


def visible(a, b):
    """(largest CIEDE2000, sum of its squares) over the pixels that differ; arrays of one size."""
    from skimage.color import deltaE_ciede2000, rgb2lab
    m = (a != b).any(2)
    if not m.any():
        return 0.0, 0.0
    de = deltaE_ciede2000(rgb2lab(a[m][None] / 255.), rgb2lab(b[m][None] / 255.))
    return float(de.max()), float((de ** 2).sum())


def seen(v):
    """What a person can see: a just noticeable step somewhere, and 256 squared steps in all."""
    return v is None or (v[0] >= 1 and v[1] >= 256)
