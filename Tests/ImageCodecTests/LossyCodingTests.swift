internal import Raster
internal import ReferenceCodecs
internal import TestSupport
internal import Testing

@testable internal import ImageCodec

/// A picture put through another file's codec is what that file would hold of it, to the byte.
@Suite struct LossyCodingTests {
  private static let (width, height) = (150, 70)

  /// Bars and discs on a ground, with some noise; `seed` moves them.
  private static func samples(_ seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed)
    let (cx, cy) = (40 + Int(random.next() % 60), 20 + Int(random.next() % 30))
    return (0..<(width * height)).flatMap { i -> [UInt8] in
      let (x, y) = (i % width, i / width)
      let isDisc = (x - cx) * (x - cx) + (y - cy) * (y - cy) < 200
      let noise = UInt8(random.next() % 6)
      if isDisc { return [30 + noise, 90, 200, 255] }
      return x / 7 % 3 == 0 && y > 40 ? [20, 20, 24 + noise, 255] : [240, 244, 249 + noise, 255]
    }
  }

  private static func webP(_ samples: [UInt8], _ quality: Float) throws -> [UInt8] {
    var length = 0
    let out = try #require(
      reference_webp(samples, Int32(width), Int32(height), quality, &length))
    defer { reference_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: length))
  }

  private static func jpeg(_ samples: [UInt8], _ quality: Int) throws -> [UInt8] {
    var length = 0
    let rgb = samples.indices.filter { $0 % 4 != 3 }.map { samples[$0] }
    let out = try #require(
      reference_jpeg(rgb, Int32(width), Int32(height), Int32(quality), 0, &length))
    defer { reference_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: length))
  }

  @Test(
    arguments: [1 as Float, 10, 35, 50, 74, 75, 80, 90, 95, 99, 100], 1...4 as ClosedRange<UInt64>)
  func `a lossy WebP's coding makes its pixels of its source`(quality: Float, seed: UInt64) throws {
    let samples = Self.samples(seed)
    let decoded = try decode(try Self.webP(samples, quality))
    let coding = try #require(decoded.coding)
    #expect(coding.format == .webP)
    let source = RGBAImage(width: Self.width, height: Self.height, samples: .eight(samples))
    #expect(coding.applied(to: source) == decoded.image)
  }

  @Test(arguments: [1, 30, 50, 80, 95, 100], 1...4 as ClosedRange<UInt64>)
  func `a JPEG's coding makes its pixels of its source`(quality: Int, seed: UInt64) throws {
    let samples = Self.samples(seed)
    let decoded = try decode(try Self.jpeg(samples, quality))
    let coding = try #require(decoded.coding)
    #expect(coding.format == .jpeg)
    let source = RGBAImage(width: Self.width, height: Self.height, samples: .eight(samples))
    #expect(coding.applied(to: source) == decoded.image)
  }

  @Test func `what is lossless has no coding, and what is not opaque is not coded`() throws {
    var samples = Self.samples(9)
    #expect(try decode(try Self.webP(samples, -1)).coding == nil)
    let coding = try #require(try decode(try Self.webP(samples, 80)).coding)
    samples[3] = 254
    let source = RGBAImage(width: Self.width, height: Self.height, samples: .eight(samples))
    #expect(coding.applied(to: source) == nil)
  }
}
