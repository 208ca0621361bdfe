#include "Font.h"

#include <stdlib.h>
#include <string.h>

bool ra_reserve(void **array, size_t *capacity, size_t count, size_t size) {
  if (count <= *capacity) return true;
  size_t wanted = *capacity * 2 > count ? *capacity * 2 : count;
  if (wanted < 64) wanted = 64;
  if (wanted > SIZE_MAX / size) return false;
  void *grown = realloc(*array, wanted * size);
  if (!grown) return false;
  *array = grown;
  *capacity = wanted;
  return true;
}

int ra_library_open(ra_library **out) {
  ra_library *library = calloc(1, sizeof *library);
  if (!library) return RA_OUT_OF_MEMORY;
  int error = ra_lib.FT_Init_FreeType(&library->freetype);
  if (error) {
    free(library);
    return error;
  }
  *out = library;
  return 0;
}

void ra_library_close(ra_library *library) {
  if (!library) return;
  ra_lib.FT_Done_FreeType(library->freetype);
  free(library);
}

/// FreeType's CFF engine refuses sizes above 2000 px per em: halve until it takes the size. Whole
/// font units stay exact, since 26.6 has six binary places to give.
static int outline_shift(const uint8_t *bytes, size_t length, int units_per_em) {
  if (length < 4 || memcmp(bytes, "OTTO", 4) != 0) return 0;
  int shift = 0;
  while ((units_per_em >> shift) >= 2000) shift++;
  return shift;
}

static int open_shaper(ra_font *font, const uint8_t *bytes, size_t length, int32_t face_index) {
  hb_blob_t *blob = ra_lib.hb_blob_create(
      (const char *)bytes, (unsigned)length, HB_MEMORY_MODE_READONLY, NULL, NULL);
  hb_face_t *face = ra_lib.hb_face_create(blob, (unsigned)face_index);
  font->shaper = ra_lib.hb_font_create(face);
  font->buffer = ra_lib.hb_buffer_create();
  ra_lib.hb_face_destroy(face);
  ra_lib.hb_blob_destroy(blob);
  ra_lib.hb_ot_font_set_funcs(font->shaper);
  int scale = font->face->units_per_EM * RA_POSITIONS_PER_UNIT;
  ra_lib.hb_font_set_scale(font->shaper, scale, scale);
  if (font->instance > 0) {
    ra_lib.hb_font_set_var_named_instance(font->shaper, (unsigned)font->instance - 1);
  }
  return ra_lib.hb_buffer_allocation_successful(font->buffer) ? 0 : RA_OUT_OF_MEMORY;
}

int ra_font_open(
    ra_library *library, const uint8_t *bytes, size_t length, int32_t face, int32_t instance,
    ra_font **out) {
  ra_font *font = calloc(1, sizeof *font);
  if (!font) return RA_OUT_OF_MEMORY;
  font->instance = instance;
  FT_Long index = (FT_Long)face | ((FT_Long)instance << 16);
  int error = ra_lib.FT_New_Memory_Face(
      library->freetype, bytes, (FT_Long)length, index, &font->face);
  if (error) {
    free(font);
    return error;
  }
  int units = font->face->units_per_EM;
  if (!FT_IS_SCALABLE(font->face)) error = RA_NO_OUTLINES;
  else if (units < 16 || units > 16384) error = RA_BAD_UNITS_PER_EM;
  else error = open_shaper(font, bytes, length, face);
  if (!error) {
    font->outline_shift = outline_shift(bytes, length, units);
    FT_F26Dot6 size = ((FT_F26Dot6)units * 64) >> font->outline_shift;
    error = ra_lib.FT_Set_Char_Size(font->face, 0, size, 72, 72);
  }
  if (error) {
    ra_font_close(font);
    return error;
  }
  *out = font;
  return 0;
}

void ra_font_close(ra_font *font) {
  if (!font) return;
  if (font->buffer) ra_lib.hb_buffer_destroy(font->buffer);
  if (font->shaper) ra_lib.hb_font_destroy(font->shaper);
  ra_lib.FT_Done_Face(font->face);
  free(font->glyphs);
  free(font->verbs);
  free(font->coordinates);
  free(font);
}

ra_font_info ra_font_get_info(const ra_font *font) {
  FT_Face face = font->face;
  ra_font_info info = {
      .units_per_em = face->units_per_EM,
      .face_count = (int32_t)face->num_faces,
      .instance_count = (int32_t)((face->style_flags >> 16) & 0x7FFF),
  };
  const TT_HoriHeader *hhea = ra_lib.FT_Get_Sfnt_Table(face, FT_SFNT_HHEA);
  if (hhea) {
    info.ascender = hhea->Ascender;
    info.descender = hhea->Descender;
    info.line_gap = hhea->Line_Gap;
  }
  const TT_OS2 *os2 = ra_lib.FT_Get_Sfnt_Table(face, FT_SFNT_OS2);
  if (os2 && os2->version != 0xFFFF) {
    info.typo_ascender = os2->sTypoAscender;
    info.typo_descender = os2->sTypoDescender;
    info.typo_line_gap = os2->sTypoLineGap;
    info.win_ascent = os2->usWinAscent;
    info.win_descent = os2->usWinDescent;
    info.use_typo_metrics = (os2->fsSelection & (1 << 7)) != 0;
  }
  return info;
}

static size_t copy_name(hb_face_t *face, hb_ot_name_id_t id, char *buffer, size_t size) {
  unsigned length = (unsigned)size;
  hb_language_t english = ra_lib.hb_language_from_string("en", 2);
  ra_lib.hb_ot_name_get_utf8(face, id, english, &length, buffer);
  return length;
}

static size_t copy_postscript_name(const ra_font *font, char *buffer, size_t size) {
  hb_face_t *face = ra_lib.hb_font_get_face(font->shaper);
  if (font->instance > 0) {
    // FreeType names instances only in fonts that also state a prefix for such names.
    hb_ot_name_id_t id = ra_lib.hb_ot_var_named_instance_get_postscript_name_id(
        face, (unsigned)font->instance - 1);
    size_t length = id == HB_OT_NAME_ID_INVALID ? 0 : copy_name(face, id, buffer, size);
    if (length > 0) return length;
  }
  const char *name = ra_lib.FT_Get_Postscript_Name(font->face);
  if (!name) return 0;
  size_t length = strlen(name);
  if (length >= size) length = size - 1;
  memcpy(buffer, name, length);
  buffer[length] = 0;
  return length;
}

size_t ra_font_name(const ra_font *font, int which, char *buffer, size_t size) {
  if (size == 0) return 0;
  if (which == RA_NAME_POSTSCRIPT) return copy_postscript_name(font, buffer, size);
  hb_face_t *face = ra_lib.hb_font_get_face(font->shaper);
  if (which == RA_NAME_FULL && font->instance == 0) {
    return copy_name(face, HB_OT_NAME_ID_FULL_NAME, buffer, size);
  }
  size_t length = copy_name(face, HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY, buffer, size);
  if (length == 0) length = copy_name(face, HB_OT_NAME_ID_FONT_FAMILY, buffer, size);
  if (which == RA_NAME_FULL && length + 2 < size) {
    hb_ot_name_id_t id = ra_lib.hb_ot_var_named_instance_get_subfamily_name_id(
        face, (unsigned)font->instance - 1);
    buffer[length++] = ' ';
    length += copy_name(face, id, buffer + length, size - length);
  }
  return length;
}

bool ra_font_has_glyph(const ra_font *font, uint32_t scalar) {
  hb_codepoint_t glyph;
  return ra_lib.hb_font_get_nominal_glyph(font->shaper, scalar, &glyph);
}
