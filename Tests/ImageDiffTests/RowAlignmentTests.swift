internal import TestSupport
internal import Testing

@testable internal import ImageDiff

@Suite struct RowAlignmentTests {
  /// Rows as letters.
  private func align(_ a: String, _ b: String) -> RowAlignment {
    RowAlignment(
      a.unicodeScalars.map { UInt64($0.value) }, b.unicodeScalars.map { UInt64($0.value) })
  }

  struct Case: CustomTestStringConvertible {
    let a: String
    let b: String
    let edits: [RowAlignment.Edit]
    var testDescription: String { "\(a) → \(b)" }
  }

  static func edit(_ reference: Int, _ candidate: Int, _ rows: Int) -> RowAlignment.Edit {
    RowAlignment.Edit(reference: reference, candidate: candidate, rows: rows)
  }

  @Test(arguments: [
    Case(a: "abcdef", b: "abcdef", edits: []),
    Case(a: "abcdef", b: "abXXcdef", edits: [edit(2, 4, 2)]),
    Case(a: "abcdef", b: "abef", edits: [edit(4, 2, -2)]),
    // A row of its own kind again: as far down as possible.
    Case(a: "abcd", b: "abbcd", edits: [edit(2, 3, 1)]),
    // Moved on a page of one height: the last rows fall off.
    Case(a: "abcdef", b: "abXXcd", edits: [edit(2, 4, 2), edit(6, 6, -2)]),
    // Changed in place.
    Case(a: "abcdef", b: "abXdef", edits: []),
    Case(a: "abcdef", b: "abcdefgh", edits: [edit(6, 8, 2)]),
    Case(a: "", b: "ab", edits: [edit(0, 2, 2)]),
    Case(a: "ab", b: "", edits: [edit(2, 0, -2)]),
    Case(a: "", b: "", edits: []),
  ]) func `rows that came and went`(_ c: Case) {
    #expect(align(c.a, c.b).edits == c.edits)
  }

  @Test func `pairs rise, and equal rows outside of edits stand against each other`() {
    var random = SplitMix(31)
    for _ in 0..<300 {
      let a = (0..<random.int(0...60)).map { _ in UInt64(random.below(40)) }
      var b = a
      for _ in 0..<random.below(4) {
        let at = random.below(b.count + 1)
        if random.below(2) == 0 {
          b.insert(
            contentsOf: (0..<random.int(1...9)).map { _ in UInt64(random.below(60)) }, at: at)
        } else if at < b.count {
          b.removeSubrange(at..<min(b.count, at + random.int(1...9)))
        }
      }
      let found = RowAlignment(a, b)
      #expect(found.rows.count == a.count)
      var last = -1
      for row in found.rows where row >= 0 {
        #expect(Int(row) > last && Int(row) < b.count)
        last = Int(row)
      }
      #expect(found.edits.reduce(0) { $0 + $1.rows } == b.count - a.count)
    }
  }
}
