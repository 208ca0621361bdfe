internal import CKernels

/// Halves go up, and so does what lies within 1/2048 of a half, so that a value reached by two ways
/// of calculating it gives the same byte. As in the pixel kernels.
let halfUp = 0.5 + 1.0 / 2048

/// Rows of a gradient's pixels: premultiplied, 8 bits a channel, not dithered.
struct GradientRows {
  let field: GradientField
  let pieces: [LinearPieces.Piece]
  let isOpaque: Bool
  /// How much earlier in t a pixel centre may lie than a stop and still count as on it: 2^−30 px,
  /// over 100 times the rounding of coordinates up to 2^13.
  private let slack: Double

  init(_ gradient: LinearGradient, opacity: Double) {
    // So steep, or so far away, that t would overflow on a canvas: as points that coincide.
    let numbers = [gradient.field.kx, gradient.field.ky, gradient.field.c]
    field =
      numbers.allSatisfy { abs($0) < 1e150 } ? gradient.field : GradientField(kx: 0, ky: 0, c: 1)
    let linear = LinearPieces(gradient.ramp, opacity: opacity)
    pieces = linear.pieces
    isOpaque = linear.isOpaque
    slack = (abs(field.kx) + abs(field.ky)) * 0x1p-30 + 0x1p-50
  }

  /// Whether all rows are equal.
  var isSameForRows: Bool { field.ky == 0 }

  /// t of a pixel's centre.
  func t(_ x: Int, _ y: Int) -> Double {
    field.kx * (Double(x) + 0.5) + (field.ky * (Double(y) + 0.5) + field.c)
  }

  /// The piece that a value of t belongs to: the last that has begun.
  func piece(at t: Double) -> Int {
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if t + slack >= pieces[middle].start { low = middle } else { high = middle }
    }
    return low
  }

  /// Writes the pixels of row `y`, `columns.count` of them.
  func write(columns: Range<Int>, y: Int, to out: UnsafeMutablePointer<UInt8>) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let index = piece(at: t(x, y))
      let end = endOfPiece(index, from: x, to: columns.upperBound, y: y)
      write(pieces[index], columns: x..<end, y: y, to: out + 4 * (x - columns.lowerBound))
      x = end
    }
  }

  /// The first column after `x` whose centre lies in another piece than `index`, or `limit`.
  private func endOfPiece(_ index: Int, from x: Int, to limit: Int, y: Int) -> Int {
    let edge: Double
    if field.kx > 0 {
      guard index + 1 < pieces.count else { return limit }
      edge = pieces[index + 1].start
    } else if field.kx < 0 {
      guard index > 0 else { return limit }
      edge = pieces[index].start
    } else {
      return limit
    }
    func isInside(_ column: Int) -> Bool { (t(column, y) + slack >= edge) == (field.kx < 0) }
    let guess = (edge - t(0, y)) / field.kx
    var end = guess > Double(x) ? (guess < Double(limit) ? Int(guess) : limit) : x + 1
    end = min(max(end, x + 1), limit)
    while end < limit, isInside(end) { end += 1 }
    while end > x + 1, !isInside(end - 1) { end -= 1 }
    return end
  }

  private func write(
    _ piece: LinearPieces.Piece, columns: Range<Int>, y: Int, to out: UnsafeMutablePointer<UInt8>
  ) {
    if field.kx == 0 || piece.b == .zero {
      let v = Self.bytes(piece, t(columns.lowerBound, y))
      return raster_store(out, v, columns.count)
    }
    guard piece.b.largest * (abs(field.kx) + abs(field.ky)) < 4 else {
      // Steeper than 4 steps a pixel: a few pixels, each by itself.
      for x in columns {
        raster_store(out + 4 * (x - columns.lowerBound), Self.bytes(piece, t(x, y)), 1)
      }
      return
    }
    writeRamp(piece, columns: columns, y: y, to: out)
  }

  /// Fixed point with 48 fractional bits, begun anew every 4096 columns of the canvas (not of the
  /// span): over these, at 4 steps a pixel, a value stays within the 16 bits above the point and its
  /// error below 2^−36 steps, and a pixel does not depend on where the drawing begins.
  private func writeRamp(
    _ piece: LinearPieces.Piece, columns: Range<Int>, y: Int, to out: UnsafeMutablePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { fixed in
      for c in 0..<4 {
        fixed[4 + c] = Self.fixedPoint(piece.b[c] * field.kx)
      }
      var x = columns.lowerBound
      while x < columns.upperBound {
        let anchor = x & ~4095
        let end = min(anchor + 4096, columns.upperBound)
        let start = piece.a + piece.b * t(anchor, y) + halfUp
        for c in 0..<4 {
          fixed[c] = Self.fixedPoint(start[c]) &+ fixed[4 + c] &* UInt64(x - anchor)
        }
        raster_ramp(
          out + 4 * (x - columns.lowerBound), fixed.baseAddress, fixed.baseAddress! + 4, end - x)
        x = end
      }
    }
  }

  private static func fixedPoint(_ v: Double) -> UInt64 {
    UInt64(bitPattern: Int64((v * 0x1p48).rounded()))
  }

  /// One pixel by the formula itself, as the word that memory order calls for.
  static func bytes(_ piece: LinearPieces.Piece, _ t: Double) -> UInt32 {
    let v = piece.a + piece.b * t
    // What is no number is 0.
    func byte(_ v: Double) -> UInt32 { UInt32((v > 0 ? min(v, 255) : 0) + halfUp) }
    return UInt32(littleEndian: byte(v.x) | byte(v.y) << 8 | byte(v.z) << 16 | byte(v.w) << 24)
  }
}
