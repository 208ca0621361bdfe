internal import CKernels

/// Coverage of an outline, made as its rows are asked for.
struct CoverageScan {
  /// Device px. Outside of it there is no coverage, or no one asks.
  let bounds: PixelRect
  private let lines: Lines
  private let isEvenOdd: Int32
  /// Whether bytes are cut down as Core Graphics does.
  private let cutsDown: Int32

  init(_ path: Path, _ rule: FillRule, flattening: Flattening, clip: PixelRect?) {
    let box = path.controlBox
    bounds = clip.map { box.intersection($0) } ?? box
    isEvenOdd = rule == .evenOdd ? 1 : 0
    cutsDown = flattening == .smooth ? 0 : 1
    lines =
      bounds.isEmpty
      ? Lines(Path(), flattening: flattening, originX: 0, originY: 0)
      : Lines(path, flattening: flattening, originX: bounds.x0, originY: bounds.y0)
  }

  /// Calls `body` with each row of `rows` from the top: its y and its accumulators, in bands whose
  /// accumulators stay below 1 MB or one row.
  func forEachRow(in rows: Range<Int>, _ body: (Int, UnsafePointer<Int32>) -> Void) {
    let width = bounds.width
    guard width > 0, !rows.isEmpty else { return }
    let perBand = min(rows.count, max(1, (1 << 18) / (width + 1)))
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: perBand * (width + 1)) { band in
      var y = rows.lowerBound
      while y < rows.upperBound {
        let end = min(y + perBand, rows.upperBound)
        band.initialize(repeating: 0)
        lines.values.withUnsafeBufferPointer {
          raster_accumulate(
            $0.baseAddress, $0.count / 4, Int64(width), Int64(y - bounds.y0),
            Int64(end - bounds.y0), band.baseAddress)
        }
        for row in y..<end {
          body(row, UnsafePointer(band.baseAddress! + (row - y) * (width + 1)))
        }
        y = end
      }
    }
  }

  /// Writes coverage as bytes, `bounds.width` a row.
  func writeBytes(rows: Range<Int>, to out: UnsafeMutablePointer<UInt8>) {
    forEachRow(in: rows) { y, row in
      raster_resolve_bytes(
        row, bounds.width, isEvenOdd, cutsDown, out + (y - rows.lowerBound) * bounds.width)
    }
  }

  /// Writes coverage in units of 2^−24, `bounds.width` a row.
  func writeUnits(rows: Range<Int>, to out: UnsafeMutablePointer<Double>) {
    forEachRow(in: rows) { y, row in
      raster_resolve_units(
        row, bounds.width, isEvenOdd,
        out + (y - rows.lowerBound) * bounds.width)
    }
  }
}

extension Path {
  /// The pixels that the box of all points, control points included, touches.
  var controlBox: PixelRect {
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)
    func add(_ p: Point) {
      low = Point(x: min(low.x, p.x), y: min(low.y, p.y))
      high = Point(x: max(high.x, p.x), y: max(high.y, p.y))
    }
    for element in elements {
      switch element {
      case .move(let p), .line(let p): add(p)
      case .quad(let a, let p):
        add(a)
        add(p)
      case .cubic(let a, let b, let p):
        add(a)
        add(b)
        add(p)
      case .close: break
      }
    }
    guard low.x <= high.x, low.y <= high.y else { return PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) }
    return PixelRect(
      covering: Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y))
  }
}
