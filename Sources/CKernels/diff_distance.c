#include <math.h>
#include <string.h>

#include "diff_kernels.h"

// Elementwise float arithmetic only: no libm call but sqrtf, which is exact, no contraction, no
// sums. So every machine, and every vector width, gives the same bytes.

#if defined(__x86_64__)
#define DIFF_V3 __attribute__((target("arch=x86-64-v3")))
#endif
#define INLINE static inline __attribute__((always_inline))

INLINE float from_bits(int32_t i) {
  float f;
  memcpy(&f, &i, 4);
  return f;
}
INLINE int32_t to_bits(float f) {
  int32_t i;
  memcpy(&i, &f, 4);
  return i;
}

// Cube root of x > 0: a third of the exponent, then two Halley steps, each of which cubes the
// relative error (4 % at the start): 1e-7 after two.
INLINE float cube_root(float x) {
  float y = from_bits(to_bits(x) / 3 + 0x2a514067);
  float y3 = y * y * y;
  y = y * (y3 + x + x) / (y3 + y3 + x);
  y3 = y * y * y;
  return y * (y3 + x + x) / (y3 + y3 + x);
}

// CIELAB's f.
INLINE float lab_f(float t) {
  float root = cube_root(t > 0.008f ? t : 0.008f);
  return t > 216.0f / 24389 ? root : (24389.0f / 27 * t + 16) / 116;
}

// e^x for -87 < x <= 0, to 2e-7: 2 to the whole part by its bits, to the rest by a polynomial.
INLINE float exponential(float x) {
  float p = x * 1.44269504f;
  int32_t whole = (int32_t)(p - 1);
  float f = (p - (float)whole) * 0.693147181f;
  float e = 1 + f * (1 + f * (0.5f + f * (1.0f / 6 + f * (1.0f / 24 + f * (1.0f / 120 +
            f * (1.0f / 720 + f * (1.0f / 5040)))))));
  return e * from_bits((whole + 127) << 23);
}

// Arc tangent to 1e-5. Source: Abramowitz and Stegun 4.4.49.
INLINE float arc_tangent(float x) {
  float a = x < 0 ? -x : x;
  float t = a > 1 ? 1 / a : a;
  float s = t * t;
  float r = t * (0.9998660f + s * (-0.3302995f + s * (0.1801410f + s * (-0.0851330f +
            s * 0.0208351f))));
  r = a > 1 ? 1.57079633f - r : r;
  return x < 0 ? -r : r;
}

typedef struct {
  float l, a, b;
} lab;

