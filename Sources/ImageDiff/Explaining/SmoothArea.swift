internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Explains a smooth area of which both sides are smooth: a shadow that spread, or a gradient that
/// changed its colours or its direction.
struct SmoothArea {
  let patch: Patch
  let places: [Int]

  func finding(_ batch: DistanceBatch) -> Explainer.Finding? { shadow() ?? gradient(batch) }

  // MARK: Shadows

  /// A shadow's profile beside a straight edge is a Gaussian's integral: depth α Φ((x − edge) / σ).
  private struct Profile {
    var sigma: Double
    var remaining: Double
  }

  /// Both sides of the comparison fitted on the left and on the right of what casts the shadow,
  /// where an offset downwards does not move it.
  private func shadow() -> Explainer.Finding? {
    guard let ground = patch.ground, ground.support >= 0.4 || ground.error < 3 else { return nil }
    var mine = [Bool](repeating: false, count: patch.a.count)
    for i in places { mine[i] = true }
    var (before, after) = ([Profile](), [Profile]())
    for fromLeft in [true, false] {
      guard let rows = runs(mine, fromLeft: fromLeft) else { continue }
      if let a = fit(profile(patch.a, ground, rows)), let b = fit(profile(patch.b, ground, rows)) {
        before.append(a)
        after.append(b)
      }
    }
    guard !before.isEmpty else { return nil }
    let a = before.reduce(0) { $0 + $1.sigma } / Double(before.count)
    let b = after.reduce(0) { $0 + $1.sigma } / Double(after.count)
    let rest = (before + after).reduce(0) { $0 + $1.remaining } / Double(2 * before.count)
    let (small, large) = (min(a, b), max(a, b))
    return Explainer.Finding(
      explanation: .blur(
        Blur(
          sigmaBefore: a, sigmaAfter: b,
          added: (large * large - small * small).squareRoot())),
      remaining: rest, prediction: patch.changed.map { patch.b[$0] })
  }

  /// Rows of the area's middle half that run from its outer edge to an inner one at about the same
  /// column: (row, outer end, inner end), the inner one excluded.
  private func runs(
    _ mine: [Bool], fromLeft: Bool
  ) -> [(row: Int, outer: Int, inner: Int)]? {
    let w = patch.width
    var (y0, y1) = (Int.max, 0)
    for i in places { (y0, y1) = (min(y0, i / w), max(y1, i / w)) }
    let quarter = (y1 - y0) / 4
    var rows: [(row: Int, outer: Int, inner: Int)] = []
    for y in (y0 + quarter)...(y1 - quarter) {
      let line = fromLeft ? Array(0..<w) : Array((0..<w).reversed())
      guard let outer = line.firstIndex(where: { mine[y * w + $0] }) else { continue }
      var inner = outer
      // Single pixels that happen to be equal on both sides do not end a run.
      while inner < line.count
        && (mine[y * w + line[inner]] || patch.roles[y * w + line[inner]] == .same)
      {
        inner += 1
      }
      if inner - outer >= 8 && inner < line.count { rows.append((y, line[outer], line[inner])) }
    }
    guard rows.count >= 8 else { return nil }
    let middle = rows.map(\.inner).sorted()[rows.count / 2]
    let straight = rows.filter { abs($0.inner - middle) <= 2 }
    return straight.count * 2 >= rows.count ? straight : nil
  }

  /// Mean depth below the ground, from the inner end outwards.
  private func profile(
    _ side: [SIMD4<Float>], _ ground: Ground, _ rows: [(row: Int, outer: Int, inner: Int)]
  ) -> [Double] {
    let lengths = rows.map { abs($0.outer - $0.inner) }.sorted()
    let length = min(96, lengths[lengths.count / 2])
    return (1...max(1, length)).map { k in
      var sum = Float(0)
      for r in rows {
        let x = min(max(0, r.inner + (r.outer < r.inner ? -k : k)), patch.width - 1)
        let d = ground.colour(x, r.row) - side[r.row * patch.width + x]
        sum += d.x + d.y + d.z
      }
      return Double(sum) / Double(3 * rows.count)
    }
  }

  private func fit(_ depths: [Double]) -> Profile? {
    guard depths.count >= 8, let first = depths.first, abs(first) >= 6 else { return nil }
    let energy = depths.reduce(0) { $0 + $1 * $1 }
    func rest(_ sigma: Double) -> Double {
      var (dm, mm) = (0.0, 0.0)
      // Pixel k lies k − 1/2 px outside of the edge, which lies at the first excluded pixel.
      let model = depths.indices.map { 0.5 * erfc((Double($0) + 0.5) / sigma / 2.squareRoot()) }
      for (d, m) in zip(depths, model) {
        dm += d * m
        mm += m * m
      }
      let alpha = dm / mm
      return zip(depths, model).reduce(0) { $0 + ($1.0 - alpha * $1.1) * ($1.0 - alpha * $1.1) }
    }
    let (sigma, error) = goldenMinimum(log(0.7), log(80), steps: 24) { rest(exp($0)) }
    guard error <= 0.03 * energy, exp(sigma) > 1 else { return nil }
    return Profile(sigma: exp(sigma), remaining: error / energy)
  }

