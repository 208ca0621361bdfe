#include "Font.h"

static int append(ra_font *font, uint8_t verb, const FT_Vector *points, size_t count) {
  if (!ra_reserve((void **)&font->verbs, &font->verb_capacity, font->verb_count + 1, 1) ||
      !ra_reserve(
          (void **)&font->coordinates, &font->coordinate_capacity,
          font->coordinate_count + 2 * count, sizeof *font->coordinates)) {
    return RA_OUT_OF_MEMORY;
  }
  font->verbs[font->verb_count++] = verb;
  for (size_t i = 0; i < count; i++) {
    font->coordinates[font->coordinate_count++] = (int32_t)points[i].x;
    font->coordinates[font->coordinate_count++] = (int32_t)points[i].y;
  }
  return 0;
}

static int move_to(const FT_Vector *to, void *font) { return append(font, RA_MOVE, to, 1); }

static int line_to(const FT_Vector *to, void *font) { return append(font, RA_LINE, to, 1); }

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *font) {
  FT_Vector points[] = {*control, *to};
  return append(font, RA_QUAD, points, 2);
}

static int cubic_to(const FT_Vector *a, const FT_Vector *b, const FT_Vector *to, void *font) {
  FT_Vector points[] = {*a, *b, *to};
  return append(font, RA_CUBIC, points, 3);
}

int ra_font_outline(ra_font *font, uint32_t glyph, ra_outline *outline) {
  static const FT_Outline_Funcs functions = {
      .move_to = move_to, .line_to = line_to, .conic_to = conic_to, .cubic_to = cubic_to};
  font->verb_count = 0;
  font->coordinate_count = 0;
  int error = ra_lib.FT_Load_Glyph(
      font->face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_IGNORE_TRANSFORM);
  if (!error && font->face->glyph->format == FT_GLYPH_FORMAT_OUTLINE) {
    error = ra_lib.FT_Outline_Decompose(&font->face->glyph->outline, &functions, font);
  }
  if (error) return error;
  *outline = (ra_outline){
      .verbs = font->verbs,
      .verb_count = font->verb_count,
      .coordinates = font->coordinates,
      .units = 64.0 / (1 << font->outline_shift),
  };
  return 0;
}
