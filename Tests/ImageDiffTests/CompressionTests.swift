internal import ImageCodec
internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A JPEG as it comes from a decoder, made without one: luma and chroma rounded, each block's
/// frequencies rounded to steps, and clipped on the way back.
private struct Rounded {
  var image: RGBAImage
  var rounding: BlockRounding

  init(_ canvas: Canvas, quality: Int, halvesChroma: Bool = false) {
    let rounding = Self.rounding(quality: quality, halvesChroma: halvesChroma)
    self.rounding = rounding
    let (w, h) = (canvas.width, canvas.height)
    let pixels = canvas.image.eightBits
    let planes = (0..<3).map { c -> [Double] in
      var plane = (0..<(w * h)).map { i in
        let p = SIMD3(
          Double(pixels[i * 4]), Double(pixels[i * 4 + 1]), Double(pixels[i * 4 + 2]))
        let value = (SIMD3<Double>(LumaChroma.weights[c]) * p).sum()
        return c == 0 ? (value + 0.5).rounded(.down) : (value - 0.5).rounded(.up)
      }
      let halves = halvesChroma && c > 0
      let ratio = halves ? 2 : 1
      if halves { plane = Self.halved(plane, w, h) }
      Self.round(&plane, w / ratio, h / ratio, c == 0 ? rounding.luma : rounding.chroma, c == 0)
      return halves ? Self.doubled(plane, w / 2, h / 2) : plane
    }
    var bytes = [UInt8](repeating: 255, count: w * h * 4)
    for i in 0..<(w * h) {
      let (y, b, r) = (planes[0][i], planes[1][i], planes[2][i])
      for (c, v) in [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b].enumerated() {
        bytes[i * 4 + c] = UInt8(max(0, min(255, v.rounded())))
      }
    }
    image = RGBAImage(width: w, height: h, samples: .eight(bytes))
  }

  /// The tables of ITU-T T.81, annex K, scaled as libjpeg does.
  private static func rounding(quality: Int, halvesChroma: Bool) -> BlockRounding {
    let luma = [
      16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69,
      56,
      14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104,
      113,
      92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
    var chroma = [Int](repeating: 99, count: 64)
    for (at, value) in [(0, 17), (1, 18), (2, 24), (3, 47), (8, 18), (9, 21), (10, 26), (11, 66)] {
      chroma[at] = value
    }
    for (at, value) in [(16, 24), (17, 26), (18, 56), (24, 47), (25, 66)] { chroma[at] = value }
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    func steps(_ table: [Int]) -> [Double] {
      table.map { Double(max(1, min(255, ($0 * scale + 50) / 100))) }
    }
    let ratio = halvesChroma ? 2 : 1
    return BlockRounding(
      luma: steps(luma), chroma: steps(chroma), chromaWidth: ratio, chromaHeight: ratio,
      originX: 0, originY: 0)
  }

  private static func round(
    _ plane: inout [Double], _ w: Int, _ h: Int, _ steps: [Double], _ isLuma: Bool
  ) {
    let basis = (0..<64).map { i in
      let (u, x) = (Double(i / 8), Double(i % 8))
      return (u == 0 ? 0.125.squareRoot() : 0.5) * cos((2 * x + 1) * u * .pi / 16)
    }
    // Luma is stored about 128.
    let middle: Double = isLuma ? 128 : 0
    for y0 in stride(from: 0, to: h, by: 8) {
      for x0 in stride(from: 0, to: w, by: 8) {
        var block = (0..<64).map { i in
          plane[min(h - 1, y0 + i / 8) * w + min(w - 1, x0 + i % 8)] - middle
        }
        func turned(_ isBack: Bool) {
          for _ in 0..<2 {
            var out = [Double](repeating: 0, count: 64)
            for i in 0..<64 {
              let (u, row) = (i / 8, i % 8)
              for x in 0..<8 {
                out[i] += block[row * 8 + x] * basis[isBack ? x * 8 + u : u * 8 + x]
              }
            }
            block = out
          }
        }
        turned(false)
        for i in 0..<64 { block[i] = (block[i] / steps[i]).rounded() * steps[i] }
        turned(true)
        for i in 0..<64 where y0 + i / 8 < h && x0 + i % 8 < w {
          let value = (block[i] + middle).rounded()
          plane[(y0 + i / 8) * w + x0 + i % 8] =
            isLuma ? max(0, min(255, value)) : max(-128, min(127, value))
        }
      }
    }
  }

  private static func halved(_ plane: [Double], _ w: Int, _ h: Int) -> [Double] {
    (0..<(w / 2 * (h / 2))).map { i in
      let at = i / (w / 2) * 2 * w + i % (w / 2) * 2
      return ((plane[at] + plane[at + 1] + plane[at + w] + plane[at + w + 1]) / 4).rounded()
    }
  }

  /// A pixel is ¾ of its own sample and ¼ of the next, across and down.
  private static func doubled(_ plane: [Double], _ w: Int, _ h: Int) -> [Double] {
    func next(_ v: Int, _ count: Int) -> Int { max(0, min(count - 1, v / 2 + (v % 2 * 2 - 1))) }
    return (0..<(4 * w * h)).map { i in
      let (x, y) = (i % (2 * w), i / (2 * w))
      let (nx, ny) = (next(x, w), next(y, h))
      let own = 3 * plane[y / 2 * w + x / 2] + plane[y / 2 * w + nx]
      let other = 3 * plane[ny * w + x / 2] + plane[ny * w + nx]
      return ((3 * own + other) / 16).rounded()
    }
  }
}

@Suite struct CompressionTests {
  private static let black = SIMD3<Double>(repeating: 0)
  private static let blue = SIMD3<Double>(40, 90, 200)

