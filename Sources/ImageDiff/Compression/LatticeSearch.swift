#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds the quality at which a picture that is stored otherwise went through JPEG: the frequencies of
/// its blocks lie on multiples of the steps.
struct LatticeSearch {
  private let pictures: [Picture]

  /// Blocks that are looked at.
  private static let limit = 600
  /// Frequencies that must stand out from rounding for a quality to be told.
  private static let least = 40
  /// The median distance from a multiple, in steps: of frequencies that lie anywhere it is 0.25, and
  /// rounding of pixels makes 0.29 of a step of 1 of none, so 0.07 at a step of 4, the smallest that is
  /// looked at. Half-way between.
  private static let most = 0.14

  init(_ first: Picture, _ second: Picture) { pictures = [first, second] }

  func found() -> (quality: Int, isFirst: Bool)? {
    let sides = pictures.map(Self.quality)
    switch (sides[0], sides[1]) {
    case (nil, nil): return nil
    case (let a?, nil): return (a.quality, true)
    case (nil, let b?): return (b.quality, false)
    case (let a?, let b?): return a.error <= b.error ? (a.quality, true) : (b.quality, false)
    }
  }

  private static func quality(_ picture: Picture) -> (quality: Int, error: Double)? {
    let blocks = sampled(picture)
    guard blocks.count >= 6 else { return nil }
    var best: (quality: Int, error: Double, score: Double)?
    for quality in stride(from: 98, through: 50, by: -1) {
      let steps = BlockRounding(quality: quality, chromaRatio: 1).luma
      var errors: [Double] = []
      for block in blocks {
        for i in 0..<64 where steps[i] >= 4 {
          let t = Double(block[i]) / steps[i]
          if abs(t) > 0.5 { errors.append(abs(t - t.rounded())) }
        }
      }
      guard errors.count >= least else { continue }
      errors.sort()
      let error = errors[errors.count / 2]
      // Of qualities whose steps divide each other's, the coarser: a tenth of a percent each.
      let score = error - 0.0004 * Double(98 - quality)
      if score < best?.score ?? .infinity { best = (quality, error, score) }
    }
    guard let best, best.error < most else { return nil }
    return (best.quality, best.error)
  }

  /// Frequencies of luma in blocks that are not flat, evenly spread.
  private static func sampled(_ picture: Picture) -> [[Float]] {
    guard picture.bytesPerSample == 1 else { return [] }
    let one = BlockAxis(ratio: 1)
    let transform = BlockTransform(x: one, y: one)
    let (columns, rows) = (picture.width / 8, picture.height / 8)
    let every = max(1, columns * rows / (4 * limit))
    var out: [[Float]] = []
    for k in stride(from: 0, to: columns * rows, by: every) where out.count < limit {
      let (x0, y0) = (k % columns * 8, k / columns * 8)
      var plane: [Float] = []
      plane.reserveCapacity(64)
      for y in y0..<(y0 + 8) {
        for x in x0..<(x0 + 8) {
          let c = picture.drawn(x, y)
          plane.append((LumaChroma.weights[0] * SIMD3(c.x, c.y, c.z)).sum() - 128)
        }
      }
      if plane.max()! - plane.min()! <= 20 { continue }
      out.append(transform.frequencies(plane, start: 0, stride: 8))
    }
    return out
  }
}

extension BlockRounding {
  /// The tables of ITU-T T.81, annex K, scaled as libjpeg does for a quality of 1…100.
  init(quality: Int, chromaRatio: Int) {
    let luma = [
      16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69,
      56,
      14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104,
      113,
      92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
    var chroma = [Int](repeating: 99, count: 64)
    for (at, value) in [(0, 17), (1, 18), (2, 24), (3, 47), (8, 18), (9, 21), (10, 26), (11, 66)] {
      chroma[at] = value
    }
    for (at, value) in [(16, 24), (17, 26), (18, 56), (24, 47), (25, 66)] { chroma[at] = value }
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    func steps(_ table: [Int]) -> [Double] {
      table.map { Double(max(1, min(255, ($0 * scale + 50) / 100))) }
    }
    self.init(
      luma: steps(luma), chroma: steps(chroma), chromaWidth: chromaRatio, chromaHeight: chromaRatio,
      originX: 0, originY: 0)
  }
}
