import TestSupport
import Testing

@testable import Raster

@Suite struct GradientFieldTests {
  static func isClose(_ a: GradientField, _ b: GradientField) -> Bool {
    abs(a.kx - b.kx) < 1e-12 && abs(a.ky - b.ky) < 1e-12 && abs(a.c - b.c) < 1e-9
  }

  static func isClose(_ a: Point, _ b: Point, _ limit: Double = 1e-9) -> Bool {
    abs(a.x - b.x) < limit && abs(a.y - b.y) < limit
  }

  /// A pixel-space gradient from bottom left to top right of 320×60, in every other tool's numbers.
  @Test func theExampleOf320By60() throws {
    let box = Rect(x: 0, y: 0, width: 320, height: 60)
    let field = GradientField.perpendicular(from: Point(x: 0, y: 60), to: Point(x: 320, y: 0))
    let points = try #require(field.unitSquarePoints(in: box))
    #expect(Self.isClose(points.from, Point(x: -0.01694, y: 0.51817), 5e-6))
    #expect(Self.isClose(points.to, Point(x: 1.01694, y: 0.48183), 5e-6))
    let css = try #require(field.cssAngle(in: box))
    #expect(abs(css.degrees - 79.38) < 0.005)
    // From the corner itself: the catalogue's closed form for the other diagonal.
    let other = GradientField.perpendicular(from: Point(x: 0, y: 0), to: Point(x: 320, y: 60))
    let end = Point(x: 1.0339, y: 0.0363)
    let corner = GradientField.unitSquare(from: Point(x: 0, y: 0), to: end, in: box)
    #expect(abs(corner.kx - other.kx) < 1e-6 && abs(corner.ky - other.ky) < 1e-6)
  }

  @Test func everyWayOfWritingAFieldGivesItBack() throws {
    var random = SplitMix(30)
    for _ in 0..<200 {
      let box = Rect(
        x: random.number(-50...50), y: random.number(-50...50), width: random.number(4...500),
        height: random.number(4...500))
      let field = GradientField.perpendicular(
        from: Point(x: random.number(-100...500), y: random.number(-100...500)),
        to: Point(x: random.number(-100...500), y: random.number(-100...500)))
      let pixels = try #require(field.pixelPoints(through: box.centre))
      #expect(Self.isClose(.perpendicular(from: pixels.from, to: pixels.to), field))
      let unit = try #require(field.unitSquarePoints(in: box))
      #expect(Self.isClose(.unitSquare(from: unit.from, to: unit.to, in: box), field))
      let css = try #require(field.cssAngle(in: box))
      let drawn = GradientField.cssAngle(css.degrees, in: box)
      for p in [box.centre, Point(x: box.minX, y: box.minY), Point(x: box.maxX, y: box.minY)] {
        #expect(abs(drawn.t(at: p) - (css.scale * field.t(at: p) + css.offset)) < 1e-9)
      }
    }
  }

  @Test func cssAngles() {
    let box = Rect(x: 10, y: 20, width: 300, height: 100)
    // Up, right, down, left: from side to side.
    for (angle, start) in [
      (0.0, Point(x: 55, y: 120)), (90, Point(x: 10, y: 33)), (180, Point(x: 0, y: 20)),
      (-90, Point(x: 310, y: 50)),
    ] {
      let field = GradientField.cssAngle(angle, in: box)
      #expect(abs(field.t(at: start)) < 1e-12)
      // Isolines are exactly upright or level.
      #expect(field.kx == 0 || field.ky == 0)
    }
    // 30°: the corners that lie furthest are the ends.
    let tilted = GradientField.cssAngle(30, in: box)
    #expect(abs(tilted.t(at: Point(x: 10, y: 120))) < 1e-12)
    #expect(abs(tilted.t(at: Point(x: 310, y: 20)) - 1) < 1e-12)
    // In a square the stretched angle is the angle.
    let square = Rect(x: 5, y: 7, width: 64, height: 64)
    #expect(Self.isClose(.unitSquareAngle(33, in: square), .cssAngle(33, in: square)))
  }

  /// Catalogue 2.2: 0 left to right, 45 from the bottom left corner, … 315 from the top left one.
  @Test(arguments: [
    (0.0, 0.0, 0.5, 1.0, 0.5), (45, 0, 1, 1, 0), (90, 0.5, 1, 0.5, 0), (135, 1, 1, 0, 0),
    (180, 1, 0.5, 0, 0.5), (225, 1, 0, 0, 1), (270, 0.5, 0, 0.5, 1), (315, 0, 0, 1, 1),
    (-45, 0, 0, 1, 1), (405, 0, 1, 1, 0),
  ])
  func androidAngles(_ degrees: Double, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    let box = Rect(x: 0, y: 0, width: 80, height: 40)
    let field = GradientField.androidAngle(degrees, in: box)
    let expected = GradientField.perpendicular(
      from: Point(x: 80 * x0, y: 40 * y0), to: Point(x: 80 * x1, y: 40 * y1))
    #expect(Self.isClose(field, expected))
  }

  @Test func nothingToGoBy() {
    let p = Point(x: 3, y: 4)
    let box = Rect(x: 0, y: 0, width: 0, height: 9)
    let fields = [
      GradientField.perpendicular(from: p, to: p),
      .unitSquare(from: p, to: Point(x: 9, y: 9), in: box),
      .cssAngle(90, in: Rect(x: 0, y: 0, width: 0, height: 0)), .unitSquareAngle(30, in: box),
      .androidAngle(0, in: box),
    ]
    for field in fields {
      #expect(field.isConstant && field.c == 1)
      #expect(field.pixelPoints(through: p) == nil)
      #expect(field.unitSquarePoints(in: Rect(x: 0, y: 0, width: 5, height: 5)) == nil)
      #expect(field.cssAngle(in: Rect(x: 0, y: 0, width: 5, height: 5)) == nil)
    }
  }
}
