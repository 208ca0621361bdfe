internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

/// What people reported against comparing tools, drawn small, and what must come out.
@Suite struct KnownCasesTests {
  static let white = SIMD3<Double>(repeating: 255)
  static let ink = SIMD3<Double>(24, 28, 40)

  private func page(_ width: Int = 240, _ height: Int = 120) -> Canvas {
    Canvas(width, height, Self.white)
  }

  private func diff(
    _ a: Canvas, _ b: Canvas, _ change: (inout DiffOptions) -> Void = { _ in }
  ) -> DiffReport {
    var options = DiffOptions()
    change(&options)
    return DiffAnalysis.analyse(reference: a.image, candidate: b.image, options: options)
  }

  private func text(
    x: Double = 20, y: Double = 40, size: Double = 16, _ colour: SIMD3<Double> = ink,
    extra: Double = 0
  ) -> Canvas {
    var canvas = page()
    canvas.text(x, y, letters: 16, size: size, colour, seed: 5, extra: extra)
    return canvas
  }

  // MARK: Many regions

  /// Words drawn a quarter of a pixel further on are stronger than a pale word that is another one:
  /// where only some regions are listed, that one still shuts the gate, and is told.
  @Test func `a change that is not among the strongest regions is not let through`() {
    func screen(_ dx: Double, _ seed: UInt64) -> Canvas {
      var canvas = Canvas(400, 300, Self.white)
      for k in 0..<20 {
        canvas.text(
          Double(10 + k % 4 * 95) + dx, Double(20 + k / 4 * 40), letters: 6, size: 16, Self.ink,
          seed: 5)
      }
      canvas.text(20, 260, letters: 6, size: 12, SIMD3(repeating: 205), seed: seed)
      return canvas
    }
    let moved = diff(screen(0, 7), screen(0.25, 7)) { $0.regionLimit = 6 }
    #expect(!moved.verdict.fails)
    #expect(moved.unlistedRegions >= 10)
    let changed = diff(screen(0, 7), screen(0.25, 8)) { $0.regionLimit = 6 }
    #expect(changed.verdict.fails)
    #expect(changed.regions.contains { $0.bounds.y0 > 230 && $0.kind != .antialiasing })
    #expect(changed.regions.count + changed.unlistedRegions >= 20)
  }

  /// The verdict does not hang on what is listed.
  @Test func `evidence for a change shuts the gate whatever is listed`() {
    var report = DiffReport.equal(width: 10, height: 10)
    report.counts.differingPixels = 4
    #expect(!Gate().verdict(of: report).fails)
    report.judgement.bits = 2 * Judgement.margin
    #expect(!Gate().verdict(of: report).fails)
    report.judgement.visibility = Visibility.area
    #expect(Gate().verdict(of: report).reason == .perceptibleRegions(count: 1))
    #expect(Gate().verdict(of: report).fails)

    var builder = ComponentBuilder(reach: 1, limit: 1, step: 1)
    for y in 0..<9 where y % 3 == 0 {
      builder.begin(y)
      builder.add(
        Component(
          bounds: PixelRect(x0: 0, y0: y, x1: 1, y1: y + 1), seedX: 0, seedY: Int32(y), pixels: 1,
          perceptible: 1, largest: Float(y == 6 ? 2 : 20), sum: 20, squares: y == 6 ? 4 : 400))
    }
    #expect(builder.finish().count == 1)
    #expect(builder.dropped == 2)
    #expect(builder.droppedPerceptible == 1)
  }

  // MARK: Photographs

  /// Noise and colours everywhere, so no part is flat; what did not change around it stays.
  @Test func `a part of a photograph that was inverted is a recolour that leaves nothing`() {
    var before = Canvas(200, 160, SIMD3(repeating: 128))
    var random = SplitMix(21)
    for i in before.pixels.indices {
      let (x, y) = (Double(i % 200), Double(i / 200))
      func noise() -> Double { Double(random.below(9)) - 4 }
      before.pixels[i] = SIMD3(40 + x + noise(), 30 + y + noise(), 250 - x + noise())
    }
    var after = before
    for y in 40..<110 {
      for x in 50..<150 { after[x, y] = 255 - before[x, y] }
    }
    let report = diff(before, after)
    #expect(report.regions.map(\.kind) == [.recolour])
    #expect(report.regions.allSatisfy { $0.unexplained.share <= 0.003 })
    #expect(report.verdict.fails)
  }