  /// Lines of text on white, and a number of which one digit may change.
  private static func page(_ ink: SIMD3<Double>, changesDigit: Bool = false) -> Canvas {
    var page = Canvas(160, 96, SIMD3(repeating: 255))
    page.text(8, 10, letters: 16, size: 11, ink, seed: 3)
    page.text(8, 34, letters: 18, size: 9, ink, seed: 4)
    page.text(8, 62, letters: 3, size: 12, ink, seed: 5)
    page.text(48, 62, letters: 1, size: 12, ink, seed: changesDigit ? 7 : 6)
    return page
  }

  private static func report(
    _ a: RGBAImage, _ first: BlockRounding?, _ b: RGBAImage, _ second: BlockRounding?
  ) -> DiffReport {
    var options = DiffOptions()
    options.rounding = PairRounding(first: first, second: second)
    return DiffAnalysis.analyse(reference: a, candidate: b, options: options)
  }

  private static func areCompression(_ report: DiffReport) -> Bool {
    report.regions.allSatisfy {
      switch $0.kind {
      case .compression, .dither: true
      default: false
      }
    }
  }

  @Test(arguments: [95, 75, 50], [false, true])
  func `a JPEG of text on white is its picture`(quality: Int, halvesChroma: Bool) {
    for ink in [Self.black, Self.blue] {
      let page = Self.page(ink)
      let jpeg = Rounded(page, quality: quality, halvesChroma: halvesChroma)
      for report in [
        Self.report(page.image, nil, jpeg.image, jpeg.rounding),
        Self.report(jpeg.image, jpeg.rounding, page.image, nil),
      ] {
        #expect(!report.regions.isEmpty)
        #expect(!report.verdict.fails)
        #expect(Self.areCompression(report), "\(report.regions.map(\.explanation))")
      }
    }
  }

  @Test(arguments: [95, 75, 50], [false, true])
  func `two JPEGs of text on white are one picture`(quality: Int, halvesChroma: Bool) {
    for ink in [Self.black, Self.blue] {
      let page = Self.page(ink)
      let a = Rounded(page, quality: quality, halvesChroma: halvesChroma)
      let b = Rounded(page, quality: quality - 7, halvesChroma: halvesChroma)
      let report = Self.report(a.image, a.rounding, b.image, b.rounding)
      #expect(!report.verdict.fails)
      #expect(Self.areCompression(report), "\(report.regions.map(\.explanation))")
    }
  }

