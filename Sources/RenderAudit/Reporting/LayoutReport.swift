public import Typesetting

/// Where lines stand, as data for scripts.
public enum LayoutReport {
  public static func json(_ texts: [(element: Element, text: TextLayout)]) -> JSONValue {
    ["elements": .array(texts.map { element($0.element, $0.text) })]
  }

  private static func element(_ element: Element, _ text: TextLayout) -> JSONValue {
    .members([
      "id": .string(element.id),
      "lines": .array(text.lines.map(line)),
      "problems": text.problems.isEmpty ? nil : .strings(text.problems.map(\.sentence)),
    ])
  }

  private static func line(_ line: PlacedLine) -> JSONValue {
    [
      "text": .string(line.text),
      "xPt": .number(rounded(line.xPt, places: 4)),
      "baselinePt": .number(rounded(line.baselinePt, places: 4)),
      "widthPt": .number(rounded(line.widthPt, places: 4)),
      "glyphs": .integer(line.glyphs.count),
    ]
  }
}
