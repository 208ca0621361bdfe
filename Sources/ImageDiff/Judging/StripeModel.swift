internal import CKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whether one picture smooths text by the stripes of an LCD, and the other in grey.
///
/// Red, green and blue stripes lie a third of a pixel apart: where only one picture takes that into
/// account, its red is predicted by the other's pixel on the left, and its blue by the one on the
/// right (or the reverse, where the stripes are blue, green, red).
struct StripeEvidence: Sendable {
  /// Differences to the four neighbours in a row and the step to explain, by channel: both directions.
  private var samples: [[SIMD8<Float>]] = [[], []]
  private var seen = 0
  private var every = 1

  private static let limit = 20_000
  /// Fewer differing pixels say nothing.
  private static let least = 60

  /// Adds pixels that clearly differ: evenly spread, where there are many.
  mutating func add(
    _ tile: JudgeTile, _ distance: UnsafePointer<Int16>, _ clear: Int16
  ) {
    let w = tile.width
    for y in tile.core.y0..<tile.core.y1 {
      let row = (y - tile.area.y0) * w
      for x in tile.core.x0..<tile.core.x1 {
        let at = x - tile.area.x0
        let i = row + at
        guard distance[i] > clear else { continue }
        seen += 1
        if seen % every != 0 { continue }
        for direction in 0..<2 {
          let (p, q) = direction == 0 ? (tile.one, tile.two) : (tile.two, tile.one)
          for c in [0, 2] {
            func step(_ o: Int) -> Float {
              Float(p[c][row + min(w - 1, max(0, at + o))] - p[c][i]) / 16
            }
            samples[direction].append(
              SIMD8(
                step(-2), step(-1), step(1), step(2), Float(q[c][i] - p[c][i]) / 16, 0, 0, 0))
          }
        }
        if samples[0].count >= 4 * Self.limit { thin() }
      }
    }
  }

  /// Every second one stays.
  private mutating func thin() {
    every *= 2
    for d in 0..<2 {
      samples[d] = stride(from: 0, to: samples[d].count - 1, by: 4).flatMap {
        [samples[d][$0], samples[d][$0 + 1]]
      }
    }
  }

  mutating func add(_ other: StripeEvidence) {
    for d in 0..<2 { samples[d] += other.samples[d] }
    seen += other.seen
    while samples[0].count >= 4 * Self.limit { thin() }
  }

  /// The model that the samples ask for; nil where both pictures are smoothed alike.
  func model() -> StripeModel? {
    guard samples[0].count >= 2 * Self.least else { return nil }
    var best: (score: Double, model: StripeModel)?
    for direction in 0..<2 {
      let red = fit(direction, 0)
      let blue = fit(direction, 1)
      let leaning = min(red.left - red.right, blue.right - blue.left)
      let reversed = min(red.right - red.left, blue.left - blue.right)
      let lean = max(leaning, reversed)
      guard lean > StripeModel.leastLean else { continue }
      let score = lean - (red.left_over + blue.left_over) / 2
      if score > best?.score ?? -.infinity {
        best = (score, StripeModel(fromFirst: direction == 0, isReversed: reversed > leaning))
      }
    }
    return best?.model
  }

  /// Weights of the neighbours at −1 and +1, by least squares with Huber's weights, and the median
  /// error as a share of the median step.
  private func fit(_ direction: Int, _ channel: Int) -> (
    left: Double, right: Double, left_over: Double
  ) {
    let rows = stride(from: channel, to: samples[direction].count, by: 2).map {
      samples[direction][$0]
    }
    var weights = [Float](repeating: 1, count: rows.count)
    var solution = SIMD4<Float>.zero
    var errors = [Float](repeating: 0, count: rows.count)
    for _ in 0..<4 {
      var normal = Array(repeating: Array(repeating: 0.0, count: 4), count: 4)
      var right = Array(repeating: [0.0], count: 4)
      for (k, row) in rows.enumerated() {
        let w = Double(weights[k])
        for i in 0..<4 {
          for j in 0..<4 { normal[i][j] += w * Double(row[i]) * Double(row[j]) }
          right[i][0] += w * Double(row[i]) * Double(row[4])
        }
      }
      // 50 squared steps keep a channel that hardly varies from being solved.
      for i in 0..<4 { normal[i][i] += 50 }
      guard let s = solved(normal, right) else { return (0, 0, 1) }
      solution = SIMD4(Float(s[0][0]), Float(s[1][0]), Float(s[2][0]), Float(s[3][0]))
      for (k, row) in rows.enumerated() {
        let predicted =
          row[0] * solution[0] + row[1] * solution[1] + row[2] * solution[2]
          + row[3] * solution[3]
        errors[k] = abs(row[4] - predicted)
      }
      let spread = 1.5 * (1.48 * median(errors) + 2)
      for k in rows.indices { weights[k] = 1 / max(1, errors[k] / spread) }
    }
    let steps = median(rows.map { abs($0[4]) })
    return (Double(solution[1]), Double(solution[2]), Double(median(errors) / (steps + 1)))
  }
}

private func median(_ values: [Float]) -> Float {
  values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

/// Text with LCD smoothing predicted from the same text with grey smoothing. It has no parameter of
/// the pair but which side is which: the filter and the gain are those of Skia with FreeType, fitted
/// by Huber's least squares on pages drawn by a browser in both ways.
struct StripeModel: Hashable, Sendable {
  /// Whether the first picture is smoothed in grey.
  var fromFirst: Bool
  /// Blue, green, red instead of red, green, blue.
  var isReversed: Bool

  /// How much more red leans on its left neighbour than on its right one.
  static let leastLean = 0.2

  /// Weights at −2, −1, 1, 2 for red, green, blue.
  var filter: [Float] {
    let red: [Float] = [-0.094, 0.427, -0.091, 0.016]
    let green: [Float] = [-0.032, 0.081, 0.081, -0.032]
    return isReversed ? red.reversed() + green + red : red + green + red.reversed()
  }
  /// Ink that the contrast table adds: constant, by the channel's ink, by its luma.
  static let gain: [Float] = [0.178, 0.33, -0.40]
}
