internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Shadow {
  /// A soft ring around a box whose own edges stayed.
  static func proposals(_ patch: Patch) -> [Proposal] {
    guard patch.changed.count >= 48, min(patch.box.width, patch.box.height) >= 12,
      patch.roughness < 0.5, let ring = ShadowRing(patch)
    else { return [] }
    let (before, after) = (ring.fit(patch.a), ring.fit(patch.b))
    guard before.cast != nil || after.cast != nil else { return [] }
    let explanation = Explanation.shadow(Shadow(before: before.cast, after: after.cast))
    if before.cast == nil || after.cast == nil {
      // The side without a shadow shows nothing but ground.
      let side = after.cast == nil ? Side.candidate : .reference
      return [
        Proposal(
          explanation: explanation, parameters: 0, side: side, keepsOthers: true,
          predict: { places in
            let other = side == .candidate ? patch.a : patch.b
            return places.map {
              ring.isBox($0 % patch.width, $0 / patch.width) ? other[$0] : ring.ground
            }
          })
      ]
    }
    return [
      Self.deeper(patch, ring, before),
      Proposal(
        explanation: explanation, parameters: 4,
        keepsOthers: true,
        predict: { places in
          places.map { i in
            let (x, y) = (i % patch.width, i / patch.width)
            guard !ring.isBox(x, y) else { return patch.a[i] }
            return patch.a[i] + before.depth(x, y, ring) - after.depth(x, y, ring)
          }
        }),
    ].compactMap(\.self)
  }

  /// The same shadow, deeper or less deep: what it takes of the ground's light grows by one factor,
  /// whatever its form.
  private static func deeper(
    _ patch: Patch, _ ring: ShadowRing, _ before: ShadowRing.Fitted
  ) -> Proposal? {
    guard let cast = before.cast else { return nil }
    let ground = ring.ground
    var (ab, aa) = (0.0, 1e-9)
    for i in patch.probe where !ring.isBox(i % patch.width, i / patch.width) {
      let (p, q) = (SIMD4<Double>(ground - patch.a[i]), SIMD4<Double>(ground - patch.b[i]))
      ab += (p * q).sum()
      aa += (p * p).sum()
    }
    let k = ab / aa
    guard k > 0 else { return nil }
    var after = cast
    after.opacity = min(1, cast.opacity * k)
    return Proposal(
      explanation: .shadow(Shadow(before: cast, after: after)), parameters: 1, keepsOthers: true,
      rounding: Float(max(1, (1 + k) / 2)),
      predict: { places in
        places.map { i in ground - (ground - patch.a[i]) * Float(k) }
      })
  }
}

/// The pixels around a box on which its shadow falls.
struct ShadowRing {
  /// In pixels of the patch, half-open.
  let box: PixelRect
  let ground: SIMD4<Float>
  private let patch: Patch
  /// Some pixels of the ring, the same for both sides.
  private let places: [Int]

  /// Steps between two pixels that are an edge; see `Layers.edge`.
  private static let edge = Layers.edge
  /// Pixels of the ring that a fit looks at.
  private static let most = 400

  init?(_ patch: Patch) {
    self.patch = patch
    guard let ground = Self.outer(patch), let box = Self.caster(patch) else { return nil }
    self.ground = ground
    self.box = box
    let ring = patch.probe.filter { !box.contains(x: $0 % patch.width, y: $0 / patch.width) }
    // Most of what changed is the ring.
    guard ring.count >= 32, ring.count * 10 >= patch.probe.count * 9 else { return nil }
    // And it is soft on both sides.
    let w = patch.width
    let hard = ring.count { i in
      let (x, y) = (i % w, i / w)
      guard !box.outset(by: 1).contains(x: x, y: y), x > 0, y > 0, x + 1 < w, y + 1 < patch.height
      else { return false }
      return [i - 1, i + 1, i - w, i + w].contains { n in
        !box.outset(by: 1).contains(x: n % w, y: n / w)
          && [patch.a, patch.b].contains { magnitude($0[n] - $0[i]).max() > Self.edge }
      }
    }
    guard hard * 50 <= ring.count else { return nil }
    let every = max(1, ring.count / Self.most)
    places = stride(from: 0, to: ring.count, by: every).map { ring[$0] }
  }

  func isBox(_ x: Int, _ y: Int) -> Bool { box.contains(x: x, y: y) }

  /// The one colour of the unchanged pixels around the cluster's bounds.
  static func outer(_ patch: Patch) -> SIMD4<Float>? {
    let (w, h) = (patch.width, patch.height)
    let near = patch.box.outset(by: 3).intersection(PixelRect(x0: 0, y0: 0, x1: w, y1: h))
    var counts: [SIMD4<Int16>: Int] = [:]
    var total = 0
    for y in near.y0..<near.y1 {
      for x in near.x0..<near.x1
      where !patch.box.contains(x: x, y: y) && patch.roles[y * w + x] == .same {
        counts[rounded(patch.a[y * w + x]), default: 0] += 1
        total += 1
      }
    }
    guard let most = counts.max(by: { ($0.value, $0.key.key) < ($1.value, $1.key.key) }),
      most.value * 2 >= total
    else { return nil }
    return SIMD4<Float>(most.key)
  }

