#include "CCodecs.h"
#include <string.h>

static inline unsigned packed(const uint8_t *row, size_t x, unsigned depth) {
  size_t bit = x * depth;
  return (row[bit >> 3] >> (8 - depth - (bit & 7))) & ((1u << depth) - 1);
}

typedef uint8_t u8x16 __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) void add_alpha_to(const uint8_t *in, size_t width,
                                                               uint8_t *out) {
  const u8x16 opaque = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255};
  const u8x16 keep = ~opaque;
  size_t x = 0;
  // Sixteen bytes are read for twelve: the last pixels go singly.
  for (; x + 6 <= width; x += 4, in += 12, out += 16) {
    u8x16 v;
    memcpy(&v, in, 16);
    v = __builtin_shufflevector(v, v, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
    v = (v & keep) | opaque;
    memcpy(out, &v, 16);
  }
  for (; x < width; x++, in += 3, out += 4)
    out[0] = in[0], out[1] = in[1], out[2] = in[2], out[3] = 255;
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static void add_alpha_v3(const uint8_t *in, size_t width,
                                                                   uint8_t *out) {
  add_alpha_to(in, width, out);
}
#endif

static void add_alpha(const uint8_t *in, size_t width, uint8_t *out) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v3")) {
    add_alpha_v3(in, width, out);
    return;
  }
#endif
  add_alpha_to(in, width, out);
}

void ra_widen(const uint8_t *in, size_t samples, uint16_t *out) {
  for (size_t i = 0; i < samples; i++) out[i] = (uint16_t)(in[i] * 257);
}

void ra_png_expand8(const ra_png_layout *l, const uint8_t *row, size_t width, uint8_t *out,
                    size_t step) {
  unsigned depth = l->depth, top = (1u << depth) - 1, scale = 255 / top;
  step *= 4;
  switch (l->colour_type) {
    case 0:
      for (size_t x = 0; x < width; x++, out += step) {
        unsigned v = depth == 8 ? row[x] : packed(row, x, depth);
        out[0] = out[1] = out[2] = (uint8_t)(v * scale);
        out[3] = l->has_key && v == (l->key[0] & top) ? 0 : 255;
      }
      break;
    case 2:
      if (step == 4 && !l->has_key) {
        add_alpha(row, width, out);
        break;
      }
      for (size_t x = 0; x < width; x++, out += step, row += 3) {
        out[0] = row[0], out[1] = row[1], out[2] = row[2], out[3] = 255;
        if (l->has_key && row[0] == (l->key[0] & 255) && row[1] == (l->key[1] & 255) &&
            row[2] == (l->key[2] & 255))
          out[3] = 0;
      }
      break;
    case 3:
      for (size_t x = 0; x < width; x++, out += step)
        memcpy(out, l->palette[depth == 8 ? row[x] : packed(row, x, depth)], 4);
      break;
    case 4:
      for (size_t x = 0; x < width; x++, out += step, row += 2)
        out[0] = out[1] = out[2] = row[0], out[3] = row[1];
      break;
    default:
      if (step == 4) {
        memcpy(out, row, width * 4);
      } else {
        for (size_t x = 0; x < width; x++, out += step, row += 4) memcpy(out, row, 4);
      }
  }
}

static inline uint16_t big(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }

void ra_png_expand16(const ra_png_layout *l, const uint8_t *row, size_t width, uint16_t *out,
                     size_t step) {
  static const uint8_t channels[7] = {1, 0, 3, 0, 2, 0, 4};
  size_t n = channels[l->colour_type];
  step *= 4;
  for (size_t x = 0; x < width; x++, out += step, row += 2 * n) {
    uint16_t a = big(row), alpha = 65535;
    uint16_t g = n >= 3 ? big(row + 2) : a, b = n >= 3 ? big(row + 4) : a;
    if (n == 2 || n == 4) alpha = big(row + 2 * n - 2);
    if (l->has_key && a == l->key[0] && (n == 1 || (g == l->key[1] && b == l->key[2]))) alpha = 0;
    out[0] = a, out[1] = g, out[2] = b, out[3] = alpha;
  }
}

