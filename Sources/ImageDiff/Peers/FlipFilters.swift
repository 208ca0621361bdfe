/// The filters of FLIP for one viewing distance, each as a product of two rows of weights.
struct FlipFilters {
  /// Contrast sensitivity of the eye, one filter for each of Y, Cx and Cz, sampled at
  /// −radius…radius. Cz's is the sum of two products, the others are one.
  let luminance: [Float]
  let redGreen: [Float]
  let blueYellow: [[Float]]
  /// A Gaussian as wide as a feature, and its first and second derivative.
  let smooth: [Float]
  let slope: [Float]
  let bend: [Float]

  var sensitivityRadius: Int { luminance.count / 2 }
  var featureRadius: Int { smooth.count / 2 }
  /// How far, in device px, one pixel's change is felt.
  var reach: Int { max(sensitivityRadius, featureRadius) }

  init(pixelsPerDegree: Double) {
    let sensitivity = FlipSensitivity(pixelsPerDegree: pixelsPerDegree)
    luminance = sensitivity.weights([(1, 0.0047)])[0]
    redGreen = sensitivity.weights([(1, 0.0053)])[0]
    blueYellow = sensitivity.weights([(34.1, 0.04), (13.5, 0.025)])

    // Half a feature's width, 0.082 degrees, is one sigma.
    let sigma = 0.5 * 0.082 * pixelsPerDegree
    let radius = Int((3 * sigma).rounded(.up))
    let gaussian = gaussianWeights(sigma: sigma, radius: radius)
    smooth = gaussian.map { Float($0) }
    slope = FlipFilters.balanced((-radius...radius).map { -Double($0) * gaussian[$0 + radius] })
    bend = FlipFilters.balanced(
      (-radius...radius).map {
        let t = Double($0) / sigma
        return (t * t - 1) * gaussian[$0 + radius]
      })
  }

  /// Scaled so that positive weights add up to 1 and negative ones to −1.
  private static func balanced(_ weights: [Double]) -> [Float] {
    let up = weights.reduce(0) { $0 + max($1, 0) }
    let down = weights.reduce(0) { $0 - min($1, 0) }
    return weights.map { Float($0 > 0 ? $0 / up : $0 / down) }
  }
}

/// Contrast sensitivity functions as Gaussians a √(π / b) exp(−π² r² / b), r in degrees.
///
/// The pairs (a, b) were fitted to measurements of the eye; see FLIP (2020), table 1.
struct FlipSensitivity {
  let pixelsPerDegree: Double
  /// Three sigmas of the widest of the Gaussians, b = 0.04: sigma² = b / 2π².
  let radius: Int

  init(pixelsPerDegree: Double) {
    self.pixelsPerDegree = pixelsPerDegree
    radius = Int(
      (3 * (0.04 / (2 * Double.pi * Double.pi)).squareRoot() * pixelsPerDegree).rounded(.up))
  }

  /// For the filter that is the sum of `terms`, normalised to a volume of 1 over the square of the
  /// radius: one row w for each term, so that the filter is Σ w(x) w(y).
  func weights(_ terms: [(a: Double, b: Double)]) -> [[Float]] {
    let rows = terms.map { term in
      (-radius...radius).map {
        let r = Double($0) / pixelsPerDegree
        return PeerMath.exp(-Double.pi * Double.pi * r * r / term.b)
      }
    }
    let heights = terms.map { $0.a * (Double.pi / $0.b).squareRoot() }
    let volume = zip(heights, rows).reduce(0) {
      let sum = $1.1.reduce(0, +)
      return $0 + $1.0 * sum * sum
    }
    return zip(heights, rows).map { height, row in
      let scale = (height / volume).squareRoot()
      return row.map { Float($0 * scale) }
    }
  }
}
