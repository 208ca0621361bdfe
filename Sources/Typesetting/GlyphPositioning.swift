/// Where a rasteriser lets a glyph's origin stand on the x axis.
public enum GlyphPositioning: String, CaseIterable, Hashable, Sendable {
  /// Core Graphics: floor(pen × Q + 1e-6) / Q, with Q positions per device px by pixel size.
  ///
  /// | pixel size | Q | |
  /// |---|---|---|
  /// | below 14 | 4 | measured at 10 |
  /// | 14 to below 30 | 3 | measured at 14 and 16 |
  /// | 30 to below 34 | 2 | measured at 30 |
  /// | 34 and above | 1 | measured at 34, 42, 48, 102 |
  ///
  /// Between measured sizes Q is that of the next measured size below: the thresholds themselves
  /// are not known. The 1e-6 keeps a pen that should stand on a step from falling below it.
  case coreGraphics
  /// Skia: to the nearest quarter px, halves to the right.
  case quarterPixel
  case exact

  /// - Parameters:
  ///   - penX: Device px.
  ///   - pixelSize: Device px per em.
  public func position(penX: Double, pixelSize: Double) -> Double {
    switch self {
    case .coreGraphics:
      let steps = Self.coreGraphicsSteps(pixelSize: pixelSize)
      return (penX * steps + 1e-6).rounded(.down) / steps
    case .quarterPixel: return (penX * 4 + 0.5).rounded(.down) / 4
    case .exact: return penX
    }
  }

  /// Positions per device px.
  static func coreGraphicsSteps(pixelSize: Double) -> Double {
    switch pixelSize {
    case ..<14: 4
    case ..<30: 3
    case ..<34: 2
    default: 1
    }
  }
}
