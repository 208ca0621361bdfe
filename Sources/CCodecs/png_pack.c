// From RGBA to the filtered rows of a PNG.
#include "CCodecs.h"
#include <string.h>

void ra_unpremultiply(const uint8_t *in, size_t width, uint8_t *out) {
  for (size_t x = 0; x < width; x++, in += 4, out += 4) {
    unsigned a = in[3];
    if (a == 255) {
      memcpy(out, in, 4);
    } else if (a == 0) {
      memset(out, 0, 4);
    } else {
      for (int c = 0; c < 3; c++) {
        unsigned v = (in[c] * 255u + a / 2) / a;
        out[c] = (uint8_t)(v > 255 ? 255 : v);
      }
      out[3] = (uint8_t)a;
    }
  }
}

int ra_is_opaque8(const uint8_t *in, size_t pixels) {
  enum { PIECE = 4096 };
  for (size_t x = 0; x < pixels;) {
    size_t end = pixels - x < PIECE ? pixels : x + PIECE;
    unsigned all = 255;
    for (; x < end; x++) all &= in[4 * x + 3];
    if (all != 255) return 0;
  }
  return 1;
}

int ra_is_opaque16(const uint16_t *in, size_t pixels) {
  for (size_t x = 0; x < pixels; x++)
    if (in[4 * x + 3] != 65535) return 0;
  return 1;
}

static inline uint32_t load32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

// Bytewise a − b.
static inline uint32_t minus(uint32_t a, uint32_t b) {
  uint32_t d = (a | 0x80808080u) - (b & 0x7F7F7F7Fu);
  return d ^ ((a ^ ~b) & 0x80808080u);
}

int ra_png_prefers_sub(const uint8_t *in, size_t width, size_t rows) {
  // A value is new where it is neither its left neighbour's nor the one's above: what is new costs
  // a literal, all else is part of a match. A quarter of the rows tells.
  size_t plain = 0, sub = 0;
  for (size_t y = 1; y < rows; y += 4) {
    const uint8_t *row = in + y * width * 4, *up = row - width * 4;
    for (size_t x = 2; x < width; x++) {
      uint32_t p = load32(row + 4 * x), left = load32(row + 4 * x - 4), above = load32(up + 4 * x);
      if (p == left && p == above) continue;
      plain += p != left && p != above;
      uint32_t d = minus(p, left);
      sub += d != minus(left, load32(row + 4 * x - 8)) && d != minus(above, load32(up + 4 * x - 4));
    }
  }
  return sub < plain;
}

#define INLINE static inline __attribute__((always_inline))

INLINE void pack(const uint8_t *in, size_t width, size_t rows, size_t channels, int sub, uint8_t *out) {
  for (size_t y = 0; y < rows; y++, in += width * 4) {
    *out++ = (uint8_t)sub;
    for (size_t x = 0; x < width; x++)
      for (size_t c = 0; c < channels; c++)
        *out++ = (uint8_t)(in[4 * x + c] - (sub && x ? in[4 * x + c - 4] : 0));
  }
}

void ra_png_pack8(const uint8_t *in, size_t width, size_t rows, int channels, int sub, uint8_t *out) {
  if (channels == 3) sub ? pack(in, width, rows, 3, 1, out) : pack(in, width, rows, 3, 0, out);
  else sub ? pack(in, width, rows, 4, 1, out) : pack(in, width, rows, 4, 0, out);
}

void ra_png_pack16(const uint16_t *in, size_t width, size_t rows, int channels, uint8_t *out) {
  for (size_t y = 0; y < rows; y++, in += width * 4) {
    *out++ = 0;
    for (size_t x = 0; x < width; x++) {
      for (int c = 0; c < channels; c++) {
        *out++ = (uint8_t)(in[4 * x + (size_t)c] >> 8);
        *out++ = (uint8_t)in[4 * x + (size_t)c];
      }
    }
  }
}
