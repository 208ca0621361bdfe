internal import Raster

/// The thing that a cluster is a part of: everything that hangs together with it and stands out from
/// the ground on either side, changed or not.
///
/// A button that moved shows as a strip that went and a strip that came; only the whole button tells
/// that it moved.
struct FoundObject {
  var bounds: PixelRect
  var ground: SIMD4<Float>
  /// Row-major over `bounds`.
  var mask: [Bool]
}

struct ObjectSearch {
  let reader: PatchReader

  /// Px around a cluster that are searched; an object that reaches further is the page.
  static let reach = 320
  /// Steps from the ground within which a pixel belongs to it.
  static let tolerance: Float = 3

  /// The object that a cluster belongs to, on the most frequent ground around it on which it ends.
  func object(at cluster: PixelRect) -> FoundObject? {
    for ground in grounds(cluster) {
      if let found = grow(cluster, ground) { return found }
    }
    return nil
  }

  /// The two most frequent colours that are equal on both sides within 3 px of the cluster.
  private func grounds(_ cluster: PixelRect) -> [SIMD4<Float>] {
    var counts: [SIMD4<Int16>: Int] = [:]
    let area = cluster.outset(by: 3).intersection(reader.reference.bounds)
    var total = 0
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 where !cluster.outset(by: -1).contains(x: x, y: y) {
        guard let a = reader.colour(0, x, y), let b = reader.colour(1, x, y), a == b else {
          continue
        }
        counts[rounded(a), default: 0] += 1
        total += 1
      }
    }
    let sorted = counts.sorted { ($0.value, -$0.key.key) > ($1.value, -$1.key.key) }
    return sorted.prefix(2).filter { $0.value * 8 >= total }.map { SIMD4<Float>($0.key) }
  }

  private func grow(_ cluster: PixelRect, _ ground: SIMD4<Float>) -> FoundObject? {
    var margin = 40
    while true {
      let window = cluster.outset(by: margin).intersection(reader.reference.bounds)
      guard window.area <= PatchReader.limit else { return nil }
      let (mask, bounds) = flood(cluster, ground, window)
      guard !bounds.isEmpty else { return nil }
      let page = reader.reference.bounds
      let touches =
        bounds.x0 == window.x0 && window.x0 > page.x0
        || bounds.x1 == window.x1 && window.x1 < page.x1
        || bounds.y0 == window.y0 && window.y0 > page.y0
        || bounds.y1 == window.y1 && window.y1 < page.y1
      if !touches {
        var cut: [Bool] = []
        cut.reserveCapacity(bounds.area)
        for y in bounds.y0..<bounds.y1 {
          let row = (y - window.y0) * window.width - window.x0
          cut.append(contentsOf: mask[(row + bounds.x0)..<(row + bounds.x1)])
        }
        return FoundObject(bounds: bounds, ground: ground, mask: cut)
      }
      if margin >= Self.reach { return nil }
      margin *= 2
    }
  }

  /// What hangs together with the cluster's pixels that stand out, eight neighbours each.
  private func flood(
    _ cluster: PixelRect, _ ground: SIMD4<Float>, _ window: PixelRect
  ) -> ([Bool], PixelRect) {
    let (w, h) = (window.width, window.height)
    var content = [Bool](repeating: false, count: w * h)
    for y in 0..<h {
      for x in 0..<w {
        guard let a = reader.colour(0, window.x0 + x, window.y0 + y) else { continue }
        let b = reader.colour(1, window.x0 + x, window.y0 + y) ?? a
        content[y * w + x] =
          magnitude(a - ground).max() > Self.tolerance
          || magnitude(b - ground).max() > Self.tolerance
      }
    }
    var mask = [Bool](repeating: false, count: w * h)
    var stack: [Int] = []
    for y in cluster.y0..<cluster.y1 {
      for x in cluster.x0..<cluster.x1 {
        let i = (y - window.y0) * w + x - window.x0
        if content[i] {
          mask[i] = true
          stack.append(i)
        }
      }
    }
    var (x0, y0, x1, y1) = (w, h, 0, 0)
    while let i = stack.popLast() {
      let (x, y) = (i % w, i / w)
      (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x + 1), max(y1, y + 1))
      for ny in max(0, y - 1)...min(h - 1, y + 1) {
        for nx in max(0, x - 1)...min(w - 1, x + 1) where content[ny * w + nx] {
          let n = ny * w + nx
          if !mask[n] {
            mask[n] = true
            stack.append(n)
          }
        }
      }
    }
    if x1 <= x0 { return (mask, PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)) }
    return (
      mask,
      PixelRect(
        x0: window.x0 + x0, y0: window.y0 + y0, x1: window.x0 + x1, y1: window.y0 + y1)
    )
  }

  /// The patch of an object: what differs within its mask.
  func patch(_ object: FoundObject) -> Patch {
    let patch = reader.patch(object.bounds, margin: 12, reach: 1, seed: nil, alone: true)
    var roles = patch.roles
    let (dx, dy) = (object.bounds.x0 - patch.area.x0, object.bounds.y0 - patch.area.y0)
    for y in 0..<object.bounds.height {
      for x in 0..<object.bounds.width where !object.mask[y * object.bounds.width + x] {
        let i = (y + dy) * patch.width + x + dx
        if roles[i] == .differs { roles[i] = .other }
      }
    }
    return Patch(area: patch.area, a: patch.a, b: patch.b, roles: roles)
  }
}
