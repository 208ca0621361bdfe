#include <string.h>

#include "judge_kernels.h"

#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define MIN2(a, b) ((a) < (b) ? (a) : (b))

static inline int luma(int r, int g, int b) { return (306 * r + 601 * g + 117 * b) >> 10; }

// MARK: Planes

void judge_split8(const uint32_t *pixels, size_t count, int16_t *red, int16_t *green,
                  int16_t *blue) {
  const uint8_t *p = (const uint8_t *)pixels;
  for (size_t i = 0; i < count; i++) {
    red[i] = (int16_t)(p[4 * i] << 4);
    green[i] = (int16_t)(p[4 * i + 1] << 4);
    blue[i] = (int16_t)(p[4 * i + 2] << 4);
  }
}

int judge_opaque(const void *row, size_t pixels, int bytes) {
  if (bytes == 1) {
    const uint8_t *p = row;
    uint8_t all = 255;
    for (size_t i = 0; i < pixels; i++) all &= p[4 * i + 3];
    return all == 255;
  }
  const uint16_t *p = row;
  uint16_t all = 0xFFFF;
  for (size_t i = 0; i < pixels; i++) all &= p[4 * i + 3];
  return all == 0xFFFF;
}

void judge_luma(const int16_t *const *in, size_t count, int16_t *out) {
  for (size_t i = 0; i < count; i++) out[i] = (int16_t)luma(in[0][i], in[1][i], in[2][i]);
}

void judge_distance(const int16_t *const *one, const int16_t *const *two, int channels,
                    size_t count, int16_t *out) {
  memset(out, 0, count * sizeof *out);
  for (int c = 0; c < channels; c++) {
    const int16_t *p = one[c], *q = two[c];
    for (size_t i = 0; i < count; i++) {
      int16_t d = (int16_t)(p[i] - q[i]);
      d = d < 0 ? -d : d;
      out[i] = MAX2(out[i], d);
    }
  }
}

// MARK: Extremes

#define EXTREME(name, pick)                                                                      \
  static void name##_rows(const int16_t *in, int width, int height, int reach, int16_t *out) {   \
    for (int y = 0; y < height; y++) {                                                           \
      const int16_t *p = in + (size_t)y * width;                                                 \
      int16_t *q = out + (size_t)y * width;                                                      \
      memcpy(q, p, (size_t)width * sizeof *q);                                                   \
      for (int o = 1; o <= reach && o < width; o++) {                                            \
        for (int x = o; x < width; x++) q[x] = pick(q[x], p[x - o]);                             \
        for (int x = 0; x < width - o; x++) q[x] = pick(q[x], p[x + o]);                         \
      }                                                                                          \
    }                                                                                            \
  }                                                                                              \
  static void name##_columns(const int16_t *in, int width, int height, int reach,                \
                             int16_t *out) {                                                     \
    for (int y = 0; y < height; y++) {                                                           \
      int16_t *q = out + (size_t)y * width;                                                      \
      int from = MAX2(0, y - reach), to = MIN2(height - 1, y + reach);                           \
      memcpy(q, in + (size_t)from * width, (size_t)width * sizeof *q);                           \
      for (int k = from + 1; k <= to; k++) {                                                     \
        const int16_t *p = in + (size_t)k * width;                                               \
        for (int x = 0; x < width; x++) q[x] = pick(q[x], p[x]);                                 \
      }                                                                                          \
    }                                                                                            \
  }                                                                                              \
  void judge_##name(const int16_t *in, int width, int height, int across, int down,              \
                    int16_t *out, int16_t *scratch) {                                            \
    name##_rows(in, width, height, across, scratch);                                             \
    name##_columns(scratch, width, height, down, out);                                           \
  }

EXTREME(largest, MAX2)
EXTREME(smallest, MIN2)

// MARK: Sums

