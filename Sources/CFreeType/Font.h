#ifndef CFREETYPE_FONT_H
#define CFREETYPE_FONT_H

#include "CFreeType.h"
#include "Libraries.h"

struct ra_library {
  FT_Library freetype;
};

struct ra_font {
  FT_Face face;
  hb_font_t *shaper;
  hb_buffer_t *buffer;
  int32_t instance;
  /// Outlines are loaded at 26.6 fractions of 2^-outline_shift font units.
  int outline_shift;

  ra_glyph *glyphs;
  size_t glyph_capacity;
  uint8_t *verbs;
  size_t verb_count, verb_capacity;
  int32_t *coordinates;
  size_t coordinate_count, coordinate_capacity;
};

/// Makes room for `count` elements of `size` bytes; false when there is no memory.
bool ra_reserve(void **array, size_t *capacity, size_t count, size_t size);

#endif
