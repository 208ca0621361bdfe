import Raster
import TestSupport
import Testing

@testable import Conventions
@testable import RenderAudit

/// What a canvas shows does not depend on where its edges are.
@Suite struct CanvasEdgeTests {
  /// A translucent gradient, a border and opacity: shadows follow the alpha of what is painted.
  static func spec(x: Double, y: Double, width: Int, height: Int) throws -> Spec {
    let text = """
      { "version": 1, "canvas": { "width": \(width), "height": \(height) }, "elements": [
        { "id": "a", "type": "rectangle", "frame": [\(x), \(y), 31.5, 22.25], "opacity": 0.75,
          "cornerRadius": [3, 9, 0, 5], "border": { "width": 1.25, "color": "#0A05" },
          "fill": { "linearGradient": { "from": [0, 0], "to": [1, 0.5],
            "stops": [["#F00F", 0], ["#00F4", 1]] } },
          "shadows": [ { "offset": [6.5, 9], "blur": 4, "color": "#000C" },
            { "offset": [-30, 3], "blur": 0, "color": "#05A8" },
            { "offset": [2, 2], "blur": 3, "inner": true } ] } ] }
      """
    return try Spec.read(bytes: Array(text.utf8), folder: "")
  }

  @Test(arguments: Convention.builtInNames)
  func `a canvas is a part of a larger one`(name: String) throws {
    let convention = try #require(Convention.builtIn(named: name))
    let whole = try Audit(Self.spec(x: 40, y: 30, width: 120, height: 100))
      .canvas(under: convention)
    // To the left, above, to the right, below; the last two see shadows alone.
    for (left, top) in [(50, 20), (30, 40), (0, 20), (20, 10), (72, 53), (40, 53)] {
      let part = PixelRect(x0: left, y0: top, x1: left + 48, y1: top + 40)
      let small = try Audit(
        Self.spec(x: Double(40 - left), y: Double(30 - top), width: 48, height: 40))
      #expect(try small.canvas(under: convention) == whole.cropped(to: part), "\(left), \(top)")
    }
  }

  /// Under Sketch a shape with no fill and no border throws its outline's shadow; a border of no
  /// width is no border.
  @Test func `a border of no width changes nothing`() throws {
    func drawn(_ border: String) throws -> Pixmap {
      let text = """
        { "version": 1, "canvas": { "width": 40, "height": 40 }, "elements": [
          { "id": "a", "type": "rectangle", "frame": [10, 10, 20, 20], \(border)
            "shadows": [ { "blur": 4 } ] } ] }
        """
      return try Audit(Spec.read(bytes: Array(text.utf8), folder: "")).canvas(under: .sketch)
    }
    #expect(try drawn("\"border\": { \"width\": 0 },") == drawn(""))
    #expect(try drawn("").pixel(x: 20, y: 20).a > 0)
  }
}
