internal import CKernels

extension Pixmap {
  /// Draws the shadow of `outline` (device px), everywhere, or only outside of `knockingOut`.
  ///
  /// Coverage of the moved outline, convolved along x, then y, nothing outside; times the colour;
  /// source-over, with the roundings of the kernel. Knocking out multiplies by 1 − coverage.
  ///
  /// - Parameter flattening: Of the outlines; nil: that of the engine the kernel is measured on.
  public mutating func drawShadow(
    _ shadow: Shadow, of outline: Outline, knockingOut: Outline? = nil,
    flattening: Flattening? = nil
  ) {
    let flattening = flattening ?? shadow.kernel.flattening
    let moved = outline.offset(x: shadow.offset.x, y: shadow.offset.y)
    draw(
      BlurredOutline(
        moved, kernel: shadow.kernel, sigma: shadow.sigma, flattening: flattening, clip: bounds),
      ShadowColour(shadow), knockingOut: knockingOut, flattening)
  }

  /// As `drawShadow(_:of:knockingOut:)`, with the coverage given. An offset by a fraction of a pixel
  /// shares coverage between neighbours.
  public mutating func drawShadow(
    _ shadow: Shadow, of mask: CoverageMask, knockingOut: Outline? = nil,
    flattening: Flattening? = nil
  ) {
    let moved = mask.trimmed().moved(x: shadow.offset.x, y: shadow.offset.y)
    draw(
      BlurredOutline(moved, kernel: shadow.kernel, sigma: shadow.sigma, clip: bounds),
      ShadowColour(shadow), knockingOut: knockingOut, flattening ?? shadow.kernel.flattening)
  }

  /// Draws the shadow that what surrounds `hole` throws onto `inside`: all around the moved hole,
  /// blurred, where `inside` covers. The hole has been shrunk by the spread already.
  public mutating func drawInnerShadow(
    _ shadow: Shadow, hole: Outline, inside: Outline, flattening: Flattening? = nil
  ) {
    let colour = ShadowColour(shadow)
    let flattening = flattening ?? shadow.kernel.flattening
    let coverage = FoldedCoverage(inside, flattening: flattening, clip: bounds)
    guard !colour.isInvisible, !coverage.bounds.isEmpty else { return }
    let moved = hole.offset(x: shadow.offset.x, y: shadow.offset.y)
    let blurred = BlurredOutline(
      moved, kernel: shadow.kernel, sigma: shadow.sigma, flattening: flattening,
      clip: coverage.bounds, isComplement: true)
    let columns = coverage.bounds.columns
    withPixels { pixels in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: columns.count) { values in
        let values = values.baseAddress!
        func draw(rows: Range<Int>, _ blurredRow: UnsafePointer<Float>?) {
          for y in rows {
            values.initialize(repeating: blurred.background, count: columns.count)
            if let blurredRow {
              blurred.expand(blurredRow, to: values + (blurred.bounds.x0 - columns.lowerBound))
            }
            coverage.forEachPart(of: y) { $0.keepInside(values, from: columns.lowerBound) }
            colour.blend(values, to: pixels.row(y) + 4 * columns.lowerBound, columns.count)
          }
        }
        guard !blurred.bounds.isEmpty else { return draw(rows: coverage.bounds.rows, nil) }
        draw(rows: coverage.bounds.y0..<blurred.bounds.y0, nil)
        blurred.forEachFoldedRow { draw(rows: blurred.rows(shownBy: $0), $1) }
        draw(rows: blurred.bounds.y1..<coverage.bounds.y1, nil)
      }
    }
  }

  private mutating func draw(
    _ blurred: BlurredOutline, _ colour: ShadowColour, knockingOut: Outline?,
    _ flattening: Flattening
  ) {
    guard !colour.isInvisible, !blurred.bounds.isEmpty else { return }
    let hole = knockingOut.map {
      FoldedCoverage($0, flattening: flattening, clip: blurred.bounds)
    }
    withPixels { pixels in
      blurred.forEachFoldedRow { folded, row in
        for y in blurred.rows(shownBy: folded) {
          if let hole, hole.bounds.rows.contains(y) {
            blurred.blend(row, to: pixels.row(y), colour, outside: hole, y: y)
          } else {
            blurred.blend(row, to: pixels.row(y), colour)
          }
        }
      }
    }
  }
}

