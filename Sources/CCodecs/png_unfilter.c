// Undoes the filters of a PNG's rows.
//
// Paeth and Average are a chain along the row: each pixel waits for its left neighbour, 4 ns a
// pixel however wide the registers are. So eight rows go at once, each one pixel behind the row
// above: what a row needs of the one above was made a step earlier, and one register holds a
// pixel of each. That takes about 0.5 ns a pixel. Rows of None, Sub and Up ride along where there
// is a chain among the eight, and go by themselves where there is none.
#include "CCodecs.h"
#include <string.h>

// Everything that takes a vector is inlined, so no vector crosses a call.
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));
#define INLINE static inline __attribute__((always_inline))

enum { NONE, SUB, UP, AVERAGE, PAETH };

// -- A row by itself: the plain version, and the one for any distance ----------------------------

static inline uint8_t paeth(int a, int b, int c) {
  int pa = b - c, pb = a - c, pc = pa + pb;
  pa = pa < 0 ? -pa : pa;
  pb = pb < 0 ? -pb : pb;
  pc = pc < 0 ? -pc : pc;
  return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

// Left of `up` and `out` lie zeros, so the first pixel needs no case of its own.
INLINE void row_of(uint8_t filter, const uint8_t *in, const uint8_t *up, uint8_t *out, size_t n,
                   ptrdiff_t bpp) {
  switch (filter) {
    case NONE: memcpy(out, in, n); break;
    case SUB:
      for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(in[i] + out[(ptrdiff_t)i - bpp]);
      break;
    case UP:
      for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(in[i] + up[i]);
      break;
    case AVERAGE:
      for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(in[i] + ((out[(ptrdiff_t)i - bpp] + up[i]) >> 1));
      break;
    case PAETH:
      for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(in[i] + paeth(out[(ptrdiff_t)i - bpp], up[i], up[(ptrdiff_t)i - bpp]));
      break;
  }
}

INLINE void row_alone(uint8_t filter, const uint8_t *in, const uint8_t *up, uint8_t *out, size_t n,
                      unsigned bpp) {
  // The distance as a constant lets the compiler keep the left pixel in registers.
  switch (bpp) {
    case 1: row_of(filter, in, up, out, n, 1); break;
    case 2: row_of(filter, in, up, out, n, 2); break;
    case 3: row_of(filter, in, up, out, n, 3); break;
    case 4: row_of(filter, in, up, out, n, 4); break;
    case 6: row_of(filter, in, up, out, n, 6); break;
    default: row_of(filter, in, up, out, n, 8); break;
  }
}

// -- Eight rows at once --------------------------------------------------------------------------

INLINE u8x32 load32(const uint8_t *p) {
  u8x32 v;
  memcpy(&v, p, 32);
  return v;
}

// Eight pixels at `p` as eight words. Three-byte pixels get a fourth byte that means nothing.
INLINE u32x8 load_pixels(const uint8_t *p, int bpp) {
  if (bpp == 4) return (u32x8)load32(p);
  u8x16 a, b;
  memcpy(&a, p, 16);
  memcpy(&b, p + 12, 16);
  return (u32x8)__builtin_shufflevector(a, b, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12,
                                        16, 17, 18, 19, 19, 20, 21, 22, 22, 23, 24, 25, 25, 26, 27, 28);
}

// The reverse. Three-byte pixels write four bytes beyond, which the row's next ones overwrite.
INLINE void store_pixels(uint8_t *p, u32x8 words, int bpp) {
  u8x32 v = (u8x32)words;
  if (bpp == 4) {
    memcpy(p, &v, 32);
    return;
  }
  u8x16 a = __builtin_shufflevector(v, v, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 14, 14, 14, 14);
  u8x16 b = __builtin_shufflevector(v, v, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 30, 30, 30, 30);
  memcpy(p, &a, 16);
  memcpy(p + 12, &b, 16);
}

INLINE void transpose(u32x8 m[8]) {
  u32x8 t[8], u[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = __builtin_shufflevector(m[i], m[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[i + 1] = __builtin_shufflevector(m[i], m[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4) {
    for (int k = 0; k < 2; k++) {
      u[i + 2 * k] = (u32x8)__builtin_shufflevector((u64x4)t[i + k], (u64x4)t[i + 2 + k], 0, 4, 2, 6);
      u[i + 2 * k + 1] = (u32x8)__builtin_shufflevector((u64x4)t[i + k], (u64x4)t[i + 2 + k], 1, 5, 3, 7);
    }
  }
  for (int k = 0; k < 4; k++) {
    m[k] = __builtin_shufflevector(u[k], u[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    m[k + 4] = __builtin_shufflevector(u[k], u[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

// Ones in the lanes of rows with that filter.
typedef struct {
  u8x32 none, sub, average, chosen;  // chosen: Sub or Paeth, where the left pixel matters
} lane_masks;

INLINE u8x32 choose(u8x32 mask, u8x32 yes, u8x32 no) { return (yes & mask) | (no & ~mask); }

// x + the prediction from a, left, b, above, and c, above left.
//
// With pa = |b − c| and pb = |a − c|, Paeth's third distance |a + b − 2c| is |pa − pb| where c lies
// between a and b, and otherwise pa + pb, which never wins: so eight bits are enough. The other
// filters are Paeth's choice forced: pa = 0 picks a, pb = 0 < pa picks b. Only what hangs on `a`
// is on the chain from pixel to pixel; all else is ready before.
INLINE u8x32 reconstruct(u8x32 x, u8x32 a, u8x32 b, u8x32 c, const lane_masks *m, int has_average) {
  u8x32 above = __builtin_elementwise_sub_sat(b, c), below = __builtin_elementwise_sub_sat(c, b);
  u8x32 pa = ((above | below) & ~m->sub) | ~m->chosen;
  u8x32 xb = x + (b & ~m->none), xc = x + c;

  u8x32 right = __builtin_elementwise_sub_sat(a, c), left = __builtin_elementwise_sub_sat(c, a);
  u8x32 pb = (right | left) & m->chosen;
  // Ones where a and b lie on the same side of c, or on it.
  u8x32 same = (u8x32)(above == 0) & (u8x32)(right == 0);
  same |= (u8x32)(below == 0) & (u8x32)(left == 0);
  u8x32 least = __builtin_elementwise_min(pa, pb);
  u8x32 pc = (__builtin_elementwise_max(pa, pb) - least) | same;
  u8x32 is_a = (u8x32)(least == pa), is_c = (u8x32)(pc < least);
  u8x32 r = choose(is_c, xc, choose(is_a, x + a, xb));
  if (has_average) r = choose(m->average, x + (a & b) + (((a ^ b) >> 1) & 0x7F), r);
  return r;
}

enum { LAG = 2 };  // pixels between a row and the one above; at 1 the shuffle joins the chain

// Rows y…y+7: lane k holds row y + k, LAG × k pixels behind.
INLINE void eight_rows(const uint8_t *in, size_t row_bytes, const uint8_t *above, uint8_t *out,
                       size_t stride, int bpp, int has_average) {
  lane_masks masks = {0};
  for (int k = 0; k < 8; k++) {
    uint8_t filter = in[(size_t)k * (row_bytes + 1)];
    ((u32x8 *)&masks.none)[0][k] = filter == NONE ? ~0u : 0;
    ((u32x8 *)&masks.sub)[0][k] = filter == SUB ? ~0u : 0;
    ((u32x8 *)&masks.average)[0][k] = filter == AVERAGE ? ~0u : 0;
    ((u32x8 *)&masks.chosen)[0][k] = filter == SUB || filter == PAETH ? ~0u : 0;
  }
  ptrdiff_t width = (ptrdiff_t)row_bytes / bpp;
  const u32x8 lanes = {0, LAG, 2 * LAG, 3 * LAG, 4 * LAG, 5 * LAG, 6 * LAG, 7 * LAG};
  u32x8 last = {0}, before_last = {0}, c = {0};
  for (ptrdiff_t t = 0; t < width + 7 * LAG; t += 8) {
    u32x8 x[8];
    for (int k = 0; k < 8; k++)
      x[k] = load_pixels(in + (size_t)k * (row_bytes + 1) + 1 + (t - LAG * k) * bpp, bpp);
    transpose(x);
    u32x8 up = load_pixels(above + t * bpp, bpp);
#define STEP(i)                                                                                  \
  do {                                                                                           \
    u32x8 b = __builtin_shufflevector(before_last, up, 8 + i, 0, 1, 2, 3, 4, 5, 6);              \
    before_last = last;                                                                          \
    last = (u32x8)reconstruct((u8x32)x[i], (u8x32)last, (u8x32)b, (u8x32)c, &masks, has_average); \
    /* Pixels left of the row stay 0. */                                                         \
    if (t < 7 * LAG) last &= (u32x8)(lanes <= (uint32_t)(t + i));                                \
    c = b;                                                                                       \
    x[i] = last;                                                                                 \
  } while (0)
    STEP(0);
    STEP(1);
    STEP(2);
    STEP(3);
    STEP(4);
    STEP(5);
    STEP(6);
    STEP(7);
#undef STEP
    transpose(x);
    for (int k = 0; k < 8; k++)
      store_pixels(out + (size_t)k * stride + (t - LAG * k) * bpp, x[k], bpp);
  }
}

// -- All rows ------------------------------------------------------------------------------------

INLINE size_t all_rows(const uint8_t *in, size_t row_bytes, size_t count, unsigned bpp, uint8_t *out,
                       size_t stride) {
  for (size_t y = 0; y < count;) {
    size_t n = count - y < 8 ? count - y : 8;
    unsigned chains = 0, averages = 0;
    for (size_t k = 0; k < n; k++) {
      uint8_t filter = in[k * (row_bytes + 1)];
      if (filter > PAETH) return y + k + 1;
      averages += filter == AVERAGE;
      chains += filter >= AVERAGE;
    }
    if (n == 8 && chains >= 2 && bpp == 4) {
      if (averages) eight_rows(in, row_bytes, out - stride, out, stride, 4, 1);
      else eight_rows(in, row_bytes, out - stride, out, stride, 4, 0);
    } else if (n == 8 && chains >= 2 && bpp == 3) {
      if (averages) eight_rows(in, row_bytes, out - stride, out, stride, 3, 1);
      else eight_rows(in, row_bytes, out - stride, out, stride, 3, 0);
    } else {
      for (size_t k = 0; k < n; k++) {
        const uint8_t *row = in + k * (row_bytes + 1);
        row_alone(row[0], row + 1, out + k * stride - stride, out + k * stride, row_bytes, bpp);
      }
    }
    y += n;
    in += n * (row_bytes + 1);
    out += n * stride;
  }
  return 0;
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static size_t all_rows_v3(const uint8_t *in,
                                                                    size_t row_bytes, size_t count,
                                                                    unsigned bpp, uint8_t *out,
                                                                    size_t stride) {
  return all_rows(in, row_bytes, count, bpp, out, stride);
}
#endif
static size_t all_rows_plain(const uint8_t *in, size_t row_bytes, size_t count, unsigned bpp,
                             uint8_t *out, size_t stride) {
  return all_rows(in, row_bytes, count, bpp, out, stride);
}

size_t ra_png_unfilter(const uint8_t *filtered, size_t row_bytes, size_t count, unsigned bpp,
                       uint8_t *rows, size_t stride) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v3"))
    return all_rows_v3(filtered, row_bytes, count, bpp, rows, stride);
#endif
  return all_rows_plain(filtered, row_bytes, count, bpp, rows, stride);
}

size_t ra_png_unfilter_plainly(const uint8_t *filtered, size_t row_bytes, size_t count, unsigned bpp,
                               uint8_t *rows, size_t stride) {
  for (size_t y = 0; y < count; y++) {
    const uint8_t *in = filtered + y * (row_bytes + 1);
    if (in[0] > PAETH) return y + 1;
    row_of(in[0], in + 1, rows + y * stride - stride, rows + y * stride, row_bytes, bpp);
  }
  return 0;
}
