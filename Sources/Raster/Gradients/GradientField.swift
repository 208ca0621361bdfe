#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where on its ramp a linear gradient is at each position: t = kx·x + ky·y + c, in device px.
///
/// Every linear gradient of every tool is such a field, whatever its numbers are. A pixel's colour
/// is that of its centre: column i is at x = i + 0.5.
public struct GradientField: Hashable, Sendable {
  public var kx: Double
  public var ky: Double
  public var c: Double

  public init(kx: Double, ky: Double, c: Double) {
    self.kx = kx
    self.ky = ky
    self.c = c
  }

  public func t(at p: Point) -> Double { kx * p.x + ky * p.y + c }

  /// Isolines perpendicular to the line from `from` (t = 0) to `to` (t = 1), both in device px.
  /// Points that coincide give t = 1 everywhere: the last colour.
  public static func perpendicular(from: Point, to: Point) -> GradientField {
    let dx = to.x - from.x
    let dy = to.y - from.y
    let square = dx * dx + dy * dy
    guard square > 0, square.isFinite else { return GradientField(kx: 0, ky: 0, c: 1) }
    let kx = dx / square
    let ky = dy / square
    return GradientField(kx: kx, ky: ky, c: -(from.x * kx + from.y * ky))
  }

  /// As CAGradientLayer: perpendicular in the unit square, then stretched to `rect` (device px).
  /// Points are in units of the rectangle.
  public static func unitSquare(from: Point, to: Point, in rect: Rect) -> GradientField {
    guard !rect.isEmpty else { return GradientField(kx: 0, ky: 0, c: 1) }
    let unit = perpendicular(from: from, to: to)
    return GradientField(kx: unit.kx / rect.width, ky: unit.ky / rect.height, c: unit.c)
      .movedOrigin(to: rect)
  }

  /// A CSS angle, clockwise from "up": a line through the centre of `rect` (device px) as long as
  /// |w sin θ| + |h cos θ|.
  public static func cssAngle(_ degrees: Double, in rect: Rect) -> GradientField {
    let (x, y) = direction(degrees)
    let length = abs(rect.width * x) + abs(rect.height * y)
    guard length > 0 else { return GradientField(kx: 0, ky: 0, c: 1) }
    return through(rect.centre, kx: x / length, ky: y / length)
  }

  /// A CSS angle in a square, then stretched to `rect`: helpers around CAGradientLayer that turn
  /// an angle into unit points.
  public static func unitSquareAngle(_ degrees: Double, in rect: Rect) -> GradientField {
    guard !rect.isEmpty else { return GradientField(kx: 0, ky: 0, c: 1) }
    let unit = cssAngle(degrees, in: Rect(x: 0, y: 0, width: 1, height: 1))
    return GradientField(kx: unit.kx / rect.width, ky: unit.ky / rect.height, c: unit.c)
      .movedOrigin(to: rect)
  }

  /// Android's `android:angle`: anticlockwise from "right", to the nearest multiple of 45°, from a
  /// corner or the middle of a side to its opposite, isolines perpendicular in px.
  public static func androidAngle(_ degrees: Double, in rect: Rect) -> GradientField {
    let turns = (degrees / 45).rounded().truncatingRemainder(dividingBy: 8)
    let eighth = Int(turns < 0 ? turns + 8 : turns) % 8
    let x: [Double] = [1, 1, 0, -1, -1, -1, 0, 1]
    let y: [Double] = [0, -1, -1, -1, 0, 1, 1, 1]
    let (dx, dy) = (x[eighth] * rect.width / 2, y[eighth] * rect.height / 2)
    let centre = rect.centre
    return perpendicular(
      from: Point(x: centre.x - dx, y: centre.y - dy), to: Point(x: centre.x + dx, y: centre.y + dy)
    )
  }

  /// The field with t = 0.5 at `centre`.
  private static func through(_ centre: Point, kx: Double, ky: Double) -> GradientField {
    GradientField(kx: kx, ky: ky, c: 0.5 - (centre.x * kx + centre.y * ky))
  }

  private func movedOrigin(to rect: Rect) -> GradientField {
    GradientField(kx: kx, ky: ky, c: c - kx * rect.x - ky * rect.y)
  }

  /// The unit vector of a CSS angle; exact for multiples of 90°.
  static func direction(_ degrees: Double) -> (x: Double, y: Double) {
    let reduced = degrees.truncatingRemainder(dividingBy: 360)
    switch reduced < 0 ? reduced + 360 : reduced {
    case 0: return (0, -1)
    case 90: return (1, 0)
    case 180: return (0, 1)
    case 270: return (-1, 0)
    case let angle:
      let radians = angle * .pi / 180
      return (sin(radians), -cos(radians))
    }
  }
}

extension Rect {
  var centre: Point { Point(x: x + width / 2, y: y + height / 2) }
}
