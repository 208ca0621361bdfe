import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// One colour in two spaces is one colour; one number in two spaces is two.
@Suite struct ColourTests {
  static let srgb = TestProfile.srgb
  static let p3 = TestProfile.displayP3
  /// As the profile stores it: 563/256.
  static let exponent = 563.0 / 256

  static func tagged(_ samples: [UInt8], _ colorants: [[Double]]) -> DecodedImage {
    DecodedImage(
      image: RGBAImage(width: samples.count / 4, height: 1, samples: .eight(samples)),
      format: .png, colour: .profile(TestProfile.matrix(colorants, exponent: exponent)))
  }

  static func solve(_ m: [[Double]], _ v: [Double]) -> [Double] {
    // Columns of `m`; Cramer's rule.
    func det(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
        + c[0] * (a[1] * b[2] - a[2] * b[1])
    }
    let d = det(m[0], m[1], m[2])
    return [det(v, m[1], m[2]) / d, det(m[0], v, m[2]) / d, det(m[0], m[1], v) / d]
  }

  /// 8-bit sRGB in 8-bit P3, by the formulas in Double.
  static func inP3(_ pixel: [UInt8]) -> [UInt8] {
    let light = pixel.prefix(3).map { pow(Double($0) / 255, exponent) }
    let xyz = (0..<3).map { i in (0..<3).reduce(0) { $0 + srgb[$1][i] * light[$1] } }
    let other = solve(p3, xyz).map { pow(min(1, max(0, $0)), 1 / exponent) }
    return other.map { UInt8(($0 * 255).rounded()) } + [pixel[3]]
  }

  @Test func `a picture in Display P3 is identical to the same one in sRGB`() {
    var rng = SplitMix(11)
    var samples: [UInt8] = []
    for _ in 0..<4000 { samples += (0..<4).map { _ in UInt8(rng.int(0...255)) } }
    let other = stride(from: 0, to: samples.count, by: 4).flatMap {
      Self.inP3(Array(samples[$0..<($0 + 4)]))
    }
    let pair = inCommonSpace(Self.tagged(samples, Self.srgb), Self.tagged(other, Self.p3))
    #expect(pair.space == .displayP3)
    #expect(pair.first == pair.second)
  }

  @Test func `one step more is another colour`() {
    var rng = SplitMix(12)
    var found = 0
    for _ in 0..<500 {
      let pixel = (0..<3).map { _ in UInt8(rng.int(20...230)) } + [255]
      var other = Self.inP3(pixel)
      // A step of sRGB is less than one of P3 in green and red, so two steps are never rounding.
      other[rng.int(0...2)] += 2
      let pair = inCommonSpace(Self.tagged(pixel, Self.srgb), Self.tagged(other, Self.p3))
      if pair.first != pair.second { found += 1 }
    }
    #expect(found == 500)
  }

  @Test func `the same numbers under two profiles are two pictures`() {
    let samples: [UInt8] = [230, 40, 30, 255, 255, 0, 0, 255, 0, 255, 0, 255]
    let pair = inCommonSpace(Self.tagged(samples, Self.srgb), Self.tagged(samples, Self.p3))
    guard case .sixteen(let a) = pair.first.samples, case .sixteen(let b) = pair.second.samples
    else {
      Issue.record("expected 16 bits")
      return
    }
    for i in 0..<3 { #expect(a[(i * 4)..<(i * 4 + 3)] != b[(i * 4)..<(i * 4 + 3)]) }
  }

  @Test func `8 bits against 16 are widened`() {
    let eight = DecodedImage(
      image: RGBAImage(width: 1, height: 1, samples: .eight([1, 2, 255, 255])), format: .png,
      colour: .sRGB)
    let sixteen = DecodedImage(
      image: RGBAImage(width: 1, height: 1, samples: .sixteen([257, 514, 65535, 65535])),
      format: .png, colour: .assumedSRGB)
    let pair = inCommonSpace(eight, sixteen)
    #expect(pair.first == pair.second)
    #expect(pair.space == .sRGB)
  }

  @Test func `chunks say which space it is`() throws {
    var rng = SplitMix(13)
    var png = GeneratedPNG.random((2, 8), width: 3, height: 3, &rng)
    func colour(_ chunks: [(String, [UInt8])]) throws -> ColourDescription {
      png.chunks = chunks
      return try decode(png.encoded(&rng)).colour
    }
    let gamma = ("gAMA", GeneratedPNG.word(45455))
    #expect(try colour([]) == .assumedSRGB)
    #expect(try colour([("sRGB", [0])]) == .sRGB)
    #expect(try colour([gamma]) == .sRGB)
    #expect(
      try colour([("gAMA", GeneratedPNG.word(100_000))]) == .gamma(encodingExponent: 1, .sRGB))
    #expect(try colour([("cICP", [1, 13, 0, 1])]) == .sRGB)
    #expect(
      try colour([("cICP", [12, 13, 0, 1]), gamma]) == .codePoints(primaries: 12, transfer: 13))
    #expect(try colour([("cICP", [1, 13, 0, 0])]) == .unusable)
    #expect(try colour([("iCCP", Array("x".utf8) + [0, 0, 1, 2, 3])]) == .unusable)
    #expect(try colour([("iCCP", [1, 2, 3]), ("sRGB", [0])]) == .sRGB)
    let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(GeneratedPNG.word)
    #expect(try colour([gamma, ("cHRM", p3)]) == .gamma(encodingExponent: 0.45455, .displayP3))
  }

  @Test(arguments: [(UInt8(16), "PQ"), (18, "HLG")])
  func `HDR is refused`(transfer: UInt8, name: String) throws {
    var rng = SplitMix(14)
    var png = GeneratedPNG.random((2, 8), width: 3, height: 3, &rng)
    for range: UInt8 in [0, 1] {
      png.chunks = [("cICP", [9, transfer, 0, range]), ("sRGB", [0])]
      #expect(throws: ImageError.highDynamicRange(.png, transfer: name, part: "cICP")) {
        try decode(png.encoded(&rng))
      }
    }
  }

  @Test func `linear light is brighter than the same numbers in sRGB`() {
    let samples: [UInt8] = [128, 128, 128, 255]
    let image = RGBAImage(width: 1, height: 1, samples: .eight(samples))
    let linear = DecodedImage(
      image: image, format: .png, colour: .gamma(encodingExponent: 1, .sRGB))
    let plain = DecodedImage(image: image, format: .png, colour: .sRGB)
    let pair = inCommonSpace(linear, plain)
    guard case .sixteen(let a) = pair.first.samples, case .sixteen(let b) = pair.second.samples
    else {
      Issue.record("expected 16 bits")
      return
    }
    // 1.055 × (128/255)^(1/2.4) − 0.055 of 65535; 4e-5 of the matrix is 2 steps.
    let wanted = (1.055 * pow(128.0 / 255, 1 / 2.4) - 0.055) * 65535
    #expect(abs(Double(a[0]) - wanted) <= 3)
    #expect(abs(Int(b[0]) - 128 * 257) <= 3)
  }
}
