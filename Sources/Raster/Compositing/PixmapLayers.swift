internal import CKernels

extension Pixmap {
  /// Draws a layer whose top left pixel is (`x`, `y`), source-over; `opacity` 0…1 scales it as a
  /// whole.
  public mutating func composite(
    _ layer: Pixmap, opacity: Double = 1, x: Int = 0, y: Int = 0
  ) {
    precondition(
      x >= 0 && y >= 0 && x + layer.width <= width && y + layer.height <= height,
      "a layer lies on its canvas")
    let value = Float(min(max(opacity, 0), 1))
    guard value > 0 else { return }
    withPixels { to in
      layer.bytes.withUnsafeBufferPointer { from in
        guard let first = from.baseAddress else { return }
        for row in 0..<layer.height {
          raster_blend_pixels(
            to.row(y + row) + 4 * x, first + 4 * row * layer.width, nil, value, layer.width)
        }
      }
    }
  }

  /// The part within `rect`; what lies outside of the pixmap is left away.
  public func cropped(to rect: PixelRect) -> Pixmap {
    let part = rect.intersection(bounds)
    var result = Pixmap(width: part.width, height: part.height)
    guard !part.isEmpty else { return result }
    result.withPixels { to in
      for y in part.rows {
        withRow(y) {
          to.row(y - part.y0).update(
            from: $0.baseAddress! + 4 * part.x0, count: part.width * 4)
        }
      }
    }
    return result
  }

  /// A pixel with straight alpha, as `straightened` has it.
  ///
  /// - Precondition: The pixel is on the pixmap.
  public func pixel(x: Int, y: Int) -> SRGBA8 {
    precondition(bounds.contains(x: x, y: y), "pixel outside the pixmap")
    return withRow(y) { row in
      let a = Int(row[4 * x + 3])
      func straight(_ c: Int) -> UInt8 {
        a == 0 ? 0 : UInt8(min(255, (Int(row[4 * x + c]) * 255 + a / 2) / a))
      }
      return SRGBA8(r: straight(0), g: straight(1), b: straight(2), a: UInt8(a))
    }
  }
}
