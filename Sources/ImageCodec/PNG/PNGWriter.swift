internal import CCodecs

/// Puts the chunks of a PNG together.
struct PNGWriter {
  private var bytes: [UInt8] = []

  /// - Parameter room: Bytes of the chunks to come, as far as known.
  init(width: Int, height: Int, depth: UInt8, colourType: PNGHeader.ColourType, room: Int = 0) {
    bytes.reserveCapacity(room + 100)
    bytes += PNGChunk.signature
    chunk(.header, [word(width), word(height), [depth, colourType.rawValue, 0, 0, 0]])
    // Rendering intent 1: relative colorimetric.
    chunk(.standardRGB, [[1]])
  }

  /// Writes the zlib stream of the strips, an IDAT for each.
  mutating func data(_ strips: [CompressedStrip]) {
    for part in zlibParts(strips) { chunk(.data, part) }
  }

  /// Writes frames that replace each other whole; the first is the default picture, too.
  mutating func animation(
    _ frames: [[CompressedStrip]], width: Int, height: Int, milliseconds: Int
  ) {
    chunk(.animation, [word(frames.count), word(0)])
    var sequence = 0
    for (i, frame) in frames.enumerated() {
      let delay = word(milliseconds << 16 | 1000)
      chunk(
        .frame, [word(sequence), word(width), word(height), word(0), word(0), delay, [0, 0]])
      sequence += 1
      for part in zlibParts(frame) {
        if i == 0 {
          chunk(.data, part)
        } else {
          chunk(.frameData, [word(sequence)] + part)
          sequence += 1
        }
      }
    }
  }

  /// The pieces of a zlib stream, one for each strip.
  private func zlibParts(_ strips: [CompressedStrip]) -> [[[UInt8]]] {
    var adler: UInt32 = 1
    return strips.enumerated().map { i, strip in
      adler = ra_adler32_combined(adler, strip.adler, strip.count)
      // Deflate with a window of 32 KiB; the fastest of four levels, says the second byte.
      let head: [UInt8] = i == 0 ? [0x78, 0x01] : []
      return [head, strip.bytes, i == strips.count - 1 ? word(Int(adler)) : []]
    }
  }

  mutating func chunk(_ type: PNGChunkType, _ parts: [[UInt8]]) {
    bytes += word(parts.reduce(0) { $0 + $1.count })
    let start = bytes.count
    bytes += word(Int(type.code))
    for part in parts { bytes += part }
    let sum = bytes.withUnsafeBytes {
      ra_crc32(0, $0.baseAddress! + start, bytes.count - start)
    }
    bytes += word(Int(sum))
  }

  consuming func finished() -> [UInt8] {
    chunk(.end, [])
    return bytes
  }

  private func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
