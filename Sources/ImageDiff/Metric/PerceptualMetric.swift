public import Raster

/// How far apart two colours look.
public enum PerceptualMetric: String, Hashable, Sendable, CaseIterable {
  /// CIEDE2000: 0…100, just noticeable at 1. The default, because its step is the best tested:
  /// it was fitted to small differences on areas.
  case ciede2000
  /// Euclidean distance in OKLab: 0…1, just noticeable at 0.01.
  case oklab

  /// The smallest distance that a person sees between two areas side by side.
  ///
  /// 1 in CIEDE2000 is its definition of a unit. 0.01 in OKLab is the same step on greys: 3 steps
  /// of 1/255 at mid grey are 1.13 and 0.0104. CSS Color 4 allows twice as much, for gamut mapping.
  public var justNoticeable: Double {
    switch self {
    case .ciede2000: 1
    case .oklab: 0.01
    }
  }
}

/// How far two pixels of straight alpha look apart, in the unit of `metric`.
///
/// Pixels that are not opaque are judged over black and over white, and the worse counts, so that
/// a white that faded out is as far away as a black one. Colour under alpha 0 is nothing.
/// Alpha is applied to encoded values, as screens' compositors do.
public func distance(
  _ one: SRGBA8, _ two: SRGBA8, metric: PerceptualMetric = .ciede2000,
  primaries: Primaries = .sRGB
) -> Double {
  PixelDistance(metric: metric, primaries: primaries).between(one, two)
}

/// Measures distances between pixels of one space; holds what depends on the metric only.
struct PixelDistance: Sendable {
  let metric: PerceptualMetric
  private let matrix: [Double]
  private let white: WhitePoint

  init(metric: PerceptualMetric = .ciede2000, primaries: Primaries = .sRGB) {
    self.metric = metric
    matrix = primaries.toXYZ
    white = WhitePoint(matrix)
  }

  func between(_ one: SRGBA8, _ two: SRGBA8) -> Double {
    if one == two { return 0 }
    if one.a == 255 && two.a == 255 {
      let table = linearOf8Bit
      return linearDistance(
        table[Int(one.r)], table[Int(one.g)], table[Int(one.b)],
        table[Int(two.r)], table[Int(two.g)], table[Int(two.b)])
    }
    return between(premultiplied(one), premultiplied(two))
  }

  /// Between premultiplied encoded colours, red, green, blue and alpha, each 0…1.
  func between(_ one: SIMD4<Double>, _ two: SIMD4<Double>) -> Double {
    if one == two { return 0 }
    let overBlack = encodedDistance(one, two)
    if one.w == 1 && two.w == 1 { return overBlack }
    let overWhite = encodedDistance(one + (1 - one.w), two + (1 - two.w))
    return max(overBlack, overWhite)
  }

  private func encodedDistance(_ one: SIMD4<Double>, _ two: SIMD4<Double>) -> Double {
    linearDistance(
      linear(one.x), linear(one.y), linear(one.z), linear(two.x), linear(two.y), linear(two.z))
  }

  private func linearDistance(
    _ r1: Double, _ g1: Double, _ b1: Double, _ r2: Double, _ g2: Double, _ b2: Double
  ) -> Double {
    switch metric {
    case .ciede2000:
      ciede2000(
        Lab(red: r1, green: g1, blue: b1, matrix: matrix, white: white),
        Lab(red: r2, green: g2, blue: b2, matrix: matrix, white: white))
    case .oklab:
      okLab(r1, g1, b1).distance(to: okLab(r2, g2, b2))
    }
  }

  private func okLab(_ r: Double, _ g: Double, _ b: Double) -> OKLab {
    OKLab(
      x: matrix[0] * r + matrix[1] * g + matrix[2] * b,
      y: matrix[3] * r + matrix[4] * g + matrix[5] * b,
      z: matrix[6] * r + matrix[7] * g + matrix[8] * b)
  }

  private func premultiplied(_ p: SRGBA8) -> SIMD4<Double> {
    let alpha = Double(p.a) / 255
    return SIMD4(
      Double(p.r) / 255 * alpha, Double(p.g) / 255 * alpha, Double(p.b) / 255 * alpha, alpha)
  }
}
