internal import CKernels

/// How much of each device pixel a shape covers.
public struct CoverageMask: Hashable, Sendable {
  /// The pixels of the canvas that the mask holds.
  public let bounds: PixelRect
  /// 255 · coverage, rounded as `Flattening` says; row-major in `bounds`, no padding.
  public internal(set) var values: [UInt8]

  /// An empty mask.
  public init(bounds: PixelRect) {
    self.bounds = bounds
    values = [UInt8](repeating: 0, count: bounds.area)
  }

  /// The area of each pixel that lies inside a path, in device px: exact for straight lines to
  /// 1/65536 px, curves as `flattening` says.
  ///
  /// Windings add up within a pixel and count as 1 at most; more than 127 contours on top of each
  /// other are not told apart from fewer.
  ///
  /// - Parameter clip: The pixels of interest. Without it all that the path touches; if these are more
  ///   than 2^28, only those within 8192 px of the origin.
  public init(
    path: Path, rule: FillRule = .nonzero, flattening: Flattening = .smooth,
    clip: PixelRect? = nil
  ) {
    let touched = path.controlBox
    let isTooLarge = clip == nil && touched.width > (1 << 28) / max(1, touched.height)
    let nearby = PixelRect(x0: -8192, y0: -8192, x1: 8192, y1: 8192)
    self.init(
      CoverageScan(path, rule, flattening: flattening, clip: isTooLarge ? nearby : clip))
  }

  init(_ scan: CoverageScan) {
    bounds = scan.bounds
    values = [UInt8](unsafeUninitializedCapacity: scan.bounds.area) { buffer, count in
      count = scan.bounds.area
      if count > 0 { scan.writeBytes(rows: scan.bounds.rows, to: buffer.baseAddress!) }
    }
  }

  /// A pixmap's alpha channel, within `bounds`.
  public init(alphaOf pixmap: Pixmap, bounds: PixelRect? = nil) {
    let part = bounds.map { $0.intersection(pixmap.bounds) } ?? pixmap.bounds
    self.init(bounds: part)
    guard !part.isEmpty else { return }
    values.withUnsafeMutableBufferPointer { to in
      for y in part.rows {
        pixmap.withRow(y) {
          raster_take_alpha(
            $0.baseAddress! + 4 * part.x0, to.baseAddress! + (y - part.y0) * part.width, part.width)
        }
      }
    }
  }

  /// Joins another mask, moved by whole pixels: a + b − a·b, rounded. What falls outside of this
  /// mask's bounds is lost.
  public mutating func unite(_ other: CoverageMask, dx: Int, dy: Int) {
    let from = other.bounds
    let moved = PixelRect(x0: from.x0 + dx, y0: from.y0 + dy, x1: from.x1 + dx, y1: from.y1 + dy)
    let common = moved.intersection(bounds)
    guard !common.isEmpty else { return }
    values.withUnsafeMutableBufferPointer { to in
      other.values.withUnsafeBufferPointer { source in
        for y in common.rows {
          raster_unite(
            to.baseAddress! + (y - bounds.y0) * bounds.width + common.x0 - bounds.x0,
            source.baseAddress! + (y - moved.y0) * moved.width + common.x0 - moved.x0,
            common.width)
        }
      }
    }
  }

  /// The mask without the empty rows and columns around it.
  func trimmed() -> CoverageMask {
    let width = bounds.width
    var ink = PixelRect(x0: Int.max, y0: Int.max, x1: Int.min, y1: Int.min)
    values.withUnsafeBufferPointer { from in
      for y in bounds.rows {
        let row = from.baseAddress! + (y - bounds.y0) * width
        let before = raster_leading_zeros(row, width)
        guard before < width else { continue }
        ink.x0 = min(ink.x0, bounds.x0 + before)
        ink.x1 = max(ink.x1, bounds.x1 - raster_trailing_zeros(row, width))
        ink.y0 = min(ink.y0, y)
        ink.y1 = y + 1
      }
    }
    guard ink.x0 < ink.x1 else { return CoverageMask(bounds: .nothing) }
    if ink == bounds { return self }
    var result = CoverageMask(bounds: ink)
    result.unite(self, dx: 0, dy: 0)
    return result
  }

  /// The mask seen through a curve.
  public func applying(_ curve: CoverageCurve) -> CoverageMask {
    var result = self
    result.values.withUnsafeMutableBufferPointer { p in
      for i in p.indices { p[i] = curve.table[Int(p[i])] }
    }
    return result
  }
}

/// What a renderer makes of coverage before it blends: 256 steps to 256 steps.
public struct CoverageCurve: Hashable, Sendable {
  let table: [UInt8]

  public static let identity = CoverageCurve { $0 }

  /// - Parameter curve: Coverage 0…1 to coverage 0…1.
  public init(_ curve: (Double) -> Double) {
    table = (0..<256).map { UInt8((min(max(curve(Double($0) / 255), 0), 1) * 255).rounded()) }
  }
}
