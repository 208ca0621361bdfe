/// Corners of another radius.
public struct Corner: Hashable, Sendable {
  /// Device px, 0 where they are sharp.
  public var before: Double
  public var after: Double
}

extension Corner: Described {
  var kind: DiffKind { .corner }
  var words: String { "corner radius \(before.shown(1)) → \(after.shown(1)) px" }
  var facts: [Fact] { [Fact("radiusBeforePx", before), Fact("radiusAfterPx", after)] }
}
