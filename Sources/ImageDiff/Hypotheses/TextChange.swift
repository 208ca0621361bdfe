public import Raster

/// Other letters in a line of text. Nobody reads them: what counts as a letter is a box of ink that
/// hangs together from its left to its right end.
public struct TextChange: Hashable, Sendable {
  /// The line in pixels of the reference.
  public var line: PixelRect
  /// Letters of the line on either side, and those of each that the other lacks.
  public var lettersBefore: Int
  public var lettersAfter: Int
  public var changedBefore: Int
  public var changedAfter: Int
}

extension TextChange: Described {
  var kind: DiffKind { .text }

  var words: String {
    let place = "in a line at \(line.x0), \(line.y0)"
    if changedBefore == lettersBefore && changedAfter == lettersAfter {
      return "all letters \(place) are drawn otherwise: other words, another font or rasteriser"
    }
    if changedBefore == 0 {
      return "\(changedAfter) \(Self.letters(changedAfter)) more \(place), "
        + "\(lettersBefore) → \(lettersAfter)"
    }
    if changedAfter == 0 {
      return "\(changedBefore) \(Self.letters(changedBefore)) fewer \(place), "
        + "\(lettersBefore) → \(lettersAfter)"
    }
    let text = "\(changedBefore) of \(lettersBefore) letters \(place)"
    return changedAfter == changedBefore ? text : text + " became \(changedAfter)"
  }

  private static func letters(_ count: Int) -> String { count == 1 ? "letter" : "letters" }

  var facts: [Fact] {
    [
      Fact("linePx", .area(line)), Fact("lettersBefore", .whole(lettersBefore)),
      Fact("lettersAfter", .whole(lettersAfter)), Fact("changedBefore", .whole(changedBefore)),
      Fact("changedAfter", .whole(changedAfter)),
    ]
  }
}
