#ifndef RASTER_KERNELS_H
#define RASTER_KERNELS_H

#include <stddef.h>
#include <stdint.h>

// Inner loops of the module Raster. Every function gives the same bytes whatever the width of the
// machine's vectors: integers wrap, floating point is never contracted, sums are exact.
//
// Coverage in "units": 2^24 is a whole pixel. Grid coordinates: 1/65536 px.
// Pixels: red, green, blue, alpha bytes, premultiplied.

/// Adds the signed area of `count` lines (x0 y0 x1 y1, grid coordinates relative to the first
/// pixel) to the accumulators of the rows first_row..<end_row, `width + 1` a row, in units: the
/// running sum of a row is the winding-weighted coverage of its pixels. The sum beyond an edge is
/// exactly what the edge spans, so the inside is exactly 1 and the outside exactly 0.
void raster_accumulate(const int64_t *lines, size_t count, int64_t width, int64_t first_row,
                       int64_t end_row, int32_t *accumulators);

/// Sums a row of accumulators into bytes: round(255 · area), halves up; or, with `cut_down`,
/// min(255, floor(256 · area)).
void raster_resolve_bytes(const int32_t *accumulators, size_t count, int even_odd, int cut_down,
                          uint8_t *out);

/// Sums a row of accumulators into coverage in units.
void raster_resolve_units(const int32_t *accumulators, size_t count, int even_odd, double *out);

/// destination = a + b − a·b of coverages, rounded to the nearest step.
void raster_unite(uint8_t *destination, const uint8_t *other, size_t count);

/// out[i] = Σ weights[j] · in[i + j], j in 0..<taps: `count + taps − 1` values are read. All are
/// whole numbers whose sums stay below 2^53, so the order of summation does not matter.
void raster_convolve_row(const double *in, const double *weights, size_t taps, double *out,
                         size_t count);

/// out[i] = Σ weights[j] · rows[j][i], j in 0..<taps; row j + 1 starts `stride` values after row j.
void raster_convolve_columns(const double *rows, size_t stride, const double *weights,
                             size_t taps, double *out, size_t count);

/// The alpha of `count` pixels.
void raster_take_alpha(const uint8_t *pixels, uint8_t *out, size_t count);

/// The number of leading, or trailing, bytes that are 0.
size_t raster_leading_zeros(const uint8_t *row, size_t count);
size_t raster_trailing_zeros(const uint8_t *row, size_t count);

/// Coverage bytes as whole numbers: as they are, or in units of 2^-24 (halves up).
void raster_widen(const uint8_t *in, int as_units, double *out, size_t count);

/// Whether two rows are equal.
int raster_equal(const double *a, const double *b, size_t count);

/// values[i] = round((offset + sign · values[i]) · scale), halves up.
void raster_round_row(double *values, double offset, double sign, double scale, size_t count);

/// out[i] = round((in[i] + offset) · scale) / 255, halves up.
void raster_finish_bytes(const double *in, double offset, double scale, float *out, size_t count);

/// out[i] = (float)(in[i] · scale); with `complement` 1 − that.
void raster_finish_exact(const double *in, double scale, int complement, float *out, size_t count);

/// out[i] = a[i] + (b[i] − a[i]) · t.
void raster_mix_rows(const float *a, const float *b, float t, float *out, size_t count);

/// values[i] = round(255 · values[i]) / 255, halves up.
void raster_round_bytes(float *values, size_t count);

/// values[i] *= 1 − coverage[i] / 255.
void raster_keep_outside(float *values, const uint8_t *coverage, size_t count);

/// values[i] *= coverage[i] / 255.
void raster_keep_inside(float *values, const uint8_t *coverage, size_t count);

/// Stores one pixel `count` times.
void raster_store(uint8_t *destination, uint32_t pixel, size_t count);

/// Source-over of one colour: `colour` is premultiplied, 0…255 in its four channels; `value`
/// (0…1) scales it.
void raster_blend_constant(uint8_t *destination, const float *colour, float value, size_t count);

/// As `raster_blend_constant`, with a value for each pixel.
void raster_blend_values(uint8_t *destination, const float *colour, const float *values,
                         size_t count);

/// As `raster_blend_values`; each channel of the source is first rounded up to a whole step.
void raster_blend_values_up(uint8_t *destination, const float *colour, const float *values,
                            size_t count);

/// As `raster_blend_constant`, with a coverage of 0…255 for each pixel.
void raster_blend_coverage(uint8_t *destination, const float *colour, const uint8_t *coverage,
                           size_t count);

/// Source-over of premultiplied pixels times `value` times coverage / 255 (NULL: full).
void raster_blend_pixels(uint8_t *destination, const uint8_t *source, const uint8_t *coverage,
                         float value, size_t count);

/// Pixel i gets the bytes (start[c] + i · step[c]) >> 48, modulo 256, in its four channels.
void raster_ramp(uint8_t *destination, const uint64_t *start, const uint64_t *step, size_t count);

#endif
