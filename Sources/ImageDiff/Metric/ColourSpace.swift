#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The primaries that a picture's numbers stand for. All have the white D65 and sRGB's curve.
public enum Primaries: String, Hashable, Sendable, CaseIterable {
  case sRGB = "srgb"
  case displayP3 = "display-p3"
  case rec2020 = "rec2020"
  /// A triangle around all colours, for profiles beyond BT.2020: x, y of red 1.05, −0.03, of green
  /// −0.05, 1.1, of blue 0, −0.1.
  case wide = "wide"

  /// Linear RGB to CIE XYZ of D65, Y = 1 for white, row by row.
  /// Source: CSS Color 4, *Sample code for color conversions*.
  var toXYZ: [Double] {
    switch self {
    case .sRGB:
      [
        506752.0 / 1_228_815, 87881.0 / 245763, 12673.0 / 70218,
        87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545,
        7918.0 / 409605, 87881.0 / 737289, 1001167.0 / 1_053_270,
      ]
    case .displayP3:
      [
        608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160,
        35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400,
        0, 32229.0 / 714400, 5220557.0 / 5_000_800,
      ]
    case .rec2020: Self.matrix(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
    case .wide: Self.matrix(red: (1.05, -0.03), green: (-0.05, 1.1), blue: (0, -0.1))
    }
  }

  /// Of primaries with the white D65, x 0.3127, y 0.3290: each is as strong as makes their sum white.
  private static func matrix(
    red: (x: Double, y: Double), green: (x: Double, y: Double), blue: (x: Double, y: Double)
  ) -> [Double] {
    func xyz(_ p: (x: Double, y: Double)) -> SIMD3<Double> {
      SIMD3(p.x, p.y, 1 - p.x - p.y)
    }
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      let cross = SIMD3(
        b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x)
      return (a * cross).sum()
    }
    let (r, g, b) = (xyz(red), xyz(green), xyz(blue))
    let white = xyz((0.3127, 0.3290)) / 0.3290
    let whole = determinant(r, g, b)
    let columns = [
      r * (determinant(white, g, b) / whole), g * (determinant(r, white, b) / whole),
      b * (determinant(r, g, white) / whole),
    ]
    return (0..<9).map { columns[$0 % 3][$0 / 3] }
  }
}

/// sRGB's curve undone: encoded 0…1 to linear light 0…1. Source: IEC 61966-2-1.
func linear(_ encoded: Double) -> Double {
  encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
}

/// `linear` of every 8-bit value.
let linearOf8Bit: [Double] = (0..<256).map { linear(Double($0) / 255) }

/// D65 as the sum of a matrix's rows: white is exactly L* 100, a* 0, b* 0.
struct WhitePoint {
  let x: Double
  let y: Double
  let z: Double

  init(_ m: [Double]) {
    x = m[0] + m[1] + m[2]
    y = m[3] + m[4] + m[5]
    z = m[6] + m[7] + m[8]
  }
}

extension Lab {
  /// From linear light, each 0…1. Source: CIE 15, with the exact 216/24389 and 24389/27.
  init(red: Double, green: Double, blue: Double, matrix m: [Double], white w: WhitePoint) {
    func f(_ t: Double) -> Double {
      t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
    }
    let x = f((m[0] * red + m[1] * green + m[2] * blue) / w.x)
    let y = f((m[3] * red + m[4] * green + m[5] * blue) / w.y)
    let z = f((m[6] * red + m[7] * green + m[8] * blue) / w.z)
    // A grey has no hue, not that of the last bit.
    func chroma(_ v: Double) -> Double { abs(v) < 1e-9 ? 0 : v }
    self.init(l: 116 * y - 16, a: chroma(500 * (x - y)), b: chroma(200 * (y - z)))
  }
}

/// A colour in OKLab: lightness 0…1, a and b about −0.4…0.4.
///
/// - SeeAlso: Björn Ottosson, *A perceptual color space for image processing* (2020).
struct OKLab {
  var l: Double
  var a: Double
  var b: Double

  /// CIE XYZ of D65 to cone responses, row by row.
  static let fromXYZ: [Double] = [
    0.8190224379967030, 0.3619062600528904, -0.1288737815209879,
    0.0329836539323885, 0.9292868615863434, 0.0361446663506424,
    0.0481771893596242, 0.2642395317527308, 0.6335478284694309,
  ]

  /// From CIE XYZ of D65.
  init(x: Double, y: Double, z: Double) {
    let m = Self.fromXYZ
    // No cone answers with less than nothing, which numbers for imaginary colours may ask for.
    let long = cbrt(max(0, m[0] * x + m[1] * y + m[2] * z))
    let middle = cbrt(max(0, m[3] * x + m[4] * y + m[5] * z))
    let short = cbrt(max(0, m[6] * x + m[7] * y + m[8] * z))
    l = 0.2104542683093140 * long + 0.7936177747023054 * middle - 0.0040720430116193 * short
    a = 1.9779985324311684 * long - 2.4285922420485799 * middle + 0.4505937096174110 * short
    b = 0.0259040424655478 * long + 0.7827717124575296 * middle - 0.8086757549230774 * short
  }

  func distance(to other: OKLab) -> Double {
    let dl = l - other.l
    let da = a - other.a
    let db = b - other.b
    return (dl * dl + da * da + db * db).squareRoot()
  }
}
