internal import Raster
internal import Testing

@testable internal import Typesetting

/// At 10 pt a small letter is 5 pt wide, a space or full stop 2.5 pt.
@Suite struct LineBreakingTests {
  @Test func `each line takes as many words as fit`() throws {
    // "aaaa bbbb" is 42.5 pt wide.
    #expect(try layOut("aaaa bbbb cc", width: 42.5).texts == ["aaaa bbbb", "cc"])
    #expect(try layOut("aaaa bbbb cc", width: 42.4).texts == ["aaaa", "bbbb cc"])
    #expect(try layOut("aaaa bbbb cc", width: 1000).texts == ["aaaa bbbb cc"])
    #expect(try layOut("aaaa bbbb cc", width: 0).texts == ["aaaa bbbb cc"])
    #expect(try layOut("aaaa bbbb cc", width: .infinity).texts == ["aaaa bbbb cc"])
  }

  @Test func `white space at the end of a line hangs, and is not part of it`() throws {
    let layout = try layOut("aaaa     bbbb  ", width: 20)
    #expect(layout.texts == ["aaaa", "bbbb"])
    #expect(layout.lines.map(\.widthPt) == [20, 20])
    #expect(layout.lines.map(\.glyphs.count) == [4, 4])
    #expect(layout.lines.map(\.range) == [0..<4, 9..<13])
  }

  @Test func `white space at the start of a paragraph stays`() throws {
    let layout = try layOut("  a", width: 20)
    #expect(layout.texts == ["  a"])
    #expect(layout.widthPt == 10)
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}"])
  func `newlines of all kinds end a line`(newline: String) throws {
    #expect(try layOut("a\(newline)\(newline)b").texts == ["a", "", "b"])
    let last = try layOut("a\(newline)")
    #expect(last.texts == ["a", ""])
    #expect(last.heightPt == 20)
    #expect(last.problems.isEmpty)
  }

  @Test func `an empty text has no lines`() throws {
    let layout = try layOut("")
    #expect(layout.lines.isEmpty && layout.heightPt == 0 && layout.widthPt == 0)
  }

  @Test func `kerning with what follows the break does not count`() throws {
    // A full stop kerns with a space by 0.5 pt: the line alone is 22.5 pt wide.
    let layout = try layOut("aaaa. bbbb", width: 22.5)
    #expect(layout.texts == ["aaaa.", "bbbb"])
    #expect(layout.lines[0].widthPt == 22.5)
    #expect(try layOut("aaaa. bbbb").widthPt == 44.5)
    // Measured with the kern of the space, "aaaa." would fit into 22 pt.
    #expect(try layOut("c aaaa. bbbb", width: 29.7).texts == ["c", "aaaa.", "bbbb"])
    #expect(try layOut("c aaaa. bbbb", width: 30).texts == ["c aaaa.", "bbbb"])
  }

  @Test func `tracking decides what fits`() throws {
    // Nine clusters: 42.5 pt and nine times the tracking.
    func texts(_ tracking: Double, _ trailing: TypesettingRules.TrailingTracking) throws
      -> [String]
    {
      let rules = TypesettingRules.sketch.with { $0.trailingTracking = trailing }
      return try layOut("aaaa bbbb", rules, width: 45) { $0.tracking = tracking }.texts
    }
    #expect(try texts(0.27, .kept) == ["aaaa bbbb"])
    #expect(try texts(0.3, .kept) == ["aaaa", "bbbb"])
    #expect(try texts(0.3, .dropped) == ["aaaa bbbb"])
    #expect(try texts(0.32, .dropped) == ["aaaa", "bbbb"])
    #expect(try texts(0.3, .split) == ["aaaa", "bbbb"])
  }

  @Test func `a word wider than the frame is broken at clusters and reported`() throws {
    let layout = try layOut("aa bbbbbbb cc", width: 18)
    #expect(layout.texts == ["aa", "bbb", "bbb", "b cc"])
    #expect(layout.problems == [.wordWiderThanFrame(line: 1)])
    let overflowing = try layOut("aa bbbbbbb cc", .css, width: 18)
    #expect(overflowing.texts == ["aa", "bbbbbbb", "cc"])
    #expect(overflowing.problems == [.wordWiderThanFrame(line: 1)])
    #expect(overflowing.lines[1].widthPt == 35)
  }

