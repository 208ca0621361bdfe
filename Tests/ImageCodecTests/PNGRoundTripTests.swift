import Foundation
import ImageCodec
import Raster
import Testing

@Suite struct PNGRoundTripTests {
  static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
  }

  @Test(arguments: [(1, 1), (7, 3), (64, 64), (333, 257)])
  func `8-bit pixels come back`(width: Int, height: Int) throws {
    let image = RGBAImage(
      width: width, height: height, samples: .eight(Self.noise(width * height * 4)))
    let decoded = try decode(encodePNG(image))
    #expect(decoded.image == image)
    #expect(decoded.colour == .sRGB)
  }

  @Test func `opaque pixels come back`() throws {
    var samples = Self.noise(31 * 17 * 4)
    for i in stride(from: 3, to: samples.count, by: 4) { samples[i] = 255 }
    let image = RGBAImage(width: 31, height: 17, samples: .eight(samples))
    #expect(try decode(encodePNG(image)).image == image)
  }

  @Test func `16-bit pixels come back`() throws {
    let bytes = Self.noise(2 * 19 * 23 * 4)
    let samples = (0..<(19 * 23 * 4)).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
    let image = RGBAImage(width: 19, height: 23, samples: .sixteen(samples))
    #expect(try decode(encodePNG(image)).image == image)
  }

  /// Several strips, flat areas, ramps and noise; libpng reads what we wrote.
  @Test func `large pictures come back, from libpng too`() throws {
    let (width, height) = (700, 900)
    var samples = Self.noise(width * height * 4)
    for y in 0..<height {
      for x in 0..<width where y < 600 {
        let at = (y * width + x) * 4
        let v = y < 300 ? UInt8(200) : UInt8(truncatingIfNeeded: (x + y) / 4)
        for c in 0..<4 { samples[at + c] = c == 3 ? 255 : v }
      }
    }
    let image = RGBAImage(width: width, height: height, samples: .eight(samples))
    let bytes = encodePNG(image)
    #expect(try decode(bytes).image == image)
    #expect(readByLibpng(bytes).0 == image)
    #expect(encodePNG(image) == bytes)
  }

  @Test func `a pixmap is written with straight alpha`() throws {
    let decoded = try decode(encodePNG(Pixmap(width: 3, height: 2)))
    #expect(decoded.image.samples == .eight([UInt8](repeating: 0, count: 24)))
  }

  @Test func `a written file appears whole, with ordinary rights`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.bin").path
    let bytes = Self.noise(100_000)
    try writeFileAtomically(bytes, to: path)
    #expect(try readFile(path) == bytes)
    try writeFileAtomically([1, 2, 3], to: path)
    #expect(try readFile(path) == [1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.bin"])
  }

  @Test func `a missing file and a folder are told apart`() {
    #expect(throws: FileError.self) { try readFile("/no/such/file") }
    #expect(throws: FileError.notAFile(path: "/")) { try readFile("/") }
  }
}
