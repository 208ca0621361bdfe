import ImageCodec
import Raster
import TestSupport
import Testing

/// APNGs put together by hand, and one from the image-png project.
@Suite struct AnimationTests {
  struct Frame {
    var rect: PixelRect
    var pixel: [UInt8]
    var disposal: UInt8 = 0
    var blends = false
  }

  /// A canvas of 4×3; frame 0 is the default picture.
  static func file(_ frames: [Frame], declared: Int? = nil, firstSequence: Int = 0) -> [UInt8] {
    var rng = SplitMix(1)
    var sequence = firstSequence
    func word(_ v: Int) -> [UInt8] { GeneratedPNG.word(v) }
    func control(_ f: Frame) -> [UInt8] {
      defer { sequence += 1 }
      let body =
        word(sequence) + word(f.rect.width) + word(f.rect.height) + word(f.rect.x0)
        + word(f.rect.y0) + [0, 1, 0, 10, f.disposal, f.blends ? 1 : 0]
      return GeneratedPNG.chunk("fcTL", body)
    }
    var out: [UInt8] = []
    for (i, frame) in frames.enumerated() {
      let row = (0..<frame.rect.width).flatMap { _ in frame.pixel }
      let plain = GeneratedPNG(
        width: frame.rect.width, height: frame.rect.height, type: 6, depth: 8,
        rows: Array(repeating: row, count: frame.rect.height)
      ).encoded(&rng)
      // Signature and IHDR take 33 bytes, IDAT's frame 12, IEND 12.
      let data = Array(plain[41..<(plain.count - 16)])
      if i == 0 {
        out = Array(plain[..<33])
        out += GeneratedPNG.chunk("acTL", word(declared ?? frames.count) + word(0))
        out += control(frame) + GeneratedPNG.chunk("IDAT", data)
      } else {
        out += control(frame)
        out += GeneratedPNG.chunk("fdAT", word(sequence) + data)
        sequence += 1
      }
    }
    return out + GeneratedPNG.chunk("IEND", [])
  }

  static let whole = PixelRect(x0: 0, y0: 0, x1: 4, y1: 3)
  static let part = PixelRect(x0: 1, y0: 1, x1: 3, y1: 2)
  static let red: [UInt8] = [255, 0, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]

  private func pixels(_ frame: AnimationFrame) -> [[UInt8]] {
    guard case .eight(let s) = frame.image.samples else { return [] }
    return stride(from: 0, to: s.count, by: 4).map { Array(s[$0..<($0 + 4)]) }
  }

  private func expected(_ outside: [UInt8], _ inside: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { y in
      (0..<4).map { x in Self.part.contains(x: x, y: y) ? inside : outside }
    }
  }

  @Test func `frames are laid over each other and taken away`() throws {
    let clear: [UInt8] = [0, 0, 0, 0]
    let decoded = try decode(
      Self.file([
        Frame(rect: Self.whole, pixel: Self.red),
        Frame(rect: Self.part, pixel: Self.blue, disposal: 2),
        Frame(rect: Self.part, pixel: clear, disposal: 1, blends: true),
        Frame(rect: Self.part, pixel: [0, 255, 0, 128], blends: true),
        Frame(rect: Self.part, pixel: [0, 0, 255, 128], blends: true),
      ]))
    #expect(decoded.frames.count == 5)
    #expect(decoded.plays == 0)
    #expect(decoded.frames[0].image == decoded.image)
    #expect(decoded.frames[0].delay.isEqual(to: .init(numerator: 10, denominator: 100)))
    #expect(pixels(decoded.frames[1]) == expected(Self.red, Self.blue))
    // Restored to red, then nothing laid over it.
    #expect(pixels(decoded.frames[2]) == expected(Self.red, Self.red))
    // Cleared, then green at 128.
    #expect(pixels(decoded.frames[3]) == expected(Self.red, [0, 255, 0, 128]))
    // 128 over 128: alpha 255 − 127²/255 = 191.75; blue 128 of it, green the rest.
    #expect(pixels(decoded.frames[4]) == expected(Self.red, [0, 85, 170, 192]))
  }

  @Test func `what does not fit together is refused`() {
    let good = Frame(rect: Self.whole, pixel: Self.red)
    let outside = Frame(rect: PixelRect(x0: 2, y0: 0, x1: 5, y1: 1), pixel: Self.red)
    #expect(throws: ImageError.self) { try decode(Self.file([good, outside])) }
    #expect(throws: ImageError.self) { try decode(Self.file([good], declared: 2)) }
    #expect(throws: ImageError.self) { try decode(Self.file([good], declared: 0)) }
    #expect(throws: ImageError.self) { try decode(Self.file([good, good], firstSequence: 1)) }
  }

  @Test func `a thousand million frames are refused before memory is taken`() {
    let file = Self.file([Frame(rect: Self.whole, pixel: Self.red)], declared: 1_000_000_000)
    #expect(throws: ImageError.self) { try decode(file) }
  }

  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"))
  func `twenty frames of image-png's are read`() throws {
    let decoded = try decode(
      try Shared.bytes("cases/files/image-png/animated/basic_f20.png"))
    #expect(decoded.frames.count == 20)
    #expect(decoded.frames[0].image == decoded.image)
    #expect(decoded.frames[0].image != decoded.frames[10].image)
  }
}
