#!/usr/bin/env python3
"""Draws pairs of pictures on which image diff tools go wrong, and asks a tool about them.

usage: edge-fresh.py gen DIR            writes the pairs and DIR/cases.json
       edge-fresh.py run DIR 'COMMAND'  COMMAND has {a} and {b}; exit status 0 is same, 1 is diff,
                                        anything else an error. Prints a row a pair, and the share.

`want` in cases.json: `same`, a careful reviewer would not want the build to fail; `diff`, they
would; `error`, a file is bad and the tool should say so. Written without knowledge of how any
tool decides. Needs numpy, pillow and the DejaVu fonts; everything is seeded.
"""
import dataclasses
import io
import json
import pathlib
import shlex
import struct
import subprocess
import sys
import zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
GRID = 10  # samples a pixel and axis for coverage


# Files ------------------------------------------------------------------------------------------


@dataclasses.dataclass
class File:
    """What is written, and under which extension; `content` None writes nothing."""

    content: object
    extension: str = "png"
    options: dict = dataclasses.field(default_factory=dict)

    def bytes(self):
        if isinstance(self.content, bytes):
            return self.content
        image = self.content
        if not isinstance(image, Image.Image):
            image = Image.fromarray(image)
        out = io.BytesIO()
        kinds = {"jpg": "JPEG", "tif": "TIFF", "tiff": "TIFF"}
        kind = kinds.get(self.extension.lower(), self.extension.upper())
        image.save(out, kind, **self.options)
        return out.getvalue()


