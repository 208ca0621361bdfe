internal import Raster

/// Where a line is read from: two pictures, or a patch of them.
struct LineSource {
  /// In pixels of the reference.
  let page: PixelRect
  /// Of side 0 or 1, at a pixel of the reference; nil outside.
  let colour: (Int, Int, Int) -> SIMD4<Float>?
}

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

  init?(_ source: LineSource, around cluster: PixelRect, ground: SIMD4<Float>) {
    guard cluster.height <= Self.highest, cluster.width <= Self.longest else { return nil }
    self.ground = ground
    func hasInk(_ x: Int, _ y: Int) -> Bool {
      guard let a = source.colour(0, x, y), let b = source.colour(1, x, y) else { return false }
      return max(magnitude(a - ground).max(), magnitude(b - ground).max()) > Self.ink
    }
    // Rows: as far as ink hangs together over the cluster's columns.
    let page = source.page
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
    // Beside what changed, two lines above each other are two: an icon beside both is no letter.
    let beside = (x0..<x1).filter { $0 < cluster.x0 || $0 >= cluster.x1 }
    let inked = (y0..<y1).map { y in beside.contains { hasInk($0, y) } }
    if let first = inked.firstIndex(of: true), let last = inked.lastIndex(of: true) {
      let blank = inked[first...last].split(separator: true).map(\.count).max() ?? 0
      if blank >= max(3, height / 8) { return nil }
    }
    letters = (
      Self.letters(source, 0, bounds, ground), Self.letters(source, 1, bounds, ground)
    )
    // Letters that touch are wide, but not most of them.
    let widths = (letters.before + letters.after).map(\.width).sorted()
    guard letters.before.count >= 2, letters.after.count >= 2,
      widths[widths.count / 2] <= 2 * height
    else { return nil }
  }

  /// Both sides' colours less the ground, over the line's bounds and `margin` px around, row-major.
  func plane(_ source: LineSource, _ side: Int, margin: Int) -> InkPlane {
    let area = bounds.outset(by: margin)
    var ink: [SIMD4<Float>] = []
    ink.reserveCapacity(area.area)
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 {
        let isLine = bounds.outset(by: 1).contains(x: x, y: y)
        ink.append(isLine ? (source.colour(side, x, y) ?? ground) - ground : .zero)
      }
    }
    return InkPlane(area: area, ink: ink)
  }

  /// Whether the letters stand on one baseline: half of them do, to a pixel.
  var hasBaseline: Bool {
    let feet = (letters.before + letters.after).map(\.rows.upperBound)
    let most = feet.map { foot in feet.count { abs($0 - foot) <= 1 } }.max() ?? 0
    return 2 * most > feet.count
  }

  private static func letters(
    _ source: LineSource, _ side: Int, _ area: PixelRect, _ ground: SIMD4<Float>
  ) -> [Letter] {
    func out(_ x: Int, _ y: Int) -> SIMD4<Float> {
      (source.colour(side, x, y) ?? ground) - ground
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
}

extension TextLine.Letter {
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

  /// Column of the letter, row of the page.
  @inline(__always)
  func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard x >= 0, x < width, rows.contains(y) else { return .zero }
    return shape[(y - rows.lowerBound) * width + x]
  }
}
