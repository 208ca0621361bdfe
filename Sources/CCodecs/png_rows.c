#include "CCodecs.h"
#include <string.h>

static inline uint8_t paeth(int a, int b, int c) {
  int pa = b - c, pb = a - c, pc = pa + pb;
  pa = pa < 0 ? -pa : pa;
  pb = pb < 0 ? -pb : pb;
  pc = pc < 0 ? -pc : pc;
  return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

static void unfilter_row(uint8_t filter, uint8_t *row, const uint8_t *up, size_t n, size_t bpp) {
  size_t head = n < bpp ? n : bpp;
  switch (filter) {
    case 1:
      for (size_t i = bpp; i < n; i++) row[i] += row[i - bpp];
      break;
    case 2:
      if (up)
        for (size_t i = 0; i < n; i++) row[i] += up[i];
      break;
    case 3:
      if (up) {
        for (size_t i = 0; i < head; i++) row[i] += up[i] >> 1;
        for (size_t i = bpp; i < n; i++) row[i] += (row[i - bpp] + up[i]) >> 1;
      } else {
        for (size_t i = bpp; i < n; i++) row[i] += row[i - bpp] >> 1;
      }
      break;
    case 4:
      // Above the first row and left of it are zeros: Paeth then picks the one other neighbour.
      if (up) {
        for (size_t i = 0; i < head; i++) row[i] += up[i];
        for (size_t i = bpp; i < n; i++) row[i] += paeth(row[i - bpp], up[i], up[i - bpp]);
      } else {
        for (size_t i = bpp; i < n; i++) row[i] += row[i - bpp];
      }
      break;
  }
}

size_t ra_png_unfilter(uint8_t *rows, size_t row_bytes, size_t count, unsigned bpp,
                       const uint8_t *previous) {
  for (size_t y = 0; y < count; y++) {
    uint8_t *row = rows + y * (row_bytes + 1);
    if (row[0] > 4) return y + 1;
    unfilter_row(row[0], row + 1, previous, row_bytes, bpp);
    previous = row + 1;
  }
  return 0;
}

static inline unsigned packed(const uint8_t *row, size_t x, unsigned depth) {
  size_t bit = x * depth;
  return (row[bit >> 3] >> (8 - depth - (bit & 7))) & ((1u << depth) - 1);
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

int ra_unpremultiply(const uint8_t *in, size_t width, uint8_t *out) {
  unsigned all = 255;
  for (size_t x = 0; x < width; x++, in += 4, out += 4) {
    unsigned a = in[3];
    all &= a;
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
  return all == 255;
}
