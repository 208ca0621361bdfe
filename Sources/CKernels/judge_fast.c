#include <string.h>

#include "judge_kernels.h"

// The judge's dearest loops, row by row instead of plane by plane. What they find is what the plain
// ones in judge.c find, to the bit (JudgeKernelTests).

#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define MIN2(a, b) ((a) < (b) ? (a) : (b))
// Room on both sides of a row.
#define PAD JUDGE_PAD
// A window of 25 × 25 holds less contrast than 2²² sixteenths, so the number of its active pixels
// fits above it.
#define ACTIVE 22
// Reaches of the two windows, and rows of sums that are kept: a window's 25 and one more, at least.
#define NEAR 4
#define FAR 12
#define RING_ROWS 32
#define RING(ring, row, width) ((ring) + (size_t)((row) % RING_ROWS) * ((width) + 1))

#pragma clang diagnostic ignored "-Wpsabi"
typedef uint32_t lanes __attribute__((vector_size(32), aligned(4)));
typedef int16_t steps __attribute__((vector_size(32), aligned(2)));
#define STEPS 16
#define AT(p) (*(const steps *)(p))
#define MOST(a, b) __builtin_elementwise_max(a, b)
#define LEAST(a, b) __builtin_elementwise_min(a, b)

static const float most_bits = 86;  // as in judge.c

static inline int luma(int r, int g, int b) { return (306 * r + 601 * g + 117 * b) >> 10; }

#define NAME(x) x##_base
#include "judge_fast.inc"
#undef NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define NAME(x) x##_v3
#include "judge_fast.inc"
#undef NAME
#pragma clang attribute pop
#define CALL(function, ...) \
  (__builtin_cpu_supports("x86-64-v3") ? function##_v3(__VA_ARGS__) : function##_base(__VA_ARGS__))
#else
#define CALL(function, ...) function##_base(__VA_ARGS__)
#endif

void judge_split8(const uint32_t *pixels, size_t count, int16_t *red, int16_t *green,
                  int16_t *blue) {
  CALL(split8, pixels, count, red, green, blue);
}

void judge_least_slack(const int16_t *one, const int16_t *two, int width, int height, int straight,
                       int16_t *out, int16_t *scratch) {
  size_t count = (size_t)width * height;
  CALL(slack, one, width, height, straight, out, scratch);
  if (memcmp(one, two, count * sizeof *one) == 0) return;
  CALL(slack, two, width, height, straight, scratch, scratch + count);
  CALL(least, out, scratch, count);
}

// MARK: Evidence

size_t judge_places(const int16_t *const *one, const int16_t *const *two, int width,
                    const int *part, int limit, int32_t *places, int16_t *scratch) {
  size_t count = 0;
  int columns = part[2] - part[0];
  for (int y = part[1]; y < part[3]; y++) {
    int32_t start = y * width + part[0];
    CALL(row_apart, one, two, (size_t)start, columns, scratch);
    for (int x = 0; x < columns;) {
      uint64_t four;
      if (x + 4 <= columns && (memcpy(&four, scratch + x, 8), four == 0)) {
        x += 4;
        continue;
      }
      if (scratch[x] > limit) places[count++] = start + x;
      x++;
    }
  }
  return count;
}

void judge_evidence_at(const int16_t *const *one, const int16_t *const *two,
                       const int16_t *const *slacks, const judge_reading *readings, int count,
                       int width, int height, float systematic, const int32_t *places,
                       size_t place_count, float *out, int32_t *scratch) {
  CALL(evidence_at, one, two, slacks, readings, count, width, height, systematic, places,
       place_count, out, scratch);
}

// MARK: Edges

void judge_count_edges(const int16_t *const *one, const int16_t *const *two, int channels,
                       int width, int height, const int *core, int16_t *distance,
                       judge_edges *out, int16_t *scratch) {
  size_t stride = (size_t)width + 2 * PAD;
  // Three rows of luma; a row of distances; their largest of nine in rows, and in columns.
  int16_t *lumas = scratch, *line = lumas + 3 * stride, *near = line + stride;
  int16_t *apart = near + stride, *nines = apart + stride;
  memset(out, 0, sizeof *out);
  if (two) {
    CALL(apart, one, two, channels, (size_t)width * height, distance);
    for (int y = 0; y < height; y++) {
      size_t at = (size_t)y * width;
      CALL(padded, distance + at, width, line);
      CALL(row_nine, line, width, nines + at);
    }
  }
  int ready = -1;
  for (int y = core[1]; y < core[3]; y++) {
    const int16_t *rows[3];
    for (int o = -1; o <= 1; o++) {
      int k = MIN2(height - 1, MAX2(0, y + o));
      int16_t *row = lumas + (size_t)(k % 3) * stride;
      if (k > ready) {
        size_t at = (size_t)k * width;
        CALL(luma_row, one[0] + at, one[1] + at, one[2] + at, width, line);
        CALL(padded, line, width, row);
        ready = k;
      }
      rows[o + 1] = row;
    }
    size_t at = (size_t)y * width;
    if (two) {
      const int16_t *nine[9];
      for (int o = -4; o <= 4; o++) {
        nine[o + 4] = nines + (size_t)MIN2(height - 1, MAX2(0, y + o)) * width;
      }
      CALL(column_nine, nine, width, near);
      memcpy(apart, distance + at, (size_t)width * sizeof *apart);
    }
    CALL(count_row, rows, two ? apart : NULL, near, core[0], core[2], out);
  }
}
