internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One rasteriser's picture of an outline predicted from another's: a small move for each channel
/// (LCD stripes lie a third of a pixel apart) and a curve from coverage to coverage for each channel
/// (smoothing strength).
struct RasteriserModel {
  /// Device px by which red, green, blue and alpha moved to the right; all move `dy` down.
  let dx: SIMD4<Double>
  let dy: Double
  /// Share of the cluster's energy that remains.
  let remaining: Double

  /// Red and blue stand a sixth of a pixel or more apart, on one side only.
  var isSubpixel: Bool { abs(dx.x - dx.z) > 1.0 / 6 }

  init(_ patch: Patch, _ shift: ShiftFit) {
    var dx = SIMD4<Double>(repeating: shift.dx)
    for _ in 0..<3 { dx += Self.step(patch, dx, shift) }
    let limit = SIMD4<Double>(repeating: shift.dx)
    dx = pointwiseMax(pointwiseMin(dx, limit + 1), limit - 1)
    self.dx = dx
    dy = shift.dy
    remaining = Self.rest(patch, Self.warped(patch, dx, shift)) / patch.probeEnergy
  }

  /// Gauss-Newton for each channel by itself.
  private static func step(
    _ patch: Patch, _ dx: SIMD4<Double>, _ shift: ShiftFit
  ) -> SIMD4<Double> {
    let w = patch.width
    var (xx, xt) = (SIMD4<Double>(repeating: 1e-9), SIMD4<Double>.zero)
    patch.a.withUnsafeBufferPointer { a in
      for i in patch.probe {
        let (x, y) = (Double(i % w), Double(i / w))
        let drift = shift.dx(at: x) - shift.dx
        for c in 0..<4 where c == 0 || dx[c] != dx[c - 1] || c == 3 {
          // Channels that share a move share the sample.
          guard
            let p = patch.sampleWithSlope(
              a.baseAddress!, Float(x - dx[c] - drift), Float(y - shift.dy))
          else { continue }
          var k = c
          repeat {
            let g = Double(p.slopeX[k])
            xx[k] += g * g
            xt[k] += g * Double(p.value[k] - patch.b[i][k])
            k += 1
          } while k < 3 && dx[k] == dx[c]
        }
      }
    }
    let step = xt / xx
    return pointwiseMax(pointwiseMin(step, .init(repeating: 0.4)), .init(repeating: -0.4))
  }

  private static func warped(
    _ patch: Patch, _ dx: SIMD4<Double>, _ shift: ShiftFit
  ) -> [SIMD4<Float>] {
    let w = patch.width
    return patch.a.withUnsafeBufferPointer { a in
      patch.probe.map { i in
        let (x, y) = (Double(i % w), Double(i / w))
        let drift = shift.dx(at: x) - shift.dx
        var v = patch.a[i]
        for c in 0..<4 {
          if let p = patch.sample(
            a.baseAddress!, Float(x - dx[c] - drift), Float(y - shift.dy))
          {
            v[c] = p[c]
          }
        }
        return v
      }
    }
  }

  /// What a curve for each channel leaves over. The curve has at most 12 steps, and one for 8 pixels.
  private static func rest(_ patch: Patch, _ source: [SIMD4<Float>]) -> Double {
    let bins = max(1, min(12, source.count / 8))
    var rest = 0.0
    for c in 0..<4 {
      var (low, high) = (Float.infinity, -Float.infinity)
      for v in source {
        low = min(low, v[c])
        high = max(high, v[c])
      }
      let scale = high > low ? Float(bins) / (high - low) * 0.9999 : 0
      // Sums of candidate − source: a curve near the identity is not stepped.
      var sums = [(n: Double, sum: Double, squares: Double)](repeating: (0, 0, 0), count: bins)
      for (k, i) in patch.probe.enumerated() {
        let bin = Int((source[k][c] - low) * scale)
        let d = Double(patch.b[i][c] - source[k][c])
        sums[bin].n += 1
        sums[bin].sum += d
        sums[bin].squares += d * d
      }
      for s in sums where s.n > 0 { rest += s.squares - s.sum * s.sum / s.n }
    }
    return rest
  }
}

/// Whether the smoothed edges around a cluster differ too, as they do when the rasteriser changed,
/// or are equal to the byte, as they are when only the content did.
struct EdgeContext {
  let smoothed: Int
  let unchanged: Int

