internal import CCodecs

/// The space that two pictures' colours are compared in: the first that holds both. All have the white
/// D65 and sRGB's curve.
public enum WorkingSpace: String, Hashable, Sendable, CaseIterable {
  case sRGB = "sRGB"
  case displayP3 = "Display P3"
  case rec2020 = "BT.2020"
  /// Holds every colour whose X, Y and Z are not negative, and so every profile's.
  case wide = "wide RGB"

  var chromaticities: Chromaticities {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    case .rec2020: .rec2020
    case .wide: .wide
    }
  }

  /// Nil where lcms2 is not installed.
  static func holding(_ spaces: [ColourSpace]) -> (name: WorkingSpace, space: ColourSpace)? {
    for name in allCases {
      guard let space = ColourSpace.working(name) else { return nil }
      if name == .wide || !spaces.contains(where: { $0.exceeds(space) }) { return (name, space) }
    }
    return nil
  }
}

/// The meaning of a picture's numbers, ready to be applied: lcms2's reading of a profile, or of
/// what stands for one.
final class ColourSpace {
  let handle: OpaquePointer

  private init?(_ handle: OpaquePointer?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { ra_colours_free(handle) }

  private static func primaries(
    _ c: Chromaticities, curve: Int, exponent: Double = 1
  ) -> ColourSpace? {
    let xy = [c.white, c.red, c.green, c.blue].flatMap { [$0.x, $0.y] }
    return ColourSpace(ra_colours_of_primaries(xy, Int32(curve), exponent))
  }

  static func working(_ space: WorkingSpace) -> ColourSpace? {
    primaries(space.chromaticities, curve: RA_CURVE_SRGB)
  }

  /// Nil where the description is of no use, as a damaged profile is.
  static func of(_ description: ColourDescription) -> ColourSpace? {
    switch description {
    case .assumedSRGB, .sRGB, .unusable:
      return working(.sRGB)
    case .profile(let bytes):
      return ColourSpace(ra_colours_of_profile(bytes, bytes.count))
    case .gamma(let exponent, let chromaticities):
      return primaries(chromaticities, curve: RA_CURVE_POWER, exponent: 1 / exponent)
    case .codePoints(let primaries, let transfer):
      guard let chromaticities = Chromaticities(codePoint: primaries) else { return nil }
      switch transfer {
      case 1, 6, 14, 15: return Self.primaries(chromaticities, curve: RA_CURVE_BT709)
      case 4: return Self.primaries(chromaticities, curve: RA_CURVE_POWER, exponent: 2.2)
      case 5: return Self.primaries(chromaticities, curve: RA_CURVE_POWER, exponent: 2.8)
      case 8: return Self.primaries(chromaticities, curve: RA_CURVE_POWER, exponent: 1)
      case 13: return Self.primaries(chromaticities, curve: RA_CURVE_SRGB)
      default: return nil
      }
    }
  }

  func exceeds(_ other: ColourSpace) -> Bool {
    ra_colours_exceed(handle, other.handle) != 0
  }
}

extension Chromaticities {
  /// P3 primaries with D65. Source: SMPTE EG 432-1, as Apple's Display P3 uses them.
  public static let displayP3 = Chromaticities(
    white: Point(x: 0.3127, y: 0.3290), red: Point(x: 0.680, y: 0.320),
    green: Point(x: 0.265, y: 0.690), blue: Point(x: 0.150, y: 0.060))

  /// ITU-R BT.2020 primaries with D65.
  static let rec2020 = Chromaticities(
    white: Point(x: 0.3127, y: 0.3290), red: Point(x: 0.708, y: 0.292),
    green: Point(x: 0.170, y: 0.797), blue: Point(x: 0.131, y: 0.046))

  /// A triangle around that of X, Y and Z, (1, 0), (0, 1) and (0, 0), so that what those are made of
  /// lies 0.0015 inside, moved from D50 to D65; nothing is displayed in it.
  static let wide = Chromaticities(
    white: Point(x: 0.3127, y: 0.3290), red: Point(x: 1.05, y: -0.03),
    green: Point(x: -0.05, y: 1.1), blue: Point(x: 0, y: -0.1))

  /// ITU-T H.273, table 2: those with D65 that pictures use.
  init?(codePoint: UInt8) {
    let white = Point(x: 0.3127, y: 0.3290)
    switch codePoint {
    case 1: self = .sRGB
    case 5:
      self.init(
        white: white, red: Point(x: 0.64, y: 0.33), green: Point(x: 0.29, y: 0.60),
        blue: Point(x: 0.15, y: 0.06))
    case 6, 7:
      self.init(
        white: white, red: Point(x: 0.630, y: 0.340), green: Point(x: 0.310, y: 0.595),
        blue: Point(x: 0.155, y: 0.070))
    case 9: self = .rec2020
    case 12: self = .displayP3
    default: return nil
    }
  }
}
