// Moving what is drawn by device px, and the pixels that it may touch.

extension Outline {
  /// Moved by device px.
  public func moved(x dx: Double, y dy: Double) -> Outline { offset(x: dx, y: dy) }

  /// The pixels it touches, and perhaps some more.
  public var reach: PixelRect { pixelBox }
}

extension Paint {
  /// Moved by device px.
  public func moved(x dx: Double, y dy: Double) -> Paint {
    switch self {
    case .solid: return self
    case .linearGradient(var gradient):
      gradient.field.c -= gradient.field.kx * dx + gradient.field.ky * dy
      return .linearGradient(gradient)
    }
  }
}

extension Shadow {
  /// The pixels that the shadow of something inside `caster` may darken.
  public func reach(of caster: PixelRect) -> PixelRect {
    guard !caster.isEmpty else { return caster }
    let limit = 0x1p30
    func whole(_ v: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max(v, -limit), limit).rounded(rule))
    }
    return PixelRect(
      x0: caster.x0 + whole(offset.x, .down), y0: caster.y0 + whole(offset.y, .down),
      x1: caster.x1 + whole(offset.x, .up), y1: caster.y1 + whole(offset.y, .up)
    ).outset(by: WideBlur.reach(kernel, sigma))
  }
}
