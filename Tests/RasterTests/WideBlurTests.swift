import TestSupport
import Testing

@testable import Raster

/// Blurs worked out at a fraction of the size, against the same at full size.
@Suite struct WideBlurTests {
  static let clip = PixelRect(x0: 0, y0: 0, x1: 150, y1: 130)

  static func picture(_ blurred: BlurredOutline) -> [Float] {
    var out = [Float](repeating: blurred.background, count: clip.area)
    blurred.forEachFoldedRow { folded, row in
      for y in blurred.rows.columns(shownBy: folded).clamped(to: blurred.bounds.rows) {
        out.withUnsafeMutableBufferPointer {
          blurred.expand(row, to: $0.baseAddress! + y * clip.width + blurred.bounds.x0)
        }
      }
    }
    return out
  }

  /// The largest difference, in steps.
  static func difference(_ a: BlurredOutline, _ b: BlurredOutline) -> Float {
    zip(picture(a), picture(b)).map { abs($0 - $1) * 255 }.max() ?? 0
  }

  /// 0.03 of a step for reading between pixels, 0.24 where a cut kernel ends, 0.1 for its reach in
  /// whole small pixels; bytes may then fall to either side of a half.
  @Test(arguments: BlurEquivalenceTests.kernels, [33.0, 50, 64.5])
  func shapes(_ kernel: BlurKernel, _ sigma: Double) {
    let taps = BlurTaps(kernel, Sigma(devicePixels: sigma))
    let shapes: [Outline] = [
      .rounded(rounded(20.5, 30.25, 90, 60, radius: 17)),
      .rounded(rounded(-300, 40, 900, 700, radius: 40, .continuous)),
      rounded(10, 10, 120, 100, radius: 30).border(width: 12, .inside),
    ]
    for shape in shapes {
      for isComplement in [false, true] {
        let wide = BlurredOutline(
          shape, kernel: kernel, sigma: Sigma(devicePixels: sigma), flattening: .smooth,
          clip: Self.clip, isComplement: isComplement)
        let direct = BlurredOutline(
          shape, taps, .smooth, clip: Self.clip, isComplement: isComplement)
        let limit: Float = taps.roundsPasses ? 1.001 : 0.37
        let found = Self.difference(wide, direct)
        #expect(found <= limit, "\(shape), complement \(isComplement): \(found) steps")
      }
    }
  }

  @Test func masks() {
    var mask = CoverageMask(bounds: PixelRect(x0: 11, y0: -7, x1: 90, y1: 84))
    var random = SplitMix(12)
    for i in mask.values.indices { mask.values[i] = UInt8.random(in: 0...255, using: &random) }
    let sigma = Sigma(devicePixels: 40)
    let wide = BlurredOutline(mask, kernel: .gaussian, sigma: sigma, clip: Self.clip)
    let direct = BlurredOutline(mask, BlurTaps(.gaussian, sigma), clip: Self.clip)
    #expect(Self.difference(wide, direct) <= 0.37)
  }

  @Test func wholePixelMovesMoveTheShadow() {
    let shape = rounded(40.5, 41.25, 30, 21, radius: 6)
    func draw(_ dx: Double, _ dy: Double, asMask: Bool) -> Pixmap {
      var pixmap = Pixmap(width: 200, height: 180)
      let shadow = Shadow(
        offset: Point(x: dx, y: dy), sigma: Sigma(devicePixels: 50), kernel: .gaussian,
        colour: .black)
      if asMask {
        var layer = Pixmap(width: 200, height: 180)
        layer.fill(.rounded(shape), with: .solid(.white))
        pixmap.drawShadow(shadow, of: CoverageMask(alphaOf: layer))
      } else {
        pixmap.drawShadow(shadow, of: .rounded(shape))
      }
      return pixmap
    }
    for asMask in [false, true] {
      let still = draw(0, 0, asMask: asMask)
      let moved = draw(13, 9, asMask: asMask)
      #expect(
        still.cropped(to: PixelRect(x0: 0, y0: 0, x1: 180, y1: 160))
          == moved.cropped(to: PixelRect(x0: 13, y0: 9, x1: 193, y1: 169)))
      #expect(still.pixel(x: 55, y: 51).a > 5)
    }
  }

  @Test func scaleKeepsSigmaBetweenHalfTheLimitAndTheLimit() {
    func scale(_ sigma: Double) -> Int { WideBlur.scale(Sigma(devicePixels: sigma), downTo: 32) }
    #expect(scale(32) == 1 && scale(32.5) == 2 && scale(100) == 4)
    #expect(scale(1e9) == 2048)
  }

  /// Beyond sigma 1024 the weights themselves are worked out smaller: the shadow goes on as before.
  @Test(arguments: BlurEquivalenceTests.kernels)
  func theStepToSmallerWeightsIsNotSeen(_ kernel: BlurKernel) {
    let shape = Outline.rounded(rounded(-2000, -2100, 2050, 4000))
    func draw(_ sigma: Double) -> [Float] {
      Self.picture(
        BlurredOutline(
          shape, kernel: kernel, sigma: Sigma(devicePixels: sigma), flattening: .smooth,
          clip: Self.clip))
    }
    // 1/10000 of sigma moves a value by 0.00002; a wide blur is within a step.
    let largest = zip(draw(1024), draw(1024.1)).map { abs($0 - $1) * 255 }.max() ?? 0
    #expect(largest <= 1.01)
  }
}
