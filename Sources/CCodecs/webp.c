#include "CCodecs.h"
#include "Loaded.h"

#include <stdio.h>

ra_webp_result ra_webp_read(const uint8_t *data, size_t length, ra_webp_info *info, uint8_t *out,
                            size_t room) {
  if (ra_load_webp()) return RA_WEBP_MISSING;
  WebPBitstreamFeatures features;
  if (ra_codec.WebPGetFeaturesInternal(data, length, &features, WEBP_DECODER_ABI_VERSION) !=
      VP8_STATUS_OK)
    return RA_WEBP_BAD;
  info->width = features.width;
  info->height = features.height;
  info->is_animated = features.has_animation;
  if (!out) return RA_WEBP_OK;
  return ra_codec.WebPDecodeRGBAInto(data, length, out, room, features.width * 4) ? RA_WEBP_OK
                                                                                 : RA_WEBP_BAD;
}

ra_webp_result ra_webp_write(const uint8_t *pixels, int width, int height, float quality,
                             uint8_t **out, size_t *length) {
  if (ra_load_webp()) return RA_WEBP_MISSING;
  *out = NULL;
  *length = ra_codec.WebPEncodeRGBA(pixels, width, height, width * 4, quality, out);
  return *length ? RA_WEBP_OK : RA_WEBP_BAD;
}

void ra_webp_free(uint8_t *out) {
  if (out) ra_codec.WebPFree(out);
}
