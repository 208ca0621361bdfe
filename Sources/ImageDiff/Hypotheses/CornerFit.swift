internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Corner {
  /// Largest radius that is measured, px: a larger one is a change of form.
  private static let largest = 64

  static func proposals(_ patch: Patch) -> [Proposal] {
    let box = patch.box
    guard box.width <= largest, box.height <= largest,
      2 * max(box.width, box.height) <= 5 * min(box.width, box.height) + 8
    else { return [] }
    let page = PixelRect(x0: 0, y0: 0, x1: patch.width, y1: patch.height)
    let around = box.outset(by: 3).intersection(page)
    if let (view, before, after) = found(patch, around) {
      return [proposal(before.radius, after.radius) { view.drawn($0, after) }]
    }
    let (x, y) = ((around.x0 + around.x1) / 2, (around.y0 + around.y1) / 2)
    let side =
      around.height > around.width
      ? [
        PixelRect(x0: around.x0, y0: around.y0, x1: around.x1, y1: y),
        PixelRect(x0: around.x0, y0: y, x1: around.x1, y1: around.y1),
      ]
      : [
        PixelRect(x0: around.x0, y0: around.y0, x1: x, y1: around.y1),
        PixelRect(x0: x, y0: around.y0, x1: around.x1, y1: around.y1),
      ]
    let whole = several(
      patch,
      [
        PixelRect(x0: around.x0, y0: around.y0, x1: x, y1: y),
        PixelRect(x0: x, y0: around.y0, x1: around.x1, y1: y),
        PixelRect(x0: around.x0, y0: y, x1: x, y1: around.y1),
        PixelRect(x0: x, y0: y, x1: around.x1, y1: around.y1),
      ], atLeast: 3)
    return whole.isEmpty ? several(patch, side, atLeast: 2) : whole
  }

  /// Several corners of a small box in one cluster, which agree.
  private static func several(
    _ patch: Patch, _ windows: [PixelRect], atLeast count: Int
  ) -> [Proposal] {
    guard windows.allSatisfy({ $0.width >= 5 && $0.height >= 5 }) else { return [] }
    let views = windows.compactMap { found(patch, $0) }
    guard views.count >= count else { return [] }
    let before = views.map(\.before.radius).sorted()[views.count / 2]
    let after = views.map(\.after.radius).sorted()[views.count / 2]
    guard
      views.allSatisfy({
        abs($0.before.radius - before) <= 1 && abs($0.after.radius - after) <= 1
      })
    else { return [] }
    return [
      proposal(before, after) { places in
        var drawn = places.map { patch.a[$0] }
        for (view, _, after) in views {
          for (k, v) in view.drawn(places, after).enumerated() where view.holds(places[k]) {
            drawn[k] = v
          }
        }
        return drawn
      }
    ]
  }

  private static func proposal(
    _ before: Double, _ after: Double, _ predict: @escaping ([Int]) -> [SIMD4<Float>]
  ) -> Proposal {
    Proposal(
      explanation: .corner(Corner(before: before, after: after)), parameters: 1, keepsOthers: true,
      predict: predict)
  }

  private typealias Found = (
    view: CornerView, before: CornerView.Measured, after: CornerView.Measured
  )

  /// One corner of a box: outside around it, the box in one quadrant.
  private static func found(_ patch: Patch, _ window: PixelRect) -> Found? {
    // Of which corner of the window is the box? The other three are outside, alike on both sides.
    let corners = [
      (window.x0, window.y0), (window.x1 - 1, window.y0), (window.x0, window.y1 - 1),
      (window.x1 - 1, window.y1 - 1),
    ]
    let colours = corners.map { patch.a[$0.1 * patch.width + $0.0] }
    for k in 0..<4 {
      let outside = colours[3 - k]
      let others = (0..<4).filter { $0 != k && $0 != 3 - k }
      guard others.allSatisfy({ magnitude(colours[$0] - outside).max() <= 3 }),
        magnitude(colours[k] - outside).max() > 3
          || hasEdge(patch, corners[k], corners[others[0]])
      else { continue }
      let view = CornerView(patch, window, isRight: k % 2 == 1, isLower: k >= 2, outside)
      guard let before = view.radius(patch.a), let after = view.radius(patch.b),
        abs(after.radius - before.radius) >= 0.75
      else { continue }
      return (view, before, after)
    }
    return nil
  }

  private static func hasEdge(_ patch: Patch, _ p: (Int, Int), _ q: (Int, Int)) -> Bool {
    let row = p.1 == q.1
    let (from, to) = row ? (min(p.0, q.0), max(p.0, q.0)) : (min(p.1, q.1), max(p.1, q.1))
    let start = patch.a[q.1 * patch.width + q.0]
    return (from...to).contains {
      let v = row ? patch.a[p.1 * patch.width + $0] : patch.a[$0 * patch.width + p.0]
      return magnitude(v - start).max() > 3
    }
  }
}

