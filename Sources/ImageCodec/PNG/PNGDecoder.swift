internal import CCodecs
internal import Raster

/// Reads a still PNG: inflate, undo the filters, widen, put interlaced pixels in their places.
func decodePNG(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
) throws(ImageError) -> DecodedImage {
  let file = try PNGFile(bytes, limit: limit)
  let filtered = try inflate(file, from: bytes)
  defer { filtered.deallocate() }
  try unfilter(file.header, filtered)
  let samples = expand(file, filtered)
  let header = file.header
  return DecodedImage(
    image: RGBAImage(width: header.width, height: header.height, samples: samples),
    format: .png, colour: file.colour)
}

/// All passes with their filter bytes. The caller frees them.
private func inflate(
  _ file: PNGFile, from bytes: UnsafeRawBufferPointer
) throws(ImageError) -> UnsafeMutableBufferPointer<UInt8> {
  let header = file.header
  let wanted = file.filteredBytes
  // Deflate cannot expand more than 1032 to 1; the stream's frame takes 6 bytes and more.
  guard wanted <= file.compressedBytes.multipliedReportingOverflow(by: 1032).partialValue else {
    throw .implausible(
      .png, width: header.width, height: header.height, bytes: file.compressedBytes)
  }
  let stream = gather(file, from: bytes)
  defer { if file.data.count > 1 { stream.deallocate() } }
  let out = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: wanted)
  var consumed = 0
  let status = ra_inflate(
    stream.bindMemory(to: UInt8.self).baseAddress, stream.count, out.baseAddress, wanted,
    &consumed)
  guard status == Int32(RA_INFLATE_OK) else {
    out.deallocate()
    throw .damaged(.png, part: "pixels in IDAT")
  }
  return out
}

/// The compressed bytes in one piece: the file's own where there is one IDAT, else a copy.
private func gather(
  _ file: PNGFile, from bytes: UnsafeRawBufferPointer
) -> UnsafeRawBufferPointer {
  if file.data.count == 1 { return UnsafeRawBufferPointer(rebasing: bytes[file.data[0]]) }
  let copy = UnsafeMutableRawBufferPointer.allocate(
    byteCount: file.compressedBytes, alignment: 16)
  var offset = 0
  for range in file.data {
    let piece = UnsafeMutableRawBufferPointer(rebasing: copy[offset..<(offset + range.count)])
    piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    offset += range.count
  }
  return UnsafeRawBufferPointer(copy)
}

private func unfilter(
  _ header: PNGHeader, _ filtered: UnsafeMutableBufferPointer<UInt8>
) throws(ImageError) {
  var offset = 0
  for pass in PNGPass.all(header) {
    let rowBytes = header.rowBytes(width: pass.width)
    let bad = ra_png_unfilter(
      filtered.baseAddress! + offset, rowBytes, pass.height, UInt32(header.filterDistance), nil)
    guard bad == 0 else {
      throw .invalid(
        .png, part: "filter of a row", expected: "0…4",
        found: Int(filtered[offset + (bad - 1) * (rowBytes + 1)]))
    }
    offset += pass.height * (rowBytes + 1)
  }
}

private func expand(
  _ file: PNGFile, _ filtered: UnsafeMutableBufferPointer<UInt8>
) -> RGBAImage.Samples {
  let header = file.header
  let count = header.width * header.height * 4
  if header.depth == 16 {
    return .sixteen(
      [UInt16](unsafeUninitializedCapacity: count) { out, written in
        place(file, filtered, into: out.baseAddress!, ra_png_expand16)
        written = count
      })
  }
  return .eight(
    [UInt8](unsafeUninitializedCapacity: count) { out, written in
      place(file, filtered, into: out.baseAddress!, ra_png_expand8)
      written = count
    })
}

/// Widens every row of every pass to where its pixels stand.
private func place<Sample>(
  _ file: PNGFile, _ filtered: UnsafeMutableBufferPointer<UInt8>,
  into out: UnsafeMutablePointer<Sample>,
  _ widen: (
    UnsafePointer<ra_png_layout>, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Sample>, Int
  ) -> Void
) {
  let header = file.header
  var row = UnsafePointer(filtered.baseAddress!)
  withUnsafePointer(to: file.layout) { layout in
    for pass in PNGPass.all(header) {
      let stride = header.rowBytes(width: pass.width) + 1
      for y in 0..<pass.height {
        let target = ((pass.y0 + y * pass.dy) * header.width + pass.x0) * 4
        widen(layout, row + 1, pass.width, out + target, pass.dx)
        row += stride
      }
    }
  }
}
