internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

/// What only alpha tells, and what 8 bits do not.
@Suite struct AlphaAndDepthTests {
  /// A rounded badge with text over nothing, all at one alpha; `hidden` fills what is not seen.
  private func layer(alpha: Int, hidden: UInt8 = 0) -> RGBAImage {
    var drawn = Canvas(120, 80, SIMD3(30, 110, 230))
    drawn.text(26, 30, letters: 8, size: 16, SIMD3(250, 250, 240), seed: 9)
    var shape = Canvas(120, 80, .zero)
    shape.roundedRectangle(15, 15, 90, 50, radius: 8, SIMD3(repeating: 255))
    var bytes = [UInt8](repeating: hidden, count: 120 * 80 * 4)
    for (i, p) in drawn.pixels.enumerated() {
      // The shape has no smoothed edge: alpha is 0 or the whole, so a factor of bytes is exact.
      let isInside = shape.pixels[i].x >= 128
      if isInside {
        for c in 0..<3 { bytes[i * 4 + c] = UInt8(p[c].rounded()) }
      }
      bytes[i * 4 + 3] = isInside ? UInt8(alpha) : 0
    }
    return RGBAImage(width: 120, height: 80, samples: .eight(bytes))
  }

  @Test(arguments: [(200, 50), (200, 100), (200, 150), (100, 200), (255, 51)])
  func `a layer of another alpha is a fade, with its factor`(from: Int, to: Int) {
    let report = DiffAnalysis.analyse(reference: layer(alpha: from), candidate: layer(alpha: to))
    #expect(report.verdict.fails)
    #expect(report.regions.count == 1)
    guard case .opacity(let found)? = report.regions.first?.explanation else {
      Issue.record("\(report.regions)")
      return
    }
    // Both bytes are exact, and what is drawn of them is not rounded: only sums of floats are.
    #expect(abs(found.factor - Double(to) / Double(from)) <= 0.001, "\(found)")
    #expect(found.ground.a == 0)
    // No colour of straight alpha is drawn by more than its alpha.
    #expect(report.counts.maxDelta == Double(abs(to - from)))
  }

  @Test func `one step of alpha is counted in every pixel`() {
    let report = DiffAnalysis.analyse(reference: layer(alpha: 200), candidate: layer(alpha: 199))
    let bytes = layer(alpha: 200).bytes
    let shown = stride(from: 3, to: bytes.count, by: 4).count { bytes[$0] > 0 }
    #expect(report.counts.differingPixels == shown && shown > 4000)
    #expect(report.verdict.outcome == .withinTolerance)
  }

  @Test func `colour that alpha hides is nothing, in 8 bits and in 16`() {
    let (a, b) = (layer(alpha: 180), layer(alpha: 180, hidden: 255).hidden(0xC3))
    #expect(a != b)
    for (p, q) in [(a, b), (a.sixteenBits, b.sixteenBits)] {
      let report = DiffAnalysis.analyse(reference: p, candidate: q)
      #expect(report.verdict.outcome == .identical)
      #expect(report.counts.differingPixels == 0 && report.all.isEmpty)
      #expect(report.counts.comparedPixels == 120 * 80)
    }
  }

  @Test(arguments: [1, 64, 128, 255]) func `less than a step of 8 bits is counted and reported`(
    difference: Int
  ) {
    var samples = [UInt16](repeating: 0x8000, count: 100 * 60 * 4)
    for i in stride(from: 3, to: samples.count, by: 4) { samples[i] = 65535 }
    let a = RGBAImage(width: 100, height: 60, samples: .sixteen(samples))
    for y in 20..<40 {
      for x in 30..<70 {
        for c in 0..<3 { samples[(y * 100 + x) * 4 + c] += UInt16(difference) }
      }
    }
    let b = RGBAImage(width: 100, height: 60, samples: .sixteen(samples))
    // Not one of them differs in the higher byte.
    #expect(a.higherBytes == b.higherBytes)
    var options = DiffOptions()
    let report = DiffAnalysis.analyse(reference: a, candidate: b, options: options)
    #expect(report.counts.differingPixels == 800)
    #expect(report.counts.bounds == PixelRect(x0: 30, y0: 20, x1: 70, y1: 40))
    // 257 sixteen-bit steps are one of 8 bits. Two floats between 64 and 256 differ by at most one
    // spacing, 2^-16, more than what they stand for.
    #expect(abs(report.counts.maxDelta - Double(difference) / 257) <= 0x1p-16)
    #expect(report.regions.count == 1 && report.regions.first?.pixels == 800)
    // Less than a step at mid grey is a distance below 0.4: not seen, but not identical either.
    #expect(report.verdict.outcome == .withinTolerance && !report.verdict.fails)
    options.gate.failOn = .different
    #expect(DiffAnalysis.analyse(reference: a, candidate: b, options: options).verdict.fails)
  }
}

extension RGBAImage {
  fileprivate var bytes: [UInt8] {
    guard case .eight(let bytes) = samples else { return [] }
    return bytes
  }

  /// The same with other colours where alpha is 0.
  fileprivate func hidden(_ seed: UInt64) -> RGBAImage {
    var random = SplitMix(seed)
    var result = bytes
    for i in stride(from: 0, to: result.count, by: 4) where result[i + 3] == 0 {
      for c in 0..<3 { result[i + c] = UInt8(random.int(0...255)) }
    }
    return RGBAImage(width: width, height: height, samples: .eight(result))
  }

  fileprivate var sixteenBits: RGBAImage {
    RGBAImage(
      width: width, height: height, samples: .sixteen(bytes.map { UInt16($0) * 257 }))
  }

  /// Of 16 bits.
  fileprivate var higherBytes: [UInt8] {
    guard case .sixteen(let s) = samples else { return [] }
    return s.map { UInt8($0 >> 8) }
  }
}
