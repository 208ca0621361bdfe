// What the pair's judge calls harmless: named here, decided there.

public struct Dither: Hashable, Sendable {
  /// The largest difference of a channel, in steps of 1/255; at most 2.
  public var largestStep: Double
  /// The mean signed difference, in steps: near 0 for noise.
  public var bias: Double
  /// Correlation of neighbouring differences, -1…1: near 0 for noise.
  public var correlation: Double
}

extension Dither: Described {
  var kind: DiffKind { .dither }
  var words: String { "noise of at most \(largestStep.shown(2)) steps without structure" }
  var facts: [Fact] {
    [Fact("largestStep", largestStep), Fact("bias", bias), Fact("correlation", correlation)]
  }
}

public struct Compression: Hashable, Sendable {
  public enum Codec: String, Hashable, Sendable {
    case jpeg = "JPEG"
    case webP = "WebP"
  }

  public var codec: Codec
  /// The largest difference of a frequency as a share of what rounding can make of it, 0…1; nil where
  /// the codec made the same of the other picture.
  public var share: Double?
}

extension Compression: Described {
  var kind: DiffKind { .compression }
  var words: String {
    let name = codec.rawValue
    guard let share else { return "\(name)'s rounding, as its encoder rounds the other picture" }
    return "\(name)'s rounding, at most \((share * 100).shown(0)) % of what it can make"
  }
  var facts: [Fact] {
    [Fact("codec", .text(codec.rawValue))] + (share.map { [Fact("share", $0)] } ?? [])
  }
}

public struct Antialiasing: Hashable, Sendable {
  /// How far the edges lie from the reference's, in device px, right and down.
  public var dx: Double
  public var dy: Double
  /// Ink of the candidate over that of the reference: above 1 is bolder smoothing.
  public var strength: Double
  /// One side smooths red, green and blue by themselves (LCD), the other does not.
  public var isSubpixel: Bool
}

extension Antialiasing: Described {
  var kind: DiffKind { .antialiasing }
  var words: String {
    var parts = ["the same edges drawn by another rasteriser"]
    if isSubpixel { parts.append("LCD smoothing against grey") }
    if abs(dx) >= 0.05 || abs(dy) >= 0.05 { parts.append("off by \(Shift.words(dx, dy))") }
    if abs(strength - 1) >= 0.02 { parts.append("ink \(strength.shown(2)) times") }
    return parts.joined(separator: ", ")
  }
  var facts: [Fact] {
    [
      Fact("dxPx", dx), Fact("dyPx", dy), Fact("strength", strength),
      Fact("subpixel", .flag(isSubpixel)),
    ]
  }
}
