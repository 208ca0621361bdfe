internal import Raster

/// Which pixel of the candidate stands against which of the reference.
struct Pairing {
  /// Candidate row for every row of the reference; -1 where it has none.
  var rows: [Int32]
  /// Column of the candidate = column of the reference − `xOffset`.
  var xOffset: Int
  /// Columns of the reference that the candidate covers, half-open.
  var columns: Range<Int>

  /// The candidate laid on the reference with its top left corner at (`x`, `y`).
  init(reference: Picture, candidate: Picture, x: Int = 0, y: Int = 0) {
    rows = (0..<reference.height).map { row in
      row - y >= 0 && row - y < candidate.height ? Int32(row - y) : -1
    }
    xOffset = x
    let from = min(max(0, x), reference.width)
    columns = from..<max(from, min(reference.width, x + candidate.width))
  }

  /// The same place in pixels of the candidate; all rows of `bounds` stand against neighbours.
  func candidate(_ bounds: PixelRect) -> PixelRect {
    let y = bounds.y0 < rows.count ? max(0, Int(rows[bounds.y0])) : bounds.y0
    return PixelRect(
      x0: bounds.x0 - xOffset, y0: y, x1: bounds.x1 - xOffset, y1: y + bounds.height)
  }
}

/// Pixels of the reference that do not count, as sorted, disjoint column ranges by row.
struct IgnoredPixels {
  private var rows: [[Range<Int32>]]

  /// - Parameter mask: True where a pixel is ignored; row-major over `width` × `height`, or nil.
  init(rectangles: [PixelRect], mask: IgnoreMask?, width: Int, height: Int) {
    rows = Array(repeating: [], count: height)
    for r in rectangles {
      let cut = r.intersection(PixelRect(x0: 0, y0: 0, x1: width, y1: height))
      guard !cut.isEmpty else { continue }
      for y in cut.y0..<cut.y1 { rows[y].append(Int32(cut.x0)..<Int32(cut.x1)) }
    }
    if let mask { add(mask, width: width, height: height) }
    for y in 0..<height where rows[y].count > 1 { rows[y] = Self.joined(rows[y]) }
  }

  private mutating func add(_ mask: IgnoreMask, width: Int, height: Int) {
    for y in 0..<min(height, mask.height) {
      var start: Int?
      let end = min(width, mask.width)
      for x in 0...end {
        let on = x < end && mask.bits[y * mask.width + x]
        if on, start == nil { start = x }
        if !on, let from = start {
          rows[y].append(Int32(from)..<Int32(x))
          start = nil
        }
      }
    }
  }

  private static func joined(_ ranges: [Range<Int32>]) -> [Range<Int32>] {
    var result: [Range<Int32>] = []
    for r in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) })
    {
      if let last = result.last, r.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<max(last.upperBound, r.upperBound)
      } else {
        result.append(r)
      }
    }
    return result
  }

  func ranges(_ y: Int) -> [Range<Int32>] { rows[y] }

  func contains(_ x: Int, _ y: Int) -> Bool {
    rows[y].contains { $0.contains(Int32(x)) }
  }

  var count: Int { rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }
}
