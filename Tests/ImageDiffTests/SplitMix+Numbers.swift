internal import TestSupport

extension SplitMix {
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
