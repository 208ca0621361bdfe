import Raster
import TestSupport
import Testing
import Typesetting

@testable import RenderAudit

@Suite struct ExplainingTextEffectsTests {
  /// In the block font every letter is as wide as it is said to be: layouts come out as drawn here.
  private static func layout(
    _ text: String, width: Double, tracking: Double = 0, lineHeight: Double? = nil,
    height: Double = 0, maxLines: Int = 0
  ) throws -> TextLayout {
    let font = try FontLibrary().font(
      named: "Block", files: ["Block": fixture("fonts/RenderAuditBlock-Regular.ttf").path])
    return try TextLayout(
      TextBlock(
        text: text, fontSize: 10, lineHeight: lineHeight, tracking: tracking, maxLines: maxLines,
        width: width, height: height),
      font: font,
      rules: TypesettingRules(metrics: .exact, lineHeight: .above, rounding: .none),
      scale: DeviceScale(1)!)
  }

  private static func clauses(
    _ text: String, _ before: TextLayout, _ after: TextLayout
  ) -> [String] {
    TextEffects(of: text, from: before, to: after).clauses()
  }

  @Test func `nothing moved, nothing said`() throws {
    let layout = try Self.layout("aa bb cc", width: 50)
    #expect(Self.clauses("aa bb cc", layout, layout).isEmpty)
  }

  @Test func `words that change line, and the number of lines`() throws {
    let text = "aa bb cc dd ee"
    let wide = try Self.layout(text, width: 1000)
    let pair = try Self.layout(text, width: wide.widthPt * 0.45)
    #expect(pair.lines.map(\.text) == ["aa bb", "cc dd", "ee"])
    #expect(
      Self.clauses(text, wide, pair) == [
        "“cc dd” move from line 1 to line 2", "“ee” moves from line 1 to line 3",
        "there are 3 lines instead of 1",
      ])
    #expect(
      TextEffects(of: text, from: pair, to: wide).moves.map(\.words) == [["cc", "dd"], ["ee"]])
  }

  @Test func `many words are counted`() throws {
    let text = "aa bb cc dd ee ff"
    let wide = try Self.layout(text, width: 1000)
    let narrow = try Self.layout(text, width: wide.widthPt * 0.2)
    #expect(narrow.lines.count == 6)
    let clauses = Self.clauses(text, wide, narrow)
    #expect(clauses.contains("3 further words change line"))
  }

  @Test func `words beyond the limit are no longer shown`() throws {
    let text = "aa bb cc"
    let wide = try Self.layout(text, width: 1000)
    let cut = try Self.layout(text, width: wide.widthPt * 0.7, maxLines: 1)
    #expect(Self.clauses(text, wide, cut).contains("“cc” is no longer shown"))
    #expect(Self.clauses(text, cut, wide).contains("“cc” now shown"))
  }

  @Test func `widths and baselines`() throws {
    let text = "aaaa"
    let a = try Self.layout(text, width: 200, lineHeight: 20)
    let b = try Self.layout(text, width: 200, tracking: 0.5, lineHeight: 23)
    #expect(
      Self.clauses(text, a, b) == ["line 1 is 2 pt wider", "the baseline stands 3 pt lower"])
    #expect(
      Self.clauses(text, b, a) == ["line 1 is 2 pt narrower", "the baseline stands 3 pt higher"])
  }

  @Test func `a range of baselines`() throws {
    let text = "aa\nbb\ncc\ndd"
    let a = try Self.layout(text, width: 200, lineHeight: 20)
    let b = try Self.layout(text, width: 200, tracking: 1, lineHeight: 22)
    #expect(
      Self.clauses(text, a, b) == ["lines are 2 pt wider", "baselines stand 2 to 8 pt lower"])
  }

  @Test func `what overflows the frame`() throws {
    let text = "aa\nbb"
    let a = try Self.layout(text, width: 200, lineHeight: 20, height: 40)
    let b = try Self.layout(text, width: 200, lineHeight: 23, height: 40)
    #expect(Self.clauses(text, a, b).contains("the text overflows its frame by 6 pt"))
    #expect(Self.clauses(text, b, a).contains("the text no longer overflows its frame"))
  }
}
