internal import Raster

/// Finds moves: first from standing still, then over whole pixels on a sample of the cluster.
struct ShiftSearch {
  let patch: Patch
  private let refinement: ShiftRefinement
  private let centre: Double

  private static let sampleLimit = 256
  private static let firstLook = 40
  private static let shortList = 16

  init(_ patch: Patch) {
    self.patch = patch
    refinement = ShiftRefinement(patch: patch)
    centre = Double(patch.box.x0 + patch.box.x1 - 1) / 2
  }

  /// The move within a pixel or so that fits best, starting from none.
  func near() -> ShiftFit { around(dx: 0, dy: 0) }

  /// The same, starting from a move. Device px.
  func around(dx: Double, dy: Double) -> ShiftFit {
    refinement.refine(ShiftFit(dx: dx, dy: dy, centre: centre), drifts: false)
  }

  /// The best move of up to `reach` px, refined; nil where none is better than standing still.
  func far(reach: Int) -> ShiftFit? {
    guard patch.changed.count >= 6, let whole = bestWhole(reach: reach) else { return nil }
    return around(dx: Double(whole.x), dy: Double(whole.y))
  }

  private struct Candidate {
    var x: Int
    var y: Int
    var error: Float
  }

  private func bestWhole(reach: Int) -> (x: Int, y: Int)? {
    patch.a.withUnsafeBufferPointer { a in
      patch.b.withUnsafeBufferPointer { b in
        bestWhole(
          reach: reach,
          few: ShiftError(patch, a.baseAddress!, b.baseAddress!, choose(Self.firstLook)),
          all: ShiftError(patch, a.baseAddress!, b.baseAddress!, choose(Self.sampleLimit)))
      }
    }
  }

  private func bestWhole(reach: Int, few: ShiftError, all: ShiftError) -> (x: Int, y: Int)? {
    let maxX = min(reach, patch.box.width)
    let maxY = min(reach, patch.box.height)
    var list: [Candidate] = []
    var limit = few.of(0, 0, limit: .infinity)
    for y in -maxY...maxY {
      for x in -maxX...maxX where x != 0 || y != 0 {
        let e = few.of(x, y, limit: limit)
        if e >= limit { continue }
        insert(Candidate(x: x, y: y, error: e), &list)
        if list.count == Self.shortList { limit = list[list.count - 1].error }
      }
    }
    for k in list.indices {
      list[k].error = all.of(list[k].x, list[k].y, limit: .infinity)
    }
    let still = all.of(0, 0, limit: .infinity)
    // Ties go to the shorter move, then to a fixed order.
    guard
      let best = list.min(by: { order($0) < order($1) }), best.error < still
    else { return nil }
    return (best.x, best.y)
  }

  private func order(_ c: Candidate) -> (Float, Int, Int, Int) {
    (c.error, c.x * c.x + c.y * c.y, c.y, c.x)
  }

  private func insert(_ c: Candidate, _ list: inout [Candidate]) {
    var k = list.count
    while k > 0 && order(c) < order(list[k - 1]) { k -= 1 }
    list.insert(c, at: k)
    if list.count > Self.shortList { list.removeLast() }
  }

  /// The pixels that changed most, spread over the cluster: of every stretch of it the strongest.
  private func choose(_ limit: Int) -> [Int] {
    let all = patch.changed
    if all.count <= limit { return all }
    return (0..<limit).map { s in
      let from = s * all.count / limit
      let to = (s + 1) * all.count / limit
      var (best, most) = (all[from], Float(-1))
      for k in from..<to {
        let d = patch.b[all[k]] - patch.a[all[k]]
        let e = (d * d).sum()
        if e > most { (best, most) = (all[k], e) }
      }
      return best
    }
  }
}

/// What a move by whole pixels leaves of some pixels, in both directions.
private struct ShiftError {
  private struct Sample {
    var x: Int
    var y: Int
    var before: SIMD4<Float>
    var after: SIMD4<Float>
  }
  private let samples: [Sample]
  private let a: UnsafePointer<SIMD4<Float>>
  private let b: UnsafePointer<SIMD4<Float>>
  private let width: Int
  private let height: Int
  private let outside: SIMD4<Float>?

