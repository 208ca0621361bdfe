internal import Raster

/// A move that turns the reference into the candidate: (dx + drift · (x − centre), dy).
struct ShiftFit {
  /// Device px, right and down, at the middle of the cluster.
  var dx: Double
  var dy: Double
  /// Added to `dx` per device px to the right.
  var drift = 0.0
  /// Column of the patch where `dx` holds.
  var centre: Double
  /// Share of the cluster's energy that remains when the candidate is predicted from the reference,
  /// and when the reference is predicted from the candidate.
  var forward = 1.0
  var backward = 1.0

  /// The side that predicts better: at the edge of a scrolled window one of them lacks its source.
  var remaining: Double { min(forward, backward) }
  /// Whether the side that predicts better shows content, not just ground, of its own.
  var isRich = false
  /// Something moved, rather than came or went, when both sides find most of it, or when one finds
  /// all of it and that is more than ground: a window that scrolled.
  var isPlausible: Bool { max(forward, backward) <= 0.6 || remaining <= 0.005 && isRich }

  func dx(at x: Double) -> Double { dx + drift * (x - centre) }

  /// The largest move in either direction within `box`.
  func largest(in box: PixelRect) -> Double {
    max(abs(dx(at: Double(box.x0))), abs(dx(at: Double(box.x1 - 1))), abs(dy))
  }

  /// Half a pixel, within which a rasteriser may place the same outline, and the tenth to which
  /// moves are told.
  static let subpixel = 0.6
}

extension Patch {
  /// The reference as the move predicts it, at some pixels; where the source lies outside the
  /// patch, the reference itself.
  func moved(_ fit: ShiftFit, _ places: [Int]) -> [SIMD4<Float>] {
    a.withUnsafeBufferPointer { p in
      places.map { i in
        let (x, y) = (Double(i % width), Double(i / width))
        return sample(p.baseAddress!, Float(x - fit.dx(at: x)), Float(y - fit.dy)) ?? p[i]
      }
    }
  }

  /// The whole of the reference as the move predicts it, within `inside`; elsewhere unmoved.
  func movedWhole(_ fit: ShiftFit, inside: PixelRect) -> [SIMD4<Float>] {
    var result = a
    a.withUnsafeBufferPointer { p in
      for y in inside.y0..<inside.y1 {
        for x in inside.x0..<inside.x1 {
          let fx = Float(Double(x) - fit.dx(at: Double(x)))
          if let v = sample(p.baseAddress!, fx, Float(Double(y) - fit.dy)) {
            result[y * width + x] = v
          }
        }
      }
    }
    return result
  }
}

/// Refines a move by Gauss-Newton, then by the ink's centre of gravity.
///
/// Both directions count, so exchanging the pictures negates the answer. Interpolation softens, and
/// softer matches better, so least squares alone pulls fractions towards a half, by up to 0.07 px on
/// text; on an even ground the centre of gravity has no such bias.
struct ShiftRefinement {
  let patch: Patch

  /// - Parameter drifts: Lets `drift` follow as well.
  func refine(_ start: ShiftFit, drifts: Bool) -> ShiftFit {
    var best = start
    var (least, move) = step(best, drifts: drifts)
    for _ in 0..<10 {
      var next = best
      next.dx += max(-0.5, min(0.5, move.x))
      next.dy += max(-0.5, min(0.5, move.y))
      next.drift += move.z
      let (error, following) = step(next, drifts: drifts)
      if error >= least { break }
      // A thousandth less of what remains is worth less than a hundredth of a pixel.
      let isDone = error > 0.999 * least
      (best, least, move) = (next, error, following)
      if isDone { break }
    }
    let fit = measured(best)
    return drifts ? fit : snapped(centred(fit))
  }

  /// The same move by the centres of gravity of the ink, where both sides have as much of it on an
  /// even ground, and where that agrees to a quarter of a pixel.
  private func centred(_ fit: ShiftFit) -> ShiftFit {
    guard let ground = patch.ground, ground.support >= 0.9 else { return fit }
    let w = patch.width
    var direction = SIMD4<Float>.zero
    for i in patch.probe { direction += patch.a[i] - ground.middle }
    let length = (direction * direction).sum().squareRoot()
    guard length > 0 else { return fit }
    direction /= length
    var (massA, massB, all) = (0.0, 0.0, 0.0)
    var (momentA, momentB) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for y in patch.box.y0..<patch.box.y1 {
      for x in patch.box.x0..<patch.box.x1 {
        let i = y * w + x
        guard patch.roles[i] != .other else { continue }
        let g = ground.colour(x, y)
        let p = Double(((patch.a[i] - g) * direction).sum())
        let q = Double(((patch.b[i] - g) * direction).sum())
        massA += p
        massB += q
        all += abs(p)
        momentA += SIMD2(Double(x), Double(y)) * p
        momentB += SIMD2(Double(x), Double(y)) * q
      }
    }
    guard massA > 0.5 * all, abs(massB - massA) < 0.02 * massA else { return fit }
    let move = momentB / massB - momentA / massA
    guard abs(move.x - fit.dx) < 0.25, abs(move.y - fit.dy) < 0.25 else { return fit }
    var result = fit
    (result.dx, result.dy) = (move.x, move.y)
    return measured(result)
  }

