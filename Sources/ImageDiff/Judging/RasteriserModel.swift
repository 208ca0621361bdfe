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
  private let shift: ShiftFit
  private let curve: CoverageCurve

  /// Red and blue stand a sixth of a pixel or more apart, on one side only.
  var isSubpixel: Bool { abs(dx.x - dx.z) > 1.0 / 6 }

  init(_ patch: Patch, _ shift: ShiftFit) {
    var dx = SIMD4<Double>(repeating: shift.dx)
    for _ in 0..<3 { dx += Self.step(patch, dx, shift) }
    let limit = SIMD4<Double>(repeating: shift.dx)
    dx = pointwiseMax(pointwiseMin(dx, limit + 1), limit - 1)
    self.dx = dx
    dy = shift.dy
    self.shift = shift
    let warped = Self.warped(patch, dx, shift)
    curve = CoverageCurve(patch, warped)
    var rest = 0.0
    for (k, i) in patch.probe.enumerated() {
      let d = patch.b[i] - curve.applied(to: warped[k])
      rest += Double((d * d).sum())
    }
    remaining = rest / patch.probeEnergy
  }

  // MARK: Glyph by glyph

  /// What remains of one part of a line, about as wide as a glyph.
  private struct Part {
    var energy = 0.0
    var rest = 0.0
    /// What lies outside of the values within half a pixel: see `EdgeTest`.
    var outside = 0.0
  }

  /// Whether some glyph is another one, though the line as a whole could be the same.
  ///
  /// Rasterisers place glyphs on whole pixels, on quarters, or anywhere, so each part of the line may
  /// lie up to half a pixel aside, and a quarter up or down, of where the whole lies. Between exact
  /// coverage, gamma, LCD stripes and parts of a pixel, over 1200 words, no part then leaves two
  /// fifths of its energy and has a hundredth of it outside; of digits and letters that were replaced,
  /// at 10 to 17 px and drawn anew, 21 of 26 do that passed without this test. What is little beside
  /// the parts' mean, three fifths of two fifths of it, is the end of a line that is a little longer.
  static func hasAnotherGlyph(_ patch: Patch, _ shift: ShiftFit, _ test: EdgeTest) -> Bool {
    // Whichever side predicts the other better, so that the order of the pictures does not matter.
    let there = RasteriserModel(patch, shift).parts(patch, test)
    let swapped = patch.swapped()
    let away = ShiftFit(dx: -shift.dx, dy: -shift.dy, drift: -shift.drift, centre: shift.centre)
    let back = RasteriserModel(swapped, away).parts(swapped, test)
    let parts = zip(there, back).map { $0.rest <= $1.rest ? $0 : $1 }
    // One or two shapes are no line of text.
    guard parts.count >= 3 else { return false }
    let mean = parts.reduce(0) { $0 + $1.energy } / Double(parts.count)
    return parts.contains {
      $0.rest >= 0.4 * $0.energy && $0.outside >= 0.01 * $0.energy && $0.rest >= 0.24 * mean
    }
  }

  private func parts(_ patch: Patch, _ test: EdgeTest) -> [Part] {
    let width = max(4, Double(patch.box.height) * 0.7)
    let count = max(1, Int(Double(patch.box.width) / width))
    func index(_ i: Int) -> Int { (i % patch.width - patch.box.x0) * count / patch.box.width }
    var places = [[Int]](repeating: [], count: count)
    for i in patch.probe { places[index(i)].append(i) }
    var parts = places.map { part(patch, $0) }
    let every = Double(patch.probe.count) / Double(patch.changed.count)
    for (k, i) in patch.changed.enumerated() {
      parts[index(i)].outside += every * Double((test.excess[k] * test.excess[k]).sum())
    }
    return parts
  }

  private func part(_ patch: Patch, _ places: [Int]) -> Part {
    var part = Part()
    part.rest = .infinity
    for i in places {
      let d = patch.b[i] - patch.a[i]
      part.energy += Double((d * d).sum())
    }
    for aside in [0, -0.25, 0.25, -0.5, 0.5] {
      for down in [0, -0.25, 0.25] {
        var rest = 0.0
        for i in places {
          let d = patch.b[i] - curve.applied(to: sample(patch, i, aside, down))
          rest += Double((d * d).sum())
          if rest >= part.rest { break }
        }
        part.rest = min(part.rest, rest)
      }
    }
    return part
  }

  private func sample(
    _ patch: Patch, _ i: Int, _ aside: Double, _ down: Double
  ) -> SIMD4<Float> {
    let (x, y) = (Double(i % patch.width), Double(i / patch.width))
    let drift = shift.dx(at: x) - shift.dx
    return patch.a.withUnsafeBufferPointer { a in
      func at(_ c: Int) -> SIMD4<Float> {
        patch.sample(
          a.baseAddress!, Float(x - dx[c] - drift - aside), Float(y - dy - down)) ?? patch.a[i]
      }
      let green = at(1)
      if !isSubpixel { return green }
      return SIMD4(at(0).x, green.y, at(2).z, green.w)
    }
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
}

/// A curve for each channel from the reference's values to the candidate's: at most 12 steps, and one
/// for 8 pixels. What is stepped is candidate − reference, so a curve near the identity is smooth.
private struct CoverageCurve {
  private let low: SIMD4<Float>
  private let scale: SIMD4<Float>
  private let means: [SIMD4<Float>]

  /// - Parameter source: The reference at each pixel of the probe.
  init(_ patch: Patch, _ source: [SIMD4<Float>]) {
    let count = max(1, min(12, source.count / 8))
    var (least, most) = (source[0], source[0])
    for v in source {
      least = pointwiseMin(least, v)
      most = pointwiseMax(most, v)
    }
    let (low, width) = (least, most - least)
    self.low = low
    // A channel that is the same everywhere is all in the first step.
    let divisor = width.replacing(with: 1, where: width .<= 0)
    let scale = SIMD4<Float>(repeating: Float(count) * 0.9999) / divisor
    self.scale = scale
    var sums = [SIMD4<Double>](repeating: .zero, count: count)
    var counts = sums
    for (k, i) in patch.probe.enumerated() {
      let bins = Self.bins(source[k], low, scale, count)
      for c in 0..<4 {
        sums[bins[c]][c] += Double(patch.b[i][c] - source[k][c])
        counts[bins[c]][c] += 1
      }
    }
    means = zip(sums, counts).map { sum, n in
      SIMD4<Float>(sum / n.replacing(with: 1, where: n .== 0))
    }
  }

  @inline(__always)
  private static func bins(
    _ v: SIMD4<Float>, _ low: SIMD4<Float>, _ scale: SIMD4<Float>, _ count: Int
  ) -> SIMD4<Int> {
    let place = pointwiseMin(
      pointwiseMax((v - low) * scale, .zero), SIMD4(repeating: Float(count - 1)))
    return SIMD4<Int>(place)
  }

  func applied(to v: SIMD4<Float>) -> SIMD4<Float> {
    let bins = Self.bins(v, low, scale, means.count)
    return v
      + SIMD4(means[bins.x].x, means[bins.y].y, means[bins.z].z, means[bins.w].w)
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
  static func isSmoothed(_ p: [SIMD4<Float>], _ i: Int, _ w: Int) -> Bool {
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
