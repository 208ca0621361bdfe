internal import CKernels
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

/// The judge's loops against what they are said to compute, written out for one sample at a time.
@Suite struct JudgeLoopTests {
  /// A tile of few values, so that edges, plateaus and equal samples all occur.
  private struct Tile {
    let width: Int
    let height: Int
    var samples: [Int16]

    init(_ width: Int, _ height: Int, _ r: inout SplitMix, levels: Int) {
      (self.width, self.height) = (width, height)
      let values = (0..<levels).map { _ in Int16(r.below(4081)) }
      samples = (0..<(width * height)).map { _ in values[r.below(levels)] }
    }

    func at(_ x: Int, _ y: Int) -> Int16? {
      (0..<width).contains(x) && (0..<height).contains(y) ? samples[y * width + x] : nil
    }

    func around(_ x: Int, _ y: Int, _ across: Int, _ down: Int) -> [Int16] {
      (-down...down).flatMap { v in (-across...across).compactMap { at(x + $0, y + v) } }
    }

    func slack(_ x: Int, _ y: Int) -> Int {
      let near = around(x, y, 1, 1)
      return Int(near.max()!) - Int(near.min()!)
    }

    /// Nothing along a straight edge but on its smoothed samples.
    func straightSlack(_ x: Int, _ y: Int) -> Int {
      func curve(_ x: Int, _ y: Int) -> Int {
        let (row, column) = (around(x, y, 2, 0), around(x, y, 0, 2))
        return min(
          Int(row.max()!) - Int(row.min()!), Int(column.max()!) - Int(column.min()!))
      }
      let curves = (-1...1).flatMap { v in
        (-1...1).compactMap { u in at(x + u, y + v).map { _ in curve(x + u, y + v) } }
      }
      let (near, v) = (around(x, y, 1, 1), Int(at(x, y)!))
      let between = min(Int(near.max()!) - v, v - Int(near.min()!))
      return max(min(slack(x, y), 2 * curves.max()!), between * 6 / 5)
    }
  }

  private static let sizes = [(1, 1), (3, 2), (7, 19), (40, 5), (33, 31)]

  private func everywhere(_ tile: Tile, _ body: (Int, Int, Int) -> Void) {
    for y in 0..<tile.height {
      for x in 0..<tile.width { body(x, y, y * tile.width + x) }
    }
  }

  @Test(arguments: sizes)
  func `extremes, sums and slack are those of the samples around`(width: Int, height: Int) {
    var r = SplitMix(UInt64(width * 100 + height))
    for levels in [2, 3, 9] {
      let tile = Tile(width, height, &r, levels: levels)
      let n = width * height
      let (w, h) = (Int32(width), Int32(height))
      var scratch = [Int16](repeating: 0, count: 6 * n)
      var (high, low) = (tile.samples, tile.samples)
      judge_largest(tile.samples, w, h, 2, 1, &high, &scratch)
      judge_smallest(tile.samples, w, h, 2, 1, &low, &scratch)
      var (plain, straight) = (tile.samples, tile.samples)
      judge_slack(tile.samples, w, h, 0, &plain, &scratch)
      judge_slack(tile.samples, w, h, 1, &straight, &scratch)
      let values = tile.samples.map(Int32.init)
      var sums = values
      var room = [Int32](repeating: 0, count: n + width)
      judge_box(values, w, h, 3, &sums, &room)
      everywhere(tile) { x, y, i in
        let near = tile.around(x, y, 2, 1)
        #expect(high[i] == near.max() && low[i] == near.min())
        #expect(sums[i] == tile.around(x, y, 3, 3).reduce(0) { $0 + Int32($1) })
        #expect(Int(plain[i]) == tile.slack(x, y))
        #expect(Int(straight[i]) == tile.straightSlack(x, y))
      }
    }
  }

  /// Two lumas, with their slacks.
  private func pair(
    _ width: Int, _ height: Int, _ r: inout SplitMix
  ) -> (one: Tile, two: Tile) {
    let one = Tile(width, height, &r, levels: 4)
    var two = one
    for i in two.samples.indices where r.below(3) == 0 {
      two.samples[i] = Int16(min(4080, max(0, Int(two.samples[i]) + r.int(-700...700))))
    }
    return (one, two)
  }

  private func repeats(_ one: Tile, _ two: Tile, _ x: Int, _ y: Int) -> Bool {
    [(x - 1, y), (x, y - 1)].contains { u, v in
      guard let p = one.at(u, v), let q = two.at(u, v) else { return false }
      return abs(Int(one.at(x, y)!) - Int(p)) <= 16 && abs(Int(two.at(x, y)!) - Int(q)) <= 16
    }
  }

