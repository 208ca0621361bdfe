/// One axis of a rectangle: coverage 0…4096 of each pixel between two edges.
///
/// A rectangle's coverage is the product of its two axes, in units of 2^−24; edges count to 1/4096
/// px, which moves no blurred pixel by more than 0.06 of a step.
struct EdgeProfile {
  let low: Double
  let high: Double

  static let one = 4096.0

  /// The pixels that are covered at all.
  var pixels: Range<Int> {
    guard high > low else { return 0..<0 }
    return Int(low.rounded(.down))..<Int(high.rounded(.up))
  }

  func coverage(_ i: Int) -> Double {
    let part = min(high, Double(i) + 1) - max(low, Double(i))
    return (min(max(part, 0), 1) * Self.one).rounded()
  }

  /// The blurred profile at `range`, in units of 2^−26: whole numbers.
  ///
  /// Closed form: full pixels through the running sum of the weights, the two edge pixels by
  /// themselves, so the cost does not depend on how long the side is.
  func blurred(_ taps: BlurTaps, sums: [Double], at range: Range<Int>) -> [Double] {
    let covered = pixels
    guard let first = covered.first, let last = covered.last else {
      return [Double](repeating: 0, count: range.count)
    }
    func weight(_ k: Int) -> Double {
      abs(k) <= taps.radius ? taps.weights[k + taps.radius] : 0
    }
    /// Of all taps up to k.
    func sum(_ k: Int) -> Double {
      sums[min(max(k + taps.radius + 1, 0), sums.count - 1)]
    }
    let ends = first == last ? [first] : [first, last]
    let coverages = ends.map(coverage)
    return range.map { x in
      var value = 0.0
      if last - first > 1 { value = Self.one * (sum(x - first - 1) - sum(x - last)) }
      for (end, coverage) in zip(ends, coverages) { value += coverage * weight(x - end) }
      return value
    }
  }
}
