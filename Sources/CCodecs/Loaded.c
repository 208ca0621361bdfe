#include "Loaded.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

struct ra_codec_functions ra_codec;

// An old library that lacks a function counts as missing.
#define RA_FIND(name)                                                                              \
  ra_codec.name = (__typeof__(ra_codec.name))dlsym(library, #name);                                \
  if (!ra_codec.name) return;

#define RA_LOADER(name, list, file)                                                                \
  static bool has_##name;                                                                          \
  static void load_##name(void) {                                                                  \
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                           \
    if (!library) return;                                                                          \
    list(RA_FIND) has_##name = true;                                                               \
  }                                                                                                \
  const char *ra_load_##name(void) {                                                               \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                \
    pthread_once(&once, load_##name);                                                              \
    return has_##name ? NULL : file;                                                               \
  }

RA_LOADER(jpeg, RA_JPEG, "libjpeg.so.62")
RA_LOADER(webp, RA_WEBP, "libwebp.so.7")
RA_LOADER(tiff, RA_TIFF, "libtiff.so.6")
RA_LOADER(lcms, RA_LCMS, "liblcms2.so.2")

#else

#define RA_LINKED(name) .name = name,
struct ra_codec_functions ra_codec = {
    RA_JPEG(RA_LINKED) RA_WEBP(RA_LINKED) RA_TIFF(RA_LINKED) RA_LCMS(RA_LINKED)};

const char *ra_load_jpeg(void) { return NULL; }
const char *ra_load_webp(void) { return NULL; }
const char *ra_load_tiff(void) { return NULL; }
const char *ra_load_lcms(void) { return NULL; }

#endif
