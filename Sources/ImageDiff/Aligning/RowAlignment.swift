/// Rows of the candidate against rows of the reference, when some came or went.
struct RowAlignment: Equatable {
  /// Rows that came or went between rows that stand against each other.
  struct Edit: Equatable {
    /// The first row below the edit, in each.
    var reference: Int
    var candidate: Int
    /// Rows that the candidate has more (positive) or less, just above those.
    var rows: Int
  }

  /// Candidate row for every row of the reference; -1 where it was removed.
  var rows: [Int32]
  var edits: [Edit]

  /// Aligns two lists of row hashes.
  ///
  /// Rows that occur once on both sides are anchors (patience); of these the longest rising chain
  /// counts, stretched over equal neighbours. What lies between is paired in place when it is as
  /// high on both sides; otherwise the rows that differ in number stand together, where that leaves
  /// most of the others equal, as far down as possible.
  init(_ a: [UInt64], _ b: [UInt64]) {
    rows = [Int32](repeating: -1, count: a.count)
    edits = []
    var work = [(a: 0..<a.count, b: 0..<b.count, depth: 0)]
    while let next = work.popLast() {
      var (ra, rb) = (next.a, next.b)
      pairEnds(a, b, &ra, &rb)
      if ra.isEmpty && rb.isEmpty { continue }
      let chain = next.depth < 8 ? Self.anchors(a, b, ra, rb) : []
      if chain.isEmpty {
        pairRest(a, b, ra, rb)
        continue
      }
      var (lastA, lastB) = (ra.lowerBound, rb.lowerBound)
      for (i, j) in chain {
        rows[i] = Int32(j)
        work.append((lastA..<i, lastB..<j, next.depth + 1))
        (lastA, lastB) = (i + 1, j + 1)
      }
      work.append((lastA..<ra.upperBound, lastB..<rb.upperBound, next.depth + 1))
    }
    edits = Self.edits(rows, candidateCount: b.count)
    while let (ra, rb) = island() {
      for i in ra { rows[i] = -1 }
      pairRest(a, b, ra, rb)
      edits = Self.edits(rows, candidateCount: b.count)
    }
  }

  /// Rows around a few equal ones between rows that went and rows that came, or the other way round,
  /// where pairing all of them in place leaves fewer alone than these few: a blank row between two
  /// lines that were set anew.
  private func island() -> (Range<Int>, Range<Int>)? {
    for (one, two) in zip(edits, edits.dropFirst()) where (one.rows < 0) != (two.rows < 0) {
      let from = (one.reference + min(0, one.rows), one.candidate - max(0, one.rows))
      let equal = two.reference + min(0, two.rows) - one.reference
      if equal < min(abs(one.rows), abs(two.rows)) {
        return (from.0..<two.reference, from.1..<two.candidate)
      }
    }
    return nil
  }

  private mutating func pairEnds(
    _ a: [UInt64], _ b: [UInt64], _ ra: inout Range<Int>, _ rb: inout Range<Int>
  ) {
    var (a0, a1, b0, b1) = (ra.lowerBound, ra.upperBound, rb.lowerBound, rb.upperBound)
    while a0 < a1 && b0 < b1 && a[a0] == b[b0] {
      rows[a0] = Int32(b0)
      a0 += 1
      b0 += 1
    }
    while a0 < a1 && b0 < b1 && a[a1 - 1] == b[b1 - 1] {
      a1 -= 1
      b1 -= 1
      rows[a1] = Int32(b1)
    }
    (ra, rb) = (a0..<a1, b0..<b1)
  }

  /// Rows that occur exactly once on both sides, in the longest chain that rises on both.
  private static func anchors(
    _ a: [UInt64], _ b: [UInt64], _ ra: Range<Int>, _ rb: Range<Int>
  ) -> [(Int, Int)] {
    var seen: [UInt64: (a: Int, b: Int)] = [:]  // row, or -1 for none, -2 for several
    seen.reserveCapacity(ra.count + rb.count)
    for i in ra {
      let old = seen[a[i]]
      seen[a[i]] = (old == nil ? i : -2, -1)
    }
    for j in rb {
      guard let old = seen[b[j]] else { continue }
      seen[b[j]] = (old.a, old.b == -1 ? j : -2)
    }
    let pairs = ra.compactMap { i -> (Int, Int)? in
      guard let p = seen[a[i]], p.a == i, p.b >= 0 else { return nil }
      return (i, p.b)
    }
    return longestRising(pairs)
  }

  /// Of pairs in rising order of the first, the longest chain that rises in the second too.
  private static func longestRising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    var tails: [Int] = []  // index of the pair that ends the best chain of each length
    var before = [Int](repeating: -1, count: pairs.count)
    for (k, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      before[k] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(k) } else { tails[low] = k }
    }
    var chain: [(Int, Int)] = []
    var k = tails.last ?? -1
    while k >= 0 {
      chain.append(pairs[k])
      k = before[k]
    }
    return chain.reversed()
  }

  /// Pairs what has no anchors.
  private mutating func pairRest(
    _ a: [UInt64], _ b: [UInt64], _ ra: Range<Int>, _ rb: Range<Int>
  ) {
    let shared = min(ra.count, rb.count)
    let extra = rb.count - ra.count
    // equalBefore − equalAfter, summed: the split where it is largest keeps most rows equal.
    var (split, best, sum) = (0, 0, 0)
    if extra != 0 {
      for k in 0..<shared {
        let (i, j) = (ra.lowerBound + k, rb.lowerBound + k)
        if a[i] == b[j] { sum += 1 }
        if a[i + max(0, -extra)] == b[j + max(0, extra)] { sum -= 1 }
        if sum >= best { (split, best) = (k + 1, sum) }
      }
    } else {
      split = shared
    }
    for k in 0..<shared {
      let isBelow = k >= split
      let i = ra.lowerBound + k + (isBelow ? max(0, -extra) : 0)
      rows[i] = Int32(rb.lowerBound + k + (isBelow ? max(0, extra) : 0))
    }
  }

  private static func edits(_ rows: [Int32], candidateCount: Int) -> [Edit] {
    var result: [Edit] = []
    var (expected, removed) = (0, 0)
    func close(_ i: Int, _ j: Int) {
      if removed > 0 { result.append(Edit(reference: i, candidate: expected, rows: -removed)) }
      if j > expected { result.append(Edit(reference: i, candidate: j, rows: j - expected)) }
    }
    for (i, row) in rows.enumerated() {
      if row < 0 {
        removed += 1
        continue
      }
      close(i, Int(row))
      (expected, removed) = (Int(row) + 1, 0)
    }
    close(rows.count, candidateCount)
    return result
  }
}
