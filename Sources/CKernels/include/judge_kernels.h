#ifndef JUDGE_KERNELS_H
#define JUDGE_KERNELS_H
#include <stddef.h>
#include <stdint.h>

// Loops of the judge over one tile of two pictures. Samples are premultiplied, in sixteenths of a
// step of 1/255 (0…4080), planar, row-major without padding. All sums are of whole numbers, so they
// are the same on every machine and for every cut of a picture into tiles.

/// Opaque 8-bit RGBA pixels as three planes of sixteenths.
void judge_split8(const uint32_t *pixels, size_t count, int16_t *red, int16_t *green,
                  int16_t *blue);
/// 1 where every pixel of a row is opaque; `bytes` a sample: 1 or 2.
int judge_opaque(const void *row, size_t pixels, int bytes);
/// The luma of three planes, in sixteenths: Rec. 601's weights in 1/1024.
void judge_luma(const int16_t *const *in, size_t count, int16_t *out);
/// out = the largest difference of a channel.
void judge_distance(const int16_t *const *one, const int16_t *const *two, int channels,
                    size_t count, int16_t *out);

/// out = the largest, or the smallest, of `2 * across + 1` × `2 * down + 1` samples around each; what
/// lies beyond the tile does not count. `scratch` has room for a plane. `out` may be `in`.
void judge_largest(const int16_t *in, int width, int height, int across, int down, int16_t *out,
                   int16_t *scratch);
void judge_smallest(const int16_t *in, int width, int height, int across, int down, int16_t *out,
                    int16_t *scratch);

/// out = the sum over `2 * reach + 1` × `2 * reach + 1` values around each; beyond the tile is 0.
/// `scratch` has room for a plane and a row. `out` is not `in`.
void judge_box(const int32_t *in, int width, int height, int reach, int32_t *out, int32_t *scratch);

/// How much a smoothed edge may vary at each sample: largest minus smallest of the 3 × 3 samples
/// around it. With `straight` nothing along a straight edge that follows the axes, but on its
/// smoothed samples, which lie between ground and ink. `scratch` has room for five planes.
void judge_slack(const int16_t *in, int width, int height, int straight, int16_t *out,
                 int16_t *scratch);

/// Edges in one row of a tile, without those that repeat the edge beside them.
typedef struct {
  int32_t edges;    // samples of the contrast of an edge in both pictures
  int32_t changed;  // of them, those that differ by more than rounding does
  int64_t squares;  // sum of the squares of difference / contrast, each at most 1, in 1/65536
} judge_row_edges;

/// Counts the edges of rows y0..<y1, columns x0..<x1, into rows[0], rows[1], …
///
/// - one, two: luma. slack_one, slack_two: largest minus smallest of the 3 × 3 luma samples.
void judge_edges(const int16_t *one, const int16_t *two, const int16_t *slack_one,
                 const int16_t *slack_two, int width, int x0, int x1, int y0, int y1,
                 judge_row_edges *rows);

/// What a residual is weighed with, by slack in whole steps (0…255).
typedef struct {
  float half_precision[256];  // ½ (1/σ² − 1/σc²), in bits a squared step
  float half_log[256];        // ½ log₂(σc²/σ²), in bits
  float variance[256];        // σ², squared steps
} judge_weights;

/// Bits of evidence against "only the rendering differs", at each pixel: the most that one of the
/// windows around it holds.
///
/// - residuals, slacks: a plane for each channel. channels: 3, or 4 with alpha.
/// - systematic: net ink that the model may miss, as a share of the contrast in a window.
/// - offset: steps by which all of a window may be off.
/// - scratch: room for 12 planes of int32_t and a row.
void judge_evidence(const int16_t *const *residuals, const int16_t *const *slacks, int channels,
                    const judge_weights *weights, int width, int height, float systematic,
                    float offset, float *out, int32_t *scratch);

/// What a difference costs if an edge was drawn anew, in 1/64 bit beyond what a rounded value costs,
/// by slack in whole steps / 4 (0…63) and size in whole steps (0…255).
typedef struct {
  int16_t cost[64][256];
} judge_redraw_cost;

/// Raises each value of `out` to the bits by which "all ink here changed in proportion to its depth"
/// (one recolour: a straight line from the first picture's luma to a channel's difference) codes the
/// differences of smoothed edges shorter than "these edges were drawn anew" does, in windows of 12
/// and 28 px around cells of 4 × 4 px.
///
/// - one, two: luma. residuals, slacks: a plane for each channel.
/// - half_precision: ½ 1/σ² of rounding, in bits a squared step. price: bits that parameters and the
///   choice of the window cost.
/// - scratch: room for 39 values of 8 bytes for each cell and for a row and a column of cells, and for a
///   byte for each sample.
void judge_recolour(const int16_t *one, const int16_t *two, const int16_t *const *residuals,
                    const int16_t *const *slacks, int channels, const judge_redraw_cost *cost,
                    int width, int height, double half_precision, double price,
                    float *out, int64_t *scratch);

/// Text with LCD smoothing predicted from text with grey smoothing: one filter a channel over the five
/// samples in a row, and a gain of ink by its colour. `filter`: weights at −2, −1, 1, 2 for red; green
/// and blue follow. `gain`: constant, by the ink's channel, by its luma. `scratch`: room for 22 planes.
void judge_lcd(const int16_t *const *in, int width, int height, const float *filter,
               const float *gain, int16_t *const *out, int16_t *scratch);
#endif
