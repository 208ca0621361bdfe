import ImageCodec
import Raster
import Testing

/// BMPs put together by hand.
@Suite struct BMPTests {
  struct Kind: Sendable {
    var header: Int
    var bits: Int
    var compression = 0
    var masks: [UInt32] = []
    var isTopDown = false

    /// The colour that pixel x, y has in the file, and its bits.
    func colour(_ x: Int, _ y: Int) -> (stored: UInt32, shown: [UInt8]) {
      let index = (x / 3 + y * 2) % (1 << min(bits, 8))
      switch bits {
      case 1, 2, 4, 8: return (UInt32(index), Self.palette(index))
      case 24:
        let p = [UInt8(x * 9 % 256), UInt8(y * 7 % 256), UInt8(x * y % 256)]
        return (UInt32(p[0]) << 16 | UInt32(p[1]) << 8 | UInt32(p[2]), p + [255])
      default:
        let m =
          masks.isEmpty ? (bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]) : masks
        let raw = UInt32(truncatingIfNeeded: x &* 2_654_435_761 &+ y &* 40503)
        let pixel = bits == 16 ? raw & 0xFFFF : raw
        let channels = (0..<4).map { c -> UInt8 in
          guard c < m.count, m[c] != 0 else { return 255 }
          let shift = UInt32(m[c].trailingZeroBitCount)
          let top = Double(m[c] >> shift)
          return UInt8((Double((pixel & m[c]) >> shift) * 255 / top).rounded())
        }
        return (pixel, channels)
      }
    }

    static func palette(_ i: Int) -> [UInt8] { [UInt8(i), UInt8(i ^ 0x55), UInt8(255 - i), 255] }

    func bytes(width: Int, height: Int) -> [UInt8] {
      func le(_ v: UInt32, _ n: Int) -> [UInt8] {
        (0..<n).map { UInt8(truncatingIfNeeded: v >> UInt32(8 * $0)) }
      }
      var info = le(UInt32(header), 4)
      if header == 12 {
        info += le(UInt32(width), 2) + le(UInt32(height), 2) + le(1, 2) + le(UInt32(bits), 2)
      } else {
        info += le(UInt32(width), 4)
        info += le(UInt32(bitPattern: Int32(isTopDown ? -height : height)), 4)
        info += le(1, 2) + le(UInt32(bits), 2) + le(UInt32(compression), 4)
        info += [UInt8](repeating: 0, count: 20)
        for m in masks { info += le(m, 4) }
        if info.count < header { info += [UInt8](repeating: 0, count: header - info.count) }
      }
      if bits <= 8 {
        for i in 0..<(1 << bits) {
          let c = Self.palette(i)
          info += [c[2], c[1], c[0]] + (header == 12 ? [] : [0])
        }
      }
      let rows = (0..<height).map { isTopDown ? $0 : height - 1 - $0 }
      var pixels: [UInt8] = []
      for y in rows {
        pixels += compression == 1 || compression == 2 ? runs(width, y) : row(width, y)
      }
      if compression == 1 || compression == 2 { pixels += [0, 1] }
      let offset = UInt32(14 + info.count)
      let file = Array("BM".utf8) + le(offset + UInt32(pixels.count), 4) + le(0, 4)
      return file + le(offset, 4) + info + pixels
    }

    private func row(_ width: Int, _ y: Int) -> [UInt8] {
      var out = [UInt8](repeating: 0, count: (width * bits + 31) / 32 * 4)
      for x in 0..<width {
        let stored = colour(x, y).stored
        if bits < 8 {
          out[x * bits / 8] |= UInt8(stored) << UInt8(8 - bits - x * bits % 8)
        } else {
          for i in 0..<(bits / 8) { out[x * bits / 8 + i] = UInt8(stored >> UInt32(8 * i) & 255) }
        }
      }
      return out
    }

    /// Pairs as runs, and every third stretch of pixels as stored ones.
    private func runs(_ width: Int, _ y: Int) -> [UInt8] {
      var out: [UInt8] = []
      var x = 0
      while x < width {
        let count = min(5, width - x)
        let indices = (x..<(x + count)).map { UInt8(colour($0, y).stored) }
        if count >= 3, x % 3 == 0 {
          out += [0, UInt8(count)]
          let body =
            compression == 1
            ? indices
            : stride(from: 0, to: count, by: 2).map {
              indices[$0] << 4 | ($0 + 1 < count ? indices[$0 + 1] : 0)
            }
          out += body + (body.count % 2 == 1 ? [0] : [])
        } else {
          for i in indices { out += [1, compression == 1 ? i : i << 4] }
        }
        x += count
      }
      return out + [0, 0]
    }
  }

  static let all: [Kind] = [
    Kind(header: 12, bits: 1), Kind(header: 12, bits: 8), Kind(header: 12, bits: 24),
    Kind(header: 40, bits: 1), Kind(header: 40, bits: 2), Kind(header: 40, bits: 4),
    Kind(header: 40, bits: 8, isTopDown: true), Kind(header: 40, bits: 8, compression: 1),
    Kind(header: 40, bits: 4, compression: 2), Kind(header: 40, bits: 16),
    Kind(header: 40, bits: 24, isTopDown: true), Kind(header: 40, bits: 32),
    Kind(header: 40, bits: 16, compression: 3, masks: [0xF800, 0x07E0, 0x001F]),
    Kind(header: 40, bits: 32, compression: 3, masks: [0x3FF0_0000, 0xFFC00, 0x3FF]),
    Kind(header: 56, bits: 16, compression: 3, masks: [0x0F00, 0xF0, 0xF, 0xF000]),
    Kind(header: 108, bits: 32, compression: 3, masks: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]),
    Kind(header: 124, bits: 32, compression: 3, masks: [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
  ]

  @Test(arguments: all.indices)
  func `every kind is what was written`(index: Int) throws {
    let kind = Self.all[index]
    for (width, height) in [(1, 1), (19, 11), (64, 5)] {
      let decoded = try decode(kind.bytes(width: width, height: height))
      #expect(decoded.format == .bmp)
      let wanted = (0..<height).flatMap { y in (0..<width).flatMap { kind.colour($0, y).shown } }
      #expect(
        decoded.image == RGBAImage(width: width, height: height, samples: .eight(wanted)),
        "header \(kind.header), \(kind.bits) bits, compression \(kind.compression)")
    }
  }

  @Test func `a file cut short is refused`() {
    for kind in Self.all {
      let bytes = kind.bytes(width: 19, height: 11)
      #expect(throws: ImageError.self) { try decode(Array(bytes.dropLast(kind.bits > 8 ? 1 : 5))) }
    }
  }
}
