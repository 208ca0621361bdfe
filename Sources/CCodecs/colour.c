// Colour profiles, read by lcms2, applied by us: its own 8-bit transforms round between their
// steps and clip what lies outside the other space, so that two colours could become one.
#include "CCodecs.h"
#include "Loaded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ra_colours {
  cmsHPROFILE profile;
  cmsToneCurve *curves[3];  // the profile's own; NULL for profiles with a table
  cmsHTRANSFORM to_xyz;     // for profiles with a table
  double matrix[9];         // linear to XYZ, row by row
};

static int invert(const double m[9], double out[9]) {
  double c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
  double det = m[0] * c0 + m[1] * c1 + m[2] * c2;
  if (!(fabs(det) > 1e-9)) return 0;
  double i = 1 / det;
  out[0] = c0 * i, out[1] = (m[2] * m[7] - m[1] * m[8]) * i, out[2] = (m[1] * m[5] - m[2] * m[4]) * i;
  out[3] = c1 * i, out[4] = (m[0] * m[8] - m[2] * m[6]) * i, out[5] = (m[2] * m[3] - m[0] * m[5]) * i;
  out[6] = c2 * i, out[7] = (m[1] * m[6] - m[0] * m[7]) * i, out[8] = (m[0] * m[4] - m[1] * m[3]) * i;
  return 1;
}

static void multiply(const double a[9], const double b[9], double out[9]) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
}

static void apply(const double m[9], const double v[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2];
}

// -- Reading -------------------------------------------------------------------------------------

