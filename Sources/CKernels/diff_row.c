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

int diff_equal(const void *a, const void *b, size_t bytes) { return memcmp(a, b, bytes) == 0; }

size_t diff_columns8(const void *a, const void *b, size_t pixels, int32_t *columns) {
  const uint32_t *p = a, *q = b;
  const uint8_t alpha_bytes[4] = {0, 0, 0, 255};
  uint32_t alpha;
  memcpy(&alpha, alpha_bytes, 4);
  size_t count = 0;
  for (size_t start = 0; start < pixels; start += 64) {
    size_t end = pixels - start < 64 ? pixels : start + 64;
    if (memcmp(p + start, q + start, (end - start) * 4) == 0) continue;
    for (size_t i = start; i < end; i++) {
      columns[count] = (int32_t)i;
      count += (p[i] != q[i]) & (((p[i] | q[i]) & alpha) != 0);
    }
  }
  return count;
}

size_t diff_columns16(const void *a, const void *b, size_t pixels, int32_t *columns) {
  const uint64_t *p = a, *q = b;
  const uint8_t alpha_bytes[8] = {0, 0, 0, 0, 0, 0, 255, 255};
  uint64_t alpha;
  memcpy(&alpha, alpha_bytes, 8);
  size_t count = 0;
  for (size_t i = 0; i < pixels; i++) {
    columns[count] = (int32_t)i;
    count += (p[i] != q[i]) & (((p[i] | q[i]) & alpha) != 0);
  }
  return count;
}

uint64_t diff_hash(const void *data, size_t bytes) {
  const uint8_t *p = data;
  uint64_t lanes[4] = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu,
                       0xD6E8FEB86659FD93u};
  size_t i = 0;
  for (; i + 32 <= bytes; i += 32)
    for (int k = 0; k < 4; k++) {
      uint64_t v;
      memcpy(&v, p + i + 8 * k, 8);
      v = (lanes[k] ^ v) * 0x9FB21C651E98DF25u;
      lanes[k] = v ^ (v >> 29);
    }
  for (; i < bytes; i++) lanes[i & 3] = (lanes[i & 3] ^ p[i]) * 0x100000001B3u;
  uint64_t h = bytes;
  for (int k = 0; k < 4; k++) {
    h = (h ^ lanes[k]) * 0xFF51AFD7ED558CCDu;
    h ^= h >> 32;
  }
  return h;
}