  /// Of the pixels of a patch that lie between their neighbours' colours in the reference, and that a
  /// move would change: edges along it stay.
  init(_ patch: Patch, _ shift: ShiftFit) {
    let (w, h) = (patch.width, patch.height)
    let isMoved = max(abs(shift.dx), abs(shift.dy)) >= 0.05
    var (smoothed, unchanged) = (0, 0)
    patch.a.withUnsafeBufferPointer { a in
      for y in 1..<max(1, h - 1) {
        for x in 1..<max(1, w - 1) {
          let i = y * w + x
          guard Self.isSmoothed(patch.a, i, w) else { continue }
          if isMoved, patch.roles[i] == .same {
            let (fx, fy) = (Double(x) - shift.dx(at: Double(x)), Double(y) - shift.dy)
            let v = patch.sample(a.baseAddress!, Float(fx), Float(fy)) ?? a[i]
            if magnitude(v - a[i]).max() < 8 { continue }
          }
          smoothed += 1
          if patch.roles[i] == .same { unchanged += 1 }
        }
      }
    }
    self.smoothed = smoothed
    self.unchanged = unchanged
  }

  /// Between darker and lighter neighbours, and at least 16 steps from both.
  @inline(__always)
  private static func isSmoothed(_ p: [SIMD4<Float>], _ i: Int, _ w: Int) -> Bool {
    let v = p[i]
    var (low, high) = (v, v)
    for n in [p[i - 1], p[i + 1], p[i - w], p[i + w]] {
      low = pointwiseMin(low, n)
      high = pointwiseMax(high, n)
    }
    return min((v - low).max(), (high - v).max()) >= 16
  }

  /// Enough smoothed edges, and hardly one of them unchanged.
  var saysRasteriser: Bool { smoothed >= 24 && unchanged * 5 <= smoothed }
}

/// The ink of both sides on an even ground: how much, of which colour, and how dense at its densest.
struct InkComparison {
  /// Ink of the candidate over that of the reference.
  let strength: Double
  /// Densest ink (the 97th percentile) of the candidate over that of the reference.
  let density: Double
  /// Degrees between the mean colours of the ink, seen from the ground.
  let angle: Double

  /// Another rasteriser keeps the colour of the ink, and draws it at most a little bolder or lighter;
  /// thin strokes get paler only where they get wider. Between macOS and Linux, over 40 lines of text,
  /// the angle stays below 1°, strength within 0.81…1.07 and density within 0.95…1; a bold face has a
  /// strength of 1.3 and more.
  var isConserved: Bool {
    if angle > 3 || strength < 0.78 || strength > 1.27 { return false }
    return !(density < 0.88 && strength < 0.92) && !(density > 1.14 && strength > 1.08)
  }

  init?(_ patch: Patch, _ ground: Ground) {
    let w = patch.width
    var (sumA, sumB) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (sizesA, sizesB) = ([Float](), [Float]())
    for y in patch.box.y0..<patch.box.y1 {
      for x in patch.box.x0..<patch.box.x1 where patch.roles[y * w + x] != .other {
        let g = ground.colour(x, y)
        let (p, q) = (patch.a[y * w + x] - g, patch.b[y * w + x] - g)
        sumA += p
        sumB += q
        sizesA.append((p * p).sum())
        sizesB.append((q * q).sum())
      }
    }
    let (a, b) = ((sumA * sumA).sum(), (sumB * sumB).sum())
    guard a > 0, b > 0, sizesA.count >= 8 else { return nil }
    strength = Double((b / a).squareRoot())
    let cosine = Double((sumA * sumB).sum() / (a * b).squareRoot())
    angle = acos(max(-1, min(1, cosine))) * 180 / .pi
    // Of the pixels that hold ink on either side.
    let inked = max(8, sizesA.indices.count { max(sizesA[$0], sizesB[$0]) > 400 })
    func densest(_ sizes: [Float]) -> Float {
      let sorted = sizes.sorted(by: >)
      return sorted[min(sorted.count - 1, inked * 3 / 100)]
    }
    let (dense, denser) = (densest(sizesA), densest(sizesB))
    density = dense > 0 ? Double((denser / dense).squareRoot()) : .infinity
  }
}
