// Runs the C of CCodecs and CKernels on generated rows, streams and damaged files, to be built with
// UndefinedBehaviorSanitizer: see run.sh. Memory is exactly as large as the headers ask for.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CCodecs.h"
#include "diff_kernels.h"
#include "filters.h"
#include "raster_kernels.h"

static uint64_t state = 41;

static uint64_t next(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static size_t below(size_t n) { return (size_t)(next() % n); }

static void check(int good, const char *what) {
  if (good) return;
  fprintf(stderr, "wrong: %s\n", what);
  exit(1);
}

static uint8_t *noise(size_t count) {
  uint8_t *p = malloc(count ? count : 1);
  unsigned kind = (unsigned)below(4);
  for (size_t i = 0; i < count; i++) {
    switch (kind) {
      case 0: p[i] = (uint8_t)next(); break;
      case 1: p[i] = i >= 12 && below(20) ? p[i - 12] : (uint8_t)next(); break;
      case 2: p[i] = (uint8_t)(below(30) ? 0 : next()); break;
      default: p[i] = (uint8_t)(i >> 2);
    }
  }
  return p;
}

// -- Deflate and inflate ---------------------------------------------------------------------------

static size_t inflate_all(const uint8_t *stream, size_t length, uint8_t *out, size_t count) {
  size_t before = RA_INFLATE_WINDOW + RA_INFLATE_SLACK, piece = 1 + below(count);
  uint8_t *rooms[2];
  for (int i = 0; i < 2; i++) rooms[i] = malloc(before + piece + RA_INFLATE_SLACK);
  ra_inflater *inflater = ra_inflater_create();
  size_t done = 0;
  int status = ra_inflater_start(inflater, stream, length);
  for (int turn = 0; status == RA_INFLATE_OK && done < count; turn = !turn) {
    size_t wanted = count - done < piece ? count - done : piece;
    status = ra_inflater_next(inflater, rooms[turn] + before, wanted);
    if (status != RA_INFLATE_OK) break;
    memcpy(out + done, rooms[turn] + before, ra_inflater_written(inflater));
    done += ra_inflater_written(inflater);
  }
  if (status == RA_INFLATE_OK) status = ra_inflater_finish(inflater);
  ra_inflater_destroy(inflater);
  free(rooms[0]);
  free(rooms[1]);
  return status == RA_INFLATE_OK ? done : 0;
}

static void streams(void) {
  ra_deflater *deflater = ra_deflater_create();
  for (int round = 0; round < 400; round++) {
    size_t length = 1 + below(round % 10 ? 3000 : 100000);
    uint8_t *plain = noise(length), *back = malloc(length);
    uint8_t *stream = malloc(ra_deflate_bound(length) + 6);
    stream[0] = 0x78, stream[1] = 1;
    size_t n = 2 + ra_deflate_strip(deflater, plain, length, 1 + below(8), 1 + below(400), 1, stream + 2);
    uint32_t adler = ra_adler32(1, plain, length);
    for (int i = 0; i < 4; i++) stream[n++] = (uint8_t)(adler >> (24 - 8 * i));
    check(inflate_all(stream, n, back, length) == length && !memcmp(plain, back, length), "inflate");
    for (int k = 0; k < 10; k++) {
      uint8_t *damaged = malloc(n);
      memcpy(damaged, stream, n);
      for (size_t i = 0, flips = 1 + below(4); i < flips; i++) damaged[below(n)] ^= (uint8_t)(1 << below(8));
      inflate_all(damaged, below(2) ? n : below(n + 1), back, length);
      free(damaged);
    }
    free(plain), free(back), free(stream);
  }
  ra_deflater_destroy(deflater);
}

// -- Rows of a PNG ---------------------------------------------------------------------------------

static void filters(void) {
  static const unsigned sizes[6] = {1, 2, 3, 4, 6, 8};
  for (int round = 0; round < 600; round++) {
    unsigned bpp = sizes[below(6)];
    size_t row = bpp * (1 + below(200)), count = 1 + below(40);
    size_t stride = row + 2 * RA_ROW_PAD, room = stride * (count + 1) + RA_ROW_PAD;
    size_t filtered_size = count * (row + 1);
    uint8_t *filtered = noise(filtered_size + 2 * RA_ROW_PAD) + RA_ROW_PAD;
    uint8_t *a = calloc(1, room), *b = calloc(1, room);
    for (size_t y = 0; y < count; y++)
      filtered[y * (row + 1)] = (uint8_t)(below(200) ? below(5) : below(256));
    size_t bad = ra_png_unfilter(filtered, row, count, bpp, a + RA_ROW_PAD + stride, stride);
    size_t wanted = ra_png_unfilter_plainly(filtered, row, count, bpp, b + RA_ROW_PAD + stride, stride);
    check(bad == wanted, "filter byte");
    for (size_t y = 0; !bad && y < count; y++)
      check(!memcmp(a + RA_ROW_PAD + stride * (y + 1), b + RA_ROW_PAD + stride * (y + 1), row), "unfilter");
    free(filtered - RA_ROW_PAD), free(a), free(b);
  }
}

static void rows(void) {
  static const uint8_t types[5] = {0, 2, 3, 4, 6}, depths[5] = {1, 2, 4, 8, 16};
  static const size_t channels[5] = {1, 3, 1, 2, 4};
  for (int round = 0; round < 3000; round++) {
    size_t t = below(5), width = 1 + below(300), step = below(4) ? 1 : 1 + below(8);
    ra_png_layout layout = {.colour_type = types[t], .depth = depths[t == 0 ? below(5) : t == 2 ? below(4) : 3 + below(2)]};
    layout.has_key = t < 2 && below(2);
    for (int c = 0; c < 3; c++) layout.key[c] = (uint16_t)(next() & ((1u << layout.depth) - 1));
    for (int i = 0; i < 1024; i++) layout.palette[i / 4][i % 4] = (uint8_t)next();
    uint8_t *row = noise((width * channels[t] * layout.depth + 7) / 8);
    uint16_t *out = malloc(width * step * 8), *other = malloc(width * step * 8);
    if (layout.depth == 16) ra_png_expand16(&layout, row, width, out, step);
    else ra_png_expand8(&layout, row, width, (uint8_t *)out, step);
    uint8_t *p = noise(width * 8), *q = noise(width * 8), *tiles = calloc(1, width / RA_TILE + 1);
    if (below(2)) memcpy(q, p, width * 8 - below(width * 8));
    ra_compare_row(p, q, width, (ra_pixel_kind)below(8), tiles);
    ra_widen(p, width * 4, other);
    ra_unpremultiply(p, width, q);
    ra_is_opaque8(p, width), ra_is_opaque16((const uint16_t *)p, width);
    ra_png_prefers_sub(p, width, 1);
    int n = 3 + (int)below(2);
    uint8_t *packed = malloc((width * (size_t)n * 2) + 1);
    ra_png_pack8(p, width, 1, n, (int)below(2), packed);
    ra_png_pack16((const uint16_t *)p, width, 1, n, packed);
    free(row), free(out), free(other), free(p), free(q), free(tiles), free(packed);
  }
}

// -- Colours ---------------------------------------------------------------------------------------

static void colours(void) {
  static const double srgb[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
  static const double wide[8] = {0.3127, 0.3290, 1.05, -0.03, -0.05, 1.1, 0, -0.1};
  ra_colours *a = ra_colours_of_primaries(srgb, RA_CURVE_SRGB, 0);
  ra_colours *b = ra_colours_of_primaries(wide, RA_CURVE_POWER, 2.2);
  ra_colours *target = ra_colours_of_primaries(wide, RA_CURVE_SRGB, 0);
  if (!a || !b || !target) return;
  ra_colours_exceed(a, b);
  for (int depth = 8; depth <= 16; depth += 8) {
    size_t width = 500, bytes = width * 4 * (size_t)depth / 8;
    uint8_t *p = noise(bytes), *q = noise(bytes), *differs = malloc(width);
    uint16_t *one = malloc(width * 8), *two = malloc(width * 8);
    ra_conversion *conversion = ra_conversion_create(b, target, depth);
    ra_equivalence *equivalence = ra_equivalence_create(a, depth, b, depth);
    ra_conversion_row(conversion, p, width, one);
    ra_conversion_row(conversion, q, width, two);
    ra_equivalence_row(equivalence, p, q, width, differs);
    ra_differing_row(p, q, width, depth, 1, differs);
    ra_separate_row(one, two, width, differs);
    for (size_t i = 0; i < width; i++)
      check(differs[i] == (memcmp(one + 4 * i, two + 4 * i, 8) != 0), "separate");
    ra_conversion_free(conversion), ra_equivalence_free(equivalence);
    free(p), free(q), free(differs), free(one), free(two);
  }
  ra_colours_free(a), ra_colours_free(b), ra_colours_free(target);
  for (int round = 0; round < 200; round++) {
    size_t length = 1 + below(300);
    uint8_t *profile = noise(length);
    ra_colours_free(ra_colours_of_profile(profile, length));
    free(profile);
  }
}

// -- Other formats -----------------------------------------------------------------------------------

static void formats(void) {
  static const char *heads[4] = {"\xFF\xD8\xFF", "RIFFxxxxWEBPVP8 ", "II*", "MM"};
  for (int round = 0; round < 400; round++) {
    size_t length = 20 + below(500);
    uint8_t *file = noise(length);
    const char *head = heads[round % 4];
    memcpy(file, head, strlen(head));
    char message[RA_MESSAGE];
    ra_jpeg_size size;
    ra_webp_info webp;
    ra_tiff_info tiff;
    ra_jpeg_read(file, length, &size, NULL, message);
    ra_webp_read(file, length, &webp, NULL, 0);
    if (ra_tiff_info_read(file, length, &tiff) == RA_TIFF_OK) free(tiff.profile);
    free(file);
  }
}

// -- Comparing and drawing ---------------------------------------------------------------------------

static void comparing(void) {
  for (int round = 0; round < 500; round++) {
    size_t width = 1 + below(3000);
    uint64_t *p = (uint64_t *)noise(width * 8), *q = (uint64_t *)noise(width * 8);
    if (below(2)) memcpy(q, p, width * 8 - below(width * 8));
    int32_t *columns = malloc(width * sizeof *columns);
    diff_row_stats stats;
    diff_row8(p, q, width, &stats);
    diff_equal(p, q, width * 8);
    diff_columns8(p, q, width, columns);
    diff_columns16(p, q, width, columns);
    diff_hash(p, width * 8);
    free(p), free(q), free(columns);
  }
  enum { N = 256 };
  static float a[3 * N], b[3 * N], out[N];
  static const float matrix[9] = {0.43f, 0.38f, 0.19f, 0.21f, 0.72f, 0.07f, 0.02f, 0.11f, 0.87f};
  for (int round = 0; round < 200; round++) {
    for (int i = 0; i < 3 * N; i++) a[i] = (float)below(1025) / 1024, b[i] = below(3) ? a[i] : (float)below(1025) / 1024;
    diff_distances(a, b, 1 + below(N), N, (int)below(2), matrix, out);
  }
}

static void filtering(void) {
  for (int round = 0; round < 200; round++) {
    size_t taps = 1 + below(20), count = 1 + below(300);
    float *in = calloc(count + taps, sizeof *in), *weights = calloc(taps, sizeof *weights);
    float *out = calloc(count, sizeof *out);
    const float *rows[20];
    for (size_t i = 0; i < count + taps; i++) in[i] = (float)below(1000);
    for (size_t t = 0; t < taps; t++) weights[t] = 0.5f, rows[t] = in + t;
    filter_correlate(in, weights, taps, out, count);
    filter_combine(rows, weights, taps, out, count, below(2));
    free(in), free(weights), free(out);
  }
}

static void drawing(void) {
  for (int round = 0; round < 500; round++) {
    size_t width = 1 + below(200);
    int64_t rows = 1 + (int64_t)below(20), lines[4 * 8];
    for (int i = 0; i < 32; i++)
      lines[i] = (int64_t)below((i % 2 ? (size_t)rows : width) * 65536 + 1);
    size_t cells = (width + 1) * (size_t)rows;
    int32_t *accumulators = calloc(cells, sizeof *accumulators);
    raster_accumulate(lines, 1 + below(8), (int64_t)width, 0, rows, accumulators);
    uint8_t *bytes = noise(width * 4), *other = noise(width * 4), *coverage = noise(width);
    double *units = malloc(width * sizeof *units), *wide = calloc(width + 16, sizeof *wide), weights[9] = {1, 2, 3, 4, 5};
    float *values = calloc(width, sizeof *values), *more = calloc(width, sizeof *more);
    const float colour[4] = {200, 100, 50, 255};
    const uint64_t start[4] = {0, ~(uint64_t)0, 1u << 20, 0}, step[4] = {1, (uint64_t)1 << 47, 0, ~(uint64_t)0};
    raster_resolve_bytes(accumulators, width, (int)below(2), (int)below(2), bytes);
    raster_resolve_units(accumulators, width, (int)below(2), units);
    raster_unite(bytes, other, width);
    raster_widen(bytes, (int)below(2), wide, width);
    raster_convolve_row(wide, weights, 9, units, width);
    raster_convolve_columns(wide, 0, weights, 3, units, width);
    raster_take_alpha(other, bytes, width);
    raster_leading_zeros(bytes, width), raster_trailing_zeros(bytes, width);
    raster_equal(units, wide, width);
    raster_round_row(units, 0, 1, 1, width);
    raster_widen(coverage, 0, units, width);
    raster_finish_bytes(units, 0, 1, values, width);
    raster_finish_exact(units, 1.0 / 255, (int)below(2), more, width);
    raster_mix_rows(values, more, 0.3f, values, width);
    raster_round_bytes(values, width);
    raster_keep_outside(values, coverage, width), raster_keep_inside(values, coverage, width);
    uint8_t *target = calloc(width, 4);
    raster_store(target, (uint32_t)next(), width);
    raster_blend_constant(target, colour, 0.5f, width);
    raster_blend_values(target, colour, values, width);
    raster_blend_values_up(target, colour, values, width);
    raster_blend_coverage(target, colour, coverage, width);
    raster_blend_pixels(target, target, below(2) ? coverage : NULL, 0.7f, width);
    raster_ramp(target, start, step, width);
    free(accumulators), free(bytes), free(other), free(coverage), free(units), free(wide), free(values), free(more), free(target);
  }
}

int main(void) {
  streams();
  filters();
  rows();
  colours();
  formats();
  comparing();
  filtering();
  drawing();
  puts("no undefined behaviour was met");
  return 0;
}
