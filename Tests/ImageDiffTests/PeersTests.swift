import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDiff

@Suite struct PeersCountTests {
  private static let scenes: [(a: RGBAImage, b: RGBAImage)] = [
    PeerScene.noise.draw(width: 40, height: 30, seed: 11),
    PeerScene.cards.draw(width: 90, height: 70, seed: 12),
    PeerScene.strokes.draw(width: 80, height: 60, seed: 13),
    PeerScene.soften.draw(width: 50, height: 40, seed: 14),
  ]

  @Test(arguments: scenes.indices) func `a picture does not differ from itself`(_ k: Int) throws {
    let a = Self.scenes[k].a
    for version in [PixelmatchOptions.Version.v4, .v5, .v7] {
      let strict = PixelmatchOptions(version: version, threshold: 0, includeAntialiasing: true)
      #expect(try pixelmatch(a, a, strict).differing == 0)
    }
    #expect(try odiff(a, a, OdiffOptions(threshold: 0)).differing == 0)
    #expect(try looksSame(a, a, LooksSameOptions(colours: .strict)).isEqual)
    #expect(try structuralSimilarity(a, a) == 1)
    #expect(try structuralSimilarity(a, a, window: .gaussian) == 1)
    #expect(try flip(a, a) == 0)
  }

  @Test(arguments: scenes.indices) func `the order does not matter`(_ k: Int) throws {
    let (a, b) = Self.scenes[k]
    #expect(try pixelmatch(a, b) == pixelmatch(b, a))
    #expect(try odiff(a, b) == odiff(b, a))
    #expect(try looksSame(a, b) == looksSame(b, a))
    #expect(try structuralSimilarity(a, b) == structuralSimilarity(b, a))
    #expect(try flip(a, b) == flip(b, a))
  }

  @Test(arguments: scenes.indices) func `antialiased pixels are differing ones left out`(_ k: Int)
    throws
  {
    let (a, b) = Self.scenes[k]
    let split = try pixelmatch(a, b, PixelmatchOptions(threshold: 0.02))
    let all = try pixelmatch(a, b, PixelmatchOptions(threshold: 0.02, includeAntialiasing: true))
    #expect(split.differing + split.antialiased == all.differing)
    #expect(all.antialiased == 0 && all.differing > 0)
    let odiffSplit = try odiff(a, b, OdiffOptions(ignoresAntialiasing: true))
    #expect(try odiffSplit.differing + odiffSplit.antialiased == odiff(a, b).differing)
  }

  /// Over white both are (127, 127, 127); over the pattern of version 7 they are not.
  @Test(arguments: [
    (PixelmatchOptions(version: .v5), 0), (PixelmatchOptions(version: .v7), 1),
    (PixelmatchOptions(version: .v7, background: .white), 0),
  ])
  func `half black against opaque grey`(_ options: PixelmatchOptions, _ differing: Int) throws {
    let (a, b) = (RGBAImage.flat([0, 0, 0, 128]), RGBAImage.flat([127, 127, 127, 255]))
    #expect(try pixelmatch(a, b, options).differing == differing)
  }

  /// By hand: pixel 1 has k = 4, floor(4 / φ) = 2 and floor(4 / φ²) = 1; pixel 2 has 8, 4 and 3;
  /// pixel 3 has 12, 7 and 4.
  @Test(arguments: [
    (0, [48.0, 48, 48]), (1, [48, 48, 207]), (2, [48, 48, 207]), (3, [48, 207, 48]),
  ])
  func `the pattern behind translucent pixels`(_ position: Int, _ colour: [Double]) {
    let c = PixelmatchDistance.pattern(at: position)
    #expect([c.red, c.green, c.blue] == colour)
  }

  /// The largest distance is that of red and cyan, √(35214.7 / 35215) of the bound.
  @Test func `distances are squared and bounded`() throws {
    let (red, cyan) = (RGBAImage.flat([255, 0, 0, 255]), RGBAImage.flat([0, 255, 255, 255]))
    for (threshold, differing) in [(0, 1), (0.5, 1), (0.99, 1), (1, 0)] {
      #expect(try pixelmatch(red, cyan, .init(threshold: threshold)).differing == differing)
      #expect(try odiff(red, cyan, .init(threshold: threshold)).differing == differing)
    }
  }

  @Test func `bounds hold the differing pixels and nothing else`() throws {
    let canvas = SceneCanvas(width: 20, height: 10)
    var other = canvas
    other.rectangle(3, 2, 4, 5, (0, 0, 0))
    let bounds = PixelRect(x0: 3, y0: 2, x1: 7, y1: 7)
    #expect(try pixelmatch(canvas.image, other.image).bounds == bounds)
    #expect(try odiff(canvas.image, other.image).bounds == bounds)
    #expect(try looksSame(canvas.image, other.image).bounds == bounds)
    #expect(try odiff(canvas.image, other.image).percent == 10)
  }

