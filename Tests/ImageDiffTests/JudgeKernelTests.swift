internal import CKernels
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

/// The judge's fast loops against the plain ones, to the bit.
@Suite struct JudgeKernelTests {
  /// Three planes of both pictures: stripes, edges or noise, of which some pixels differ.
  struct Pair {
    let width: Int
    let height: Int
    var one: [[Int16]] = []
    var two: [[Int16]] = []
    var count: Int { width * height }

    /// - Parameter every: One pixel in so many differs; by two steps at most where `isFaint`.
    init(_ width: Int, _ height: Int, seed: UInt64, every: Int, isFaint: Bool) {
      (self.width, self.height) = (width, height)
      var random = SplitMix(seed)
      for _ in 0..<3 {
        var plane = [Int16](repeating: 0, count: width * height)
        for i in plane.indices {
          let value =
            switch seed % 3 {
            case 0: random.below(256)
            case 1: i % width / 7 % 2 == 0 ? 240 : 20
            default: random.below(8) == 0 ? random.below(256) : 200
            }
          plane[i] = Int16(value * 16)
        }
        one.append(plane)
      }
      two = one
      for i in 0..<(width * height) where random.below(every) == 0 {
        for c in 0..<3 {
          two[c][i] =
            isFaint ? min(4080, two[c][i] + Int16(16 * random.below(3))) : 4080 - two[c][i]
        }
      }
    }

    func distance(_ i: Int) -> Int { (0..<3).map { abs(Int(one[$0][i]) - Int(two[$0][i])) }.max()! }
  }

  static let pairs = [
    Pair(1, 1, seed: 1, every: 1, isFaint: false), Pair(1, 40, seed: 2, every: 3, isFaint: false),
    Pair(37, 2, seed: 3, every: 2, isFaint: true), Pair(64, 64, seed: 4, every: 40, isFaint: false),
    Pair(65, 31, seed: 5, every: 1, isFaint: false), Pair(90, 77, seed: 6, every: 9, isFaint: true),
    Pair(101, 90, seed: 7, every: 500, isFaint: false),
    Pair(48, 80, seed: 8, every: 1 << 40, isFaint: false),
  ]

