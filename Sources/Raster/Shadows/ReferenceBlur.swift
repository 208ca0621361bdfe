/// The blur's formula, literally: what `MaskBlur`, `RectangleBlur` and `Fold` are proved equal to.
///
/// out(x, y) = Σ_j w(j) Σ_k w(k) · coverage(x − k, y − j), rounded where the kernel says so.
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

  /// 0…1 at a pixel.
  func blurred(x: Int, y: Int) -> Float {
    func pass(_ value: (Int) -> Double) -> Double {
      var sum = 0.0
      for k in -taps.radius...taps.radius { sum += taps.weights[k + taps.radius] * value(k) }
      return taps.roundsPasses ? (sum / 16384 + 0.5).rounded(.down) : sum
    }
    let value = pass { j in pass { k in coverage(x - k, y - j) } }
    return taps.roundsPasses ? Float(value) * Float(1.0 / 255) : Float(value / 0x1p52)
  }
}
