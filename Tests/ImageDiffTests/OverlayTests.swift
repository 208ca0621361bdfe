internal import Testing

@testable internal import ImageDiff
@testable internal import Raster

@Suite struct OverlayTests {
  private func pixels(_ image: RGBAImage) -> [SRGBA8] {
    guard case .eight(let bytes) = image.samples else { return [] }
    return stride(from: 0, to: bytes.count, by: 4).map {
      SRGBA8(r: bytes[$0], g: bytes[$0 + 1], b: bytes[$0 + 2], a: bytes[$0 + 3])
    }
  }

  private func isGrey(_ p: SRGBA8) -> Bool { p.r == p.g && p.g == p.b }

  @Test func `exactly the differing pixels are marked`() {
    let a = DiffCountsTests.noise(64, 48, seed: 9)
    var b = a
    for i in stride(from: 0, to: b.bytes.count, by: 28) { b.bytes[i] ^= 1 }
    let drawn = pixels(overlay(reference: a, candidate: b))
    for (i, pixel) in drawn.enumerated() {
      let same = a.bytes[(i * 4)..<(i * 4 + 4)] == b.bytes[(i * 4)..<(i * 4 + 4)]
      #expect(isGrey(pixel) == same)
      #expect(pixel.a == 255)
    }
  }

  /// What a person without the long, or without the middle cones sees, in linear light.
  /// Source: Viénot, Brettel and Mollon (1999), as given by the libDaltonLens notes.
  private func seen(_ p: SRGBA8, _ m: [Double]) -> Double {
    let v = [p.r, p.g, p.b].map { linear(Double($0) / 255) }
    let r = m[0] * v[0] + m[1] * v[1] + m[2] * v[2]
    let g = m[3] * v[0] + m[4] * v[1] + m[5] * v[2]
    let b = m[6] * v[0] + m[7] * v[1] + m[8] * v[2]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  @Test(arguments: [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1],
    [0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1],
  ]) func `marks grow lighter with the difference for every eye`(matrix: [Double]) {
    let scale = MarkScale()
    let page = seen(scale.grey(SRGBA8(r: 255, g: 255, b: 255, a: 255)), matrix)
    let weakest = seen(scale.mark(steps: 0), matrix)
    // WCAG 2's contrast of graphics, 3 to 1, against the lightest page.
    #expect((weakest + 0.05) / (page + 0.05) >= 3)
    var last = weakest
    for steps in [1.0, 2, 4, 8, 16, 32, 64, 100] {
      let now = seen(scale.mark(steps: steps), matrix)
      #expect(now > last)
      last = now
    }
  }
}
