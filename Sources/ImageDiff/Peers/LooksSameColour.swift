#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// CIE L*a*b* with the rounded constants that looks-same takes from its colour package: the sRGB
/// matrix to four digits, white (95.047, 100, 108.883), and the linear part below 0.008856.
struct LooksSameLab {
  var l: Double
  var a: Double
  var b: Double

  /// Channels are sRGB-encoded, 0…255.
  init(red: UInt8, green: UInt8, blue: UInt8) {
    func linear(_ v: UInt8) -> Double {
      let c = Double(v) / 255
      return 100 * (c > 0.04045 ? pow((c + 0.055) / 1.055, 2.4) : c / 12.92)
    }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    func compressed(_ t: Double) -> Double {
      t > 0.008856 ? pow(t, 1.0 / 3) : 7.787 * t + 16.0 / 116
    }
    let x = compressed((r * 0.4124 + g * 0.3576 + b * 0.1805) / 95.047)
    let y = compressed((r * 0.2126 + g * 0.7152 + b * 0.0722) / 100)
    let z = compressed((r * 0.0193 + g * 0.1192 + b * 0.9505) / 108.883)
    l = 116 * y - 16
    a = 500 * (x - y)
    self.b = 200 * (y - z)
  }

  init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// The colour difference of 1976: the straight distance.
  func distance1976(to other: LooksSameLab) -> Double {
    let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// The colour difference CIEDE2000 with all weights 1. Equation numbers are those of the source.
  ///
  /// - SeeAlso: G. Sharma, W. Wu, E. Dalal, *The CIEDE2000 Color-Difference Formula: Implementation
  ///   Notes, Supplementary Test Data, and Mathematical Observations*, Color Res. Appl. 30 (2005).
  func distance2000(to other: LooksSameLab) -> Double {
    func saturation(_ chroma: Double) -> Double {
      let c7 = pow(chroma, 7)
      return (c7 / (c7 + 6_103_515_625)).squareRoot()  // 25⁷
    }
    let chroma1 = (a * a + b * b).squareRoot()  // (2)
    let chroma2 = (other.a * other.a + other.b * other.b).squareRoot()
    let stretch = 1 + 0.5 * (1 - saturation((chroma1 + chroma2) / 2))  // (4)
    let p = Polar(a: a * stretch, b: b)  // (5)–(7)
    let q = Polar(a: other.a * stretch, b: other.b)
    let hues = p.hues(q)
    let dl = other.l - l  // (8)
    let dc = q.chroma - p.chroma  // (9)
    let dh = 2 * (p.chroma * q.chroma).squareRoot() * sin(radians(hues.difference) / 2)  // (11)
    let meanChroma = (p.chroma + q.chroma) / 2  // (13)
    let h = hues.mean
    let t =  // (15)
      1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h))
      + 0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63))
    let fromBlue = (h - 275) / 25
    let rotation = 30 * exp(-fromBlue * fromBlue)  // (16)
    let off = (l + other.l) / 2 - 50
    let sl = 1 + 0.015 * off * off / (20 + off * off).squareRoot()  // (18)
    let sc = 1 + 0.045 * meanChroma  // (19)
    let sh = 1 + 0.015 * meanChroma * t  // (20)
    let rt = -2 * saturation(meanChroma) * sin(radians(2 * rotation))  // (17), (21)
    let (wl, wc, wh) = (dl / sl, dc / sc, dh / sh)
    return (wl * wl + wc * wc + wh * wh + rt * wc * wh).squareRoot()  // (22)
  }
}

/// The chroma plane in polar form; hue in degrees, 0..<360, and 0 for grey.
private struct Polar {
  let chroma: Double
  let hue: Double

  init(a: Double, b: Double) {
    chroma = (a * a + b * b).squareRoot()
    let degrees = a == 0 && b == 0 ? 0 : atan2(b, a) * (180 / Double.pi)
    hue = degrees < 0 ? degrees + 360 : degrees
  }

  /// The hue difference, the short way round, and the mean hue: equations (10) and (14).
  func hues(_ other: Polar) -> (difference: Double, mean: Double) {
    let (d, sum) = (other.hue - hue, hue + other.hue)
    if chroma * other.chroma == 0 { return (0, sum) }
    if abs(d) <= 180 { return (d, sum / 2) }
    return (d > 180 ? d - 360 : d + 360, (sum < 360 ? sum + 360 : sum - 360) / 2)
  }
}

private func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
