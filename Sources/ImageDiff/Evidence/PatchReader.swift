internal import Raster

/// Cuts patches out of the two pictures.
struct PatchReader {
  let reference: Picture
  let candidate: Picture
  let pairing: Pairing
  let ignored: IgnoredPixels?

  /// Largest patch, in pixels: 1 Mpx costs 33 MB while one cluster is explained.
  static let limit = 1 << 20

  /// The patch of one cluster: its own pixels differ, those of others between them are `other`.
  func patch(of cluster: Component, margin: Int, reach: Int) -> Patch {
    var patch = patch(cluster.bounds, margin: margin)
    // Mostly the bounds hold nobody else's.
    if patch.changed.count > cluster.pixels {
      var roles = patch.roles
      keepConnected(
        &roles, patch.width, patch.height, reach: reach,
        x: Int(cluster.seedX) - patch.area.x0, y: Int(cluster.seedY) - patch.area.y0)
      patch = Patch(area: patch.area, a: patch.a, b: patch.b, roles: roles)
    }
    return patch
  }

  /// The patch of all that differs within some bounds.
  func patch(_ bounds: PixelRect, margin: Int) -> Patch {
    let area = bounds.outset(by: margin).intersection(reference.bounds)
    let count = area.area
    var roles = [Patch.Role](repeating: .other, count: count)
    var b: [SIMD4<Float>] = []
    let a = [SIMD4<Float>](unsafeUninitializedCapacity: count) { one, written in
      b = [SIMD4<Float>](unsafeUninitializedCapacity: count) { two, alsoWritten in
        roles.withUnsafeMutableBufferPointer { roles in
          for y in area.y0..<area.y1 {
            let start = (y - area.y0) * area.width
            read(
              y, area, bounds, one.baseAddress! + start, two.baseAddress! + start,
              roles.baseAddress! + start)
          }
        }
        alsoWritten = count
      }
      written = count
    }
    return Patch(area: area, a: a, b: b, roles: roles)
  }

  private typealias Row = UnsafeMutablePointer<SIMD4<Float>>

  /// Columns of `area` that have a counterpart in row `y`.
  private func paired(_ y: Int, _ area: PixelRect) -> Range<Int> {
    if pairing.rows[y] < 0 { return area.x0..<area.x0 }
    return pairing.columns.clamped(to: area.x0..<area.x1)
  }

  /// Writes a row of both sides; what has no counterpart is the same on the other. Tells what the
  /// pixels are, all being `other` so far.
  private func read(
    _ y: Int, _ area: PixelRect, _ bounds: PixelRect, _ a: Row, _ b: Row,
    _ roles: UnsafeMutablePointer<Patch.Role>
  ) {
    let (both, other) = (paired(y, area), Int(pairing.rows[y]))
    for columns in [area.x0..<both.lowerBound, both.upperBound..<area.x1] {
      for x in columns {
        a[x - area.x0] = reference.drawn(x, y)
        b[x - area.x0] = a[x - area.x0]
      }
    }
    let inside = y >= bounds.y0 && y < bounds.y1 ? bounds.x0..<bounds.x1 : 0..<0
    @inline(__always)
    func pair<Word: Equatable>(
      _ p: UnsafePointer<Word>, _ q: UnsafePointer<Word>, _ drawn: (Word) -> SIMD4<Float>
    ) {
      for x in both {
        let (one, two, i) = (p[x], q[x - pairing.xOffset], x - area.x0)
        let v = drawn(one)
        let w = one == two ? v : drawn(two)
        (a[i], b[i]) = (v, w)
        roles[i] = v == w ? .same : inside.contains(x) ? .differs : .other
      }
    }
    if both.isEmpty { return }
    if reference.bytesPerSample == 1 {
      pair(reference.pixels8(y), candidate.pixels8(other), drawn8)
    } else {
      pair(reference.pixels16(y), candidate.pixels16(other), drawn16)
    }
    for r in ignored?.ranges(y) ?? [] {
      for x in (Int(r.lowerBound)..<Int(r.upperBound)).clamped(to: area.x0..<area.x1) {
        roles[x - area.x0] = .other
      }
    }
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
