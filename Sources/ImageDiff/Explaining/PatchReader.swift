internal import Raster

/// Cuts patches out of the two pictures.
struct PatchReader {
  let reference: Picture
  let candidate: Picture
  let pairing: Pairing
  let ignored: IgnoredPixels?

  /// Largest patch, in pixels: 1 Mpx costs 33 MB while one cluster is explained.
  static let limit = 1 << 20

  /// The patch of one cluster: the pixels within `reach` of each other that hang together with the
  /// seed, when `alone` is false; all differing pixels of the bounds when it is true.
  func patch(
    _ bounds: PixelRect, margin: Int, reach: Int, seed: (x: Int, y: Int)?, alone: Bool
  ) -> Patch {
    let area = bounds.outset(by: margin).intersection(reference.bounds)
    let count = area.area
    var a = [SIMD4<Float>](repeating: .zero, count: count)
    var b = a
    var roles = [Patch.Role](repeating: .other, count: count)
    for y in area.y0..<area.y1 {
      let other = Int(pairing.rows[y])
      for x in area.x0..<area.x1 {
        let i = (y - area.y0) * area.width + x - area.x0
        a[i] = reference.drawn(x, y)
        if other < 0 || !pairing.columns.contains(x) {
          b[i] = a[i]
          continue
        }
        b[i] = candidate.drawn(x - pairing.xOffset, other)
        roles[i] = a[i] == b[i] ? .same : bounds.contains(x: x, y: y) ? .differs : .other
      }
      for r in ignored?.ranges(y) ?? [] {
        let from = max(Int(r.lowerBound), area.x0)
        let to = min(Int(r.upperBound), area.x1)
        guard from < to else { continue }
        for x in from..<to { roles[(y - area.y0) * area.width + x - area.x0] = .other }
      }
    }
    if !alone, let seed {
      keepConnected(
        &roles, area.width, area.height, reach: reach, x: seed.x - area.x0, y: seed.y - area.y0)
    }
    return Patch(area: area, a: a, b: b, roles: roles)
  }

  /// Makes everything that does not hang together with (x, y) somebody else's.
  private func keepConnected(
    _ roles: inout [Patch.Role], _ width: Int, _ height: Int, reach: Int, x: Int, y: Int
  ) {
    var mine = [Bool](repeating: false, count: roles.count)
    var stack = [y * width + x]
    mine[stack[0]] = true
    while let i = stack.popLast() {
      let (cx, cy) = (i % width, i / width)
      for ny in max(0, cy - reach)...min(height - 1, cy + reach) {
        for nx in max(0, cx - reach)...min(width - 1, cx + reach) {
          let n = ny * width + nx
          if !mine[n] && roles[n] == .differs {
            mine[n] = true
            stack.append(n)
          }
        }
      }
    }
    for i in roles.indices where roles[i] == .differs && !mine[i] { roles[i] = .other }
  }
}