/// A window on a corner, turned so that the box lies to the right and below.
private struct CornerView {
  let patch: Patch
  let window: PixelRect
  let isRight: Bool
  let isLower: Bool
  let outside: SIMD4<Float>

  /// - Parameters:
  ///   - isRight: The box lies in the right half of the window; likewise `isLower`.
  init(
    _ patch: Patch, _ window: PixelRect, isRight: Bool, isLower: Bool, _ outside: SIMD4<Float>
  ) {
    (self.patch, self.window, self.isRight, self.isLower, self.outside) = (
      patch, window, isRight, isLower, outside
    )
  }

  private func at(_ side: [SIMD4<Float>], _ x: Int, _ y: Int) -> SIMD4<Float> {
    let px = isRight ? window.x0 + x : window.x1 - 1 - x
    let py = isLower ? window.y0 + y : window.y1 - 1 - y
    return side[py * patch.width + px]
  }

  /// The radius from the area that the corner lacks of a sharp one, (1 − π/4) r²; nil where the edges
  /// leave the window elsewhere than they should.
  func radius(_ side: [SIMD4<Float>]) -> Measured? {
    let (w, h) = (window.width, window.height)
    // The first solid colour inside, on the straight parts, and whether it is a line around less.
    func edge(
      _ count: Int, _ colour: (Int) -> SIMD4<Float>
    ) -> (place: Double, ink: Float, isLine: Bool)? {
      var ink: Float = 0
      for k in 0..<count {
        let m = magnitude(colour(k) - outside).max()
        if m > ink { ink = m } else if ink > 6 && m <= ink { break }
      }
      guard ink > 6 else { return nil }
      var place = 0.0
      for k in 0..<count {
        let c = min(1, magnitude(colour(k) - outside).max() / ink)
        place += Double(1 - c)
        if c >= 0.95 {
          let next = k + 1 < count ? magnitude(colour(k + 1) - outside).max() / ink : 1
          return (place, ink, next < 0.9)
        }
      }
      return nil
    }
    guard let left = edge(w, { at(side, $0, h - 1) }), let top = edge(h, { at(side, w - 1, $0) }),
      left.place > 0.5, top.place > 0.5
    else { return nil }
    let ink = max(left.ink, top.ink)
    let isLine = left.isLine && top.isLine
    var empty = 0.0
    for y in 0..<h {
      var c = min(1, magnitude(at(side, 0, y) - outside).max() / ink)
      for x in 0..<w {
        empty += Double(1 - c)
        let next = x + 1 < w ? min(1, magnitude(at(side, x + 1, y) - outside).max() / ink) : 0
        // A thin line that is crossed aslant is nowhere solid.
        if c >= 0.95 || isLine && c >= 0.3 && next < c - 0.02 { break }
        c = next
      }
    }
    let sharp = Double(w) * top.place + left.place * (Double(h) - top.place)
    let lacking = empty - sharp
    // Half a pixel is rounding of some tens of pixels.
    guard lacking > -1.5 else { return nil }
    let radius = (max(0, lacking) / (1 - Double.pi / 4)).squareRoot()
    guard radius <= Double(min(w, h)) + 2 else { return nil }
    return Measured(radius: radius, left: left.place, top: top.place)
  }

  /// A radius, and where the straight edges lie in the turned window, px.
  struct Measured {
    var radius: Double
    var left: Double
    var top: Double
  }

  func holds(_ i: Int) -> Bool { window.contains(x: i % patch.width, y: i / patch.width) }

  /// The corner drawn with a radius: at each depth inside of the outline the colour that the
  /// reference's straight edge has at that depth, line and fill and smoothing alike.
  func drawn(_ places: [Int], _ shape: Measured) -> [SIMD4<Float>] {
    places.map { i in
      let (px, py) = (i % patch.width, i / patch.width)
      guard window.contains(x: px, y: py) else { return patch.a[i] }
      let x = Double(isRight ? px - window.x0 : window.x1 - 1 - px) + 0.5 - shape.left
      let y = Double(isLower ? py - window.y0 : window.y1 - 1 - py) + 0.5 - shape.top
      let (dx, dy) = (shape.radius - x, shape.radius - y)
      let depth =
        dx > 0 && dy > 0 ? shape.radius - (dx * dx + dy * dy).squareRoot() : min(x, y)
      let place = min(max(0, shape.left + depth - 0.5), Double(window.width - 1))
      let k = min(window.width - 2, Int(place))
      let t = Float(place - Double(k))
      return at(patch.a, k, window.height - 1) * (1 - t)
        + at(patch.a, k + 1, window.height - 1) * t
    }
  }
}