  /// A whole move explains exactly: do not let rounding noise, or the side that lacks its source,
  /// pull it off the grid.
  private func snapped(_ fit: ShiftFit) -> ShiftFit {
    var whole = fit
    (whole.dx, whole.dy) = (fit.dx.rounded(), fit.dy.rounded())
    whole = measured(whole)
    return whole.remaining <= fit.remaining * 1.02 + 1e-6 ? whole : fit
  }

  /// The error of a move, and the step that should lessen it most.
  private func step(_ fit: ShiftFit, drifts: Bool) -> (Double, SIMD3<Double>) {
    var (n, m) = (NormalEquations(), NormalEquations())
    let w = patch.width
    patch.a.withUnsafeBufferPointer { a in
      patch.b.withUnsafeBufferPointer { b in
        let (pa, pb) = (a.baseAddress!, b.baseAddress!)
        for i in patch.sparseProbe {
          let (x, y) = (Double(i % w), Double(i / w))
          let dx = fit.dx(at: x)
          if let p = patch.sampleWithSlope(pa, Float(x - dx), Float(y - fit.dy)) {
            n.add(p.value - b[i], p.slopeX, p.slopeY, x - fit.centre)
          } else {
            n.addMissing(b[i] - a[i])
          }
          if let q = patch.sampleWithSlope(pb, Float(x + dx), Float(y + fit.dy)) {
            m.add(a[i] - q.value, q.slopeX, q.slopeY, x - fit.centre)
          } else {
            m.addMissing(b[i] - a[i])
          }
        }
      }
    }
    // Where one side lacks what went or came, the other alone knows the move.
    if n.error * 3 < m.error { return (n.error, n.solved(drifts: drifts)) }
    if m.error * 3 < n.error { return (m.error, m.solved(drifts: drifts)) }
    n.add(m)
    return (n.error / 2, n.solved(drifts: drifts))
  }

  func measured(_ fit: ShiftFit) -> ShiftFit {
    let w = patch.width
    var (forward, backward) = (0.0, 0.0)
    patch.a.withUnsafeBufferPointer { a in
      patch.b.withUnsafeBufferPointer { b in
        let (pa, pb) = (a.baseAddress!, b.baseAddress!)
        for places in [patch.probe, patch.halo] {
          for i in places {
            let (x, y) = (Double(i % w), Double(i / w))
            let dx = fit.dx(at: x)
            let p = patch.sample(pa, Float(x - dx), Float(y - fit.dy)) ?? a[i]
            let q = patch.sample(pb, Float(x + dx), Float(y + fit.dy)) ?? b[i]
            let (f, g) = (b[i] - p, a[i] - q)
            forward += Double((f * f).sum())
            backward += Double((g * g).sum())
          }
        }
      }
    }
    var result = fit
    result.forward = forward / patch.probeEnergy
    result.backward = backward / patch.probeEnergy
    result.isRich =
      (forward <= backward ? patch.varietyB : patch.varietyA) >= 0.25 * patch.probeEnergy
    return result
  }
}

/// Sums for least squares of a difference against slopes to the right, down, and right × place.
private struct NormalEquations {
  var error = 0.0
  private var (xx, xy, yy, xs, ys, ss) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  private var (xt, yt, st) = (0.0, 0.0, 0.0)

  mutating func addMissing(_ t: SIMD4<Float>) { error += Double((t * t).sum()) }

  mutating func add(_ t: SIMD4<Float>, _ gx: SIMD4<Float>, _ gy: SIMD4<Float>, _ arm: Double) {
    error += Double((t * t).sum())
    let x2 = Double((gx * gx).sum())
    let x1 = Double((gx * gy).sum())
    let xr = Double((gx * t).sum())
    xx += x2
    xy += x1
    yy += Double((gy * gy).sum())
    xs += x2 * arm
    ys += x1 * arm
    ss += x2 * arm * arm
    xt += xr
    yt += Double((gy * t).sum())
    st += xr * arm
  }

  mutating func add(_ other: NormalEquations) {
    error += other.error
    (xx, xy, yy) = (xx + other.xx, xy + other.xy, yy + other.yy)
    (xs, ys, ss) = (xs + other.xs, ys + other.ys, ss + other.ss)
    (xt, yt, st) = (xt + other.xt, yt + other.yt, st + other.st)
  }

  func solved(drifts: Bool) -> SIMD3<Double> {
    // A ridge of one thousandth keeps an edge without ends from sliding along itself.
    let ridge = 1e-3 * (xx + yy) + 1e-9
    if !drifts {
      let determinant = (xx + ridge) * (yy + ridge) - xy * xy
      let x = (xt * (yy + ridge) - yt * xy) / determinant
      let y = (yt * (xx + ridge) - xt * xy) / determinant
      return SIMD3(x, y, 0)
    }
    let normal = [[xx + ridge, xy, xs], [xy, yy + ridge, ys], [xs, ys, ss + 1e-9]]
    guard let s = ImageDiff.solved(normal, [[xt], [yt], [st]]) else { return .zero }
    return SIMD3(s[0][0], s[1][0], s[2][0])
  }
}
