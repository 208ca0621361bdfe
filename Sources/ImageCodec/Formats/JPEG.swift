internal import CCodecs
internal import Raster

/// Reads a JPEG, upright as its EXIF data says.
func decodeJPEG(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
) throws(ImageError) -> DecodedImage {
  let header = JPEGMarkers(bytes)
  var size = ra_jpeg_size()
  try readJPEG(bytes, &size, into: nil)
  let (width, height) = (Int(size.width), Int(size.height))
  try limit.check(.jpeg, width: width, height: height)
  // A block of 64 pixels takes one bit at the least, and there is a block for each 64 pixels of
  // one component: more than 512 pixels a byte cannot be. Twice that, for what is not foreseen.
  guard width * height / 1024 <= bytes.count else {
    throw .implausible(.jpeg, width: width, height: height, bytes: bytes.count)
  }
  let samples: [UInt8] = try filled(width * height * 4) { (out) throws(ImageError) in
    try readJPEG(bytes, &size, into: out)
  }
  let image = header.orientation.applied(
    to: RGBAImage(width: width, height: height, samples: .eight(samples)))
  if size.is_cmyk != 0 { return try DecodedImage(inks: image, header.profile, .jpeg) }
  var decoded = DecodedImage(
    image: image, format: .jpeg, colour: header.profile.map { .profile($0) } ?? .assumedSRGB)
  decoded.quantisation = Quantisation(size, width, height, header.orientation)
  return decoded
}

extension Quantisation {
  /// As the picture is shown: turned by a right angle, its rows of frequencies become columns, and
  /// where it is read from its far end, blocks begin with the incomplete one.
  fileprivate init(_ size: ra_jpeg_size, _ width: Int, _ height: Int, _ orientation: Orientation) {
    func steps(_ table: some Any) -> [Int] {
      let values = withUnsafeBytes(of: table) { Array($0.bindMemory(to: UInt16.self)) }
      return (0..<64).map { i in
        Int(values[orientation.swapsSides ? i % 8 * 8 + i / 8 : i])
      }
    }
    let chroma = (Int(size.chroma_width), Int(size.chroma_height))
    let fromRight = orientation.readsColumnsBackwards ? width : 0
    let fromBottom = orientation.readsRowsBackwards ? height : 0
    self.init(
      luma: steps(size.luma_steps), chroma: steps(size.chroma_steps),
      chromaWidth: orientation.swapsSides ? chroma.1 : chroma.0,
      chromaHeight: orientation.swapsSides ? chroma.0 : chroma.1,
      originX: orientation.swapsSides ? fromBottom : fromRight,
      originY: orientation.swapsSides ? fromRight : fromBottom)
  }
}

private func readJPEG(
  _ bytes: UnsafeRawBufferPointer, _ size: inout ra_jpeg_size,
  into out: UnsafeMutablePointer<UInt8>?
) throws(ImageError) {
  var message = [CChar](repeating: 0, count: RA_MESSAGE)
  let result = ra_jpeg_read(
    bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &size, out, &message)
  switch result {
  case RA_JPEG_OK: return
  default:
    throw .call(
      "JPEG", message: String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
  }
}

/// What the markers before the pixels say: which way is up, and the colour profile.
private struct JPEGMarkers {
  var orientation = Orientation.asStored
  var profile: [UInt8]?

  init(_ bytes: UnsafeRawBufferPointer) {
    var pieces: [UInt8: Range<Int>] = [:]
    var pieceCount = 0
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      // SOS begins the pixels.
      if marker == 0xDA { break }
      let length = Int(bytes.bigEndian16(at: at + 2))
      let body = (at + 4)..<max(at + 4, at + 2 + length)
      guard body.upperBound <= bytes.count else { break }
      if marker == 0xE1, bytes[body].starts(with: Array("Exif\0\0".utf8)) {
        orientation = Orientation(
          exif: UnsafeRawBufferPointer(rebasing: bytes[(body.lowerBound + 6)..<body.upperBound]))
      } else if marker == 0xE2, bytes[body].starts(with: Array("ICC_PROFILE\0".utf8)),
        body.count > 14
      {
        pieces[bytes[body.lowerBound + 12]] = (body.lowerBound + 14)..<body.upperBound
        pieceCount = Int(bytes[body.lowerBound + 13])
      }
      at = body.upperBound
    }
    // Pieces are numbered from 1; a profile that lacks one is no profile.
    if pieceCount > 0, pieces.count == pieceCount, pieces.keys.allSatisfy({ $0 >= 1 }) {
      profile = pieces.sorted { $0.key < $1.key }.flatMap { Array(bytes[$0.value]) }
    }
  }
}
