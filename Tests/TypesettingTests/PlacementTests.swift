internal import Raster
internal import Testing

@testable internal import Typesetting

@Suite struct PlacementTests {
  @Test func `pens start at the frame in device px and follow the advances`() throws {
    let layout = try layOut("aA.", scale: 3) { $0.origin = Point(x: 20, y: 10) }
    #expect(layout.lines[0].pens == [60, 75, 93])
    #expect(layout.lines[0].glyphs.map(\.baselineY) == [54, 54, 54])
    #expect(layout.lines[0].glyphs.map(\.cluster) == [0, 1, 2])
  }

  @Test func `pairs kern and ligatures join`() throws {
    #expect(try layOut("AVA").lines[0].pens == [0, 5, 10])
    let ligature = try layOut("afia")
    #expect(ligature.lines[0].pens == [0, 5, 13])
    #expect(ligature.lines[0].glyphs.map(\.cluster) == [0, 1, 3])
  }

  @Test func `a mark stands on its letter`() throws {
    let glyphs = try layOut("ae\u{301}a").lines[0].glyphs
    // The anchor of e is at (250, 550) units, y up.
    #expect(glyphs.map(\.penX) == [0, 5, 7.5, 10])
    #expect(glyphs.map(\.baselineY) == [8, 8, 2.5, 8])
    #expect(glyphs.map(\.cluster) == [0, 1, 1, 3])
  }

  @Test func `tracking follows each cluster, and a ligature once`() throws {
    func line(_ text: String, _ rules: TypesettingRules = .sketch) throws -> PlacedLine {
      try layOut(text, rules) { $0.tracking = 1 }.lines[0]
    }
    #expect(try line("aaa").pens == [0, 6, 12])
    #expect(try line("aaa").widthPt == 18)
    #expect(try line("ae\u{301}a").pens == [0, 6, 8.5, 12])
    #expect(try line("fia").pens == [0, 9])
    #expect(try line("fia", .css).pens == [0, 6, 12])
    #expect(try line("AV").pens == [0, 6])
  }

  @Test func `trailing tracking shows in width and alignment`() throws {
    func line(_ trailing: TypesettingRules.TrailingTracking) throws -> PlacedLine {
      let rules = TypesettingRules.sketch.with { $0.trailingTracking = trailing }
      return try layOut("aa", rules, width: 40) {
        $0.tracking = 2
        $0.alignment = .right
      }.lines[0]
    }
    #expect(try line(.kept).pens == [26, 33])
    #expect(try line(.kept).widthPt == 14)
    #expect(try line(.dropped).pens == [28, 35])
    #expect(try line(.dropped).widthPt == 12)
    #expect(try line(.split).pens == [27, 34])
    #expect(try line(.split).xPt == 26)
  }

  @Test func `lines align within the frame`() throws {
    func xs(_ alignment: TextBlock.Alignment, width: Double = 40) throws -> [Double] {
      try layOut("aaaa\na", width: width) {
        $0.alignment = alignment
        $0.origin = Point(x: 100, y: 0)
      }.lines.map(\.xPt)
    }
    #expect(try xs(.left) == [100, 100])
    #expect(try xs(.center) == [110, 117.5])
    #expect(try xs(.right) == [120, 135])
    #expect(try xs(.justified) == [100, 100])
    // Without a width, the widest line is the frame.
    #expect(try xs(.center, width: 0) == [100, 107.5])
    #expect(try xs(.right, width: 0) == [100, 115])
  }

  @Test func `justified lines are stretched at spaces, but for the last of a paragraph`() throws {
    let layout = try layOut("a b c dddd\ne f gggg hhhh", width: 25) { $0.alignment = .justified }
    #expect(layout.texts == ["a b c", "dddd", "e f", "gggg", "hhhh"])
    // 5 pt to spare at two spaces; 12.5 pt at one; none in a single word.
    #expect(layout.lines[0].pens == [0, 5, 10, 15, 20])
    #expect(layout.lines[2].pens == [0, 5, 20])
    #expect(layout.lines.map(\.widthPt) == [25, 20, 25, 20, 20])
  }

  @Test func `Hebrew runs from right to left`() throws {
    // alef 6 pt, bet 5, gimel 4: gimel stands left.
    let line = try layOut("\u{5D0}\u{5D1}\u{5D2}").lines[0]
    #expect(line.pens == [0, 4, 9])
    #expect(line.glyphs.map(\.cluster) == [2, 1, 0])
    #expect(line.widthPt == 15)
  }

  @Test func `runs of both directions stand in visual order`() throws {
    // Left to right: a, space, then the Hebrew mirrored, then space and b.
    let latin = try layOut("a \u{5D0}\u{5D1} b").lines[0]
    #expect(latin.glyphs.map(\.cluster) == [0, 1, 3, 2, 4, 5])
    #expect(latin.pens == [0, 5, 7.5, 12.5, 18.5, 21])
    // A paragraph that starts in Hebrew runs right to left, numbers within it left to right.
    let hebrew = try layOut("\u{5D0} 12 \u{5D1}").lines[0]
    #expect(hebrew.glyphs.map(\.cluster) == [5, 4, 2, 3, 1, 0])
  }

  @Test func `a paragraph that runs right to left wraps from its start`() throws {
    let layout = try layOut("\u{5D0}\u{5D0} \u{5D1}\u{5D1}", width: 14) {
      $0.alignment = .justified
    }
    #expect(layout.lines.map { $0.glyphs.map(\.cluster) } == [[1, 0], [4, 3]])
    // What cannot be stretched, and the last line, stand where the text starts: at the right.
    #expect(layout.lines.map(\.xPt) == [2, 4])
  }

  @Test func `brackets are mirrored in right-to-left text`() throws {
    let line = try layOut("\u{5D0}(\u{5D1})").lines[0]
    let plain = try layOut("()").lines[0].glyphs.map(\.glyph)
    #expect(line.glyphs.map(\.cluster) == [3, 2, 1, 0])
    #expect(line.glyphs[0].glyph == plain[0])
    #expect(line.glyphs[2].glyph == plain[1])
  }

  static let steps: [(size: Double, pen: Double, x: Double)] = [
    (10, 0.99, 0.75), (13.9, 0.25, 0.25), (14, 0.34, 1 / 3.0), (29, 0.33, 0), (30, 0.6, 0.5),
    (33, 0.49, 0), (34, 0.99, 0), (102, -0.01, -1), (16, 2 / 3.0 - 1e-9, 2 / 3.0),
  ]

  @Test(arguments: steps)
  func `Core Graphics floors pens to steps by size`(size: Double, pen: Double, x: Double) {
    #expect(GlyphPositioning.coreGraphics.position(penX: pen, pixelSize: size) == x)
  }

  @Test func `Skia rounds pens to quarters, the exact position stays`() {
    let positions = [0.124, 0.125, 0.374, 0.99].map {
      GlyphPositioning.quarterPixel.position(penX: $0, pixelSize: 20)
    }
    #expect(positions == [0, 0.25, 0.25, 1])
    #expect(GlyphPositioning.exact.position(penX: 0.123, pixelSize: 20) == 0.123)
  }
}
