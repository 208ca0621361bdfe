internal import CCodecs
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads a TIFF of one page: bilevel, grey, palette, RGB, YCbCr, or CMYK with a profile, whole numbers of
/// 1…16 bits.
func decodeTIFF(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
) throws(ImageError) -> DecodedImage {
  let data = bytes.bindMemory(to: UInt8.self).baseAddress
  var info = ra_tiff_info()
  try check(ra_tiff_info_read(data, bytes.count, &info))
  defer { free(info.profile) }
  let (width, height) = (Int(info.width), Int(info.height))
  guard width > 0, height > 0 else {
    throw .invalid(.tiff, part: "size", expected: "at least 1 pixel", found: width * height)
  }
  try limit.check(.tiff, width: width, height: height)
  try checkFlatness(.tiff, width: width, height: height, bytes: bytes.count)
  try checkKind(info)
  let count = width * height * 4
  let samples: RGBAImage.Samples
  if info.depth == 16 {
    samples = .sixteen(
      try filled(count) { (out) throws(ImageError) in
        try check(ra_tiff_read(data, bytes.count, &info, out))
      })
  } else {
    samples = .eight(
      try filled(count) { (out) throws(ImageError) in
        try check(ra_tiff_read(data, bytes.count, &info, out))
      })
  }
  let image = RGBAImage(width: width, height: height, samples: samples)
  let orientation = Orientation(rawValue: Int(info.orientation)) ?? .asStored
  let profile =
    info.profile_length > 0
    ? Array(UnsafeBufferPointer(start: info.profile, count: info.profile_length)) : nil
  let shown = orientation.applied(to: image)
  if info.photometric == 5 { return try DecodedImage(inks: shown, profile, .tiff) }
  return DecodedImage(
    image: shown, format: .tiff, colour: profile.map { .profile($0) } ?? .assumedSRGB)
}

private func check(_ result: ra_tiff_result) throws(ImageError) {
  switch result {
  case RA_TIFF_OK: return
  case RA_TIFF_MISSING: throw .call("TIFF", message: "libtiff is not installed")
  default: throw .damaged(.tiff, part: "pixels")
  }
}

private func checkKind(_ info: ra_tiff_info) throws(ImageError) {
  guard info.more_pages == 0 else {
    throw .unsupported(.tiff, feature: "\(info.more_pages + 1) pages")
  }
  guard info.is_integer != 0 else {
    throw .unsupported(.tiff, feature: "samples that are not unsigned whole numbers")
  }
  // Photometric interpretation: 0 and 1 grey, 2 RGB, 3 palette, 5 CMYK, 6 YCbCr.
  switch (info.photometric, info.depth) {
  case (0...1, 1), (0...1, 2), (0...1, 4), (0...1, 8), (0...1, 16), (2, 8), (2, 16), (3, 1...8),
    (6, 8):
    return
  case (5, 8), (5, 16):
    guard info.other_inks == 0, info.samples >= 4 else {
      throw .unsupported(.tiff, feature: "inks that are not cyan, magenta, yellow and black")
    }
    guard info.alpha == 0 else { throw .unsupported(.tiff, feature: "CMYK colours with alpha") }
  case (0...3, let depth), (5...6, let depth):
    throw .unsupported(.tiff, feature: "\(depth) bits a sample")
  case (let photometric, _):
    throw .unsupported(.tiff, feature: "photometric interpretation \(photometric)")
  }
}
