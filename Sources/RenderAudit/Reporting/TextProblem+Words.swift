internal import Typesetting

extension TextProblem {
  /// A sentence for people.
  var sentence: String {
    switch self {
    case .overflowsFrame(let bottom):
      "the text is \(JSONWriter.digits(rounded(bottom, places: 2))) pt higher than its frame"
    case .wordWiderThanFrame(let line):
      "a word on line \(line + 1) is wider than the frame"
    case .missingGlyph(let scalar):
      "the font has no glyph for \(scalar.properties.isWhitespace ? "" : "\"\(scalar)\" ")"
        + "U+\(hex(scalar)); its substitute is drawn"
    case .truncatedLines(let count):
      "\(count) \(count == 1 ? "line is" : "lines are") beyond maxLines, and not drawn"
    case .tabDrawnAsSpace: "a tab is drawn as a space"
    }
  }

  private func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
