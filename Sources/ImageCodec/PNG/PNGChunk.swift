internal import CCodecs

/// One chunk of a PNG: four letters and the place of its bytes in the file.
struct PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var type: PNGChunkType
  var body: Range<Int>
}

/// Four ASCII letters; the case of each says something (PNG, *Chunk naming conventions*).
struct PNGChunkType: Hashable {
  var code: UInt32

  init(code: UInt32) { self.code = code }

  init(_ letters: StaticString) {
    precondition(letters.utf8CodeUnitCount == 4, "a chunk's type has four letters")
    code = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  var name: String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
  }

  var isLetters: Bool {
    [24, 16, 8, 0].allSatisfy {
      let c = UInt8(truncatingIfNeeded: code >> $0) & 0xDF
      return c >= 0x41 && c <= 0x5A
    }
  }

  /// A decoder that does not know the chunk must refuse the file.
  var isCritical: Bool { code & 0x2000_0000 == 0 }

  static let header = PNGChunkType("IHDR")
  static let palette = PNGChunkType("PLTE")
  static let data = PNGChunkType("IDAT")
  static let end = PNGChunkType("IEND")
  static let transparency = PNGChunkType("tRNS")
  static let gamma = PNGChunkType("gAMA")
  static let chromaticities = PNGChunkType("cHRM")
  static let standardRGB = PNGChunkType("sRGB")
  static let profile = PNGChunkType("iCCP")
  static let codePoints = PNGChunkType("cICP")
  static let exif = PNGChunkType("eXIf")
  static let animation = PNGChunkType("acTL")
  static let frame = PNGChunkType("fcTL")
  static let frameData = PNGChunkType("fdAT")
}

/// Walks the chunks of a file and checks length, letters and CRC of each.
struct PNGLexer {
  let bytes: UnsafeRawBufferPointer
  private var offset = 8

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next chunk. An ancillary chunk with a wrong CRC is passed over, as libpng does.
  mutating func next() throws(ImageError) -> PNGChunk {
    while true {
      try need(8, part: "a chunk's header", at: offset)
      let length = Int(word(offset))
      let type = PNGChunkType(code: word(offset + 4))
      guard length <= 0x7FFF_FFFF else {
        throw .invalid(
          .png, part: "length of a chunk", expected: "at most 2147483647", found: length)
      }
      guard type.isLetters else {
        throw .invalid(
          .png, part: "type of a chunk", expected: "four letters", found: Int(type.code))
      }
      let start = offset + 8
      try need(length + 4, part: type.name, at: start)
      offset = start + length + 4
      let stored = word(start + length)
      let computed = ra_crc32(0, bytes.baseAddress! + start - 4, length + 4)
      if stored == computed { return PNGChunk(type: type, body: start..<(start + length)) }
      if type.isCritical {
        throw .checksum(.png, part: type.name, expected: stored, found: computed)
      }
    }
  }

  private func need(_ count: Int, part: String, at place: Int) throws(ImageError) {
    guard bytes.count - place >= count else {
      throw .truncated(.png, part: part, expectedBytes: count, foundBytes: bytes.count - place)
    }
  }

  private func word(_ place: Int) -> UInt32 { bytes.bigEndian32(at: place) }
}

extension UnsafeRawBufferPointer {
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}
