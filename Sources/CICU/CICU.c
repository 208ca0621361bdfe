#include "CICU.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uvernum.h>

#define RA_ICU(X)                                                                                  \
  X(ubidi_close)                                                                                   \
  X(ubidi_getLevels)                                                                               \
  X(ubidi_getParaLevel)                                                                            \
  X(ubidi_openSized)                                                                               \
  X(ubidi_setPara)                                                                                 \
  X(ubrk_close)                                                                                    \
  X(ubrk_getRuleStatus)                                                                            \
  X(ubrk_next)                                                                                     \
  X(ubrk_open)                                                                                     \
  X(ubrk_setText)

// ICU renames its functions by version with macros: members carry the renamed names, too.
#define RA_MEMBER(name) __typeof__(&name) name;
static struct { RA_ICU(RA_MEMBER) } icu;

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>

#define RA_STRING(name) #name
#define RA_EXPANDED_STRING(name) RA_STRING(name)
#define RA_ICU_FILE "libicuuc.so." RA_EXPANDED_STRING(U_ICU_VERSION_MAJOR_NUM)

static const char *missing;

#define RA_FIND(name)                                                                              \
  icu.name = (__typeof__(icu.name))dlsym(library, RA_EXPANDED_STRING(name));                       \
  if (!icu.name) return;

static void load(void) {
  missing = RA_ICU_FILE;
  void *library = dlopen(RA_ICU_FILE, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  RA_ICU(RA_FIND)
  missing = NULL;
}

const char *ra_load_icu(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return missing;
}

#else

#include <pthread.h>

#define RA_LINKED(name) icu.name = name;
static void load(void) { RA_ICU(RA_LINKED) }

const char *ra_load_icu(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return NULL;
}

#endif

struct ra_segmenter {
  UBreakIterator *lines;
  UBreakIterator *graphemes;
  UBiDi *bidi;
};

int ra_segmenter_open(ra_segmenter **out) {
  ra_segmenter *segmenter = calloc(1, sizeof *segmenter);
  if (!segmenter) return U_MEMORY_ALLOCATION_ERROR;
  UErrorCode status = U_ZERO_ERROR;
  // "" is the root locale; NULL would be the user's, and the result would differ by machine.
  segmenter->lines = icu.ubrk_open(UBRK_LINE, "", NULL, 0, &status);
  segmenter->graphemes = icu.ubrk_open(UBRK_CHARACTER, "", NULL, 0, &status);
  segmenter->bidi = icu.ubidi_openSized(0, 0, &status);
  if (U_FAILURE(status)) {
    ra_segmenter_close(segmenter);
    return status;
  }
  *out = segmenter;
  return 0;
}

void ra_segmenter_close(ra_segmenter *segmenter) {
  if (!segmenter) return;
  if (segmenter->lines) icu.ubrk_close(segmenter->lines);
  if (segmenter->graphemes) icu.ubrk_close(segmenter->graphemes);
  if (segmenter->bidi) icu.ubidi_close(segmenter->bidi);
  free(segmenter);
}

int ra_line_breaks(ra_segmenter *segmenter, const uint16_t *text, int32_t length, uint8_t *breaks) {
  UErrorCode status = U_ZERO_ERROR;
  icu.ubrk_setText(segmenter->lines, text, length, &status);
  if (U_FAILURE(status)) return status;
  memset(breaks, RA_NO_BREAK, (size_t)length + 1);
  for (int32_t end; (end = icu.ubrk_next(segmenter->lines)) != UBRK_DONE;) {
    bool hard = icu.ubrk_getRuleStatus(segmenter->lines) >= UBRK_LINE_HARD;
    breaks[end] = hard ? RA_MUST_BREAK : RA_MAY_BREAK;
  }
  breaks[length] = RA_MUST_BREAK;
  return 0;
}

int ra_grapheme_starts(
    ra_segmenter *segmenter, const uint16_t *text, int32_t length, uint8_t *starts) {
  UErrorCode status = U_ZERO_ERROR;
  icu.ubrk_setText(segmenter->graphemes, text, length, &status);
  if (U_FAILURE(status)) return status;
  memset(starts, 0, (size_t)length + 1);
  starts[0] = 1;
  for (int32_t end; (end = icu.ubrk_next(segmenter->graphemes)) != UBRK_DONE;) starts[end] = 1;
  starts[length] = 1;
  return 0;
}

int ra_bidi_levels(
    ra_segmenter *segmenter, const uint16_t *text, int32_t length, uint8_t *levels,
    uint8_t *paragraph_level) {
  *paragraph_level = 0;
  if (length == 0) return 0;
  UErrorCode status = U_ZERO_ERROR;
  icu.ubidi_setPara(segmenter->bidi, text, length, UBIDI_DEFAULT_LTR, NULL, &status);
  const UBiDiLevel *found = icu.ubidi_getLevels(segmenter->bidi, &status);
  if (U_FAILURE(status)) return status;
  memcpy(levels, found, (size_t)length);
  *paragraph_level = icu.ubidi_getParaLevel(segmenter->bidi);
  return 0;
}
