/// A kind of picture file, told by its first bytes and never by its name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case tiff = "TIFF"
  case bmp = "BMP"

  /// Nil where the bytes begin like none of them.
  public init?(firstBytes bytes: UnsafeRawBufferPointer) {
    func starts(_ prefix: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + prefix.count
        && prefix.indices.allSatisfy { bytes[offset + $0] == prefix[$0] }
    }
    if starts(PNGChunk.signature) {
      self = .png
    } else if starts([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) {
      self = .webP
    } else if starts(Array("II*\0".utf8)) || starts(Array("MM\0*".utf8))
      || starts(Array("II+\0".utf8)) || starts(Array("MM\0+".utf8))
    {
      self = .tiff
    } else if starts(Array("BM".utf8)) {
      self = .bmp
    } else {
      return nil
    }
  }
}
