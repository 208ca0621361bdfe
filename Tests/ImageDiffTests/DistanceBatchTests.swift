internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

/// The fast kernels against the formulas as published.
@Suite struct DistanceBatchTests {
  /// CIEDE2000 turns sharply in the blue, where a float's rounding of the hue is worth up to 0.001.
  static func tolerance(_ metric: PerceptualMetric) -> Double {
    metric == .ciede2000 ? 0.002 : 2e-5
  }

  private func check(
    _ pairs: [(UInt32, UInt32)], _ metric: PerceptualMetric, _ primaries: Primaries
  ) {
    let batch = DistanceBatch(metric: metric, primaries: primaries)
    let literal = PixelDistance(metric: metric, primaries: primaries)
    var fast = [Float](repeating: 0, count: pairs.count)
    batch.measure8(pairs.map(\.0), pairs.map(\.1), pairs.count, into: &fast)
    var worst = 0.0
    for (i, pair) in pairs.enumerated() where !areOpposite(pair.0, pair.1, primaries) {
      let exact = literal.between(SRGBA8(memory: pair.0), SRGBA8(memory: pair.1))
      worst = max(worst, abs(exact - Double(fast[i])))
    }
    #expect(worst <= Self.tolerance(metric))
  }

  /// Hues within 1.5° of opposite: there the published formula jumps, for the mean of two opposite
  /// directions is either of two.
  private func areOpposite(
    _ one: UInt32, _ two: UInt32, _ primaries: Primaries = .sRGB
  ) -> Bool {
    let matrix = primaries.toXYZ
    func lab(_ word: UInt32) -> Lab {
      let p = SRGBA8(memory: word)
      return Lab(
        red: linear(Double(p.r) / 255), green: linear(Double(p.g) / 255),
        blue: linear(Double(p.b) / 255), matrix: matrix, white: WhitePoint(matrix))
    }
    let (p, q) = (lab(one), lab(two))
    let lengths = ((p.a * p.a + p.b * p.b) * (q.a * q.a + q.b * q.b)).squareRoot()
    // The cosine of 178.5°.
    return p.a * q.a + p.b * q.b < -0.99966 * lengths
  }

  @Test(arguments: PerceptualMetric.allCases, Primaries.allCases)
  func `any opaque colours`(metric: PerceptualMetric, primaries: Primaries) {
    var random = SplitMix(11)
    check(
      (0..<20_000).map { _ in
        (
          UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000,
          UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
        )
      }, metric, primaries)
  }

  @Test(arguments: PerceptualMetric.allCases)
  func `neighbouring colours, greys and blues`(metric: PerceptualMetric) {
    var random = SplitMix(12)
    var pairs: [(UInt32, UInt32)] = []
    for level in 0..<255 as Range<UInt32> {
      let grey = level | level << 8 | level << 16 | 0xFF00_0000
      pairs.append((grey, grey + 0x0001_0101))
      pairs.append((0xFF00_0000 | level << 16, 0xFF00_0000 | level << 16 | 1))
      pairs.append((0xFFFF_0000 | level, 0xFFFE_0100 | level))
    }
    for _ in 0..<10_000 {
      let one = UInt32(truncatingIfNeeded: random.next()) & 0xFEFE_FEFE | 0xFF00_0000
      pairs.append((one, one ^ (1 << UInt32(random.below(3) * 8))))
    }
    check(pairs, metric, .sRGB)
  }

  @Test(arguments: PerceptualMetric.allCases)
  func `alpha is judged over black and white`(metric: PerceptualMetric) {
    var random = SplitMix(13)
    let pairs = (0..<4000).map { _ in
      (UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
    }
    let batch = DistanceBatch(metric: metric, primaries: .sRGB)
    let literal = PixelDistance(metric: metric)
    var fast = [Float](repeating: 0, count: pairs.count)
    batch.measure8(pairs.map(\.0), pairs.map(\.1), pairs.count, into: &fast)
    for (i, pair) in pairs.enumerated() where !areOpposite(pair.0, pair.1) {
      let exact = literal.between(SRGBA8(memory: pair.0), SRGBA8(memory: pair.1))
      #expect(abs(exact - Double(fast[i])) <= Self.tolerance(metric))
    }
  }
}
