#ifndef ReferenceCodecs_H
#define ReferenceCodecs_H
#include <stddef.h>
#include <stdint.h>

// libpng's reading of a PNG, to compare with: red, green, blue, alpha, 8 bits a channel, or 16 in
// host order where the file has 16; no gamma and no profile applied.
typedef struct {
  uint32_t width, height;
  int is_sixteen;
  void *samples;     // NULL where libpng refuses the file
  char message[200]; // its last error or warning, or empty
} reference_png;

// Refuses more than `most_pixels`.
reference_png reference_png_read(const uint8_t *bytes, size_t length, size_t most_pixels);
void reference_png_free(reference_png *);

// zlib's compression: `level` 0…9, `strategy` 0…4 (default, filtered, Huffman only, runs, fixed
// codes), `window` 9…15 bits. A block ends every `block` bytes where that is not 0. The number of
// bytes written, or 0 where there is no room.
size_t reference_deflate(const uint8_t *bytes, size_t length, int level, int strategy, int window,
                         size_t block, uint8_t *out, size_t room);
// zlib's reading of a stream into at most `room` bytes; its status, 1 where all is well.
int reference_inflate(const uint8_t *bytes, size_t length, uint8_t *out, size_t room,
                      size_t *written);

// -- Writing other formats; each returns memory for reference_free, or NULL ----------------------

// `rgb`: 3 bytes a pixel. Without chroma subsampling.
uint8_t *reference_jpeg(const uint8_t *rgb, int width, int height, int quality, int progressive,
                        size_t *length);
// `inks`: cyan, magenta, yellow, black, 255 for all of it; written as Adobe does, turned round. `profile`
// may be NULL.
uint8_t *reference_jpeg_inks(const uint8_t *inks, int width, int height, int quality,
                             const uint8_t *profile, size_t profile_length, size_t *length);
// `rgba`: 4 bytes a pixel, straight. Lossless where `quality` < 0.
uint8_t *reference_webp(const uint8_t *rgba, int width, int height, float quality, size_t *length);

typedef struct {
  int samples;       // 1…4 a pixel, alpha last when 2 or 4
  int depth;         // 8 or 16, host order
  int photometric;   // as in the file
  int compression;   // libtiff's number
  int tile;          // side of a tile, 0 for strips
  int is_separate;   // planes
  int alpha;         // EXTRASAMPLE's number
  int orientation;
  int is_big_endian;
} reference_tiff_kind;
uint8_t *reference_tiff(const void *samples, int width, int height, reference_tiff_kind kind,
                        size_t *length);
uint8_t *reference_tiff_with_profile(const void *samples, int width, int height,
                                     reference_tiff_kind kind, const uint8_t *profile,
                                     size_t profile_length, size_t *length);
void reference_free(uint8_t *);

#endif
