#ifndef ReferencePNG_H
#define ReferencePNG_H
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

#endif