  /// pngjs rounds 16 bits to 8, libspng and libvips cut them: 0x10FF is 17 to one and 16 to the
  /// others.
  @Test(arguments: [
    (UInt16(0), UInt8(0), UInt8(0)), (0x10FF, 17, 16), (0x1080, 16, 16), (0x1111, 17, 17),
    (0xFF7F, 255, 255), (0xFFFF, 255, 255), (128, 0, 0), (129, 1, 0),
  ])
  func `16-bit samples are narrowed`(_ v: UInt16, _ rounded: UInt8, _ cut: UInt8) {
    #expect(SampleNarrowing.rounded(v) == rounded)
    #expect(SampleNarrowing.highByte(v) == cut)
  }

  @Test func `16-bit pictures are compared as the tool reads them`() throws {
    let deep = RGBAImage(
      width: 1, height: 1, samples: .sixteen([0x10FF, 0x10FF, 0x10FF, 0xFFFF]))
    let strict = PixelmatchOptions(threshold: 0)
    #expect(try pixelmatch(deep, .flat([17, 17, 17, 255]), strict).differing == 0)
    #expect(try odiff(deep, .flat([16, 16, 16, 255]), OdiffOptions(threshold: 0)).differing == 0)
    #expect(
      try looksSame(deep, .flat([16, 16, 16, 255]), LooksSameOptions(colours: .strict)).isEqual)
  }
}

@Suite struct PeersOdiffTests {
  /// A translucent pixel against the opaque colour it blends to over white; red 0, green 128,
  /// blue 255, as in odiff's own test of its blending.
  @Test(arguments: [
    ([UInt8](arrayLiteral: 0, 128, 255, 255), [UInt8](arrayLiteral: 0, 128, 255, 255)),
    ([0, 128, 255, 0], [255, 255, 255, 255]), ([0, 128, 255, 51], [204, 230, 255, 255]),
    ([0, 128, 255, 128], [127, 191, 255, 255]),
  ])
  func `blends over white`(_ translucent: [UInt8], _ opaque: [UInt8]) throws {
    // Half a step of green, 0.4 or 0.25 steps, has a squared distance below 0.1: threshold 0.002.
    let options = OdiffOptions(threshold: 0.002)
    #expect(try odiff(.flat(translucent), .flat(opaque), options).differing == 0)
    let off = opaque.enumerated().map { $0 == 0 ? ($1 < 5 ? $1 + 3 : $1 - 3) : $1 }
    #expect(try odiff(.flat(translucent), .flat(off), options).differing == 1)
  }

  @Test func `ignored regions hold both corners of odiff's own notation`() throws {
    let a = SceneCanvas(width: 100, height: 60)
    let region = PixelRect(x0: 70, y0: 50, x1: 91, y1: 53)
    let options = OdiffOptions(ignoredRegions: [region])
    for (x, y, counted) in [
      (75, 50, 0), (80, 51, 0), (85, 52, 0), (10, 50, 1), (10, 51, 1), (10, 52, 1), (70, 50, 0),
      (90, 52, 0), (91, 52, 1), (69, 50, 1), (70, 49, 1), (70, 53, 1),
    ] {
      var b = a
      b.rectangle(x, y, 1, 1, (0, 0, 0))
      #expect(try odiff(a.image, b.image, options).differing == counted, "\(x), \(y)")
    }
  }

  @Test func `what only one picture has counts unless it is transparent`() throws {
    let wide = RGBAImage.flat([255, 255, 255, 255], width: 8, height: 4)
    let tall = RGBAImage.flat([255, 255, 255, 255], width: 4, height: 8)
    let found = try odiff(wide, tall)
    #expect(found.differing == 32 && found.total == 64 && found.percent == 50)
    #expect(try odiff(tall, wide) == found)
    let clear = RGBAImage.flat([255, 255, 255, 0], width: 4, height: 8)
    #expect(try odiff(wide, clear).differing == 16)
  }

  /// A wide picture's antialiasing is judged in a narrow one, too: neighbours outside are not flat.
  @Test func `pictures of two sizes are never read outside`() throws {
    let (a, _) = PeerScene.strokes.draw(width: 60, height: 20, seed: 5)
    let (b, _) = PeerScene.strokes.draw(width: 23, height: 47, seed: 6)
    let options = OdiffOptions(ignoresAntialiasing: true)
    #expect(try odiff(a, b, options) == odiff(b, a, options))
  }

  /// In fixed point with 12 fraction bits, cut at each stage, a squared distance is off by at most
  /// 2 × 255 × (3 × 255 × 2⁻¹² + 2⁻¹²) + … < 300; we check the rough size only, the exact counts
  /// are those of `PeersOdiffConformanceTests`.
  @Test func `fixed point follows the formula`() {
    var random = SceneRandom(seed: 3)
    for _ in 0..<1000 {
      let pixels = (0..<8).map { _ in UInt8(random.below(256)) }
      pixels.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        let p = PeerPicture(bytes: base, width: 2, height: 1)
        let v5 = PixelmatchDistance(PixelmatchOptions(version: .v5))
        let exact = v5.squared(p, 0, p, 1)
        let fixed = Double(OdiffDistance.squared(p, 0, p, 1)) / 4096
        #expect(abs(exact - fixed) < 0.002 * YIQ.largestSquaredLength)
      }
    }
  }
}

