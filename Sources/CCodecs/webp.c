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
