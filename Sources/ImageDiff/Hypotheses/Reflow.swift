public struct Reflow: Hashable, Sendable {
  /// Rows that the candidate has more; negative where it has fewer.
  public var rows: Int
  /// The first such row: of the candidate where rows were inserted, of the reference where removed.
  public var row: Int
  /// How far everything below moved, in device px; negative is up.
  public var moved: Int
  /// Whether the rows stand at the lower edge, with nothing below them.
  public var isAtEnd: Bool
}

extension Reflow: Described {
  var kind: DiffKind { .reflow }

  var words: String {
    let count = abs(rows) == 1 ? "1 row" : "\(abs(rows)) rows"
    let what = "\(count) \(rows > 0 ? "inserted" : "removed") at y = \(row)"
    if isAtEnd { return what + ", at the lower edge" }
    if moved == 0 { return what + ", everything below stays where it was" }
    return what + ", everything below moved \(moved > 0 ? "down" : "up") \(abs(moved)) px"
  }

  var facts: [Fact] {
    [
      Fact("rows", .whole(rows)), Fact("rowPx", .whole(row)), Fact("movedPx", .whole(moved)),
      Fact("atLowerEdge", .flag(isAtEnd)),
    ]
  }
}
