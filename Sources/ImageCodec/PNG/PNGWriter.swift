internal import CCodecs

/// Puts the chunks of a PNG together.
struct PNGWriter {
  private var bytes = PNGChunk.signature

  init(width: Int, height: Int, depth: UInt8, colourType: PNGHeader.ColourType) {
    chunk(.header, word(width) + word(height) + [depth, colourType.rawValue, 0, 0, 0])
    // Rendering intent 1: relative colorimetric.
    chunk(.standardRGB, [1])
  }

  /// Compresses filtered rows into one IDAT.
  mutating func data(_ filtered: [UInt8]) {
    let room = ra_deflate_bound(filtered.count)
    let stream = [UInt8](unsafeUninitializedCapacity: room) { out, count in
      count = filtered.withUnsafeBufferPointer {
        ra_deflate($0.baseAddress, filtered.count, 2, out.baseAddress, room)
      }
    }
    chunk(.data, stream)
  }

  mutating func chunk(_ type: PNGChunkType, _ body: [UInt8]) {
    bytes += word(body.count)
    let start = bytes.count
    bytes += word(Int(type.code)) + body
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
