// TIFF through libtiff, from memory.
//
// Grey, RGB and CMYK of 8 and 16 bits are read as they are stored, because libtiff's own RGBA reading
// cuts 16 bits to 8 and multiplies by alpha. Bilevel, palette and YCbCr pictures, which have
// neither, go through it.
#include "CCodecs.h"
#include "Loaded.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *data;
  toff_t length, offset;
} source;

static tmsize_t read_some(thandle_t h, void *out, tmsize_t count) {
  source *s = h;
  if (count < 0 || s->offset >= s->length) return 0;
  if ((toff_t)count > s->length - s->offset) count = (tmsize_t)(s->length - s->offset);
  memcpy(out, s->data + s->offset, (size_t)count);
  s->offset += (toff_t)count;
  return count;
}

static tmsize_t write_none(thandle_t h, void *in, tmsize_t count) {
  (void)h, (void)in, (void)count;
  return 0;
}

static toff_t seek(thandle_t h, toff_t offset, int whence) {
  source *s = h;
  s->offset = whence == SEEK_SET ? offset : whence == SEEK_CUR ? s->offset + offset
                                                               : s->length + offset;
  return s->offset;
}

static int close_nothing(thandle_t h) {
  (void)h;
  return 0;
}

static toff_t size_of(thandle_t h) { return ((source *)h)->length; }

static TIFF *open_tiff(source *s) {
  // Handlers are the library's, not the file's: silent for all.
  ra_codec.TIFFSetErrorHandler(NULL);
  ra_codec.TIFFSetErrorHandlerExt(NULL);
  ra_codec.TIFFSetWarningHandler(NULL);
  // m: no memory map, for a broken offset must not become a stray address.
  return ra_codec.TIFFClientOpen("tiff", "rm", s, read_some, write_none, seek, close_nothing,
                                 size_of, NULL, NULL);
}

static uint16_t field16(TIFF *t, uint32_t tag, uint16_t otherwise) {
  uint16_t v = otherwise;
  return ra_codec.TIFFGetFieldDefaulted(t, tag, &v) ? v : otherwise;
}

