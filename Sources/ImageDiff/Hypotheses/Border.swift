public import Raster

/// Another line around a thing, or along one side of it.
public struct Border: Hashable, Sendable {
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case around, left, right, top, bottom
  }

  public var part: Part
  /// Device px; 0 where there is none.
  public var widthBefore: Double
  public var widthAfter: Double
  /// Nil where there is none.
  public var colourBefore: SRGBA8?
  public var colourAfter: SRGBA8?
}

extension Border: Described {
  var kind: DiffKind { .border }

  var words: String {
    let name = part == .around ? "border" : "border on the \(part.rawValue)"
    guard let a = colourBefore else {
      return "\(name) added, \(widthAfter.shown(1)) px \(colourAfter?.hex ?? "")"
    }
    guard let b = colourAfter else {
      return "\(name) removed, \(widthBefore.shown(1)) px \(a.hex)"
    }
    var parts: [String] = []
    if widthBefore.shown(1) != widthAfter.shown(1) {
      parts.append("\(widthBefore.shown(1)) → \(widthAfter.shown(1)) px")
    }
    if a != b { parts.append("\(a.hex) → \(b.hex)") }
    return "\(name) \(parts.joined(separator: ", "))"
  }

  var facts: [Fact] {
    [
      Fact("part", .text(part.rawValue)), Fact("widthBeforePx", widthBefore),
      Fact("widthAfterPx", widthAfter), Fact("colourBefore", colourBefore),
      Fact("colourAfter", colourAfter),
    ].compactMap(\.self)
  }
}
