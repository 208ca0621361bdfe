#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The weights that blur.
public enum BlurKernel: Hashable, Sendable {
  /// exp(−k² / 2σ²) at whole k, |k| ≤ round(2σ), renormalised: Sketch, Core Animation (measured).
  case gaussianCutAtTwoSigma
  /// The Gaussian over each pixel, to where less than 1/1020 (a quarter of a step) is left outside;
  /// that rest is spread over the others.
  case gaussian
  /// Three box blurs of w = ⌊σ·3·√(2π)/4 + 0.5⌋ px, as SVG allows; for even w two boxes half a pixel
  /// to either side and one of w + 1. Below σ = 2, where boxes are too coarse, as `gaussian`.
  case threeBoxes
}

/// A kernel's weights as whole numbers.
///
/// Weights are symmetric and add up to 2^14 exactly. They are differences of the rounded running
/// sum, so the profile of an edge is that of the real weights within 2^−15, or 0.008 steps. Whole
/// numbers make every sum exact: in any order, in closed form, by any vector width.
struct BlurTaps {
  static let one = 1 << 14

  /// Weights of −radius…radius.
  let weights: [Double]
  let radius: Int

  init(_ kernel: BlurKernel, _ sigma: Sigma) {
    // tails[k] is the weight of all that lies at k or beyond, on one side, for k = 1….
    let tails = Self.tails(kernel, sigma.devicePixels)
    let one = Double(Self.one)
    let rounded = tails.map { Int(($0 * one).rounded()) }
    radius = rounded.count
    var half: [Double] = []
    for k in 0..<radius {
      half.append(Double(rounded[k] - (k + 1 < radius ? rounded[k + 1] : 0)))
    }
    let centre = one - 2 * Double(rounded.first ?? 0)
    weights = half.reversed() + [centre] + half
  }

  /// sums[i]: the weight of the first i taps; from 0 to 2^14.
  var sums: [Double] {
    var sum = 0.0
    return [0]
      + weights.map {
        sum += $0
        return sum
      }
  }

  private static func tails(_ kernel: BlurKernel, _ sigma: Double) -> [Double] {
    guard sigma > 0 else { return [] }
    switch kernel {
    case .gaussianCutAtTwoSigma: return cutTails(sigma)
    case .gaussian: return gaussianTails(sigma)
    case .threeBoxes: return sigma < 2 ? gaussianTails(sigma) : boxTails(sigma)
    }
  }

  private static func cutTails(_ sigma: Double) -> [Double] {
    let reach = Int((2 * sigma).rounded())
    guard reach > 0 else { return [] }
    let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    return runningTails(weights)
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

  private static func boxTails(_ sigma: Double) -> [Double] {
    let width = Int(sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5)
    let third = width % 2 == 1 ? width : width + 1
    let all = boxed(boxed([Double](repeating: 1, count: width), width), third)
    return runningTails(Array(all[(all.count / 2)...]))
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
  private static func runningTails(_ weights: [Double]) -> [Double] {
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
