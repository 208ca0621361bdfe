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
  /// Bits of each pixel of the probe from its own neighbours, of each side, and of all changed pixels.
  private let own: [Side: Own]
  /// Changed pixels for each that is looked at. What a code learns from the probe it has learnt for
  /// all of them: the others are coded as if they came after it.
  let weight: Double
  private let halo: [Int]

  init(_ patch: Patch) {
    self.patch = patch
    weight = Double(patch.changed.count) / Double(max(1, patch.probe.count))
    own = [
      .reference: Self.own(patch, patch.a, weight), .candidate: Self.own(patch, patch.b, weight),
    ]
    halo = patch.sparseHalo
  }

  // MARK: From the neighbours

  private struct Own {
    /// Of each pixel of the probe as it comes, and when all of it was learnt.
    var bits: [Float] = []
    var learnt: [Float] = []
    var contexts: [UInt8] = []
    /// Of all changed pixels.
    var all = 0.0
  }

  /// Each pixel from the one to the left, the one above, and the one between them (Weinberger and
  /// others, *LOCO-I*, 1996), in one of five codes by how lively these are.
  private static func own(_ patch: Patch, _ side: [SIMD4<Float>], _ weight: Double) -> Own {
    var code = ResidualCode(contexts: 5)
    var result = Own()
    var guesses: [SIMD4<Float>] = []
    let w = patch.width
    result.bits.reserveCapacity(patch.probe.count)
    result.contexts.reserveCapacity(patch.probe.count)
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
      result.bits.append(code.cost(d, context: context))
      code.learn(d, context: context)
      result.contexts.append(UInt8(context))
      if weight > 1 { guesses.append(d) }
    }
    result.all = result.bits.reduce(0) { $0 + Double($1) }
    if weight > 1 {
      result.learnt = guesses.indices.map {
        code.cost(guesses[$0], context: Int(result.contexts[$0]))
      }
      result.all += (weight - 1) * result.learnt.reduce(0) { $0 + Double($1) }
    }
    return result
  }

  // MARK: From a hypothesis

  /// Bits that a prediction saves, of all changed pixels; negative where it costs.
  func saved(_ proposal: Proposal) -> Double {
    let side = proposal.side == .candidate ? patch.b : patch.a
    let predicted = proposal.predict(patch.probe)
    let own = own[proposal.side]!
    var code = ResidualCode(contexts: 6)
    var flags = FlagCode()
    /// The probe's pixels from what is known of them so far: of their neighbours, and of the prediction.
    func bits(_ known: [Float], learning: Bool) -> Double {
      var bits = 0.0
      for (k, i) in patch.probe.enumerated() {
        if let isNew = proposal.isNew, isNew(i) {
          bits += Double(known[k])
          continue
        }
        let d = Self.beyond(side[i] - clamped(predicted[k]), proposal.rounding)
        let context = Int(own.contexts[k])
        let explained = code.cost(d, context: context) + flags.cost(false)
        let given = known[k] + flags.cost(true)
        let isGiven = given < explained
        bits += Double(min(given, explained))
        flags.learn(isGiven, counts: learning)
        if !isGiven && learning { code.learn(d, context: context) }
      }
      return bits
    }
    var all = bits(own.bits, learning: true)
    if weight > 1 {
      flags.repeated(weight)
      all += (weight - 1) * bits(own.learnt, learning: false)
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
    return own.all - all - kept
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
