/// The blur's formula, literally: what `MaskBlur`, `EdgeProfile` and `Fold` are proved equal to.
///
/// out(x, y) = Σ_j w(j) Σ_k w(k) · coverage(x − k, y − j), nothing outside of the mask.
struct ReferenceBlur {
  /// In units of 2^−24, row-major in `bounds`.
  let values: [Double]
  let bounds: PixelRect

  init(_ source: CoverageSource) {
    bounds = source.bounds
    values = [Double](unsafeUninitializedCapacity: source.bounds.area) { buffer, count in
      count = source.bounds.area
      if count > 0 { source.write(rows: source.bounds.rows, to: buffer.baseAddress!) }
    }
  }

  /// A rectangle's coverage: the product of its axes.
  init(_ rect: Rect) {
    let x = EdgeProfile(low: rect.minX, high: rect.maxX)
    let y = EdgeProfile(low: rect.minY, high: rect.maxY)
    bounds = PixelRect(x.pixels, y.pixels)
    values = y.pixels.flatMap { j in x.pixels.map { i in x.coverage(i) * y.coverage(j) } }
  }

  /// 0…1 at a pixel.
  func blurred(_ taps: BlurTaps, x: Int, y: Int) -> Float {
    var sum = 0.0
    for j in -taps.radius...taps.radius where bounds.rows.contains(y - j) {
      var row = 0.0
      for k in -taps.radius...taps.radius where bounds.columns.contains(x - k) {
        row +=
          taps.weights[k + taps.radius]
          * values[(y - j - bounds.y0) * bounds.width + x - k - bounds.x0]
      }
      sum += taps.weights[j + taps.radius] * row
    }
    return Float(sum * 0x1p-52)
  }
}
