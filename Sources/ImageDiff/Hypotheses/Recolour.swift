public import Raster

public struct ColourChange: Hashable, Sendable {
  public var from: SRGBA8
  public var to: SRGBA8
  /// Between the two, in the metric's unit.
  public var distance: Double
  /// WCAG 2 contrast ratio against the ground, before and after; nil where no ground is known.
  public var contrastBefore: Double?
  public var contrastAfter: Double?
  /// Share of the region's pixels, 0…1.
  public var share: Double
}

public struct Recolour: Hashable, Sendable {
  /// The colours that changed, most frequent first, at most 8.
  public var colours: [ColourChange]
  /// Where both sides are gradients: their directions in degrees, 0 to the right, 90 down.
  public var angleBefore: Double?
  public var angleAfter: Double?
}

extension Recolour: Described {
  var kind: DiffKind { .recolour }

  var words: String {
    var parts = colours.prefix(3).map { c in
      var text = "\(c.from.hex) → \(c.to.hex), distance \(c.distance.shown(2))"
      if let before = c.contrastBefore, let after = c.contrastAfter {
        text += ", contrast \(before.shown(2)) → \(after.shown(2))"
      }
      return text
    }
    if let before = angleBefore, let after = angleAfter {
      parts.append("gradient \(before.shown(1))° → \(after.shown(1))°")
    }
    return parts.isEmpty ? "other colours" : parts.joined(separator: "; ")
  }

  var facts: [Fact] {
    [
      Fact(
        "colours",
        .list(
          colours.map { c in
            [
              Fact("from", c.from), Fact("to", c.to), Fact("distance", c.distance),
              Fact("share", c.share), Fact("contrastBefore", c.contrastBefore),
              Fact("contrastAfter", c.contrastAfter),
            ].compactMap(\.self)
          })),
      Fact("angleBeforeDegrees", angleBefore), Fact("angleAfterDegrees", angleAfter),
    ].compactMap(\.self)
  }
}
