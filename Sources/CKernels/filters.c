#include "filters.h"

// Sums are kept for this many columns at a time: they stay in registers. What is left of a row is
// done by fewer, then one by one.
enum { BLOCK = 32, SMALL_BLOCK = 8 };

#if defined(__x86_64__)
#define WIDE __attribute__((target("arch=x86-64-v3")))
#define HAS_WIDE 1
#endif

// Both kernels add their products one tap after the other, in one order for every column, and
// without fused multiply-add (-ffp-contract=off): every processor gives the same bits.

#define COMBINE(block)                                                       \
  for (; x + block <= count; x += block) {                                   \
    float sum[block];                                                        \
    for (int i = 0; i < block; i++) sum[i] = adding ? out[x + i] : 0;        \
    for (size_t t = 0; t < taps; t++) {                                      \
      const float weight = weights[t];                                       \
      const float *row = rows[t] + x;                                        \
      for (int i = 0; i < block; i++) sum[i] += weight * row[i];             \
    }                                                                        \
    for (int i = 0; i < block; i++) out[x + i] = sum[i];                     \
  }

static inline __attribute__((always_inline)) void combine(
    const float *const *rows, const float *weights, size_t taps, float *out, size_t count,
    bool adding) {
  size_t x = 0;
  COMBINE(BLOCK)
  COMBINE(SMALL_BLOCK)
  for (; x < count; x++) {
    float sum = adding ? out[x] : 0;
    for (size_t t = 0; t < taps; t++) sum += weights[t] * rows[t][x];
    out[x] = sum;
  }
}

static inline __attribute__((always_inline)) void correlate(
    const float *in, const float *weights, size_t taps, float *out, size_t count) {
  size_t x = 0;
  for (; x + BLOCK <= count; x += BLOCK) {
    float sum[BLOCK] = {0};
    for (size_t t = 0; t < taps; t++) {
      const float weight = weights[t];
      const float *from = in + x + t;
      for (int i = 0; i < BLOCK; i++) sum[i] += weight * from[i];
    }
    for (int i = 0; i < BLOCK; i++) out[x + i] = sum[i];
  }
  for (; x < count; x++) {
    float sum = 0;
    for (size_t t = 0; t < taps; t++) sum += weights[t] * in[x + t];
    out[x] = sum;
  }
}

#if HAS_WIDE
WIDE static void combine_wide(
    const float *const *rows, const float *weights, size_t taps, float *out, size_t count,
    bool adding) {
  combine(rows, weights, taps, out, count, adding);
}

WIDE static void correlate_wide(
    const float *in, const float *weights, size_t taps, float *out, size_t count) {
  correlate(in, weights, taps, out, count);
}

static bool is_wide(void) { return __builtin_cpu_supports("x86-64-v3"); }
#endif

void filter_combine(
    const float *const *rows, const float *weights, size_t taps, float *out, size_t count,
    bool adding) {
#if HAS_WIDE
  if (is_wide()) {
    combine_wide(rows, weights, taps, out, count, adding);
    return;
  }
#endif
  combine(rows, weights, taps, out, count, adding);
}

void filter_correlate(
    const float *in, const float *weights, size_t taps, float *out, size_t count) {
#if HAS_WIDE
  if (is_wide()) {
    correlate_wide(in, weights, taps, out, count);
    return;
  }
#endif
  correlate(in, weights, taps, out, count);
}
