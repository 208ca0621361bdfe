internal import Typesetting

/// What a reader must know of a text besides its differences.
enum Problems {
  /// A sentence for each problem, with the sides that have it.
  static func sentences(reference: TextLayout, candidate: TextLayout) -> [String] {
    let (a, b) = (reference.problems.map(\.sentence), candidate.problems.map(\.sentence))
    let both = a.filter(b.contains)
    return both + a.filter { !b.contains($0) }.map { "reference: \($0)" }
      + b.filter { !a.contains($0) }.map { "candidate: \($0)" }
  }
}