def encoded(image, extension="png", **options):
    return File(image, extension, options).bytes()


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height, depth, colour, scanlines, *, extra=b"", interlace=0, squeeze=9):
    """A PNG from filtered scanlines."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    body = chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(scanlines, squeeze))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def unfiltered(rows):
    return b"".join(b"\0" + np.ascontiguousarray(r).tobytes() for r in rows)


def seven_passes(pixels):
    starts = [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)]
    parts = [pixels[y::dy, x::dx] for y, x, dy, dx in starts]
    return b"".join(unfiltered(p) for p in parts if p.size)


# Drawing ----------------------------------------------------------------------------------------


def font(size, face="DejaVuSans.ttf"):
    return ImageFont.truetype(str(FONTS / face), size, layout_engine=ImageFont.Layout.BASIC)


def coverage(width, height, draw, dx=0.0, dy=0.0):
    """0…1 a pixel: `draw` gets a canvas GRID times as large, and the offset in its units."""
    mask = Image.new("L", (width * GRID, height * GRID), 0)
    draw(ImageDraw.Draw(mask), dx * GRID, dy * GRID)
    samples = np.asarray(mask, np.float64) / 255
    return samples.reshape(height, GRID, width, GRID).mean((1, 3))


def paint(back, ink, cover):
    """`ink` over `back` by coverage, gamma-encoded, as most rasterisers do."""
    cover = cover if cover.ndim == 3 else cover[..., None]
    mixed = np.asarray(back, float) * (1 - cover) + np.asarray(ink, float) * cover
    return np.floor(mixed + 0.5).astype(np.uint8)


def lines(texts, size, face="DejaVuSans.ttf", left=12, top=10, leading=1.6):
    def draw(canvas, dx, dy):
        for k, text in enumerate(texts):
            y = (top + k * size * leading) * GRID + dy
            canvas.text((left * GRID + dx, y), text, font=font(size * GRID, face), fill=255)

    return draw


def flat(width, height, colour):
    return np.full((height, width, len(colour)), colour, np.uint8)


def panel(width, height, back, box, fill, radius=0):
    image = Image.new("RGB", (width, height), back)
    ImageDraw.Draw(image).rounded_rectangle(box, radius, fill=fill)
    return image


def ramp(width, height, low, high):
    """A gradient from the left to the right, each channel on its own."""
    t = np.linspace(0, 1, width)[None, :, None]
    row = np.asarray(low, float) * (1 - t) + np.asarray(high, float) * t
    return np.repeat(np.floor(row + 0.5).astype(np.uint8), height, 0)


def clouds(width, height, seed, cells=7):
    rng = np.random.default_rng(seed)
    small = rng.integers(10, 245, (cells, cells + 3, 3), dtype=np.uint8)
    return Image.fromarray(small).resize((width, height), Image.BICUBIC)


def article(width, height, seed):
    """A page of paragraphs and rules; no two rows of text are alike."""
    words = "harbour lantern quiet figure orange window ticket paper engine river signal morning".split()
    rng = np.random.default_rng(seed)
    image = Image.new("RGB", (width, height), (253, 252, 248))
    draw = ImageDraw.Draw(image)
    y = 14
    while y < height - 20:
        if rng.random() < 0.15:
            draw.rectangle([16, y + 6, width - 17, y + 7], fill=tuple(int(v) for v in rng.integers(90, 220, 3)))
            y += 18
            continue
        text = " ".join(words[i] for i in rng.integers(0, len(words), 9))
        draw.text((16, y), text, font=font(13), fill=(44, 40, 52))
        y += int(rng.integers(19, 24))
    return np.asarray(image)


# Colour profiles --------------------------------------------------------------------------------

SRGB = ((0.4360, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141))
DISPLAY_P3 = ((0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841))


def profile(primaries, gamma):
    """A version 2 matrix profile with one gamma for all channels."""
    def fixed(values):
        return b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    white = (0.9642, 1.0, 0.8249)
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
    name = b"desc" + bytes(4) + struct.pack(">I", 6) + b"fresh\0" + bytes(78)
    tags = {b"desc": name, b"cprt": b"text" + bytes(4) + b"none\0\0\0\0", b"wtpt": b"XYZ " + bytes(4) + fixed(white)}
    for letter, primary in zip(b"rgb", primaries):
        tags[bytes([letter]) + b"XYZ"] = b"XYZ " + bytes(4) + fixed(primary)
        tags[bytes([letter]) + b"TRC"] = curve
    table, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for tag, data in tags.items():
        table += tag + struct.pack(">II", start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    size = start + len(body)
    head = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x02200000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H", 2026, 11, 30, 0, 0, 0) + b"acsp" + bytes(28) + fixed(white)
    return head.ljust(128, b"\0") + table + body


def recode(colour, source, target, source_gamma, target_gamma):
    """The same colour as numbers of another profile, rounded."""
    light = (np.asarray(colour) / 255) ** source_gamma
    xyz = np.asarray(source).T @ light
    other = np.clip(np.linalg.solve(np.asarray(target).T, xyz), 0, 1)
    return tuple(int(v) for v in np.floor(other ** (1 / target_gamma) * 255 + 0.5))


# The pairs --------------------------------------------------------------------------------------

PAIRS = []


def pair(name, want, why, a, b):
    PAIRS.append((name, want, why, a if isinstance(a, File) else File(a), b if isinstance(b, File) else File(b)))


def antialiasing():
    menu = ["Départ à 18 h 42, quai 7", "Réserver une place", "Quelques minutes de retard"]
    code = ["let rows = pages.map { $0 }", "return rows.count > 12"]
    white, ink = (255, 255, 255), (17, 20, 24)
    night, pale = (22, 24, 34), (226, 230, 240)
    plain = coverage(300, 110, lines(menu, 17))
    for dx, dy in ((0.2, 0), (0.4, 0), (0, 0.3), (0.3, 0.2)):
        moved = coverage(300, 110, lines(menu, 17), dx, dy)
        pair(f"text-moved-{dx}-{dy}", "same", "text placed a fraction of a pixel elsewhere",
             paint(white, ink, plain), paint(white, ink, moved))
    mono = coverage(330, 70, lines(code, 14, "DejaVuSansMono.ttf"))
    pair("text-dark-moved", "same", "pale text on a dark ground, moved 0.25 px",
         paint(night, pale, mono), paint(night, pale, coverage(330, 70, lines(code, 14, "DejaVuSansMono.ttf"), 0.25)))
    for power in (0.85, 1.2):
        pair(f"text-smoothing-{power}", "same", f"other smoothing strength: coverage to the power of {power}",
             paint(white, (40, 60, 110), plain), paint(white, (40, 60, 110), plain ** power))
    serif = lines(["Chapter 3: Tides", "of the inland sea"], 26, "DejaVuSerif.ttf")
    grey = coverage(320, 100, serif)
    for name, order in (("rgb", (-1 / 3, 0, 1 / 3)), ("bgr", (1 / 3, 0, -1 / 3))):
        stripes = np.stack([coverage(320, 100, serif, dx) for dx in order], -1)
        pair(f"text-lcd-{name}", "same", f"{name.upper()} stripes against grey smoothing",
             paint(white, ink, grey), paint(white, ink, stripes))

    def outline(canvas, dx, dy):
        box = [20 * GRID + dx, 18 * GRID + dy, 170 * GRID + dx, 96 * GRID + dy]
        canvas.rounded_rectangle(box, 24 * GRID, outline=255, width=GRID)

    def circle(canvas, dx, dy):
        canvas.ellipse([12 * GRID + dx, 12 * GRID + dy, 76 * GRID + dx, 76 * GRID + dy], outline=255, width=2 * GRID)

    pair("outline-moved", "same", "1 px rounded outline moved by (0.25, 0.25) px",
         paint(white, (200, 40, 60), coverage(190, 114, outline)),
         paint(white, (200, 40, 60), coverage(190, 114, outline, 0.25, 0.25)))
    pair("circle-moved", "same", "2 px circle moved 0.4 px down",
         paint(night, (90, 200, 160), coverage(90, 90, circle)),
         paint(night, (90, 200, 160), coverage(90, 90, circle, 0, 0.4)))


def noise():
    rng = np.random.default_rng(20)
    base = ramp(360, 160, (180, 60, 40), (250, 200, 90)).astype(int)
    pair("dither-gradient", "same", "gradient with noise of one step", base.astype(np.uint8),
         (base + rng.integers(-1, 2, base.shape)).clip(0, 255).astype(np.uint8))
    grey = flat(200, 200, (118, 122, 130)).astype(int)
    pair("dither-flat", "same", "flat grey with noise of one step", grey.astype(np.uint8),
         (grey + rng.integers(-1, 2, grey.shape)).clip(0, 255).astype(np.uint8))
    rows, columns = np.indices((160, 360))
    checks = ((rows + columns) % 2)[..., None]
    pair("dither-ordered", "same", "gradient with every other pixel a step brighter", base.astype(np.uint8),
         (base + checks).clip(0, 255).astype(np.uint8))


def colours():
    fills = [((0, 150, 136), (8, 156, 140)), ((233, 78, 60), (223, 84, 68)), ((92, 72, 190), (98, 80, 192))]
    for k, (one, two) in enumerate(fills):
        pair(f"fill-{k}", "diff", f"a button's fill {one} becomes {two}",
             panel(300, 110, (250, 250, 252), [60, 30, 239, 79], one, 14),
             panel(300, 110, (250, 250, 252), [60, 30, 239, 79], two, 14))
    pair("background", "diff", "a card's ground (244, 240, 232) becomes (236, 240, 232)",
         flat(240, 160, (244, 240, 232)), flat(240, 160, (236, 240, 232)))
    caption = coverage(280, 80, lines(["Valid until 30 June", "Terms and conditions apply"], 15))
    for one, two in (((150, 150, 150), (118, 118, 118)), ((0x2E, 0x8B, 0x57), (0x1F, 0x66, 0x40))):
        pair(f"text-colour-{one[0]}", "diff", f"text {one} becomes {two} for contrast",
             paint((255, 255, 255), one, caption), paint((255, 255, 255), two, caption))


def thin_and_small():
    def page(width, height, ground, rule, colour):
        pixels = flat(width, height, (ground,) * 3)
        pixels[rule] = colour
        return pixels

    across = (slice(800, 801), slice(40, 1040))
    pair("hairline-across", "diff", "1 px divider 232 becomes 210 on a phone screen",
         page(1080, 1920, 255, across, 232), page(1080, 1920, 255, across, 210))
    down = (slice(60, 1100), slice(420, 421))
    pair("hairline-down", "diff", "1 px upright divider 52 becomes 74 on a dark screen",
         page(828, 1200, 28, down, 52), page(828, 1200, 28, down, 74))
    dot = (slice(333, 334), slice(1207, 1208))
    pair("dot-white", "diff", "one white pixel on a dark screen", page(1440, 900, 30, (slice(0), slice(0)), 0),
         page(1440, 900, 30, dot, 255))
    corner = (slice(0, 1), slice(0, 1))
    pair("dot-corner", "diff", "one red pixel in the corner of a light screen",
         page(1300, 800, 248, (slice(0), slice(0)), 0), page(1300, 800, 248, corner, (220, 0, 0)))


def alpha():
    pair("alpha-black", "diff", "fully transparent against opaque black", flat(48, 48, (0, 0, 0, 0)), flat(48, 48, (0, 0, 0, 255)))
    pair("alpha-white", "diff", "fully transparent white against opaque white", flat(40, 56, (255, 255, 255, 0)),
         flat(40, 56, (255, 255, 255, 255)))
    hidden = np.random.default_rng(4).integers(0, 256, (50, 70, 4), dtype=np.uint8)
    hidden[..., 3] = 0
    pair("alpha-hidden-noise", "same", "fully transparent; the colours below are noise", hidden, flat(70, 50, (0, 0, 0, 0)))
    logo = np.asarray(panel(90, 60, (0, 0, 0), [20, 15, 69, 44], (240, 90, 40))).copy()
    shape = (logo.sum(2) > 0).astype(np.uint8)[..., None] * 255
    other = logo.copy()
    other[shape[..., 0] == 0] = (255, 255, 255)
    pair("alpha-hidden-ground", "same", "a logo; white or black hides where it is transparent",
         np.concatenate([logo, shape], 2), np.concatenate([other, shape], 2))
    pair("alpha-equal-on-white", "diff", "blue at 40 % against the opaque colour it gives on white",
         flat(64, 40, (0, 0, 255, 102)), flat(64, 40, (153, 153, 255, 255)))
    pair("alpha-equal-on-black", "diff", "white at 60 % against the opaque grey it gives on black",
         flat(64, 40, (255, 255, 255, 153)), flat(64, 40, (153, 153, 153, 255)))


def depths():
    rng = np.random.default_rng(9)
    high = rng.integers(0, 256, (40, 52, 3)).astype(np.uint16) * 256
    one, two = [(high + rng.integers(0, 100, high.shape)).astype(">u2") for _ in range(2)]
    pair("deep-low-bytes", "same", "16-bit colour, only low bytes differ, by less than 100 of 65535",
         png(52, 40, 16, 2, unfiltered(one)), png(52, 40, 16, 2, unfiltered(two)))
    photo = np.asarray(clouds(96, 64, 3))
    pair("deep-against-8", "same", "16-bit colour (× 257) against 8 bits",
         png(96, 64, 16, 2, unfiltered((photo.astype(np.uint16) * 257).astype(">u2"))), photo)
    wash = np.stack([photo[..., 0], photo[..., 1]], -1)
    wide = (wash.astype(np.uint16) * 257).astype(">u2")
    spread = np.concatenate([np.repeat(wash[..., :1], 3, 2), wash[..., 1:]], 2)
    pair("deep-grey-alpha", "same", "16-bit grey with alpha against 8-bit RGBA", png(96, 64, 16, 4, unfiltered(wide)), spread)
    chips = panel(200, 80, (252, 250, 245), [30, 20, 169, 59], (210, 60, 100)).quantize(8, dither=0)
    pair("palette", "same", "8 colours in a palette against truecolour", chips, chips.convert("RGB"))
    nibbles = (np.arange(40)[None, :] // 3 % 16).repeat(20, 0).astype(np.uint8)
    packed = nibbles[:, ::2] << 4 | nibbles[:, 1::2]
    pair("grey-4-bit", "same", "4-bit grey against 8 bits", png(40, 20, 4, 0, unfiltered(packed)), nibbles * 17)
    index = (np.indices((24, 24)).sum(0) // 4 % 3).astype(np.uint8)
    table = np.array([(255, 0, 0, 255), (0, 90, 200, 128), (10, 20, 30, 0)], np.uint8)
    extra = chunk(b"PLTE", table[:, :3].tobytes()) + chunk(b"tRNS", table[:, 3].tobytes())
    pair("palette-alpha", "same", "a palette with alpha against RGBA", png(24, 24, 8, 3, unfiltered(index), extra=extra), table[index])
    key = np.where(index[..., None] == 1, (7, 8, 9), (200, 180, 40)).astype(np.uint8)
    cut = np.concatenate([key, np.where(index == 1, 0, 255).astype(np.uint8)[..., None]], 2)
    pair("colour-key", "same", "truecolour with one transparent colour against RGBA",
         png(24, 24, 8, 2, unfiltered(key), extra=chunk(b"tRNS", struct.pack(">3H", 7, 8, 9))), cut)
    pair("opaque-alpha", "same", "RGB against RGBA with alpha 255", clouds(120, 90, 5), clouds(120, 90, 5).convert("RGBA"))
    pair("interlaced", "same", "Adam7 against plain", png(96, 64, 8, 2, seven_passes(photo), interlace=1), photo)
    narrow = photo[:3, :5]
    pair("interlaced-small", "same", "Adam7 of 5×3 px: some passes are empty",
         png(5, 3, 8, 2, seven_passes(narrow), interlace=1), narrow)
    pair("grey-as-rgb", "same", "grey against RGB of equal channels", photo[..., 0].copy(), np.repeat(photo[..., :1], 3, 2))


def sizes_and_rows():
    card = np.asarray(panel(220, 130, (255, 255, 255), [20, 20, 199, 109], (60, 130, 90), 8))
    pair("one-column-more", "diff", "a blank column at the right", card, np.pad(card, ((0, 0), (0, 1), (0, 0)), constant_values=255))
    pair("rows-more-at-top", "diff", "two blank rows at the top", card, np.pad(card, ((2, 0), (0, 0), (0, 0)), constant_values=255))
    pair("one-row-less", "diff", "the last row cut off", card, card[:-1])
    pair("double-size", "diff", "the same card at twice the scale", card, card.repeat(2, 0).repeat(2, 1))
    page = article(420, 700, 6)
    for name, why, shifted in (
        ("rows-inserted", "3 blank rows inserted at 251", np.concatenate([page[:251], np.repeat(page[250:251] * 0 + 253, 3, 0), page[251:-3]])),
        ("rows-removed", "a paragraph of 44 rows removed at 300", np.concatenate([page[:300], page[344:], np.full((44, 420, 3), 250, np.uint8)])),
        ("row-doubled", "row 97 drawn twice, the rest 1 px lower", np.concatenate([page[:98], page[97:-1]])),
        ("moved-aside", "everything 2 px to the right", np.concatenate([page[:, :2], page[:, :-2]], 1)),
    ):
        pair(name, "diff", why, page, shifted)


def profiles():
    for colour in ((190, 90, 40), (70, 90, 200)):
        other = recode(colour, SRGB, DISPLAY_P3, 2.2, 2.2)
        pair(f"profile-same-look-{colour[0]}", "same", "one colour as numbers of sRGB and of Display P3, both tagged",
             File(flat(60, 60, colour), options={"icc_profile": profile(SRGB, 2.2)}),
             File(flat(60, 60, other), options={"icc_profile": profile(DISPLAY_P3, 2.2)}))
    soft = (150, 170, 130)
    pair("profile-gamma", "same", "one colour as numbers for gamma 2.2 and for 1.8, both tagged",
         File(flat(50, 50, soft), options={"icc_profile": profile(SRGB, 2.2)}),
         File(flat(50, 50, recode(soft, SRGB, SRGB, 2.2, 1.8)), options={"icc_profile": profile(SRGB, 1.8)}))
    for colour in ((20, 210, 60), (240, 120, 20)):
        pair(f"profile-retagged-{colour[0]}", "diff", f"{colour} with the tag of sRGB and of Display P3",
             File(flat(60, 60, colour), options={"icc_profile": profile(SRGB, 2.2)}),
             File(flat(60, 60, colour), options={"icc_profile": profile(DISPLAY_P3, 2.2)}))
    pair("profile-grey", "same", "a grey with either tag is the same grey",
         File(flat(60, 60, (128, 128, 128)), options={"icc_profile": profile(SRGB, 2.2)}),
         File(flat(60, 60, (128, 128, 128)), options={"icc_profile": profile(DISPLAY_P3, 2.2)}))


def formats():
    photo = clouds(256, 192, 8)
    turns = {3: Image.ROTATE_180, 6: Image.ROTATE_90, 8: Image.ROTATE_270}
    for orientation, turn in turns.items():
        exif = Image.Exif()
        exif[0x0112] = orientation
        pair(f"orientation-{orientation}", "same", f"a photo stored turned, with EXIF orientation {orientation}",
             File(photo, "jpg", {"quality": 96, "subsampling": 0}), File(photo.transpose(turn), "jpg", {"quality": 96, "subsampling": 0, "exif": exif}))
    chip = panel(180, 90, (240, 244, 250), [24, 20, 155, 69], (30, 60, 160), 12)
    pair("webp", "same", "lossless WebP against PNG", chip, File(chip, "webp", {"lossless": True}))
    clear = np.asarray(chip.convert("RGBA")).copy()
    clear[..., 3] = np.linspace(1, 255, 180).astype(np.uint8)
    pair("webp-alpha", "same", "lossless WebP with alpha against PNG", clear, File(clear, "webp", {"lossless": True, "exact": True}))
    pair("bmp", "same", "BMP against PNG", chip, File(chip, "bmp"))
    pair("tiff", "same", "LZW TIFF against PNG", File(chip, "tiff", {"compression": "tiff_lzw"}), chip)
    pair("name-shouting", "same", "files called .JPG and .jpg with the same bytes", File(encoded(photo, "jpg"), "JPG"), File(encoded(photo, "jpg"), "jpg"))
    pair("name-wrong-webp", "same", "WebP bytes in a file called .png", chip, File(encoded(chip, "webp", lossless=True), "png"))
    pair("name-wrong-png", "same", "PNG bytes in a file called .bmp", File(encoded(chip), "bmp"), chip)
    pair("changed-in-webp", "diff", "lossless WebP of a card without its button", chip,
         File(Image.new("RGB", (180, 90), (240, 244, 250)), "webp", {"lossless": True}))


def broken():
    good = encoded(panel(180, 90, (240, 244, 250), [24, 20, 155, 69], (30, 60, 160), 12))
    tall = encoded(clouds(200, 150, 12))
    pair("cut-late", "error", "a PNG without its last 60 bytes", tall, tall[:-60])
    pair("cut-early", "error", "a PNG cut within its header", good, good[:20])
    photo = encoded(clouds(200, 150, 12), "jpg")
    pair("cut-jpeg", "error", "a JPEG cut in half", File(photo, "jpg"), File(photo[: len(photo) // 2], "jpg"))
    pair("empty", "error", "a file of no bytes", good, b"")
    pair("words", "error", "a text file called .png", good, b"This is not a picture.\n" * 20)
    header = bytearray(good)
    header[29] ^= 0x40
    pair("header-check", "error", "the checksum of the header damaged", good, bytes(header))
    data = bytearray(tall)
    data[len(data) // 2] ^= 0x10
    pair("data-flipped", "error", "one bit of the data flipped", tall, bytes(data))
    pair("rows-missing", "error", "data for 10 rows under a header of 40", png(20, 40, 8, 0, bytes(21 * 40)), png(20, 40, 8, 0, bytes(21 * 10)))
    pair("bomb", "error", "a header of 50000×70000 px in 16 bits, with little data",
         png(50000, 70000, 16, 6, bytes(4000)), png(50000, 70000, 16, 6, bytes(4000)))
    pair("missing", "error", "the first file is not there", None, good)


def generate(folder):
    for kind in (antialiasing, noise, colours, thin_and_small, alpha, depths, sizes_and_rows, profiles, formats, broken):
        kind()
    cases = []
    for number, (name, want, why, a, b) in enumerate(PAIRS, 1):
        place = folder / f"{number:02d}-{name}"
        place.mkdir(parents=True, exist_ok=True)
        paths = []
        for stem, file in (("base", a), ("cur", b)):
            path = place / f"{stem}.{file.extension}"
            if file.content is not None:
                path.write_bytes(file.bytes())
            paths.append(str(path))
        cases.append({"name": name, "want": want, "why": why, "a": paths[0], "b": paths[1]})
    (folder / "cases.json").write_text(json.dumps(cases, indent=1) + "\n")
    print(len(cases), "pairs")


def run(folder, command):
    cases = json.loads((folder / "cases.json").read_text())
    right = 0
    for case in cases:
        words = shlex.split(command.format(a=shlex.quote(case["a"]), b=shlex.quote(case["b"])))
        try:
            status = subprocess.run(words, capture_output=True, timeout=60).returncode
        except subprocess.TimeoutExpired:
            status = 70
        # 70, and what a shell makes of a signal, is a crash: not a way of saying that a file is bad.
        crashed = status == 70 or status < 0 or status > 127
        found = {0: "same", 1: "diff"}.get(status, "crash" if crashed else "error")
        right += found == case["want"]
        mark = " " if found == case["want"] else "X"
        print(mark, case["name"].ljust(26), case["want"].ljust(6), found.ljust(6), case["why"])
    print(f"{right} of {len(cases)} as wanted ({100 * right / len(cases):.1f} %)")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "gen":
        generate(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 4 and sys.argv[1] == "run":
        run(pathlib.Path(sys.argv[2]), sys.argv[3])
    else:
        sys.exit(__doc__)


main()