  /// The box in the middle of the ring: from each end of the cluster's bounds inwards, the first hard
  /// edge that both sides have.
  static func caster(_ patch: Patch) -> PixelRect? {
    let (w, b) = (patch.width, patch.box)
    func isHard(_ i: Int, _ n: Int) -> Bool {
      magnitude(patch.a[n] - patch.a[i]).max() > edge
        && magnitude(patch.b[n] - patch.b[i]).max() > edge
    }
    func median(_ values: [Int]) -> Int? {
      values.count >= 3 ? values.sorted()[values.count / 2] : nil
    }
    let parts = [3, 4, 5, 6, 7]
    let rows = parts.map { b.y0 + b.height * $0 / 10 }
    let columns = parts.map { b.x0 + b.width * $0 / 10 }
    /// Where the ring ends: a hard edge, or four pixels that are equal.
    func first(_ line: [Int]) -> Int? {
      var equal = 0
      for k in line.indices.dropLast() {
        if isHard(line[k], line[k + 1]) { return k + 1 }
        equal = patch.roles[line[k]] == .same && k > 2 ? equal + 1 : 0
        if equal == 4 { return k - 3 }
      }
      return nil
    }
    let (half, other) = (b.width / 2, b.height / 2)
    let left = median(rows.compactMap { y in first((0..<half).map { y * w + b.x0 + $0 }) })
    let right = median(rows.compactMap { y in first((0..<half).map { y * w + b.x1 - 1 - $0 }) })
    let top = median(columns.compactMap { x in first((0..<other).map { (b.y0 + $0) * w + x }) })
    let bottom = median(
      columns.compactMap { x in first((0..<other).map { (b.y1 - 1 - $0) * w + x }) })
    guard let bottom, let left, let right else { return nil }
    let box = PixelRect(
      x0: b.x0 + left, y0: b.y0 + (top ?? 0), x1: b.x1 - right, y1: b.y1 - bottom)
    return box.width >= 4 && box.height >= 4 ? box : nil
  }

  // MARK: One side

  struct Fitted {
    var cast: Cast?
    /// How much darker the ground is where the shadow is densest.
    var depth = SIMD4<Float>.zero

    func depth(_ x: Int, _ y: Int, _ ring: ShadowRing) -> SIMD4<Float> {
      guard let cast else { return .zero }
      return depth * Float(ring.coverage(x, y, cast.sigma, cast.offset, cast.spread))
    }
  }

  /// Share of the shadow that falls on a pixel: a rectangle through a Gaussian, the product of the
  /// integrals along both axes.
  func coverage(
    _ x: Int, _ y: Int, _ sigma: Double, _ offset: Double, _ spread: Double
  ) -> Double {
    func along(_ v: Double, _ from: Double, _ to: Double) -> Double {
      let k = 1 / (sigma * 2.squareRoot())
      return 0.5 * (erf((v - from) * k) - erf((v - to) * k))
    }
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    return along(px, Double(box.x0) - spread, Double(box.x1) + spread)
      * along(
        py, Double(box.y0) + offset - spread, Double(box.y1) + offset + spread)
  }

  /// Sigma, offset and spread by halving steps from a coarse start; the depth follows by least
  /// squares.
  func fit(_ side: [SIMD4<Float>]) -> Fitted {
    let seen = places.map { ground - side[$0] }
    var energy: Float = 0
    for d in seen { energy += (d * d).sum() }
    // Less than a step a pixel is no shadow.
    guard energy > 3 * Float(places.count) else { return Fitted() }
    func error(_ p: SIMD3<Double>) -> (Float, SIMD4<Float>) {
      var (mm, dm) = (Float(1e-6), SIMD4<Float>.zero)
      let model = places.map {
        Float(coverage($0 % patch.width, $0 / patch.width, exp(p.x), p.y, p.z))
      }
      for (m, d) in zip(model, seen) {
        mm += m * m
        dm += d * m
      }
      let depth = dm / mm
      return (energy - mm * (depth * depth).sum(), depth)
    }
    var (best, least, depth) = (SIMD3<Double>.zero, Float.infinity, SIMD4<Float>.zero)
    for sigma in [2.0, 4, 8, 16] {
      for offset in [0.0, 0.5, 1] {
        let p = SIMD3(log(sigma), offset * sigma, 0)
        let (e, d) = error(p)
        if e < least { (best, least, depth) = (p, e, d) }
      }
    }
    var steps = SIMD3<Double>(0.35, 2, 1)
    for _ in 0..<24 {
      var isBetter = false
      for axis in 0..<3 {
        for sign in [1.0, -1.0] {
          var p = best
          p[axis] += sign * steps[axis]
          guard p.x > log(0.5), p.x < log(60), abs(p.z) < 24 else { continue }
          let (e, d) = error(p)
          if e < least {
            (best, least, depth) = (p, e, d)
            isBetter = true
            break
          }
        }
      }
      if !isBetter { steps *= 0.5 }
      if steps.x < 0.01 { break }
    }
    let light = pointwiseMax(ground, SIMD4(repeating: 1))
    let share = depth / light
    guard (0...1).contains(max(share.x, share.y, share.z)), exp(best.x) >= 0.8 else {
      return Fitted()
    }
    return Fitted(
      cast: Cast(
        opacity: Double(max(share.x, share.y, share.z)), sigma: exp(best.x), offset: best.y,
        spread: best.z), depth: depth)
  }
}
