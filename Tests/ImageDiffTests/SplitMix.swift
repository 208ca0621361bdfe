/// A seeded generator: the same numbers on every machine.
///
/// - SeeAlso: Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014).
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0..<limit
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  /// from...to
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }
  /// 0..<1
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
  mutating func double(_ from: Double, _ to: Double) -> Double { from + (to - from) * unit() }
}
