#ifndef CICU_H
#define CICU_H

// Text boundaries and directions through ICU. On Linux the library is loaded when first asked for.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads ICU, once. Safe to call from any thread.
///
/// Returns NULL, or the file name of the library that is missing.
const char *ra_load_icu(void);

/// Two break iterators of the root locale and a bidi object. One thread at a time.
typedef struct ra_segmenter ra_segmenter;

/// Returns 0 or ICU's error code.
int ra_segmenter_open(ra_segmenter **segmenter);
void ra_segmenter_close(ra_segmenter *segmenter);

enum { RA_NO_BREAK, RA_MAY_BREAK, RA_MUST_BREAK };

/// Writes, for each UTF-16 unit, whether a line may or must end before it (UAX #14).
/// `breaks` has `length` + 1 elements; the first is RA_NO_BREAK, the last RA_MUST_BREAK.
///
/// Returns 0 or ICU's error code.
int ra_line_breaks(ra_segmenter *segmenter, const uint16_t *text, int32_t length, uint8_t *breaks);

/// Writes 1 for each UTF-16 unit at which a grapheme cluster starts (UAX #29), and 1 for the end.
int ra_grapheme_starts(
    ra_segmenter *segmenter, const uint16_t *text, int32_t length, uint8_t *starts);

/// Writes the embedding level of each UTF-16 unit of one paragraph (UAX #9); even is left to
/// right. The paragraph's own direction is that of its first strong character, else left to right.
int ra_bidi_levels(
    ra_segmenter *segmenter, const uint16_t *text, int32_t length, uint8_t *levels,
    uint8_t *paragraph_level);

#endif
