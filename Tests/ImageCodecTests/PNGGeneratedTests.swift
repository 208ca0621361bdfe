import CCodecs
import ImageCodec
import Raster
import ReferenceCodecs
import TestSupport
import Testing

/// PNGs of every kind, at random, read by us and by libpng.
@Suite struct PNGGeneratedTests {
  @Test(arguments: GeneratedPNG.kinds.indices)
  func `every kind gives libpng's pixels`(kind: Int) throws {
    var rng = SplitMix(UInt64(kind) + 1)
    for _ in 0..<40 {
      let width = rng.chance(8) ? rng.int(1...700) : rng.int(1...70)
      let height = rng.chance(8) ? rng.int(1...300) : rng.int(1...40)
      var png = GeneratedPNG.random(
        GeneratedPNG.kinds[kind], width: width, height: height, &rng)
      png.isInterlaced = rng.chance(3)
      if rng.chance(3) { png.filters = [UInt8(rng.int(0...4)), UInt8(rng.int(0...4))] }
      let bytes = png.encoded(&rng)
      let (theirs, message) = readByLibpng(bytes)
      let reference = try #require(theirs, "libpng: \(message)")
      #expect(try decode(bytes).image == reference, "\(width)×\(height)")
    }
  }

  /// Mistakes at random, with checksums put right, so that what is behind them is reached.
  @Test(arguments: 0..<8)
  func `damaged files are refused or read as libpng reads them`(seed: Int) throws {
    var rng = SplitMix(UInt64(seed) + 1000)
    let limit = PixelLimit(pixels: 1 << 20, side: 100_000)
    for round in 0..<80 {
      let kind = GeneratedPNG.kinds.randomElement(using: &rng)!
      var png = GeneratedPNG.random(kind, width: rng.int(1...60), height: rng.int(1...40), &rng)
      png.isInterlaced = rng.chance(3)
      var bytes = png.encoded(&rng)
      for _ in 0..<rng.int(1...3) {
        switch rng.int(0...3) {
        case 0: bytes.removeLast(rng.int(0...min(30, bytes.count - 9)))
        case 1: bytes.insert(UInt8(rng.int(0...255)), at: rng.int(8...(bytes.count - 1)))
        default: bytes[rng.int(8...(bytes.count - 1))] ^= UInt8(1 << rng.int(0...7))
        }
      }
      if round % 2 == 0 { repairChecksums(&bytes) }
      let (theirs, message) = readByLibpng(bytes)
      switch (Result { () throws(ImageError) in try decode(bytes, limit: limit) }, theirs) {
      case (.success(let ours), let theirs?):
        #expect(ours.image == theirs, "seed \(seed), round \(round)")
      case (.failure, nil): break
      case (.success, nil):
        Issue.record("seed \(seed), round \(round): read, but libpng says: \(message)")
      case (.failure(let error), _?):
        // libpng only warns of a wrong Adler sum and of pixels beyond the last row.
        #expect(
          message.contains("data check") || message.contains("Too much image data")
            || message.contains("Extra compressed data"),
          "seed \(seed), round \(round): refused: \(error); libpng: \(message)")
      }
    }
  }

  private func repairChecksums(_ bytes: inout [UInt8]) {
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard at + 12 + length <= bytes.count else { return }
      let named = Array(bytes[(at + 4)..<(at + 8 + length)])
      let sum = GeneratedPNG.word(Int(ra_crc32(0, named, named.count)))
      bytes.replaceSubrange((at + 8 + length)..<(at + 12 + length), with: sum)
      at += 12 + length
    }
  }

  @Test func `eight rows at once equal one at a time`() {
    var rng = SplitMix(7)
    for round in 0..<300 {
      let bpp = [1, 2, 3, 4, 6, 8].randomElement(using: &rng)!
      let rowBytes = bpp * rng.int(1...70)
      let count = rng.int(1...40)
      let pad = RA_ROW_PAD
      var filtered = (0..<(2 * pad + count * (rowBytes + 1))).map { _ in UInt8(rng.int(0...255)) }
      let kinds = rng.chance(2) ? [4] : rng.chance(2) ? [2, 4, 4, 1] : [0, 1, 2, 3, 4]
      for y in 0..<count {
        filtered[pad + y * (rowBytes + 1)] = UInt8(kinds.randomElement(using: &rng)!)
      }
      let stride = rowBytes + 2 * pad
      var fast = [UInt8](repeating: 0, count: stride * (count + 1) + pad)
      for i in 0..<rowBytes { fast[pad + i] = UInt8(rng.int(0...255)) }
      var plain = fast
      let (a, b) = filtered.withUnsafeBufferPointer { source in
        (
          fast.withUnsafeMutableBufferPointer {
            ra_png_unfilter(
              source.baseAddress! + pad, rowBytes, count, UInt32(bpp),
              $0.baseAddress! + pad + stride, stride)
          },
          plain.withUnsafeMutableBufferPointer {
            ra_png_unfilter_plainly(
              source.baseAddress! + pad, rowBytes, count, UInt32(bpp),
              $0.baseAddress! + pad + stride, stride)
          }
        )
      }
      #expect(a == 0 && b == 0)
      for y in 0..<count {
        let at = pad + (y + 1) * stride
        #expect(
          fast[at..<(at + rowBytes)] == plain[at..<(at + rowBytes)], "round \(round), row \(y)")
        #expect(fast[(at - pad)..<at].allSatisfy { $0 == 0 }, "left of row \(y)")
      }
    }
  }
}
