import TestSupport
import Testing

@testable import Raster

@Suite struct RingTests {
  /// In every pixel the ring and what it goes around add up to the whole, also where both edges cut
  /// the pixel: within the rounding of three bytes, half a step each.
  @Test func ringIsOuterMinusInner() {
    var random = SplitMix(11)
    for _ in 0..<100 {
      let rect = Rect(
        x: random.number(2...4), y: random.number(2...4), width: random.number(8...20),
        height: random.number(8...20))
      let outer = RoundedRectangle(rect: rect, radii: random.radii(upTo: 8)).fitted(.scale)
      let inner = outer.inset(by: random.number(0.05...1.5))
      func coverage(_ outline: Outline) -> CoverageMask {
        let (path, rule) = outline.path()
        return CoverageMask(
          path: path, rule: rule, clip: PixelRect(x0: 0, y0: 0, x1: 28, y1: 28)
        )
      }
      var whole = CoverageMask(bounds: PixelRect(x0: 0, y0: 0, x1: 28, y1: 28))
      var ring = whole
      var hole = whole
      whole.unite(coverage(.rounded(outer)), dx: 0, dy: 0)
      hole.unite(coverage(.rounded(inner)), dx: 0, dy: 0)
      ring.unite(coverage(.ring(outer: outer, inner: inner)), dx: 0, dy: 0)
      for i in whole.values.indices {
        let rest = Int(whole.values[i]) - Int(hole.values[i]) - Int(ring.values[i])
        #expect(abs(rest) <= 1)
      }
    }
  }

  @Test func reversedContoursEndWhereTheyBegan() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.line(to: Point(x: 4, y: 0))
    path.quad(control: Point(x: 4, y: 4), to: Point(x: 0, y: 4))
    path.close()
    path.move(to: Point(x: 9, y: 9))
    path.cubic(
      control1: Point(x: 8, y: 9), control2: Point(x: 7, y: 8), to: Point(x: 7, y: 7))
    var expected = Path()
    expected.move(to: Point(x: 0, y: 4))
    expected.quad(control: Point(x: 4, y: 4), to: Point(x: 4, y: 0))
    expected.line(to: Point(x: 0, y: 0))
    expected.close()
    expected.move(to: Point(x: 7, y: 7))
    expected.cubic(
      control1: Point(x: 7, y: 8), control2: Point(x: 8, y: 9), to: Point(x: 9, y: 9))
    expected.close()
    #expect(path.reversed() == expected)
  }
}
