internal import CCodecs
internal import Raster

/// Reads a PNG: inflate, undo the filters, widen, put interlaced pixels in their places, a
/// band of rows at a time.
func decodePNG(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
) throws(ImageError) -> DecodedImage {
  let file = try PNGFile(bytes, limit: limit)
  let stream = try PNGStream(
    file, CompressedPixels(file, in: bytes), rows: bandRows(file.header))
  let samples = try readSamples(stream)
  let header = file.header
  let image = RGBAImage(width: header.width, height: header.height, samples: samples)
  var decoded = DecodedImage(
    image: file.orientation.applied(to: image), format: .png, colour: file.colour)
  if let animation = file.animation {
    decoded.frames = try AnimationFrames(file, animation, bytes, limit: limit)
    decoded.plays = animation.plays
  }
  return decoded
}

/// As many rows as stay in the second-level cache, eights for the unfiltering, at most 64.
func bandRows(_ header: PNGHeader) -> Int {
  let row = header.rowBytes(width: header.width) + 1
  return min(64, max(8, (1 << 19) / row & ~7))
}

func readSamples(_ stream: PNGStream) throws(ImageError) -> RGBAImage.Samples {
  let header = stream.file.header
  let count = header.width * header.height * 4
  if header.depth == 16 {
    return .sixteen(
      try filled(count) { (out) throws(ImageError) in
        try read(stream, into: out, ra_png_expand16)
      })
  }
  return .eight(
    try filled(count) { (out) throws(ImageError) in
      try read(stream, into: out, ra_png_expand8)
    })
}

/// An array that `fill` writes whole.
func filled<Sample>(
  _ count: Int, _ fill: (UnsafeMutablePointer<Sample>) throws(ImageError) -> Void
) throws(ImageError) -> [Sample] {
  let bytes = count * MemoryLayout<Sample>.stride
  // An array ends the process where there is no memory for it.
  guard canAllocate(bytes) else { throw .outOfMemory(bytes: bytes) }
  var failure: ImageError?
  let samples = [Sample](unsafeUninitializedCapacity: count) { out, written in
    do throws(ImageError) {
      try fill(out.baseAddress!)
      written = count
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return samples
}

typealias Widening<Sample> = (
  UnsafePointer<ra_png_layout>, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Sample>, Int
) -> Void

/// Widens every row of every pass to where its pixels stand.
private func read<Sample>(
  _ stream: PNGStream, into out: UnsafeMutablePointer<Sample>, _ widen: Widening<Sample>
) throws(ImageError) {
  let header = stream.file.header
  let largest = stream.bands.map(\.byteCount).max() ?? 0
  let rowCount = stream.bands.map(\.rows).max() ?? 0
  var buffers = (BandBuffer(byteCount: largest), BandBuffer(byteCount: largest))
  let raw = RawRows(rowBytes: header.rowBytes(width: header.width), rows: rowCount)
  var layout = stream.file.layout
  for band in stream.bands {
    if band.y == 0 {
      raw.setAbove(nil, rowBytes: band.rowBytes)
    } else {
      raw.setAbove(raw.row(rowCount - 1), rowBytes: band.rowBytes)
    }
    try stream.inflate(into: buffers.0)
    try raw.unfilter(band, buffers.0, header: header)
    for y in 0..<band.rows {
      let target = (band.pass.y0 + (band.y + y) * band.pass.dy) * header.width + band.pass.x0
      widen(&layout, raw.row(y), band.pass.width, out + target * 4, band.pass.dx)
    }
    buffers = (buffers.1, buffers.0)
  }
}
