public struct Change: Hashable, Sendable {
  /// Degrees clockwise about the middle of the region that turn the reference into the candidate,
  /// where a rotation explains it.
  public var rotation: Double?
}

extension Change: Described {
  var kind: DiffKind { .changed }
  var words: String {
    rotation.map { "turned by \($0.shown(1))° clockwise" } ?? "other content"
  }
  var facts: [Fact] { [Fact("rotationDegrees", rotation)].compactMap(\.self) }
}
