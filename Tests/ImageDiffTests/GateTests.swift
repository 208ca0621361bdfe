internal import Raster
internal import Testing

@testable internal import ImageDiff

@Suite struct GateTests {
  /// A square of `side` px, `steps` of grey away, on a page of 200 × 200.
  private func verdict(
    side: Int, steps: Double, _ change: (inout Gate) -> Void = { _ in }
  ) -> Verdict {
    let a = Canvas(200, 200, SIMD3(repeating: 128))
    var b = a
    for y in 0..<side { for x in 0..<side { b[90 + x, 90 + y] = SIMD3(repeating: 128 + steps) } }
    var options = DiffOptions()
    change(&options.gate)
    return DiffAnalysis.analyse(reference: a.image, candidate: b.image, options: options).verdict
  }

  @Test func `an area needs one step that is just noticeable`() {
    // 3 steps at mid grey are a distance of 1.1, 2 are 0.75.
    #expect(verdict(side: 40, steps: 3).fails)
    #expect(!verdict(side: 40, steps: 2).fails)
    #expect(verdict(side: 40, steps: 2).outcome == .withinTolerance)
  }

  @Test func `less area needs more`() {
    // 16 px² against 256: four times the distance.
    #expect(!verdict(side: 4, steps: 9).fails)
    #expect(verdict(side: 4, steps: 13).fails)
    #expect(!verdict(side: 1, steps: 30).fails)
    #expect(verdict(side: 1, steps: 127).fails)
  }

  @Test func `different fails on anything, never on nothing`() {
    #expect(verdict(side: 1, steps: 1) { $0.failOn = .different }.fails)
    let never = verdict(side: 40, steps: 100) { $0.failOn = .never }
    #expect(!never.fails)
    #expect(never.outcome == .different)
  }

  @Test func `limits override`() {
    #expect(!verdict(side: 10, steps: 100) { $0.maxPixels = 100 }.fails)
    #expect(verdict(side: 10, steps: 100) { $0.maxPixels = 99 }.fails)
    #expect(!verdict(side: 10, steps: 100) { $0.maxPercent = 0.25 }.fails)
    #expect(verdict(side: 10, steps: 100) { $0.maxPercent = 0.2499 }.fails)
    #expect(!verdict(side: 10, steps: 3) { $0.maxDistance = 1.2 }.fails)
    #expect(verdict(side: 10, steps: 3) { $0.maxDistance = 1 }.fails)
    #expect(verdict(side: 1, steps: 1) { $0.maxPixels = 0 }.fails)
  }

  @Test func `limits leave antialiasing out where they are told to`() {
    // A page moved by 0.4 px, and 25 px that are another colour.
    var a = Canvas(240, 280, SIMD3(repeating: 255))
    var b = a
    a.roundedRectangle(40, 190, 60, 40, radius: 6, SIMD3(40, 120, 240))
    a.lines(12, 0, SIMD3(repeating: 30))
    b.roundedRectangle(40.4, 190, 60, 40, radius: 6, SIMD3(40, 120, 240))
    b.lines(12.4, 0, SIMD3(repeating: 30))
    for y in 260..<265 { for x in 150..<155 { b[x, y] = SIMD3(repeating: 240) } }
    func verdict(_ change: (inout Gate) -> Void) -> Verdict {
      var options = DiffOptions()
      change(&options.gate)
      return DiffAnalysis.analyse(reference: a.image, candidate: b.image, options: options).verdict
    }
    let limits: [(keeps: (inout Gate) -> Void, breaks: (inout Gate) -> Void)] = [
      ({ $0.maxPixels = 25 }, { $0.maxPixels = 24 }),
      ({ $0.maxPercent = 0.0373 }, { $0.maxPercent = 0.0371 }),
      ({ $0.maxDistance = 5 }, { $0.maxDistance = 1 }),
    ]
    for limit in limits {
      #expect(verdict(limit.keeps).fails)
      for (change, fails) in [(limit.keeps, false), (limit.breaks, true)] {
        let left = verdict {
          change(&$0)
          $0.leavesOutAntialiasing = true
        }
        #expect(left.fails == fails)
      }
    }
    func any(_ gate: inout Gate) { (gate.failOn, gate.leavesOutAntialiasing) = (.different, true) }
    #expect(verdict(any).fails)
    b.pixels.replaceSubrange((260 * 240)..<(265 * 240), with: a.pixels[(260 * 240)..<(265 * 240)])
    #expect(!verdict(any).fails)
    #expect(verdict { $0.failOn = .different }.fails)
  }

  @Test func `other sizes never pass`() {
    let a = Canvas(20, 20, SIMD3(repeating: 255)).image
    let b = Canvas(20, 21, SIMD3(repeating: 255)).image
    var options = DiffOptions()
    options.gate.maxPixels = 1_000_000
    let report = DiffAnalysis.analyse(reference: a, candidate: b, options: options)
    #expect(report.verdict.fails && report.verdict.reason == .sizes)
  }

  @Test func `empty pictures are compared too`() {
    let none = RGBAImage(width: 0, height: 0, samples: .eight([]))
    let some = Canvas(3, 3, .zero).image
    #expect(!DiffAnalysis.analyse(reference: none, candidate: none).verdict.fails)
    #expect(DiffAnalysis.analyse(reference: none, candidate: some).verdict.fails)
    #expect(DiffAnalysis.analyse(reference: some, candidate: none).verdict.fails)
  }
}
