#include "raster_kernels.h"

#include <string.h>

// Halves go up, and so does what lies within 1/2048 of a half: the same value reached by two ways
// of calculating it gives the same byte.
#define HALF_UP (0.5f + 1.0f / 2048.0f)
// Rounds up; what lies less than 1/2048 above a whole step is that step.
#define UP (1.0f - 1.0f / 2048.0f)

// The vectors never leave this file, so their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define NAME(x) x##_base
#include "raster_pixels.inc"
#undef NAME

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define NAME(x) x##_v3
#include "raster_pixels.inc"
#undef NAME
#pragma clang attribute pop
#define CALL(function, ...) \
  (__builtin_cpu_supports("x86-64-v3") ? function##_v3(__VA_ARGS__) : function##_base(__VA_ARGS__))
#else
#define CALL(function, ...) function##_base(__VA_ARGS__)
#endif

void raster_blend_constant(uint8_t *destination, const float *colour, float value, size_t count) {
  CALL(blend_constant, destination, colour, value, count);
}

void raster_blend_values(uint8_t *destination, const float *colour, const float *values,
                         size_t count) {
  CALL(blend_values, destination, colour, values, count);
}

void raster_blend_coverage(uint8_t *destination, const float *colour, const uint8_t *coverage,
                           size_t count) {
  CALL(blend_coverage, destination, colour, coverage, count);
}

void raster_blend_pixels(uint8_t *destination, const uint8_t *source, const uint8_t *coverage,
                         float value, size_t count) {
  CALL(blend_pixels, destination, source, coverage, value, count);
}

void raster_ramp(uint8_t *destination, const uint64_t *start, const uint64_t *step, size_t count) {
  CALL(ramp, destination, start, step, count);
}

void raster_convolve_row(const double *in, const double *weights, size_t taps, double *out,
                         size_t count) {
  CALL(convolve_row, in, weights, taps, out, count);
}

void raster_convolve_columns(const double *rows, size_t stride, const double *weights,
                             size_t taps, double *out, size_t count) {
  CALL(convolve_columns, rows, stride, weights, taps, out, count);
}

void raster_widen(const uint8_t *in, int as_units, double *out, size_t count) {
  CALL(widen, in, as_units, out, count);
}

int raster_equal(const double *a, const double *b, size_t count) {
  return memcmp(a, b, count * sizeof *a) == 0;
}

void raster_round_row(double *values, double offset, double sign, double scale, size_t count) {
  CALL(round_row, values, offset, sign, scale, count);
}

void raster_finish_bytes(const double *in, double offset, double scale, float *out, size_t count) {
  CALL(finish_bytes, in, offset, scale, out, count);
}

void raster_finish_exact(const double *in, double scale, int complement, float *out,
                         size_t count) {
  CALL(finish_exact, in, scale, complement, out, count);
}

void raster_mix_rows(const float *a, const float *b, float t, float *out, size_t count) {
  CALL(mix_rows, a, b, t, out, count);
}

void raster_round_bytes(float *values, size_t count) { CALL(round_bytes, values, count); }

void raster_keep_outside(float *values, const uint8_t *coverage, size_t count) {
  CALL(keep_outside, values, coverage, count);
}

void raster_keep_inside(float *values, const uint8_t *coverage, size_t count) {
  CALL(keep_inside, values, coverage, count);
}

void raster_blend_values_up(uint8_t *destination, const float *colour, const float *values,
                            size_t count) {
  CALL(blend_values_up, destination, colour, values, count);
}

void raster_store(uint8_t *destination, uint32_t pixel, size_t count) {
  CALL(store_pixels, destination, pixel, count);
}
