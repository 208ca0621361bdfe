import Testing

@testable import RenderAudit

/// Laws of Shapley values, on games whose worths are small whole numbers: exact, no tolerance but
/// for the one division.
@Suite struct ExplainingAttributionTests {
  /// A game of `n` changes with random worths, 0 for the empty set.
  private static func game(_ n: Int, seed: UInt64) -> (Attribution.Set) -> Int {
    var generator = SplitMix64(seed: seed)
    var worths = (0..<(1 << n)).map { _ in Int(generator.next() % 1_000_000) }
    worths[0] = 0
    return { [worths] in worths[Int($0)] }
  }

  @Test(arguments: 0..<200) func `values add up to the worth of all`(seed: Int) {
    let n = 1 + seed % 8
    let worth = Self.game(n, seed: UInt64(seed))
    let values = Attribution(of: n, worth: worth).values
    let whole = Double(worth((1 << UInt64(n)) - 1))
    // n divisions of sums below 2^43, each rounded to 2^-53 of itself.
    #expect(abs(values.reduce(0, +) - whole) < 1e-6)
  }

  @Test(arguments: 0..<200) func `the order in which changes are listed does not matter`(seed: Int)
  {
    let n = 2 + seed % 7
    var generator = SplitMix64(seed: UInt64(seed) + 1000)
    let order = generator.shuffled(n)
    let worth = Self.game(n, seed: UInt64(seed))
    /// Change i of the other listing is change order[i] of the first.
    func renamed(_ set: Attribution.Set) -> Attribution.Set {
      (0..<n).reduce(0) { $0 | ((set >> UInt64($1)) & 1) << UInt64(order[$1]) }
    }
    let first = Attribution(of: n, worth: worth)
    let other = Attribution(of: n) { worth(renamed($0)) }
    #expect((0..<n).allSatisfy { other.values[$0] == first.values[order[$0]] })
    #expect((0..<n).allSatisfy { other.matters[$0] == first.matters[order[$0]] })
  }

  @Test func `a change that changes nothing gets nothing`() {
    let worth = Self.game(4, seed: 7)
    // Bit 2 of five is ignored.
    let attribution = Attribution(of: 5) { set in worth((set & 0b11) | ((set >> 1) & 0b1100)) }
    #expect(attribution.values[2] == 0)
    #expect(attribution.matters == [true, true, false, true, true])
  }

  @Test func `equal changes get equal parts`() {
    let attribution = Attribution(of: 3) { $0.nonzeroBitCount * $0.nonzeroBitCount }
    #expect(attribution.values == [3, 3, 3])
  }

  @Test func `independent changes get what they add alone`() {
    let alone = [5, 70, 600, -12]
    let attribution = Attribution(of: 4) { set in
      (0..<4).reduce(0) { $0 + (set >> UInt64($1) & 1 == 1 ? alone[$1] : 0) }
    }
    #expect(attribution.values == alone.map(Double.init))
  }

  @Test func `more than eight changes are sampled, the same on every run, near the truth`() {
    let alone = (1...10).map { $0 * 100 }
    func worth(_ set: Attribution.Set) -> Int {
      let sum = (0..<10).reduce(0) { $0 + (set >> UInt64($1) & 1 == 1 ? alone[$1] : 0) }
      // The first two together add 300 more: 150 each.
      return sum + (set & 3 == 3 ? 300 : 0)
    }
    let attribution = Attribution(of: 10, worth: worth)
    #expect(attribution.isSampled)
    #expect(attribution == Attribution(of: 10, worth: worth))
    #expect(attribution.values.reduce(0, +) == 5800)
    #expect(attribution.values[2...].elementsEqual(alone[2...].map(Double.init)))
    // An order and its reverse give each of the two the 300 once: exactly half.
    #expect(attribution.values[..<2] == [250, 350])
    #expect(!Attribution(of: 8) { Int($0) }.isSampled)
  }
}