INLINE lab to_lab(float r, float g, float b, const float *m) {
  float x = lab_f(m[0] * r + m[1] * g + m[2] * b);
  float y = lab_f(m[3] * r + m[4] * g + m[5] * b);
  float z = lab_f(m[6] * r + m[7] * g + m[8] * b);
  lab c = {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  return c;
}

INLINE float seventh(float c) {
  float c2 = c * c;
  float c7 = c2 * c2 * c2 * c;
  return sqrtf(c7 / (c7 + 6103515625.0f));
}

// The published formula without angles: the mean hue is the direction of the sum of the two unit
// vectors of hue, multiples of it follow from the addition theorems, and the difference of hue,
// 2 √(c1 c2) sin(Δh / 2), follows from the dot or the cross product of the unit vectors, whose
// sum is 2 cos(Δh / 2) long.
INLINE float de2000(lab p, lab q) {
  float mean_c = (sqrtf(p.a * p.a + p.b * p.b) + sqrtf(q.a * q.a + q.b * q.b)) * 0.5f;
  float g = 1.5f - 0.5f * seventh(mean_c);
  float a1 = p.a * g, a2 = q.a * g;
  float c1 = sqrtf(a1 * a1 + p.b * p.b), c2 = sqrtf(a2 * a2 + q.b * q.b);
  // Below a hundredth of what one step of 1/255 makes, chroma is the rounding of a grey.
  float i1 = c1 > 2e-3f ? 1 / c1 : 0, i2 = c2 > 2e-3f ? 1 / c2 : 0;
  float hx = a1 * i1 + a2 * i2, hy = p.b * i1 + q.b * i2;
  float hn = sqrtf(hx * hx + hy * hy);
  float scale = hn > 0 ? 1 / hn : 0;
  float ch = hn > 0 ? hx * scale : 1, sh1 = hy * scale;
  float c2h = ch * ch - sh1 * sh1, s2h = 2 * ch * sh1;
  float c3h = c2h * ch - s2h * sh1, s3h = s2h * ch + c2h * sh1;
  float c4h = c2h * c2h - s2h * s2h, s4h = 2 * c2h * s2h;
  // cos and sin of 30°, 6° and 63°.
  float t = 1 - 0.17f * (0.866025404f * ch + 0.5f * sh1) + 0.24f * c2h +
            0.32f * (0.994521895f * c3h - 0.104528463f * s3h) -
            0.20f * (0.453990500f * c4h + 0.891006524f * s4h);
  float dl = q.l - p.l, dc = c2 - c1;
  float inverse = i1 * i2, cross = (a1 * q.b - a2 * p.b) * inverse;
  float both = inverse > 0 ? sqrtf(c1 * c2) : 0;
  float apart = 2 * (1 - (a1 * a2 + p.b * q.b) * inverse);
  float wide = sqrtf(apart > 0 ? apart : 0);
  wide = cross < 0 ? -wide : wide;
  // Nearly equal hues cancel in the dot product, nearly opposite ones in the sum.
  float dh = both * (hn > 1 ? 2 * cross / hn : wide);
  float l = (p.l + q.l) * 0.5f - 50, c = (c1 + c2) * 0.5f;
  l = l * l;
  // Degrees from 275°; beyond 90° the exponential is below 3e-6.
  float cd = 0.0871557427f * ch - 0.996194698f * sh1;
  float sd = 0.0871557427f * sh1 + 0.996194698f * ch;
  float near = cd > 1e-3f ? cd : 1e-3f;
  float turn = arc_tangent(sd / near) * (57.2957795f / 25);
  float power = -turn * turn;
  float angle = cd > 1e-3f ? 1.04719755f * exponential(power) : 0;
  float square = angle * angle;
  float sine = angle * (1 - square * (1.0f / 6 - square * (1.0f / 120 - square / 5040)));
  float wl = dl / (1 + 0.015f * l / sqrtf(20 + l));
  float wc = dc / (1 + 0.045f * c);
  float wh = dh / (1 + 0.015f * c * t);
  float sum = wl * wl + wc * wc + wh * wh - 2 * sine * seventh(c) * wc * wh;
  return sqrtf(sum > 0 ? sum : 0);
}

// A cone's answer: none to what imaginary colours ask for.
INLINE float cone(float r, float g, float b, const float *m) {
  float v = m[0] * r + m[1] * g + m[2] * b;
  return cube_root((v > 0 ? v : 0) + 1e-18f);
}

INLINE float ok_distance(float r1, float g1, float b1, float r2, float g2, float b2,
                         const float *m) {
  float dl = cone(r1, g1, b1, m) - cone(r2, g2, b2, m);
  float dm = cone(r1, g1, b1, m + 3) - cone(r2, g2, b2, m + 3);
  float ds = cone(r1, g1, b1, m + 6) - cone(r2, g2, b2, m + 6);
  float l = 0.21045427f * dl + 0.79361777f * dm - 0.00407204f * ds;
  float a = 1.97799853f * dl - 2.42859224f * dm + 0.45059371f * ds;
  float b = 0.02590404f * dl + 0.78277171f * dm - 0.80867575f * ds;
  return sqrtf(l * l + a * a + b * b);
}

#define BODY_2000                                                              \
  for (size_t i = 0; i < n; i++) {                                             \
    lab p = to_lab(a[i], a[stride + i], a[2 * stride + i], m);                           \
    lab q = to_lab(b[i], b[stride + i], b[2 * stride + i], m);                           \
    out[i] = de2000(p, q);                                                     \
  }
#define BODY_OK                                                                \
  for (size_t i = 0; i < n; i++)                                               \
    out[i] = ok_distance(a[i], a[stride + i], a[2 * stride + i], b[i], b[stride + i],          \
                         b[2 * stride + i], m);

static void plain_2000(const float *restrict a, const float *restrict b, size_t n,
                       size_t stride, const float *restrict m, float *restrict out) {
  BODY_2000
}
static void plain_ok(const float *restrict a, const float *restrict b, size_t n,
                     size_t stride, const float *restrict m, float *restrict out) {
  BODY_OK
}
#ifdef DIFF_V3
DIFF_V3 static void v3_2000(const float *restrict a, const float *restrict b, size_t n,
                            size_t stride, const float *restrict m, float *restrict out) {
  BODY_2000
}
DIFF_V3 static void v3_ok(const float *restrict a, const float *restrict b, size_t n,
                          size_t stride, const float *restrict m, float *restrict out) {
  BODY_OK
}
#endif

void diff_distances(const float *a, const float *b, size_t n, size_t stride, int metric,
                    const float *matrix, float *out) {
#ifdef DIFF_V3
  if (__builtin_cpu_supports("x86-64-v3")) {
    if (metric == DIFF_CIEDE2000)
      v3_2000(a, b, n, stride, matrix, out);
    else
      v3_ok(a, b, n, stride, matrix, out);
    return;
  }
#endif
  if (metric == DIFF_CIEDE2000)
    plain_2000(a, b, n, stride, matrix, out);
  else
    plain_ok(a, b, n, stride, matrix, out);
}