ra_tiff_result ra_tiff_info_read(const uint8_t *data, size_t length, ra_tiff_info *info) {
  memset(info, 0, sizeof *info);
  if (ra_load_tiff()) return RA_TIFF_MISSING;
  source s = {data, length, 0};
  TIFF *t = open_tiff(&s);
  if (!t) return RA_TIFF_BAD;
  uint32_t width = 0, height = 0;
  ra_codec.TIFFGetField(t, TIFFTAG_IMAGEWIDTH, &width);
  ra_codec.TIFFGetField(t, TIFFTAG_IMAGELENGTH, &height);
  info->width = width;
  info->height = height;
  info->depth = field16(t, TIFFTAG_BITSPERSAMPLE, 1);
  info->samples = field16(t, TIFFTAG_SAMPLESPERPIXEL, 1);
  info->photometric = field16(t, TIFFTAG_PHOTOMETRIC, info->samples >= 3 ? 2 : 1);
  info->orientation = field16(t, TIFFTAG_ORIENTATION, 1);
  info->other_inks = field16(t, TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK;
  uint16_t format = field16(t, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  info->is_integer = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  uint16_t extra_count = 0, *extras = NULL;
  if (ra_codec.TIFFGetFieldDefaulted(t, TIFFTAG_EXTRASAMPLES, &extra_count, &extras) && extra_count)
    info->alpha = extras[0] == EXTRASAMPLE_ASSOCALPHA ? 1 : extras[0] == EXTRASAMPLE_UNASSALPHA ? 2 : 0;
  uint32_t profile_length = 0;
  void *profile = NULL;
  if (ra_codec.TIFFGetField(t, TIFFTAG_ICCPROFILE, &profile_length, &profile) && profile_length &&
      profile_length <= RA_LARGEST_PROFILE) {
    info->profile = malloc(profile_length);
    if (info->profile) {
      memcpy(info->profile, profile, profile_length);
      info->profile_length = profile_length;
    }
  }
  // Reduced copies of the first page are no pages of their own.
  for (int i = 0; i < 64 && ra_codec.TIFFReadDirectory(t); i++) {
    uint32_t kind = 0;
    ra_codec.TIFFGetField(t, TIFFTAG_SUBFILETYPE, &kind);
    if (!(kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK))) info->more_pages++;
  }
  ra_codec.TIFFClose(t);
  return RA_TIFF_OK;
}

// One sample of a piece: `bytes` a sample, `step` samples apart.
static void place(const uint8_t *in, size_t count, unsigned bytes, unsigned step, unsigned channel,
                  void *out) {
  if (bytes == 1) {
    uint8_t *to = (uint8_t *)out + channel;
    for (size_t i = 0; i < count; i++) to[4 * i] = in[i * step];
  } else {
    uint16_t *to = (uint16_t *)out + channel, v;
    for (size_t i = 0; i < count; i++) {
      memcpy(&v, in + 2 * i * step, 2);
      to[4 * i] = v;
    }
  }
}

typedef struct {
  TIFF *tiff;
  const ra_tiff_info *info;
  uint8_t *out;
  unsigned bytes;     // a sample
  int is_separate;    // planes, not pixels
  unsigned channels;  // that we want: 1…4, alpha last
} reading;

// Puts `width` × `height` pixels of a piece that begins at x, y in their places. `plane` is the
// channel of a separate plane.
static void place_piece(const reading *r, const uint8_t *piece, size_t stride, uint32_t x, uint32_t y,
                        uint32_t width, uint32_t height, unsigned plane) {
  for (uint32_t row = 0; row < height; row++) {
    const uint8_t *in = piece + row * stride;
    uint8_t *out = r->out + ((size_t)(y + row) * r->info->width + x) * 4 * r->bytes;
    if (r->is_separate) {
      place(in, width, r->bytes, 1, plane, out);
    } else {
      for (unsigned c = 0; c < r->channels; c++)
        place(in + c * r->bytes, width, r->bytes, r->info->samples, c, out);
    }
  }
}

static int read_pieces(const reading *r) {
  TIFF *t = r->tiff;
  uint32_t width = r->info->width, height = r->info->height;
  int tiled = ra_codec.TIFFIsTiled(t);
  uint32_t piece_width = width, piece_height = height;
  if (tiled) {
    if (!ra_codec.TIFFGetField(t, TIFFTAG_TILEWIDTH, &piece_width) ||
        !ra_codec.TIFFGetField(t, TIFFTAG_TILELENGTH, &piece_height))
      return 0;
  } else {
    ra_codec.TIFFGetFieldDefaulted(t, TIFFTAG_ROWSPERSTRIP, &piece_height);
    if (piece_height > height) piece_height = height;
  }
  if (!piece_width || !piece_height) return 0;
  unsigned per_pixel = r->is_separate ? 1 : r->info->samples;
  size_t stride = (size_t)piece_width * per_pixel * r->bytes;
  tmsize_t size = tiled ? ra_codec.TIFFTileSize(t) : ra_codec.TIFFStripSize(t);
  // A piece that is smaller than its own geometry says would be read beyond its end.
  if (size <= 0 || (size_t)size < stride * piece_height || (uint64_t)size > RA_LARGEST_PIECE) return 0;
  uint8_t *piece = calloc(1, (size_t)size);
  if (!piece) return 0;
  uint32_t across = (width - 1) / piece_width + 1, down = (height - 1) / piece_height + 1;
  unsigned planes = r->is_separate ? r->channels : 1;
  int good = 1;
  for (unsigned plane = 0; good && plane < planes; plane++) {
    for (uint32_t i = 0; good && i < across * down; i++) {
      uint32_t x = i % across * piece_width, y = i / across * piece_height;
      uint32_t w = width - x < piece_width ? width - x : piece_width;
      uint32_t h = height - y < piece_height ? height - y : piece_height;
      uint32_t index = plane * across * down + i;
      tmsize_t wanted = tiled ? size : (tmsize_t)(stride * h);
      tmsize_t got = tiled ? ra_codec.TIFFReadEncodedTile(t, index, piece, size)
                           : ra_codec.TIFFReadEncodedStrip(t, index, piece, wanted);
      good = got == wanted;
      if (good) place_piece(r, piece, stride, x, y, w, h, plane);
    }
  }
  free(piece);
  return good;
}

// Grey to all colours, white is zero turned round, alpha where there is none, straight alpha.
static void finish(const ra_tiff_info *info, void *out, int is_grey) {
  size_t count = (size_t)info->width * info->height;
#define FINISH(type, top)                                                                  \
  do {                                                                                     \
    type *p = out;                                                                         \
    for (size_t i = 0; i < count; i++, p += 4) {                                           \
      if (is_grey) {                                                                       \
        type alpha = p[1];                                                                 \
        if (info->photometric == PHOTOMETRIC_MINISWHITE) p[0] = (type)(top - p[0]);        \
        p[1] = p[2] = p[0];                                                                \
        p[3] = alpha;                                                                      \
      }                                                                                    \
      if (!info->alpha) {                                                                  \
        p[3] = top;                                                                        \
      } else if (info->alpha == 1 && p[3] != top) {                                        \
        for (int c = 0; c < 3; c++) {                                                      \
          uint64_t v = p[3] ? ((uint64_t)p[c] * top + p[3] / 2) / p[3] : 0;                \
          p[c] = (type)(v > top ? top : v);                                                \
        }                                                                                  \
      }                                                                                    \
    }                                                                                      \
  } while (0)
  if (info->depth == 16) FINISH(uint16_t, 65535);
  else FINISH(uint8_t, 255);
#undef FINISH
}

ra_tiff_result ra_tiff_read(const uint8_t *data, size_t length, const ra_tiff_info *info, void *out) {
  source s = {data, length, 0};
  TIFF *t = open_tiff(&s);
  if (!t) return RA_TIFF_BAD;
  int is_grey = info->photometric == PHOTOMETRIC_MINISBLACK || info->photometric == PHOTOMETRIC_MINISWHITE;
  int is_cmyk = info->photometric == PHOTOMETRIC_SEPARATED;
  unsigned colours = is_grey ? 1 : is_cmyk ? 4 : 3;
  int good;
  if ((is_grey || is_cmyk || info->photometric == PHOTOMETRIC_RGB) && (info->depth == 8 || info->depth == 16) &&
      info->samples >= colours) {
    reading r = {
        .tiff = t,
        .info = info,
        .out = out,
        .bytes = info->depth / 8,
        .is_separate = field16(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE,
        .channels = colours + (!is_cmyk && info->alpha && info->samples > colours ? 1 : 0),
    };
    good = read_pieces(&r);
    if (good && !is_cmyk) finish(info, out, is_grey);
  } else {
    // Rows from the top as stored: the orientation is ours to apply.
    good = ra_codec.TIFFReadRGBAImageOriented(t, info->width, info->height, out, info->orientation, 1);
  }
  ra_codec.TIFFClose(t);
  return good ? RA_TIFF_OK : RA_TIFF_BAD;
}
