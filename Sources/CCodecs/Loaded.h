#ifndef CCODECS_LOADED_H
#define CCODECS_LOADED_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
#include <lcms2.h>
#include <tiffio.h>
#include <webp/decode.h>
#include <webp/encode.h>

// Every function we call, per library: the list makes the table, and on Linux the table is filled
// by dlsym when a file first needs the library.

#define RA_JPEG(X)                                                                                 \
  X(jpeg_CreateCompress)                                                                           \
  X(jpeg_CreateDecompress)                                                                         \
  X(jpeg_add_quant_table)                                                                          \
  X(jpeg_calc_output_dimensions)                                                                   \
  X(jpeg_destroy_compress)                                                                         \
  X(jpeg_destroy_decompress)                                                                       \
  X(jpeg_finish_compress)                                                                          \
  X(jpeg_finish_decompress)                                                                        \
  X(jpeg_mem_dest)                                                                                 \
  X(jpeg_mem_src)                                                                                  \
  X(jpeg_read_header)                                                                              \
  X(jpeg_read_scanlines)                                                                           \
  X(jpeg_set_defaults)                                                                             \
  X(jpeg_start_compress)                                                                           \
  X(jpeg_start_decompress)                                                                         \
  X(jpeg_std_error)                                                                                \
  X(jpeg_write_scanlines)

#define RA_WEBP(X)                                                                                 \
  X(WebPDecodeRGBAInto)                                                                            \
  X(WebPEncodeRGBA)                                                                                \
  X(WebPFree)                                                                                      \
  X(WebPGetFeaturesInternal)

#define RA_TIFF(X)                                                                                 \
  X(TIFFClientOpen)                                                                                \
  X(TIFFClose)                                                                                     \
  X(TIFFGetField)                                                                                  \
  X(TIFFGetFieldDefaulted)                                                                         \
  X(TIFFIsTiled)                                                                                   \
  X(TIFFReadDirectory)                                                                             \
  X(TIFFReadEncodedStrip)                                                                          \
  X(TIFFReadEncodedTile)                                                                           \
  X(TIFFReadRGBAImageOriented)                                                                     \
  X(TIFFSetErrorHandler)                                                                           \
  X(TIFFSetErrorHandlerExt)                                                                        \
  X(TIFFSetWarningHandler)                                                                         \
  X(TIFFStripSize)                                                                                 \
  X(TIFFTileSize)

#define RA_LCMS(X)                                                                                 \
  X(cmsBuildParametricToneCurve)                                                                   \
  X(cmsCloseProfile)                                                                               \
  X(cmsCreateRGBProfile)                                                                           \
  X(cmsCreateTransform)                                                                            \
  X(cmsCreateXYZProfile)                                                                           \
  X(cmsDeleteTransform)                                                                            \
  X(cmsDoTransform)                                                                                \
  X(cmsEvalToneCurveFloat)                                                                         \
  X(cmsFreeToneCurve)                                                                              \
  X(cmsGetColorSpace)                                                                              \
  X(cmsIsMatrixShaper)                                                                             \
  X(cmsIsTag)                                                                                      \
  X(cmsOpenProfileFromMem)                                                                         \
  X(cmsReadTag)

#define RA_MEMBER(name) __typeof__(&name) name;
struct ra_codec_functions {
  RA_JPEG(RA_MEMBER)
  RA_WEBP(RA_MEMBER)
  RA_TIFF(RA_MEMBER)
  RA_LCMS(RA_MEMBER)
};
#undef RA_MEMBER

// Valid, library by library, after its loader returned NULL; else it returns the name of the
// library that is missing.
extern struct ra_codec_functions ra_codec;
const char *ra_load_jpeg(void);
const char *ra_load_webp(void);
const char *ra_load_tiff(void);
const char *ra_load_lcms(void);

#endif
