import Testing

@testable import Raster

/// Corners against the figures that were measured or published for them (conventions catalogue).
@Suite struct CornerTests {
  static func area(_ path: Path) -> Double {
    let mask = CoverageMask(path: path)
    return Double(mask.values.reduce(0) { $0 + Int($1) }) / 255
  }

  /// What a corner of radius 1 cuts off: 0.2146 for a circle, 0.2253 for the continuous corner. The
  /// circle's cubic bulges by up to 0.03 % of the radius.
  @Test(arguments: [(CornerCurve.circular, 0.2146), (.continuous, 0.2253)])
  func areaCut(_ curve: CornerCurve, _ cut: Double) {
    let r = 200.0
    let side = 800.0
    let shape = rounded(0, 0, side, side, radius: r, curve)
    #expect(abs((side * side - Self.area(shape.path())) / 4 / (r * r) - cut) < 0.0003)
  }

  /// From the corner to the curve along the diagonal: 0.4142 and 0.4123 radii.
  @Test(arguments: [(CornerCurve.circular, 0.4142), (.continuous, 0.4123)])
  func diagonal(_ curve: CornerCurve, _ distance: Double) {
    // Of the middle curve's midpoint.
    let path = rounded(0, 0, 10, 10, radius: 1, curve).path()
    var from = Point(x: 0, y: 0)
    var nearest = Double.infinity
    for element in path.elements {
      if case .cubic(let a, let b, let to) = element {
        let middle = Point(
          x: (from.x + 3 * a.x + 3 * b.x + to.x) / 8, y: (from.y + 3 * a.y + 3 * b.y + to.y) / 8)
        nearest = min(nearest, (middle.x * middle.x + middle.y * middle.y).squareRoot())
        from = to
      } else if case .line(let to) = element {
        from = to
      } else if case .move(let to) = element {
        from = to
      }
    }
    #expect(abs(nearest - distance) < 0.0003)
  }

  @Test func continuousCornersEndWhereTheirSideDoes() {
    let shape = rounded(0, 0, 100, 40, radius: 20, .continuous)
    let drawn = 40 / 2 / 1.528_664_83
    #expect(shape.drawnRadii.isUniform)
    #expect(abs(shape.drawnRadii.topLeft - drawn) < 1e-12)
    let small = rounded(0, 0, 100, 40, radius: 13, .continuous)
    #expect(small.drawnRadii == CornerRadii(13))
  }

  /// CSS's rule for a radius under spread: r, S, r′, as the formula has it; Chromium draws each
  /// within 0.4 px of that.
  @Test(arguments: [
    (4.0, 16.0, 13.25), (8, 32, 26.5), (2, 4, 5.5), (20, -8, 12), (8, -8, 0), (0, 10, 0),
    (10, 10, 20), (12, 12, 24),
  ])
  func cssSpread(_ radius: Double, _ spread: Double, _ expected: Double) {
    let grown = rounded(0, 0, 300, 100, radius: radius).outset(by: spread, corners: .css)
    #expect(abs(grown.radii.topLeft - expected) < 1e-12)
    #expect(grown.radii.isUniform)
    #expect(
      grown.rect == Rect(x: -spread, y: -spread, width: 300 + 2 * spread, height: 100 + 2 * spread))
  }

  @Test func otherSpreads() {
    let shape = RoundedRectangle(
      rect: Rect(x: 0, y: 0, width: 300, height: 100),
      radii: CornerRadii(topLeft: 0, topRight: 4, bottomRight: 12, bottomLeft: 30))
    let added = shape.outset(by: 10, corners: .add).radii
    #expect(added == CornerRadii(topLeft: 0, topRight: 14, bottomRight: 22, bottomLeft: 40))
    #expect(shape.outset(by: 10, corners: .keep).radii == shape.radii)
    let inner = shape.inset(by: 10).radii
    #expect(inner == CornerRadii(topLeft: 0, topRight: 0, bottomRight: 2, bottomLeft: 20))
    // Nothing is left: an empty rectangle that keeps its centre.
    let gone = shape.inset(by: 80)
    #expect(gone.rect == Rect(x: 80, y: 50, width: 140, height: 0))
    #expect(gone.radii.isZero)
  }

  /// CSS: 100 and 40 px on 120×80 become 80 and 32; 50 px on a width of 60 becomes 30 (measured).
  @Test func overlap() {
    let wide = RoundedRectangle(
      rect: Rect(x: 0, y: 0, width: 120, height: 80),
      radii: CornerRadii(topLeft: 100, topRight: 0, bottomRight: 40, bottomLeft: 0))
    #expect(
      wide.fitted(.scale).radii
        == CornerRadii(topLeft: 80, topRight: 0, bottomRight: 32, bottomLeft: 0))
    #expect(rounded(0, 0, 60, 200, radius: 50).fitted(.scale).radii == CornerRadii(30))
    #expect(
      wide.fitted(.clamp).radii
        == CornerRadii(topLeft: 40, topRight: 0, bottomRight: 40, bottomLeft: 0))
    #expect(rounded(0, 0, 60, 200, radius: 8).fitted(.scale).radii == CornerRadii(8))
  }

  @Test func borders() {
    let shape = rounded(10, 10, 80, 60, radius: 12)
    #expect(
      shape.border(width: 4, .inside)
        == .ring(outer: shape, inner: rounded(14, 14, 72, 52, radius: 8)))
    #expect(
      shape.border(width: 4, .centre)
        == .ring(
          outer: rounded(8, 8, 84, 64, radius: 14), inner: rounded(12, 12, 76, 56, radius: 10)))
    #expect(
      shape.border(width: 4, .outside)
        == .ring(outer: rounded(6, 6, 88, 68, radius: 16), inner: shape))
    // A border wider than the shape fills it.
    var filled = Pixmap(width: 100, height: 80)
    filled.fill(shape.border(width: 90, .inside), with: .solid(.black))
    var whole = Pixmap(width: 100, height: 80)
    whole.fill(.rounded(shape), with: .solid(.black))
    #expect(filled == whole)
  }
}
