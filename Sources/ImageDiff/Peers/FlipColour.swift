/// The colour spaces of FLIP: sRGB, linear light, XYZ and the two that share its axes, YCxCz
/// (XYZ rearranged, still linear) and L*a*b*.
///
/// - SeeAlso: P. Andersson et al., *FLIP: A Difference Evaluator for Alternating Images*,
///   Proc. ACM Comput. Graph. Interact. Tech. 3 (2020), sections 3 and 4.1.
enum FlipColour {
  /// Three components: X, Y, Z, or red, green, blue, or Y, Cx, Cz, or L, a, b.
  typealias Triple = (Double, Double, Double)

  /// Linear light 0…1 for each sRGB sample 0…255.
  static let linear: [Double] = (0...255).map {
    let c = Double($0) / 255
    return c <= 0.04045 ? c / 12.92 : PeerMath.power((c + 0.055) / 1.055, 2.4)
  }

  /// X, Y, Z, each relative to the white that linear (1, 1, 1) gives. The matrix is the exact one
  /// for the sRGB primaries and the white x = 0.3127, y = 0.3290, its rows divided by their sums.
  static func relativeXYZ(_ c: Triple) -> Triple {
    (
      (10_135_552 * c.0 + 8_788_810 * c.1 + 4_435_075 * c.2) / 23_359_437,
      (2_613_072 * c.0 + 8_788_810 * c.1 + 887_015 * c.2) / 12_288_897,
      (1_425_312 * c.0 + 8_788_810 * c.1 + 70_074_185 * c.2) / 80_288_307
    )
  }

  static func yCxCz(_ linear: Triple) -> Triple {
    let (x, y, z) = relativeXYZ(linear)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  /// Linear light, cut to 0…1.
  static func linearLight(yCxCz c: Triple) -> Triple {
    let y = (c.0 + 16) / 116
    let x = (c.1 / 500 + y) * 0.950428545
    let z = (y - c.2 / 200) * 1.088900371
    func cut(_ v: Double) -> Double { min(max(v, 0), 1) }
    return (
      cut(3.241003275 * x - 1.537398934 * y - 0.498615861 * z),
      cut(-0.969224334 * x + 1.875930071 * y + 0.041554224 * z),
      cut(0.055639423 * x - 0.204011202 * y + 1.057148933 * z)
    )
  }

  /// L*a*b* with a and b scaled by L / 100, as the Hunt effect has it: colours fade in the dark.
  static func huntLab(_ linear: Triple) -> Triple {
    func compressed(_ t: Double) -> Double {
      t > 216.0 / 24389 ? PeerMath.cubeRoot(t) : t * (841.0 / 108) + 4.0 / 29
    }
    let (x, y, z) = relativeXYZ(linear)
    let (fx, fy, fz) = (compressed(x), compressed(y), compressed(z))
    let l = 116 * fy - 16
    return (l, 0.01 * l * 500 * (fx - fy), 0.01 * l * 200 * (fy - fz))
  }

  /// HyAB: lightness by the block, chroma as the crow flies; for large distances.
  static func hyAB(_ c: Triple, _ d: Triple) -> Double {
    let (da, db) = (c.1 - d.1, c.2 - d.2)
    return abs(c.0 - d.0) + (da * da + db * db).squareRoot()
  }

  /// The largest compressed distance between two sRGB colours: from green to blue.
  static let largestDistance = PeerMath.power(
    hyAB(huntLab((0, 1, 0)), huntLab((0, 0, 1))), compression)

  /// The exponent that compresses large colour distances.
  static let compression = 0.7

  /// A HyAB distance as an error 0…1: distances up to 0.4 of the largest take up 0…0.95, the rest
  /// what remains.
  static func error(distance: Double) -> Double {
    let d = PeerMath.power(distance, compression)
    let knee = 0.4 * largestDistance
    return d < knee
      ? d * (0.95 / knee) : 0.95 + (d - knee) / (largestDistance - knee) * (1 - 0.95)
  }
}
