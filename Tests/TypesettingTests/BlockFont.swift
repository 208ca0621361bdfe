internal import Raster
internal import TestSupport

@testable internal import Typesetting

/// The generated fonts of Fixtures/fonts; scripts/make-block-font.py states their metrics. At
/// 10 pt: a–z 5 pt wide, A–Z 6 pt, digits 5.5 pt, space and punctuation 2.5 pt; ascent 8, descent 2.
enum BlockFont {
  static let regular = fixture("fonts/RenderAuditBlock-Regular.ttf").path
  static let variable = fixture("fonts/RenderAuditBlockVariable.ttf").path
  static let cff = fixture("fonts/RenderAuditBlockCFF-Regular.otf").path
  static let collection = fixture("fonts/RenderAuditBlock.ttc").path

  static func load() throws -> Font { try FontLibrary().font(named: regular) }
}

/// Sets `text` in the block font, at 10 pt unless `configure` says otherwise.
func layOut(
  _ text: String, _ rules: TypesettingRules = .sketch, width: Double = 0, scale: Double = 1,
  _ configure: (inout TextBlock) -> Void = { _ in }
) throws -> TextLayout {
  var block = TextBlock(text: text, fontSize: 10, width: width)
  configure(&block)
  return try TextLayout(block, font: BlockFont.load(), rules: rules, scale: DeviceScale(scale)!)
}

extension TextLayout {
  var texts: [String] { lines.map(\.text) }
}

extension PlacedLine {
  var pens: [Double] { glyphs.map(\.penX) }
}

extension TypesettingRules {
  func with(_ change: (inout TypesettingRules) -> Void) -> TypesettingRules {
    var rules = self
    change(&rules)
    return rules
  }
}
