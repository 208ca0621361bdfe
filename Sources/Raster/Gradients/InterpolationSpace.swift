#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How stops of different alpha mix.
public enum AlphaInterpolation: Hashable, Sendable {
  /// Colour and alpha each by themselves: Core Graphics, SVG.
  case straight
  /// Colour times alpha: CSS, Android.
  case premultiplied
}

/// The space in which stops mix.
public enum InterpolationSpace: Hashable, Sendable {
  /// sRGB as encoded.
  case srgb
  /// sRGB primaries, linear light.
  case linear
  case oklab
  /// The stops' numbers are taken as Apple's Generic RGB (gamma 1.8), mixed as encoded, and turned
  /// into sRGB: what `CALayer.render(in:)` does with device colours.
  case genericRGB
}

/// Three numbers of a colour in some space.
struct Components: Hashable {
  var a: Double
  var b: Double
  var c: Double

  static func * (k: Double, v: Components) -> Components {
    Components(a: k * v.a, b: k * v.b, c: k * v.c)
  }

  static func + (v: Components, w: Components) -> Components {
    Components(a: v.a + w.a, b: v.b + w.b, c: v.c + w.c)
  }

  func map(_ f: (Double) -> Double) -> Components { Components(a: f(a), b: f(b), c: f(c)) }

  /// Rows of a 3×3 matrix times this column.
  func times(_ m: [Double]) -> Components {
    Components(
      a: m[0] * a + m[1] * b + m[2] * c, b: m[3] * a + m[4] * b + m[5] * c,
      c: m[6] * a + m[7] * b + m[8] * c)
  }
}

extension InterpolationSpace {
  /// From sRGB as encoded.
  func components(of colour: Colour) -> Components {
    let encoded = Components(a: colour.red, b: colour.green, c: colour.blue)
    switch self {
    case .srgb, .genericRGB: return encoded
    case .linear: return encoded.map(Self.linear)
    case .oklab:
      return encoded.map(Self.linear).times(Self.lmsFromLinear).map(cbrt).times(Self.labFromLMS)
    }
  }

  /// To sRGB as encoded, not clipped.
  func encoded(_ components: Components) -> Components {
    switch self {
    case .srgb: return components
    case .linear: return components.map(Self.encode)
    case .oklab:
      return components.times(Self.lmsFromLab).map { $0 * $0 * $0 }.times(Self.linearFromLMS)
        .map(Self.encode)
    case .genericRGB:
      return components.map { $0 < 0 ? 0 : pow($0, 1.8) }.times(Self.linearFromGeneric)
        .map(Self.encode)
    }
  }

  /// IEC 61966-2-1, odd about 0.
  static func linear(_ v: Double) -> Double {
    if v < 0 { return -linear(-v) }
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  static func encode(_ v: Double) -> Double {
    if v < 0 { return -encode(-v) }
    return v <= 0.003_130_8 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
  }

  // Oklab, Björn Ottosson; as CSS Color 4 has the matrices.
  private static let lmsFromLinear = [
    0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9,
    0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6,
    0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5,
  ]
  private static let labFromLMS = [
    0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8,
    1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9,
    0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0,
  ]
  private static let lmsFromLab = [
    1, 0.396_337_777_4, 0.215_803_757_3,
    1, -0.105_561_345_8, -0.063_854_172_8,
    1, -0.089_484_177_5, -1.291_485_548_0,
  ]
  private static let linearFromLMS = [
    4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2,
    -1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5,
    -0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0,
  ]

  /// The colorants of Apple's Generic RGB profile (D50) times the inverse of sRGB's: red becomes
  /// #FF2600, as the reference images have it.
  private static let linearFromGeneric = [
    1.025_281, -0.026_380, 0.001_139,
    0.019_359, 0.947_945, 0.032_709,
    -0.001_770, -0.001_515, 1.002_989,
  ]
}