void judge_box(const int32_t *in, int width, int height, int reach, int32_t *out,
               int32_t *scratch) {
  int32_t *columns = scratch + (size_t)width * height;
  // Along rows, then down columns, each as what enters less what leaves.
  for (int y = 0; y < height; y++) {
    const int32_t *p = in + (size_t)y * width;
    int32_t *q = scratch + (size_t)y * width;
    int32_t sum = 0;
    for (int x = 0; x < MIN2(reach, width); x++) sum += p[x];
    for (int x = 0; x < width; x++) {
      if (x + reach < width) sum += p[x + reach];
      if (x - reach - 1 >= 0) sum -= p[x - reach - 1];
      q[x] = sum;
    }
  }
  memset(columns, 0, (size_t)width * sizeof *columns);
  for (int y = 0; y < MIN2(reach, height); y++) {
    const int32_t *p = scratch + (size_t)y * width;
    for (int x = 0; x < width; x++) columns[x] += p[x];
  }
  for (int y = 0; y < height; y++) {
    if (y + reach < height) {
      const int32_t *p = scratch + (size_t)(y + reach) * width;
      for (int x = 0; x < width; x++) columns[x] += p[x];
    }
    if (y - reach - 1 >= 0) {
      const int32_t *p = scratch + (size_t)(y - reach - 1) * width;
      for (int x = 0; x < width; x++) columns[x] -= p[x];
    }
    memcpy(out + (size_t)y * width, columns, (size_t)width * sizeof *out);
  }
}

// MARK: Slack

void judge_slack(const int16_t *in, int width, int height, int straight, int16_t *out,
                 int16_t *scratch) {
  size_t n = (size_t)width * height;
  int16_t *high = scratch, *low = scratch + n, *room = scratch + 2 * n;
  judge_largest(in, width, height, 1, 1, high, room);
  judge_smallest(in, width, height, 1, 1, low, room);
  if (!straight) {
    for (size_t i = 0; i < n; i++) out[i] = high[i] - low[i];
    return;
  }
  // Along a straight edge nothing changes within two samples.
  int16_t *a = scratch + 3 * n, *curve = scratch + 4 * n;
  largest_rows(in, width, height, 2, a);
  smallest_rows(in, width, height, 2, room);
  for (size_t i = 0; i < n; i++) curve[i] = a[i] - room[i];
  largest_columns(in, width, height, 2, a);
  smallest_columns(in, width, height, 2, room);
  for (size_t i = 0; i < n; i++) curve[i] = MIN2(curve[i], (int16_t)(a[i] - room[i]));
  judge_largest(curve, width, height, 1, 1, curve, room);
  for (size_t i = 0; i < n; i++) {
    int contrast = high[i] - low[i], bent = 2 * curve[i];
    int between = MIN2(high[i] - in[i], in[i] - low[i]);
    int slack = MIN2(contrast, bent);
    out[i] = (int16_t)MAX2(slack, between * 6 / 5);
  }
}

// MARK: Evidence

// Of a pixel's bits at most this many count: beyond, the model is wrong anyway.
static const float most_bits = 86;  // 60 nats