  @Test(arguments: [90, 75, 60], [false, true])
  func `another digit is no rounding`(quality: Int, halvesChroma: Bool) {
    for ink in [Self.black, Self.blue] {
      let (page, other) = (Self.page(ink), Self.page(ink, changesDigit: true))
      let a = Rounded(page, quality: quality, halvesChroma: halvesChroma)
      let b = Rounded(other, quality: quality, halvesChroma: halvesChroma)
      #expect(Self.report(page.image, nil, b.image, b.rounding).verdict.fails)
      #expect(Self.report(a.image, a.rounding, b.image, b.rounding).verdict.fails)
    }
  }

  /// 20 of 255 on white is a distance of 4.7, 8 between two fills one of 2 to 3.
  @Test(arguments: [90, 75, 60], [SIMD3<Double>(repeating: 255), SIMD3(246, 247, 250)])
  func `a hairline or a fill is no rounding`(quality: Int, ground: SIMD3<Double>) {
    let page = Canvas(160, 96, ground)
    var line = page
    for x in 8..<152 { line[x, 45] = ground - 20 }
    var (fill, other) = (page, page)
    fill.roundedRectangle(20, 20, 100, 50, radius: 6, ground - 40)
    other.roundedRectangle(20, 20, 100, 50, radius: 6, ground - 48)
    for (a, b) in [(page, line), (line, page), (fill, other)] {
      let (x, y) = (Rounded(a, quality: quality), Rounded(b, quality: quality))
      #expect(!Self.areCompression(Self.report(a.image, nil, y.image, y.rounding)))
      #expect(!Self.areCompression(Self.report(x.image, x.rounding, y.image, y.rounding)))
    }
  }

  @Test func `undoing the decoder's filter gives back samples`() {
    var random = SplitMix(9)
    let plane = (0..<(32 * 32)).map { _ in random.double(-100, 100) }
    let samples = (0..<256).map { plane[$0] }
    let (decoded, original) = (
      BlockAxis(ratio: 2, margin: 4, undoesFilter: true), BlockAxis(ratio: 2, margin: 4)
    )
    // 16 × 16 samples, drawn as the decoder does, and each as four equal pixels.
    var (drawn, repeated) = ([Float](), [Float]())
    func sample(_ x: Int, _ y: Int) -> Double {
      samples[max(0, min(15, y)) * 16 + max(0, min(15, x))]
    }
    for y in 0..<32 {
      for x in 0..<32 {
        let (dx, dy) = (x % 2 * 2 - 1, y % 2 * 2 - 1)
        let own = 0.75 * sample(x / 2, y / 2) + 0.25 * sample(x / 2 + dx, y / 2)
        let other = 0.75 * sample(x / 2, y / 2 + dy) + 0.25 * sample(x / 2 + dx, y / 2 + dy)
        drawn.append(Float(0.75 * own + 0.25 * other))
        repeated.append(Float(sample(x / 2, y / 2)))
      }
    }
    let found = BlockTransform(x: decoded, y: decoded).frequencies(drawn, start: 0, stride: 32)
    let expected = BlockTransform(x: original, y: original).frequencies(
      repeated, start: 0, stride: 32)
    for i in 0..<64 { #expect(abs(found[i] - expected[i]) < 0.01) }
  }

  @Test func `the transpose is the transpose`() {
    var random = SplitMix(10)
    let axis = BlockAxis(ratio: 2, margin: 4, undoesFilter: true)
    let transform = BlockTransform(x: axis, y: BlockAxis(ratio: 1))
    let plane = (0..<(axis.pixels * 8)).map { _ in Float(random.double(-1, 1)) }
    let frequencies = (0..<64).map { _ in Float(random.double(-1, 1)) }
    var back = [Float](repeating: 0, count: plane.count)
    transform.addTransposed(frequencies, to: &back, start: 0, stride: axis.pixels)
    let there = transform.frequencies(plane, start: 0, stride: axis.pixels)
    let (p, q) = (
      zip(there, frequencies).reduce(0) { $0 + $1.0 * $1.1 },
      zip(plane, back).reduce(0) { $0 + $1.0 * $1.1 }
    )
    #expect(abs(p - q) < 1e-3)
  }
}