  @Test func `a cluster is not broken, however narrow the frame`() throws {
    let layout = try layOut("e\u{301}e\u{301}", width: 1)
    #expect(layout.texts == ["e\u{301}", "e\u{301}"])
    #expect(try layOut("🇩🇪🇫🇷", width: 0.1).texts == ["🇩🇪", "🇫🇷"])
  }

  @Test func `a ligature is undone where a word is broken within it`() throws {
    // f and i apart are 10 pt, as a ligature 8.
    let layout = try layOut("aafi", width: 16)
    #expect(layout.texts == ["aaf", "i"])
    #expect(layout.lines.map(\.widthPt) == [15, 5])
    #expect(try layOut("aafi", width: 18).texts == ["aafi"])
  }

  @Test func `a soft hyphen shows where the line wraps, and only there`() throws {
    let layout = try layOut("aaa\u{AD}bbb\u{AD}ccc", width: 33)
    #expect(layout.texts == ["aaa\u{AD}bbb-", "ccc"])
    #expect(layout.lines[0].widthPt == 32.5)
    // Three letters and a hyphen are 17.5 pt wide: the break is not allowed in 32 pt for six.
    #expect(try layOut("aaa\u{AD}bbb\u{AD}ccc", width: 32).texts == ["aaa-", "bbb\u{AD}ccc"])
  }

  @Test func `ideographs break without spaces`() throws {
    #expect(try layOut("一二三一", width: 25).texts == ["一二", "三一"])
  }

  @Test func `no-break space holds words together`() throws {
    #expect(try layOut("aa bb\u{A0}cc", width: 28).texts == ["aa", "bb\u{A0}cc"])
  }

  @Test func `lines beyond the limit are counted, not drawn`() throws {
    let layout = try layOut("a\nb\nc\nd") { $0.maxLines = 2 }
    #expect(layout.texts == ["a", "b"])
    #expect(layout.heightPt == 20)
    #expect(layout.problems == [.truncatedLines(2)])
    #expect(try layOut("a\nb") { $0.maxLines = 2 }.problems.isEmpty)
  }

  @Test func `text higher than its frame is drawn and reported`() throws {
    let layout = try layOut("a\nb\nc") { $0.height = 25 }
    #expect(layout.lines.count == 3)
    #expect(layout.problems == [.overflowsFrame(bottom: 5)])
    #expect(try layOut("a\nb\nc") { $0.height = 30 }.problems.isEmpty)
  }

  @Test func `characters that the font lacks are drawn as notdef and reported once`() throws {
    let layout = try layOut("aЖb😀Ж")
    #expect(layout.lines[0].glyphs.map { $0.glyph == .notdef } == [false, true, false, true, true])
    #expect(layout.problems == [.missingGlyph("Ж"), .missingGlyph("😀")])
    #expect(try layOut("a\u{200D}b\u{FEFF}").problems.isEmpty)
  }

  @Test func `a tab is a space, and reported`() throws {
    let layout = try layOut("a\tb")
    #expect(layout.widthPt == 12.5)
    #expect(layout.problems == [.tabDrawnAsSpace])
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["x", "x ", "\u{5D0}", "\u{5D0} x ", "e\u{301}", "\n"])
  func `long texts take time in proportion`(pattern: String) throws {
    let text = String(repeating: pattern, count: 30_000 / pattern.utf16.count)
    for width in [0, 1, 100, 30_000] as [Double] {
      let layout = try layOut(text, width: width)
      #expect(layout.lines.reduce(0) { $0 + $1.glyphs.count } <= 30_000)
    }
  }

  @Test func `a text beyond the limit is an error`() throws {
    let text = String(repeating: "a", count: TextLayout.textLimit + 1)
    #expect(
      throws: FontError.textTooLong(units: TextLayout.textLimit + 1, limit: TextLayout.textLimit)
    ) { try layOut(text) }
  }
}
