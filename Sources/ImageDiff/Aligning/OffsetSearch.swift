internal import Raster

/// Finds where a candidate of another size lies on the reference.
///
/// The sums of slopes along every row and column are slid over each other; the five best places on
/// each axis are then tried together on a grid of pixels.
struct OffsetSearch {
  let reference: Picture
  let candidate: Picture

  /// Px beyond the difference of the sizes that are tried.
  private static let slack = 64
  private static let kept = 5

  func best() -> (x: Int, y: Int) {
    guard reference.width > 1, reference.height > 1, candidate.width > 1, candidate.height > 1
    else { return (0, 0) }
    let (a, b) = (profiles(reference), profiles(candidate))
    let xs = places(a.columns, b.columns)
    let ys = places(a.rows, b.rows)
    var best = (x: 0, y: 0, error: error(0, 0))
    for y in ys {
      for x in xs {
        let e = error(x, y)
        if e < best.error { best = (x, y, e) }
      }
    }
    return (best.x, best.y)
  }

  private func profiles(_ p: Picture) -> (columns: [Float], rows: [Float]) {
    var columns = [Float](repeating: 0, count: p.width)
    var rows = [Float](repeating: 0, count: p.height)
    for y in 1..<p.height {
      for x in 1..<p.width {
        let v = p.drawn(x, y)
        columns[x] += magnitude(v - p.drawn(x - 1, y)).sum()
        rows[y] += magnitude(v - p.drawn(x, y - 1)).sum()
      }
    }
    return (columns, rows)
  }

  /// Offsets of `b` on `a` of the least mean difference; 0 is always among them.
  private func places(_ a: [Float], _ b: [Float]) -> [Int] {
    let spread = abs(a.count - b.count) + Self.slack
    var found: [(error: Double, offset: Int)] = []
    for offset in -spread...spread {
      let from = max(0, offset)
      let to = min(a.count, b.count + offset)
      guard to - from >= min(a.count, b.count) / 2, to > from else { continue }
      var sum = 0.0
      for i in from..<to { sum += Double(abs(a[i] - b[i - offset])) }
      found.append((sum / Double(to - from), offset))
    }
    found.sort { ($0.error, abs($0.offset), $0.offset) < ($1.error, abs($1.offset), $1.offset) }
    return [0] + found.prefix(Self.kept).map(\.offset)
  }

  /// Mean difference of a grid of at most 64 × 64 pixels; whole where the pictures hardly meet.
  private func error(_ x: Int, _ y: Int) -> Double {
    let columns = max(0, x)..<max(max(0, x), min(reference.width, candidate.width + x))
    let rows = max(0, y)..<max(max(0, y), min(reference.height, candidate.height + y))
    guard columns.count * 2 >= min(reference.width, candidate.width),
      rows.count * 2 >= min(reference.height, candidate.height)
    else { return .infinity }
    var (sum, n) = (0.0, 0.0)
    for py in stride(from: rows.lowerBound, to: rows.upperBound, by: max(1, rows.count / 64)) {
      for px in stride(
        from: columns.lowerBound, to: columns.upperBound, by: max(1, columns.count / 64))
      {
        let d = reference.drawn(px, py) - candidate.drawn(px - x, py - y)
        sum += Double(magnitude(d).sum())
        n += 1
      }
    }
    return sum / n
  }
}
