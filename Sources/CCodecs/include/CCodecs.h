#ifndef CCodecs_H
#define CCodecs_H
#include <stddef.h>
#include <stdint.h>

// Memory in, memory and a status out: no callback, no longjmp and no file crosses this header.

// -- Checksums and deflate (libdeflate) --------------------------------------------------------

uint32_t ra_crc32(uint32_t crc, const void *data, size_t length);
uint32_t ra_adler32(uint32_t adler, const void *data, size_t length);

enum {
  RA_INFLATE_OK = 0,
  RA_INFLATE_BAD = 1,     // the stream is damaged, its Adler sum included
  RA_INFLATE_SHORT = 2,   // the stream ends before `out_length` bytes
  RA_INFLATE_LONG = 3,    // the stream holds more than `out_length` bytes
  RA_INFLATE_MEMORY = 4,
};

// Inflates a whole zlib stream into exactly `out_length` bytes. `consumed` is how many bytes of
// `data` the stream took, its trailer included; bytes after it are not looked at.
int ra_inflate(const uint8_t *data, size_t length, uint8_t *out, size_t out_length,
               size_t *consumed);

// Inflates a zlib stream of unknown size into at most `room` bytes.
int ra_inflate_up_to(const uint8_t *data, size_t length, uint8_t *out, size_t room,
                     size_t *written);

// The most bytes that `ra_deflate` writes for `length` bytes.
size_t ra_deflate_bound(size_t length);
// Writes a zlib stream; the number of bytes written, or 0 when memory or room ran out.
size_t ra_deflate(const uint8_t *data, size_t length, int level, uint8_t *out, size_t room);

// -- PNG rows ----------------------------------------------------------------------------------

// Undoes the filters of `rows` rows in place. A row is its filter byte, then `row_bytes` bytes;
// the filter bytes stay as they are. `bpp`: bytes a whole pixel, at least 1. `previous`: the
// reconstructed row above without its filter byte, or NULL for zeros.
// Returns 0, or 1 + the first row whose filter byte is above 4; rows before it are done.
size_t ra_png_unfilter(uint8_t *rows, size_t row_bytes, size_t count, unsigned bpp,
                       const uint8_t *previous);

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

// Premultiplied to straight, a row of `width` pixels: round(c × 255 / a), and 0 where a = 0.
// Returns whether every pixel is opaque.
int ra_unpremultiply(const uint8_t *in, size_t width, uint8_t *out);

#endif
