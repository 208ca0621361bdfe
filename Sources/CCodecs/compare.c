#include "CCodecs.h"
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// Whether pixel x differs; where both have alpha 0 it does not.
INLINE int differs(const uint8_t *a, const uint8_t *b, size_t x, unsigned bytes, unsigned alpha) {
  a += x * bytes;
  b += x * bytes;
  int same = 1, visible = alpha == 0;
  for (unsigned i = 0; i < bytes; i++) same &= a[i] == b[i];
  for (unsigned i = bytes - alpha; i < bytes; i++) visible |= a[i] | b[i];
  return !same & (visible != 0);
}

INLINE size_t count(const uint8_t *a, const uint8_t *b, size_t from, size_t to, unsigned bytes,
                    unsigned alpha) {
  size_t n = 0;
  if (bytes == 4 && alpha == 1) {
    // In words, for the compiler to put eight in a register.
    uint32_t words = 0, opacity;
    memcpy(&opacity, (uint8_t[4]){0, 0, 0, 255}, 4);
    for (size_t x = from; x < to; x++) {
      uint32_t p, q;
      memcpy(&p, a + 4 * x, 4);
      memcpy(&q, b + 4 * x, 4);
      words += (p != q) & (((p | q) & opacity) != 0);
    }
    return words;
  }
  for (size_t x = from; x < to; x++) n += (size_t)differs(a, b, x, bytes, alpha);
  return n;
}

INLINE ra_row_difference compare(const uint8_t *a, const uint8_t *b, size_t width, uint8_t *tiles,
                                 unsigned bytes, unsigned alpha) {
  ra_row_difference d = {0, 0, 0};
  size_t first_tile = 0, last_tile = 0;
  for (size_t x = 0, t = 0; x < width; x += RA_TILE, t++) {
    size_t end = width - x < RA_TILE ? width : x + RA_TILE;
    if (memcmp(a + x * bytes, b + x * bytes, (end - x) * bytes) == 0) continue;
    size_t n = count(a, b, x, end, bytes, alpha);
    if (n == 0) continue;
    tiles[t] = 1;
    if (d.differing == 0) first_tile = x;
    last_tile = x;
    d.differing += n;
  }
  if (d.differing) {
    d.first = first_tile;
    while (!differs(a, b, d.first, bytes, alpha)) d.first++;
    d.last = width - last_tile < RA_TILE ? width - 1 : last_tile + RA_TILE - 1;
    while (!differs(a, b, d.last, bytes, alpha)) d.last--;
  }
  return d;
}

INLINE ra_row_difference compare_kind(const uint8_t *a, const uint8_t *b, size_t width,
                                      ra_pixel_kind kind, uint8_t *tiles) {
  switch (kind) {
    case RA_GREY8: return compare(a, b, width, tiles, 1, 0);
    case RA_GREY_ALPHA8: return compare(a, b, width, tiles, 2, 1);
    case RA_RGB8: return compare(a, b, width, tiles, 3, 0);
    case RA_RGBA8: return compare(a, b, width, tiles, 4, 1);
    case RA_GREY16: return compare(a, b, width, tiles, 2, 0);
    case RA_GREY_ALPHA16: return compare(a, b, width, tiles, 4, 2);
    case RA_RGB16: return compare(a, b, width, tiles, 6, 0);
    default: return compare(a, b, width, tiles, 8, 2);
  }
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static ra_row_difference compare_v3(
    const uint8_t *a, const uint8_t *b, size_t width, ra_pixel_kind kind, uint8_t *tiles) {
  return compare_kind(a, b, width, kind, tiles);
}
#endif

ra_row_difference ra_compare_row(const uint8_t *a, const uint8_t *b, size_t width,
                                 ra_pixel_kind kind, uint8_t *tiles) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v3")) return compare_v3(a, b, width, kind, tiles);
#endif
  return compare_kind(a, b, width, kind, tiles);
}
