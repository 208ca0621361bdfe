#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// From a row of pixels to 8 frequencies, for one axis of one plane of a JPEG.
///
/// Chroma of half the size is written as the mean of two pixels, and libjpeg's decoder draws a pixel
/// from ¾ of its own sample and ¼ of the next. The mean of the two pixels of a sample is then ¾ of it
/// and ⅛ of each neighbour; `undoesFilter` undoes that.
struct BlockAxis {
  /// Pixels a sample.
  let ratio: Int
  /// Samples beside the block that are looked at: each neighbour counts for 3 − √8 = 0.17 of the one
  /// before, so that what lies beyond 4 is less than 0.1 %.
  let margin: Int
  /// 8 rows, `samples` columns.
  let matrix: [Float]
  /// For each frequency: the sum of magnitudes, and the root of squares, over pixels.
  let sums: [Double]
  let norms: [Double]

  var samples: Int { 8 + 2 * margin }
  var pixels: Int { samples * ratio }

  init(ratio: Int, margin: Int = 0, undoesFilter: Bool = false) {
    self.ratio = ratio
    self.margin = margin
    let n = 8 + 2 * margin
    var rows = [Double](repeating: 0, count: 8 * n)
    for u in 0..<8 {
      var row = [Double](repeating: 0, count: n)
      for x in 0..<8 { row[margin + x] = Self.cosine(u, x) }
      rows.replaceSubrange((u * n)..<((u + 1) * n), with: undoesFilter ? Self.unfiltered(row) : row)
    }
    matrix = rows.map(Float.init)
    sums = (0..<8).map { u in (0..<n).reduce(0) { $0 + abs(rows[u * n + $1]) } }
    norms = (0..<8).map { u in
      ((0..<n).reduce(0) { $0 + rows[u * n + $1] * rows[u * n + $1] } / Double(ratio)).squareRoot()
    }
  }

  /// The orthonormal cosine transform.
  private static func cosine(_ u: Int, _ x: Int) -> Double {
    (u == 0 ? (1.0 / 8).squareRoot() : 0.5) * cos(Double((2 * x + 1) * u) * .pi / 16)
  }

  /// Solves for the row that the filter turns into `row`; the filter is its own transpose.
  private static func unfiltered(_ row: [Double]) -> [Double] {
    let n = row.count
    // Elimination of ⅛, ¾, ⅛; the ends repeat themselves.
    var (above, value) = ([Double](repeating: 0, count: n), row)
    for i in 0..<n {
      var own = i == 0 || i == n - 1 ? 0.875 : 0.75
      if i > 0 {
        own -= above[i - 1] / 8
        value[i] -= value[i - 1] / 8
      }
      above[i] = 0.125 / own
      value[i] /= own
    }
    for i in stride(from: n - 2, through: 0, by: -1) { value[i] -= above[i] * value[i + 1] }
    return value
  }
}

/// From a plane of pixels to 64 frequencies, and back by the transpose.
struct BlockTransform {
  let x: BlockAxis
  let y: BlockAxis

  /// `plane` has `stride` pixels a row; the window begins at `start`.
  func frequencies(_ plane: [Float], start: Int, stride: Int) -> [Float] {
    let (columns, rows) = (x.samples, y.samples)
    let weight = 1 / Float(x.ratio * y.ratio)
    var half = [Float](repeating: 0, count: 8 * columns)
    var line = [Float](repeating: 0, count: columns)
    for r in 0..<rows {
      for c in 0..<columns {
        var sum: Float = 0
        for j in 0..<y.ratio {
          let at = start + (r * y.ratio + j) * stride + c * x.ratio
          for i in 0..<x.ratio { sum += plane[at + i] }
        }
        line[c] = sum * weight
      }
      for u in 0..<8 {
        let k = y.matrix[u * rows + r]
        for c in 0..<columns { half[u * columns + c] += k * line[c] }
      }
    }
    var out = [Float](repeating: 0, count: 64)
    for u in 0..<8 {
      for v in 0..<8 {
        var sum: Float = 0
        for c in 0..<columns { sum += half[u * columns + c] * x.matrix[v * columns + c] }
        out[u * 8 + v] = sum
      }
    }
    return out
  }

  /// Adds the transpose of `frequencies` to `plane`.
  func addTransposed(_ frequencies: [Float], to plane: inout [Float], start: Int, stride: Int) {
    let (columns, rows) = (x.samples, y.samples)
    let weight = 1 / Float(x.ratio * y.ratio)
    var half = [Float](repeating: 0, count: 8 * columns)
    for u in 0..<8 {
      for v in 0..<8 {
        let k = frequencies[u * 8 + v] * weight
        for c in 0..<columns { half[u * columns + c] += k * x.matrix[v * columns + c] }
      }
    }
    var line = [Float](repeating: 0, count: columns)
    for r in 0..<rows {
      for c in 0..<columns { line[c] = 0 }
      for u in 0..<8 {
        let k = y.matrix[u * rows + r]
        for c in 0..<columns { line[c] += k * half[u * columns + c] }
      }
      for j in 0..<y.ratio {
        let at = start + (r * y.ratio + j) * stride
        for c in 0..<columns {
          for i in 0..<x.ratio { plane[at + c * x.ratio + i] += line[c] }
        }
      }
    }
  }
}
