#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension CoverageCurve {
  /// Skia's mask gamma as Chromium uses it on Linux: contrast 0.2, device gamma 1.2 (measured to a
  /// mean of 0.8 steps).
  ///
  /// With dst = 1 − luminance and adj = 0.2 · dst^1.2, coverage a becomes
  /// a′ = a + (1 − a) · adj · a, then
  /// ((lum^1.2 · a′ + dst^1.2 · (1 − a′))^(1/1.2) − dst) / (lum − dst).
  ///
  /// - Parameter luminance: Of the text's colour, 0…1. The background does not matter.
  public static func skia(luminance: Double) -> CoverageCurve {
    let gamma = 1.2
    let source = min(max(luminance, 0), 1)
    let destination = 1 - source
    let contrast = 0.2 * pow(destination, gamma)
    return CoverageCurve { a in
      let raised = a + (1 - a) * contrast * a
      // A grey in the middle has no opposite: the curve is the contrast alone.
      guard abs(source - destination) > 1.0 / 256 else { return raised }
      let mixed = pow(source, gamma) * raised + pow(destination, gamma) * (1 - raised)
      return (pow(mixed, 1 / gamma) - destination) / (source - destination)
    }
  }
}
