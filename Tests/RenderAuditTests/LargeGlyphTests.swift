import Raster
import TestSupport
import Testing

@testable import Conventions
@testable import RenderAudit

/// Glyphs too large to be kept are drawn where they are seen, and look the same.
@Suite struct LargeGlyphTests {
  /// At 200 pt and 8x an em is 1600 px: a block of 2.5 million px, above what is kept as a mask; the
  /// canvas of a quarter of the em shows part of it.
  @Test(arguments: ["sketch", "css"])
  func `a part of a large glyph is a part of the whole`(name: String) throws {
    let convention = try #require(Convention.builtIn(named: name))
    func drawn(x: Double, y: Double, side: Int) throws -> Pixmap {
      let text = """
        { "version": 1, "canvas": { "width": \(side), "height": \(side), "scale": 8 },
          "fonts": { "Block": "fonts/RenderAuditBlock-Regular.ttf" }, "elements": [
          { "id": "a", "type": "text", "frame": [\(x), \(y), 900], "text": "HAV", "font": "Block",
            "size": 200, "color": "#123C" } ] }
        """
      let spec = try Spec.read(
        bytes: Array(text.utf8), folder: fixture("fonts").deletingLastPathComponent().path)
      return try Audit(spec).canvas(under: convention)
    }
    let whole = try drawn(x: 10, y: 10, side: 260)
    let part = PixelRect(x0: 480, y0: 640, x1: 880, y1: 1040)
    let expected = whole.cropped(to: part)
    #expect(try drawn(x: -50, y: -70, side: 50) == expected)
    #expect(Set(expected.bytes).count > 1)
  }
}
