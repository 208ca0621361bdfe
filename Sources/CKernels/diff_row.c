#include <string.h>

#include "diff_kernels.h"

// The loops are plain C, so that every machine gives the same numbers; the compiler makes vector
// code of them. x86-64-v3 (AVX2) is chosen once, at the first call.
#if defined(__x86_64__)
#define DIFF_V3 __attribute__((target("arch=x86-64-v3")))
#endif

#define DIFF_ROW_BODY                                                   \
  uint64_t differing = 0, sum = 0;                                      \
  uint32_t max_delta = 0;                                               \
  for (size_t start = 0; start < pixels; start += 1024) {               \
    size_t end = pixels - start < 1024 ? pixels : start + 1024;         \
    uint32_t count = 0, part = 0;                                       \
    uint8_t most = 0;                                                   \
    for (size_t i = start; i < end; i++) count += p[i] != q[i];         \
    if (count == 0) continue;                                           \
    for (size_t i = start * 4; i < end * 4; i++) {                      \
      uint8_t d = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];              \
      part += d;                                                        \
      most = d > most ? d : most;                                       \
    }                                                                   \
    differing += count;                                                 \
    sum += part;                                                        \
    max_delta = most > max_delta ? most : max_delta;                    \
  }                                                                     \
  stats->differing = differing;                                         \
  stats->sum = sum;                                                     \
  stats->max_delta = max_delta;

static void row_plain(const uint8_t *a, const uint8_t *b, const uint32_t *p, const uint32_t *q,
                      size_t pixels, diff_row_stats *stats) {
  DIFF_ROW_BODY
}
#ifdef DIFF_V3
DIFF_V3 static void row_v3(const uint8_t *a, const uint8_t *b, const uint32_t *p,
                           const uint32_t *q, size_t pixels, diff_row_stats *stats) {
  DIFF_ROW_BODY
}
#endif

int diff_row8(const void *a, const void *b, size_t pixels, diff_row_stats *stats) {
  if (memcmp(a, b, pixels * 4) == 0) return 0;
  const uint32_t *p = a, *q = b;
#ifdef DIFF_V3
  if (__builtin_cpu_supports("x86-64-v3"))
    row_v3(a, b, p, q, pixels, stats);
  else
#endif
    row_plain(a, b, p, q, pixels, stats);
  size_t first = 0, last = pixels - 1;
  while (p[first] == q[first]) first++;
  while (p[last] == q[last]) last--;
  stats->first = (uint32_t)first;
  stats->last = (uint32_t)last;
  return 1;
}
