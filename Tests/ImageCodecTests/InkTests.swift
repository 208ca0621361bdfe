import Foundation
import ImageCodec
import Raster
import ReferenceCodecs
import TestSupport
import Testing

/// CMYK pictures are shown through their profiles, and refused without.
@Suite struct InkTests {
  /// White paper, and inks that each take what they should: corners in the order of C, M, Y, K.
  static let profile = TestProfile.table(
    "CMYK", channels: 4,
    corners: (0..<16).map { i in
      if i & 1 == 1 { return [0, 0, 0] }
      return [
        [100, 0, 0], [98, -16, 93], [60, 94, -60], [54, 81, 70], [91, -51, -15], [88, -79, 81],
        [32, 79, -80], [10, 0, 0],
      ][i >> 1]
    })

  static let width = 16
  static let height = 4
  /// Paper, black ink in steps, and the pure inks.
  static let inks: [UInt8] = (0..<64).flatMap { i -> [UInt8] in
    if i < 52 { return [0, 0, 0, UInt8(i * 5)] }
    return [UInt8(i == 60 ? 255 : 0), UInt8(i == 61 ? 255 : 0), UInt8(i == 62 ? 255 : 0), 0]
  }

  static func tiff(_ depth: Int32, _ profile: [UInt8]?) -> [UInt8] {
    var length = 0
    let kind = FormatTests.kind(4, depth, 5, 1)
    let deep = inks.map { UInt16($0) * 257 }
    let out =
      depth == 16
      ? reference_tiff_with_profile(
        deep, Int32(width), Int32(height), kind, profile, profile?.count ?? 0, &length)
      : reference_tiff_with_profile(
        inks, Int32(width), Int32(height), kind, profile, profile?.count ?? 0, &length)
    return FormatTests.take(out, length)
  }

  static func jpeg(_ inks: [UInt8], _ profile: [UInt8]?) -> [UInt8] {
    var length = 0
    let out = reference_jpeg_inks(
      inks, Int32(width), Int32(height), 100, profile, profile?.count ?? 0, &length)
    return FormatTests.take(out, length)
  }

  /// Of L*, in 16 bits of sRGB's curve.
  private static func grey(_ lightness: Double) -> Double {
    let y = lightness > 8 ? pow((lightness + 16) / 116, 3) : lightness * 27 / 24389
    return 65535 * (y <= 0.0031308 ? 12.92 * y : 1.055 * pow(y, 1 / 2.4) - 0.055)
  }

  private static func samples(_ image: RGBAImage) -> [Int] {
    if case .sixteen(let s) = image.samples { return s.map { Int($0) } }
    Issue.record("expected 16 bits")
    return []
  }

  @Test(arguments: [(true, 8), (true, 16), (false, 8)])
  func `black ink darkens in steps of L*`(isTIFF: Bool, depth: Int) throws {
    let file =
      isTIFF ? Self.tiff(Int32(depth), Self.profile) : Self.jpeg(Self.inks, Self.profile)
    let decoded = try decode(file)
    #expect(decoded.colour == .codePoints(primaries: 9, transfer: 13))
    #expect((decoded.image.width, decoded.image.height) == (Self.width, Self.height))
    let found = Self.samples(decoded.image)
    let inks = try #require(decoded.inks)
    #expect(inks.profile == Self.profile)
    guard isTIFF else {
      // Quality 100 quantises by one step; chroma is not halved. Far from the pure inks.
      for i in 0..<40 {
        let wanted = Self.grey(100 - Double(Self.inks[i * 4 + 3]) / 2.55)
        #expect(abs(Double(found[i * 4 + 1]) - wanted) <= 4 * 257, "\(i)")
      }
      return
    }
    for i in 0..<52 {
      let wanted = Self.grey(100 - Double(Self.inks[i * 4 + 3]) / 2.55)
      // L* is stored in steps of 1/652.8, which near black is 9 of the curve's steps; white and the
      // matrices are rounded to 1/65536.
      for c in 0..<3 { #expect(abs(Double(found[i * 4 + c]) - wanted) <= 12, "\(i), \(c)") }
      #expect(found[i * 4 + 3] == 65535)
    }
    // Cyan has little red, magenta little green, yellow little blue.
    for (i, weak) in [(60, 0), (61, 1), (62, 2)] {
      let pixel = found[(i * 4)..<(i * 4 + 3)]
      #expect(pixel.min() == found[i * 4 + weak], "\(i)")
    }
  }

  @Test func `without a profile for inks it is said`() {
    let other = TestProfile.matrix(TestProfile.srgb, exponent: 2.2)
    for profile in [nil, other, Array(other.prefix(150))] {
      #expect(throws: ImageError.inks(.tiff)) { try decode(Self.tiff(8, profile)) }
      #expect(throws: ImageError.inks(.jpeg)) { try decode(Self.jpeg(Self.inks, profile)) }
    }
  }

  @Test func `a step of one ink differs, whatever it looks like`() throws {
    // Under all of the black ink every other ink is black, too.
    var a = Self.inks
    for i in 0..<64 { a[i * 4 + 3] = 255 }
    var b = a
    b[40] += 1
    func file(_ inks: [UInt8]) -> [UInt8] {
      var length = 0
      let out = reference_tiff_with_profile(
        inks, Int32(Self.width), Int32(Self.height), FormatTests.kind(4, 8, 5, 1), Self.profile,
        Self.profile.count, &length)
      return FormatTests.take(out, length)
    }
    let (one, two) = (try decode(file(a)), try decode(file(b)))
    #expect(one.image == two.image)
    let pair = inCommonSpace(one, two)
    let (p, q) = (Self.samples(pair.first), Self.samples(pair.second))
    #expect((0..<64).filter { p[($0 * 4)..<($0 * 4 + 4)] != q[($0 * 4)..<($0 * 4 + 4)] } == [10])
  }
}