  private func lent<R>(
    _ planes: [[Int16]], _ body: (UnsafePointer<UnsafePointer<Int16>?>) -> R
  ) -> R {
    let copies = planes.map { plane in
      let copy = UnsafeMutablePointer<Int16>.allocate(capacity: plane.count)
      copy.initialize(from: plane, count: plane.count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return ImageDiff.planes(copies, body)
  }

  private func slack(_ plane: [Int16], _ pair: Pair, _ straight: Bool) -> [Int16] {
    var (out, scratch) = (plane, [Int16](repeating: 0, count: 5 * pair.count))
    judge_slack(plane, Int32(pair.width), Int32(pair.height), straight ? 1 : 0, &out, &scratch)
    return out
  }

  private func leastSlack(_ pair: Pair, _ channel: Int, _ straight: Bool) -> [Int16] {
    let room = pair.count + 12 * (pair.width + 2 * Int(JUDGE_PAD))
    var (out, scratch) = (pair.one[channel], [Int16](repeating: 0, count: room))
    judge_least_slack(
      pair.one[channel], pair.two[channel], Int32(pair.width), Int32(pair.height),
      straight ? 1 : 0, &out, &scratch)
    return out
  }

  @Test(arguments: pairs.indices, [false, true])
  func `slack is the smaller one of both`(_ index: Int, _ straight: Bool) {
    let pair = Self.pairs[index]
    for c in 0..<3 {
      let literal = zip(slack(pair.one[c], pair, straight), slack(pair.two[c], pair, straight))
        .map { min($0, $1) }
      #expect(leastSlack(pair, c, straight) == literal)
    }
  }

  @Test(arguments: pairs.indices, [0, 8, 300])
  func `places are what differs`(_ index: Int, _ limit: Int) {
    let pair = Self.pairs[index]
    let part = [pair.width / 4, pair.height / 3, pair.width, pair.height]
    var (places, row) = (
      [Int32](repeating: 0, count: pair.count), [Int16](repeating: 0, count: pair.width)
    )
    let count = lent(pair.one) { one in
      lent(pair.two) { two in
        judge_places(
          one, two, Int32(pair.width), part.map(Int32.init), Int32(limit), &places, &row)
      }
    }
    let literal = (0..<pair.count).filter { i in
      i % pair.width >= part[0] && i / pair.width >= part[1] && pair.distance(i) > limit
    }
    #expect(places.prefix(count).map(Int.init) == literal)
  }

  @Test(arguments: pairs.indices, [false, true])
  func `evidence at places is what windows hold there`(_ index: Int, _ straight: Bool) {
    let pair = Self.pairs[index]
    let (w, h) = (Int32(pair.width), Int32(pair.height))
    let slacks = (0..<3).map { leastSlack(pair, $0, straight) }
    let residuals = (0..<3).map { c in zip(pair.two[c], pair.one[c]).map { $0 - $1 } }
    let places = (0..<pair.count).filter { pair.distance($0) > 0 }.map(Int32.init)
    let room = max(12 * pair.count + pair.width, 257 * (pair.width + 1))
    var scratch = [Int32](repeating: 0, count: room)
    var (found, loose, strict) = (
      [Float](repeating: 0, count: pair.count), [Float](repeating: 0, count: pair.count),
      [Float](repeating: 0, count: pair.count)
    )
    let systematic = JudgeConstants.systematic(moved: 0)
    JudgeConstants.drawnAnew(moved: 0.13).withUnsafeBufferPointer { other in
      JudgeConstants.sameRasteriser.withUnsafeBufferPointer { same in
        let readings = [
          judge_reading(weights: other.baseAddress, offset: 1, divisor: 1),
          judge_reading(weights: same.baseAddress, offset: 0.5, divisor: 4),
        ]
        lent(slacks) { slacks in
          lent(pair.one) { one in
            lent(pair.two) { two in
              judge_evidence_at(
                one, two, slacks, readings, straight ? 2 : 1, w, h, systematic, places,
                places.count, &found, &scratch)
            }
          }
          lent(residuals) { residuals in
            judge_evidence(
              residuals, slacks, 3, other.baseAddress, w, h, systematic, 1, &loose, &scratch)
            judge_evidence(
              residuals, slacks, 3, same.baseAddress, w, h, systematic, 0.5, &strict, &scratch)
          }
        }
      }
    }
    let literal = places.map { i in
      straight ? max(loose[Int(i)], strict[Int(i)] / 4) : loose[Int(i)]
    }
    #expect(Array(found.prefix(places.count)) == literal)
  }

  /// Counts as the words say.
  private func literalEdges(_ pair: Pair, _ core: [Int]) -> judge_edges {
    let (w, h) = (pair.width, pair.height)
    let luma = (0..<pair.count).map { i in
      (306 * Int(pair.one[0][i]) + 601 * Int(pair.one[1][i]) + 117 * Int(pair.one[2][i])) >> 10
    }
    func around(_ x: Int, _ y: Int, _ reach: Int) -> [Int] {
      (max(0, y - reach)...min(h - 1, y + reach)).flatMap { ny in
        (max(0, x - reach)...min(w - 1, x + reach)).map { ny * w + $0 }
      }
    }
    var found = judge_edges()
    for y in core[1]..<core[3] {
      for x in core[0]..<core[2] {
        let i = y * w + x
        let near = around(x, y, 1).map { luma[$0] }
        let isUnchanged = around(x, y, 4).allSatisfy { pair.distance($0) <= Int(JUDGE_CLEAR) }
        guard near.max()! - near.min()! > Int(JUDGE_EDGE) else { continue }
        found.all += 1
        if isUnchanged {
          found.edges += 1
          if pair.distance(i) > 0 { found.redrawn += 1 }
        }
      }
    }
    return found
  }

  @Test(arguments: pairs.indices)
  func `edges are counted as told`(_ index: Int) {
    let pair = Self.pairs[index]
    let core = [pair.width / 5, pair.height / 4, pair.width, pair.height - pair.height / 6]
    let room = pair.count + 6 * (pair.width + 2 * Int(JUDGE_PAD))
    var (distance, scratch) = (
      [Int16](repeating: 0, count: pair.count), [Int16](repeating: 0, count: room)
    )
    var found = judge_edges()
    lent(pair.one) { one in
      lent(pair.two) { two in
        judge_count_edges(
          one, pair.one == pair.two ? nil : two, 3, Int32(pair.width), Int32(pair.height),
          core.map(Int32.init), &distance, &found, &scratch)
      }
    }
    let literal = literalEdges(pair, core)
    #expect(found.edges == literal.edges)
    #expect(found.redrawn == literal.redrawn)
    #expect(found.all == literal.all)
    if pair.one != pair.two {
      #expect(distance.map(Int.init) == (0..<pair.count).map(pair.distance))
    }
  }

  @Test func `pixels are split into sixteenths`() {
    let pixels = (0..<100).map { UInt32($0) &* 2_654_435_761 }
    var (r, g, b) = (
      [Int16](repeating: 0, count: 100), [Int16](repeating: 0, count: 100),
      [Int16](repeating: 0, count: 100)
    )
    judge_split8(pixels, 100, &r, &g, &b)
    #expect(r == pixels.map { Int16($0 & 255) * 16 })
    #expect(g == pixels.map { Int16($0 >> 8 & 255) * 16 })
    #expect(b == pixels.map { Int16($0 >> 16 & 255) * 16 })
  }
}
