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

  /// The objects that a cluster belongs to, on each of the most frequent grounds around it.
  func objects(at cluster: PixelRect) -> [FoundObject] {
    grounds(cluster).compactMap { grow(cluster, $0) }
  }

  /// The two most frequent colours that are equal on both sides within 3 px of the cluster.
  func grounds(_ cluster: PixelRect) -> [SIMD4<Float>] {
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

  /// What hangs together with the cluster's pixels that stand out from `ground`, eight neighbours
  /// each; nil where that reaches further than is searched, but for the edges of the picture.
  private func grow(_ cluster: PixelRect, _ ground: SIMD4<Float>) -> FoundObject? {
    guard let window = window(around: cluster) else { return nil }
    let page = reader.reference.bounds
    let w = window.width
    var marks = [Mark](repeating: .unseen, count: window.area)
    var stack: [(x: Int, y: Int)] = []
    var bounds = PixelRect(x0: window.x1, y0: window.y1, x1: window.x0, y1: window.y0)

    func visit(_ x: Int, _ y: Int) {
      let i = (y - window.y0) * w + x - window.x0
      guard marks[i] == .unseen else { return }
      guard standsOut(x, y, from: ground) else {
        marks[i] = .ground
        return
      }
      marks[i] = .object
      stack.append((x, y))
      bounds = PixelRect(
        x0: min(bounds.x0, x), y0: min(bounds.y0, y), x1: max(bounds.x1, x + 1),
        y1: max(bounds.y1, y + 1))
    }

    for y in cluster.y0..<cluster.y1 {
      for x in cluster.x0..<cluster.x1 { visit(x, y) }
    }
    while let (x, y) = stack.popLast() {
      let leaves =
        x == window.x0 && x > page.x0 || x + 1 == window.x1 && x + 1 < page.x1
        || y == window.y0 && y > page.y0 || y + 1 == window.y1 && y + 1 < page.y1
      if leaves { return nil }
      for ny in max(window.y0, y - 1)...min(window.y1 - 1, y + 1) {
        for nx in max(window.x0, x - 1)...min(window.x1 - 1, x + 1) { visit(nx, ny) }
      }
    }
    // What reaches all edges of the picture is the page.
    if bounds.isEmpty || bounds == page { return nil }
    var mask: [Bool] = []
    mask.reserveCapacity(bounds.area)
    for y in bounds.y0..<bounds.y1 {
      let row = (y - window.y0) * w - window.x0
      mask.append(contentsOf: marks[(row + bounds.x0)..<(row + bounds.x1)].map { $0 == .object })
    }
    return FoundObject(bounds: bounds, ground: ground, mask: mask)
  }

  private enum Mark: UInt8 {
    case unseen, ground, object
  }

  private func standsOut(_ x: Int, _ y: Int, from ground: SIMD4<Float>) -> Bool {
    guard let a = reader.colour(0, x, y) else { return false }
    let b = reader.colour(1, x, y) ?? a
    return magnitude(a - ground).max() > Self.tolerance
      || magnitude(b - ground).max() > Self.tolerance
  }

  /// The largest of 320, 160, 80 and 40 px around a cluster that a patch may hold.
  private func window(around cluster: PixelRect) -> PixelRect? {
    var margin = Self.reach
    while margin >= 40 {
      let window = cluster.outset(by: margin).intersection(reader.reference.bounds)
      if window.area <= PatchReader.limit { return window }
      margin /= 2
    }
    return nil
  }

  /// The patch of an object: what differs within its mask.
  func patch(_ object: FoundObject) -> Patch {
    let patch = reader.patch(object.bounds, margin: 12)
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
