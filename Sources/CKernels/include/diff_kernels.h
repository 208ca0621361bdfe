#ifndef DIFF_KERNELS_H
#define DIFF_KERNELS_H
#include <stddef.h>
#include <stdint.h>

/// What differs between two rows of 8-bit RGBA pixels.
typedef struct {
  uint64_t differing;  // pixels of which any byte differs
  uint64_t sum;        // of the absolute differences of all bytes
  uint32_t max_delta;  // the largest of them
  uint32_t first;      // column of the first differing pixel
  uint32_t last;       // column of the last differing pixel
} diff_row_stats;

/// Compares `pixels` RGBA pixels; returns 0 when they are equal and leaves `stats` alone, else 1.
int diff_row8(const void *a, const void *b, size_t pixels, diff_row_stats *stats);
#endif
