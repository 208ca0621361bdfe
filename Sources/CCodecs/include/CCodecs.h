#ifndef CCodecs_H
#define CCodecs_H
#include <stddef.h>
#include <stdint.h>

// Memory in, memory and a status out: no callback, no longjmp and no file crosses this header.

// -- Checksums (libdeflate) ----------------------------------------------------------------------

uint32_t ra_crc32(uint32_t crc, const void *data, size_t length);
uint32_t ra_adler32(uint32_t adler, const void *data, size_t length);
// The Adler sum of two stretches one after the other, from the sums of each.
uint32_t ra_adler32_combined(uint32_t first, uint32_t second, size_t second_length);

// -- Deflate -------------------------------------------------------------------------------------

typedef struct ra_deflater ra_deflater;
ra_deflater *ra_deflater_create(void);  // NULL without memory
void ra_deflater_destroy(ra_deflater *);
// The most bytes that a strip of `length` bytes becomes.
size_t ra_deflate_bound(size_t length);
// Compresses a strip of a deflate stream; the number of bytes written. Strips joined are the
// stream; they refer to nothing before them, so they can be made in any order. `pixel` and `row`:
// distances at which repeats are likely.
size_t ra_deflate_strip(ra_deflater *, const uint8_t *in, size_t length, size_t pixel, size_t row,
                        int is_last, uint8_t *out);

// -- Inflate -------------------------------------------------------------------------------------

enum {
  RA_INFLATE_OK = 0,
  RA_INFLATE_BAD = 1,     // the stream is damaged, its Adler sum included
  RA_INFLATE_SHORT = 2,   // the stream ends before `out_length` bytes
  RA_INFLATE_LONG = 3,    // the stream holds more than `out_length` bytes
};

// Inflates a zlib stream in pieces. A piece is written to memory that has RA_INFLATE_WINDOW + RA_INFLATE_SLACK
// bytes of room before it, for the history that matches reach back to, and RA_INFLATE_SLACK after
// it. The end of the last piece must still be there, unchanged, when the next one is asked for.
enum { RA_INFLATE_WINDOW = 32768, RA_INFLATE_SLACK = 320 };
typedef struct ra_inflater ra_inflater;

ra_inflater *ra_inflater_create(void);  // NULL without memory
void ra_inflater_destroy(ra_inflater *);
// `data` must outlive the pieces.
int ra_inflater_start(ra_inflater *, const uint8_t *data, size_t length);
// Writes exactly `wanted` ≥ 1 bytes, or returns an error.
int ra_inflater_next(ra_inflater *, uint8_t *out, size_t wanted);
// How many bytes the last call wrote, which is fewer than wanted after RA_INFLATE_SHORT.
size_t ra_inflater_written(const ra_inflater *);
// Checks that the stream ends here and that its Adler sum is right.
int ra_inflater_finish(ra_inflater *);

// -- PNG rows ----------------------------------------------------------------------------------

// Undoes the filters of `count` rows. A filtered row is its filter byte, then `row_bytes` bytes;
// RA_ROW_PAD bytes before the first and after the last of them may be read. Row y goes to
// `rows` + y × `stride`; the row above the first one is at `rows` − `stride` already, zeros at the
// top of the picture. Each row has RA_ROW_PAD bytes of padding on either side, zeros on its left
// (they stay so) and anything on its right. `bpp`: bytes a whole pixel, 1, 2, 3, 4, 6 or 8.
// Returns 0, or 1 + the first row whose filter byte is above 4.
enum { RA_ROW_PAD = 128 };
size_t ra_png_unfilter(const uint8_t *filtered, size_t row_bytes, size_t count, unsigned bpp,
                       uint8_t *rows, size_t stride);
// The same by the letter of the specification, for tests.
size_t ra_png_unfilter_plainly(const uint8_t *filtered, size_t row_bytes, size_t count, unsigned bpp,
                               uint8_t *rows, size_t stride);

// How the samples of a PNG's row become red, green, blue, alpha.
typedef struct {
  uint8_t colour_type;  // 0, 2, 3, 4 or 6, as in IHDR
  uint8_t depth;        // 1, 2, 4, 8 or 16
  uint8_t has_key;      // a tRNS colour for types 0 and 2
  uint8_t reserved;
  uint16_t key[3];      // its samples at the file's depth; grey in key[0]
  uint8_t palette[256][4];  // red, green, blue, alpha; entries the file lacks are 0, 0, 0, 255
} ra_png_layout;

