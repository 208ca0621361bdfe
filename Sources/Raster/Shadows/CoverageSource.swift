internal import CKernels

/// Coverage by the row, as a blur reads it: whole numbers, in bytes or in units of 2^−24.
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
  func write(rows: Range<Int>, asBytes: Bool, to out: UnsafeMutablePointer<Double>) {
    let count = rows.count * bounds.width
    switch self {
    case .scan(let scan) where asBytes:
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) {
        scan.writeBytes(rows: rows, to: $0.baseAddress!)
        raster_widen($0.baseAddress, 0, out, count)
      }
    case .scan(let scan): scan.writeUnits(rows: rows, to: out)
    case .mask(let mask):
      let start = (rows.lowerBound - mask.bounds.y0) * mask.bounds.width
      mask.values.withUnsafeBufferPointer {
        raster_widen($0.baseAddress! + start, asBytes ? 0 : 1, out, count)
      }
    }
  }
}
