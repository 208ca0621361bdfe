/// The same letters with bolder or lighter strokes.
public struct Weight: Hashable, Sendable {
  /// Ink of the candidate over that of the reference.
  public var ink: Double
}

extension Weight: Described {
  var kind: DiffKind { .weight }
  var words: String { "\(ink > 1 ? "bolder" : "lighter") strokes, ink \(ink.shown(2)) times" }
  var facts: [Fact] { [Fact("ink", ink)] }
}
