import CCodecs
import ReferenceCodecs
import TestSupport

extension SplitMix {
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ one: Int) -> Bool { int(1...one) == 1 }
}

/// A PNG put together by hand: any kind, any filters, any way to compress.
struct GeneratedPNG {
  static let kinds: [(type: UInt8, depth: UInt8)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
  ]

  var width: Int
  var height: Int
  var type: UInt8
  var depth: UInt8
  var isInterlaced = false
  /// Packed samples of each row, as PNG stores them.
  var rows: [[UInt8]]
  var chunks: [(String, [UInt8])] = []
  /// The filter of the next row, at random from these.
  var filters: [UInt8] = [0, 1, 2, 3, 4]
  var level = 6
  var strategy = 0
  var window = 15
  var block = 0
  /// Bytes of an IDAT at the most.
  var piece = 8192

  static func channels(_ type: UInt8) -> Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type]! }

  var bits: Int { Self.channels(type) * Int(depth) }

  func rowBytes(_ width: Int) -> Int { (width * bits + 7) / 8 }

  /// A picture of a few flat areas, a ramp and some noise.
  static func random(
    _ kind: (type: UInt8, depth: UInt8), width: Int, height: Int, _ rng: inout SplitMix
  ) -> GeneratedPNG {
    var png = GeneratedPNG(
      width: width, height: height, type: kind.type, depth: kind.depth, rows: [])
    let n = png.rowBytes(width)
    var row = (0..<n).map { _ in UInt8(rng.int(0...255)) }
    for y in 0..<height {
      switch rng.int(0...5) {
      case 0: for i in 0..<n { row[i] = row[i] &+ UInt8(rng.int(0...3)) }
      case 1: for i in stride(from: 0, to: n, by: 1) where i >= 8 { row[i] = row[i - 8] }
      case 2: for i in 0..<n where rng.chance(20) { row[i] = UInt8(rng.int(0...255)) }
      case 3: for i in 0..<n { row[i] = UInt8(truncatingIfNeeded: i &+ y) }
      default: break
      }
      png.rows.append(row)
    }
    if kind.type == 3 {
      let count = rng.chance(4) ? rng.int(1...(1 << Int(kind.depth))) : 1 << Int(kind.depth)
      png.chunks.append(("PLTE", (0..<(count * 3)).map { _ in UInt8(rng.int(0...255)) }))
      if rng.chance(2) {
        png.chunks.append(("tRNS", (0..<rng.int(1...count)).map { _ in UInt8(rng.int(0...255)) }))
      }
    } else if kind.type < 4, rng.chance(2) {
      let top = Int(kind.depth == 16 ? 65535 : (1 << Int(kind.depth)) - 1)
      let samples = (0..<channels(kind.type)).map { _ in rng.int(0...top) }
      png.chunks.append(("tRNS", samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
    }
    png.level = rng.int(0...9)
    png.strategy = rng.int(0...4)
    png.window = rng.int(9...15)
    png.block = rng.chance(2) ? rng.int(100...5000) : 0
    png.piece = rng.chance(3) ? rng.int(1...500) : 8192
    return png
  }

  func encoded(_ rng: inout SplitMix) -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    out += Self.chunk(
      "IHDR", Self.word(width) + Self.word(height) + [depth, type, 0, 0, isInterlaced ? 1 : 0])
    for (name, body) in chunks { out += Self.chunk(name, body) }
    let stream = deflated(filtered(&rng))
    for start in stride(from: 0, to: stream.count, by: piece) {
      out += Self.chunk("IDAT", Array(stream[start..<min(stream.count, start + piece)]))
    }
    return out + Self.chunk("IEND", [])
  }

  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let room = bytes.count * 2 + 100_000
    return [UInt8](unsafeUninitializedCapacity: room) { out, count in
      // zlib's window of 8 bits is broken, and level 0 with 9 bits overruns it: zlib says 15.
      count = reference_deflate(
        bytes, bytes.count, Int32(level), Int32(strategy), Int32(window), block, out.baseAddress,
        room)
    }
  }

  private func filtered(_ rng: inout SplitMix) -> [UInt8] {
    var out: [UInt8] = []
    let passes =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    for (x0, y0, dx, dy) in passes where x0 < width && y0 < height {
      var above = [UInt8](repeating: 0, count: rowBytes((width - x0 + dx - 1) / dx))
      for y in stride(from: y0, to: height, by: dy) {
        let row = isInterlaced ? every(dx, from: x0, of: rows[y]) : rows[y]
        let filter = filters.randomElement(using: &rng)!
        out.append(filter)
        out += apply(filter, row, above)
        above = row
      }
    }
    return out
  }

  /// Every dx-th pixel from x0 on, packed.
  private func every(_ dx: Int, from x0: Int, of row: [UInt8]) -> [UInt8] {
    let columns = Array(stride(from: x0, to: width, by: dx))
    var out = [UInt8](repeating: 0, count: rowBytes(columns.count))
    for (i, x) in columns.enumerated() {
      for b in 0..<bits {
        let (from, to) = (x * bits + b, i * bits + b)
        out[to / 8] |= (row[from / 8] >> UInt8(7 - from % 8) & 1) << UInt8(7 - to % 8)
      }
    }
    return out
  }

  private func apply(_ filter: UInt8, _ row: [UInt8], _ above: [UInt8]) -> [UInt8] {
    let bpp = max(1, bits / 8)
    return row.indices.map { i in
      let a = i >= bpp ? Int(row[i - bpp]) : 0
      let b = Int(above[i])
      let c = i >= bpp ? Int(above[i - bpp]) : 0
      let prediction: Int
      switch filter {
      case 1: prediction = a
      case 2: prediction = b
      case 3: prediction = (a + b) / 2
      case 4:
        let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        prediction = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      default: prediction = 0
      }
      return row[i] &- UInt8(truncatingIfNeeded: prediction)
    }
  }

  static func word(_ v: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) }
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return word(body.count) + named + word(Int(ra_crc32(0, named, named.count)))
  }
}
