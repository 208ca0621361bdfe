/// A colour, or the difference of two, in the NTSC transmission space YIQ.
///
/// The weights turn gamma-encoded red, green and blue, in steps, into luma and two chroma axes;
/// pixelmatch and odiff measure colour distance there.
///
/// - SeeAlso: Y. Kotsarenko, F. Ramos, *Measuring perceived color difference using YIQ NTSC
///   transmission color space in mobile applications*, Programación Matemática y Software 2 (2010).
struct YIQ {
  var y: Double
  var i: Double
  var q: Double

  @inline(__always) init(red r: Double, green g: Double, blue b: Double) {
    y = YIQ.luma(red: r, green: g, blue: b)
    i = r * 0.59597799 - g * 0.27417610 - b * 0.32180189
    q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694
  }

  @inline(__always)
  static func luma(red r: Double, green g: Double, blue b: Double) -> Double {
    r * 0.29889531 + g * 0.58662247 + b * 0.11448223
  }

  @inline(__always) static func - (a: YIQ, b: YIQ) -> YIQ {
    var d = a
    d.y -= b.y
    d.i -= b.i
    d.q -= b.q
    return d
  }

  /// The squared length of this difference, weighted for the eye: 0…35215 for 8-bit colours.
  @inline(__always) var squaredLength: Double {
    0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// The largest squared length between two 8-bit colours, rounded up.
  static let largestSquaredLength = 35215.0
}
