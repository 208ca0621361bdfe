public import Raster

/// The options of looks-same that change its verdict.
public struct LooksSameOptions: Hashable, Sendable {
  public enum Colours: Hashable, Sendable {
    /// Two colours look the same where their CIEDE2000 distance is < this; 2.3 is one
    /// just-noticeable difference.
    case tolerance(Double)
    /// Two colours look the same only where red, green and blue are equal.
    case strict
  }

  public var colours: Colours
  /// Takes antialiased pixels for the same.
  public var ignoresAntialiasing: Bool
  /// Luma steps by which neighbours may differ and still be one flat area, for the test of the
  /// darkest and the brightest neighbour; ≥ 0.
  public var antialiasingTolerance: Double

  public init(
    colours: Colours = .tolerance(2.3), ignoresAntialiasing: Bool = true,
    antialiasingTolerance: Double = 0
  ) {
    self.colours = colours
    self.ignoresAntialiasing = ignoresAntialiasing
    self.antialiasingTolerance = antialiasingTolerance
  }
}

/// looks-same's verdict.
public struct LooksSameResult: Hashable, Sendable {
  public var isEqual: Bool { differing == 0 && bounds == nil }
  /// Pixels that look different; 0 where the sizes differ, as nothing was compared.
  public var differing: Int
  /// The smallest rectangle around the differing pixels, in px of the first picture; where the
  /// sizes differ, the rectangle that holds both pictures. Nil where they look the same.
  public var bounds: PixelRect?
}

/// Judges two pictures as looks-same does.
///
/// Alpha is not looked at, and carets are not ignored: that is looks-same with `ignoreCaret: false`.
/// 16-bit samples lose their low byte. Pictures of two sizes never look the same.
///
/// - Parameters:
///   - area: The part of `a` that is compared; nil for all of it.
///   - otherArea: The part of `b`. Both must lie inside their pictures.
public func looksSame(
  _ a: RGBAImage, _ b: RGBAImage, _ options: LooksSameOptions = LooksSameOptions(),
  area: PixelRect? = nil, otherArea: PixelRect? = nil
) throws(PeerError) -> LooksSameResult {
  if case .tolerance(let t) = options.colours {
    try require(t, "tolerance", in: 0...Double.greatestFiniteMagnitude)
  }
  try require(
    options.antialiasingTolerance, "antialiasing tolerance", in: 0...Double.greatestFiniteMagnitude)
  let (p, q) = (area ?? a.bounds, otherArea ?? b.bounds)
  precondition(p.intersection(a.bounds) == p, "the area lies inside its picture")
  precondition(q.intersection(b.bounds) == q, "the area lies inside its picture")
  if p.width != q.width || p.height != q.height {
    let (w, h) = (max(p.width, q.width), max(p.height, q.height))
    return LooksSameResult(
      differing: 0, bounds: PixelRect(x0: p.x0, y0: p.y0, x1: p.x0 + w, y1: p.y0 + h))
  }
  let count = withPeerPictures(a, b, narrowing: .highByte) {
    LooksSamePair(
      a: LooksSameView(picture: $0, area: p), b: LooksSameView(picture: $1, area: q),
      options: options
    ).count()
  }
  return LooksSameResult(
    differing: count.differing,
    bounds: count.bounds.map {
      PixelRect(x0: $0.x0 + p.x0, y0: $0.y0 + p.y0, x1: $0.x1 + p.x0, y1: $0.y1 + p.y0)
    })
}

/// A part of a picture, addressed from its own top left.
private struct LooksSameView {
  let picture: PeerPicture
  let area: PixelRect

  func colour(x: Int, y: Int) -> LooksSameColour {
    let i = ((y + area.y0) * picture.width + x + area.x0) * 4
    return LooksSameColour(
      red: picture.bytes[i], green: picture.bytes[i + 1], blue: picture.bytes[i + 2])
  }

  func luma(x: Int, y: Int) -> Double { colour(x: x, y: y).luma }
}

private struct LooksSamePair {
  let a: LooksSameView
  let b: LooksSameView
  let options: LooksSameOptions

  func count() -> PeerCount {
    var count = PeerCount(total: a.area.area)
    for y in 0..<a.area.height {
      for x in 0..<a.area.width where !areColoursSame(x: x, y: y) {
        if options.ignoresAntialiasing
          && (isAntialiased(x: x, y: y, in: b, other: a)
            || isAntialiased(x: x, y: y, in: a, other: b))
        {
          count.antialiased += 1
        } else {
          count.addDiffering(x: x, y: y)
        }
      }
    }
    return count
  }

  private func areColoursSame(x: Int, y: Int) -> Bool {
    let (c, d) = (a.colour(x: x, y: y), b.colour(x: x, y: y))
    switch options.colours {
    case .strict: return c == d
    case .tolerance(let tolerance): return c.looksSame(as: d, tolerance: tolerance)
    }
  }

  /// Vysniauskas' test as looks-same has it: luma alone decides what is equal, the border is
  /// nothing special, and of the extreme neighbours the one judged must lie in a flat area of both
  /// pictures.
  private func isAntialiased(
    x: Int, y: Int, in p: LooksSameView, other q: LooksSameView
  ) -> Bool {
    let centre = p.luma(x: x, y: y)
    let around = Neighbourhood(x: x, y: y, width: p.area.width, height: p.area.height)
    var equal = 0
    var (darkest, brightest) = (0.0, 0.0)
    var (dark, bright) = ((x: 0, y: 0), (x: 0, y: 0))
    for ny in around.y0...around.y1 {
      for nx in around.x0...around.x1 where nx != x || ny != y {
        let delta = p.luma(x: nx, y: ny) - centre
        if delta == 0 {
          equal += 1
          if equal > 2 { return false }
        }
        if delta < darkest {
          darkest = delta
          dark = (nx, ny)
        }
        if delta > brightest {
          brightest = delta
          bright = (nx, ny)
        }
      }
    }
    if darkest == 0 || brightest == 0 { return false }
    return isFlat(dark, p) && isFlat(dark, q) || isFlat(bright, p) && isFlat(bright, q)
  }

  /// Whether at least three neighbours have the same luma, within the antialiasing tolerance.
  private func isFlat(_ at: (x: Int, y: Int), _ p: LooksSameView) -> Bool {
    let centre = p.luma(x: at.x, y: at.y)
    let around = Neighbourhood(x: at.x, y: at.y, width: p.area.width, height: p.area.height)
    var equal = 0
    for ny in around.y0...around.y1 {
      for nx in around.x0...around.x1 where nx != at.x || ny != at.y {
        if abs(p.luma(x: nx, y: ny) - centre) <= options.antialiasingTolerance { equal += 1 }
      }
    }
    return equal > 2
  }
}
