internal import Conventions
internal import Raster
internal import Testing
internal import Typesetting

@testable import RenderAudit

/// The card of the seed article shows its three findings in our own drawing.
@Suite struct SpecArticleTests {
  private func comparison() throws -> Comparison {
    let audit = try Audit(SpecFixtureTests.read("card"))
    let sketch = try #require(Convention.builtIn(named: "sketch"))
    let ios = try #require(Convention.builtIn(named: "ios"))
    return try audit.compare(reference: sketch, candidate: ios)
  }

  private func element(_ id: String) throws -> ElementComparison {
    try #require(try comparison().elements.first { $0.element.id == id })
  }

  @Test func `the word "in" changes its line, and no other word does`() throws {
    let body = try element("body")
    #expect(
      body.reference.text?.lines.map(\.text)
        == ["Check out all the great new features", "in this app."])
    #expect(
      body.candidate.text?.lines.map(\.text)
        == ["Check out all the great new features in", "this app."])
  }

  /// Red, green, blue of the canvas at a point, in points.
  private func pixel(_ pixmap: Pixmap, x: Double, y: Double) -> [Int] {
    pixmap.withRow(Int(y * 3)) { row in (0..<3).map { Int(row[Int(x * 3) * 4 + $0]) } }
  }

  /// The card's bottom edge is at 190 pt, and its shadow moved down by 5: two sigma more are 15 pt
  /// in Sketch and 30 pt on iOS.
  @Test func `the shadow reaches twice as far`() throws {
    let canvas = try comparison().canvas
    let white = [255, 255, 255]
    #expect(pixel(canvas.reference, x: 187, y: 208) != white)
    #expect(pixel(canvas.reference, x: 187, y: 211) == white)
    #expect(pixel(canvas.candidate, x: 187, y: 211) != white)
    #expect(pixel(canvas.candidate, x: 187, y: 223) != white)
    #expect(pixel(canvas.candidate, x: 187, y: 226) == white)
  }

  /// From #39B6F9 to #1E3F9E along (0, 0) → (1, 0.6) of 335×170 pt: near the right end of the top
  /// edge t is 0.86 in Sketch and 0.70 on iOS, near the left end of the bottom edge 0.16 and 0.44.
  @Test func `the gradient is turned`() throws {
    let canvas = try comparison().canvas
    for (x, y, sketch, ios) in [
      (335.0, 24.0, t(315, 4).pixels, t(315, 4).unit),
      (30, 180, t(10, 160).pixels, t(10, 160).unit),
    ] {
      for (pixmap, t) in [(canvas.reference, sketch), (canvas.candidate, ios)] {
        let expected = zip([0x39, 0xB6, 0xF9], [0x1E, 0x3F, 0x9E]).map { from, to in
          Double(from) + Double(to - from) * t
        }
        // Half a pixel is 0.0005 of t, or 0.06 steps; rounding adds at most 0.5.
        for (found, wanted) in zip(pixel(pixmap, x: x, y: y), expected) {
          #expect(abs(Double(found) - wanted) <= 0.6)
        }
      }
    }
  }

  /// t at a point of the card, by the formulas of the catalogue: perpendicular in points, and in
  /// the unit square.
  private func t(_ x: Double, _ y: Double) -> (pixels: Double, unit: Double) {
    let (u, v) = (x / 335, y / 170)
    let (dx, dy) = (335.0, 170 * 0.6)
    return (
      min(1, (x * dx + y * dy) / (dx * dx + dy * dy)), min(1, (u + v * 0.6) / (1 + 0.6 * 0.6))
    )
  }

  @Test func `the gradient is darker on average`() throws {
    let card = try element("card")
    func mean(_ pixmap: Pixmap) -> Double {
      var sum = 0
      // The card's inside: 16 pt from its edges and thereby clear of its corners.
      let origin = card.pictureBounds
      let rows = (36 * 3 - origin.y0)..<(174 * 3 - origin.y0)
      let columns = (36 * 3 - origin.x0)..<(339 * 3 - origin.x0)
      for y in rows {
        pixmap.withRow(y) { row in
          for x in columns { for channel in 0..<3 { sum += Int(row[x * 4 + channel]) } }
        }
      }
      return Double(sum) / Double(rows.count * columns.count * 3)
    }
    // Centre of t: 0.528 in Sketch, 0.588 on iOS; the three channels fall by 27, 119 and 91 steps:
    // 79 × 0.06 = 4.7 steps on average, less where t ends at 1.
    let difference = mean(card.reference.picture) - mean(card.candidate.picture)
    #expect(difference > 4 && difference < 5)
  }
}
