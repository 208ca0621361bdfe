internal import Raster

/// A line of letters around a cluster, on an even ground, as both sides show it.
///
/// Nobody reads it: a letter is what hangs together from its left to its right end, so two that touch
/// are one.
struct TextLine {
  /// In pixels of the reference.
  let bounds: PixelRect
  let ground: SIMD4<Float>
  /// The letters of each side, from the left: reference, candidate.
  let letters: (before: [Letter], after: [Letter])

  struct Letter {
    /// In pixels of the reference; half-open.
    var columns: Range<Int>
    var rows: Range<Int>
    /// Σ over channels of what stands out from the ground.
    var ink: Double
    /// The strongest pixel.
    var peak: SIMD4<Float>
    /// The letter's rows and columns, row-major, less the ground.
    var shape: [SIMD4<Float>]
    var width: Int { columns.count }
    var height: Int { rows.count }
  }

  /// Steps from the ground that are ink: what smoothing leaves at the foot of a grey stroke is less.
  private static let ink: Float = 16
  /// Longer lines, and higher ones, are no text.
  private static let (longest, highest) = (2400, 160)

  init?(_ reader: PatchReader, around cluster: PixelRect, ground: SIMD4<Float>) {
    guard cluster.height <= Self.highest, cluster.width <= Self.longest else { return nil }
    self.ground = ground
    func hasInk(_ x: Int, _ y: Int) -> Bool {
      guard let a = reader.colour(0, x, y), let b = reader.colour(1, x, y) else { return false }
      return max(magnitude(a - ground).max(), magnitude(b - ground).max()) > Self.ink
    }
    // Rows: as far as ink hangs together over the cluster's columns.
    let page = reader.reference.bounds
    var (y0, y1) = (cluster.y0, cluster.y1)
    let around = max(0, cluster.x0 - cluster.height)..<min(page.x1, cluster.x1 + cluster.height)
    func rowHasInk(_ y: Int) -> Bool { around.contains { hasInk($0, y) } }
    while y0 > page.y0, cluster.y0 - y0 < Self.highest, rowHasInk(y0 - 1) { y0 -= 1 }
    while y1 < page.y1, y1 - cluster.y1 < Self.highest, rowHasInk(y1) { y1 += 1 }
    let height = y1 - y0
    guard height >= 5, height <= Self.highest else { return nil }
    // Columns: as far as no gap is wider than a space of 0.6 em, about that of a justified line; a
    // column full of ink is a wall.
    let reach = max(4, height * 3 / 5)
    func columnHasInk(_ x: Int) -> Bool { (y0..<y1).contains { hasInk(x, $0) } }
    func isWall(_ x: Int) -> Bool { (y0..<y1).allSatisfy { hasInk(x, $0) } && height > 12 }
    var (x0, x1) = (cluster.x0, cluster.x1)
    var (gap, x) = (0, x0 - 1)
    while x >= page.x0, gap <= reach, cluster.x0 - x < Self.longest {
      if columnHasInk(x) {
        if isWall(x) && isWall(max(page.x0, x - 1)) { break }
        x0 = x
        gap = 0
      } else {
        gap += 1
      }
      x -= 1
    }
    (gap, x) = (0, x1)
    while x < page.x1, gap <= reach, x - cluster.x1 < Self.longest {
      if columnHasInk(x) {
        if isWall(x) && isWall(min(page.x1 - 1, x + 1)) { break }
        x1 = x + 1
        gap = 0
      } else {
        gap += 1
      }
      x += 1
    }
    bounds = PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
    letters = (
      Self.letters(reader, 0, bounds, ground), Self.letters(reader, 1, bounds, ground)
    )
    // Letters that touch are wide, but not most of them.
    let widths = (letters.before + letters.after).map(\.width).sorted()
    guard letters.before.count >= 2, letters.after.count >= 2,
      widths[widths.count / 2] <= 2 * height
    else { return nil }
  }

