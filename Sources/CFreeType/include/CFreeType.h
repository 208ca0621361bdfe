#ifndef CFREETYPE_H
#define CFREETYPE_H

// FreeType, HarfBuzz and fontconfig behind plain structs: their headers stay out of Swift, and on
// Linux the libraries are loaded when the first font is asked for, not when the process starts.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads FreeType and HarfBuzz, once. Safe to call from any thread.
///
/// Returns NULL, or the file name of the library that is missing or too old.
const char *ra_load_font_libraries(void);
/// Loads fontconfig, which only the section "Installed fonts" needs, once; as above.
const char *ra_load_fontconfig(void);

// MARK: - Fonts

/// FT_Library. One thread at a time.
typedef struct ra_library ra_library;
/// An FT_Face and an hb_font_t over the same bytes. One thread at a time.
typedef struct ra_font ra_font;

enum {
  RA_NO_OUTLINES = -1,
  RA_BAD_UNITS_PER_EM = -2,
  RA_OUT_OF_MEMORY = -3,
};

/// Font units; descender and typo_descender are negative below the baseline.
typedef struct {
  int32_t units_per_em;
  int32_t ascender, descender, line_gap;
  int32_t typo_ascender, typo_descender, typo_line_gap;
  int32_t win_ascent, win_descent;
  bool use_typo_metrics;
  int32_t face_count;
  /// Named instances of this face; 0 for a font that does not vary.
  int32_t instance_count;
} ra_font_info;

/// Returns 0 or FreeType's error code.
int ra_library_open(ra_library **library);
void ra_library_close(ra_library *library);

/// Opens face `face` of `bytes`, which must outlive the font. `instance` 0 is the default, n the
/// n-th named instance of a variable font.
///
/// Returns 0, FreeType's error code, or one of the negative codes above.
int ra_font_open(
    ra_library *library, const uint8_t *bytes, size_t length, int32_t face, int32_t instance,
    ra_font **font);
void ra_font_close(ra_font *font);
ra_font_info ra_font_get_info(const ra_font *font);

enum { RA_NAME_FAMILY, RA_NAME_FULL, RA_NAME_POSTSCRIPT };
/// Writes a name in UTF-8, NUL-terminated, cut to `size`. An instance's full name is its family
/// and its own name. Returns the length written, 0 where there is none.
size_t ra_font_name(const ra_font *font, int which, char *buffer, size_t size);

bool ra_font_has_glyph(const ra_font *font, uint32_t scalar);

// MARK: - Outlines

enum { RA_MOVE, RA_LINE, RA_QUAD, RA_CUBIC };

/// An outline in font units times `units`, y up. Contours are not closed by a verb. The arrays
/// belong to the font and live until its next outline.
typedef struct {
  const uint8_t *verbs;
  size_t verb_count;
  /// x, y: one pair for move and line, two for a quadratic, three for a cubic.
  const int32_t *coordinates;
  /// Coordinate units per font unit.
  double units;
} ra_outline;

/// Returns 0 or FreeType's error code, or RA_OUT_OF_MEMORY.
int ra_font_outline(ra_font *font, uint32_t glyph, ra_outline *outline);

// MARK: - Shaping

/// Positions per font unit in ra_glyph: variable fonts may kern by fractions of one.
enum { RA_POSITIONS_PER_UNIT = 64 };

typedef struct {
  uint32_t glyph;
  /// Index of the UTF-16 unit at which the glyph's cluster starts.
  uint32_t cluster;
  int32_t advance, x_offset, y_offset;
  /// Text shaped apart before and after this cluster would look otherwise.
  bool unsafe_to_break;
} ra_glyph;

/// Writes the script of each UTF-16 unit as an ISO 15924 tag. Common and inherited characters take
/// the script before them, or after them at the start.
void ra_scripts(const uint16_t *text, int32_t length, uint32_t *scripts);
bool ra_script_is_right_to_left(uint32_t script);

/// Shapes `length` UTF-16 units from `start`, in the context of all `text_length` units, into
/// glyphs from left to right. They belong to the font and live until it next shapes.
///
/// Returns the number of glyphs, or RA_OUT_OF_MEMORY.
int32_t ra_font_shape(
    ra_font *font, const uint16_t *text, int32_t text_length, int32_t start, int32_t length,
    uint32_t script, bool right_to_left, bool ligatures, const ra_glyph **glyphs);

// MARK: - Installed fonts

/// FcFontSet.
typedef struct ra_font_set ra_font_set;

/// Strings live as long as the set; NULL where there is none.
typedef struct {
  const char *file;
  const char *postscript_name;
  const char *full_name;
  const char *family;
  int32_t face;
  /// As in ra_font_open.
  int32_t instance;
  /// The font's revision in 16.16.
  int32_t version;
  bool is_variable;
  /// TrueType or CFF in an sfnt file: what we can open.
  bool is_usable;
} ra_font_record;

enum { RA_BY_POSTSCRIPT_NAME, RA_BY_FULL_NAME };

/// The installed fonts with exactly that name, or all fonts when `name` is NULL.
ra_font_set *ra_font_set_find(int by, const char *name);
int32_t ra_font_set_count(const ra_font_set *set);
ra_font_record ra_font_set_record(const ra_font_set *set, int32_t index);
/// Whether one of the record's names (a font has one per language) is `name`, byte for byte.
bool ra_font_set_has_name(const ra_font_set *set, int32_t index, int by, const char *name);
void ra_font_set_close(ra_font_set *set);

#endif
