internal import Raster
internal import TestSupport
internal import Testing

@testable internal import Typesetting

@Suite struct FontTests {
  @Test func `names and metrics are those of the file`() throws {
    let font = try BlockFont.load()
    #expect(font.postScriptName == "RenderAuditBlock-Regular")
    #expect(font.fullName == "RenderAudit Block Regular")
    #expect(font.familyName == "RenderAudit Block")
    #expect(font.file == BlockFont.regular)
    #expect(font.unitsPerEm == 1000)
    #expect(
      font.metrics
        == FontMetrics(
          ascender: 800, descender: -200, lineGap: 0, typoAscender: 800, typoDescender: -200,
          typoLineGap: 0, winAscent: 800, winDescent: 200, useTypoMetrics: false))
  }

  @Test func `an outline is in font units, y up, unhinted and closed`() throws {
    let font = try BlockFont.load()
    #expect(font.outline(of: try glyph("A", font)) == rectangle(50, 0, 550, 700))
    #expect(font.outline(of: try glyph(" ", font)).isEmpty)
    #expect(font.outline(of: .notdef) == rectangle(50, 0, 450, 700))
    #expect(font.outline(of: GlyphID(rawValue: 60000)).isEmpty)
  }

  @Test func `quadratics stay quadratics`() throws {
    let font = try BlockFont.load()
    var ellipse = Path()
    ellipse.move(to: Point(x: 50, y: 350))
    ellipse.quad(control: Point(x: 50, y: 700), to: Point(x: 300, y: 700))
    ellipse.quad(control: Point(x: 550, y: 700), to: Point(x: 550, y: 350))
    ellipse.quad(control: Point(x: 550, y: 0), to: Point(x: 300, y: 0))
    ellipse.quad(control: Point(x: 50, y: 0), to: Point(x: 50, y: 350))
    ellipse.close()
    #expect(font.outline(of: try glyph("●", font)) == ellipse)
  }

  @Test func `a CFF font with more than 2000 units per em has exact outlines`() throws {
    let font = try FontLibrary().font(named: BlockFont.cff)
    #expect(font.unitsPerEm == 2816)
    #expect(font.outline(of: try glyph("A", font)) == rectangle(141, 0, 1548, 1971))
    let round = font.outline(of: try glyph("o", font))
    #expect(
      round.elements[1]
        == .cubic(
          control1: Point(x: 141, y: 1095), control2: Point(x: 394, y: 1409),
          to: Point(x: 704, y: 1409)))
  }

  @Test(arguments: [
    ("BlockVF-Medium", 100.0), ("RenderAudit Block Variable Medium", 100), ("BlockVF-Black", 500),
    ("any other name", 0),
  ])
  func `a named instance of a variable font has its own outlines and advances`(
    name: String, weight: Double
  ) throws {
    let library = FontLibrary()
    let font = try library.font(named: name, files: [name: BlockFont.variable])
    // The axis goes from 400 to 900, over which A gains 256 units.
    let gain = 256 * weight / 500
    let outline = font.outline(of: try glyph("A", font))
    guard case .line(let corner) = outline.elements[2] else {
      Issue.record("the block's corner is missing")
      return
    }
    // FreeType gives outlines in 1/64 unit; HarfBuzz 6 rounds an instance's advances to whole units.
    #expect(abs(corner.x - (550 + gain)) <= 1.0 / 64)
    let block = TextBlock(text: "A", fontSize: 1000)
    let layout = try TextLayout(block, font: font, rules: .sketch, scale: DeviceScale(1)!)
    #expect(abs(layout.widthPt - (600 + gain)) <= 0.5)
    if name.hasPrefix("BlockVF") { #expect(font.postScriptName == name) }
  }

  @Test func `a collection's face is chosen by name`() throws {
    let library = FontLibrary()
    let wide = try library.font(
      named: "RenderAuditBlock-Wide", files: ["RenderAuditBlock-Wide": BlockFont.collection])
    #expect(wide.fullName == "RenderAudit Block Wide")
    #expect(wide.outline(of: try glyph("A", wide)) == rectangle(50, 0, 650, 700))
    #expect(
      throws: FontError.notFound(
        name: "Brand", nearest: ["RenderAuditBlock-Regular", "RenderAuditBlock-Wide"]
      )
    ) {
      try library.font(named: "Brand", files: ["Brand": BlockFont.collection])
    }
  }

  private func rectangle(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: x0, y: y0))
    path.line(to: Point(x: x0, y: y1))
    path.line(to: Point(x: x1, y: y1))
    path.line(to: Point(x: x1, y: y0))
    path.close()
    return path
  }

  private func glyph(_ text: String, _ font: Font) throws -> GlyphID {
    let block = TextBlock(text: text, fontSize: 10)
    let layout = try TextLayout(block, font: font, rules: .sketch, scale: DeviceScale(1)!)
    if let glyph = layout.lines[0].glyphs.first { return glyph.glyph }
    let spaced = TextBlock(text: text + ".", fontSize: 10)
    return try TextLayout(spaced, font: font, rules: .sketch, scale: DeviceScale(1)!)
      .lines[0].glyphs[0].glyph
  }
}
