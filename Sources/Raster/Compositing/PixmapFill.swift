internal import CKernels

/// One colour as the kernels take it.
struct BlendColour {
  /// Premultiplied, 0…255.
  let channels: [Float]
  /// The pixel that it leaves where it covers entirely and is opaque.
  let pixel: UInt32?

  init(_ colour: Colour, opacity: Double) {
    let steps = colour.premultipliedSteps(opacity: opacity)
    channels = (0..<4).map { Float(steps[$0]) }
    pixel = channels[3] == 255 ? Self.pixel(channels) : nil
  }

  var isInvisible: Bool { channels[3] == 0 }

  static func pixel(_ channels: [Float]) -> UInt32 {
    let bytes = channels.map { UInt32($0 + Float(halfUp)) }
    return UInt32(littleEndian: bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24)
  }
}

extension Pixmap {
  /// Makes every pixel `colour`; transparent if that is nil. Channels are premultiplied and rounded
  /// to the nearest step.
  public mutating func clear(_ colour: Colour?) {
    let channels = BlendColour(colour ?? .clear, opacity: 1).channels
    let pixel = BlendColour.pixel(channels)
    bytes.withUnsafeMutableBufferPointer {
      if let base = $0.baseAddress { raster_store(base, pixel, $0.count / 4) }
    }
  }

  /// Draws `paint` where `outline` (device px) covers, source-over in sRGB as encoded.
  ///
  /// Each channel is rounded once, to the nearest step, halves up.
  ///
  /// - Parameters:
  ///   - opacity: 0…1; multiplies alpha.
  ///   - flattening: How round corners become edges: as they are, or as Core Graphics cuts them.
  public mutating func fill(
    _ outline: Outline, with paint: Paint, opacity: Double = 1, flattening: Flattening = .smooth
  ) {
    fill(
      FoldedCoverage(outline, flattening: flattening, clip: bounds), with: paint,
      opacity: opacity)
  }

  /// As `fill(_:with:opacity:)` for an outline, with the coverage given.
  public mutating func fill(_ mask: CoverageMask, with paint: Paint, opacity: Double = 1) {
    fill(FoldedCoverage(mask, clip: bounds), with: paint, opacity: opacity)
  }

  private mutating func fill(_ coverage: FoldedCoverage, with paint: Paint, opacity: Double) {
    guard !coverage.bounds.isEmpty else { return }
    switch paint {
    case .solid(let colour):
      let blend = BlendColour(colour, opacity: opacity)
      if !blend.isInvisible { fill(coverage, blend) }
    case .linearGradient(let gradient):
      fill(coverage, GradientRows(gradient, opacity: opacity))
    }
  }

  private mutating func fill(_ coverage: FoldedCoverage, _ colour: BlendColour) {
    withPixels { pixels in
      for y in coverage.bounds.rows {
        let row = pixels.row(y)
        coverage.forEachPart(of: y) { part in
          switch part {
          case .each(let columns, let values):
            raster_blend_coverage(
              row + 4 * columns.lowerBound, colour.channels, values, columns.count)
          case .equal(_, 0): break
          case .equal(let columns, let value):
            let first = row + 4 * columns.lowerBound
            if value == 255, let pixel = colour.pixel {
              raster_store(first, pixel, columns.count)
            } else {
              raster_blend_constant(
                first, colour.channels, Float(value) * Float(1.0 / 255), columns.count)
            }
          }
        }
      }
    }
  }

  private mutating func fill(_ coverage: FoldedCoverage, _ gradient: GradientRows) {
    let columns = coverage.bounds.columns
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns.count * 4) { source in
      let made = source.baseAddress!
      withPixels { pixels in
        for y in coverage.bounds.rows {
          let row = pixels.row(y)
          // Where all rows are equal the first one is kept.
          if !gradient.isSameForRows || y == coverage.bounds.y0 {
            gradient.write(columns: columns, y: y, to: made)
          }
          coverage.forEachPart(of: y) { part in
            part.blend(
              made + 4 * (part.columns.lowerBound - columns.lowerBound), gradient.isOpaque,
              to: row + 4 * part.columns.lowerBound)
          }
        }
      }
    }
  }

  /// Lends all pixels for writing.
  mutating func withPixels(_ body: (PixelRows) -> Void) {
    let width = width
    bytes.withUnsafeMutableBufferPointer {
      if let base = $0.baseAddress { body(PixelRows(base: base, width: width)) }
    }
  }
}

/// A pixmap's memory.
struct PixelRows {
  let base: UnsafeMutablePointer<UInt8>
  let width: Int

  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * width * 4 }
}

extension RowPart {
  var columns: Range<Int> {
    switch self {
    case .each(let columns, _), .equal(let columns, _): columns
    }
  }

  /// Blends pixels through this part's coverage.
  fileprivate func blend(
    _ pixels: UnsafePointer<UInt8>, _ isOpaque: Bool, to row: UnsafeMutablePointer<UInt8>
  ) {
    switch self {
    case .each(_, let values): raster_blend_pixels(row, pixels, values, 1, columns.count)
    case .equal(_, 0): break
    case .equal(_, 255) where isOpaque: row.update(from: pixels, count: columns.count * 4)
    case .equal(_, let value):
      raster_blend_pixels(row, pixels, nil, Float(value) * Float(1.0 / 255), columns.count)
    }
  }
}
