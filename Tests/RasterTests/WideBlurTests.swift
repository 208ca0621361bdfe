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

  /// The largest difference in steps, and the smallest and largest row that was written.
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
    var random = Generator(seed: 12)
    for i in mask.values.indices { mask.values[i] = UInt8.random(in: 0...255, using: &random) }
    let sigma = Sigma(devicePixels: 40)
    let wide = BlurredOutline(mask, kernel: .gaussian, sigma: sigma, clip: Self.clip)
    let direct = BlurredOutline(mask, BlurTaps(.gaussian, sigma), clip: Self.clip)
    #expect(Self.difference(wide, direct) <= 0.37)
  }

  @Test func scaleKeepsSigmaBetweenHalfTheLimitAndTheLimit() {
    #expect(WideBlur.scale(Sigma(devicePixels: 32)) == 1)
    #expect(WideBlur.scale(Sigma(devicePixels: 32.5)) == 2)
    #expect(WideBlur.scale(Sigma(devicePixels: 100)) == 4)
    #expect(WideBlur.scale(Sigma(devicePixels: 1e9)) == 2048)
  }
}
