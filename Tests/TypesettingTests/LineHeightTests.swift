internal import Raster
internal import Testing

@testable internal import Typesetting

/// Baselines by arithmetic. The block font at 10 pt has ascent 8 and descent 2 exactly.
@Suite struct LineHeightTests {
  typealias Placement = TypesettingRules.LineHeightPlacement

  static let explicit: [(Placement, lineHeight: Double, baselines: [Double], height: Double)] = [
    (.centred, 20, [13, 33, 53], 60),  // (20 − 10) / 2 + 8
    (.above, 20, [18, 38, 58], 60),  // 20 − 2
    (.halfLeadingFloor, 20, [13, 33, 53], 60),
    (.proportional, 20, [16, 36, 56], 60),  // 20 · 8 / 10
    (.below, 20, [8, 28, 48], 50),  // none under the last
    (.centred, 13, [9.5, 22.5, 35.5], 39),
    (.halfLeadingFloor, 13, [9, 22, 35], 39),  // floor(1.5) + 8
    (.centred, 4, [5, 9, 13], 12),  // (4 − 10) / 2 + 8: by the formula, into the line above
    (.above, 4, [2, 6, 10], 12),
    (.halfLeadingFloor, 5, [5, 10, 15], 15),  // floor(−2.5) + 8
    (.proportional, 4, [3.2, 7.2, 11.2], 12),
    (.below, 4, [8, 12, 16], 18),
  ]

  @Test(arguments: explicit)
  func `an explicit line height places baselines`(
    placement: Placement, lineHeight: Double, baselines: [Double], height: Double
  ) throws {
    let rules = TypesettingRules(metrics: .exact, lineHeight: placement, rounding: .none)
    let layout = try layOut("a\nb\nc", rules) { $0.lineHeight = lineHeight }
    #expect(layout.lines.map(\.baselinePt) == baselines)
    #expect(layout.heightPt == height)
  }

  @Test func `half-leading is floored in device px, not in points`() throws {
    let rules = TypesettingRules(metrics: .exact, lineHeight: .halfLeadingFloor, rounding: .none)
    // (13 − 10) / 2 = 1.5 pt is 3 px at 2×, and 4.5 → 4 px at 3×.
    let twice = try layOut("a", rules, scale: 2) { $0.lineHeight = 13 }
    #expect(twice.lines[0].baselinePt == 9.5)
    let thrice = try layOut("a", rules, scale: 3) { $0.lineHeight = 13 }
    #expect(thrice.lines[0].baselinePt == 28 / 3.0)
  }

  @Test func `a natural line is as high as its font`() throws {
    for metrics in TypesettingRules.Metrics.allCases {
      let rules = TypesettingRules(metrics: metrics, lineHeight: .centred, rounding: .none)
      let layout = try layOut("a\nb", rules) { $0.origin = Point(x: 3, y: 7) }
      #expect(layout.lines.map(\.baselinePt) == [15, 25])
      #expect(layout.heightPt == 20)
    }
  }

  @Test func `line spacing is added between lines, not below the last`() throws {
    let layout = try layOut("a\nb\nc") { $0.lineSpacing = 4 }
    #expect(layout.lines.map(\.baselinePt) == [8, 22, 36])
    #expect(layout.heightPt == 38)
  }

  @Test func `a baseline is rounded on the canvas, halves down the page`() throws {
    func baseline(_ y: Double, _ scale: Double) throws -> Double {
      try layOut("a", scale: scale) { $0.origin = Point(x: 0, y: y) }.lines[0].baselinePt
    }
    #expect(try baseline(0.5, 1) == 9)
    #expect(try baseline(0.49, 1) == 8)
    #expect(try baseline(-8.5, 1) == 0)
    #expect(try baseline(0.25, 2) == 8.5)
    #expect(try baseline(0.4, 3) == 25 / 3.0)
  }

  /// A font whose tables differ, so that a rule shows which one it reads. Units per em 1000.
  static let metrics = FontMetrics(
    ascender: 960, descender: -240, lineGap: 130, typoAscender: 700, typoDescender: -300,
    typoLineGap: 200, winAscent: 1100, winDescent: 400, useTypoMetrics: false)

  private func natural(
    _ rule: TypesettingRules.Metrics, size: Double, scale: Double = 1, family: String = "Block",
    _ change: (inout FontMetrics) -> Void = { _ in }
  ) -> [Double] {
    var metrics = Self.metrics
    change(&metrics)
    let rules = TypesettingRules(metrics: rule, lineHeight: .centred, rounding: .none)
    let lines = LineMetrics(
      metrics, unitsPerEm: 1000, family: family, block: TextBlock(text: "", fontSize: size),
      rules: rules, scale: DeviceScale(scale)!)
    return [lines.baseline, lines.pitch]
  }

  @Test func `rounded points: ascent and descent each, without the gap`() {
    // 16 pt: 15.36 → 15, 3.84 → 4.
    #expect(natural(.roundedPoints, size: 16) == [15, 19])
    #expect(natural(.roundedPoints, size: 16, scale: 3) == [15, 19])
  }

  @Test func `rounded points: AppKit's Helvetica and Times are 1.2 sizes high, more above`() {
    for (size, height) in [(16.0, 19.0), (18, 22), (26, 31), (36, 43), (48, 58)] {
      let lines = natural(.roundedPoints, size: size, family: "Helvetica") {
        ($0.ascender, $0.descender) = (770, -230)
      }
      #expect(lines == [height - (0.23 * size).rounded(), height])
    }
    #expect(natural(.roundedPoints, size: 32, family: "Times")[1] == 38)
  }

  @Test func `exact: the hhea table, with its gap below`() {
    let lines = natural(.exact, size: 100)
    #expect(lines == [96, 96 + 24 + 13])
  }

  @Test func `rounded pixels: hhea, half of the gap above and floored`() {
    // 98 + 24 + 5 = 127 with the baseline at 100, as Chromium has it.
    let lines = natural(.roundedPixels, size: 100) {
      ($0.ascender, $0.descender, $0.lineGap) = (977, -244, 49)
    }
    #expect(lines == [100, 127])
    // 16 pt at 2×: 30.72 → 31, 7.68 → 8, 4.16 → 4 px.
    let twice: [Double] = [16.5, 21.5]  // (31 + 2) / 2, (31 + 8 + 4) / 2
    #expect(natural(.roundedPixels, size: 16, scale: 2) == twice)
  }

  @Test func `rounded pixels: typo where the font asks, win where there is nothing else`() {
    #expect(natural(.roundedPixels, size: 10) { $0.useTypoMetrics = true } == [8, 12])
    func withoutHhea(_ m: inout FontMetrics) { (m.ascender, m.descender, m.lineGap) = (0, 0, 0) }
    #expect(natural(.roundedPixels, size: 10) { withoutHhea(&$0) } == [8, 12])
    let win = natural(.roundedPixels, size: 10) {
      withoutHhea(&$0)
      ($0.typoAscender, $0.typoDescender) = (0, 0)
    }
    #expect(win == [11, 15])
  }
}
