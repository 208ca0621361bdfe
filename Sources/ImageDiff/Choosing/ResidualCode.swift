internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Counts what differences of colours cost in bits, learning their sizes as it goes.
///
/// Differences come without what rounding leaves, which nobody sees. Green is coded first, then what red and blue differ by beyond it, then alpha, so grey on grey costs
/// once. A difference v is a class of size, ⌈log₂ |v|⌉ + 1, then its sign and the place within the
/// class, all alike. A class that was seen m times among n so far has the chance (m + α) / (n + 10 α),
/// with α = 1/10: one count in all for what was not seen yet. No scale is chosen: noise of two steps
/// makes a code for noise of two steps, and rounding one that costs nearly nothing.
struct ResidualCode {
  /// 0, ±1, ±2, ±3…4, and so on to ±129…255; more is 256…511, of two channels' difference.
  private static let classes = 11
  private static let planes = 4
  private var counts: [Int32]
  private var totals: [Int32]

  init(contexts: Int) {
    counts = [Int32](repeating: 0, count: contexts * Self.planes * Self.classes)
    totals = [Int32](repeating: 0, count: contexts * Self.planes)
  }

  /// Numbers for which logarithms are known; more are as many as that.
  private static let known = 1 << 14
  private static let logOfCount = (0..<known).map { log2(Float($0) + 1 / Float(classes)) }
  private static let logOfTotal = (0..<known).map { log2(Float($0) + 1) }

  @inline(__always)
  private static func planes(_ d: SIMD4<Float>) -> SIMD4<Int32> {
    let v = SIMD4<Int32>(d.rounded(.toNearestOrEven))
    return SIMD4(v.y, v.x &- v.y, v.z &- v.y, v.w)
  }

  @inline(__always)
  private static func sizeClass(_ v: Int32) -> Int {
    v == 0 ? 0 : min(classes - 1, 33 - (UInt32(v.magnitude) - 1).leadingZeroBitCount)
  }

  /// Bits of a difference.
  @inline(__always)
  func cost(_ d: SIMD4<Float>, context: Int) -> Float {
    let v = Self.planes(d)
    var bits: Float = 0
    for p in 0..<Self.planes {
      let k = Self.sizeClass(v[p])
      let slot = context * Self.planes + p
      let n = min(Self.known - 1, Int(totals[slot]))
      let m = min(Self.known - 1, Int(counts[slot * Self.classes + k]))
      bits += Self.logOfTotal[n] - Self.logOfCount[m]
      // The sign, and the place within the class.
      bits += k == 0 ? 0 : Float(max(1, k - 1))
    }
    return bits
  }

  @inline(__always)
  mutating func learn(_ d: SIMD4<Float>, context: Int) {
    let v = Self.planes(d)
    for p in 0..<Self.planes {
      let slot = context * Self.planes + p
      counts[slot * Self.classes + Self.sizeClass(v[p])] += 1
      totals[slot] += 1
    }
  }
}

/// Counts what yes or no costs, learnt as it goes, after yes and after no by itself.
struct FlagCode {
  private var counts: [Float] = [0.5, 0.5, 0.5, 0.5]
  private var last = 0

  func cost(_ flag: Bool) -> Float {
    let (no, yes) = (counts[2 * last], counts[2 * last + 1])
    return log2(no + yes) - log2(flag ? yes : no)
  }

  /// As if everything had come as often as that.
  mutating func repeated(_ times: Double) {
    for k in counts.indices { counts[k] = 0.5 + (counts[k] - 0.5) * Float(times) }
  }

  /// - Parameter counts: Whether it is news, or only where the code stands.
  mutating func learn(_ flag: Bool, counts isCounted: Bool = true) {
    if isCounted { counts[2 * last + (flag ? 1 : 0)] += 1 }
    last = flag ? 1 : 0
  }
}
