/// What becomes of radii that do not fit their rectangle.
public enum RadiusOverlap: Hashable, Sendable {
  /// All radii times min(1, side / sum of the side's two radii): CSS Backgrounds 3, *Overlapping
  /// Curves*; Skia.
  case scale
  /// Each radius to at most half the shorter side.
  case clamp
}

/// What becomes of a radius r > 0 when its rectangle grows by S on every side; r = 0 stays 0, and
/// no radius falls below 0.
public enum OutsetCorners: Hashable, Sendable {
  /// r + S.
  case add
  /// r + S where r ≥ S, else r + S·(1 − (1 − r/S)³); r + S where S < 0: CSS Backgrounds 3,
  /// *Drawing Shadows*.
  case css
  /// r.
  case keep
}

/// Where a border stands on its outline.
public enum BorderPlacement: Hashable, Sendable {
  case inside
  case centre
  case outside
}

extension RoundedRectangle {
  /// The same rectangle with radii that fit it.
  public func fitted(_ overlap: RadiusOverlap) -> RoundedRectangle {
    var result = self
    let w = max(0, rect.width)
    let h = max(0, rect.height)
    switch overlap {
    case .clamp:
      let most = min(w, h) / 2
      result.radii = radii.map { max(0, min($0, most)) }
    case .scale:
      let sides = [
        (w, radii.topLeft + radii.topRight), (w, radii.bottomLeft + radii.bottomRight),
        (h, radii.topLeft + radii.bottomLeft), (h, radii.topRight + radii.bottomRight),
      ]
      let factor = sides.reduce(1.0) { $1.1 > $1.0 ? min($0, $1.0 / $1.1) : $0 }
      result.radii = radii.map { max(0, $0 * factor) }
    }
    return result
  }

  /// Grows by `amount` on every side, or shrinks where it is negative; radii follow `corners` and
  /// are scaled where they no longer fit.
  public func outset(by amount: Double, corners: OutsetCorners) -> RoundedRectangle {
    var result = self
    result.rect = rect.outset(by: amount)
    result.radii = radii.map { Self.outsetRadius($0, by: amount, corners) }
    return result.fitted(.scale)
  }

  /// Shrinks by `amount` on every side, each radius by as much: the inner edge of a border, or the
  /// hole of an inner shadow.
  public func inset(by amount: Double) -> RoundedRectangle { outset(by: -amount, corners: .add) }

  /// The outline of a border `width` wide; each edge's radii are the rectangle's plus or minus its
  /// distance from it.
  public func border(width: Double, _ placement: BorderPlacement) -> Outline {
    let outwards: Double =
      switch placement {
      case .inside: 0
      case .centre: width / 2
      case .outside: width
      }
    return .ring(
      outer: outset(by: outwards, corners: .add), inner: outset(by: outwards - width, corners: .add)
    )
  }

  private static func outsetRadius(_ r: Double, by s: Double, _ rule: OutsetCorners) -> Double {
    guard r > 0 else { return 0 }
    switch rule {
    case .keep: return r
    case .css where s > r:
      let missing = 1 - r / s
      return r + s * (1 - missing * missing * missing)
    case .add, .css: return max(0, r + s)
    }
  }
}