  /// Grain hides the edges' half pixel, but not that all of it got warmer.
  @Test func `a grainy photograph with another grading is no smoothing`() {
    var before = Canvas(160, 120, SIMD3(repeating: 128))
    var random = SplitMix(22)
    var after = before
    for i in before.pixels.indices {
      let (x, y) = (Double(i % 160), Double(i / 160))
      func noise(_ n: Int) -> Double { Double(random.below(2 * n + 1) - n) }
      before.pixels[i] = SIMD3(60 + x + noise(12), 50 + y + noise(12), 200 - x + noise(12))
      after.pixels[i] = before.pixels[i] + SIMD3(8 + noise(1), noise(1), noise(1) - 8)
    }
    let report = diff(before, after)
    #expect(report.verdict.fails)
    #expect(report.regions.allSatisfy { $0.kind != .antialiasing })
  }

  // MARK: Another rasteriser

  @Test(arguments: [(0.25, 0.0), (0.4, 0.2), (-0.3, 0.45)])
  func `text between pixels is antialiasing, and tells where`(dx: Double, dy: Double) {
    func lines(_ dx: Double, _ dy: Double) -> Canvas {
      var canvas = page(240, 180)
      canvas.lines(20 + dx, dy, Self.ink)
      return canvas
    }
    let report = diff(lines(0, 0), lines(dx, dy))
    #expect(!report.verdict.fails)
    #expect(report.regions.contains { $0.pixels >= 50 })
    for region in report.regions where region.pixels >= 50 {
      guard case .antialiasing(let a) = region.explanation else {
        Issue.record("\(region)")
        continue
      }
      // To a tenth of a pixel, and an eighth down, where few edges lie level.
      #expect(abs(a.dx - dx) <= 0.1 && abs(a.dy - dy) <= 0.125, "\(a)")
    }
  }

  @Test func `one line between pixels is a change, and may be antialiasing`() {
    let report = diff(text(), text(x: 20.25))
    #expect(report.verdict.fails && report.judgement.mayBeDrawing)
    var (one, other) = (page(), page())
    one.text(20, 40, letters: 16, size: 16, Self.ink, seed: 5)
    other.text(20, 40, letters: 16, size: 16, Self.ink, seed: 6)
    #expect(!diff(one, other).judgement.mayBeDrawing)
  }

  @Test func `LCD stripes are antialiasing, and are recognised`() {
    let shifted = [-1.0 / 3, 0, 1.0 / 3].map { text(x: 20 + $0) }
    var striped = page()
    for i in striped.pixels.indices {
      striped.pixels[i] = SIMD3(
        shifted[0].pixels[i].x, shifted[1].pixels[i].y, shifted[2].pixels[i].z)
    }
    let report = diff(text(), striped)
    #expect(!report.verdict.fails)
    let large = report.regions.filter { $0.pixels >= 50 }
    #expect(!large.isEmpty)
    for region in large {
      guard case .antialiasing(let a) = region.explanation else {
        Issue.record("\(region)")
        continue
      }
      #expect(a.isSubpixel)
    }
  }

  @Test func `a rectangle on half pixels is antialiasing, half a pixel away`() {
    var (snapped, half) = (page(240, 260), page(240, 260))
    snapped.roundedRectangle(40, 180, 60, 40, radius: 6, SIMD3(40, 120, 240))
    snapped.lines(12, 0, Self.ink)
    half.roundedRectangle(40.5, 180, 60, 40, radius: 6, SIMD3(40, 120, 240))
    half.lines(12.5, 0, Self.ink)
    let report = diff(snapped, half)
    #expect(!report.verdict.fails)
    guard let region = report.regions.first(where: { $0.bounds.y1 > 200 }),
      case .antialiasing(let a) = region.explanation
    else {
      Issue.record("\(report.regions)")
      return
    }
    #expect(abs(a.dx - 0.5) <= 0.1 && abs(a.dy) <= 0.1)
  }

  // MARK: What antialiasing must not swallow

  @Test(arguments: [10.0, 12, 16, 24]) func `a letter that was replaced fails`(size: Double) {
    for seed in 40..<70 as Range<UInt64> {
      // The same line, of which the third letter is another one.
      func line(_ third: UInt64) -> Canvas {
        var canvas = page()
        for k in 0..<6 as Range<UInt64> {
          canvas.text(
            20 + Double(k) * size, 40, letters: 1, size: size, Self.ink,
            seed: k == 2 ? third : seed &* 31 &+ k)
        }
        return canvas
      }
      #expect(diff(line(seed), line(seed + 1000)).verdict.fails, "letter of seed \(seed)")
    }
  }