// Widens `width` pixels at `row` (without filter byte) to 8 bits a channel; depth 1…8.
// `step` ≥ 1 is the distance of the written pixels, for interlaced passes.
void ra_png_expand8(const ra_png_layout *layout, const uint8_t *row, size_t width, uint8_t *out,
                    size_t step);
// The same at depth 16; host byte order out.
void ra_png_expand16(const ra_png_layout *layout, const uint8_t *row, size_t width, uint16_t *out,
                     size_t step);

// Widens 8-bit samples to 16: v × 257.
void ra_widen(const uint8_t *in, size_t samples, uint16_t *out);

// -- Comparing rows ----------------------------------------------------------------------------

enum { RA_TILE = 64 };
typedef enum {
  RA_GREY8, RA_GREY_ALPHA8, RA_RGB8, RA_RGBA8, RA_GREY16, RA_GREY_ALPHA16, RA_RGB16, RA_RGBA16,
} ra_pixel_kind;

typedef struct {
  size_t differing;    // pixels
  size_t first, last;  // columns of the first and last of them, where there is one
} ra_row_difference;

// Counts the pixels of a row that differ; the colour under alpha 0 on both sides is nothing.
// `tiles[i]` becomes 1 where one of the pixels 64 i … 64 i + 63 differs, else stays as it is.
// 16-bit samples may have either byte order, the same on both sides.
ra_row_difference ra_compare_row(const uint8_t *a, const uint8_t *b, size_t width,
                                 ra_pixel_kind kind, uint8_t *tiles);

// -- Rows to be written ----------------------------------------------------------------------------

// Premultiplied to straight, `width` pixels of four bytes: round(c × 255 / a), and 0 where a = 0.
void ra_unpremultiply(const uint8_t *in, size_t width, uint8_t *out);
// Whether the alpha of every RGBA pixel is full.
int ra_is_opaque8(const uint8_t *in, size_t pixels);
int ra_is_opaque16(const uint16_t *in, size_t pixels);
// Whether rows of RGBA repeat more in the differences of neighbours (filter Sub) than in
// themselves (filter None).
int ra_png_prefers_sub(const uint8_t *in, size_t width, size_t rows);
// RGBA to filtered rows of `channels`, 3 or 4; filter Sub or None.
void ra_png_pack8(const uint8_t *in, size_t width, size_t rows, int channels, int sub, uint8_t *out);
void ra_png_pack16(const uint16_t *in, size_t width, size_t rows, int channels, uint8_t *out);

// -- JPEG, WebP, TIFF: each call with `out` NULL reads the header only ---------------------------

enum { RA_MESSAGE = 200, RA_LARGEST_PROFILE = 16 << 20, RA_LARGEST_PIECE = 1 << 30 };

typedef struct {
  uint32_t width, height;
  // Of the luma and the first chroma component, row by row of frequencies; 1 where there is none.
  uint16_t luma_steps[64], chroma_steps[64];
  // Pixels across and down for each sample of chroma.
  int chroma_width, chroma_height;
  int is_cmyk;
} ra_jpeg_size;
typedef enum { RA_JPEG_OK, RA_JPEG_BAD } ra_jpeg_result;
// `out`: width × height × 4 bytes, red, green, blue, 255; or cyan, magenta, yellow, black, 255 for
// all of it.
ra_jpeg_result ra_jpeg_read(const uint8_t *data, size_t length, ra_jpeg_size *size, uint8_t *out,
                            char message[RA_MESSAGE]);
// What a JPEG of these steps holds of a picture: `pixels` of width × height × 4 bytes are coded and
// decoded in place. `size`: all but is_cmyk.
ra_jpeg_result ra_jpeg_recode(uint8_t *pixels, const ra_jpeg_size *size);

typedef struct {
  int width, height, is_animated;
} ra_webp_info;
typedef enum { RA_WEBP_OK, RA_WEBP_BAD, RA_WEBP_MISSING } ra_webp_result;
// `out`: `room` = width × height × 4 bytes, straight alpha.
ra_webp_result ra_webp_read(const uint8_t *data, size_t length, ra_webp_info *info, uint8_t *out,
                            size_t room);
