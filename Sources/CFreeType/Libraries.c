#include "Libraries.h"

#include "CFreeType.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>

struct ra_functions ra_lib;

// An old library that lacks a function counts as missing.
#define RA_FIND(name)                                                                              \
  ra_lib.name = (__typeof__(ra_lib.name))dlsym(library, #name);                                    \
  if (!ra_lib.name) return false;

#define RA_LOADER(function, list)                                                                  \
  static bool function(const char *file) {                                                         \
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                           \
    if (!library) return false;                                                                    \
    list(RA_FIND) return true;                                                                     \
  }

RA_LOADER(load_freetype, RA_FREETYPE)
RA_LOADER(load_harfbuzz, RA_HARFBUZZ)
RA_LOADER(load_fontconfig, RA_FONTCONFIG)

static const char *missing_font_library, *missing_fontconfig;

static void load_font_libraries(void) {
  const char *freetype = "libfreetype.so.6", *harfbuzz = "libharfbuzz.so.0";
  if (!load_freetype(freetype)) missing_font_library = freetype;
  else if (!load_harfbuzz(harfbuzz)) missing_font_library = harfbuzz;
}

static void load_fontconfig_alone(void) {
  const char *fontconfig = "libfontconfig.so.1";
  if (!load_fontconfig(fontconfig)) missing_fontconfig = fontconfig;
}

const char *ra_load_font_libraries(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_font_libraries);
  return missing_font_library;
}

const char *ra_load_fontconfig(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_fontconfig_alone);
  return missing_fontconfig;
}

#else

#define RA_LINKED(name) .name = name,
struct ra_functions ra_lib = {RA_FREETYPE(RA_LINKED) RA_HARFBUZZ(RA_LINKED) RA_FONTCONFIG(RA_LINKED)};

const char *ra_load_font_libraries(void) { return NULL; }
const char *ra_load_fontconfig(void) { return NULL; }

#endif
