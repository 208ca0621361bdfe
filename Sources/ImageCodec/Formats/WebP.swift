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
  return DecodedImage(
    image: RGBAImage(width: width, height: height, samples: .eight(samples)), format: .webP,
    colour: profile(bytes).map { .profile($0) } ?? .assumedSRGB)
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

/// The ICCP chunk of the RIFF container.
private func profile(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
  var at = 12
  while at + 8 <= bytes.count {
    let length = Int(bytes.bigEndian32(at: at + 4).byteSwapped)
    let body = (at + 8)..<(at + 8 + length)
    guard body.upperBound <= bytes.count else { return nil }
    if bytes[at..<(at + 4)].elementsEqual("ICCP".utf8) { return Array(bytes[body]) }
    at = body.upperBound + length % 2
  }
  return nil
}
