/// A shape to be filled or to throw a shadow, in device px.
public enum Outline: Hashable, Sendable {
  case rounded(RoundedRectangle)
  case path(Path, FillRule)
  /// What lies inside `outer` but outside `inner`, which lies inside `outer`.
  case ring(outer: RoundedRectangle, inner: RoundedRectangle)
}

extension Outline {
  func offset(x dx: Double, y dy: Double) -> Outline {
    func moved(_ r: RoundedRectangle) -> RoundedRectangle {
      RoundedRectangle(rect: r.rect.offset(x: dx, y: dy), radii: r.radii, curve: r.curve)
    }
    switch self {
    case .rounded(let r): return .rounded(moved(r))
    case .path(let p, let rule): return .path(p.transformed(sx: 1, sy: 1, dx: dx, dy: dy), rule)
    case .ring(let outer, let inner): return .ring(outer: moved(outer), inner: moved(inner))
    }
  }

  /// The outline as one path, and the rule that fills it.
  func path() -> (Path, FillRule) {
    switch self {
    case .rounded(let r): return (r.path(), .nonzero)
    case .path(let p, let rule): return (p, rule)
    case .ring(let outer, let inner):
      // The other way round, so that areas subtract in pixels that both edges cut.
      var path = outer.path()
      path.append(inner.path().reversed())
      return (path, .nonzero)
    }
  }

  /// The rectangle where the outline is one without round corners.
  var uprightRectangle: Rect? {
    guard case .rounded(let r) = self, r.radii.isZero else { return nil }
    return r.rect
  }

  /// The outline with a rectangle's edges where numbers of pixels can be counted.
  var onGrid: Outline {
    func onGrid(_ r: RoundedRectangle) -> RoundedRectangle {
      RoundedRectangle(rect: r.rect.onGrid, radii: r.radii, curve: r.curve)
    }
    switch self {
    case .rounded(let r): return .rounded(onGrid(r))
    case .ring(let outer, let inner): return .ring(outer: onGrid(outer), inner: onGrid(inner))
    case .path: return self
    }
  }

  /// The pixels it touches, and perhaps some more.
  var pixelBox: PixelRect {
    switch self {
    case .rounded(let r), .ring(let r, _):
      r.rect.isEmpty ? PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) : PixelRect(covering: r.rect.onGrid)
    case .path(let p, _): p.controlBox
    }
  }
}

extension Rect {
  /// The rectangle with edges beyond ±2^30 px, further than any canvas, moved there.
  var onGrid: Rect {
    func clamped(_ v: Double) -> Double { min(max(v, -0x1p30), 0x1p30) }
    let (x0, y0) = (clamped(minX), clamped(minY))
    return Rect(x: x0, y: y0, width: clamped(maxX) - x0, height: clamped(maxY) - y0)
  }
}
