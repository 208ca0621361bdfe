/// How much each of several changes accounts for when they are made together: Shapley values.
///
/// A change's value is what it adds to the worth, averaged over all orders in which the changes can
/// be made. Values add up to the worth of all changes, equal changes get equal values, and the
/// order in which changes are listed does not matter: sums are of integers, so this holds exactly.
struct Attribution: Equatable {
  /// One per change. They add up to the worth of all, up to the rounding of a division.
  var values: [Double]
  /// Whether the change made a difference in any order that was tried.
  var matters: [Bool]
  /// Whether orders were drawn at random instead of all being counted.
  var isSampled: Bool

  /// With more changes than this, orders are sampled: 2⁸ = 256 worths are computed at most.
  static let exactLimit = 8
  /// Orders sampled, half of them the reverse of the other half. A share then has a standard error
  /// of at most 1/(2√48) = 7 % of the range of what the change can add.
  static let sampledOrders = 48

  /// - Parameters:
  ///   - count: Changes, at most 62.
  ///   - worth: The worth of a set of changes, bit i standing for change i. Of the empty set it
  ///     is 0. At most 2⁴⁴ in magnitude, so that no sum overflows. It is asked repeatedly.
  init(of count: Int, worth: (Set) -> Int) {
    precondition(count >= 0 && count <= 62, "a set of changes is the bits of an integer")
    self =
      count <= Attribution.exactLimit
      ? Attribution(exact: count, worth) : Attribution(sampled: count, worth)
  }

  /// A set of changes by their bits.
  typealias Set = UInt64

  private init(values: [Double], matters: [Bool], isSampled: Bool) {
    self.values = values
    self.matters = matters
    self.isSampled = isSampled
  }

  /// Σ over sets S without i of |S|! (n − |S| − 1)! / n! · (worth(S ∪ i) − worth(S)), the factorials
  /// kept whole until the end.
  private init(exact n: Int, _ worth: (Set) -> Int) {
    let factorial = (0...max(n, 1)).map { k in (0..<k).reduce(1) { $0 * ($1 + 1) } }
    let worths = (0..<(Set(1) << Set(n))).map(worth)
    var sums = [Int](repeating: 0, count: n)
    var matters = [Bool](repeating: false, count: n)
    for i in 0..<n {
      let bit = 1 << i
      for set in 0..<worths.count where set & bit == 0 {
        let gain = worths[set | bit] - worths[set]
        if gain == 0 { continue }
        let size = set.nonzeroBitCount
        sums[i] += factorial[size] * factorial[n - size - 1] * gain
        matters[i] = true
      }
    }
    self.init(
      values: sums.map { Double($0) / Double(factorial[n]) }, matters: matters, isSampled: false)
  }

  private init(sampled n: Int, _ worth: (Set) -> Int) {
    var generator = SplitMix64(seed: 0x5EED_0F_C0_1055)
    var sums = [Int](repeating: 0, count: n)
    var matters = [Bool](repeating: false, count: n)
    func add(_ order: [Int]) {
      var set: Set = 0
      var before = 0
      for i in order {
        set |= 1 << Set(i)
        let after = worth(set)
        sums[i] += after - before
        if after != before { matters[i] = true }
        before = after
      }
    }
    for _ in 0..<(Attribution.sampledOrders / 2) {
      let order = generator.shuffled(n)
      add(order)
      add(order.reversed())
    }
    self.init(
      values: sums.map { Double($0) / Double(Attribution.sampledOrders) }, matters: matters,
      isSampled: true)
  }
}

/// Steele, Lea and Flood's SplitMix64: the same numbers from the same seed on every machine.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0..<n in random order (Fisher and Yates).
  mutating func shuffled(_ n: Int) -> [Int] {
    var order = Array(0..<n)
    for i in stride(from: n - 1, to: 0, by: -1) {
      order.swapAt(i, Int(next() % UInt64(i + 1)))
    }
    return order
  }
}
