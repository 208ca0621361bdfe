internal import CKernels

extension Pixmap {
  /// Draws the shadow of `outline` (device px), everywhere, or only outside of `knockingOut`.
  ///
  /// Coverage of the moved outline, convolved along x, then y, nothing outside; times the colour's
  /// alpha; source-over, rounded once, to the nearest step. Knocking out multiplies by 1 − coverage.
  public mutating func drawShadow(
    _ shadow: Shadow, of outline: Outline, knockingOut: Outline? = nil
  ) {
    let moved = outline.offset(x: shadow.offset.x, y: shadow.offset.y)
    draw(
      BlurredOutline(moved, kernel: shadow.kernel, sigma: shadow.sigma, clip: bounds),
      shadow.colour, knockingOut: knockingOut)
  }

  /// As `drawShadow(_:of:knockingOut:)`, with the coverage given. An offset by a fraction of a pixel
  /// shares coverage between neighbours.
  public mutating func drawShadow(
    _ shadow: Shadow, of mask: CoverageMask, knockingOut: Outline? = nil
  ) {
    let moved = mask.moved(x: shadow.offset.x, y: shadow.offset.y)
    draw(
      BlurredOutline(moved, kernel: shadow.kernel, sigma: shadow.sigma, clip: bounds),
      shadow.colour, knockingOut: knockingOut)
  }

  /// Draws the shadow that what surrounds `hole` throws onto `inside`: the complement of the moved
  /// and blurred hole, where `inside` covers. The hole has been shrunk by the spread already.
  public mutating func drawInnerShadow(_ shadow: Shadow, hole: Outline, inside: Outline) {
    let colour = BlendColour(shadow.colour, opacity: 1)
    let coverage = FoldedCoverage(inside, clip: bounds)
    guard !colour.isInvisible, !coverage.bounds.isEmpty else { return }
    let moved = hole.offset(x: shadow.offset.x, y: shadow.offset.y)
    let blurred = BlurredOutline(
      moved, kernel: shadow.kernel, sigma: shadow.sigma, clip: coverage.bounds)
    let columns = coverage.bounds.columns
    withPixels { pixels in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: columns.count) { values in
        func drawRow(_ y: Int) {
          coverage.forEachPart(of: y) {
            $0.complement(values.baseAddress!, from: columns.lowerBound)
          }
          raster_blend_values(
            pixels.row(y) + 4 * columns.lowerBound, colour.channels, values.baseAddress,
            columns.count)
        }
        func drawBare(_ rows: Range<Int>) {
          for y in rows {
            values.initialize(repeating: 0)
            drawRow(y)
          }
        }
        guard !blurred.bounds.isEmpty else { return drawBare(coverage.bounds.rows) }
        drawBare(coverage.bounds.y0..<blurred.bounds.y0)
        blurred.forEachFoldedRow { folded, row in
          for y in blurred.rows.columns(shownBy: folded).clamped(to: blurred.bounds.rows) {
            values.initialize(repeating: 0)
            blurred.expand(row, to: values.baseAddress! + (blurred.bounds.x0 - columns.lowerBound))
            drawRow(y)
          }
        }
        drawBare(blurred.bounds.y1..<coverage.bounds.y1)
      }
    }
  }

  private mutating func draw(
    _ blurred: BlurredOutline, _ colour: Colour, knockingOut: Outline?
  ) {
    let blend = BlendColour(colour, opacity: 1)
    guard !blend.isInvisible, !blurred.bounds.isEmpty else { return }
    let hole = knockingOut.map { FoldedCoverage($0, clip: blurred.bounds) }
    withPixels { pixels in
      blurred.forEachFoldedRow { folded, row in
        for y in blurred.rows.columns(shownBy: folded).clamped(to: blurred.bounds.rows) {
          let to = pixels.row(y)
          if let hole, hole.bounds.rows.contains(y) {
            blurred.blend(row, to: to, blend, outside: hole, y: y)
          } else {
            blurred.blend(row, to: to, blend)
          }
        }
      }
    }
  }
}

extension BlurredOutline {
  /// Writes a folded row to all columns of `bounds`.
  func expand(_ row: UnsafePointer<Float>, to out: UnsafeMutablePointer<Float>) {
    let origin = columns(bounds.x0)
    for part in columns.parts(of: bounds.columns) {
      let first = row + (columns(part.columns.lowerBound) - origin)
      let to = out + (part.columns.lowerBound - bounds.x0)
      if part.isEqual {
        to.update(repeating: first.pointee, count: part.columns.count)
      } else {
        to.update(from: first, count: part.columns.count)
      }
    }
  }

  /// Blends a folded row; `to` is column 0.
  fileprivate func blend(
    _ row: UnsafePointer<Float>, to: UnsafeMutablePointer<UInt8>, _ colour: BlendColour
  ) {
    let origin = columns(bounds.x0)
    for part in columns.parts(of: bounds.columns) {
      let first = row + (columns(part.columns.lowerBound) - origin)
      let pixels = to + 4 * part.columns.lowerBound
      if part.isEqual {
        raster_blend_constant(pixels, colour.channels, first.pointee, part.columns.count)
      } else {
        raster_blend_values(pixels, colour.channels, first, part.columns.count)
      }
    }
  }

  fileprivate func blend(
    _ row: UnsafePointer<Float>, to: UnsafeMutablePointer<UInt8>, _ colour: BlendColour,
    outside hole: FoldedCoverage, y: Int
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: bounds.width) { values in
      expand(row, to: values.baseAddress!)
      hole.forEachPart(of: y) { $0.knockOut(of: values.baseAddress!, from: bounds.x0) }
      raster_blend_values(
        to + 4 * bounds.x0, colour.channels, values.baseAddress, bounds.width)
    }
  }
}

extension RowPart {
  /// Multiplies `values`, which begin at column `origin`, by 1 − coverage.
  fileprivate func knockOut(of values: UnsafeMutablePointer<Float>, from origin: Int) {
    switch self {
    case .each(let columns, let coverage):
      raster_knock_out(values + (columns.lowerBound - origin), coverage, columns.count)
    case .equal(_, 0): break
    case .equal(let columns, let coverage):
      let rest = 1 - Float(coverage) * Float(1.0 / 255)
      for x in columns { values[x - origin] *= rest }
    }
  }

  /// Replaces `values` by (1 − value) · coverage.
  fileprivate func complement(_ values: UnsafeMutablePointer<Float>, from origin: Int) {
    switch self {
    case .each(let columns, let coverage):
      raster_complement_inside(values + (columns.lowerBound - origin), coverage, columns.count)
    case .equal(let columns, let coverage):
      let inside = Float(coverage) * Float(1.0 / 255)
      for x in columns { values[x - origin] = (1 - values[x - origin]) * inside }
    }
  }
}
