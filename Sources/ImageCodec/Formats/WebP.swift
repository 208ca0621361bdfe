internal import CCodecs
internal import Raster

/// Reads a still WebP, lossless or lossy.
func decodeWebP(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
) throws(ImageError) -> DecodedImage {
  var info = ra_webp_info()
  try readWebP(bytes, &info, into: nil)
  guard info.is_animated == 0 else { throw .unsupported(.webP, feature: "an animation") }
  let (width, height) = (Int(info.width), Int(info.height))
  try limit.check(.webP, width: width, height: height)
  try checkFlatness(.webP, width: width, height: height, bytes: bytes.count)
  let samples: [UInt8] = try filled(width * height * 4) { (out) throws(ImageError) in
    try readWebP(bytes, &info, into: out)
  }
  let image = RGBAImage(width: width, height: height, samples: .eight(samples))
  let profile = chunk("ICCP", of: bytes).map { Array($0) }
  let turn = orientation(bytes)
  var decoded = DecodedImage(
    image: turn.applied(to: image), format: .webP,
    colour: profile.map { .profile($0) } ?? .assumedSRGB)
  // Blocks of a picture that is shown turned lie otherwise.
  if turn == .asStored { decoded.webPQuantisers = quantisers(ofWebP: bytes) }
  return decoded
}

/// Nil for a lossless one.
func quantisers(ofWebP bytes: UnsafeRawBufferPointer) -> WebPQuantisers? {
  chunk("VP8 ", of: bytes).flatMap { WebPQuantisers($0) }
}

/// For formats in which a few bytes may honestly say that a large picture is all one colour: such
/// a picture is read up to 2²⁶ pixels (256 MiB), beyond that 4096 pixels a byte must do.
func checkFlatness(
  _ format: ImageFormat, width: Int, height: Int, bytes: Int
) throws(ImageError) {
  guard width * height <= max(1 << 26, bytes.multipliedReportingOverflow(by: 4096).partialValue)
  else { throw .implausible(format, width: width, height: height, bytes: bytes) }
}

private func readWebP(
  _ bytes: UnsafeRawBufferPointer, _ info: inout ra_webp_info,
  into out: UnsafeMutablePointer<UInt8>?
) throws(ImageError) {
  let room = Int(info.width) * Int(info.height) * 4
  switch ra_webp_read(
    bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &info, out, room)
  {
  case RA_WEBP_OK: return
  case RA_WEBP_MISSING: throw .call("WebP", message: "libwebp is not installed")
  default: throw .damaged(.webP, part: "pixels")
  }
}

/// Of the EXIF chunk, which some writers begin as a JPEG's.
private func orientation(_ bytes: UnsafeRawBufferPointer) -> Orientation {
  guard let exif = chunk("EXIF", of: bytes) else { return .asStored }
  let isLikeJPEGs = exif.starts(with: Array("Exif\0\0".utf8))
  return Orientation(exif: UnsafeRawBufferPointer(rebasing: exif.dropFirst(isLikeJPEGs ? 6 : 0)))
}

/// The first chunk of that name in the RIFF container.
private func chunk(
  _ name: String, of bytes: UnsafeRawBufferPointer
) -> UnsafeRawBufferPointer? {
  var at = 12
  while at + 8 <= bytes.count {
    let length = Int(bytes.bigEndian32(at: at + 4).byteSwapped)
    let body = (at + 8)..<(at + 8 + length)
    guard body.upperBound <= bytes.count else { return nil }
    if bytes[at..<(at + 4)].elementsEqual(name.utf8) {
      return UnsafeRawBufferPointer(rebasing: bytes[body])
    }
    at = body.upperBound + length % 2
  }
  return nil
}
