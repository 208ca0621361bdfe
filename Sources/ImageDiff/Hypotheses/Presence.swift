internal import Raster

/// Content where there was ground, or the other way round: the cases `added` and `removed`.
struct Presence: Described {
  let kind: DiffKind
  var words: String {
    kind == .added ? "content where there was none" : "no content where there was some"
  }
  var facts: [Fact] { [] }
}

extension Presence {
  /// Share of the energy that may stand out from the ground on the side that shows none: what
  /// smoothing of three steps leaves of content of twenty.
  private static let leftover = 9.0 / 400

  /// That one side shows nothing but ground: the other is then content.
  static func proposals(_ patch: Patch, _ ground: Ground?) -> [Proposal] {
    guard let ground, ground.support >= 0.5 || ground.error <= 3 else { return [] }
    let w = patch.width
    var (restA, restB) = (0.0, 0.0)
    for i in patch.probe {
      let g = ground.colour(i % w, i / w)
      let (p, q) = (patch.a[i] - g, patch.b[i] - g)
      restA += Double((p * p).sum())
      restB += Double((q * q).sum())
    }
    func behind(_ places: [Int]) -> [SIMD4<Float>] {
      places.map { ground.colour($0 % w, $0 / w) }
    }
    let limit = leftover * patch.probeEnergy
    if restA <= min(limit, restB) {
      return [
        Proposal(
          explanation: .added, parameters: 0, side: .reference, keepsOthers: true, predict: behind)
      ]
    }
    if restB <= limit {
      return [
        Proposal(explanation: .removed, parameters: 0, keepsOthers: true, predict: behind)
      ]
    }
    return []
  }

  /// The same where the ground is whatever lies around: each place from the nearest unchanged pixels
  /// in its row and its column, the nearer the more.
  static func local(_ patch: Patch) -> [Proposal] {
    let around = patch.surroundings
    guard let around else { return [] }
    func behind(_ places: [Int]) -> [SIMD4<Float>] { places.map { around[$0] } }
    var (restA, restB) = (0.0, 0.0)
    for i in patch.probe {
      let (p, q) = (patch.a[i] - around[i], patch.b[i] - around[i])
      restA += Double((p * p).sum())
      restB += Double((q * q).sum())
    }
    return [
      restA < restB
        ? Proposal(
          explanation: .added, parameters: 0, side: .reference, keepsOthers: true, predict: behind)
        : Proposal(explanation: .removed, parameters: 0, keepsOthers: true, predict: behind)
    ]
  }

  /// A bar over whatever lies below, as a caret, an underline or a line through text: the same across
  /// at every place along it, on one side only, and its ends are free. Its colour and width are read
  /// off.
  static func bar(_ patch: Patch) -> [Proposal] {
    let box = patch.box
    let isTall = box.height > box.width
    let (long, thin) = isTall ? (box.height, box.width) : (box.width, box.height)
    guard long >= 4 * thin, long >= 8 else { return [] }
    func place(_ along: Int, _ across: Int) -> Int? {
      let (x, y) =
        isTall ? (box.x0 + across, box.y0 + along) : (box.x0 + along, box.y0 + across)
      guard x >= 0, y >= 0, x < patch.width, y < patch.height else { return nil }
      return y * patch.width + x
    }
    /// Of its lines side by side one at least is all of one colour, and not what lies beyond its ends;
    /// its outermost pixels may be smoothed.
    func isBar(_ side: [SIMD4<Float>]) -> Bool {
      (0..<thin).contains { across in
        let colour = side[place(long / 2, across)!]
        func isAlike(_ along: Int) -> Bool {
          place(along, across).map { magnitude(side[$0] - colour).max() <= 2 } ?? false
        }
        // Beside more of the same colour it is the edge of something larger.
        func isBeside(_ side: [SIMD4<Float>], _ across: Int) -> Bool {
          2
            * (0..<long).count { along in
              place(along, across).map { magnitude(side[$0] - colour).max() <= 2 } ?? false
            } > long
        }
        return !isAlike(-2) && !isAlike(long + 1) && (1..<(long - 1)).allSatisfy(isAlike)
          && !isBeside(side, -1) && !isBeside(side, thin)
      }
    }
    let (before, after) = (isBar(patch.a), isBar(patch.b))
    guard before != after else { return [] }
    let side = after ? patch.b : patch.a
    let profile = (0..<thin).map { across in
      let line = (1..<(long - 1)).map { side[place($0, across)!] }.sorted { $0.sum() < $1.sum() }
      return line[line.count / 2]
    }
    return [
      Proposal(
        explanation: after ? .added : .removed, parameters: 0,
        side: after ? .candidate : .reference, keepsOthers: true,
        predict: { places in
          places.map {
            let across = isTall ? $0 % patch.width - box.x0 : $0 / patch.width - box.y0
            return profile.indices.contains(across) ? profile[across] : patch.a[$0]
          }
        })
    ]
  }
}

extension Patch {
  /// What the unchanged pixels around the changed ones say of their places; nil where there are none.
  var surroundings: [SIMD4<Float>]? {
    var sum = [SIMD4<Float>](repeating: .zero, count: a.count)
    var weights = [Float](repeating: 0, count: a.count)
    func sweep(_ places: some Sequence<Int>) {
      var (last, distance) = (SIMD4<Float>?.none, Float(0))
      for i in places {
        if roles[i] == .same {
          (last, distance) = (a[i], 0)
        } else {
          distance += 1
          guard let last else { continue }
          sum[i] += last / distance
          weights[i] += 1 / distance
        }
      }
    }
    for y in 0..<height {
      let row = (y * width)..<((y + 1) * width)
      sweep(row)
      sweep(row.reversed())
    }
    for x in 0..<width {
      let column = stride(from: x, to: a.count, by: width)
      sweep(column)
      sweep(column.reversed())
    }
    guard changed.allSatisfy({ weights[$0] > 0 }) else { return nil }
    for i in sum.indices { sum[i] = weights[i] > 0 ? sum[i] / weights[i] : a[i] }
    return sum
  }
}
