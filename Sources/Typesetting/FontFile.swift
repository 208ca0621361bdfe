#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of a font file, checked as far as its table directory.
final class FontFile {
  /// The largest collections in use (all CJK weights) have about 130 MB.
  static let sizeLimit = 256 << 20
  static let collectionLimit = 1024

  let path: String
  let bytes: UnsafeBufferPointer<UInt8>

  init(path: String) throws(FontError) {
    self.path = path
    bytes = UnsafeBufferPointer(try Self.read(path))
    do {
      try checkDirectory()
    } catch {
      throw .unusable(file: path, flaw: error)
    }
  }

  deinit { bytes.deallocate() }

  private static func read(_ path: String) throws(FontError) -> UnsafeMutableBufferPointer<UInt8> {
    // Without O_NONBLOCK, opening a named pipe would wait for someone to write to it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(file: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(file: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(file: path, errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    let size = Int(status.st_size)
    guard size <= sizeLimit else {
      throw .unusable(file: path, flaw: .tooLarge(limit: sizeLimit, found: size))
    }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    var filled = 0
    while filled < size {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress! + filled, size - filled)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress! + filled, size - filled)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        buffer.deallocate()
        if count < 0 { throw .unreadable(file: path, errno: code) }
        throw .unusable(file: path, flaw: .truncated(expected: size, found: filled))
      }
      filled += count
    }
    return buffer
  }

  /// FreeType and HarfBuzz skip what lies beyond the end, and would draw nothing without a word.
  private func checkDirectory() throws(FontError.Flaw) {
    guard uint32(at: 0) != 0x7474_6366 else {  // ttcf
      guard let count = uint32(at: 8), count > 0, count <= Self.collectionLimit else {
        throw .notAFont
      }
      for face in 0..<count {
        guard let offset = uint32(at: 12 + 4 * face) else {
          throw .truncated(expected: 12 + 4 * count, found: bytes.count)
        }
        try checkTables(at: offset)
      }
      return
    }
    try checkTables(at: 0)
  }

  private func checkTables(at offset: Int) throws(FontError.Flaw) {
    let versions = [0x0001_0000, 0x4F54_544F, 0x7472_7565]  // 1.0, OTTO, true
    guard let version = uint32(at: offset), versions.contains(version) else { throw .notAFont }
    guard let count = uint16(at: offset + 4) else {
      throw .truncated(expected: offset + 12, found: bytes.count)
    }
    for table in 0..<count {
      let record = offset + 12 + 16 * table
      guard let start = uint32(at: record + 8), let length = uint32(at: record + 12) else {
        throw .truncated(expected: offset + 12 + 16 * count, found: bytes.count)
      }
      guard start + length <= bytes.count else {
        throw .truncated(expected: start + length, found: bytes.count)
      }
    }
  }

  private func uint16(at offset: Int) -> Int? {
    guard offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private func uint32(at offset: Int) -> Int? {
    guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
    return high << 16 | low
  }
}
