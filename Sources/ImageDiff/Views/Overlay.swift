public import Raster

/// Draws the reference dimmed to grey with every differing pixel marked by how much it differs.
///
/// Marks run from blue (one step) over pink and orange to yellow (black against white), on a
/// logarithmic scale; lightness grows along it, so people with red-green colour blindness can read
/// it. A pixel that differs by one step is marked as clearly as any other. Opaque.
///
/// - Precondition: both are of one size.
public func overlay(
  reference: Pixmap, candidate: Pixmap, metric: PerceptualMetric = .ciede2000
) -> RGBAImage {
  precondition(
    reference.width == candidate.width && reference.height == candidate.height,
    "pixmaps of one size are compared")
  let scale = MarkScale()
  var memo = DistanceMemo(PixelDistance(metric: metric))
  let count = reference.width * reference.height
  let bytes = [UInt8](unsafeUninitializedCapacity: count * 4) { out, filled in
    reference.bytes.withUnsafeBytes { a in
      candidate.bytes.withUnsafeBytes { b in
        for i in 0..<count {
          let one = a.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
          let two = b.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
          let pixel =
            one == two
            ? scale.grey(SRGBA8(memory: one))
            : scale.mark(steps: memo.premultiplied(one, two) / metric.justNoticeable)
          out[i * 4] = pixel.r
          out[i * 4 + 1] = pixel.g
          out[i * 4 + 2] = pixel.b
          out[i * 4 + 3] = pixel.a
        }
      }
    }
    filled = count * 4
  }
  return RGBAImage(width: reference.width, height: reference.height, samples: .eight(bytes))
}
