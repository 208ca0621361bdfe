#include "CCodecs.h"
#include <libdeflate.h>

uint32_t ra_crc32(uint32_t crc, const void *data, size_t length) {
  return libdeflate_crc32(crc, data, length);
}

uint32_t ra_adler32(uint32_t adler, const void *data, size_t length) {
  return libdeflate_adler32(adler, data, length);
}

int ra_inflate(const uint8_t *data, size_t length, uint8_t *out, size_t out_length,
               size_t *consumed) {
  struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
  if (!d) return RA_INFLATE_MEMORY;
  enum libdeflate_result r =
      libdeflate_zlib_decompress_ex(d, data, length, out, out_length, consumed, NULL);
  libdeflate_free_decompressor(d);
  switch (r) {
    case LIBDEFLATE_SUCCESS: return RA_INFLATE_OK;
    case LIBDEFLATE_SHORT_OUTPUT: return RA_INFLATE_SHORT;
    case LIBDEFLATE_INSUFFICIENT_SPACE: return RA_INFLATE_LONG;
    default: return RA_INFLATE_BAD;
  }
}

size_t ra_deflate_bound(size_t length) { return libdeflate_zlib_compress_bound(NULL, length); }

size_t ra_deflate(const uint8_t *data, size_t length, int level, uint8_t *out, size_t room) {
  struct libdeflate_compressor *c = libdeflate_alloc_compressor(level);
  if (!c) return 0;
  size_t n = libdeflate_zlib_compress(c, data, length, out, room);
  libdeflate_free_compressor(c);
  return n;
}

int ra_inflate_up_to(const uint8_t *data, size_t length, uint8_t *out, size_t room,
                     size_t *written) {
  struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
  if (!d) return RA_INFLATE_MEMORY;
  enum libdeflate_result r = libdeflate_zlib_decompress(d, data, length, out, room, written);
  libdeflate_free_decompressor(d);
  return r == LIBDEFLATE_SUCCESS              ? RA_INFLATE_OK
         : r == LIBDEFLATE_INSUFFICIENT_SPACE ? RA_INFLATE_LONG
                                              : RA_INFLATE_BAD;
}