  @Test(arguments: sizes)
  func `edges are counted row by row, without those that repeat`(width: Int, height: Int) {
    var r = SplitMix(UInt64(width * 7 + height))
    for _ in 0..<10 {
      let (one, two) = pair(width, height, &r)
      let n = width * height
      let slack = (0..<n).map { Int16(two.slack($0 % width, $0 / width)) }
      let near = (0..<n).map { one.around($0 % width, $0 / width, 1, 1) }
      let (high, low) = (near.map { $0.max()! }, near.map { $0.min()! })
      var dark = [Int16](repeating: 0, count: n)
      var scratch = [Int32](repeating: 0, count: 3 * n + width)
      judge_polarity(
        one.samples, high, low, Int32(width), Int32(height), &dark, &scratch)
      var rows = [judge_row_edges](repeating: judge_row_edges(), count: height)
      judge_line_edges(
        one.samples, two.samples, high, low, slack, dark, Int32(width), 0, Int32(width), 0,
        Int32(height), &rows)
      for y in 0..<height {
        var expected = judge_row_edges()
        for x in 0..<width {
          let i = y * width + x
          let contrast = Int(high[i]) - Int(low[i])
          let slack = min(contrast, two.slack(x, y))
          let wide = one.around(x, y, 7, 7)
          let isDark =
            2 * wide.reduce(0) { $0 + Int($1) } > (Int(high[i]) + Int(low[i])) * wide.count
          #expect((dark[i] != 0) == isDark)
          // 24 steps of contrast; a step and a half of difference.
          if slack <= 24 * 16 || repeats(one, two, x, y) { continue }
          let (v, d) = (Int(one.at(x, y)!), Int(two.at(x, y)!) - Int(one.at(x, y)!))
          expected.edges += 1
          if abs(d) >= 24 { expected.changed += 1 }
          let r = min(256, abs(d) * 256 / slack) * (d < 0 ? -1 : 1)
          let gained = (Int(high[i]) - v) * (v - Int(low[i])) / contrast * 256 / slack
          let x = isDark ? -gained : gained
          expected.rr += Int64(r * r)
          expected.rx += Int64(r * x)
          expected.xx += Int64(x * x)
        }
        let found = rows[y]
        #expect(found.edges == expected.edges && found.changed == expected.changed)
        #expect((found.rr, found.rx, found.xx) == (expected.rr, expected.rx, expected.xx))
      }
    }
  }

  @Test(arguments: [(20, 12), (33, 31), (64, 40)])
  func `a recolour's bits are those of a straight line through each window`(
    width: Int, height: Int
  ) {
    var r = SplitMix(UInt64(width + height))
    let n = width * height
    let one = Tile(width, height, &r, levels: 30)
    var two = one
    // A tenth less ink on the left, anything on the right.
    for i in 0..<n {
      let v = Int(one.samples[i])
      two.samples[i] = Int16(i % width < width / 2 ? 4080 - (4080 - v) * 9 / 10 : r.below(4081))
    }
    let residual = zip(one.samples, two.samples).map { $1 - $0 }
    let slack = (0..<n).map { Int16(one.slack($0 % width, $0 / width)) }
    let cells = ((width + 3) / 4) * ((height + 3) / 4)
    var scratch = [Int64](repeating: 0, count: 39 * cells + width + height + n / 8 + 8)
    var out = [Float](repeating: 0, count: n)
    let price = JudgeConstants.recolourPrice
    residual.withUnsafeBufferPointer { d in
      slack.withUnsafeBufferPointer { s in
        let residuals = [d.baseAddress, d.baseAddress, d.baseAddress]
        let slacks = [s.baseAddress, s.baseAddress, s.baseAddress]
        judge_recolour(
          one.samples, two.samples, residuals, slacks, 3, JudgeConstants.redrawCost,
          Int32(width), Int32(height), 0, 0, JudgeConstants.halfPrecision, price, &out, &scratch)
      }
    }
    let changed = (0..<n).map { i in abs(Int(residual[i])) >= 24 && Int(slack[i]) >= 24 * 16 }
    let near = (0..<n).map { i in
      let (x, y) = (i % width, i / width)
      return (-1...1).contains { v in
        (-1...1).contains { u in one.at(x + u, y + v) != nil && changed[i + v * width + u] }
      }
    }
    var most: Float = 0
    everywhere(one) { x, y, i in
      var expected = 0.0
      for reach in [1, 3] {
        let (left, top) = (4 * (x / 4 - reach), 4 * (y / 4 - reach))
        let side = 4 * (2 * reach + 1)
        var points: [(a: Double, d: Double)] = []
        var paid = 0.0
        for v in max(0, top)..<min(height, top + side) {
          for u in max(0, left)..<min(width, left + side) where near[v * width + u] {
            let j = v * width + u
            points.append((Double(one.samples[j]) / 16, Double(residual[j]) / 16))
            if changed[j] && !repeats(one, two, u, v) {
              let d = (abs(Int(residual[j])) + 8) >> 4
              paid += JudgeConstants.cost(slack: Int(slack[j]) >> 4, difference: d)
            }
          }
        }
        if points.count < 8 { continue }
        let count = Double(points.count)
        let a = points.reduce(0) { $0 + $1.a } / count
        let d = points.reduce(0) { $0 + $1.d } / count
        let aa = points.reduce(0) { $0 + ($1.a - a) * ($1.a - a) }
        let ad = points.reduce(0) { $0 + ($1.a - a) * ($1.d - d) }
        let dd = points.reduce(0) { $0 + ($1.d - d) * ($1.d - d) }
        let rest = max(0, aa > 1 ? dd - ad * ad / aa : dd)
        expected = max(expected, paid - rest * JudgeConstants.halfPrecision - price)
      }
      most = max(most, out[i])
      #expect(abs(Double(out[i]) - expected) <= 1e-3 * max(1, expected))
    }
    #expect(most > 50, "the tenth less of ink is found")
  }
}