  @Test func `another colour of text fails, and is named with its contrast`() {
    let report = diff(text(SIMD3(0x63, 0x7C, 0x95)), text(SIMD3(0x4D, 0x61, 0x74)))
    #expect(report.verdict.fails)
    for region in report.regions where region.pixels >= 50 {
      guard case .recolour(let r) = region.explanation, let first = r.colours.first,
        let before = first.contrastBefore, let after = first.contrastAfter
      else {
        Issue.record("\(region)")
        continue
      }
      #expect(first.to.r < first.from.r && after > before)
    }
  }

  @Test func `a line that moved by a whole pixel fails`() {
    var (a, b) = (page(), page())
    for x in 20..<220 {
      a[x, 60] = SIMD3(repeating: 200)
      b[x, 61] = SIMD3(repeating: 200)
    }
    let report = diff(a, b)
    #expect(report.verdict.fails)
    #expect(report.regions.map(\.kind) == [.shift])
  }

  @Test(arguments: [(225.0, 205.0), (225, 215), (235, 228)])
  func `another grey of a hairline over a phone screen fails`(from: Double, to: Double) {
    let ground = Canvas(1170, 300, SIMD3(repeating: 250))
    var (a, b) = (ground, ground)
    for x in 60..<1110 {
      a[x, 120] = SIMD3(repeating: from)
      b[x, 120] = SIMD3(repeating: to)
    }
    let report = diff(a, b)
    #expect(report.verdict.fails)
    #expect(report.regions.map(\.kind) == [.recolour])
  }

  @Test func `another fill fails while the text on it is drawn otherwise`() {
    func button(_ fill: SIMD3<Double>, _ d: Double) -> Canvas {
      var canvas = page()
      canvas.roundedRectangle(20, 20, 200, 80, radius: 8, fill)
      canvas.text(40 + d, 50, letters: 12, size: 16, Self.white, seed: 3)
      return canvas
    }
    #expect(diff(button(SIMD3(10, 132, 255), 0), button(SIMD3(10, 136, 255), 0.2)).verdict.fails)
  }

  @Test func `one black pixel in a megapixel fails`() {
    let a = Canvas(1000, 1000, Self.white)
    var b = a
    b[500, 500] = .zero
    let report = diff(a, b)
    #expect(report.verdict.fails)
    #expect(report.counts.differingPixels == 1)
  }

  // MARK: Moves and sizes

  @Test(arguments: [(1.0, -1.0), (1, 0), (2, 0), (3, 0), (12, 5)])
  func `moved text tells how far`(dx: Double, dy: Double) {
    let report = diff(text(), text(x: 20 + dx, y: 40 + dy))
    #expect(report.verdict.fails)
    for region in report.regions where region.pixels >= 50 {
      guard case .shift(let s) = region.explanation else {
        Issue.record("\(region)")
        continue
      }
      #expect(abs(s.dx - dx) <= 0.1 && abs(s.dy - dy) <= 0.1 && s.drift == 0)
    }
  }

  @Test func `other advances tell how much they add up to`() {
    let drifts = diff(text(), text(extra: 0.3)).regions.compactMap { region -> Double? in
      guard case .shift(let s) = region.explanation, s.drift != 0 else { return nil }
      return s.drift
    }
    // 0.3 px for every letter of about 11 px.
    #expect(drifts.contains { $0 > 0.015 && $0 < 0.05 })
  }

  @Test func `a button that moved is one move, not a strip that went and one that came`() {
    var (a, b) = (page(), page())
    a.roundedRectangle(20, 30, 100, 40, radius: 8, SIMD3(40, 120, 240))
    b.roundedRectangle(50, 30, 100, 40, radius: 8, SIMD3(40, 120, 240))
    let report = diff(a, b)
    guard report.regions.count == 1, case .shift(let s) = report.regions[0].explanation else {
      Issue.record("\(report.regions)")
      return
    }
    #expect(s.dx == 30 && s.dy == 0)
  }

  @Test func `a button that grew tells its sizes`() {
    var (a, b) = (page(), page())
    a.roundedRectangle(20, 30, 100, 40, radius: 8, SIMD3(40, 120, 240))
    b.roundedRectangle(20, 30, 120, 40, radius: 8, SIMD3(40, 120, 240))
    guard case .resize(let r)? = diff(a, b).regions.first?.explanation else {
      Issue.record("not a resize")
      return
    }
    #expect(r.before == PixelRect(x0: 20, y0: 30, x1: 120, y1: 70))
    #expect(r.after == PixelRect(x0: 20, y0: 30, x1: 140, y1: 70))
  }