static int read_matrix(ra_colours *s) {
  static const cmsTagSignature colorants[3] = {cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                               cmsSigBlueColorantTag};
  static const cmsTagSignature curves[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  for (int c = 0; c < 3; c++) {
    const cmsCIEXYZ *xyz = ra_codec.cmsReadTag(s->profile, colorants[c]);
    s->curves[c] = ra_codec.cmsReadTag(s->profile, curves[c]);
    if (!xyz || !s->curves[c]) return 0;
    s->matrix[c] = xyz->X, s->matrix[3 + c] = xyz->Y, s->matrix[6 + c] = xyz->Z;
  }
  double inverse[9];
  return invert(s->matrix, inverse);
}

static int read_grey(ra_colours *s, const ra_colours *neutral) {
  cmsToneCurve *curve = ra_codec.cmsReadTag(s->profile, cmsSigGrayTRCTag);
  if (!curve) return 0;
  for (int c = 0; c < 3; c++) s->curves[c] = curve;
  // Any primaries will do: red, green and blue of a grey picture are equal.
  memcpy(s->matrix, neutral->matrix, sizeof s->matrix);
  return 1;
}

static int read_table(ra_colours *s) {
  cmsHPROFILE xyz = ra_codec.cmsCreateXYZProfile();
  s->to_xyz = ra_codec.cmsCreateTransform(s->profile, TYPE_RGB_DBL, xyz, TYPE_XYZ_DBL,
                                          INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE);
  ra_codec.cmsCloseProfile(xyz);
  return s->to_xyz != NULL;
}

ra_colours *ra_colours_of_profile(const uint8_t *profile, size_t length) {
  if (ra_load_lcms() || length > RA_LARGEST_PROFILE) return NULL;
  ra_colours *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->profile = ra_codec.cmsOpenProfileFromMem(profile, (cmsUInt32Number)length);
  int good = 0;
  if (s->profile) {
    cmsColorSpaceSignature space = ra_codec.cmsGetColorSpace(s->profile);
    if (space == cmsSigRgbData) {
      int has_table = ra_codec.cmsIsTag(s->profile, cmsSigAToB0Tag) ||
                      ra_codec.cmsIsTag(s->profile, cmsSigAToB1Tag);
      good = !has_table && ra_codec.cmsIsMatrixShaper(s->profile) ? read_matrix(s) : read_table(s);
    } else if (space == cmsSigGrayData) {
      static const double srgb[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
      ra_colours *neutral = ra_colours_of_primaries(srgb, RA_CURVE_SRGB, 0);
      good = neutral && read_grey(s, neutral);
      ra_colours_free(neutral);
    }
  }
  if (good) return s;
  ra_colours_free(s);
  return NULL;
}

ra_colours *ra_colours_of_primaries(const double xy[8], int curve, double exponent) {
  if (ra_load_lcms()) return NULL;
  ra_colours *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  cmsCIExyY white = {xy[0], xy[1], 1};
  cmsCIExyYTRIPLE primaries = {{xy[2], xy[3], 1}, {xy[4], xy[5], 1}, {xy[6], xy[7], 1}};
  // Type 4: (ax + b)^g from d on, else cx. IEC 61966-2-1; ITU-R BT.709 turned round.
  cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsFloat64Number bt709[5] = {1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081};
  cmsToneCurve *tone = curve == RA_CURVE_POWER
                           ? ra_codec.cmsBuildParametricToneCurve(NULL, 1, &exponent)
                           : ra_codec.cmsBuildParametricToneCurve(
                                 NULL, 4, curve == RA_CURVE_SRGB ? srgb : bt709);
  int good = 0;
  if (tone) {
    cmsToneCurve *tones[3] = {tone, tone, tone};
    s->profile = ra_codec.cmsCreateRGBProfile(&white, &primaries, tones);
    good = s->profile && read_matrix(s);
    ra_codec.cmsFreeToneCurve(tone);
  }
  if (good) return s;
  ra_colours_free(s);
  return NULL;
}

void ra_colours_free(ra_colours *s) {
  if (!s) return;
  if (s->to_xyz) ra_codec.cmsDeleteTransform(s->to_xyz);
  if (s->profile) ra_codec.cmsCloseProfile(s->profile);
  free(s);
}

// Encoded red, green, blue, 0…1, to XYZ.
static void to_xyz(const ra_colours *s, const double rgb[3], double xyz[3]) {
  if (s->to_xyz) {
    ra_codec.cmsDoTransform(s->to_xyz, rgb, xyz, 1);
    return;
  }
  double linear[3];
  for (int c = 0; c < 3; c++)
    linear[c] = ra_codec.cmsEvalToneCurveFloat(s->curves[c], (cmsFloat32Number)rgb[c]);
  apply(s->matrix, linear, xyz);
}

int ra_colours_exceed(const ra_colours *s, const ra_colours *inner) {
  double inverse[9];
  if (!invert(inner->matrix, inverse)) return 0;
  for (int c = 0; c < 3; c++) {
    double rgb[3] = {c == 0, c == 1, c == 2}, xyz[3], linear[3];
    to_xyz(s, rgb, xyz);
    apply(inverse, xyz, linear);
    for (int i = 0; i < 3; i++)
      if (linear[i] < -0.01 || linear[i] > 1.01) return 1;
  }
  return 0;
}

// -- Linear light of every code ------------------------------------------------------------------

// Light of each code of each channel, and where its rounding begins and ends.
typedef struct {
  size_t levels;
  double *value[3], *low[3], *high[3];
  double *memory;
} codes;

static double light(const ra_colours *s, int c, double x) {
  return ra_codec.cmsEvalToneCurveFloat(s->curves[c], (cmsFloat32Number)(x < 0 ? 0 : x > 1 ? 1 : x));
}

static int fill_codes(codes *k, const ra_colours *s, int depth, int with_bounds) {
  k->levels = depth == 16 ? 65536 : 256;
  size_t arrays = with_bounds ? 9 : 3;
  k->memory = malloc(k->levels * arrays * sizeof(double));
  if (!k->memory) return 0;
  double top = (double)(k->levels - 1);
  for (int c = 0; c < 3; c++) {
    k->value[c] = k->memory + (size_t)c * k->levels;
    for (size_t i = 0; i < k->levels; i++) k->value[c][i] = light(s, c, (double)i / top);
    if (!with_bounds) continue;
    k->low[c] = k->memory + (size_t)(3 + c) * k->levels;
    k->high[c] = k->memory + (size_t)(6 + c) * k->levels;
    for (size_t i = 0; i < k->levels; i++) {
      k->low[c][i] = light(s, c, ((double)i - 0.5) / top);
      k->high[c][i] = light(s, c, ((double)i + 0.5) / top);
    }
    // The ends' intervals reach as far outwards as inwards.
    k->low[c][0] = 2 * k->value[c][0] - k->high[c][0];
    k->high[c][k->levels - 1] = 2 * k->value[c][k->levels - 1] - k->low[c][k->levels - 1];
  }
  return 1;
}

static inline void read_pixel(const void *in, size_t i, size_t levels, unsigned out[4]) {
  if (levels == 256) {
    for (int c = 0; c < 4; c++) out[c] = ((const uint8_t *)in)[4 * i + (size_t)c];
  } else {
    for (int c = 0; c < 4; c++) out[c] = ((const uint16_t *)in)[4 * i + (size_t)c];
  }
}

// -- Conversion ----------------------------------------------------------------------------------

struct ra_conversion {
  const ra_colours *from;
  codes codes;
  double matrix[9];  // linear to linear, or XYZ to linear
};

ra_conversion *ra_conversion_create(const ra_colours *from, const ra_colours *to, int depth) {
  ra_conversion *v = calloc(1, sizeof *v);
  if (!v) return NULL;
  double inverse[9];
  int good = !to->to_xyz && invert(to->matrix, inverse);
  v->from = from;
  v->codes.levels = depth == 16 ? 65536 : 256;
  if (good && from->to_xyz) {
    memcpy(v->matrix, inverse, sizeof inverse);
  } else if (good) {
    multiply(inverse, from->matrix, v->matrix);
    good = fill_codes(&v->codes, from, depth, 0);
  }
  if (good) return v;
  ra_conversion_free(v);
  return NULL;
}

void ra_conversion_free(ra_conversion *v) {
  if (!v) return;
  free(v->codes.memory);
  free(v);
}

// IEC 61966-2-1.
static uint16_t encode(double v) {
  if (!(v > 0)) return 0;
  if (v >= 1) return 65535;
  double e = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
  return (uint16_t)(e * 65535 + 0.5);
}

void ra_conversion_row(const ra_conversion *v, const void *in, size_t width, uint16_t *out) {
  size_t levels = v->codes.levels;
  uint64_t last = ~(uint64_t)0;
  for (size_t i = 0; i < width; i++, out += 4) {
    unsigned p[4];
    read_pixel(in, i, levels, p);
    uint64_t key = (uint64_t)p[0] << 32 | (uint64_t)p[1] << 16 | p[2];
    if (key == last) {
      memcpy(out, out - 4, 6);  // areas of one colour are the rule
    } else {
      double a[3], b[3];
      if (v->from->to_xyz) {
        for (int c = 0; c < 3; c++) a[c] = p[c] / (double)(levels - 1);
        double xyz[3];
        to_xyz(v->from, a, xyz);
        memcpy(a, xyz, sizeof a);
      } else {
        for (int c = 0; c < 3; c++) a[c] = v->codes.value[c][p[c]];
      }
      apply(v->matrix, a, b);
      for (int c = 0; c < 3; c++) out[c] = encode(b[c]);
    }
    last = key;
    out[3] = (uint16_t)(levels == 256 ? p[3] * 257 : p[3]);
  }
}

// -- Inks ----------------------------------------------------------------------------------------

int ra_inks_convert(const uint8_t *profile, size_t length, const ra_colours *to, const void *inks,
                    int depth, size_t pixels, uint16_t *out) {
  double inverse[9];
  if (ra_load_lcms() || length > RA_LARGEST_PROFILE || to->to_xyz || !invert(to->matrix, inverse))
    return 0;
  cmsHPROFILE from = ra_codec.cmsOpenProfileFromMem(profile, (cmsUInt32Number)length);
  if (!from) return 0;
  cmsHTRANSFORM transform = NULL;
  if (ra_codec.cmsGetColorSpace(from) == cmsSigCmykData) {
    cmsHPROFILE xyz = ra_codec.cmsCreateXYZProfile();
    transform = ra_codec.cmsCreateTransform(from, TYPE_CMYK_DBL, xyz, TYPE_XYZ_DBL,
                                            INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE);
    ra_codec.cmsCloseProfile(xyz);
  }
  size_t levels = depth == 16 ? 65536 : 256;
  unsigned last[4] = {~0u, 0, 0, 0};
  for (size_t i = 0; transform && i < pixels; i++, out += 4) {
    unsigned p[4];
    read_pixel(inks, i, levels, p);
    if (memcmp(p, last, sizeof p) == 0) {
      memcpy(out, out - 4, 8);
      continue;
    }
    memcpy(last, p, sizeof p);
    // lcms2 counts ink in percent.
    double ink[4], xyz[3], linear[3];
    for (int c = 0; c < 4; c++) ink[c] = 100.0 * p[c] / (double)(levels - 1);
    ra_codec.cmsDoTransform(transform, ink, xyz, 1);
    apply(inverse, xyz, linear);
    for (int c = 0; c < 3; c++) out[c] = encode(linear[c]);
    out[3] = 65535;
  }
  int good = transform != NULL;
  if (transform) ra_codec.cmsDeleteTransform(transform);
  ra_codec.cmsCloseProfile(from);
  return good;
}

// -- Equivalence ---------------------------------------------------------------------------------

struct ra_equivalence {
  codes a, b;
  double a_to_b[9], b_to_a[9];
};

ra_equivalence *ra_equivalence_create(const ra_colours *a, int depth_a, const ra_colours *b,
                                      int depth_b) {
  double ia[9], ib[9];
  if (a->to_xyz || b->to_xyz || !invert(a->matrix, ia) || !invert(b->matrix, ib)) return NULL;
  ra_equivalence *e = calloc(1, sizeof *e);
  if (!e) return NULL;
  multiply(ib, a->matrix, e->a_to_b);
  multiply(ia, b->matrix, e->b_to_a);
  if (fill_codes(&e->a, a, depth_a, 1) && fill_codes(&e->b, b, depth_b, 1)) return e;
  ra_equivalence_free(e);
  return NULL;
}

void ra_equivalence_free(ra_equivalence *e) {
  if (!e) return;
  free(e->a.memory);
  free(e->b.memory);
  free(e);
}

// Whether the colour of p, taken through `matrix`, rounds to q.
static int rounds_to(const codes *from, const unsigned p[4], const double matrix[9], const codes *to,
                     const unsigned q[4]) {
  double v[3] = {from->value[0][p[0]], from->value[1][p[1]], from->value[2][p[2]]}, w[3];
  apply(matrix, v, w);
  // Colorants are stored in steps of 1/65536: three of them on either side, in both profiles, of the
  // light that they are multiplied by.
  double most = v[0] > v[1] ? v[0] : v[1];
  double slack = 6.0 / 65536 / 2 * (most > v[2] ? most : v[2]);
  for (int c = 0; c < 3; c++)
    if (w[c] < to->low[c][q[c]] - slack || w[c] > to->high[c][q[c]] + slack) return 0;
  return 1;
}

static int same_alpha(unsigned a, size_t levels_a, unsigned b, size_t levels_b) {
  if (levels_a == levels_b) return a == b;
  return levels_a == 256 ? a * 257 == b : a == b * 257;
}

void ra_equivalence_row(const ra_equivalence *e, const void *a, const void *b, size_t width,
                        uint8_t *differs) {
  for (size_t i = 0; i < width; i++) {
    unsigned p[4], q[4];
    read_pixel(a, i, e->a.levels, p);
    read_pixel(b, i, e->b.levels, q);
    differs[i] = !(same_alpha(p[3], e->a.levels, q[3], e->b.levels) &&
                   (p[3] == 0 || rounds_to(&e->a, p, e->a_to_b, &e->b, q) ||
                    rounds_to(&e->b, q, e->b_to_a, &e->a, p)));
  }
}

// -- Rows that differ -----------------------------------------------------------------------------

size_t ra_differing_row(const void *a, const void *b, size_t width, int depth, int has_alpha,
                        uint8_t *differs) {
  size_t count = 0, levels = depth == 16 ? 65536 : 256;
  for (size_t i = 0; i < width; i++) {
    unsigned p[4], q[4];
    read_pixel(a, i, levels, p);
    read_pixel(b, i, levels, q);
    int same = p[0] == q[0] && p[1] == q[1] && p[2] == q[2] && p[3] == q[3];
    differs[i] = !same && (!has_alpha || (p[3] | q[3]) != 0);
    count += differs[i];
  }
  return count;
}

void ra_separate_row(const uint16_t *a, uint16_t *b, size_t width, const uint8_t *differs) {
  for (size_t i = 0; i < width; i++, a += 4, b += 4) {
    if (!differs[i]) memcpy(b, a, 8);
    else if (memcmp(a, b, 8) == 0) b[1] = (uint16_t)(b[1] < 65535 ? b[1] + 1 : b[1] - 1);
  }
}
