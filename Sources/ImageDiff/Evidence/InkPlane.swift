internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What one side of a line shows, less its ground.
struct InkPlane {
  /// In pixels of the reference.
  let area: PixelRect
  /// Row-major over `area`.
  var ink: [SIMD4<Float>]

  @inline(__always)
  func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard x >= 0, y >= 0, x < area.width, y < area.height else { return .zero }
    return ink[y * area.width + x]
  }

  /// Between pixels, by Catmull-Rom.
  func sample(_ x: Float, _ y: Float) -> SIMD4<Float> {
    let (fx, fy) = (x.rounded(.down), y.rounded(.down))
    let (ix, iy) = (Int(fx), Int(fy))
    let (wx, wy) = (catmullRom(x - fx), catmullRom(y - fy))
    var sum = SIMD4<Float>.zero
    for j in 0..<4 where wy[j] != 0 {
      var line = SIMD4<Float>.zero
      for i in 0..<4 where wx[i] != 0 { line += at(ix + i - 1, iy + j - 1) * wx[i] }
      sum += line * wy[j]
    }
    return sum
  }

  /// Σ over channels and pixels.
  var total: Double { ink.reduce(0) { $0 + Double(magnitude($1).sum()) } }

  /// Whether three quarters of the ink's energy lie along one direction of colours: stripes of LCD
  /// smoothing take the rest.
  var isOneColour: Bool {
    var direction = SIMD4<Float>.zero
    for v in ink { direction += v * magnitude(v).sum() }
    let length = (direction * direction).sum().squareRoot()
    guard length > 0 else { return false }
    direction /= length
    var (along, all) = (0.0, 1e-9)
    for v in ink {
      let d = (v * direction).sum()
      if d > 0 { along += Double(d * d) }
      all += Double((v * v).sum())
    }
    return along >= 0.75 * all
  }

  /// The strongest pixel.
  var peak: Float { ink.reduce(0) { max($0, magnitude($1).max()) } }

  /// Ink of each row.
  private var rows: [Double] {
    (0..<area.height).map { y in
      (0..<area.width).reduce(0) { $0 + Double(magnitude(ink[y * area.width + $1]).sum()) }
    }
  }

  /// The middle of the ink, row of the area, and its standard deviation from it.
  var vertical: (middle: Double, deviation: Double) {
    var (sum, moment, squares) = (1e-9, 0.0, 0.0)
    for (y, m) in rows.enumerated() {
      sum += m
      moment += m * Double(y)
      squares += m * Double(y * y)
    }
    let middle = moment / sum
    return (middle, max(0, squares / sum - middle * middle).squareRoot())
  }

  /// The first and the last column of ink, columns of the area, to a fraction by the outermost ink.
  var ends: (from: Double, to: Double)? {
    let columns = (0..<area.width).map { x in
      (0..<area.height).reduce(Float(0)) { max($0, magnitude(ink[$1 * area.width + x]).max()) }
    }
    guard let most = columns.max(), most > 16,
      let first = columns.firstIndex(where: { $0 > most / 2 }),
      let last = columns.lastIndex(where: { $0 > most / 2 })
    else { return nil }
    let before = first > 0 ? columns[first - 1] / most : 0
    let after = last + 1 < columns.count ? columns[last + 1] / most : 0
    return (Double(first) - Double(before), Double(last + 1) + Double(after))
  }

  /// Strokes wider by as much on either side, px: each pixel partly becomes the strongest, or the
  /// weakest, of itself and its four neighbours, as the edge of coverage passes it, a pixel at a time.
  func grown(by t: Float) -> InkPlane {
    if t == 0 { return self }
    if abs(t) > 1 { return grown(by: t > 0 ? 1 : -1).grown(by: t > 0 ? t - 1 : t + 1) }
    var result = self
    for y in 0..<area.height {
      for x in 0..<area.width {
        let own = at(x, y)
        var (best, size) = (own, magnitude(own).sum())
        for v in [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)] {
          let s = magnitude(v).sum()
          if t > 0 ? s > size : s < size { (best, size) = (v, s) }
        }
        result.ink[y * area.width + x] = own + (best - own) * abs(t)
      }
    }
    return result
  }

  /// By how much strokes grow to have `ratio` times the ink; nil where no weight of a font does: the
  /// heaviest have about twice the ink of the regular ones, and strokes stay apart.
  func growth(to ratio: Double) -> Float? {
    guard ratio > 0.45, ratio < 2.2 else { return nil }
    let target = ratio * total
    var (plane, before) = (self, total)
    for whole in 0..<3 {
      plane = plane.grown(by: ratio > 1 ? 1 : -1)
      let after = plane.total
      if after == before { return nil }
      let t = (target - before) / (after - before)
      if t <= 1 { return Float(Double(whole) + t) * (ratio > 1 ? 1 : -1) }
      before = after
    }
    return nil
  }

  /// Stretched about a place that comes to lie at another one.
  func scaled(
    _ sx: Double, _ sy: Double, from: SIMD2<Double>, to: SIMD2<Double>
  ) -> InkPlane {
    var result = self
    for y in 0..<area.height {
      let fy = from.y + (Double(y) - to.y) / sy
      for x in 0..<area.width {
        let fx = from.x + (Double(x) - to.x) / sx
        result.ink[y * area.width + x] = sample(Float(fx), Float(fy))
      }
    }
    return result
  }

  /// Lower by `dy` px.
  func lowered(by dy: Double) -> InkPlane {
    dy == 0 ? self : scaled(1, 1, from: .zero, to: SIMD2(0, dy))
  }
}
