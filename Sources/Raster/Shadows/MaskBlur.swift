internal import CKernels

/// Coverage in units of 2^−24, by the row: what a blur reads.
enum CoverageSource {
  case scan(CoverageScan)
  case mask(CoverageMask)

  var bounds: PixelRect {
    switch self {
    case .scan(let scan): scan.bounds
    case .mask(let mask): mask.bounds
    }
  }

  /// Writes `rows`, `bounds.width` values each.
  func write(rows: Range<Int>, to out: UnsafeMutablePointer<Double>) {
    switch self {
    case .scan(let scan): scan.writeUnits(rows: rows, to: out)
    case .mask(let mask):
      let start = (rows.lowerBound - mask.bounds.y0) * mask.bounds.width
      mask.values.withUnsafeBufferPointer {
        for i in 0..<rows.count * mask.bounds.width { out[i] = Self.units[Int($0[start + i])] }
      }
    }
  }

  /// round(2^24 · step / 255).
  static let units = (0..<256).map { (Double($0) * 0x1p24 / 255).rounded() }
}

/// Blurs coverage along x, then along y.
///
/// Memory: x-blurred rows within reach of 64 rows, or of all where there are fewer; not the
/// picture. Every number is whole and below 2^53, so each sum is exact.
struct MaskBlur {
  let source: CoverageSource
  let taps: BlurTaps
  /// The pixels to work out.
  let bounds: PixelRect

  private static let band = 64

  /// Calls `body` with each row of `bounds` from the top: its y and its values in units of 2^−52.
  func forEachRow(_ body: (Int, UnsafeMutablePointer<Double>) -> Void) {
    let width = bounds.width
    let from = source.bounds
    guard width > 0, bounds.height > 0 else { return }
    let capacity = min(from.height, 2 * taps.radius + Self.band)
    var rows = RowWindow(width: width, capacity: capacity)
    let out = UnsafeMutablePointer<Double>.allocate(capacity: width)
    defer {
      out.deallocate()
      rows.deallocate()
    }
    let row = BlurredRow(source: source, taps: taps, columns: bounds.columns)
    defer { row.deallocate() }
    for y in bounds.rows {
      let needed =
        max(
          from.y0, y - taps.radius)..<max(
          from.y0, min(from.y1, y + taps.radius + 1))
      if needed.isEmpty || needed.lowerBound >= from.y1 {
        out.initialize(repeating: 0, count: width)
      } else {
        rows.advance(to: needed) { row.write($0, to: $1) }
        taps.weights.withUnsafeBufferPointer {
          raster_convolve_columns(
            rows.pointer(needed.lowerBound), width,
            $0.baseAddress! + (needed.lowerBound - y + taps.radius), needed.count, out, width)
        }
      }
      body(y, out)
    }
  }
}

/// The rows that are still needed, in one block.
private struct RowWindow {
  private let values: UnsafeMutablePointer<Double>
  private let width: Int
  private let capacity: Int
  private var held = 0..<0

  init(width: Int, capacity: Int) {
    self.width = width
    self.capacity = capacity
    values = .allocate(capacity: max(1, width * capacity))
  }

  func deallocate() { values.deallocate() }

  func pointer(_ y: Int) -> UnsafeMutablePointer<Double> {
    values + (y - held.lowerBound) * width
  }

  /// Makes room for `rows`, and calls `make` for those that are new.
  mutating func advance(
    to rows: Range<Int>, _ make: (Int, UnsafeMutablePointer<Double>) -> Void
  ) {
    if held.isEmpty || rows.lowerBound >= held.upperBound {
      held = rows.lowerBound..<rows.lowerBound
    }
    if rows.upperBound - held.lowerBound > capacity {
      let kept = rows.lowerBound..<held.upperBound
      values.update(from: pointer(rows.lowerBound), count: kept.count * width)
      held = kept
    }
    while held.upperBound < rows.upperBound {
      let y = held.upperBound
      held = held.lowerBound..<y + 1
      make(y, pointer(y))
    }
  }
}

/// Blurs single rows along x.
private struct BlurredRow {
  private let source: CoverageSource
  private let taps: BlurTaps
  private let columns: Range<Int>
  /// Taps that meet the source from some column: nearest … furthest to the left.
  private let reach: ClosedRange<Int>
  /// The source's row between zeros, for all columns that the taps read.
  private let padded: UnsafeMutablePointer<Double>
  private let paddedCount: Int

  init(source: CoverageSource, taps: BlurTaps, columns: Range<Int>) {
    self.source = source
    self.taps = taps
    self.columns = columns
    let from = source.bounds
    let low = max(-taps.radius, columns.lowerBound - (from.x1 - 1))
    let high = min(taps.radius, columns.upperBound - 1 - from.x0)
    reach = low...max(low, high)
    paddedCount = columns.count + reach.upperBound - reach.lowerBound
    padded = .allocate(capacity: paddedCount)
    padded.initialize(repeating: 0, count: paddedCount)
  }

  func deallocate() { padded.deallocate() }

  func write(_ y: Int, to out: UnsafeMutablePointer<Double>) {
    let from = source.bounds
    let first = columns.lowerBound - reach.upperBound
    let read = from.columns.clamped(to: first..<first + paddedCount)
    guard !read.isEmpty else { return out.initialize(repeating: 0, count: columns.count) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: from.width) { row in
      source.write(rows: y..<y + 1, to: row.baseAddress!)
      (padded + (read.lowerBound - first)).update(
        from: row.baseAddress! + (read.lowerBound - from.x0), count: read.count)
    }
    taps.weights.withUnsafeBufferPointer {
      raster_convolve_row(
        padded, $0.baseAddress! + (taps.radius - reach.upperBound), reach.count, out,
        columns.count)
    }
  }
}
