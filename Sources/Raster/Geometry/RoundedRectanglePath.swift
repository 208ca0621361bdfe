extension RoundedRectangle {
  /// Where a corner's curve begins, in radii from the corner.
  ///
  /// The continuous corner's figure is Apple's, as several ports of its Bézier curves agree on it.
  static func edgeUsed(_ curve: CornerCurve) -> Double {
    switch curve {
    case .circular: 1
    case .continuous: 1.528_664_83
    }
  }

  /// The outline, clockwise from the start of the top side; in the rectangle's own unit.
  ///
  /// A circular corner is one cubic a quarter with handles of 0.5522847 radii, as Core Graphics
  /// draws it: at most 0.03 % of the radius outside the true circle. Radii of 0 give sharp corners.
  public func path() -> Path {
    var path = Path()
    guard !rect.isEmpty else { return path }
    let r = drawnRadii
    let used = Self.edgeUsed(curve)
    let corners = [
      Corner(rect.maxX, rect.minY, ux: -1, uy: 0, vx: 0, vy: 1, radius: r.topRight),
      Corner(rect.maxX, rect.maxY, ux: 0, uy: -1, vx: -1, vy: 0, radius: r.bottomRight),
      Corner(rect.minX, rect.maxY, ux: 1, uy: 0, vx: 0, vy: -1, radius: r.bottomLeft),
      Corner(rect.minX, rect.minY, ux: 0, uy: 1, vx: 1, vy: 0, radius: r.topLeft),
    ]
    path.move(to: corners[3].at(0, used))
    for corner in corners { corner.add(to: &path, curve: curve) }
    path.close()
    return path
  }

  /// The radii as drawn: those of continuous corners end where their curves would meet on a side.
  /// Up to 1 / 1.528665 of half a uniform rectangle's shorter side nothing changes.
  var drawnRadii: CornerRadii {
    guard curve == .continuous, !radii.isZero else { return radii }
    let used = Self.edgeUsed(curve)
    func limited(_ r: Double, _ alongX: Double, _ alongY: Double) -> Double {
      guard r > 0 else { return 0 }
      let x = rect.width * r / (r + alongX)
      let y = rect.height * r / (r + alongY)
      return min(r, min(x, y) / used)
    }
    return CornerRadii(
      topLeft: limited(radii.topLeft, radii.topRight, radii.bottomLeft),
      topRight: limited(radii.topRight, radii.topLeft, radii.bottomRight),
      bottomRight: limited(radii.bottomRight, radii.bottomLeft, radii.topRight),
      bottomLeft: limited(radii.bottomLeft, radii.bottomRight, radii.topLeft))
  }

  /// How far the corners' curves reach along the sides, in the rectangle's unit.
  var cornerReach: CornerRadii {
    let used = Self.edgeUsed(curve)
    return drawnRadii.map { $0 * used }
  }
}

/// A corner as the clockwise outline meets it: `u` points back along the side it arrives on, `v`
/// on along the side it leaves by.
private struct Corner {
  let x: Double, y: Double
  let ux: Double, uy: Double
  let vx: Double, vy: Double
  let radius: Double

  init(
    _ x: Double, _ y: Double, ux: Double, uy: Double, vx: Double, vy: Double, radius: Double
  ) {
    (self.x, self.y) = (x, y)
    (self.ux, self.uy) = (ux, uy)
    (self.vx, self.vy) = (vx, vy)
    self.radius = radius
  }

  /// The point `a` radii back and `b` radii on from the corner.
  func at(_ a: Double, _ b: Double) -> Point {
    Point(x: x + (ux * a + vx * b) * radius, y: y + (uy * a + vy * b) * radius)
  }

  func add(to path: inout Path, curve: CornerCurve) {
    guard radius > 0 else { return path.line(to: Point(x: x, y: y)) }
    switch curve {
    case .circular:
      let handle = 1 - 0.552_284_749_830_793_4
      path.line(to: at(1, 0))
      path.cubic(control1: at(handle, 0), control2: at(0, handle), to: at(0, 1))
    case .continuous:
      path.line(to: at(1.528_664_83, 0))
      path.cubic(
        control1: at(1.088_492_96, 0), control2: at(0.868_406_94, 0),
        to: at(0.631_493_79, 0.074_911_39))
      path.cubic(
        control1: at(0.372_823_83, 0.169_059_56), control2: at(0.169_059_56, 0.372_823_83),
        to: at(0.074_911_39, 0.631_493_79))
      path.cubic(
        control1: at(0, 0.868_406_94), control2: at(0, 1.088_492_96), to: at(0, 1.528_664_83))
    }
  }
}
