/// Similarity in Gaussian windows: the weighted sums are taken down the columns, then along.
struct GaussianSimilarity {
  private let p: PeerPicture
  private let q: PeerPicture
  private let weights = gaussianWeights(sigma: 1.5, radius: SimilarityWindow.gaussian.side / 2)

  init(_ p: PeerPicture, _ q: PeerPicture) {
    self.p = p
    self.q = q
  }

  func mean() -> Double {
    let equal = equalWindows(p, q, side: weights.count)
    let across = p.width - weights.count + 1
    var total = 0.0
    for channel in 0..<3 {
      var sum = 0.0
      for top in equal.indices {
        sum += equal[top] ? Double(across) : rowSum(top: top, channel: channel)
      }
      total += sum / Double(across * equal.count)
    }
    return total / 3
  }

  /// Weighted means of x, y, x² + y² and xy.
  private typealias Means = SIMD4<Double>

  private func rowSum(top: Int, channel: Int) -> Double {
    var columns = [Means](repeating: .zero, count: p.width)
    for (k, weight) in weights.enumerated() {
      var i = (top + k) * p.width
      for x in columns.indices {
        let u = Double(p.overWhite(channel, of: i))
        let v = Double(q.overWhite(channel, of: i))
        columns[x] += weight * Means(u, v, u * u + v * v, u * v)
        i += 1
      }
    }
    var total = 0.0
    for x in 0..<(p.width - weights.count + 1) {
      var means = Means.zero
      for (k, weight) in weights.enumerated() { means += weight * columns[x + k] }
      total += similarity(means)
    }
    return total
  }

  private func similarity(_ m: Means) -> Double {
    let (xy, xxyy) = (m[0] * m[1], m[0] * m[0] + m[1] * m[1])
    let (c1, c2) = (SimilarityConstant.means, SimilarityConstant.variances)
    return ((2 * xy + c1) * (2 * (m[3] - xy) + c2)) / ((xxyy + c1) * (m[2] - xxyy + c2))
  }
}

/// Samples of a Gaussian at −radius…radius, normalised to a sum of 1.
func gaussianWeights(sigma: Double, radius: Int) -> [Double] {
  let raw = (-radius...radius).map {
    let t = Double($0) / sigma
    return PeerMath.exp(-0.5 * t * t)
  }
  let sum = raw.reduce(0, +)
  return raw.map { $0 / sum }
}