  private static func letters(
    _ reader: PatchReader, _ side: Int, _ area: PixelRect, _ ground: SIMD4<Float>
  ) -> [Letter] {
    func out(_ x: Int, _ y: Int) -> SIMD4<Float> {
      (reader.colour(side, x, y) ?? ground) - ground
    }
    var result: [Letter] = []
    var start: Int?
    for x in area.x0...area.x1 {
      let hasInk =
        x < area.x1 && (area.y0..<area.y1).contains { magnitude(out(x, $0)).max() > ink }
      if hasInk, start == nil { start = x }
      guard !hasInk, let from = start else { continue }
      start = nil
      func rowHasInk(_ y: Int) -> Bool { (from..<x).contains { magnitude(out($0, y)).max() > ink } }
      let top = (area.y0..<area.y1).first(where: rowHasInk) ?? area.y0
      let bottom = (area.y0..<area.y1).last(where: rowHasInk) ?? area.y1 - 1
      let rows = top..<(bottom + 1)
      var letter = Letter(columns: from..<x, rows: rows, ink: 0, peak: .zero, shape: [])
      letter.shape.reserveCapacity(rows.count * (x - from))
      for y in rows {
        for px in from..<x {
          let v = out(px, y)
          letter.shape.append(v)
          letter.ink += Double(magnitude(v).sum())
          if magnitude(v).sum() > magnitude(letter.peak).sum() { letter.peak = v }
        }
      }
      result.append(letter)
    }
    return result
  }

  /// The same letters, those of a word as one: where letters touch on one side only, words can be
  /// compared.
  func words(_ letters: [Letter]) -> [Letter] {
    let gap = max(3, bounds.height * 3 / 10)
    var words: [Letter] = []
    for letter in letters {
      guard let last = words.last,
        letter.columns.lowerBound - last.columns.upperBound < gap
      else {
        words.append(letter)
        continue
      }
      words[words.count - 1] = last.joined(letter)
    }
    return words
  }

  // MARK: Which letters are which

  /// Pairs of letters of both sides that are alike, in order: the longest such row of pairs.
  func pairs() -> [(before: Int, after: Int)] {
    let (a, b) = (letters.before, letters.after)
    var head = 0
    while head < min(a.count, b.count), a[head].isLike(b[head]) { head += 1 }
    var tail = 0
    while tail < min(a.count, b.count) - head,
      a[a.count - 1 - tail].isLike(b[b.count - 1 - tail])
    { tail += 1 }
    let (p, q) = (Array(a[head..<(a.count - tail)]), Array(b[head..<(b.count - tail)]))
    var pairs = (0..<head).map { (before: $0, after: $0) }
    pairs += Self.longest(p, q).map { (before: $0 + head, after: $1 + head) }
    pairs += (0..<tail).reversed().map { (before: a.count - 1 - $0, after: b.count - 1 - $0) }
    return pairs
  }