// A lossy WebP of width × height × 4 bytes; quality 0…100. `out` is to be let go with ra_webp_free.
ra_webp_result ra_webp_write(const uint8_t *pixels, int width, int height, float quality,
                             uint8_t **out, size_t *length);
void ra_webp_free(uint8_t *out);

typedef struct {
  uint32_t width, height;
  uint16_t depth, samples, photometric, orientation;
  int is_integer;
  int alpha;       // 0 none, 1 multiplied into the colours, 2 straight
  int other_inks;  // not cyan, magenta, yellow and black
  int more_pages;  // beyond the first, reduced copies not counted
  uint8_t *profile;  // to be freed by the caller
  size_t profile_length;
} ra_tiff_info;
typedef enum { RA_TIFF_OK, RA_TIFF_BAD, RA_TIFF_MISSING } ra_tiff_result;
ra_tiff_result ra_tiff_info_read(const uint8_t *data, size_t length, ra_tiff_info *info);
// `out`: width × height × 4 samples, straight alpha; 16 bits in host order where depth is 16 and
// the picture is grey, RGB or CMYK, else 8 bits. CMYK: cyan, magenta, yellow, black. Rows as stored: the
// orientation is not applied.
ra_tiff_result ra_tiff_read(const uint8_t *data, size_t length, const ra_tiff_info *info, void *out);

// -- Colour spaces (lcms2) -----------------------------------------------------------------------

// What a picture's red, green and blue mean: a curve for each, then a matrix to CIE XYZ as the
// profile connection space has it (D50, Y = 1 for white); or a table, for profiles that have one.
typedef struct ra_colours ra_colours;

// NULL where the profile cannot be used for RGB or grey pictures, or lcms2 is not installed.
ra_colours *ra_colours_of_profile(const uint8_t *profile, size_t length);
enum { RA_CURVE_SRGB, RA_CURVE_BT709, RA_CURVE_POWER };
// White and primaries as x, y in the order white, red, green, blue. `exponent`: encoded value to
// the power of it is linear light; for RA_CURVE_POWER only.
ra_colours *ra_colours_of_primaries(const double xy[8], int curve, double exponent);
void ra_colours_free(ra_colours *);

// Whether red, green and blue lie outside of `inner`, by more than 1 % of white.
int ra_colours_exceed(const ra_colours *, const ra_colours *inner);

// A way from one space to another.
typedef struct ra_conversion ra_conversion;
// `depth`: 8 or 16, the meaning of the samples that will come.
ra_conversion *ra_conversion_create(const ra_colours *from, const ra_colours *to, int depth);
void ra_conversion_free(ra_conversion *);
// Straight RGBA to 16 bits of the other space, whose curve must be sRGB's; clipped to its gamut.
void ra_conversion_row(const ra_conversion *, const void *in, size_t width, uint16_t *out);

// Cyan, magenta, yellow, black of `depth` 8 or 16 to 16 bits of `to`, whose curve must be sRGB's, by a
// CMYK profile, relative to its paper. 0 where the profile cannot be used or lcms2 is not installed.
int ra_inks_convert(const uint8_t *profile, size_t length, const ra_colours *to, const void *inks,
                    int depth, size_t pixels, uint16_t *out);

// Whether two 8- or 16-bit pixels are encodings of one colour: either is what the other's exact
// colour becomes in its space, rounded to its depth.
typedef struct ra_equivalence ra_equivalence;
ra_equivalence *ra_equivalence_create(const ra_colours *a, int depth_a, const ra_colours *b,
                                      int depth_b);
void ra_equivalence_free(ra_equivalence *);
// `differs[i]` becomes 0 where they are, else 1.
void ra_equivalence_row(const ra_equivalence *, const void *a, const void *b, size_t width,
                        uint8_t *differs);

// Which pixels of two rows of four channels differ, of `depth` 8 or 16. Where the last is alpha, the
// colour under alpha 0 on both sides is nothing. `differs[i]` becomes 1 or 0; how many do.
size_t ra_differing_row(const void *a, const void *b, size_t width, int depth, int has_alpha,
                        uint8_t *differs);
// Makes rows that were converted to one space differ where `differs` says and nowhere else: other
// pixels of `b` become those of `a`, and where rounding or clipping made differing ones equal, `b`'s
// green moves by one step of 65535.
void ra_separate_row(const uint16_t *a, uint16_t *b, size_t width, const uint8_t *differs);

#endif
