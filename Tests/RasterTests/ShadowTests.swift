import Testing

@testable import Raster

@Suite struct ShadowTests {
  static func shadow(
    _ sigma: Double, _ kernel: BlurKernel = .gaussian, _ colour: Colour = .black,
    x: Double = 0, y: Double = 0
  ) -> Shadow {
    Shadow(
      offset: Point(x: x, y: y), sigma: Sigma(devicePixels: sigma), kernel: kernel, colour: colour)
  }

  static func alphaSum(_ pixmap: Pixmap) -> Int {
    stride(from: 3, to: pixmap.bytes.count, by: 4).reduce(0) { $0 + Int(pixmap.bytes[$1]) }
  }

  @Test(arguments: BlurEquivalenceTests.kernels)
  func sigmaZeroIsTheShapeItself(_ kernel: BlurKernel) {
    let shape = Outline.rounded(rounded(4.25, 3.5, 20, 17, radius: 6))
    let colour = Colour(red: 0.2, green: 0.9, blue: 0.4, alpha: 0.6)
    let flattening = Flattening.smooth
    var shadow = Pixmap(width: 32, height: 32)
    shadow.drawShadow(Self.shadow(0, kernel, colour), of: shape, flattening: flattening)
    var fill = Pixmap(width: 32, height: 32)
    fill.fill(shape, with: .solid(colour), flattening: flattening)
    // The cut kernel rounds coverage to bytes as a fill does; the others do not, which may tip a
    // half.
    for (a, b) in zip(shadow.bytes, fill.bytes) { #expect(abs(Int(a) - Int(b)) <= 1) }
    if kernel == .gaussianCutAtTwoSigma { #expect(shadow == fill) }
  }

  /// A blur moves coverage about: of what it spreads over, no pixel is off by more than a rounding
  /// of half a step.
  @Test(arguments: [BlurKernel.gaussian, .threeBoxes], [1.0, 3, 5.5])
  func blurKeepsTheArea(_ kernel: BlurKernel, _ sigma: Double) {
    let rect = rounded(40.25, 41.5, 20.5, 17, radius: 5)
    var sharp = Pixmap(width: 100, height: 100)
    sharp.fill(.rounded(rect), with: .solid(.black))
    var blurred = Pixmap(width: 100, height: 100)
    blurred.drawShadow(Self.shadow(sigma, kernel), of: .rounded(rect))
    let touched = stride(from: 3, to: blurred.bytes.count, by: 4).count { blurred.bytes[$0] > 0 }
    let difference = abs(Self.alphaSum(sharp) - Self.alphaSum(blurred))
    // Roundings of touched pixels: 3 standard deviations; and what fades out below half a step.
    #expect(Double(difference) < 0.29 * 3 * Double(touched).squareRoot() + Double(touched) * 0.1)
  }

  @Test func offsetMovesTheShadow() {
    let shape = rounded(10.5, 12.25, 20, 9, radius: 3)
    var moved = Pixmap(width: 64, height: 48)
    moved.drawShadow(Self.shadow(2, x: 3.5, y: -2.25), of: .rounded(shape))
    var direct = Pixmap(width: 64, height: 48)
    var there = shape
    there.rect = shape.rect.offset(x: 3.5, y: -2.25)
    direct.drawShadow(Self.shadow(2), of: .rounded(there))
    #expect(moved == direct)
  }

  @Test(arguments: BlurEquivalenceTests.kernels)
  func aMaskThrowsItsOutlinesShadow(_ kernel: BlurKernel) {
    let path = rounded(8, 9, 21, 14, radius: 5).path()
    var ofMask = Pixmap(width: 48, height: 40)
    let mask = CoverageMask(path: path, flattening: .coreGraphics)
    ofMask.drawShadow(Self.shadow(2.5, kernel, x: 2, y: 3), of: mask)
    var ofOutline = Pixmap(width: 48, height: 40)
    ofOutline.drawShadow(
      Self.shadow(2.5, kernel, x: 2, y: 3), of: .path(path, .nonzero), flattening: .coreGraphics)
    // A mask has bytes where the others have areas: half a step and the cut of one.
    let limit = kernel == .gaussianCutAtTwoSigma ? 0 : 1
    for (a, b) in zip(ofMask.bytes, ofOutline.bytes) { #expect(abs(Int(a) - Int(b)) <= limit) }
  }

  @Test func knockingOut() {
    let shape = Outline.rounded(rounded(10, 10, 20, 20, radius: 4))
    let whole = Self.shadow(3, y: 2)
    var all = Pixmap(width: 40, height: 40)
    all.drawShadow(whole, of: shape)
    var cut = Pixmap(width: 40, height: 40)
    cut.drawShadow(whole, of: shape, knockingOut: shape)
    let coverage = FoldedCoverage(shape, flattening: .smooth, clip: cut.bounds)
    for y in 0..<40 {
      for x in 0..<40 {
        let under = coverage.bounds.contains(x: x, y: y)
        let (a, b) = (cut.pixel(x: x, y: y).a, all.pixel(x: x, y: y).a)
        if !under { #expect(a == b) }
        if (14..<26).contains(x) && (10..<30).contains(y) { #expect(a == 0 && b > 0) }
      }
    }
  }

  @Test(arguments: BlurEquivalenceTests.kernels)
  func innerShadows(_ kernel: BlurKernel) {
    let shape = rounded(10, 10, 60, 50, radius: 6)
    var pixmap = Pixmap(width: 80, height: 70)
    pixmap.drawInnerShadow(
      Self.shadow(3, kernel, y: 4), hole: .rounded(shape), inside: .rounded(shape))
    func alpha(_ x: Int, _ y: Int) -> Int { Int(pixmap.pixel(x: x, y: y).a) }
    // Darkest along the top, nothing in the middle nor outside.
    #expect(alpha(40, 10) > 200 && alpha(40, 59) < alpha(40, 10))
    #expect(alpha(40, 35) == 0 && alpha(5, 35) == 0 && alpha(40, 65) == 0)
    // An edge of the hole is the middle of the ramp.
    let edge = Double(alpha(40, 13) + alpha(40, 14)) / 2
    #expect(abs(edge - 127.5) < 4)
    // A hole that has gone leaves all dark.
    var dark = Pixmap(width: 80, height: 70)
    dark.drawInnerShadow(
      Self.shadow(3, .gaussian), hole: .rounded(shape.inset(by: 40)), inside: .rounded(shape))
    #expect(dark.pixel(x: 40, y: 35).a == 255)
    #expect(dark.pixel(x: 40, y: 5).a == 0)
  }

  /// Far off, wider than any canvas, on nothing: no crash, no hang, and a picture that makes sense.
  @Test func extremes() {
    let places = [-1e300, -1e9, 0, 7.5, 1e9, 1e300]
    for kernel in BlurEquivalenceTests.kernels {
      for radius in [0.0, 12] {
        for sigma in [0, 3, 40, 3000, 1e300] {
          var pixmap = Pixmap(width: 24, height: 16)
          for x in places {
            let shape = Outline.rounded(rounded(x, 3, 11, 12, radius: radius).fitted(.scale))
            let shadow = Self.shadow(sigma, kernel, .black, x: -x, y: 1)
            pixmap.drawShadow(shadow, of: shape, knockingOut: shape)
            pixmap.drawInnerShadow(shadow, hole: shape, inside: shape)
            pixmap.fill(shape, with: .solid(.white))
          }
          let all = Outline.rounded(rounded(-1e300, -1e9, 1.9e300, 2e9, radius: radius))
          pixmap.fill(all, with: .solid(.white))
          #expect(pixmap.pixel(x: 12, y: 8) == SRGBA8(r: 255, g: 255, b: 255, a: 255))
        }
      }
    }
    var none = Pixmap(width: 0, height: 0)
    none.drawShadow(Self.shadow(5), of: .rounded(rounded(0, 0, 9, 9)))
    none.fill(.rounded(rounded(0, 0, 9, 9)), with: .solid(.white))
    none.clear(.white)
    #expect(none.bytes.isEmpty)
  }
}
