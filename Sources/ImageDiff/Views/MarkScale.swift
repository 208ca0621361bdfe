internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The colours of a difference picture: the page in dark grey, marks from blue over pink and orange
/// to yellow.
///
/// Lightness grows with the difference, so the order survives every kind of colour blindness and a
/// print without colour, and the weakest mark is lighter than the lightest grey
/// (`MarkScaleTests`). No mark is grey and no grey is a mark.
struct MarkScale: Sendable {
  /// The darkest and the lightest grey of the page.
  static let greys: (darkest: Double, lightest: Double) = (14, 60)

  private static let stops: [(red: Double, green: Double, blue: Double)] = [
    (72, 150, 255), (240, 142, 226), (255, 184, 64), (255, 242, 92),
  ]

  private let marks: [SRGBA8]

  init() {
    marks = (0..<256).map { Self.colour(at: Double($0) / 255) }
  }

  /// The mark of a distance, which is in just-noticeable steps: logarithmic, 0 is the weakest and
  /// 100 (black to white) the strongest.
  func mark(steps: Double) -> SRGBA8 {
    let t = log(1 + max(0, min(100, steps))) / log(101)
    return marks[Int(t * 255)]
  }

  /// The page: its lightness over white, squeezed into the dark greys. Premultiplied.
  func grey(_ p: SRGBA8) -> SRGBA8 {
    let missing = Int(255 - p.a)
    // Rec. 709 luma in 1/1024.
    let luma = (218 * (Int(p.r) + missing) + 732 * (Int(p.g) + missing) + 74 * (Int(p.b) + missing))
    let share = Double(luma) / (1024 * 255)
    let (low, high) = Self.greys
    let level = UInt8(low + (high - low) * min(1, share))
    return SRGBA8(r: level, g: level, b: level, a: 255)
  }

  private static func colour(at t: Double) -> SRGBA8 {
    let place = t * Double(stops.count - 1)
    let index = min(Int(place), stops.count - 2)
    let share = place - Double(index)
    let (from, to) = (stops[index], stops[index + 1])
    func mix(_ a: Double, _ b: Double) -> UInt8 { UInt8((a + (b - a) * share).rounded()) }
    return SRGBA8(
      r: mix(from.red, to.red), g: mix(from.green, to.green), b: mix(from.blue, to.blue), a: 255)
  }
}
