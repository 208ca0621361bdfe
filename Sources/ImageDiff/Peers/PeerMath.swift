/// Powers from the four basic operations only, so that every machine gets the same bits: the
/// functions of the C library differ in their last bits between versions and processors.
enum PeerMath {
  /// x raised to `exponent` for finite x ≥ 0; 0 stays 0. Relative error below 1e-13 for results
  /// from 1e-30 to 1e30 (`PeersMathTests`).
  static func power(_ x: Double, _ exponent: Double) -> Double {
    x == 0 ? 0 : exp2(exponent * log2(x))
  }

  static func cubeRoot(_ x: Double) -> Double { power(x, 1.0 / 3) }

  static func exp(_ x: Double) -> Double { exp2(x * 1.4426950408889634) }  // log₂ e

  /// For normal x > 0. With x = m × 2ᵏ and √½ ≤ m < √2: k + 2 artanh((m − 1) / (m + 1)) / ln 2. The
  /// argument stays below 0.1716; the first term left out, s²³ / 23, is below 1e-18.
  static func log2(_ x: Double) -> Double {
    var k = Int(x.exponent)
    var m = x.significand
    if m > 1.4142135623730951 {
      m /= 2
      k += 1
    }
    let s = (m - 1) / (m + 1)
    let t = s * s
    var sum = 1.0 / 21
    sum = sum * t + 1.0 / 19
    sum = sum * t + 1.0 / 17
    sum = sum * t + 1.0 / 15
    sum = sum * t + 1.0 / 13
    sum = sum * t + 1.0 / 11
    sum = sum * t + 1.0 / 9
    sum = sum * t + 1.0 / 7
    sum = sum * t + 1.0 / 5
    sum = sum * t + 1.0 / 3
    sum = sum * t + 1
    return Double(k) + 2 * s * sum * 1.4426950408889634
  }

  /// For |x| ≤ 1e9; results out of range become infinite, or 0. 2ⁿ × e^(f ln 2) with |f| ≤ ½, by
  /// the power series: the first term left out, 0.347¹⁵ / 15!, is below 1e-19.
  static func exp2(_ x: Double) -> Double {
    let n = (x + 6_755_399_441_055_744) - 6_755_399_441_055_744  // 1.5 × 2⁵²: rounds to an integer
    let u = (x - n) * 0.6931471805599453  // ln 2
    var sum = 1.0 / 87_178_291_200  // 1 / 14!
    sum = sum * u + 1.0 / 6_227_020_800
    sum = sum * u + 1.0 / 479_001_600
    sum = sum * u + 1.0 / 39_916_800
    sum = sum * u + 1.0 / 3_628_800
    sum = sum * u + 1.0 / 362_880
    sum = sum * u + 1.0 / 40320
    sum = sum * u + 1.0 / 5040
    sum = sum * u + 1.0 / 720
    sum = sum * u + 1.0 / 120
    sum = sum * u + 1.0 / 24
    sum = sum * u + 1.0 / 6
    sum = sum * u + 1.0 / 2
    sum = (sum * u + 1) * u + 1
    return sum * Double(sign: .plus, exponent: Int(n), significand: 1)
  }
}
