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
}
