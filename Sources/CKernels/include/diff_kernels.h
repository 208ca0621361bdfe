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

/// 1 when `bytes` bytes are equal.
int diff_equal(const void *a, const void *b, size_t bytes);

/// Writes the columns of differing pixels of two rows and returns how many there are. A pixel of
/// which both sides have alpha 0 does not differ. `columns` has room for `pixels`.
size_t diff_columns8(const void *a, const void *b, size_t pixels, int32_t *columns);
/// The same for 16 bits a channel, little-endian.
size_t diff_columns16(const void *a, const void *b, size_t pixels, int32_t *columns);

/// A hash of `bytes` bytes for finding equal rows; not for anything an enemy can choose.
uint64_t diff_hash(const void *data, size_t bytes);

enum { DIFF_CIEDE2000 = 0, DIFF_OKLAB = 1 };

/// Distances of `n` pairs of colours in linear light, 0…1: all reds, then greens, then blues.
///
/// `matrix` takes linear RGB to XYZ divided by the white (CIEDE2000), or to OKLab's cone
/// responses before the cube root (OKLab). Within 0.002 of the literal formulas, or 2e-5 (OKLab).
/// A channel's `n` values start `stride` floats after the one before.
void diff_distances(const float *a, const float *b, size_t n, size_t stride, int metric,
                    const float *matrix, float *out);
#endif
