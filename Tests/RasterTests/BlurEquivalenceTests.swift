import TestSupport
import Testing

@testable import Raster

/// The fast blurs give the bytes (and the very floats) of the formula.
@Suite struct BlurEquivalenceTests {
  static let kernels: [BlurKernel] = [.gaussianCutAtTwoSigma, .gaussian, .threeBoxes]
  static let clip = PixelRect(x0: 0, y0: 0, x1: 37, y1: 29)

  /// All columns of all rows of a blurred outline, unfolded.
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

  static func literal(_ reference: ReferenceBlur) -> [Float] {
    reference.blurred(in: clip)
  }

  /// The shape's blur and that of what lies around it, fast and literally.
  static func expectEqual(_ outline: Outline, _ kernel: BlurKernel, _ sigma: Double) {
    let flattening: Flattening = sigma < 2 ? .smooth : .coreGraphics
    let (path, rule) = outline.path()
    let scan = CoverageScan(path, rule, flattening: flattening, clip: nil)
    for isComplement in [false, true] {
      let fast = BlurredOutline(
        outline, kernel: kernel, sigma: Sigma(devicePixels: sigma), flattening: flattening,
        clip: clip, isComplement: isComplement)
      let reference = ReferenceBlur(
        .scan(scan), BlurTaps(kernel, Sigma(devicePixels: sigma)), isComplement: isComplement)
      #expect(picture(fast) == literal(reference), "\(outline), complement \(isComplement)")
    }
  }

  @Test(arguments: kernels, [0, 0.3, 1, 2, 2.75, 6, 20])
  func rectangles(_ kernel: BlurKernel, _ sigma: Double) {
    var random = SplitMix(1)
    let fixed = [
      Rect(x: 3.25, y: 4.5, width: 1, height: 1), Rect(x: -20, y: -30, width: 90, height: 80),
      Rect(x: 5, y: 5, width: 0.125, height: 20), Rect(x: -9.5, y: 8.125, width: 9, height: 70),
      Rect(x: 4, y: 4, width: 0, height: 9), Rect(x: 400, y: 4, width: 20, height: 9),
    ]
    for rect in fixed + (0..<4).map({ _ in random.rect(about: 40) }) {
      Self.expectEqual(.rounded(RoundedRectangle(rect: rect)), kernel, sigma)
    }
  }

  @Test(arguments: kernels, [0, 1.5, 4])
  func roundedRectanglesAndRings(_ kernel: BlurKernel, _ sigma: Double) {
    var random = SplitMix(2)
    for i in 0..<6 {
      let rect = i == 0 ? Rect(x: -20.5, y: -9.25, width: 90, height: 60) : random.rect(about: 70)
      let shape = RoundedRectangle(
        rect: rect, radii: random.radii(upTo: 9), curve: i % 2 == 0 ? .circular : .continuous
      ).fitted(.scale)
      Self.expectEqual(.rounded(shape), kernel, sigma)
      Self.expectEqual(shape.border(width: 2.5, .inside), kernel, sigma)
    }
  }

  @Test(arguments: kernels)
  func masks(_ kernel: BlurKernel) {
    var random = SplitMix(3)
    var mask = CoverageMask(bounds: PixelRect(x0: -4, y0: 3, x1: 19, y1: 20))
    for i in mask.values.indices { mask.values[i] = UInt8.random(in: 0...255, using: &random) }
    let sigma = Sigma(devicePixels: 2)
    let fast = BlurredOutline(mask, kernel: kernel, sigma: sigma, clip: Self.clip)
    let reference = ReferenceBlur(.mask(mask), BlurTaps(kernel, sigma))
    #expect(Self.picture(fast) == Self.literal(reference))
  }
}