  private static func longest(_ a: [Letter], _ b: [Letter]) -> [(Int, Int)] {
    if a.isEmpty || b.isEmpty || a.count * b.count > 4096 { return [] }
    var lengths = Array(
      repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    var alike = Array(repeating: Array(repeating: false, count: b.count), count: a.count)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        alike[i][j] = a[i].isLike(b[j])
        lengths[i][j] =
          alike[i][j]
          ? 1 + lengths[i + 1][j + 1] : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var (i, j, pairs) = (0, 0, [(Int, Int)]())
    while i < a.count && j < b.count {
      if alike[i][j] {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if lengths[i + 1][j] >= lengths[i][j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }
}

extension TextLine.Letter {
  /// Whether both are one letter: a sixth of the ink's energy may differ, as parts of a pixel leave
  /// it, in any stretch as wide as a narrow letter, for several that touch are told as one.
  func isLike(_ other: TextLine.Letter) -> Bool {
    guard abs(width - other.width) <= 1, abs(height - other.height) <= 1,
      abs(rows.lowerBound - other.rows.lowerBound) <= 1
    else { return false }
    // By whole pixels, and by what the middles of the ink say.
    let apart = other.centre - Double(other.columns.lowerBound) - centre
    let fraction = Float(apart + Double(columns.lowerBound))
    return [0, 1, -1, max(-1.5, min(1.5, fraction))].contains { isLike(other, movedBy: $0) }
  }

  private func isLike(_ other: TextLine.Letter, movedBy dx: Float) -> Bool {
    let whole = Int(dx.rounded(.down))
    let t = dx - Float(whole)
    let span =
      min(
        rows.lowerBound, other.rows.lowerBound)..<max(
        rows.upperBound, other.rows.upperBound)
    let columns = -1..<(max(width, other.width) + 1)
    var (rest, energy) = ([Float](), [Float]())
    for x in columns {
      var (r, e) = (Float(0), Float(0))
      for y in span {
        let p = at(x, y)
        var q = other.at(x + whole, y)
        if t > 0 { q = q * (1 - t) + other.at(x + whole + 1, y) * t }
        let d = p - q
        r += (d * d).sum()
        e += (p * p + q * q).sum() / 2
      }
      rest.append(r)
      energy.append(e)
    }
    let stretch = min(columns.count, max(4, span.count / 2))
    let mean = energy.reduce(0, +) / Float(columns.count)
    return (0...(columns.count - stretch)).allSatisfy { from in
      let r = rest[from..<(from + stretch)].reduce(0, +)
      let e = energy[from..<(from + stretch)].reduce(0, +)
      return r * 6 <= max(e, mean * Float(stretch) / 2)
    }
  }

  /// The middle of the ink, column of the page.
  var centre: Double {
    var (sum, moment) = (1e-9, 0.0)
    for (k, v) in shape.enumerated() {
      let m = Double(magnitude(v).sum())
      sum += m
      moment += m * Double(columns.lowerBound + k % width)
    }
    return moment / sum
  }

  /// Both as one, with what lies between them empty.
  func joined(_ other: TextLine.Letter) -> TextLine.Letter {
    var both = self
    both.columns = columns.lowerBound..<other.columns.upperBound
    both.rows =
      min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound)
    both.ink += other.ink
    if magnitude(other.peak).sum() > magnitude(peak).sum() { both.peak = other.peak }
    both.shape = both.rows.flatMap { y in
      both.columns.map { x in
        at(x - columns.lowerBound, y) + other.at(x - other.columns.lowerBound, y)
      }
    }
    return both
  }

  /// How well the ink of both goes along their columns, one stretched to the other's width: 1 is
  /// alike, 0 has nothing in common.
  func likeness(_ other: TextLine.Letter) -> Double {
    func profile(_ l: TextLine.Letter) -> [Double] {
      (0..<l.width).map { x in
        l.rows.reduce(0) { $0 + Double(magnitude(l.at(x, $1)).sum()) }
      }
    }
    let (p, q) = (profile(self), profile(other))
    var (sp, sq, pp, qq, pq, n) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for k in q.indices {
      let place = (Double(k) + 0.5) * Double(p.count) / Double(q.count) - 0.5
      let i = max(0, min(p.count - 1, Int(place.rounded(.down))))
      let t = max(0, min(1, place - Double(i)))
      let v = p[i] * (1 - t) + p[min(p.count - 1, i + 1)] * t
      sp += v
      sq += q[k]
      pp += v * v
      qq += q[k] * q[k]
      pq += v * q[k]
      n += 1
    }
    let variance = (pp - sp * sp / n) * (qq - sq * sq / n)
    return variance > 0 ? (pq - sp * sq / n) / variance.squareRoot() : 1
  }

  /// Column of the letter, row of the page.
  @inline(__always)
  func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard x >= 0, x < width, rows.contains(y) else { return .zero }
    return shape[(y - rows.lowerBound) * width + x]
  }
}
