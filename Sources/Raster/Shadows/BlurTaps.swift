#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The weights that blur, and what is rounded on the way.
public enum BlurKernel: Hashable, Sendable {
  /// exp(−k² / 2σ²) at whole k, |k| ≤ round(2σ), as Core Graphics draws it (Sketch, Core Animation):
  /// the normalised weights are cut down to multiples of 2^−14, and coverage is rounded to 8 bits
  /// before, between and after the two passes; the colour's 8-bit channels times it are rounded up.
  /// The reference images, σ = 4 to 15 px, are met to the byte.
  ///
  /// Weights that are cut down lose some of the shadow, the more of them the more: 0.2 % a pass at
  /// σ = 15, 0.4 % at 32. Beyond 32 px nothing is known; there they are rounded so that nothing is
  /// lost.
  case gaussianCutAtTwoSigma
  /// The Gaussian over each pixel, to where less than 1/1020 (a quarter of a step) is left outside;
  /// that rest is spread over the others. Nothing is rounded before the blend.
  case gaussian
  /// Three box blurs of w = ⌊σ·3·√(2π)/4 + 0.5⌋ px, as SVG allows; for even w two boxes half a pixel
  /// to either side and one of w + 1. Below σ = 2, where boxes are too coarse, as `gaussian`.
  /// Nothing is rounded before the blend.
  case threeBoxes
}

extension BlurKernel {
  var roundsPasses: Bool { self == .gaussianCutAtTwoSigma }
}

/// A kernel's weights as whole numbers, in units of 2^−14.
///
/// Whole numbers make every sum exact: in any order, in closed form, by any vector width.
struct BlurTaps {
  static let one = 16384.0
  /// Up to here the cut Gaussian's weights are cut down, as measured; device px.
  static let cutDownUpTo = 32.0

  /// Weights of −radius…radius, symmetric.
  let weights: [Double]
  let radius: Int
  /// sums[i]: of the first i weights.
  private let sums: [Double]
  /// Their sum: 2^14, or somewhat less where they were cut down.
  let total: Double
  /// Whether coverage is rounded to 8 bits before, between and after the passes.
  let roundsPasses: Bool

  /// Takes time and memory in proportion to sigma: see `WideBlur` for large ones.
  init(_ kernel: BlurKernel, _ sigma: Sigma) {
    self.init(half: Self.half(kernel, sigma.devicePixels), roundsPasses: kernel.roundsPasses)
  }

  /// - Parameter half: The weights of 0… on one side.
  private init(half: [Double], roundsPasses: Bool) {
    radius = half.count - 1
    weights = half.dropFirst().reversed() + half
    var sum = 0.0
    sums =
      [0]
      + weights.map {
        sum += $0
        return sum
      }
    total = sum
    self.roundsPasses = roundsPasses
  }

  /// The same blur of a picture that is `scale` (even) times smaller, without rounding on the way.
  ///
  /// A small pixel k on weighs what lies beyond (k − ½) · scale less what lies beyond the next. Centres
  /// of small pixels lie between two pixels: the weight on the border counts half to either side.
  func shrunk(by scale: Int) -> BlurTaps {
    var tails: [Double] = []
    var border = scale / 2
    while border <= radius {
      let tail = total - sum(upTo: border) + weights[radius + border] / 2
      tails.append(tail / total)
      border += scale
    }
    return BlurTaps(half: Self.rounded(tails: tails), roundsPasses: false)
  }

  /// Of the taps up to `k`.
  func sum(upTo k: Int) -> Double { sums[min(max(k + radius + 1, 0), sums.count - 1)] }

  /// The weights of 0… on one side.
  private static func half(_ kernel: BlurKernel, _ sigma: Double) -> [Double] {
    guard sigma > 0 else { return [one] }
    switch kernel {
    case .gaussianCutAtTwoSigma:
      let reach = Int((2 * sigma).rounded())
      guard reach > 0 else { return [one] }
      let half = (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      guard sigma <= cutDownUpTo else { return rounded(tails: tails(half)) }
      let total = 2 * half.dropFirst().reduce(0, +) + half[0]
      return half.map { ($0 / total * one).rounded(.down) }
    case .gaussian: return rounded(tails: gaussianTails(sigma))
    case .threeBoxes:
      return rounded(tails: sigma < 2 ? gaussianTails(sigma) : tails(boxes(sigma)))
    }
  }

  /// Weights as differences of rounded tails (the weight of all that lies at k or beyond, k = 1…): they
  /// add up to 2^14, and the profile of an edge is that of the real weights within 2^−15, or 0.008
  /// steps.
  private static func rounded(tails: [Double]) -> [Double] {
    let whole = tails.map { ($0 * one).rounded() }
    return [one - 2 * (whole.first ?? 0)] + zip(whole, whole.dropFirst() + [0]).map { $0 - $1 }
  }

  private static func gaussianTails(_ sigma: Double) -> [Double] {
    func tail(_ k: Int) -> Double { erfc((Double(k) - 0.5) / (sigma * 2.0.squareRoot())) / 2 }
    var tails: [Double] = []
    var k = 1
    while tail(k) >= 1.0 / 1020 {
      tails.append(tail(k))
      k += 1
    }
    let rest = tail(k)
    return tails.map { ($0 - rest) / (1 - 2 * rest) }
  }

  /// The counts of 0… on one side.
  private static func boxes(_ sigma: Double) -> [Double] {
    let width = Int(sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5)
    let third = width % 2 == 1 ? width : width + 1
    let all = boxed(boxed([Double](repeating: 1, count: width), width), third)
    return Array(all[(all.count / 2)...])
  }

  /// Each sum of `width` neighbours.
  private static func boxed(_ values: [Double], _ width: Int) -> [Double] {
    var sum = 0.0
    return (0..<values.count + width - 1).map { i in
      if i < values.count { sum += values[i] }
      if i >= width { sum -= values[i - width] }
      return sum
    }
  }

  /// From the weights of 0… on one side, the normalised tails from 1 on.
  private static func tails(_ weights: [Double]) -> [Double] {
    var sum = 0.0
    var tails: [Double] = []
    for w in weights.dropFirst().reversed() {
      sum += w
      tails.append(sum)
    }
    let total = 2 * sum + weights[0]
    return tails.reversed().map { $0 / total }
  }
}