  // MARK: Gradients

  /// Both sides are quadratic in place: colours at the ends, and the directions.
  private func gradient(_ batch: DistanceBatch) -> Explainer.Finding? {
    guard let a = SurfaceFit(patch.a, places, patch.width),
      let b = SurfaceFit(patch.b, places, patch.width), a.error <= 4, b.error <= 4
    else { return nil }
    var rest = 0.0
    let prediction = places.map { i -> SIMD4<Float> in
      let v = b.colour(i % patch.width, i / patch.width)
      let d = patch.b[i] - v
      rest += Double((d * d).sum())
      return v
    }
    let remaining = patch.energy > 0 ? rest / patch.energy : 0
    // Noise on a surface that stayed is no new gradient.
    guard remaining <= 0.2 else { return nil }
    let ends = [places.first!, places.last!]
    let colours = ends.map { i -> ColourChange in
      let (x, y) = (i % patch.width, i / patch.width)
      let (from, to) = (a.colour(x, y), b.colour(x, y))
      return ColourChange(
        from: straight(from), to: straight(to), distance: Double(batch.distance(from, to)),
        contrastBefore: nil, contrastAfter: nil, share: 0.5)
    }
    return Explainer.Finding(
      explanation: .recolour(
        Recolour(colours: colours, angleBefore: a.angle, angleAfter: b.angle)),
      remaining: remaining, prediction: prediction)
  }
}

/// Least squares of a colour as a quadratic of its place.
struct SurfaceFit {
  private let coefficients: [SIMD4<Double>]
  private let centre: SIMD2<Double>
  private let scale: Double
  /// Root mean square distance of a channel, steps.
  let error: Double

  init?(_ side: [SIMD4<Float>], _ places: [Int], _ width: Int) {
    guard places.count >= 64 else { return nil }
    let rows = places.map { $0 / width }
    let columns = places.map { $0 % width }
    let (x0, x1, y0, y1) = (columns.min()!, columns.max()!, rows.min()!, rows.max()!)
    let centre = SIMD2(Double(x0 + x1) / 2, Double(y0 + y1) / 2)
    let scale = Double(max(x1 - x0, y1 - y0, 1)) / 2
    var normal = Array(repeating: Array(repeating: 0.0, count: 6), count: 6)
    var right = Array(repeating: Array(repeating: 0.0, count: 4), count: 6)
    for i in places {
      let t = Self.terms(Double(i % width), Double(i / width), centre, scale)
      for r in 0..<6 {
        for c in 0..<6 { normal[r][c] += t[r] * t[c] }
        for c in 0..<4 { right[r][c] += t[r] * Double(side[i][c]) }
      }
    }
    for r in 0..<6 { normal[r][r] += 1e-6 }
    guard let s = solved(normal, right) else { return nil }
    let coefficients = s.map { SIMD4($0[0], $0[1], $0[2], $0[3]) }
    var squares = 0.0
    for i in places {
      let t = Self.terms(Double(i % width), Double(i / width), centre, scale)
      var d = SIMD4<Double>(side[i])
      for k in 0..<6 { d -= coefficients[k] * t[k] }
      squares += (d * d).sum()
    }
    self.coefficients = coefficients
    self.centre = centre
    self.scale = scale
    error = (squares / Double(4 * places.count)).squareRoot()
  }

  private static func terms(
    _ x: Double, _ y: Double, _ centre: SIMD2<Double>, _ scale: Double
  ) -> [Double] {
    let (u, v) = ((x - centre.x) / scale, (y - centre.y) / scale)
    return [1, u, v, u * u, u * v, v * v]
  }

  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let t = Self.terms(Double(x), Double(y), centre, scale)
    var v = SIMD4<Double>.zero
    for k in 0..<6 { v += coefficients[k] * t[k] }
    return SIMD4<Float>(v)
  }

  /// Degrees of the direction in which the colour changes most, 0 to the right, 90 down, towards the
  /// darker end; nil for a flat colour.
  var angle: Double? {
    let (gx, gy) = (coefficients[1], coefficients[2])
    let (xx, yy, xy) = ((gx * gx).sum(), (gy * gy).sum(), (gx * gy).sum())
    guard xx + yy > 4 else { return nil }
    let axis = 0.5 * atan2(2 * xy, xx - yy)
    let (c, s) = (cos(axis), sin(axis))
    let along = gx * c + gy * s
    let degrees = (axis + (along.x + along.y + along.z > 0 ? .pi : 0)) * 180 / .pi
    return degrees > 180 ? degrees - 360 : degrees
  }
}
