import ImageCodec
import Raster
import TestSupport
import Testing

/// A PNG and a WebP are turned as their EXIF data says, as a JPEG is.
@Suite struct OrientationTests {
  /// The data with one tag, big-endian.
  static func exif(_ orientation: Int) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
      + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
  }

  private static func pixels(_ image: RGBAImage) -> [[Int]] {
    let all: [Int] =
      switch image.samples {
      case .eight(let s): s.map { Int($0) }
      case .sixteen(let s): s.map { Int($0) }
      }
    return stride(from: 0, to: all.count, by: 4).map { Array(all[$0..<($0 + 4)]) }
  }

  /// Where pixel x, y of a picture of w × h px is shown.
  static func place(_ orientation: Int, _ x: Int, _ y: Int, _ w: Int, _ h: Int) -> (Int, Int) {
    [
      (x, y), (w - 1 - x, y), (w - 1 - x, h - 1 - y), (x, h - 1 - y), (y, x), (h - 1 - y, x),
      (h - 1 - y, w - 1 - x), (y, w - 1 - x),
    ][orientation - 1]
  }

  private static func expect(_ turned: RGBAImage, from plain: RGBAImage, _ orientation: Int) {
    let (w, h) = (plain.width, plain.height)
    #expect((turned.width, turned.height) == (orientation >= 5 ? (h, w) : (w, h)))
    let (before, after) = (pixels(plain), pixels(turned))
    for y in 0..<h {
      for x in 0..<w {
        let (tx, ty) = place(orientation, x, y, w, h)
        #expect(before[y * w + x] == after[ty * turned.width + tx], "\(x), \(y)")
      }
    }
  }

  @Test(arguments: 1...8)
  func `PNG, before its pixels and after them, plain and interlaced`(orientation: Int) throws {
    var rng = SplitMix(71)
    for kind: (type: UInt8, depth: UInt8) in [(2, 8), (6, 16), (0, 1)] {
      var png = GeneratedPNG.random(kind, width: 13, height: 9, &rng)
      png.isInterlaced = rng.chance(2)
      let plain = try decode(png.encoded(&rng)).image
      png.chunks.append(("eXIf", Self.exif(orientation)))
      var file = png.encoded(&rng)
      Self.expect(try decode(file).image, from: plain, orientation)
      png.chunks.removeLast()
      file = png.encoded(&rng)
      file.insert(
        contentsOf: GeneratedPNG.chunk("eXIf", Self.exif(orientation)), at: file.count - 12)
      Self.expect(try decode(file).image, from: plain, orientation)
    }
  }

  @Test(arguments: [1, 3, 6])
  func `a turned PNG is compared as it is shown`(orientation: Int) throws {
    var rng = SplitMix(72)
    var png = GeneratedPNG.random((2, 8), width: 40, height: 20, &rng)
    png.chunks = []
    let plain = try decode(png.encoded(&rng)).image
    png.chunks = [("eXIf", Self.exif(orientation))]
    let turned = png.encoded(&rng)
    png.rows[3][5] ^= 1
    let other = png.encoded(&rng)
    let reading = PairReading(keepsCrops: false)
    switch try readPair(turned, other, reading) {
    case .compared(let found):
      #expect(orientation == 1 && found.differingPixels == 1)
    case .decoded(let a, let b):
      #expect(orientation != 1)
      Self.expect(a.image, from: plain, orientation)
      #expect(
        zip(Self.pixels(a.image), Self.pixels(b.image)).count { $0 != $1 } == 1)
    case .sameBytes: Issue.record("expected two files")
    }
    guard case .sameBytes(let width, let height, _) = try readPair(turned, turned) else {
      Issue.record("expected the same bytes")
      return
    }
    #expect((width, height) == (orientation == 6 ? (20, 40) : (40, 20)))
  }

  @Test(arguments: 1...8)
  func `WebP`(orientation: Int) throws {
    let plain = FormatTests.webP(quality: -1)
    let image = try decode(plain).image
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + GeneratedPNG.word(body.count).reversed() + body
        + (body.count % 2 == 1 ? [0] : [])
    }
    for prefix in [[], Array("Exif\0\0".utf8)] {
      let size = [FormatTests.width - 1, FormatTests.height - 1].flatMap {
        GeneratedPNG.word($0).reversed().prefix(3)
      }
      let body =
        Array("WEBP".utf8) + chunk("VP8X", [0x18, 0, 0, 0] + size) + plain[12...]
        + chunk("EXIF", prefix + Self.exif(orientation))
      let file = Array("RIFF".utf8) + GeneratedPNG.word(body.count).reversed() + body
      Self.expect(try decode(file).image, from: image, orientation)
    }
  }
}
