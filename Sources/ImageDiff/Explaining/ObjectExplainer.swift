internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Explains a whole object: moved, resized, or turned.
struct ObjectExplainer {
  let patch: Patch
  let ground: SIMD4<Float>
  /// Pixels of the object that did not change: an explanation must keep them too.
  private let kept: [Int]

  init(patch: Patch, object: FoundObject) {
    self.patch = patch
    ground = object.ground
    patch.outside = object.ground
    let (dx, dy) = (object.bounds.x0 - patch.area.x0, object.bounds.y0 - patch.area.y0)
    kept = object.mask.indices.compactMap { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: object.bounds.width)
      let place = (y + dy) * patch.width + x + dx
      return object.mask[i] && patch.roles[place] == .same ? place : nil
    }
  }

  /// The share of the energy that remains, with what an explanation does to the kept pixels.
  private func remaining(_ predict: ([Int]) -> [SIMD4<Float>]) -> Double {
    var rest = 0.0
    for places in [patch.changed, kept] {
      for (k, v) in predict(places).enumerated() {
        let d = patch.b[places[k]] - v
        rest += Double((d * d).sum())
      }
    }
    return rest / patch.energy
  }

  /// Another size is redrawn, not resampled, so more remains than of a plain move.
  static let resampled = 0.25

  func finding() -> Explainer.Finding? {
    guard patch.changed.count >= 6, patch.energy > 0 else { return nil }
    if let finding = moved() { return finding }
    return resized() ?? turned()
  }

  // MARK: Moved

  /// A thing that moved as a whole keeps its size, and its edges tell how far.
  private func moved() -> Explainer.Finding? {
    guard let before = extent(patch.a), let after = extent(patch.b),
      abs(after.width - before.width) <= 1, abs(after.height - before.height) <= 1
    else { return nil }
    let shift = ShiftSearch(patch).around(
      dx: (after.x - before.x).rounded(), dy: (after.y - before.y).rounded())
    guard shift.isPlausible, shift.remaining <= Explainer.exact,
      shift.largest(in: patch.box) > ShiftFit.subpixel,
      remaining({ patch.moved(shift, $0) }) <= Explainer.exact
    else { return nil }
    return Explainer.Finding(
      explanation: .shift(Shift(dx: shift.dx, dy: shift.dy, drift: 0)),
      remaining: shift.remaining, prediction: patch.moved(shift, patch.changed))
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

  private func resized() -> Explainer.Finding? {
    guard let before = extent(patch.a), let after = extent(patch.b),
      before.width >= 3, before.height >= 3, after.width >= 3, after.height >= 3
    else { return nil }
    let (sx, sy) = (after.width / before.width, after.height / before.height)
    let grew = max(abs(after.width - before.width), abs(after.height - before.height))
    guard grew > 0.6 else { return nil }
    let w = patch.width
    func predict(_ places: [Int]) -> [SIMD4<Float>] {
      patch.a.withUnsafeBufferPointer { a in
        places.map { i in
          let (x, y) = (Double(i % w) + 0.5, Double(i / w) + 0.5)
          let fx = before.x + (x - after.x) / sx - 0.5
          let fy = before.y + (y - after.y) / sy - 0.5
          return patch.sample(a.baseAddress!, Float(fx), Float(fy)) ?? ground
        }
      }
    }
    let remaining = remaining(predict)
    guard remaining <= Self.resampled else { return nil }
    func onPage(_ r: Rect) -> PixelRect {
      let x0 = patch.area.x0 + Int(r.x.rounded())
      let y0 = patch.area.y0 + Int(r.y.rounded())
      return PixelRect(
        x0: x0, y0: y0, x1: patch.area.x0 + Int(r.maxX.rounded()),
        y1: patch.area.y0 + Int(r.maxY.rounded()))
    }
    return Explainer.Finding(
      explanation: .resize(
        Resize(before: onPage(before), after: onPage(after), horizontal: sx, vertical: sy)),
      remaining: remaining, prediction: predict(patch.changed))
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

  private func turned() -> Explainer.Finding? {
    guard let before = ink(patch.a), let after = ink(patch.b) else { return nil }
    // A turn keeps how much ink there is and how far it lies from its middle; a quarter
    // leaves room for drawing it anew.
    let slack = 1.25
    guard max(before.mass, after.mass) <= slack * min(before.mass, after.mass),
      max(before.spread, after.spread) <= slack * min(before.spread, after.spread)
    else { return nil }
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
    guard abs(angle) >= 2 else { return nil }
    let remaining = remaining { predicted($0, angle, from, to) }
    guard remaining <= Self.resampled else { return nil }
    return Explainer.Finding(
      explanation: .changed(Change(rotation: angle)), remaining: remaining,
      prediction: predicted(patch.changed, angle, from, to))
  }
}
