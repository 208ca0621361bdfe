#include "ReferenceCodecs.h"
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct {
  const uint8_t *bytes;
  size_t length, offset;
  reference_png result;
} state;

static void note(state *s, const char *message) {
  strncpy(s->result.message, message, sizeof s->result.message - 1);
}

static void on_error(png_structp png, png_const_charp message) {
  note(png_get_error_ptr(png), message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  note(png_get_error_ptr(png), message);
}

static void on_read(png_structp png, png_bytep out, size_t count) {
  state *s = png_get_io_ptr(png);
  if (s->length - s->offset < count) png_error(png, "Read Error");
  memcpy(out, s->bytes + s->offset, count);
  s->offset += count;
}

reference_png reference_png_read(const uint8_t *bytes, size_t length, size_t most_pixels) {
  state *s = calloc(1, sizeof *s);
  s->bytes = bytes;
  s->length = length;
  png_bytep *volatile rows = NULL;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, s, on_error, on_warning);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    free(s->result.samples);
    s->result.samples = NULL;
  } else {
    png_set_read_fn(png, s, on_read);
    png_read_info(png, info);
    s->result.width = png_get_image_width(png, info);
    s->result.height = png_get_image_height(png, info);
    s->result.is_sixteen = png_get_bit_depth(png, info) == 16;
    if ((size_t)s->result.width * s->result.height > most_pixels) png_error(png, "too large");
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
    if (s->result.is_sixteen) png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t row_bytes = png_get_rowbytes(png, info);
    s->result.samples = calloc(s->result.height, row_bytes);
    rows = malloc(s->result.height * sizeof *rows);
    for (uint32_t y = 0; y < s->result.height; y++)
      rows[y] = (png_bytep)s->result.samples + y * row_bytes;
    png_read_image(png, rows);
    png_read_end(png, NULL);
  }
  free(rows);
  png_destroy_read_struct(&png, &info, NULL);
  reference_png result = s->result;
  free(s);
  return result;
}

void reference_png_free(reference_png *r) {
  free(r->samples);
  r->samples = NULL;
}

size_t reference_deflate(const uint8_t *bytes, size_t length, int level, int strategy, int window,
                         size_t block, uint8_t *out, size_t room) {
  z_stream z = {0};
  if (deflateInit2(&z, level, Z_DEFLATED, window, 8, strategy) != Z_OK) return 0;
  z.next_in = (Bytef *)bytes;
  z.next_out = out;
  z.avail_out = (uInt)room;
  int status = Z_OK;
  for (size_t done = 0; status == Z_OK;) {
    size_t piece = block && length - done > block ? block : length - done;
    z.avail_in = (uInt)piece;
    done += piece;
    status = deflate(&z, done == length ? Z_FINISH : Z_BLOCK);
  }
  size_t written = status == Z_STREAM_END ? z.total_out : 0;
  deflateEnd(&z);
  return written;
}

int reference_inflate(const uint8_t *bytes, size_t length, uint8_t *out, size_t room,
                      size_t *written) {
  z_stream z = {0};
  inflateInit(&z);
  z.next_in = (Bytef *)bytes;
  z.avail_in = (uInt)length;
  z.next_out = out;
  z.avail_out = (uInt)room;
  int status = inflate(&z, Z_FINISH);
  *written = z.total_out;
  inflateEnd(&z);
  return status;
}