void judge_evidence(const int16_t *const *residuals, const int16_t *const *slacks, int channels,
                    const judge_weights *weights, int width, int height, float systematic,
                    float offset, float *out, int32_t *scratch) {
  size_t n = (size_t)width * height;
  int32_t *bits = scratch, *ink = bits + n, *red = ink + n, *blue = red + n, *alpha = blue + n;
  int32_t *contrast = alpha + n, *active = contrast + n, *variance = active + n;
  int32_t *sum = variance + n, *sums = sum + n;  // sums: a plane; room: a plane and a row
  int32_t *room = sums + n;
  for (size_t i = 0; i < n; i++) {
    int r = residuals[0][i], g = residuals[1][i], b = residuals[2][i];
    int a = channels > 3 ? residuals[3][i] : 0;
    float most = 0, widest = 0;
    int slack = 0;
    for (int c = 0; c < channels; c++) {
      int s = slacks[c][i] >> 4;
      const judge_weights *w = weights + c;
      float v = residuals[c][i] * (1.0f / 16);
      float e = v * v * w->half_precision[s] - w->half_log[s];
      most = MAX2(most, e);
      widest = MAX2(widest, w->variance[s]);
      slack = MAX2(slack, slacks[c][i]);
    }
    bits[i] = (int32_t)(MIN2(most, most_bits) * 64);
    int l = luma(r, g, b);
    int is_active = l > 8 || l < -8 || a > 8 || a < -8;
    ink[i] = l;
    red[i] = r - g;
    blue[i] = b - g;
    alpha[i] = a;
    contrast[i] = slack;
    active[i] = is_active;
    variance[i] = is_active ? (int32_t)(widest * 16) : 0;
  }
  judge_box(bits, width, height, 4, sum, room);
  for (size_t i = 0; i < n; i++) out[i] = sum[i] * (1.0f / 64);
  const int reaches[2] = {4, 12};
  const float nat = 1.44269504f;
  for (int k = 0; k < 2; k++) {
    int reach = reaches[k];
    // bits is free now: it holds the window's variance, without and with what tint may miss.
    float *spread = (float *)bits, *tinted = (float *)sums;
    judge_box(contrast, width, height, reach, sum, room);
    for (size_t i = 0; i < n; i++) {
      float missed = sum[i] * (1.0f / 16) * systematic;
      spread[i] = missed * missed;
    }
    judge_box(active, width, height, reach, sum, room);
    for (size_t i = 0; i < n; i++) {
      float off = sum[i] * offset;
      tinted[i] = off * off + 225;
    }
    judge_box(variance, width, height, reach, sum, room);
    for (size_t i = 0; i < n; i++) {
      float missed = spread[i];
      spread[i] = missed + tinted[i] + sum[i] * (1.0f / 16);
      tinted[i] = missed + spread[i];
    }
    judge_box(ink, width, height, reach, sum, room);
    for (size_t i = 0; i < n; i++) {
      float d = sum[i] * (1.0f / 16);
      out[i] = MAX2(out[i], 5 * nat * d * d / spread[i]);
    }
    judge_box(red, width, height, reach, sum, room);
    for (size_t i = 0; i < n; i++) {
      float d = sum[i] * (1.0f / 16);
      out[i] = MAX2(out[i], nat / 2 * d * d / tinted[i]);
    }
    judge_box(blue, width, height, reach, sum, room);
    for (size_t i = 0; i < n; i++) {
      float d = sum[i] * (1.0f / 16);
      out[i] = MAX2(out[i], nat / 2 * d * d / tinted[i]);
    }
    if (channels > 3) {
      judge_box(alpha, width, height, reach, sum, room);
      for (size_t i = 0; i < n; i++) {
        float d = sum[i] * (1.0f / 16);
        out[i] = MAX2(out[i], 5 * nat * d * d / spread[i]);
      }
    }
  }
}

// MARK: Edges

// Steps in sixteenths: beyond the rounding of both sides, and the contrast of an edge.
enum { beyond_rounding = 24, edge_contrast = 24 * 16 };

// Whether a pixel of a straight edge says no more than the one beside it: both have one luma in each
// picture, to a step.
static inline int repeats(const int16_t *one, const int16_t *two, size_t i, size_t j) {
  int p = one[i] - one[j], q = two[i] - two[j];
  return p <= 16 && p >= -16 && q <= 16 && q >= -16;
}

void judge_edges(const int16_t *one, const int16_t *two, const int16_t *slack_one,
                 const int16_t *slack_two, int width, int x0, int x1, int y0, int y1,
                 judge_row_edges *rows) {
  for (int y = y0; y < y1; y++, rows++) {
    for (int x = x0; x < x1; x++) {
      size_t i = (size_t)y * width + x;
      int slack = MIN2(slack_one[i], slack_two[i]);
      if (slack <= edge_contrast) continue;
      int d = two[i] - one[i], size = d < 0 ? -d : d;
      if (x > 0 && repeats(one, two, i, i - 1)) continue;
      if (y > 0 && repeats(one, two, i, i - width)) continue;
      rows->edges++;
      if (size >= beyond_rounding) rows->changed++;
      int64_t share = size >= slack ? 256 : (size * 256) / slack;
      rows->squares += share * share;
    }
  }
}

// MARK: Recolour

#define CELL 4

// out = sums over 2 · reach + 1 cells across and down.
static void sum_cells(const int64_t *in, int columns, int rows, int reach, int64_t *out,
                      int64_t *room) {
  for (int y = 0; y < rows; y++) {
    const int64_t *p = in + (size_t)y * columns;
    int64_t *q = room + (size_t)y * columns, sum = 0;
    for (int x = 0; x < MIN2(reach, columns); x++) sum += p[x];
    for (int x = 0; x < columns; x++) {
      if (x + reach < columns) sum += p[x + reach];
      if (x - reach - 1 >= 0) sum -= p[x - reach - 1];
      q[x] = sum;
    }
  }
  for (int x = 0; x < columns; x++) {
    int64_t sum = 0;
    for (int y = 0; y < MIN2(reach, rows); y++) sum += room[(size_t)y * columns + x];
    for (int y = 0; y < rows; y++) {
      if (y + reach < rows) sum += room[(size_t)(y + reach) * columns + x];
      if (y - reach - 1 >= 0) sum -= room[(size_t)(y - reach - 1) * columns + x];
      out[(size_t)y * columns + x] = sum;
    }
  }
}

