internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Which side a hypothesis predicts from the other one.
enum Side { case candidate, reference }

/// What the pixels of a cluster cost, in bits: coded from their own neighbours, as the class `changed`
/// has it, or as what a hypothesis predicts and the difference to that.
///
/// Everybody codes the same pixels: the cluster's, or an even share of them. A hypothesis may give up
/// on a pixel, which then costs what its neighbours make of it, and a flag. Pixels beside them that
/// did not change count too: whoever changes them pays.
///
/// - Complexity: O(pixels of the cluster), at most O(`Patch.probe`).
final class Score {
  let patch: Patch
  /// Bits of each pixel of the probe from its own neighbours, of each side, and their sum.
  private let own: [Side: [Float]]
  let ownBits: [Side: Double]
  private let contexts: [Side: [UInt8]]
  /// Changed pixels for each that is looked at.
  let weight: Double
  private let halo: [Int]

  init(_ patch: Patch) {
    self.patch = patch
    let a = Self.own(patch, patch.a)
    let b = Self.own(patch, patch.b)
    own = [.reference: a.bits, .candidate: b.bits]
    contexts = [.reference: a.contexts, .candidate: b.contexts]
    ownBits = [
      .reference: a.bits.reduce(0) { $0 + Double($1) },
      .candidate: b.bits.reduce(0) { $0 + Double($1) },
    ]
    weight = Double(patch.changed.count) / Double(max(1, patch.probe.count))
    halo = patch.sparseHalo
  }

  // MARK: From the neighbours

  /// Each pixel from the one to the left, the one above, and the one between them (Weinberger and
  /// others, *LOCO-I*, 1996), in one of five codes by how lively these are.
  private static func own(
    _ patch: Patch, _ side: [SIMD4<Float>]
  ) -> (bits: [Float], contexts: [UInt8]) {
    var code = ResidualCode(contexts: 5)
    let w = patch.width
    var (bits, contexts) = ([Float](), [UInt8]())
    bits.reserveCapacity(patch.probe.count)
    contexts.reserveCapacity(patch.probe.count)
    for i in patch.probe {
      let x = i % w
      let left = x > 0 ? side[i - 1] : i >= w ? side[i - w] : side[i]
      let above = i >= w ? side[i - w] : left
      let corner = i >= w && x > 0 ? side[i - w - 1] : above
      let low = pointwiseMin(left, above)
      let high = pointwiseMax(left, above)
      let guess = pointwiseMax(low, pointwiseMin(high, left + above - corner))
      let lively = max(magnitude(left - corner).max(), magnitude(above - corner).max())
      let context = lively == 0 ? 0 : lively <= 4 ? 1 : lively <= 16 ? 2 : lively <= 64 ? 3 : 4
      let d = beyond(side[i] - guess, 1)
      bits.append(code.cost(d, context: context))
      code.learn(d, context: context)
      contexts.append(UInt8(context))
    }
    return (bits, contexts)
  }

  // MARK: From a hypothesis

  /// Bits that a prediction saves, of all changed pixels; negative where it costs.
  func saved(_ proposal: Proposal) -> Double {
    let side = proposal.side == .candidate ? patch.b : patch.a
    let predicted = proposal.predict(patch.probe)
    let own = own[proposal.side]!
    let contexts = contexts[proposal.side]!
    var code = ResidualCode(contexts: 6)
    var flags = FlagCode()
    var bits = 0.0
    for (k, i) in patch.probe.enumerated() {
      if let isNew = proposal.isNew, isNew(i) {
        bits += Double(own[k])
        continue
      }
      let d = Self.beyond(side[i] - clamped(predicted[k]), proposal.rounding)
      let context = Int(contexts[k])
      let explained = code.cost(d, context: context) + flags.cost(false)
      let given = own[k] + flags.cost(true)
      let isGiven = given < explained
      bits += Double(min(given, explained))
      flags.learn(isGiven)
      if !isGiven { code.learn(d, context: context) }
    }
    var kept = 0.0
    if !proposal.keepsOthers && !halo.isEmpty {
      let there = proposal.predict(halo)
      for (k, i) in halo.enumerated() {
        let d = side[i] - clamped(there[k])
        // That the others stayed is known to everybody, to within rounding.
        if magnitude(d).max() < 1.5 { continue }
        kept += Double(min(code.cost(d, context: 5), 16))
        code.learn(d, context: 5)
      }
      kept *= Double(patch.halo.count) / Double(halo.count)
    }
    return (ownBits[proposal.side]! - bits) * weight - kept
  }

  /// What a proposal is worth against coding the cluster by itself: bits saved, less its parameters,
  /// each half the logarithm of the number of pixels that fix it (Rissanen, 1978), less its class's
  /// rarity.
  func worth(_ proposal: Proposal) -> Double {
    let n = Double(max(2, patch.probe.count))
    return saved(proposal) - proposal.parameters / 2 * log2(n)
      - Fitted.rarity(proposal.explanation.kind)
  }

  /// What is left of whole steps beyond rounding.
  @inline(__always)
  private static func beyond(_ d: SIMD4<Float>, _ rounding: Float) -> SIMD4<Float> {
    let size = pointwiseMax(magnitude(d.rounded(.toNearestOrEven)) - rounding, .zero)
    return size.replacing(with: -size, where: d .< 0)
  }

  @inline(__always)
  private func clamped(_ v: SIMD4<Float>) -> SIMD4<Float> {
    pointwiseMax(.zero, pointwiseMin(SIMD4(repeating: 255), v))
  }
}

/// One hypothesis with its parameters, ready to predict.
struct Proposal {
  var explanation: Explanation
  /// Numbers that were fitted to the candidate.
  var parameters: Double
  var side = Side.candidate
  /// Says nothing of pixels that did not change.
  var keepsOthers = false
  /// Steps that rounding of both sides leaves: half of one, and half of what a step of the other side
  /// becomes.
  var rounding: Float = 1
  /// Places of content that came with what happened, which nobody could predict: other letters.
  var isNew: ((Int) -> Bool)?
  /// The colours of that side at places of the patch.
  var predict: ([Int]) -> [SIMD4<Float>]
}
