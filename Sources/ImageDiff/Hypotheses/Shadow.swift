/// The shadow of a box on its ground, in device px.
public struct Cast: Hashable, Sendable {
  /// Share of the ground's light that the shadow takes where it is densest, 0…1.
  public var opacity: Double
  /// Standard deviation of its blur: half of CSS's blur radius.
  public var sigma: Double
  /// How far down it lies.
  public var offset: Double
  /// By how much it is larger than the box on every side, before the blur.
  public var spread: Double
}

/// Another shadow under the same thing.
public struct Shadow: Hashable, Sendable {
  /// Nil where there is none.
  public var before: Cast?
  public var after: Cast?
}

extension Shadow: Described {
  var kind: DiffKind { .shadow }

  var words: String {
    guard let before else { return after.map { "shadow added, \(Self.words($0))" } ?? "shadow" }
    guard let after else { return "shadow removed, \(Self.words(before))" }
    var parts: [String] = []
    func say(_ name: String, _ a: Double, _ b: Double, _ digits: Int, _ unit: String) {
      let (p, q) = (a.shown(digits), b.shown(digits))
      if p != q { parts.append("\(name) \(p) → \(q)\(unit)") }
    }
    // What changed by less than a twentieth, or a quarter of a pixel, is not told.
    if abs(after.opacity - before.opacity) > 0.05 * max(after.opacity, before.opacity) {
      say("opacity", before.opacity, after.opacity, 2, "")
    }
    if abs(after.sigma - before.sigma) > max(0.25, 0.05 * before.sigma) {
      say("sigma", before.sigma, after.sigma, 1, " px")
    }
    if abs(after.offset - before.offset) > 0.25 {
      say("offset", before.offset, after.offset, 1, " px down")
    }
    if abs(after.spread - before.spread) > 0.25 {
      say("spread", before.spread, after.spread, 1, " px")
    }
    return parts.isEmpty ? "another shadow" : "shadow " + parts.joined(separator: ", ")
  }

  private static func words(_ c: Cast) -> String {
    "opacity \(c.opacity.shown(2)), sigma \(c.sigma.shown(1)) px, \(c.offset.shown(1)) px down"
  }

  var facts: [Fact] {
    func facts(_ c: Cast?, _ when: String) -> [Fact] {
      [
        Fact("opacity" + when, c?.opacity ?? 0), Fact("sigma\(when)Px", c?.sigma),
        Fact("offset\(when)Px", c?.offset), Fact("spread\(when)Px", c?.spread),
      ].compactMap(\.self)
    }
    return facts(before, "Before") + facts(after, "After")
  }
}
