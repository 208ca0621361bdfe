import CCodecs
import ReferenceCodecs
import TestSupport
import Testing

/// Inflating in pieces against zlib's inflating at once.
@Suite struct InflateTests {
  @Test(arguments: 0..<12)
  func `pieces of any size make zlib's bytes`(seed: Int) {
    var rng = SplitMix(UInt64(seed))
    for _ in 0..<12 {
      let plain = Self.plain(&rng)
      let stream = Self.deflated(plain, &rng)
      let pieces = (1...rng.int(1...9)).map { _ in rng.int(1...max(1, plain.count / 3)) }
      #expect(Self.inflate(stream, count: plain.count, pieces: pieces) == plain)
    }
  }

  @Test func `a stream that is short, long or wrong at its end is told`() {
    var rng = SplitMix(99)
    let plain = Self.plain(&rng)
    var stream = Self.deflated(plain, &rng)
    #expect(Self.inflate(stream, count: plain.count + 1, pieces: [1000]) == nil)
    #expect(Self.inflate(stream, count: plain.count - 1, pieces: [1000]) == nil)
    stream[stream.count - 1] ^= 1
    #expect(Self.inflate(stream, count: plain.count, pieces: [1000]) == nil)
    stream[stream.count - 1] ^= 1
    #expect(Self.inflate(Array(stream.dropLast()), count: plain.count, pieces: [1000]) == nil)
  }

  /// A damaged stream may be read only as zlib reads it.
  @Test(arguments: 0..<8)
  func `damaged streams are refused or read as zlib reads them`(seed: Int) {
    var rng = SplitMix(UInt64(seed) + 500)
    for _ in 0..<250 {
      let plain = Array(Self.plain(&rng).prefix(3000))
      var stream = Self.deflated(plain, &rng)
      for _ in 0..<rng.int(1...3) {
        stream[rng.int(2...(stream.count - 1))] ^= UInt8(1 << rng.int(0...7))
      }
      var theirs = [UInt8](repeating: 0, count: 1 << 20)
      var written = 0
      let status = reference_inflate(stream, stream.count, &theirs, theirs.count, &written)
      let count = status == 1 ? written : plain.count
      let ours = count == 0 ? nil : Self.inflate(stream, count: count, pieces: [rng.int(1...count)])
      if status == 1, count > 0 {
        #expect(ours == Array(theirs[..<written]))
      } else {
        #expect(ours == nil)
      }
    }
  }

  /// Runs, repeats from near and far, and noise.
  static func plain(_ rng: inout SplitMix) -> [UInt8] {
    var out: [UInt8] = [UInt8(rng.int(0...255))]
    let wanted = rng.chance(3) ? rng.int(1...200) : rng.int(1000...150_000)
    while out.count < wanted {
      switch rng.int(0...3) {
      case 0: out += [UInt8](repeating: UInt8(rng.int(0...255)), count: rng.int(1...600))
      case 1: for _ in 0..<rng.int(1...400) { out.append(UInt8(rng.int(0...255))) }
      default:
        let distance = rng.int(1...min(out.count, rng.chance(2) ? 40 : 32768))
        for _ in 0..<rng.int(3...700) { out.append(out[out.count - distance]) }
      }
    }
    return out
  }

  static func deflated(_ plain: [UInt8], _ rng: inout SplitMix) -> [UInt8] {
    let room = plain.count * 2 + 100_000
    let (level, strategy) = (Int32(rng.int(0...9)), Int32(rng.int(0...4)))
    let window = Int32(rng.int(9...15))
    let block = rng.chance(2) ? rng.int(50...9000) : 0
    return [UInt8](unsafeUninitializedCapacity: room) { out, count in
      count = reference_deflate(
        plain, plain.count, level, strategy, window, block, out.baseAddress, room)
    }
  }

  /// Nil where the stream is refused. Sizes of pieces are taken in turn.
  static func inflate(_ stream: [UInt8], count: Int, pieces: [Int]) -> [UInt8]? {
    let inflater = ra_inflater_create()!
    defer { ra_inflater_destroy(inflater) }
    return stream.withUnsafeBufferPointer { source -> [UInt8]? in
      guard ra_inflater_start(inflater, source.baseAddress, source.count) == 0 else { return nil }
      var out: [UInt8] = []
      let before = RA_INFLATE_WINDOW + RA_INFLATE_SLACK
      let room = before + pieces.max()! + RA_INFLATE_SLACK
      var buffers = (0..<2).map { _ in UnsafeMutablePointer<UInt8>.allocate(capacity: room) }
      defer { for buffer in buffers { buffer.deallocate() } }
      var turn = 0
      while out.count < count {
        let wanted = min(pieces[turn % pieces.count], count - out.count)
        guard ra_inflater_next(inflater, buffers[0] + before, wanted) == 0 else { return nil }
        out += UnsafeBufferPointer(start: buffers[0] + before, count: wanted)
        buffers.swapAt(0, 1)
        turn += 1
      }
      return ra_inflater_finish(inflater) == 0 ? out : nil
    }
  }
}