@Suite struct PeersLooksSameTests {
  @Test(arguments: [
    ([254, 1, 1], LooksSameOptions.Colours.tolerance(2.3), true),
    ([254, 1, 1], .tolerance(0), false),
    ([0, 0, 255], .tolerance(2.3), false), ([0, 0, 255], .tolerance(55), true),
    ([255, 0, 0], .tolerance(0), true), ([254, 1, 1], .strict, false),
  ])
  func `colours against red`(
    _ colour: [UInt8], _ colours: LooksSameOptions.Colours, _ equal: Bool
  ) throws {
    let options = LooksSameOptions(colours: colours)
    let found = try looksSame(.flat([255, 0, 0, 255]), .flat(colour + [255]), options)
    #expect(found.isEqual == equal)
  }

  @Test func `alpha is not looked at`() throws {
    let strict = LooksSameOptions(colours: .strict)
    #expect(try looksSame(.flat([9, 8, 7, 0]), .flat([9, 8, 7, 255]), strict).isEqual)
  }

  @Test func `areas of two sizes never look the same`() throws {
    let a = RGBAImage.flat([255, 255, 255, 255], width: 10, height: 10)
    let found = try looksSame(
      a, a, area: PixelRect(x0: 1, y0: 1, x1: 3, y1: 2),
      otherArea: PixelRect(x0: 5, y0: 5, x1: 6, y1: 7))
    #expect(!found.isEqual && found.differing == 0)
    #expect(found.bounds == PixelRect(x0: 1, y0: 1, x1: 3, y1: 3))
  }

  @Test func `areas are compared from their own top left`() throws {
    var a = SceneCanvas(width: 10, height: 10)
    a.rectangle(2, 2, 1, 1, (200, 0, 0))
    var b = SceneCanvas(width: 10, height: 10)
    b.rectangle(6, 6, 1, 1, (200, 0, 0))
    let area = PixelRect(x0: 1, y0: 1, x1: 5, y1: 5)
    let other = PixelRect(x0: 5, y0: 5, x1: 9, y1: 9)
    #expect(try looksSame(a.image, b.image, area: area, otherArea: other).isEqual)
    let found = try looksSame(a.image, b.image, area: area, otherArea: area)
    #expect(found.bounds == PixelRect(x0: 2, y0: 2, x1: 3, y1: 3))
  }
}

@Suite struct PeersErrorTests {
  private let a = RGBAImage.flat([0, 0, 0, 255], width: 8, height: 7)
  private let b = RGBAImage.flat([0, 0, 0, 255], width: 7, height: 8)

  @Test func `sizes must agree`() {
    let expected = PeerError.sizesDiffer(width: 8, height: 7, otherWidth: 7, otherHeight: 8)
    #expect(throws: expected) { try pixelmatch(a, b) }
    #expect(throws: expected) { try structuralSimilarity(a, b) }
    #expect(throws: expected) { try flip(a, b) }
    #expect("\(expected)" == "expected two pictures of one size, found 8×7 px and 7×8 px")
  }

  @Test func `options have ranges`() {
    let high = PeerError.outOfRange(option: "threshold", value: 1.5, lowest: 0, highest: 1)
    #expect(throws: high) { try pixelmatch(a, a, PixelmatchOptions(threshold: 1.5)) }
    #expect(throws: high) { try odiff(a, a, OdiffOptions(threshold: 1.5)) }
    #expect("\(high)" == "expected threshold in 0.0…1.0, found 1.5")
    for value in [-1.0, .nan, .infinity] {
      #expect(throws: PeerError.self) { try pixelmatch(a, a, PixelmatchOptions(threshold: value)) }
      #expect(throws: PeerError.self) { try flip(a, a, pixelsPerDegree: value) }
      #expect(throws: PeerError.self) {
        try looksSame(a, a, LooksSameOptions(colours: .tolerance(value)))
      }
      #expect(throws: PeerError.self) {
        try looksSame(a, a, LooksSameOptions(antialiasingTolerance: value))
      }
    }
  }

  @Test func `a window must fit`() {
    let small = PeerError.smallerThanWindow(width: 8, height: 7, window: 11)
    #expect(throws: small) { try structuralSimilarity(a, a, window: .gaussian) }
    #expect(
      "\(small)" == "expected at least 11×11 px for the metric's window, found 8×7 px")
  }

  @Test func `a picture without pixels has no differences`() throws {
    let empty = RGBAImage(width: 0, height: 0, samples: .eight([]))
    #expect(try pixelmatch(empty, empty).percent == 0)
    #expect(try odiff(empty, empty).differing == 0)
    #expect(try looksSame(empty, empty).isEqual)
    #expect(try flip(empty, empty) == 0)
    #expect(throws: PeerError.self) { try structuralSimilarity(empty, empty) }
  }
}
