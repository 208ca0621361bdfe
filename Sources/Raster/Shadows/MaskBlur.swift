internal import CKernels

/// Blurs coverage along x, then along y.
///
/// Memory: x-blurred rows within reach of 64 rows, or of all where there are fewer; not the
/// picture. Every number is whole and below 2^53, so each sum is exact.
///
/// - Complexity: O(area × radius).
struct MaskBlur {
  let source: CoverageSource
  let arithmetic: BlurArithmetic
  /// The pixels to work out.
  let bounds: PixelRect

  private static let band = 64

  /// Calls `body` with each row of `bounds` from the top: its y and its values, 0…1.
  func forEachRow(_ body: (Int, UnsafeMutablePointer<Float>) -> Void) {
    let width = bounds.width
    guard width > 0, bounds.height > 0 else { return }
    let taps = arithmetic.taps
    var rows = RowWindow(
      width: width, capacity: min(source.bounds.height, 2 * taps.radius + Self.band))
    let row = BlurredRow(source: source, arithmetic: arithmetic, columns: bounds.columns)
    let sums = UnsafeMutablePointer<Double>.allocate(capacity: width)
    let out = UnsafeMutablePointer<Float>.allocate(capacity: width)
    defer {
      rows.deallocate()
      row.deallocate()
      sums.deallocate()
      out.deallocate()
    }
    for y in bounds.rows {
      let met = source.bounds.rows.clamped(to: y - taps.radius..<y + taps.radius + 1)
      sums.initialize(repeating: 0, count: width)
      if !met.isEmpty {
        rows.advance(to: met) { row.write($0, after: $2, to: $1) }
        taps.weights.withUnsafeBufferPointer {
          raster_convolve_columns(
            rows.pointer(met.lowerBound), width,
            $0.baseAddress! + (met.lowerBound - y + taps.radius), met.count, sums, width)
        }
      }
      arithmetic.finishSecondPass(
        sums, used: taps.weight(of: met, at: y), to: out, count: width)
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

  /// Makes room for `rows`, and calls `make` for those that are new, with the row before where it is
  /// still there.
  mutating func advance(
    to rows: Range<Int>,
    _ make: (Int, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>?) -> Void
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
      make(y, pointer(y), held.count > 1 ? pointer(y - 1) : nil)
    }
  }
}

/// Blurs single rows along x.
private struct BlurredRow {
  private let source: CoverageSource
  private let arithmetic: BlurArithmetic
  private let columns: Range<Int>
  /// Taps that meet the source from some column: furthest to the right … to the left.
  private let reach: ClosedRange<Int>
  /// The columns that the taps read.
  private let read: Range<Int>
  /// The source's row between zeros, for all of `read`; and the one before.
  private let padded: UnsafeMutablePointer<Double>
  private let row: UnsafeMutablePointer<Double>

  init(source: CoverageSource, arithmetic: BlurArithmetic, columns: Range<Int>) {
    self.source = source
    self.arithmetic = arithmetic
    self.columns = columns
    let radius = arithmetic.taps.radius
    let from = source.bounds
    let low = max(-radius, columns.lowerBound - (from.x1 - 1))
    reach = low...max(low, min(radius, columns.upperBound - 1 - from.x0))
    read = columns.lowerBound - reach.upperBound..<columns.upperBound - reach.lowerBound
    padded = .allocate(capacity: read.count)
    padded.initialize(repeating: 0, count: read.count)
    row = .allocate(capacity: max(1, from.width))
    row.initialize(repeating: -1, count: max(1, from.width))
  }

  func deallocate() {
    padded.deallocate()
    row.deallocate()
  }

  /// Writes row `y`. Where the source's row equals the one of the last call, whose result is
  /// `before`, that is copied.
  func write(
    _ y: Int, after before: UnsafeMutablePointer<Double>?, to out: UnsafeMutablePointer<Double>
  ) {
    let from = source.bounds
    let taps = arithmetic.taps
    let met = from.columns.clamped(to: read)
    source.write(rows: y..<y + 1, asBytes: taps.roundsPasses, to: row)
    let fresh = row + (met.lowerBound - from.x0)
    let kept = padded + (met.lowerBound - read.lowerBound)
    if let before, raster_equal(fresh, kept, met.count) != 0 {
      return out.initialize(from: before, count: columns.count)
    }
    kept.update(from: fresh, count: met.count)
    taps.weights.withUnsafeBufferPointer {
      raster_convolve_row(
        padded, $0.baseAddress! + (taps.radius - reach.upperBound), reach.count, out,
        columns.count)
    }
    arithmetic.finishFirstPass(out, count: columns.count)
  }
}
