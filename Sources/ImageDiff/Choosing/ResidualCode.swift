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
final class ResidualCode {
  /// 0, ±1, ±2, ±3…4, and so on to ±129…255; more is 256…511, of two channels' difference.
  private static let classes = 11
  private static let planes = 4
  /// Of each context and plane its classes, and then all of them together.
  private let counts: UnsafeMutablePointer<Int32>
  private let totals: UnsafeMutablePointer<Int32>
  private let logs = Logarithms.shared

  init(contexts: Int) {
    let slots = contexts * Self.planes
    counts = .allocate(capacity: slots * (Self.classes + 1))
    counts.initialize(repeating: 0, count: slots * (Self.classes + 1))
    totals = counts + slots * Self.classes
  }

  deinit { counts.deallocate() }

  /// What a difference is in each plane: its value, and the class of its size.
  struct Sizes {
    fileprivate var classes: SIMD4<Int32>
  }

  @inline(__always)
  static func sizes(_ d: SIMD4<Float>) -> Sizes {
    // Adding 3 · 2²² rounds to the nearest whole number, even ones first, and leaves it in the low
    // bits; converting lane by lane costs ten times more.
    let v = unsafeBitCast(d + 12_582_912, to: SIMD4<Int32>.self) &- 0x4B40_0000
    let planes = SIMD4(v.y, v.x &- v.y, v.z &- v.y, v.w)
    return Sizes(
      classes: SIMD4(
        sizeClass(planes.x), sizeClass(planes.y), sizeClass(planes.z), sizeClass(planes.w)))
  }

  @inline(__always)
  private static func sizeClass(_ v: Int32) -> Int32 {
    v == 0
      ? 0
      : min(
        Int32(classes) - 1, 33 - Int32(truncatingIfNeeded: (v.magnitude - 1).leadingZeroBitCount))
  }

  /// Bits of a difference.
  @inline(__always)
  func cost(_ d: Sizes, context: Int) -> Float {
    var bits: Float = 0
    for p in 0..<Self.planes {
      let k = Int(d.classes[p])
      let slot = context * Self.planes + p
      bits += logs.total(Int(totals[slot])) - logs.count(Int(counts[slot * Self.classes + k]))
      // The sign, and the place within the class.
      bits += k == 0 ? 0 : Float(max(1, k - 1))
    }
    return bits
  }

  @inline(__always)
  func learn(_ d: Sizes, context: Int) {
    for p in 0..<Self.planes {
      let slot = context * Self.planes + p
      counts[slot * Self.classes + Int(d.classes[p])] &+= 1
      totals[slot] &+= 1
    }
  }

  /// Logarithms of numbers that are seen again and again; beyond the last, that one counts.
  fileprivate struct Logarithms: @unchecked Sendable {
    static let known = 1 << 14
    /// log₂ (n + α), log₂ (n + 1) and log₂ (n + ½); never freed.
    private let counts: UnsafeMutablePointer<Float>
    private let totals: UnsafeMutablePointer<Float>
    private let halves: UnsafeMutablePointer<Float>

    static let shared = Logarithms()

    private init() {
      counts = .allocate(capacity: 3 * Self.known)
      totals = counts + Self.known
      halves = totals + Self.known
      for n in 0..<Self.known {
        (counts + n).initialize(to: log2(Float(n) + 1 / Float(classes)))
        (totals + n).initialize(to: log2(Float(n) + 1))
        (halves + n).initialize(to: log2(Float(n) + 0.5))
      }
    }

    @inline(__always) func count(_ n: Int) -> Float { counts[min(Self.known - 1, n)] }
    @inline(__always) func total(_ n: Int) -> Float { totals[min(Self.known - 1, n)] }
    @inline(__always) func half(_ n: Int) -> Float { halves[min(Self.known - 1, n)] }
  }
}

/// Counts what yes or no costs, learnt as it goes, after yes and after no by itself. Each starts at ½.
struct FlagCode {
  /// How often no and yes came after no, and after yes.
  private var counts = SIMD4<Int32>.zero
  private var last = 0
  private var scale: Float = 1
  private let logs = ResidualCode.Logarithms.shared

  @inline(__always)
  func cost(_ flag: Bool) -> Float {
    let (no, yes) = (Int(counts[2 * last]), Int(counts[2 * last + 1]))
    if scale != 1 {
      let seen = Float(flag ? yes : no)
      return log2(scale * Float(no + yes) + 1) - log2(scale * seen + 0.5)
    }
    return logs.total(no + yes) - logs.half(flag ? yes : no)
  }

  /// As if everything had come as often as that.
  mutating func repeated(_ times: Double) { scale = Float(times) }

  /// - Parameter counts: Whether it is news, or only where the code stands.
  @inline(__always)
  mutating func learn(_ flag: Bool, counts isCounted: Bool = true) {
    if isCounted { counts[2 * last + (flag ? 1 : 0)] &+= 1 }
    last = flag ? 1 : 0
  }
}