void judge_recolour(const int16_t *one, const int16_t *two, const int16_t *const *residuals,
                    const int16_t *const *slacks, int channels, const judge_redraw_cost *cost,
                    int width, int height, double half_precision, double price,
                    float *out, int64_t *scratch) {
  int columns = (width + CELL - 1) / CELL, rows = (height + CELL - 1) / CELL;
  size_t cells = (size_t)columns * rows;
  enum { COUNT, A, AA, FIRST };  // then for each channel D, DD, AD, and what redrawing costs
  enum { D, DD, AD, PAID, EACH };
  int planes = FIRST + EACH * channels, any = 0;
  int64_t *cell = scratch, *sums = cell + planes * cells, *room = sums + planes * cells;
  memset(cell, 0, planes * cells * sizeof *cell);
  uint8_t *role = (uint8_t *)(room + cells + MAX2(columns, rows));  // 1: at a change, 3: counts as one
  memset(role, 0, (size_t)width * height);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      size_t i = (size_t)y * width + x;
      int slack = 0, most = 0;
      for (int c = 0; c < channels; c++) {
        int d = residuals[c][i];
        most = MAX2(most, d < 0 ? -d : d);
        slack = MAX2(slack, slacks[c][i]);
      }
      if (most < beyond_rounding || slack < edge_contrast) continue;
      any = 1;
      for (int v = MAX2(0, y - 1); v <= MIN2(height - 1, y + 1); v++)
        for (int u = MAX2(0, x - 1); u <= MIN2(width - 1, x + 1); u++)
          role[(size_t)v * width + u] |= 1;
      // Along a straight edge one pixel speaks for all.
      if (!(x > 0 && repeats(one, two, i, i - 1)) && !(y > 0 && repeats(one, two, i, i - width)))
        role[i] = 3;
    }
  }
  if (!any) return;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      size_t i = (size_t)y * width + x;
      if (!role[i]) continue;
      int64_t *to = cell + (size_t)(y / CELL) * columns + x / CELL, a = one[i];
      to[COUNT * cells] += 1;
      to[A * cells] += a;
      to[AA * cells] += a * a;
      int slack = 0;
      for (int c = 0; c < channels; c++) slack = MAX2(slack, slacks[c][i]);
      const int16_t *row = cost->cost[MIN2(63, slack >> 6)];
      for (int c = 0; c < channels; c++, to += EACH * cells) {
        int64_t d = residuals[c][i];
        to[(FIRST + D) * cells] += d;
        to[(FIRST + DD) * cells] += d * d;
        to[(FIRST + AD) * cells] += a * d;
        if (role[i] == 3)
          to[(FIRST + PAID) * cells] += row[MIN2(255, ((d < 0 ? -d : d) + 8) >> 4)];
      }
    }
  }
  if (!any) return;
  const int reaches[2] = {1, 3};
  for (int k = 0; k < 2; k++) {
    for (int p = 0; p < planes; p++)
      sum_cells(cell + p * cells, columns, rows, reaches[k], sums + p * cells, room);
    for (size_t i = 0; i < cells; i++) {
      double n = (double)sums[COUNT * cells + i];
      if (n < 8) continue;
      double a = (double)sums[A * cells + i], spread = (double)sums[AA * cells + i] - a * a / n;
      float most = 0;
      for (int c = 0; c < channels; c++) {
        const int64_t *from = sums + (FIRST + EACH * c) * cells + i;
        double d = (double)from[D * cells], rest = (double)from[DD * cells] - d * d / n;
        double both = (double)from[AD * cells] - a * d / n;
        if (spread > 256) rest -= both * both / spread;
        double paid = (double)from[PAID * cells] * (1.0 / 64);
        double bits = paid - MAX2(0, rest) * (1.0 / 256) * half_precision - price;
        most = MAX2(most, (float)bits);
      }
      if (most <= 0) continue;
      int x0 = (int)(i % columns) * CELL, y0 = (int)(i / columns) * CELL;
      for (int y = y0; y < MIN2(height, y0 + CELL); y++)
        for (int x = x0; x < MIN2(width, x0 + CELL); x++) {
          float *q = out + (size_t)y * width + x;
          *q = MAX2(*q, most);
        }
    }
  }
}