  // MARK: Rows

  private var list: Canvas {
    var canvas = Canvas(200, 260, Self.white)
    for k in 0..<9 {
      canvas.text(
        12, 10 + Double(k) * 26, letters: 12, size: 13, Self.ink, seed: UInt64(k) + 100)
    }
    return canvas
  }

  @Test(arguments: [(1, 50), (6, 50), (40, 120)])
  func `inserted rows are one event, and the rest is compared where it moved to`(
    rows: Int, at: Int
  ) {
    let report = diff(
      list, list.inserting(rows, at: at, SIMD3(repeating: 236), keepingHeight: true))
    #expect(report.verdict.fails)
    #expect(report.regions.isEmpty)
    #expect(report.counts.differingAfterReflow == 0)
    guard report.reflows.count == 1, case .reflow(let r) = report.reflows[0].explanation else {
      Issue.record("\(report.all)")
      return
    }
    #expect(r.rows == rows && r.moved == rows && abs(r.row - at) <= 1)
  }

  @Test func `a change below inserted rows is still found`() {
    var b = list.inserting(20, at: 60, SIMD3(repeating: 236), keepingHeight: true)
    b.roundedRectangle(20, 170, 30, 12, radius: 2, SIMD3(220, 40, 30))
    let report = diff(list, b)
    #expect(report.reflows.count == 1)
    #expect(report.regions.count == 1)
  }

  @Test func `rows added at the lower edge leave the content equal`() {
    let report = diff(list, list.inserting(20, at: 260, Self.white, keepingHeight: false))
    #expect(report.verdict.fails && report.verdict.reason == .sizes)
    #expect(report.size?.overlapIsEqual == true)
    #expect(report.size?.candidateOnlyPixels == 200 * 20)
    guard case .reflow(let r)? = report.reflows.first?.explanation else {
      Issue.record("\(report.all)")
      return
    }
    #expect(r.rows == 20 && r.isAtEnd)
  }

  @Test func `a candidate that is cut out is found on the reference`() {
    let a = syntheticScreen(seed: 4)
    var b = Canvas(180, 140, Self.white)
    for y in 0..<140 { for x in 0..<180 { b[x, y] = a[x + 31, y + 17] } }
    let report = diff(a, b) { $0.placement = .bestOffset }
    #expect(report.size?.offsetX == 31 && report.size?.offsetY == 17)
    #expect(report.size?.overlapIsEqual == true)
    #expect(report.verdict.fails)
  }

  // MARK: Noise and ignoring

  @Test(arguments: [1, 2]) func `noise of a step or two is dither`(amplitude: Int) {
    var a = page()
    for y in 0..<a.height {
      for x in 0..<a.width { a[x, y] = SIMD3(repeating: 60 + Double(x / 2)) }
    }
    var b = a
    var random = SplitMix(77)
    for i in b.pixels.indices {
      func noise() -> Double { Double(random.int(-amplitude...amplitude)) }
      b.pixels[i] = a.pixels[i] + SIMD3(noise(), noise(), noise())
    }
    let report = diff(a, b)
    #expect(!report.verdict.fails)
    #expect(report.regions.map(\.kind) == [.dither])
  }

  @Test func `what is ignored is counted beside, and fails nothing`() {
    let a = page()
    var b = a
    b.roundedRectangle(20, 20, 30, 30, radius: 4, Self.ink)
    let report = diff(a, b) { $0.ignored = [PixelRect(x0: 10, y0: 10, x1: 60, y1: 60)] }
    #expect(!report.verdict.fails)
    #expect(report.regions.isEmpty)
    #expect(report.counts.ignoredDifferingPixels > 800)
    #expect(report.counts.comparedPixels == 240 * 120 - 2500)
    let half = diff(a, b) { $0.ignored = [PixelRect(x0: 10, y0: 10, x1: 35, y1: 60)] }
    #expect(half.verdict.fails)
    #expect(half.regions.allSatisfy { $0.bounds.x0 >= 35 })
  }
}

extension Canvas {
  /// The same with `rows` rows of a colour before row `at`.
  func inserting(
    _ rows: Int, at: Int, _ colour: SIMD3<Double>, keepingHeight: Bool
  ) -> Canvas {
    var result = Canvas(width, keepingHeight ? height : height + rows, colour)
    for y in 0..<result.height where y < at || y >= at + rows {
      for x in 0..<width { result[x, y] = self[x, y < at ? y : y - rows] }
    }
    return result
  }
}
