internal import CKernels
internal import Raster
internal import Threads

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The second picture predicted from the first where every edge was drawn anew: all moved by the same
/// part of a pixel, and smoothed with another strength.
///
/// It is thought of only where hardly a bent edge is equal on both sides: an edge that stayed to the
/// byte is evidence that one rasteriser drew both.
struct RedrawModel: Hashable, Sendable {
  /// Device px from the first picture to the second, each at most ½.
  var dx: Float
  var dy: Float
  /// Share of what lies between ground and ink that is added to ink darker, and lighter, than ground.
  var dark: Float = 0
  var light: Float = 0

  /// Ink of the second picture over that of the first, at the middle of an edge's coverage: a gain g
  /// adds g/4 to a half.
  var strength: Double { 1 + Double(abs(dark) >= abs(light) ? dark : light) / 2 }
}

/// Pixels that clearly differ, with what stands around them, to find by how much edges moved.
struct RedrawEvidence: Hashable, Sendable {
  /// Edge pixels that follow no straight line, and those that are equal to the byte.
  var bent = 0
  var bentEqual = 0
  /// For each sample and channel 3 × 3 values of the first picture and one of the second; steps.
  private var values: [Float] = []
  private var count: Int { values.count / Self.size }
  private static let size = 10
  private static let limit = 6_000
  private var every = 1
  private var seen = 0

  /// Fewer bent edges say nothing of a rasteriser.
  private static let least = 30
  /// Contrast of an edge, in steps.
  static let edge = 24

  /// - Parameter slack: What bent edges leave open in the first picture's luma.
  mutating func add(
    _ tile: JudgeTile, _ distance: UnsafePointer<Int16>?, _ slack: UnsafePointer<Int16>,
    _ clear: Int16
  ) {
    let w = tile.width
    for y in tile.core.y0..<tile.core.y1 {
      let at = y - tile.area.y0
      for x in tile.core.x0..<tile.core.x1 {
        let i = at * w + x - tile.area.x0
        if slack[i] >= Int16(Self.edge * 16) {
          bent += 1
          if (distance?[i] ?? 0) == 0 { bentEqual += 1 }
        }
        guard let distance, distance[i] > clear else { continue }
        seen += 1
        if seen % every == 0 { sample(tile, x - tile.area.x0, at) }
      }
    }
  }

  private mutating func sample(_ tile: JudgeTile, _ x: Int, _ y: Int) {
    let (w, h) = (tile.width, tile.height)
    // Green alone: what all channels share.
    let (p, q) = (tile.one[1], tile.two[1])
    for oy in -1...1 {
      for ox in -1...1 {
        values.append(Float(p[min(h - 1, max(0, y + oy)) * w + min(w - 1, max(0, x + ox))]) / 16)
      }
    }
    values.append(Float(q[y * w + x]) / 16)
    if count >= 2 * Self.limit { thin() }
  }

  private mutating func thin() {
    every *= 2
    values = stride(from: 0, to: count, by: 2).flatMap {
      values[($0 * Self.size)..<(($0 + 1) * Self.size)]
    }
  }

  mutating func add(_ other: RedrawEvidence) {
    bent += other.bent
    bentEqual += other.bentEqual
    values += other.values
    seen += other.seen
    while count >= 2 * Self.limit { thin() }
  }

  /// Where edges stand in the second picture; nil where some bent edges stayed as they were.
  func moved() -> RedrawModel? {
    guard bent >= Self.least, Double(bentEqual) <= JudgeConstants.stayed * Double(bent), count > 0
    else { return nil }
    var best = (cost: Float.infinity, dx: Float(0), dy: Float(0))
    func look(_ centre: (Float, Float), _ step: Float, _ reach: Int) {
      for j in -reach...reach {
        for i in -reach...reach {
          let (dx, dy) = (centre.0 + Float(i) * step, centre.1 + Float(j) * step)
          if max(abs(dx), abs(dy)) > 0.5 { continue }
          let cost = cost(dx, dy)
          if cost < best.cost { best = (cost, dx, dy) }
        }
      }
    }
    look((0, 0), 0.1, 5)
    look((best.dx, best.dy), 0.02, 4)
    return RedrawModel(dx: best.dx, dy: best.dy)
  }

  /// Σ |r|: what changed by much does not draw the move to itself.
  private func cost(_ dx: Float, _ dy: Float) -> Float {
    let (across, down) = (dx > 0 ? -1 : 1, dy > 0 ? -3 : 3)
    let (tx, ty) = (abs(dx), abs(dy))
    var sum: Float = 0
    values.withUnsafeBufferPointer { v in
      for k in 0..<count {
        let c = k * Self.size + 4
        let a = v[c] + tx * (v[c + across] - v[c])
        let b = v[c + down] + tx * (v[c + down + across] - v[c + down])
        sum += abs(v[c + 5] - (a + ty * (b - a)))
      }
    }
    return sum
  }
}

extension RedrawModel {
  /// The same with the gains of ink that the pair asks for, by least squares.
  func gained(_ pair: JudgedPair, threads: Int) -> RedrawModel {
    let cores = JudgeTile.cores(pair.reference.bounds)
    let workers = max(1, min(threads, cores.count))
    let parts = WorkQueue(workers, threads: workers) { index, _ in
      let tile = JudgeTile(pair)
      return stride(from: index, to: cores.count, by: workers).map { i in
        tile.read(cores[i])
        return tile.differs ? sums(tile) : .zero
      }
    }.results()
    // In the order of the tiles, whatever the number of threads.
    var sum = SIMD4<Double>.zero
    for i in cores.indices { sum += parts[i % workers][i / workers] }
    var result = self
    result.dark = sum.y > 0 ? Float(max(-1, min(1, sum.x / sum.y))) : 0
    result.light = sum.w > 0 ? Float(max(-1, min(1, sum.z / sum.w))) : 0
    return result
  }

  /// Σ r s and Σ s² of dark ink, then of light: r is what the move leaves, s what a gain of 1 adds.
  private func sums(_ tile: JudgeTile) -> SIMD4<Double> {
    tile.redraw(RedrawModel(dx: dx, dy: dy), into: tile.predicted)
    tile.redraw(RedrawModel(dx: dx, dy: dy, dark: 1, light: 1), into: tile.spare)
    var sum = SIMD4<Double>.zero
    let w = tile.width
    for y in tile.core.y0..<tile.core.y1 {
      let row = (y - tile.area.y0) * w - tile.area.x0
      for i in (row + tile.core.x0)..<(row + tile.core.x1) {
        let s = Double(tile.spare[1][i] - tile.predicted[1][i])
        if s == 0 { continue }
        // What is far off is no smoothing: a gain of 1 is the most.
        let r = max(-abs(s), min(abs(s), Double(tile.two[1][i] - tile.predicted[1][i])))
        if s < 0 {
          sum.x += r * s
          sum.y += s * s
        } else {
          sum.z += r * s
          sum.w += s * s
        }
      }
    }
    return sum
  }
}

extension JudgeTile {
  func redraw(_ model: RedrawModel, into out: [UnsafeMutablePointer<Int16>]) {
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Int16>?.self, capacity: 4) { list in
      for c in 0..<channels { list[c] = out[c] }
      planes(one) {
        judge_redraw(
          $0, Int32(channels), Int32(width), Int32(height), model.dx, model.dy, model.dark,
          model.light, list.baseAddress!, scratch)
      }
    }
  }
}
