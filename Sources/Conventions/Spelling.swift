/// Finds what somebody probably meant.
public enum Spelling {
  /// The candidate that is nearest to `word`, or nil when none is near.
  ///
  /// Near: at most a third of the longer word's characters have to be inserted, removed, replaced
  /// or swapped with their neighbour, or one word starts with the other. Case and the marks
  /// `-`, `_`, `.` and space do not count. Of equally near ones the first.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = folded(word)
    guard wanted.count <= longestWord else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let known = folded(candidate)
      guard known.count <= longestWord else { continue }
      let limit = max(wanted.count, known.count) / 3
      var distance = self.distance(wanted, known)
      if distance > limit {
        guard isStart(wanted, of: known) || isStart(known, of: wanted) else { continue }
        // Behind every word that is merely misspelt.
        distance += longestWord
      }
      if distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// The cost of a comparison is quadratic: a spec may hold keys of megabytes.
  private static let longestWord = 64

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.prefix(4 * longestWord).compactMap { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      default: byte
      }
    }
  }

  private static func isStart(_ start: [UInt8], of word: [UInt8]) -> Bool {
    start.count >= 3 && word.starts(with: start)
  }

  /// Damerau's and Levenshtein's distance (optimal string alignment).
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
