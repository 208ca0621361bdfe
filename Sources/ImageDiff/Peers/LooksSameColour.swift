#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A colour as looks-same compares it, sRGB-encoded.
struct LooksSameColour: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// With the rounded constants of looks-same's colour package: the sRGB matrix to four digits, the
  /// white (95.047, 100, 108.883), and a straight part below 0.008856.
  var lab: Lab {
    func linear(_ v: UInt8) -> Double {
      let c = Double(v) / 255
      return 100 * (c > 0.04045 ? pow((c + 0.055) / 1.055, 2.4) : c / 12.92)
    }
    func compressed(_ t: Double) -> Double {
      t > 0.008856 ? pow(t, 1.0 / 3) : 7.787 * t + 16.0 / 116
    }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    let x = compressed((r * 0.4124 + g * 0.3576 + b * 0.1805) / 95.047)
    let y = compressed((r * 0.2126 + g * 0.7152 + b * 0.0722) / 100)
    let z = compressed((r * 0.0193 + g * 0.1192 + b * 0.9505) / 108.883)
    return Lab(l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// 0…255; weights of YIQ.
  var luma: Double { YIQ.luma(red: Double(red), green: Double(green), blue: Double(blue)) }

  /// Whether the CIEDE2000 distance is < `tolerance`.
  ///
  /// Before it, the distance of 1976 decides what it can, as in looks-same: at ≥ 6.2 × tolerance
  /// the colours look different, at ≤ 0.695 × tolerance the same.
  func looksSame(as other: LooksSameColour, tolerance: Double) -> Bool {
    if self == other { return true }
    let (p, q) = (lab, other.lab)
    let (dl, da, db) = (p.l - q.l, p.a - q.a, p.b - q.b)
    let straight = (dl * dl + da * da + db * db).squareRoot()
    if straight >= 6.2 * tolerance { return false }
    if straight <= 0.695 * tolerance { return true }
    return ciede2000(p, q) < tolerance
  }
}
