#include "ReferenceCodecs.h"
#include <stdio.h>
#include <jpeglib.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <webp/encode.h>

uint8_t *reference_jpeg(const uint8_t *rgb, int width, int height, int quality, int progressive,
                        size_t *length) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  unsigned char *out = NULL;
  unsigned long size = 0;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &out, &size);
  jpeg.image_width = (JDIMENSION)width;
  jpeg.image_height = (JDIMENSION)height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  for (int c = 0; c < 3; c++) jpeg.comp_info[c].h_samp_factor = jpeg.comp_info[c].v_samp_factor = 1;
  if (progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = (JSAMPROW)rgb + (size_t)jpeg.next_scanline * (size_t)width * 3;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  *length = size;
  return out;
}

uint8_t *reference_jpeg_inks(const uint8_t *inks, int width, int height, int quality,
                             const uint8_t *profile, size_t profile_length, size_t *length) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  unsigned char *out = NULL;
  unsigned long size = 0;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &out, &size);
  jpeg.image_width = (JDIMENSION)width;
  jpeg.image_height = (JDIMENSION)height;
  jpeg.input_components = 4;
  jpeg.in_color_space = JCS_CMYK;
  jpeg_set_defaults(&jpeg);
  jpeg_set_colorspace(&jpeg, JCS_YCCK);  // which writes Adobe's marker
  jpeg_set_quality(&jpeg, quality, TRUE);
  for (int c = 0; c < 4; c++) jpeg.comp_info[c].h_samp_factor = jpeg.comp_info[c].v_samp_factor = 1;
  jpeg_start_compress(&jpeg, TRUE);
  if (profile) jpeg_write_icc_profile(&jpeg, profile, (unsigned)profile_length);
  JSAMPLE *row = malloc((size_t)width * 4);
  while (jpeg.next_scanline < jpeg.image_height) {
    for (int i = 0; i < width * 4; i++)
      row[i] = (JSAMPLE)(255 - inks[(size_t)jpeg.next_scanline * (size_t)width * 4 + (size_t)i]);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  free(row);
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  *length = size;
  return out;
}

uint8_t *reference_webp(const uint8_t *rgba, int width, int height, float quality, size_t *length) {
  uint8_t *out = NULL;
  *length = quality < 0 ? WebPEncodeLosslessRGBA(rgba, width, height, width * 4, &out)
                        : WebPEncodeRGBA(rgba, width, height, width * 4, quality, &out);
  return out;
}

typedef struct {
  uint8_t *bytes;
  size_t length, room, offset;
} sink;

static tmsize_t sink_read(thandle_t h, void *out, tmsize_t count) {
  sink *s = h;
  if (s->offset + (size_t)count > s->length) count = (tmsize_t)(s->length - s->offset);
  memcpy(out, s->bytes + s->offset, (size_t)count);
  s->offset += (size_t)count;
  return count;
}

static tmsize_t sink_write(thandle_t h, void *in, tmsize_t count) {
  sink *s = h;
  if (s->offset + (size_t)count > s->room) {
    s->room = (s->offset + (size_t)count) * 2;
    s->bytes = realloc(s->bytes, s->room);
  }
  memcpy(s->bytes + s->offset, in, (size_t)count);
  s->offset += (size_t)count;
  if (s->offset > s->length) s->length = s->offset;
  return count;
}

static toff_t sink_seek(thandle_t h, toff_t offset, int whence) {
  sink *s = h;
  s->offset = whence == SEEK_SET ? offset : whence == SEEK_CUR ? s->offset + offset : s->length + offset;
  return s->offset;
}

static int sink_close(thandle_t h) {
  (void)h;
  return 0;
}

static toff_t sink_size(thandle_t h) { return ((sink *)h)->length; }

uint8_t *reference_tiff(const void *samples, int width, int height, reference_tiff_kind kind,
                        size_t *length) {
  return reference_tiff_with_profile(samples, width, height, kind, NULL, 0, length);
}

uint8_t *reference_tiff_with_profile(const void *samples, int width, int height,
                                     reference_tiff_kind kind, const uint8_t *profile,
                                     size_t profile_length, size_t *length) {
  sink s = {0};
  TIFF *t = TIFFClientOpen("tiff", kind.is_big_endian ? "wb" : "wl", &s, sink_read, sink_write,
                           sink_seek, sink_close, sink_size, NULL, NULL);
  TIFFSetField(t, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(t, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, kind.depth);
  TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, kind.samples);
  TIFFSetField(t, TIFFTAG_PHOTOMETRIC, kind.photometric);
  TIFFSetField(t, TIFFTAG_COMPRESSION, kind.compression);
  TIFFSetField(t, TIFFTAG_ORIENTATION, kind.orientation);
  TIFFSetField(t, TIFFTAG_PLANARCONFIG,
               kind.is_separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (profile) TIFFSetField(t, TIFFTAG_ICCPROFILE, (uint32_t)profile_length, profile);
  if (kind.samples % 2 == 0 && kind.photometric != PHOTOMETRIC_SEPARATED) {
    uint16_t extra = (uint16_t)kind.alpha;
    TIFFSetField(t, TIFFTAG_EXTRASAMPLES, 1, &extra);
  }
  int bytes = kind.depth / 8, piece_width = width, piece_height = 5;
  if (kind.tile) {
    TIFFSetField(t, TIFFTAG_TILEWIDTH, kind.tile);
    TIFFSetField(t, TIFFTAG_TILELENGTH, kind.tile);
    piece_width = piece_height = kind.tile;
  } else {
    TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, piece_height);
  }
  int planes = kind.is_separate ? kind.samples : 1;
  int per_pixel = kind.is_separate ? 1 : kind.samples;
  uint8_t *piece = malloc((size_t)piece_width * piece_height * per_pixel * bytes);
  uint32_t index = 0;
  for (int plane = 0; plane < planes; plane++) {
    for (int y = 0; y < height; y += piece_height) {
      for (int x = 0; x < width; x += piece_width, index++) {
        memset(piece, 0, (size_t)piece_width * piece_height * per_pixel * bytes);
        int rows = height - y < piece_height ? height - y : piece_height;
        int columns = width - x < piece_width ? width - x : piece_width;
        for (int r = 0; r < rows; r++)
          for (int c = 0; c < columns; c++)
            memcpy(piece + ((size_t)r * piece_width + c) * per_pixel * bytes,
                   (const uint8_t *)samples +
                       (((size_t)(y + r) * width + x + c) * kind.samples + plane) * bytes,
                   (size_t)per_pixel * bytes);
        if (kind.tile)
          TIFFWriteEncodedTile(t, index, piece, (tmsize_t)piece_width * piece_height * per_pixel * bytes);
        else
          TIFFWriteEncodedStrip(t, index, piece, (tmsize_t)piece_width * rows * per_pixel * bytes);
      }
    }
  }
  free(piece);
  TIFFClose(t);
  *length = s.length;
  return s.bytes;
}

void reference_free(uint8_t *p) { free(p); }
