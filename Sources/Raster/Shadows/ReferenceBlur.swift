/// The blur's formula, literally: what `MaskBlur`, `RectangleBlur` and `Fold` are proved equal to.
///
/// out(x, y) = Σ_j w(j) Σ_k w(k) · coverage(x − k, y − j), each sum rounded where the kernel says so.
struct ReferenceBlur {
  private let values: [Double]
  private let bounds: PixelRect
  private let taps: BlurTaps
  private let isComplement: Bool

  init(_ source: CoverageSource, _ taps: BlurTaps, isComplement: Bool = false) {
    bounds = source.bounds
    self.taps = taps
    self.isComplement = isComplement
    values = [Double](unsafeUninitializedCapacity: source.bounds.area) { buffer, count in
      count = source.bounds.area
      if count > 0 {
        source.write(rows: source.bounds.rows, asBytes: taps.roundsPasses, to: buffer.baseAddress!)
      }
    }
  }

  private func coverage(_ x: Int, _ y: Int) -> Double {
    let value =
      bounds.contains(x: x, y: y) ? values[(y - bounds.y0) * bounds.width + x - bounds.x0] : 0
    return isComplement ? (taps.roundsPasses ? 255 : 0x1p24) - value : value
  }

  /// 0…1 at each pixel of `clip`, row-major.
  func blurred(in clip: PixelRect) -> [Float] {
    func pass(_ value: (Int) -> Double) -> Double {
      var sum = 0.0
      for k in -taps.radius...taps.radius { sum += taps.weights[k + taps.radius] * value(k) }
      return taps.roundsPasses ? (sum / 16384 + 0.5).rounded(.down) : sum
    }
    let read = clip.outset(by: taps.radius)
    let along = read.rows.map { y in clip.columns.map { x in pass { k in coverage(x - k, y) } } }
    return clip.rows.flatMap { y in
      clip.columns.map { x in
        let value = pass { j in along[y - j - read.y0][x - clip.x0] }
        return taps.roundsPasses ? Float(value) * Float(1.0 / 255) : Float(value / 0x1p52)
      }
    }
  }
}
