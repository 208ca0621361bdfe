internal import Conventions
internal import Raster
internal import Typesetting

extension Explainer {
  /// "iOS adds −0.44 pt after each letter of Inter at 17 pt, Sketch adds nothing".
  func trackingReading(_ content: TextContent) -> String {
    func words(_ convention: Convention) -> String {
      let added = convention.trackingPoints(fontName: content.font, size: content.size)
      return added == 0 ? "nothing" : points(added)
    }
    return
      "\(candidateName) adds \(words(mixes.candidate)) after each letter of \(content.font) at "
      + "\(points(content.size)), \(referenceName) adds \(words(mixes.reference))"
  }

  /// "Line height 25 pt adds space; iOS puts all of it above the line, Sketch half above …".
  func lineHeightReading(_ height: Double) -> String {
    "Line height \(points(height)) adds space; \(candidateName) puts "
      + "\(meaning(.textLineHeight, mixes.candidate)), \(referenceName) "
      + meaning(.textLineHeight, mixes.reference)
  }

  /// What an axis does to a text.
  func effect(
    of axis: Axis, _ change: Change, on content: TextContent
  ) throws(FontError) -> String? {
    if axis == .colorSpace { return colourEffect(change, [content.colour]) }
    guard let before = change.before.text, let after = change.after.text else { return nil }
    let effects = TextEffects(of: content.text, from: before, to: after)
    var clauses = effects.clauses()
    // Words that only move when this change meets the others are told by the axis that is nearest
    // to it: the one that changes the lines' widths.
    if axis.changesWidths, effects.keepsLines, let whole = try wholeEffects(content),
      !whole.keepsLines
    {
      clauses += whole.lineClauses().map { "together with the other causes \($0)" }
    }
    if axis == .textRaster {
      clauses.append("glyphs keep their lines, but their edges get other greys")
    }
    return clauses.isEmpty ? nil : clauses.joined(separator: ", ")
  }

  private func wholeEffects(_ content: TextContent) throws(FontError) -> TextEffects? {
    guard let before = try mixes.reading(0).text, let after = try mixes.reading(mixes.all).text
    else {
      return nil
    }
    return TextEffects(of: content.text, from: before, to: after)
  }
}

extension Axis {
  /// Whether it can change how wide a line is, and so where it breaks.
  var changesWidths: Bool {
    switch self {
    case .textTracking, .textTrackingFonts, .textTrailingTracking, .textLineBreak,
      .textLongWords, .textLigatures:
      true
    default: false
    }
  }
}
