internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What may have happened to a whole object: moved, resized, or turned.
struct ObjectHypotheses {
  let patch: Patch
  let ground: SIMD4<Float>
  init(patch: Patch, object: FoundObject) {
    self.patch = patch
    ground = object.ground
    patch.outside = object.ground
  }

  func proposals() -> [Proposal] {
    guard patch.changed.count >= 6, patch.energy > 0 else { return [] }
    return moved() + resized() + turned()
  }

  // MARK: Moved

  /// A thing that moved as a whole keeps its size, and its edges tell how far.
  private func moved() -> [Proposal] {
    guard let before = extent(patch.a), let after = extent(patch.b),
      abs(after.width - before.width) <= 1, abs(after.height - before.height) <= 1
    else { return [] }
    let shift = ShiftSearch(patch).around(
      dx: (after.x - before.x).rounded(), dy: (after.y - before.y).rounded())
    guard shift.isPlausible, shift.largest(in: patch.box) > ShiftFit.subpixel else { return [] }
    return Shift.proposals(patch, shift)
  }

  // MARK: Another size

  /// Bounds of what stands out by half of the densest ink, with fractions from the edges' coverage.
  private func extent(_ side: [SIMD4<Float>]) -> Rect? {
    let w = patch.width
    func ink(_ i: Int) -> Float {
      patch.roles[i] == .other ? 0 : magnitude(side[i] - ground).max()
    }
    var most = Float(0)
    let box = content()
    for y in box.y0..<box.y1 {
      for x in box.x0..<box.x1 { most = max(most, ink(y * w + x)) }
    }
    guard most > 8 else { return nil }
    var columns = [Float](repeating: 0, count: w)
    var rows = [Float](repeating: 0, count: patch.height)
    for y in box.y0..<box.y1 {
      for x in box.x0..<box.x1 {
        let v = min(1, ink(y * w + x) / most)
        columns[x] = max(columns[x], v)
        rows[y] = max(rows[y], v)
      }
    }
    func ends(_ line: [Float]) -> (Double, Double)? {
      let solid = line.indices.filter { line[$0] > 0.5 }
      guard let first = solid.first, let last = solid.last else { return nil }
      // Beside a dense pixel the next one's coverage is the fraction of the edge.
      let before = first > 0 && line[first] > 0.9 ? line[first - 1] : line[first] - 1
      let after = last + 1 < line.count && line[last] > 0.9 ? line[last + 1] : line[last] - 1
      return (Double(first) - Double(before), Double(last + 1) + Double(after))
    }
    guard let (x0, x1) = ends(columns), let (y0, y1) = ends(rows) else { return nil }
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  /// The part of the patch that the object covers.
  private func content() -> PixelRect {
    PixelRect(
      x0: min(12, patch.width / 2), y0: min(12, patch.height / 2),
      x1: patch.width, y1: patch.height
    ).union(patch.box)
  }

  private func resized() -> [Proposal] {
    guard let before = extent(patch.a), let after = extent(patch.b),
      before.width >= 3, before.height >= 3, after.width >= 3, after.height >= 3
    else { return [] }
    let grew = max(abs(after.width - before.width), abs(after.height - before.height))
    guard grew > ShiftFit.subpixel else { return [] }
    func onPage(_ r: Rect) -> PixelRect {
      let x0 = patch.area.x0 + Int(r.x.rounded())
      let y0 = patch.area.y0 + Int(r.y.rounded())
      return PixelRect(
        x0: x0, y0: y0, x1: patch.area.x0 + Int(r.maxX.rounded()),
        y1: patch.area.y0 + Int(r.maxY.rounded()))
    }
    let explanation = Explanation.resize(
      Resize(
        before: onPage(before), after: onPage(after), horizontal: after.width / before.width,
        vertical: after.height / before.height))
    return [
      Proposal(
        explanation: explanation, parameters: 4,
        predict: { scaled(patch.a, $0, from: before, to: after) }),
      Proposal(
        explanation: explanation, parameters: 4, side: .reference,
        predict: { scaled(patch.b, $0, from: after, to: before) }),
      Proposal(
        explanation: explanation, parameters: 4,
        predict: { drawnOut(patch.a, $0, from: before, to: after) }),
      Proposal(
        explanation: explanation, parameters: 4, side: .reference,
        predict: { drawnOut(patch.b, $0, from: after, to: before) }),
    ]
  }

  /// One side as it would be with `before` drawn out to `after`, as boxes are: each half of it moves
  /// with its edges, and what lies between goes on.
  private func drawnOut(
    _ side: [SIMD4<Float>], _ places: [Int], from before: Rect, to after: Rect
  ) -> [SIMD4<Float>] {
    let w = patch.width
    func source(_ v: Double, _ from: (Double, Double), _ to: (Double, Double)) -> Double {
      let nearer = v - to.0 <= to.1 - v
      let place = nearer ? from.0 + v - to.0 : from.1 + v - to.1
      // The middle of what is drawn out shows the middle.
      let middle = (from.0 + from.1) / 2
      return nearer ? min(place, middle) : max(place, middle)
    }
    func near(_ v: Double) -> Float {
      let whole = v.rounded()
      return Float(abs(v - whole) < 0.15 ? whole : v)
    }
    return side.withUnsafeBufferPointer { p in
      places.map { i in
        let (x, y) = (Double(i % w) + 0.5, Double(i / w) + 0.5)
        let fx = source(x, (before.x, before.maxX), (after.x, after.maxX)) - 0.5
        let fy = source(y, (before.y, before.maxY), (after.y, after.maxY)) - 0.5
        return patch.sample(p.baseAddress!, near(fx), near(fy)) ?? ground
      }
    }
  }

  /// One side as it would be with `before` stretched to `after`.
  private func scaled(
    _ side: [SIMD4<Float>], _ places: [Int], from before: Rect, to after: Rect
  ) -> [SIMD4<Float>] {
    let w = patch.width
    let (sx, sy) = (after.width / before.width, after.height / before.height)
    return side.withUnsafeBufferPointer { p in
      places.map { i in
        let (x, y) = (Double(i % w) + 0.5, Double(i / w) + 0.5)
        let fx = before.x + (x - after.x) / sx - 0.5
        let fy = before.y + (y - after.y) / sy - 0.5
        return patch.sample(p.baseAddress!, Float(fx), Float(fy)) ?? ground
      }
    }
  }

  // MARK: Turned

  /// The ink of one side: how much, where its middle is, and how far from that it lies.
  private struct Ink {
    var mass = 0.0
    var centre = SIMD2<Double>.zero
    /// Mean squared distance from the centre, px².
    var spread = 0.0
  }

  private func ink(_ side: [SIMD4<Float>]) -> Ink? {
    let (w, box) = (patch.width, content())
    var (mass, moment, squares) = (0.0, SIMD2<Double>.zero, 0.0)
    for y in box.y0..<box.y1 {
      for x in box.x0..<box.x1 where patch.roles[y * w + x] != .other {
        let m = Double(magnitude(side[y * w + x] - ground).sum())
        let p = SIMD2(Double(x), Double(y))
        mass += m
        moment += p * m
        squares += (p * p).sum() * m
      }
    }
    guard mass > 0 else { return nil }
    let centre = moment / mass
    return Ink(mass: mass, centre: centre, spread: squares / mass - (centre * centre).sum())
  }

  private func predicted(
    _ places: [Int], _ degrees: Double, _ from: SIMD2<Double>, _ to: SIMD2<Double>
  ) -> [SIMD4<Float>] {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let w = patch.width
    return patch.a.withUnsafeBufferPointer { a in
      places.map { i in
        let d = SIMD2(Double(i % w), Double(i / w)) - to
        let p = from + SIMD2(c * d.x + s * d.y, c * d.y - s * d.x)
        return patch.sample(a.baseAddress!, Float(p.x), Float(p.y)) ?? ground
      }
    }
  }

  /// Thinner things are lines, which look alike however they are turned.
  private static let thinnest = 6

  private func turned() -> [Proposal] {
    guard min(patch.box.width, patch.box.height) >= Self.thinnest, let before = ink(patch.a),
      let after = ink(patch.b)
    else { return [] }
    // A turn keeps how much ink there is and how far it lies from its middle; a quarter
    // leaves room for drawing it anew.
    let slack = 1.25
    guard max(before.mass, after.mass) <= slack * min(before.mass, after.mass),
      max(before.spread, after.spread) <= slack * min(before.spread, after.spread)
    else { return [] }
    let (from, to) = (before.centre, after.centre)
    let few = stride(from: 0, to: patch.changed.count, by: max(1, patch.changed.count / 256))
      .map { patch.changed[$0] }
    func error(_ places: [Int], _ degrees: Double) -> Double {
      var sum = 0.0
      for (k, v) in predicted(places, degrees, from, to).enumerated() {
        let d = patch.b[places[k]] - v
        sum += Double((d * d).sum())
      }
      return sum
    }
    var (best, least) = (0.0, Double.infinity)
    for k in -59...60 where k != 0 {
      let e = error(few, Double(k) * 3)
      if e < least || e == least && abs(Double(k) * 3) < abs(best) {
        (best, least) = (Double(k) * 3, e)
      }
    }
    let (angle, _) = goldenMinimum(best - 3, best + 3, steps: 10) { error(few, $0) }
    guard abs(angle) >= 2 else { return [] }
    return [
      Proposal(
        explanation: .changed(Change(rotation: angle)), parameters: 5,
        predict: { predicted($0, angle, from, to) })
    ]
  }
}
