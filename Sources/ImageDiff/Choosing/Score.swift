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
  /// What a side costs from its own neighbours.
  private struct Own {
    /// Of each pixel of the probe as it comes, and when all of it was learnt.
    var bits: [Float] = []
    var learnt: [Float] = []
    /// How lively its neighbours are.
    var contexts: [UInt8] = []
    /// Of all changed pixels.
    var all = 0.0
  }
  private lazy var ownOfReference = Self.own(patch, patch.a, weight)
  private lazy var ownOfCandidate = Self.own(patch, patch.b, weight)
  /// Changed pixels for each that is looked at. What a code learns from the probe it has learnt for
  /// all of them: the others are coded as if they came after it.
  let weight: Double
  private let halo: [Int]

  init(_ patch: Patch) {
    self.patch = patch
    weight = Double(patch.changed.count) / Double(max(1, patch.probe.count))
    halo = patch.sparseHalo
  }

  // MARK: From the neighbours

  /// Each pixel from the one to the left, the one above, and the one between them (Weinberger and
  /// others, *LOCO-I*, 1996), in one of five codes by how lively these are.
  private static func own(_ patch: Patch, _ side: [SIMD4<Float>], _ weight: Double) -> Own {
    let code = ResidualCode(contexts: 5)
    let w = patch.width
    var own = Own()
    own.bits.reserveCapacity(patch.probe.count)
    own.contexts.reserveCapacity(patch.probe.count)
    var guesses: [ResidualCode.Sizes] = []
    let probe = patch.probe
    side.withUnsafeBufferPointer { side in
      for i in probe {
        let x = Int(UInt32(truncatingIfNeeded: i) % UInt32(truncatingIfNeeded: w))
        let left = x > 0 ? side[i - 1] : i >= w ? side[i - w] : side[i]
        let above = i >= w ? side[i - w] : left
        let corner = i >= w && x > 0 ? side[i - w - 1] : above
        let low = least(left, above)
        let high = most(left, above)
        let guess = most(low, least(high, left + above - corner))
        let steps = most(size(left - corner), size(above - corner))
        let lively = max(max(steps.x, steps.y), max(steps.z, steps.w))
        let context = lively == 0 ? 0 : lively <= 4 ? 1 : lively <= 16 ? 2 : lively <= 64 ? 3 : 4
        let d = ResidualCode.sizes(beyond(side[i] - guess, 1))
        let bits = code.cost(d, context: context)
        own.bits.append(bits)
        own.all += Double(bits)
        code.learn(d, context: context)
        own.contexts.append(UInt8(truncatingIfNeeded: context))
        if weight > 1 { guesses.append(d) }
      }
    }
    if weight > 1 {
      own.learnt = guesses.indices.map {
        code.cost(guesses[$0], context: Int(own.contexts[$0]))
      }
      own.all += (weight - 1) * own.learnt.reduce(0) { $0 + Double($1) }
    }
    return own
  }

  // MARK: From a hypothesis

  /// Bits that a prediction saves, of all changed pixels; negative where it costs.
  func saved(_ proposal: Proposal) -> Double {
    let side = proposal.side == .candidate ? patch.b : patch.a
    let own = proposal.side == .candidate ? ownOfCandidate : ownOfReference
    let probe = patch.probe
    let predicted = proposal.predict(probe)
    let code = ResidualCode(contexts: 6)
    var flags = FlagCode()
    /// The probe's pixels from what is known of them so far: of their neighbours, and of the prediction.
    func bits(_ known: [Float], learning: Bool) -> Double {
      var bits = 0.0
      for k in probe.indices {
        let i = probe[k]
        if let isNew = proposal.isNew, isNew(i) {
          bits += Double(known[k])
          continue
        }
        let d = ResidualCode.sizes(Self.beyond(side[i] - clamped(predicted[k]), proposal.rounding))
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
    var sum = bits(own.bits, learning: true)
    if weight > 1 {
      flags.repeated(weight)
      sum += (weight - 1) * bits(own.learnt, learning: false)
    }
    var kept = 0.0
    if !proposal.keepsOthers && !halo.isEmpty {
      let there = proposal.predict(halo)
      for (k, i) in halo.enumerated() {
        let d = side[i] - clamped(there[k])
        // That the others stayed is known to everybody, to within rounding.
        if all(Self.size(d) .< 1.5) { continue }
        let sizes = ResidualCode.sizes(d)
        kept += Double(min(code.cost(sizes, context: 5), 16))
        code.learn(sizes, context: 5)
      }
      kept *= Double(patch.halo.count) / Double(halo.count)
    }
    return own.all - sum - kept
  }

  /// What a proposal is worth against coding the cluster by itself: bits saved, less its parameters,
  /// each half the logarithm of the number of pixels that fix it (Rissanen, 1978), less its class's
  /// rarity.
  func worth(_ proposal: Proposal) -> Double {
    let n = Double(max(2, patch.probe.count))
    return saved(proposal) - proposal.parameters / 2 * log2(n)
      - Fitted.rarity(proposal.explanation.kind)
  }

  /// What is left of whole steps beyond rounding. Adding 3 · 2²² rounds.
  @inline(__always)
  private static func beyond(_ d: SIMD4<Float>, _ rounding: Float) -> SIMD4<Float> {
    let whole = (d + 12_582_912) - 12_582_912
    let rest = most(size(whole) - rounding, .zero)
    return rest.replacing(with: -rest, where: d .< 0)
  }

  @inline(__always)
  private func clamped(_ v: SIMD4<Float>) -> SIMD4<Float> {
    Self.most(.zero, Self.least(SIMD4(repeating: 255), v))
  }

  // The library's are calls.

  @inline(__always)
  private static func size(_ v: SIMD4<Float>) -> SIMD4<Float> {
    unsafeBitCast(unsafeBitCast(v, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
  }

  @inline(__always)
  private static func most(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    a.replacing(with: b, where: a .< b)
  }

  @inline(__always)
  private static func least(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    a.replacing(with: b, where: b .< a)
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
