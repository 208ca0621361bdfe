#include "Font.h"

static bool is_high(uint16_t unit) { return (unit & 0xFC00) == 0xD800; }
static bool is_low(uint16_t unit) { return (unit & 0xFC00) == 0xDC00; }

void ra_scripts(const uint16_t *text, int32_t length, uint32_t *scripts) {
  hb_unicode_funcs_t *unicode = ra_lib.hb_unicode_funcs_get_default();
  hb_script_t last = HB_SCRIPT_INVALID;
  int32_t undecided = 0;
  for (int32_t i = 0; i < length; i++) {
    hb_codepoint_t scalar = text[i];
    if (is_low(text[i]) && i > 0 && is_high(text[i - 1])) {
      scripts[i] = scripts[i - 1];
      continue;
    }
    if (is_high(text[i]) && i + 1 < length && is_low(text[i + 1])) {
      scalar = 0x10000 + ((hb_codepoint_t)(text[i] - 0xD800) << 10) + (text[i + 1] - 0xDC00);
    }
    hb_script_t script = ra_lib.hb_unicode_script(unicode, scalar);
    if (script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED) {
      script = last;
    } else if (last == HB_SCRIPT_INVALID) {
      for (; undecided < i; undecided++) scripts[undecided] = script;
    }
    last = script;
    scripts[i] = script;
  }
  if (last == HB_SCRIPT_INVALID) {
    for (int32_t i = 0; i < length; i++) scripts[i] = HB_SCRIPT_COMMON;
  }
}

bool ra_script_is_right_to_left(uint32_t script) {
  return ra_lib.hb_script_get_horizontal_direction((hb_script_t)script) == HB_DIRECTION_RTL;
}

int32_t ra_font_shape(
    ra_font *font, const uint16_t *text, int32_t text_length, int32_t start, int32_t length,
    uint32_t script, bool right_to_left, bool ligatures, const ra_glyph **glyphs) {
  static const hb_feature_t without_ligatures[] = {
      {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
      {HB_TAG('c', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
  };
  hb_buffer_t *buffer = font->buffer;
  ra_lib.hb_buffer_clear_contents(buffer);
  ra_lib.hb_buffer_add_utf16(buffer, text, text_length, (unsigned)start, length);
  ra_lib.hb_buffer_set_direction(buffer, right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  ra_lib.hb_buffer_set_script(buffer, (hb_script_t)script);
  // HarfBuzz's own default is the locale's language: the same text would differ by machine.
  ra_lib.hb_buffer_set_language(buffer, ra_lib.hb_language_from_string("und", 3));
  ra_lib.hb_shape(font->shaper, buffer, without_ligatures, ligatures ? 0 : 2);

  unsigned count = 0;
  const hb_glyph_info_t *infos = ra_lib.hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t *positions = ra_lib.hb_buffer_get_glyph_positions(buffer, &count);
  if (!ra_lib.hb_buffer_allocation_successful(buffer) || count > INT32_MAX ||
      !ra_reserve((void **)&font->glyphs, &font->glyph_capacity, count, sizeof *font->glyphs)) {
    return RA_OUT_OF_MEMORY;
  }
  for (unsigned i = 0; i < count; i++) {
    font->glyphs[i] = (ra_glyph){
        .glyph = infos[i].codepoint,
        .cluster = infos[i].cluster,
        .advance = positions[i].x_advance,
        .x_offset = positions[i].x_offset,
        .y_offset = positions[i].y_offset,
        .unsafe_to_break = (infos[i].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK) != 0,
    };
  }
  *glyphs = font->glyphs;
  return (int32_t)count;
}
