internal import ImageDiff
internal import Raster
internal import Testing

@Suite struct PerceptualMetricTests {
  static let metrics = PerceptualMetric.allCases

  static func grey(_ v: UInt8, alpha: UInt8 = 255) -> SRGBA8 { SRGBA8(r: v, g: v, b: v, a: alpha) }
  static func rgb(_ hex: UInt32) -> SRGBA8 {
    SRGBA8(
      r: UInt8(hex >> 16 & 255), g: UInt8(hex >> 8 & 255), b: UInt8(hex & 255), a: 255)
  }

  @Test(arguments: [
    // Computed with scikit-image 0.25's deltaE_ciede2000 over rgb2lab, D65, 2 degrees, whose
    // matrix and white are given to six digits: good to about 0.001 at these sizes.
    (0x0A84FF as UInt32, 0x0A88FF as UInt32, 1.43423502),
    (0x2878F0, 0x2E7EEC, 2.17319819),
    (0xE1E1E1, 0xCDCDCD, 4.64065853),
    (0x637C95, 0x4D6174, 10.4379915),
    (0xFF0000, 0xFE0101, 0.20965657),
  ]) func `agrees with another implementation`(one: UInt32, two: UInt32, expected: Double) {
    #expect(abs(distance(Self.rgb(one), Self.rgb(two)) - expected) < 0.002)
  }

  @Test func `black to white is the whole scale`() {
    #expect(abs(distance(Self.grey(0), Self.grey(255)) - 100) < 1e-9)
    #expect(abs(distance(Self.grey(0), Self.grey(255), metric: .oklab) - 1) < 1e-7)
  }

  @Test(arguments: metrics) func `colour under alpha 0 is nothing`(metric: PerceptualMetric) {
    let red = SRGBA8(r: 255, g: 0, b: 0, a: 0)
    let green = SRGBA8(r: 0, g: 255, b: 0, a: 0)
    #expect(distance(red, green, metric: metric) == 0)
  }

  @Test(arguments: metrics) func `a fade is seen on the ground that shows it`(
    metric: PerceptualMetric
  ) {
    for level: UInt8 in [0, 255] {
      let gone = distance(
        Self.grey(level, alpha: 0), Self.grey(level), metric: metric)
      // White over black, or black over white.
      #expect(abs(gone - distance(Self.grey(0), Self.grey(255), metric: metric)) < 1e-9)
    }
    // Equal over white only.
    let half = distance(Self.grey(0, alpha: 128), Self.grey(127), metric: metric)
    #expect(half > 10 * metric.justNoticeable)
  }

  @Test(arguments: metrics) func `three steps of mid grey are just noticeable`(
    metric: PerceptualMetric
  ) {
    let jnd = metric.justNoticeable
    #expect(distance(Self.grey(128), Self.grey(131), metric: metric) >= jnd)
    #expect(distance(Self.grey(128), Self.grey(130), metric: metric) < jnd)
  }

  @Test(arguments: metrics) func `the same number is another colour in another space`(
    metric: PerceptualMetric
  ) {
    let (one, two) = (Self.rgb(0xE6281E), Self.rgb(0xE62850))
    #expect(
      distance(one, two, metric: metric, primaries: .sRGB)
        != distance(one, two, metric: metric, primaries: .displayP3))
    for p in Primaries.allCases {
      #expect(distance(one, one, metric: metric, primaries: p) == 0)
      let whole = distance(Self.grey(0), Self.grey(255), metric: metric, primaries: p)
      #expect(abs(whole - 100 * metric.justNoticeable) < 1e-6 * whole)
    }
  }
}
