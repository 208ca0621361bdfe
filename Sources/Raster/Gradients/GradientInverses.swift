#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The numbers that give a field, in each way of writing one.
///
/// Of the many point pairs that give the same field, these lie on the line through the centre of
/// the element's box.
extension GradientField {
  /// Whether t is the same everywhere: then no points and no angle give the field.
  public var isConstant: Bool { kx == 0 && ky == 0 }

  /// The points in device px where t is 0 and 1, on the line through `centre` that is
  /// perpendicular to the isolines. Nil for a constant field.
  public func pixelPoints(through centre: Point) -> (from: Point, to: Point)? {
    let square = kx * kx + ky * ky
    guard square > 0 else { return nil }
    let here = t(at: centre)
    func point(_ t: Double) -> Point {
      Point(x: centre.x + kx / square * (t - here), y: centre.y + ky / square * (t - here))
    }
    return (point(0), point(1))
  }

  /// The unit points that CAGradientLayer needs to draw the field in `rect` (device px), on the
  /// line through the rectangle's centre. Nil for a constant field or an empty rectangle.
  public func unitSquarePoints(in rect: Rect) -> (from: Point, to: Point)? {
    guard !rect.isEmpty else { return nil }
    let unit = GradientField(
      kx: kx * rect.width, ky: ky * rect.height, c: c + kx * rect.x + ky * rect.y)
    return unit.pixelPoints(through: Point(x: 0.5, y: 0.5))
  }

  /// The CSS angle that draws the field in `rect` (device px), 0..<360, with the change of
  /// positions that makes up for CSS's own length: position′ = scale · position + offset. Nil for
  /// a constant field or an empty rectangle.
  public func cssAngle(in rect: Rect) -> (degrees: Double, scale: Double, offset: Double)? {
    guard !rect.isEmpty, !isConstant else { return nil }
    let size = (kx * kx + ky * ky).squareRoot()
    let turned = atan2(kx, -ky) * 180 / .pi
    let degrees = turned < 0 ? turned + 360 : turned
    let length = abs(rect.width * kx / size) + abs(rect.height * ky / size)
    let scale = 1 / (length * size)
    return (degrees == 360 ? 0 : degrees, scale, 0.5 - scale * t(at: rect.centre))
  }
}
