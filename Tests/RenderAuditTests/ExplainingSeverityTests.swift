import ImageDiff
import Testing

@testable import RenderAudit

@Suite struct ExplainingSeverityTests {
  private static func severity(_ pixels: Int, _ distance: Double, scale: Double = 1) -> Severity {
    Severity(
      DiffCounts(
        differingPixels: pixels, perceptiblePixels: pixels, meanPerceptibleDistance: distance),
      pixelsPerPoint: scale)
  }

  /// At 1x a degree is 33 × 33 = 1089 px.
  @Test func `the definition, at its borders`() {
    #expect(Self.severity(0, 0) == .imperceptible)
    #expect(Self.severity(1089, 1.99) == .subtle)
    #expect(Self.severity(1089, 2) == .visible)
    #expect(Self.severity(1089, 7.99) == .visible)
    #expect(Self.severity(1089, 8) == .obvious)
    // A larger area than a degree does not count for more; a quarter of it counts for half.
    #expect(Self.severity(1_000_000, 1.99) == .subtle)
    #expect(Self.severity(273, 4.01) == .visible)
    #expect(Self.severity(272, 4) == .subtle)
  }

  @Test func `what is as large to the eye is as severe at every scale`() {
    for (pixels, distance) in [(40, 3.0), (500, 9.0), (2000, 5.0), (9, 40.0)] {
      #expect(Self.severity(pixels, distance) == Self.severity(pixels * 9, distance, scale: 3))
    }
  }

  @Test func `more is never less`() {
    for distance in stride(from: 1.0, to: 40, by: 3) {
      for pixels in [1, 30, 400, 5000] {
        #expect(Self.severity(pixels, distance) <= Self.severity(pixels * 2, distance))
        #expect(Self.severity(pixels, distance) <= Self.severity(pixels, distance + 1))
      }
    }
  }

  @Test func `words`() {
    #expect(Severity.allCases.map(\.word) == ["imperceptible", "subtle", "visible", "obvious"])
    #expect(Severity.allCases == Severity.allCases.sorted())
  }

  /// What people say of such differences: (px, mean CIEDE2000, scale).
  @Test(arguments: [
    // A black dot of one device px on white at 3x is found when looked for.
    (1, 100.0, 3.0, Severity.subtle),
    // A hairline 225 → 205 across a phone's screen.
    (1170, 4.8, 3.0, .subtle),
    // A button of 100 × 44 pt, #2878F0 → #2E7EEC: CIEDE2000 2.3.
    (39_600, 2.3, 3.0, .visible),
    // A word that moved to another line: strokes of about 300 pt², black and white.
    (2700, 60.0, 3.0, .obvious),
  ]) func `examples`(pixels: Int, distance: Double, scale: Double, expected: Severity) {
    #expect(Self.severity(pixels, distance, scale: scale) == expected)
  }
}
