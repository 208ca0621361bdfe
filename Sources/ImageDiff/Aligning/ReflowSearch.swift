internal import CKernels
internal import Raster

/// Looks for rows that were inserted or removed, so that what moved with them can be compared.
struct ReflowSearch {
  let reference: Picture
  let candidate: Picture
  let pairing: Pairing

  /// Nil where the rows stand best as they are.
  func alignment(_ exact: Scan) -> RowAlignment? {
    let sameHeight = reference.height == candidate.height
    // Moved content differs in most rows that hold any; a few changed words do not.
    let span = max(exact.bounds.height, 1)
    let few = exact.differingRows < 4 || exact.differingRows * 5 < span
    if sameHeight && few { return nil }
    guard !pairing.columns.isEmpty else { return nil }
    let columns =
      sameHeight ? exact.bounds.x0..<exact.bounds.x1 : pairing.columns
    if sameHeight && columns.count > Self.wide && !looksMoved(columns, exact) { return nil }
    let a = hashes(reference, columns)
    let b = hashes(
      candidate, (columns.lowerBound - pairing.xOffset)..<(columns.upperBound - pairing.xOffset))
    let alignment = RowAlignment(a, b)
    if alignment.edits.isEmpty { return nil }
    if sameHeight && !isBetter(alignment, a, b, exact) { return nil }
    return sameHeight ? withoutGivingWay(alignment, a, b) : alignment
  }

  /// Blank rows at the lower end that came or went to keep the height are no event.
  private func withoutGivingWay(
    _ alignment: RowAlignment, _ a: [UInt64], _ b: [UInt64]
  ) -> RowAlignment {
    guard let last = alignment.edits.last, alignment.edits.count > 1,
      last.reference == last.candidate
    else { return alignment }
    let side = last.rows < 0 ? a : b
    let from = last.reference - abs(last.rows)
    guard from >= 0, side[from...].allSatisfy({ $0 == side[side.count - 1] }) else {
      return alignment
    }
    var result = alignment
    result.edits.removeLast()
    return result
  }

  /// Wider rows are first looked at in eight strips of 64 px, which is enough to say no.
  private static let wide = 1024

  private func looksMoved(_ columns: Range<Int>, _ exact: Scan) -> Bool {
    func strips(_ picture: Picture, _ offset: Int) -> [UInt64] {
      let size = picture.bytesPerPixel
      return (0..<picture.height).map { y in
        (0..<8).reduce(UInt64(0)) { hash, k in
          let x = columns.lowerBound - offset + k * (columns.count - 64) / 7
          return hash &* 31 &+ diff_hash(picture.row(y) + x * size, 64 * size)
        }
      }
    }
    let a = strips(reference, 0)
    let b = strips(candidate, pairing.xOffset)
    let alignment = RowAlignment(a, b)
    return !alignment.edits.isEmpty && isBetter(alignment, a, b, exact)
  }

  private func hashes(_ picture: Picture, _ columns: Range<Int>) -> [UInt64] {
    let size = picture.bytesPerPixel
    return (0..<picture.height).map {
      diff_hash(picture.row($0) + columns.lowerBound * size, columns.count * size)
    }
  }

  /// Moved rows must be many, and account for most of the rows that differ in place.
  private func isBetter(
    _ alignment: RowAlignment, _ a: [UInt64], _ b: [UInt64], _ exact: Scan
  ) -> Bool {
    var (moved, inPlace, rest) = (0, 0, 0)
    for (i, j) in alignment.rows.enumerated() {
      let differs = a[i] != b[i]
      if differs { inPlace += 1 }
      if j < 0 { continue }
      if a[i] != b[Int(j)] { rest += 1 } else if differs { moved += 1 }
    }
    guard moved >= 3, moved * 2 >= inPlace - moved, rest * 10 <= inPlace * 7 else { return false }
    // Something that moved between things that stayed is a shift, unless much moved together.
    let last = alignment.edits[alignment.edits.count - 1]
    let returns = last.reference == last.candidate && last.reference < a.count
    let stays = returns && (last.reference..<a.count).contains { a[$0] != a[a.count - 1] }
    return !stays || exact.components.count + exact.unlisted >= 4
  }
}