  /// - Parameters:
  ///   - a: Of `patch.a`, and `b` of `patch.b`; valid as long as this is used.
  ///   - places: In the patch.
  init(
    _ patch: Patch, _ a: UnsafePointer<SIMD4<Float>>, _ b: UnsafePointer<SIMD4<Float>>,
    _ places: [Int]
  ) {
    (self.a, self.b) = (a, b)
    (width, height) = (patch.width, patch.height)
    outside = patch.outside
    samples = places.map {
      Sample(x: $0 % patch.width, y: $0 / patch.width, before: a[$0], after: b[$0])
    }
  }

  /// Stops at `limit`. A source outside the patch counts as if nothing had been explained there.
  @inline(__always)
  func of(_ dx: Int, _ dy: Int, limit: Float) -> Float {
    var sum = Float(0)
    for s in samples {
      let (fx, fy) = (s.x - dx, s.y - dy)
      let hasSource = fx >= 0 && fy >= 0 && fx < width && fy < height
      let (gx, gy) = (s.x + dx, s.y + dy)
      let hasTarget = gx >= 0 && gy >= 0 && gx < width && gy < height
      let d = s.after - (hasSource ? a[fy * width + fx] : outside ?? s.before)
      let e = s.before - (hasTarget ? b[gy * width + gx] : outside ?? s.after)
      sum += (d * d + e * e).sum()
      if sum >= limit { break }
    }
    return sum
  }
}

/// Finds a move that grows along a line of text, as other advances, kerning or tracking make it.
///
/// Windows as wide as one and a half lines are followed from left to right, each starting where the
/// one before ended up; the median slope through them starts the refinement.
struct DriftSearch {
  let patch: Patch

  /// Nil where the cluster is not a line, or the windows do not agree on a slope.
  func fit(from start: ShiftFit) -> ShiftFit? {
    let box = patch.box
    guard box.width >= 3 * box.height, box.height >= 4 else { return nil }
    let windows = max(3, min(24, box.width * 2 / (box.height * 3)))
    var points: [(x: Double, dx: Double)] = []
    var (last, trend) = (anchor(start, windows), 0.0)
    for k in 0..<windows {
      let x0 = box.x0 + k * box.width / windows
      let x1 = box.x0 + (k + 1) * box.width / windows
      guard let dx = follow(x0..<x1, around: last + trend, dy: start.dy) else { continue }
      if k > 0 { trend = (trend + dx - last) / 2 }
      last = dx
      points.append((Double(x0 + x1 - 1) / 2, dx))
    }
    guard points.count >= 3 else { return nil }
    let slope = medianSlope(points)
    guard abs(slope) > 1e-4 else { return nil }
    let centre = start.centre
    let offsets = points.map { $0.dx - slope * ($0.x - centre) }.sorted()
    let fit = ShiftFit(
      dx: offsets[offsets.count / 2], dy: start.dy, drift: slope, centre: centre)
    return ShiftRefinement(patch: patch).refine(fit, drifts: true)
  }

  /// Where the first window stands: lines are mostly set from the left, so near no move at all.
  private func anchor(_ start: ShiftFit, _ windows: Int) -> Double {
    let box = patch.box
    let first = box.x0..<(box.x0 + box.width / windows)
    return follow(first, around: 0, dy: start.dy) ?? 0
  }

  /// The move of the changed pixels of some columns within 3 px of `around`, by quarters.
  private func follow(_ columns: Range<Int>, around: Double, dy: Double) -> Double? {
    let w = patch.width
    let pixels = patch.probe.filter { columns.contains($0 % w) }
    guard pixels.count >= 6 else { return nil }
    var (best, least) = (around, Double.infinity)
    patch.a.withUnsafeBufferPointer { a in
      patch.b.withUnsafeBufferPointer { b in
        for k in -12...12 {
          let dx = (around * 4).rounded() / 4 + Double(k) / 4
          var sum = 0.0
          for i in pixels {
            let (x, y) = (Double(i % w), Double(i / w))
            let p = patch.sample(a.baseAddress!, Float(x - dx), Float(y - dy)) ?? a[i]
            let q = patch.sample(b.baseAddress!, Float(x + dx), Float(y + dy)) ?? b[i]
            let (f, g) = (b[i] - p, a[i] - q)
            sum += Double((f * f + g * g).sum())
          }
          if sum < least { (best, least) = (dx, sum) }
        }
      }
    }
    return best
  }

  private func medianSlope(_ points: [(x: Double, dx: Double)]) -> Double {
    var slopes: [Double] = []
    for i in points.indices {
      for j in points.indices where j > i {
        slopes.append((points[j].dx - points[i].dx) / (points[j].x - points[i].x))
      }
    }
    slopes.sort()
    return slopes[slopes.count / 2]
  }
}
