internal import Raster

/// Takes a large cluster that no single model explains apart: into smooth areas (shadows, fills,
/// gradients), divided by the edges that both sides have, and the detail drawn on them.
struct Layers {
  /// Smooth areas first, then detail; places in the patch.
  let smooth: [[Int]]
  let detail: [[Int]]

  /// Steps per pixel above which a slope is an edge. The steepest part of a black shadow of sigma 8
  /// has 255 · 0.4 / 8 = 13.
  static let edge: Float = 14
  /// Smaller smooth areas are the insides of letters.
  static let smallest = 1024

  init(_ patch: Patch, reach: Int) {
    let (w, h) = (patch.width, patch.height)
    var isEdge = [Bool](repeating: false, count: w * h)
    for side in [patch.a, patch.b] {
      side.withUnsafeBufferPointer { side in
        for y in 0..<h {
          for x in 0..<w {
            let i = y * w + x
            let (r, d) = (y * w + min(w - 1, x + 1), min(h - 1, y + 1) * w + x)
            let (right, down) = (magnitude(side[r] - side[i]), magnitude(side[d] - side[i]))
            if any(right .> Self.edge .| down .> Self.edge) {
              isEdge[i] = true
              isEdge[r] = true
              isEdge[d] = true
            }
          }
        }
      }
    }
    var owner = [Int32](repeating: -1, count: w * h)
    var areas: [[Int]] = []
    for start in patch.changed where !isEdge[start] && owner[start] < 0 {
      let label = Int32(areas.count)
      var places = [start]
      owner[start] = label
      var k = 0
      while k < places.count {
        let i = places[k]
        k += 1
        let (x, y) = (i % w, i / w)
        for n in [
          x > 0 ? i - 1 : i, x + 1 < w ? i + 1 : i, y > 0 ? i - w : i, y + 1 < h ? i + w : i,
        ] where owner[n] < 0 && !isEdge[n] && patch.roles[n] == .differs {
          owner[n] = label
          places.append(n)
        }
      }
      areas.append(places)
    }
    smooth = areas.filter { $0.count >= Self.smallest }.map { $0.sorted() }
    let large = Set(areas.indices.filter { areas[$0].count >= Self.smallest }.map { Int32($0) })
    let rest = patch.changed.filter { !large.contains(owner[$0]) }
    detail = Self.clusters(rest, width: w, reach: reach)
  }

  private static func clusters(_ places: [Int], width: Int, reach: Int) -> [[Int]] {
    var byRow: [(y: Int, xs: [Int])] = []
    for i in places {
      let (y, x) = i.quotientAndRemainder(dividingBy: width)
      if byRow.last?.y == y {
        byRow[byRow.count - 1].xs.append(x)
      } else {
        byRow.append((y, [x]))
      }
    }
    var labels = Labels()
    var recent: [(y: Int, runs: [(x0: Int, x1: Int, label: Int)])] = []
    var result: [Int: [Int]] = [:]
    var pending: [(label: Int, place: Int)] = []
    for (y, xs) in byRow {
      recent.removeAll { $0.y + reach < y }
      var runs: [(x0: Int, x1: Int, label: Int)] = []
      var k = 0
      while k < xs.count {
        var end = k + 1
        while end < xs.count && xs[end] - xs[end - 1] <= reach { end += 1 }
        let (x0, x1) = (xs[k], xs[end - 1])
        let label = labels.new()
        for row in recent {
          for run in row.runs where run.x1 + reach >= x0 && run.x0 - reach <= x1 {
            labels.join(run.label, label)
          }
        }
        for x in xs[k..<end] { pending.append((label, y * width + x)) }
        runs.append((x0, x1, label))
        k = end
      }
      recent.append((y, runs))
    }
    for (label, place) in pending { result[labels.root(label), default: []].append(place) }
    return result.keys.sorted().map { result[$0]! }
  }
}

/// Disjoint sets; the smallest member stands for its set.
struct Labels {
  private var parents: [Int] = []

  mutating func new() -> Int {
    parents.append(parents.count)
    return parents.count - 1
  }

  mutating func root(_ label: Int) -> Int {
    var l = label
    while parents[l] != l {
      parents[l] = parents[parents[l]]
      l = parents[l]
    }
    return l
  }

  mutating func join(_ a: Int, _ b: Int) {
    let (p, q) = (root(a), root(b))
    parents[max(p, q)] = min(p, q)
  }
}
