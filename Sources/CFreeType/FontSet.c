#include "CFreeType.h"
#include "Libraries.h"

#include <string.h>

static FcFontSet *fontconfig(const ra_font_set *set) { return (FcFontSet *)set; }

static const char *property(int by) {
  return by == RA_BY_FULL_NAME ? FC_FULLNAME : FC_POSTSCRIPT_NAME;
}

ra_font_set *ra_font_set_find(int by, const char *name) {
  static const char *const wanted[] = {
      FC_FILE,  FC_POSTSCRIPT_NAME, FC_FULLNAME, FC_FAMILY,
      FC_INDEX, FC_FONTVERSION,     FC_VARIABLE, FC_FONTFORMAT,
  };
  FcFontSet *set = NULL;
  FcPattern *pattern = ra_lib.FcPatternCreate();
  FcObjectSet *objects = ra_lib.FcObjectSetCreate();
  if (pattern && objects) {
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
      ra_lib.FcObjectSetAdd(objects, wanted[i]);
    }
    if (name) ra_lib.FcPatternAddString(pattern, property(by), (const FcChar8 *)name);
    set = ra_lib.FcFontList(NULL, pattern, objects);
  }
  if (objects) ra_lib.FcObjectSetDestroy(objects);
  if (pattern) ra_lib.FcPatternDestroy(pattern);
  return (ra_font_set *)set;
}

int32_t ra_font_set_count(const ra_font_set *set) { return set ? fontconfig(set)->nfont : 0; }

static const char *string(const FcPattern *pattern, const char *property, int index) {
  FcChar8 *value = NULL;
  if (ra_lib.FcPatternGetString(pattern, property, index, &value) != FcResultMatch) return NULL;
  return (const char *)value;
}

static int integer(const FcPattern *pattern, const char *property) {
  int value = 0;
  return ra_lib.FcPatternGetInteger(pattern, property, 0, &value) == FcResultMatch ? value : 0;
}

ra_font_record ra_font_set_record(const ra_font_set *set, int32_t index) {
  const FcPattern *pattern = fontconfig(set)->fonts[index];
  const char *format = string(pattern, FC_FONTFORMAT, 0);
  uint32_t face = (uint32_t)integer(pattern, FC_INDEX);
  FcBool variable = FcFalse;
  ra_lib.FcPatternGetBool(pattern, FC_VARIABLE, 0, &variable);
  // Instance 0x8000 is fontconfig's entry for the variable font as a whole.
  uint32_t instance = face >> 16 == 0x8000 ? 0 : face >> 16;
  return (ra_font_record){
      .file = string(pattern, FC_FILE, 0),
      .postscript_name = string(pattern, FC_POSTSCRIPT_NAME, 0),
      .full_name = string(pattern, FC_FULLNAME, 0),
      .family = string(pattern, FC_FAMILY, 0),
      .face = (int32_t)(face & 0xFFFF),
      .instance = (int32_t)instance,
      .version = integer(pattern, FC_FONTVERSION),
      .is_variable = variable == FcTrue || instance != 0,
      .is_usable = format && (strcmp(format, "TrueType") == 0 || strcmp(format, "CFF") == 0),
  };
}

bool ra_font_set_has_name(const ra_font_set *set, int32_t index, int by, const char *name) {
  const FcPattern *pattern = fontconfig(set)->fonts[index];
  const char *value;
  for (int i = 0; (value = string(pattern, property(by), i)); i++) {
    if (strcmp(value, name) == 0) return true;
  }
  return false;
}

void ra_font_set_close(ra_font_set *set) {
  if (set) ra_lib.FcFontSetDestroy(fontconfig(set));
}
