public import Raster

/// The same picture at another size, for comparing captures of different scales.
///
/// Every new pixel is the mean of the area it covers, weighted exactly at the borders and
/// premultiplied by alpha, so 3× becomes 1× as a screen at arm's length would blend it. Growing
/// repeats pixels. 8 bits stay 8, 16 stay 16; values round to nearest.
///
/// - Precondition: the new sides are positive, and so are the old ones.
public func resampled(_ image: RGBAImage, width: Int, height: Int) -> RGBAImage {
  precondition(width > 0 && height > 0 && image.width > 0 && image.height > 0, "sides are positive")
  if width == image.width && height == image.height { return image }
  return withPictures(image, image) { source, _ in
    let columns = weights(from: source.width, to: width)
    let rows = weights(from: source.height, to: height)
    var out: [SIMD4<Float>] = []
    out.reserveCapacity(width * height)
    for row in rows {
      for column in columns {
        var sum = SIMD4<Float>.zero
        for (y, wy) in row {
          for (x, wx) in column { sum += source.drawn(x, y) * (wx * wy) }
        }
        out.append(sum)
      }
    }
    return straightened(out, width, height, bytesPerSample: source.bytesPerSample)
  }
}

/// For every new place the old ones that it covers, with weights that add up to 1.
private func weights(from old: Int, to new: Int) -> [[(Int, Float)]] {
  (0..<new).map { k in
    let start = Double(k) * Double(old) / Double(new)
    let end = Double(k + 1) * Double(old) / Double(new)
    let first = Int(start)
    let last = min(old - 1, Int(end.rounded(.up)) - 1)
    return (first...max(first, last)).map { i in
      (i, Float((min(end, Double(i + 1)) - max(start, Double(i))) / (end - start)))
    }
  }
}

private func straightened(
  _ pixels: [SIMD4<Float>], _ width: Int, _ height: Int, bytesPerSample: Int
) -> RGBAImage {
  func channels(_ p: SIMD4<Float>) -> SIMD4<Float> {
    guard p.w > 0 else { return .zero }
    var v = p * (255 / p.w)
    v.w = p.w
    return v
  }
  if bytesPerSample == 1 {
    let bytes = pixels.flatMap { p -> [UInt8] in
      let v = channels(p)
      return (0..<4).map { UInt8(max(0, min(255, v[$0].rounded()))) }
    }
    return RGBAImage(width: width, height: height, samples: .eight(bytes))
  }
  let samples = pixels.flatMap { p -> [UInt16] in
    let v = channels(p) * 257
    return (0..<4).map { UInt16(max(0, min(65535, v[$0].rounded()))) }
  }
  return RGBAImage(width: width, height: height, samples: .sixteen(samples))
}