// MARK: Ink

// Largest and smallest samples of 5 × 3 by channel, and whether the ink is darker than its ground: the
// mean luma of 15 × 15 samples is then above the middle of the two. Takes 17 planes and a few rows.
typedef struct {
  int16_t *high[3], *low[3], *is_dark, *free;
} ink_room;

static ink_room find_ink(const int16_t *const *in, int width, int height, int16_t *scratch) {
  size_t n = (size_t)width * height;
  ink_room ink;
  int16_t *room = scratch + 8 * n;
  for (int c = 0; c < 3; c++) {
    ink.high[c] = scratch + (size_t)(2 * c) * n;
    ink.low[c] = ink.high[c] + n;
    judge_largest(in[c], width, height, 2, 1, ink.high[c], room);
    judge_smallest(in[c], width, height, 2, 1, ink.low[c], room);
  }
  ink.is_dark = scratch + 6 * n;
  ink.free = scratch + 8 * n;
  int32_t *values = (int32_t *)(scratch + 8 * n), *sums = values + n, *work = sums + n;
  for (size_t i = 0; i < n; i++) values[i] = luma(in[0][i], in[1][i], in[2][i]);
  judge_box(values, width, height, 7, sums, work);
  for (int y = 0; y < height; y++) {
    int rows = MIN2(height - 1, y + 7) - MAX2(0, y - 7) + 1;
    for (int x = 0; x < width; x++) {
      int columns = MIN2(width - 1, x + 7) - MAX2(0, x - 7) + 1;
      size_t i = (size_t)y * width + x;
      int middle = luma(ink.high[0][i] + ink.low[0][i], ink.high[1][i] + ink.low[1][i],
                        ink.high[2][i] + ink.low[2][i]);
      ink.is_dark[i] = 2 * (int64_t)sums[i] > (int64_t)middle * rows * columns;
    }
  }
  return ink;
}

// What is neither ground nor full ink, at most a quarter of their contrast.
static inline float between(int high, int low, float v) {
  float wide = (float)MAX2(high - low, 128);
  return (high - v) * (v - low) / wide;
}

static inline int16_t sample_of(float v) {
  return (int16_t)(MIN2(4080.0f, MAX2(0.0f, v)) + 0.5f);
}

// MARK: LCD smoothing

void judge_lcd(const int16_t *const *in, int width, int height, const float *filter,
               const float *gain, int16_t *const *out, int16_t *scratch) {
  size_t n = (size_t)width * height;
  ink_room room = find_ink(in, width, height, scratch);
  int16_t *dark[3], *light[3], *spare = room.free + 6 * n;
  for (int c = 0; c < 3; c++) {
    dark[c] = room.free + (size_t)(2 * c) * n;
    light[c] = dark[c] + n;
    judge_smallest(room.low[c], width, height, 8, 2, dark[c], spare);
    judge_largest(room.high[c], width, height, 8, 2, light[c], spare);
  }
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      size_t i = (size_t)y * width + x;
      int d = room.is_dark[i];
      float ink[3];
      for (int c = 0; c < 3; c++) ink[c] = (d ? dark[c][i] : light[c][i]) * (1.0f / 4080);
      float by_luma = gain[0] + gain[2] * (0.299f * ink[0] + 0.587f * ink[1] + 0.114f * ink[2]);
      int at[4];
      for (int k = 0; k < 4; k++) {
        int o = k < 2 ? k - 2 : k - 1;
        at[k] = MIN2(width - 1, MAX2(0, x + o)) - x;
      }
      for (int c = 0; c < 3; c++) {
        const int16_t *p = in[c] + i;
        const float *f = filter + 4 * c;
        float q = between(room.high[c][i], room.low[c][i], p[0]);
        float v = p[0] + (d ? -q : q) * (by_luma + gain[1] * ink[c]);
        for (int k = 0; k < 4; k++) v += f[k] * (p[at[k]] - p[0]);
        out[c][i] = sample_of(v);
      }
    }
  }
}
