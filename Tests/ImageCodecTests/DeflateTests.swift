import CCodecs
import ReferenceCodecs
import TestSupport
import Testing

/// Our strips against zlib's inflating.
@Suite struct DeflateTests {
  @Test(arguments: 0..<10)
  func `strips joined are one stream`(seed: Int) {
    var rng = SplitMix(UInt64(seed) + 300)
    let deflater = ra_deflater_create()!
    defer { ra_deflater_destroy(deflater) }
    for _ in 0..<10 {
      let plain = InflateTests.plain(&rng) + (rng.chance(2) ? InflateTests.plain(&rng) : [])
      var stream: [UInt8] = [0x78, 0x01]
      var adler: UInt32 = 1
      var at = 0
      while at < plain.count {
        let count = min(plain.count - at, rng.int(1...200_000))
        let piece = Array(plain[at..<(at + count)])
        at += count
        stream += [UInt8](unsafeUninitializedCapacity: ra_deflate_bound(count)) { out, written in
          written = ra_deflate_strip(
            deflater, piece, count, rng.int(1...8), rng.int(1...40_000), at == plain.count ? 1 : 0,
            out.baseAddress)
          #expect(written <= out.count)
        }
        adler = ra_adler32_combined(adler, ra_adler32(1, piece, count), count)
      }
      #expect(adler == ra_adler32(1, plain, plain.count))
      stream += GeneratedPNG.word(Int(adler))
      var back = [UInt8](repeating: 0, count: plain.count + 1)
      var written = 0
      #expect(reference_inflate(stream, stream.count, &back, back.count, &written) == 1)
      #expect(Array(back[..<written]) == plain)
    }
  }

  /// Counts that grow like Fibonacci's numbers make Huffman's codes longer than 15 bits.
  @Test func `codes of more than 15 bits are shortened`() {
    var plain: [UInt8] = []
    var (a, b) = (1, 1)
    // Eighteen symbols, most seen 2584 times; shuffled, so that nothing matches for long.
    for symbol in 0..<18 {
      plain += [UInt8](repeating: UInt8(symbol), count: a)
      (a, b) = (b, a + b)
    }
    var rng = SplitMix(1)
    plain.shuffle(using: &rng)
    let deflater = ra_deflater_create()!
    defer { ra_deflater_destroy(deflater) }
    let strip = [UInt8](unsafeUninitializedCapacity: ra_deflate_bound(plain.count)) { out, count in
      count = ra_deflate_strip(deflater, plain, plain.count, 1, 0, 1, out.baseAddress)
    }
    let stream = [0x78, 0x01] + strip + GeneratedPNG.word(Int(ra_adler32(1, plain, plain.count)))
    var back = [UInt8](repeating: 0, count: plain.count)
    var written = 0
    #expect(reference_inflate(stream, stream.count, &back, back.count, &written) == 1)
    #expect(back == plain)
    #expect(stream.count < plain.count / 2)
  }
}
