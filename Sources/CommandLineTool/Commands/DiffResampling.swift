internal import Raster

extension RGBAImage {
  /// Every sample at 8 bits; 16 are rounded: round(v / 257).
  var eightBits: [UInt8] {
    switch samples {
    case .eight(let s): s
    case .sixteen(let s): s.map { UInt8((Int($0) + 128) / 257) }
    }
  }

  /// The picture at another size: each new pixel is the mean of the area that it covers, weighted by
  /// overlap and by alpha. 16 bits a channel.
  func resampled(width newWidth: Int, height newHeight: Int) -> RGBAImage {
    let wide: [UInt16] =
      switch samples {
      case .eight(let s): s.map { UInt16($0) * 257 }
      case .sixteen(let s): s
      }
    let across = Coverage(from: width, to: newWidth)
    let down = Coverage(from: height, to: newHeight)
    var out = [UInt16](repeating: 0, count: newWidth * newHeight * 4)
    for y in 0..<newHeight {
      let sums = premultipliedRow(wide, down.parts(y))
      for x in 0..<newWidth {
        var pixel = SIMD4<Double>()
        for (column, weight) in across.parts(x) { pixel += sums[column] * weight }
        guard pixel.w > 0 else { continue }
        let target = (y * newWidth + x) * 4
        for c in 0..<3 {
          out[target + c] = UInt16(min(65535, (pixel[c] / pixel.w * 65535).rounded()))
        }
        out[target + 3] = UInt16(min(65535, pixel.w.rounded()))
      }
    }
    return RGBAImage(width: newWidth, height: newHeight, samples: .sixteen(out))
  }

  /// Rows added up by their weights, premultiplied, 0…65535.
  private func premultipliedRow(
    _ wide: [UInt16], _ rows: [(Int, Double)]
  ) -> [SIMD4<Double>] {
    var sums = [SIMD4<Double>](repeating: .zero, count: width)
    for (row, weight) in rows {
      for x in 0..<width {
        let at = (row * width + x) * 4
        let alpha = Double(wide[at + 3])
        let share = weight * alpha / 65535
        sums[x] += SIMD4(
          Double(wide[at]) * share, Double(wide[at + 1]) * share, Double(wide[at + 2]) * share,
          weight * alpha)
      }
    }
    return sums
  }
}

/// Which old pixels a new one covers, along one side, and the share of it that each makes.
private struct Coverage {
  let from: Int
  let to: Int

  func parts(_ index: Int) -> [(Int, Double)] {
    let start = Double(index) * Double(from) / Double(to)
    let end = Double(index + 1) * Double(from) / Double(to)
    let length = end - start
    var parts: [(Int, Double)] = []
    var i = min(from - 1, Int(start))
    while i < from, Double(i) < end {
      let overlap = min(end, Double(i + 1)) - max(start, Double(i))
      if overlap > 0 { parts.append((i, overlap / length)) }
      i += 1
    }
    return parts
  }
}
