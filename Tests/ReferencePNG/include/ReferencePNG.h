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

reference_png reference_png_read(const uint8_t *bytes, size_t length, size_t most_pixels);
void reference_png_free(reference_png *);

#endif
