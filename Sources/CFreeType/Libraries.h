#ifndef CFREETYPE_LIBRARIES_H
#define CFREETYPE_LIBRARIES_H

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <hb-ot.h>
#include <hb.h>

// Every function we call, per library: the list makes the table, and the table is filled by dlsym.

#define RA_FREETYPE(X)                                                                             \
  X(FT_Done_Face)                                                                                  \
  X(FT_Done_FreeType)                                                                              \
  X(FT_Get_Postscript_Name)                                                                        \
  X(FT_Get_Sfnt_Table)                                                                             \
  X(FT_Init_FreeType)                                                                              \
  X(FT_Load_Glyph)                                                                                 \
  X(FT_New_Memory_Face)                                                                            \
  X(FT_Outline_Decompose)                                                                          \
  X(FT_Set_Char_Size)

#define RA_HARFBUZZ(X)                                                                             \
  X(hb_blob_create)                                                                                \
  X(hb_blob_destroy)                                                                               \
  X(hb_buffer_add_utf16)                                                                           \
  X(hb_buffer_allocation_successful)                                                               \
  X(hb_buffer_clear_contents)                                                                      \
  X(hb_buffer_create)                                                                              \
  X(hb_buffer_destroy)                                                                             \
  X(hb_buffer_get_glyph_infos)                                                                     \
  X(hb_buffer_get_glyph_positions)                                                                 \
  X(hb_buffer_set_direction)                                                                       \
  X(hb_buffer_set_language)                                                                        \
  X(hb_buffer_set_script)                                                                          \
  X(hb_face_create)                                                                                \
  X(hb_face_destroy)                                                                               \
  X(hb_font_create)                                                                                \
  X(hb_font_destroy)                                                                               \
  X(hb_font_get_face)                                                                              \
  X(hb_font_get_nominal_glyph)                                                                     \
  X(hb_font_set_scale)                                                                             \
  X(hb_font_set_var_named_instance)                                                                \
  X(hb_language_from_string)                                                                       \
  X(hb_ot_font_set_funcs)                                                                          \
  X(hb_ot_name_get_utf8)                                                                           \
  X(hb_ot_var_named_instance_get_postscript_name_id)                                               \
  X(hb_ot_var_named_instance_get_subfamily_name_id)                                                \
  X(hb_script_get_horizontal_direction)                                                            \
  X(hb_shape)                                                                                      \
  X(hb_unicode_funcs_get_default)                                                                  \
  X(hb_unicode_script)

#define RA_FONTCONFIG(X)                                                                           \
  X(FcFontList)                                                                                    \
  X(FcFontSetDestroy)                                                                              \
  X(FcObjectSetAdd)                                                                                \
  X(FcObjectSetCreate)                                                                             \
  X(FcObjectSetDestroy)                                                                            \
  X(FcPatternAddString)                                                                            \
  X(FcPatternCreate)                                                                               \
  X(FcPatternDestroy)                                                                              \
  X(FcPatternGetBool)                                                                              \
  X(FcPatternGetInteger)                                                                           \
  X(FcPatternGetString)

#define RA_MEMBER(name) __typeof__(&name) name;
struct ra_functions {
  RA_FREETYPE(RA_MEMBER)
  RA_HARFBUZZ(RA_MEMBER)
  RA_FONTCONFIG(RA_MEMBER)
};
#undef RA_MEMBER

/// Valid after ra_load_font_libraries, and for fontconfig's ra_load_fontconfig, returned NULL.
extern struct ra_functions ra_lib;

#endif
