internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Shadows, corners, borders, letters and carets, as people name them.
@Suite struct NewClassTests {
  static let page = SIMD3<Double>(repeating: 244)
  static let white = SIMD3<Double>(repeating: 255)

  private func diff(_ a: Canvas, _ b: Canvas) -> DiffReport {
    DiffAnalysis.analyse(reference: a.image, candidate: b.image)
  }

  /// A card with its shadow: a rectangle through a Gaussian, product of both axes' integrals.
  private func card(opacity: Double, sigma: Double = 8, offset: Double = 4) -> Canvas {
    var canvas = Canvas(260, 200, Self.page)
    func along(_ v: Double, _ from: Double, _ to: Double) -> Double {
      0.5 * (erf((v - from) / sigma / 2.squareRoot()) - erf((v - to) / sigma / 2.squareRoot()))
    }
    canvas.draw(.zero, in: canvas.bounds) { x, y in
      opacity * along(x, 60, 200) * along(y, 60 + offset, 130 + offset)
    }
    canvas.roundedRectangle(60, 60, 140, 70, radius: 0, Self.white)
    return canvas
  }

  @Test func `another opacity of a shadow is told`() {
    let report = diff(card(opacity: 0.16), card(opacity: 0.24))
    guard case .shadow(let s)? = report.regions.first?.explanation, let before = s.before,
      let after = s.after
    else {
      Issue.record("\(report.regions)")
      return
    }
    // Rounding to 8 bits and the cut at one step move opacity by less than a hundredth.
    #expect(abs(before.opacity - 0.16) <= 0.02 && abs(after.opacity - 0.24) <= 0.02, "\(s)")
    #expect(abs(before.sigma - 8) <= 1 && abs(after.sigma - 8) <= 1, "\(s)")
  }

  @Test func `a shadow that went is told`() {
    let report = diff(card(opacity: 0.2), card(opacity: 0))
    guard case .shadow(let s)? = report.regions.first?.explanation else {
      Issue.record("\(report.regions)")
      return
    }
    #expect(s.before != nil && s.after == nil)
  }

  @Test func `corners of another radius are one region, with both radii`() {
    func button(_ radius: Double) -> Canvas {
      var canvas = Canvas(240, 120, Self.white)
      canvas.roundedRectangle(40, 30, 140, 50, radius: radius, SIMD3(40, 120, 240))
      return canvas
    }
    let report = diff(button(6), button(10))
    guard report.regions.count == 1, case .corner(let c) = report.regions[0].explanation else {
      Issue.record("\(report.regions)")
      return
    }
    #expect(abs(c.before - 6) <= 1 && abs(c.after - 10) <= 1, "\(c)")
  }

  @Test func `a border that went is told with its width and colour`() {
    func card(_ line: SIMD3<Double>) -> Canvas {
      var canvas = Canvas(240, 140, Self.white)
      canvas.roundedRectangle(40, 30, 140, 70, radius: 6, line)
      canvas.roundedRectangle(41, 31, 138, 68, radius: 5, Self.white)
      return canvas
    }
    let report = diff(card(SIMD3(repeating: 200)), card(Self.white))
    guard report.regions.count == 1, case .border(let b) = report.regions[0].explanation else {
      Issue.record("\(report.regions)")
      return
    }
    #expect(abs(b.widthBefore - 1) <= 0.2 && b.colourBefore?.r == 200 && b.colourAfter == nil)
  }

  @Test func `a caret that came is added`() {
    let before = Canvas(240, 60, Self.white)
    var after = before
    after.roundedRectangle(100, 20, 1, 18, radius: 0, SIMD3(24, 28, 40))
    #expect(diff(before, after).regions.map(\.kind) == [.added])
    #expect(diff(after, before).regions.map(\.kind) == [.removed])
  }

  /// What is measured as left over is measured against the prediction, noise included.
  @Test func `a recolour with noise tells what it leaves`() {
    var before = Canvas(160, 120, SIMD3(200, 120, 60))
    before.roundedRectangle(30, 30, 60, 50, radius: 4, SIMD3(40, 60, 120))
    var after = before
    var random = SplitMix(4)
    for i in after.pixels.indices {
      let noise = Double(random.int(-3...3))
      after.pixels[i] = before.pixels[i] * 0.7 + 20 + noise
    }
    let report = diff(before, after)
    #expect(report.regions.map(\.kind) == [.recolour] || report.regions.map(\.kind) == [.opacity])
    #expect(report.regions.allSatisfy { $0.unexplained.largestDistance > 0.5 })
  }
}