extension BlurKernel {
  fileprivate var flattening: Flattening {
    switch self {
    case .gaussianCutAtTwoSigma: .coreGraphics
    case .gaussian, .threeBoxes: .smooth
    }
  }
}

/// A shadow's colour as the kernels take it.
private struct ShadowColour {
  /// Premultiplied, 0…255.
  private let channels: [Float]
  /// Core Graphics: channels are whole steps, and what blurred coverage makes of them is rounded up.
  private let roundsUp: Bool

  init(_ shadow: Shadow) {
    roundsUp = shadow.kernel == .gaussianCutAtTwoSigma && shadow.sigma.devicePixels > 0
    let exact = BlendColour(shadow.colour, opacity: 1).channels
    channels = roundsUp ? exact.map { ($0 + Float(halfUp)).rounded(.down) } : exact
  }

  var isInvisible: Bool { channels[3] == 0 }

  func blend(_ values: UnsafePointer<Float>, to pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
    if roundsUp {
      raster_blend_values_up(pixels, channels, values, count)
    } else {
      raster_blend_values(pixels, channels, values, count)
    }
  }

  func blend(_ value: Float, to pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
    guard roundsUp else { return raster_blend_constant(pixels, channels, value, count) }
    // As the kernel does it for a value of each pixel.
    let up = 1 - Float(1.0 / 2048)
    let source = channels.map { ($0 * value + up).rounded(.down) }
    raster_blend_constant(pixels, source, 1, count)
  }
}

extension BlurredOutline {
  /// The rows within `bounds` that a folded row shows.
  fileprivate func rows(shownBy folded: Int) -> Range<Int> {
    rows.columns(shownBy: folded).clamped(to: bounds.rows)
  }

  /// Blends a folded row; `to` is column 0.
  fileprivate func blend(
    _ row: UnsafePointer<Float>, to: UnsafeMutablePointer<UInt8>, _ colour: ShadowColour
  ) {
    let origin = columns(bounds.x0)
    for part in columns.parts(of: bounds.columns) {
      let first = row + (columns(part.columns.lowerBound) - origin)
      let pixels = to + 4 * part.columns.lowerBound
      if part.isEqual {
        colour.blend(first.pointee, to: pixels, part.columns.count)
      } else {
        colour.blend(first, to: pixels, part.columns.count)
      }
    }
  }

  fileprivate func blend(
    _ row: UnsafePointer<Float>, to: UnsafeMutablePointer<UInt8>, _ colour: ShadowColour,
    outside hole: FoldedCoverage, y: Int
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: bounds.width) {
      let values = $0.baseAddress!
      expand(row, to: values)
      hole.forEachPart(of: y) { $0.keepOutside(values, from: bounds.x0) }
      colour.blend(values, to: to + 4 * bounds.x0, bounds.width)
    }
  }
}

extension RowPart {
  /// Multiplies `values`, which begin at column `origin`, by 1 − coverage.
  fileprivate func keepOutside(_ values: UnsafeMutablePointer<Float>, from origin: Int) {
    switch self {
    case .each(let columns, let coverage):
      raster_keep_outside(values + (columns.lowerBound - origin), coverage, columns.count)
    case .equal(_, 0): break
    case .equal(let columns, let coverage):
      let rest = 1 - Float(coverage) * Float(1.0 / 255)
      for x in columns { values[x - origin] *= rest }
    }
  }

  /// Multiplies `values`, which begin at column `origin`, by coverage.
  fileprivate func keepInside(_ values: UnsafeMutablePointer<Float>, from origin: Int) {
    switch self {
    case .each(let columns, let coverage):
      raster_keep_inside(values + (columns.lowerBound - origin), coverage, columns.count)
    case .equal(_, 255): break
    case .equal(let columns, let coverage):
      let inside = Float(coverage) * Float(1.0 / 255)
      for x in columns { values[x - origin] *= inside }
    }
  }
}
