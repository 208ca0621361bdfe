#ifndef CKERNELS_FILTERS_H
#define CKERNELS_FILTERS_H

#include <stdbool.h>
#include <stddef.h>

/// out[x] = Σ weights[t] × in[x + t] for t in 0..<taps and x in 0..<count; `in` has count + taps - 1
/// values. Products are added in the order of t.
void filter_correlate(
    const float *_Nonnull in, const float *_Nonnull weights, size_t taps, float *_Nonnull out,
    size_t count);

/// out[x] = Σ weights[t] × rows[t][x], on top of what out[x] holds if `adding`. Products are added in
/// the order of t.
void filter_combine(
    const float *_Nullable const *_Nonnull rows, const float *_Nonnull weights, size_t taps,
    float *_Nonnull out, size_t count, bool adding);

#endif
