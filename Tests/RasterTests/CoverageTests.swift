import TestSupport
import Testing

@testable import Raster

@Suite struct CoverageTests {
  static func polygon(_ points: [(Double, Double)]) -> Path {
    var path = Path()
    path.move(to: Point(x: points[0].0, y: points[0].1))
    for p in points.dropFirst() { path.line(to: Point(x: p.0, y: p.1)) }
    path.close()
    return path
  }

  /// The sum of a mask's values, in pixels.
  static func area(_ mask: CoverageMask) -> Double {
    Double(mask.values.reduce(0) { $0 + Int($1) }) / 255
  }

  @Test func aHalfCoveredPixelIsHalf() {
    let mask = CoverageMask(path: rounded(0.5, 0, 2, 1).path())
    #expect(mask.bounds == PixelRect(x0: 0, y0: 0, x1: 3, y1: 1))
    #expect(mask.values == [128, 255, 128])
  }

  @Test func aTriangle() {
    let mask = CoverageMask(path: Self.polygon([(0, 0), (4, 0), (0, 4)]))
    #expect(
      mask.values == [
        255, 255, 255, 128,
        255, 255, 128, 0,
        255, 128, 0, 0,
        128, 0, 0, 0,
      ])
  }

  @Test func coreGraphicsCutsAreasDown() {
    let path = rounded(0.5, 0, 2, 1).path()
    // 256 · 0.5, and 256 brought down to 255.
    #expect(CoverageMask(path: path, flattening: .coreGraphics).values == [128, 255, 128])
    // Of 0.1 px: 25.6 is cut down, 25.5 is rounded up; the grid makes it a little less than 0.1.
    let tenth = rounded(0, 0, 0.1, 1).path()
    #expect(CoverageMask(path: tenth, flattening: .coreGraphics).values == [25])
    let ninth = rounded(0, 0, 1.0 / 9, 1).path()
    #expect(CoverageMask(path: ninth).values == [28])
    #expect(CoverageMask(path: ninth, flattening: .coreGraphics).values == [28])
    let most = rounded(0, 0, 0.997, 1).path()
    #expect(CoverageMask(path: most).values == [254])
    #expect(CoverageMask(path: most, flattening: .coreGraphics).values == [255])
  }

  /// Each value is rounded by at most half a step; these add up to less than 3 standard deviations
  /// of as many roundings, 0.29 · √n · 3.
  @Test func coverageAddsUpToArea() {
    var random = SplitMix(20)
    for _ in 0..<40 {
      let points = (0..<3).map { _ in (random.number(0...60), random.number(0...60)) }
      let (a, b, c) = (points[0], points[1], points[2])
      let exact = abs((b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)) / 2
      let mask = CoverageMask(path: Self.polygon(points))
      let edges = Double(mask.values.count { $0 > 0 && $0 < 255 })
      let limit: Double = 0.29 * 3 * (edges + 1).squareRoot() / 255 + 0.01
      #expect(abs(Self.area(mask) - exact) <= limit)
    }
  }

  @Test func wholePixelMovesMoveTheMask() {
    var random = SplitMix(21)
    for _ in 0..<20 {
      let shape = RoundedRectangle(rect: random.rect(about: 40), radii: random.radii(upTo: 12))
      let path = shape.fitted(.scale).path()
      for flattening in [Flattening.smooth, .coreGraphics] {
        let still = CoverageMask(path: path, flattening: flattening)
        let moved = CoverageMask(
          path: path.transformed(sx: 1, sy: 1, dx: 1000, dy: -3000), flattening: flattening)
        #expect(moved.values == still.values)
      }
    }
  }

  @Test func clippingChangesNoPixelThatStays() {
    var random = SplitMix(22)
    for _ in 0..<20 {
      let points = (0..<5).map { _ in (random.number(-30...60), random.number(-30...60)) }
      let path = Self.polygon(points)
      let whole = CoverageMask(path: path)
      let clip = PixelRect(x0: 3, y0: -2, x1: 22, y1: 19)
      let part = CoverageMask(path: path, clip: clip)
      for y in part.bounds.rows {
        for x in part.bounds.columns {
          let w = whole.bounds
          let i = (y - part.bounds.y0) * part.bounds.width + x - part.bounds.x0
          #expect(part.values[i] == whole.values[(y - w.y0) * w.width + x - w.x0])
        }
      }
    }
  }

  @Test func windingsAndHoles() {
    var twice = rounded(0, 0, 4, 1).path()
    twice.append(rounded(1, 0, 2, 1).path())
    #expect(CoverageMask(path: twice).values == [255, 255, 255, 255])
    #expect(CoverageMask(path: twice, rule: .evenOdd).values == [255, 0, 0, 255])
    // The inner one the other way round is a hole for both rules.
    var hole = rounded(0, 0, 4, 1).path()
    hole.append(rounded(1, 0, 2, 1).path().transformed(sx: -1, sy: 1, dx: 4, dy: 0))
    #expect(CoverageMask(path: hole).values == [255, 0, 0, 255])
  }

  @Test func uniting() {
    var mask = CoverageMask(bounds: PixelRect(x0: 0, y0: 0, x1: 3, y1: 1))
    var other = CoverageMask(bounds: PixelRect(x0: 0, y0: 0, x1: 2, y1: 1))
    other.values = [128, 255]
    mask.unite(other, dx: 1, dy: 0)
    #expect(mask.values == [0, 128, 255])
    mask.unite(other, dx: 0, dy: 0)
    #expect(mask.values == [128, 255, 255])
    mask.unite(other, dx: 0, dy: 0)
    // 1 − (127 / 255)² = 0.752
    #expect(mask.values == [192, 255, 255])
    mask.unite(other, dx: 40, dy: 0)
    #expect(mask.values == [192, 255, 255])
    for a in 0...255 {
      for b in 0...255 {
        var one = CoverageMask(bounds: PixelRect(x0: 0, y0: 0, x1: 1, y1: 1))
        var two = one
        one.values = [UInt8(a)]
        two.values = [UInt8(b)]
        one.unite(two, dx: 0, dy: 0)
        let exact = Double(a) + Double(b) - Double(a * b) / 255
        #expect(abs(Double(one.values[0]) - exact) <= 0.5)
      }
    }
  }

  @Test func curvesAreRightWithinAStep() {
    // A circle of four cubics has at most 0.03 % too much radius; roundings add up as above.
    for radius in [1.0, 7.3, 40, 300] {
      let circle = rounded(0.3, 0.7, 2 * radius, 2 * radius, radius: radius)
      let mask = CoverageMask(path: circle.path())
      let exact = Double.pi * radius * radius
      let edges = Double(mask.values.count { $0 > 0 && $0 < 255 })
      let limit: Double = exact * 0.0006 + 0.29 * 3 * edges.squareRoot() / 255
      #expect(abs(Self.area(mask) - exact) < limit)
    }
  }

  @Test func skiaCurve() {
    // Catalogue 3.5, measured on Chromium: black and white text.
    let black = CoverageCurve.skia(luminance: 0).table
    let white = CoverageCurve.skia(luminance: 1).table
    for (from, to) in [(128, 125), (192, 187)] { #expect(abs(Int(black[from]) - to) <= 1) }
    for (from, to) in [(128, 143), (64, 80), (16, 25)] { #expect(abs(Int(white[from]) - to) <= 1) }
    for luminance in [0, 0.2, 0.498, 0.5, 0.502, 0.7, 1] {
      let table = CoverageCurve.skia(luminance: luminance).table
      #expect(table[0] == 0 && table[255] == 255)
      #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func nothingAndFarAway() {
    #expect(CoverageMask(path: Path()).values.isEmpty)
    #expect(CoverageMask(path: rounded(3, 3, 0, 5).path()).values.isEmpty)
    let clip = PixelRect(x0: 0, y0: 0, x1: 4, y1: 2)
    let huge = Self.polygon([(-1e300, -1e300), (1e300, -1e300), (1e300, 1e300), (-1e300, 1e300)])
    #expect(CoverageMask(path: huge, clip: clip).values == [UInt8](repeating: 255, count: 8))
    #expect(CoverageMask(path: rounded(1e12, 5, 9, 9).path(), clip: clip).values.isEmpty)
    // Too large a mask without a clip is cut: here to a sliver along the axis.
    let long = CoverageMask(path: rounded(-1e9, 0, 2e9, 2).path())
    #expect(long.bounds == PixelRect(x0: -8192, y0: 0, x1: 8192, y1: 2))
  }
}
