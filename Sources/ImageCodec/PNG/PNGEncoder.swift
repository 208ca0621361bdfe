internal import CCodecs
public import Raster

/// Writes a PNG: straight alpha, 8 bits a channel, tagged sRGB. Red, green, blue without alpha
/// where every pixel is opaque.
///
/// The same pixels give the same bytes, whatever the number of threads.
public func encodePNG(_ image: Pixmap) -> [UInt8] {
  encodePNG(width: image.width, height: image.height) { y, out in
    image.withRow(y) { ra_unpremultiply($0.baseAddress, image.width, out) != 0 }
  }
}

/// Writes a PNG of a picture with straight alpha; 16-bit samples stay 16 bits.
public func encodePNG(_ image: RGBAImage) -> [UInt8] {
  switch image.samples {
  case .eight(let samples):
    return samples.withUnsafeBufferPointer { source in
      encodePNG(width: image.width, height: image.height) { y, out in
        let row = source.baseAddress! + y * image.width * 4
        out.update(from: row, count: image.width * 4)
        return (0..<image.width).allSatisfy { row[$0 * 4 + 3] == 255 }
      }
    }
  case .sixteen(let samples):
    var writer = PNGWriter(
      width: image.width, height: image.height, depth: 16, colourType: .colourAlpha)
    let stride = image.width * 8 + 1
    var rows = [UInt8](repeating: 0, count: stride * image.height)
    for y in 0..<image.height {
      for i in 0..<(image.width * 4) {
        let v = samples[y * image.width * 4 + i]
        rows[y * stride + 1 + 2 * i] = UInt8(v >> 8)
        rows[y * stride + 2 + 2 * i] = UInt8(v & 255)
      }
    }
    writer.data(rows)
    return writer.finished()
  }
}

/// `row` writes row y as straight RGBA and says whether all of it is opaque.
private func encodePNG(
  width: Int, height: Int, row: (Int, UnsafeMutablePointer<UInt8>) -> Bool
) -> [UInt8] {
  precondition(width > 0 && height > 0, "a PNG has at least one pixel")
  let stride = width * 4 + 1
  var isOpaque = true
  var rows = [UInt8](unsafeUninitializedCapacity: stride * height) { out, count in
    for y in 0..<height {
      out[y * stride] = 0
      if !row(y, out.baseAddress! + y * stride + 1) { isOpaque = false }
    }
    count = stride * height
  }
  if isOpaque { dropAlpha(&rows, width: width, height: height) }
  var writer = PNGWriter(
    width: width, height: height, depth: 8, colourType: isOpaque ? .colour : .colourAlpha)
  writer.data(rows)
  return writer.finished()
}

private func dropAlpha(_ rows: inout [UInt8], width: Int, height: Int) {
  rows.withUnsafeMutableBufferPointer { p in
    var to = 0
    for y in 0..<height {
      var from = y * (width * 4 + 1)
      p[to] = 0
      to += 1
      from += 1
      for _ in 0..<width {
        (p[to], p[to + 1], p[to + 2]) = (p[from], p[from + 1], p[from + 2])
        to += 3
        from += 4
      }
    }
  }
  rows.removeLast(width * height)
}
