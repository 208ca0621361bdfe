/* ImageDiff from C: two pictures become a verdict and a list of explained regions.
 * The library is libImageDiffC; Examples/image_diff.py uses it from Python. */
#ifndef IMAGE_DIFF_H
#define IMAGE_DIFF_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct ra_diff ra_diff;

/* Kinds of regions, in this order for ever; ra_diff_kind_name gives their names. */
enum {
  RA_DIFF_DITHER,
  RA_DIFF_COMPRESSION,
  RA_DIFF_ANTIALIASING,
  RA_DIFF_SHIFT,
  RA_DIFF_REFLOW,
  RA_DIFF_RECOLOUR,
  RA_DIFF_OPACITY,
  RA_DIFF_BLUR,
  RA_DIFF_RESIZE,
  RA_DIFF_ADDED,
  RA_DIFF_REMOVED,
  RA_DIFF_CHANGED
};

typedef struct {
  int64_t x0, y0, x1, y1;   /* pixels of the reference, half-open */
  int64_t pixels;           /* that differ */
  double largest_distance;  /* CIEDE2000 */
  double mean_distance;
  double unexplained_share; /* of the squared difference, 0 to 1 */
  int32_t kind;
  int32_t perceptible; /* 1 when a person sees it at its size */
} ra_diff_region;

/* Compares two pictures of straight-alpha RGBA, sRGB, rows from the top, 8 or 16 bits a channel
 * (16: in the machine's byte order, little-endian). Strides are bytes from row to row; rows start at
 * multiples of a pixel's size. points: device pixels per point, above 0 and at most 8.
 * Both pictures are only read, and only during the call. Null when an argument is out of range. */
ra_diff *ra_diff_compare(const void *reference, int64_t width, int64_t height, int64_t stride,
                         const void *candidate, int64_t candidate_width, int64_t candidate_height,
                         int64_t candidate_stride, int32_t bits, double points);
/* The caller frees what ra_diff_compare gave, once. Null is allowed. */
void ra_diff_free(ra_diff *diff);

/* 1 when a person could see a difference, or the sizes differ: the default gate. */
int32_t ra_diff_fails(const ra_diff *diff);
/* Exact: pixels of which any channel differs. */
int64_t ra_diff_differing_pixels(const ra_diff *diff);
int64_t ra_diff_region_count(const ra_diff *diff);
/* Fills out and returns 1, or returns 0 where there is no such region. */
int32_t ra_diff_region_at(const ra_diff *diff, int64_t index, ra_diff_region *out);
/* A sentence about a region, or about the whole (index -1): UTF-8, valid until the diff is freed.
 * Null where there is no such region. Not for several threads at once. */
const char *ra_diff_text(ra_diff *diff, int64_t index);
/* "shift" for RA_DIFF_SHIFT and so on; null for other numbers. Valid for ever. */
const char *ra_diff_kind_name(int32_t kind);

#ifdef __cplusplus
}
#endif
#endif
