#include "raster_kernels.h"

#include <string.h>

#define ONE_PIXEL 65536

static inline int64_t rounded(double x) {
  return (int64_t)(x + (x < 0 ? -0.5 : 0.5));
}

// One line within one row: from xa to xb while going down `rise` grid units; `sign` is the winding.
static void accumulate_piece(int64_t xa, int64_t xb, int64_t rise, int32_t sign, int64_t width,
                             int32_t *row) {
  int64_t left = xa < xb ? xa : xb;
  int64_t right = xa < xb ? xb : xa;
  int64_t first = left >> 16;
  int64_t last = right > left ? (right - 1) >> 16 : first;
  int64_t total = rise << 8;
  if (first >= width) return;
  if (last < 0) {
    row[0] += (int32_t)((uint32_t)sign * (uint32_t)total);
    return;
  }
  if (first == last) {
    // Covered to the right of the line's mean position.
    int64_t twice_mean = left + right - 2 * (first << 16);
    int32_t inside = (int32_t)(total - ((total * twice_mean + (1 << 16)) >> 17));
    row[first] += sign * inside;
    row[first + 1] += sign * ((int32_t)total - inside);
    return;
  }
  double per_step = (double)total / (double)(right - left);
  int32_t before = 0;
  int64_t column = first < 0 ? 0 : first;
  int64_t end = last < width ? last : width - 1;
  for (; column <= end; column++) {
    int64_t l = left > (column << 16) ? left : column << 16;
    int64_t r = right < ((column + 1) << 16) ? right : (column + 1) << 16;
    double passed = (double)(l - left);
    double here = (double)(r - l) * (1.0 - (double)(l + r - 2 * (column << 16)) / 131072.0);
    int32_t sum = (int32_t)rounded(per_step * (passed + here));
    row[column] += sign * (sum - before);
    before = sum;
  }
  if (end == last) row[last + 1] += sign * ((int32_t)total - before);
}

void raster_accumulate(const int64_t *lines, size_t count, int64_t width, int64_t first_row,
                       int64_t end_row, int32_t *accumulators) {
  for (size_t i = 0; i < count; i++) {
    int64_t x0 = lines[4 * i], y0 = lines[4 * i + 1];
    int64_t x1 = lines[4 * i + 2], y1 = lines[4 * i + 3];
    if (y0 == y1) continue;
    int32_t sign = 1;
    if (y0 > y1) {
      int64_t t = x0;
      x0 = x1;
      x1 = t;
      t = y0;
      y0 = y1;
      y1 = t;
      sign = -1;
    }
    int64_t first = y0 >> 16, last = (y1 - 1) >> 16;
    if (last < first_row || first >= end_row) continue;
    double slope = (double)(x1 - x0) / (double)(y1 - y0);
    int64_t row = first < first_row ? first_row : first;
    if (last >= end_row) last = end_row - 1;
    int64_t top = y0 > (row << 16) ? y0 : row << 16;
    int64_t xa = top == y0 ? x0 : x0 + rounded(slope * (double)(top - y0));
    for (; row <= last; row++) {
      int64_t bottom = y1 < ((row + 1) << 16) ? y1 : (row + 1) << 16;
      int64_t xb = bottom == y1 ? x1 : x0 + rounded(slope * (double)(bottom - y0));
      accumulate_piece(xa, xb, bottom - top, sign, width,
                       accumulators + (row - first_row) * (width + 1));
      top = bottom;
      xa = xb;
    }
  }
}

static inline uint32_t folded(uint32_t sum, int even_odd) {
  if (even_odd) {
    sum &= (1u << 25) - 1;
    return sum > (1u << 24) ? (1u << 25) - sum : sum;
  }
  uint32_t size = (int32_t)sum < 0 ? 0u - sum : sum;
  return size > (1u << 24) ? 1u << 24 : size;
}

void raster_resolve_bytes(const int32_t *accumulators, size_t count, int even_odd, int cut_down,
                          uint8_t *out) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    sum += (uint32_t)accumulators[i];
    uint32_t area = folded(sum, even_odd);
    uint32_t cut = area >> 16;
    uint32_t nearest = (area * 255u + (1u << 23)) >> 24;
    out[i] = (uint8_t)(cut_down ? (cut > 255 ? 255 : cut) : nearest);
  }
}

void raster_resolve_units(const int32_t *accumulators, size_t count, int even_odd, double *out) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    sum += (uint32_t)accumulators[i];
    out[i] = (double)folded(sum, even_odd);
  }
}

void raster_unite(uint8_t *destination, const uint8_t *other, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t clear = (255u - destination[i]) * (255u - other[i]) + 128;
    destination[i] = (uint8_t)(255u - ((clear + (clear >> 8)) >> 8));
  }
}

void raster_take_alpha(const uint8_t *pixels, uint8_t *out, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = pixels[4 * i + 3];
}

size_t raster_leading_zeros(const uint8_t *row, size_t count) {
  size_t i = 0;
  for (uint64_t eight = 0; i + 8 <= count; i += 8) {
    memcpy(&eight, row + i, 8);
    if (eight) break;
  }
  while (i < count && row[i] == 0) i++;
  return i;
}

size_t raster_trailing_zeros(const uint8_t *row, size_t count) {
  size_t i = 0;
  for (uint64_t eight = 0; i + 8 <= count; i += 8) {
    memcpy(&eight, row + count - i - 8, 8);
    if (eight) break;
  }
  while (i < count && row[count - 1 - i] == 0) i++;
  return i;
}
