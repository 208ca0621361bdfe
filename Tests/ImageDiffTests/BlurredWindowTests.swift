internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The fast Gaussian against the sum over two dimensions that it stands for.
@Suite struct BlurredWindowTests {
  static let (width, height) = (23, 17)

  private var noise: [SIMD4<Float>] {
    var random = SplitMix(3)
    return (0..<(Self.width * Self.height)).map { _ in
      SIMD4(
        Float(random.below(256)), Float(random.below(256)), Float(random.below(256)),
        Float(random.below(256)))
    }
  }

  private func literal(_ source: [SIMD4<Float>], _ x: Int, _ y: Int, _ sigma: Double)
    -> SIMD4<Double>
  {
    let radius = max(1, Int((3 * sigma).rounded(.up)))
    var (sum, weights) = (SIMD4<Double>.zero, 0.0)
    for dy in -radius...radius {
      for dx in -radius...radius {
        let weight = exp(-Double(dx * dx + dy * dy) / (2 * sigma * sigma))
        let row = min(max(y + dy, 0), Self.height - 1)
        let column = min(max(x + dx, 0), Self.width - 1)
        sum += SIMD4<Double>(source[row * Self.width + column]) * weight
        weights += weight
      }
    }
    return sum / weights
  }

  @Test(
    arguments: [0.35, 1, 2.4, 7.5],
    [
      PixelRect(x0: 0, y0: 0, x1: width, y1: height), PixelRect(x0: 5, y0: 3, x1: 6, y1: 4),
      PixelRect(x0: 20, y0: 9, x1: width, y1: height),
    ])
  func `every pixel of the window`(sigma: Double, area: PixelRect) {
    let source = noise
    let window = BlurredWindow(source, Self.width, Self.height, sigma: sigma, area: area)
    #expect(window.values.count == area.area)
    // Two sums of at most 47 products of a float, each rounded to 2^-24 of 255.
    let tolerance = 2 * 47 * 255 * 0x1p-24
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 {
        let apart = SIMD4<Double>(window[x, y]) - literal(source, x, y, sigma)
        #expect((apart * apart).max() <= tolerance * tolerance)
      }
    }
  }
}
