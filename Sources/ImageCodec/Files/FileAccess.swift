#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Why a file could not be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// `code` is errno's.
  case cannotRead(path: String, code: Int32)
  case cannotWrite(path: String, code: Int32)
  /// A folder where a file is wanted.
  case notAFile(path: String)
  /// A device: what it gives may have no end.
  case device(path: String)
  /// An input of more bytes than anyone wants to read, or one without an end.
  case tooLarge(path: String, limit: Int)

  public var path: String {
    switch self {
    case .cannotRead(let path, _), .cannotWrite(let path, _), .notAFile(let path),
      .device(let path), .tooLarge(let path, _):
      path
    }
  }
}

extension FileError: CustomStringConvertible {
  public var description: String {
    let name = printable(path)
    return switch self {
    case .cannotRead(_, let code): "\(name): cannot be opened: \(reason(code))"
    case .cannotWrite(_, let code): "\(name): cannot be written: \(reason(code))"
    case .notAFile: "\(name): expected a file, found a folder"
    case .device: "\(name): expected a file or a pipe, found a device"
    case .tooLarge(_, let limit):
      "\(name): expected at most \(limit >> 20) MiB, found more"
    }
  }

  private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// Reads a whole file. `-` reads standard input to its end.
///
/// - Parameter limit: Bytes; more are an error, before memory is taken for them.
public func readFile(_ path: String, limit: Int = 1 << 30) throws(FileError) -> [UInt8] {
  let file = try FileBytes(reading: path, limit: limit)
  return Array(file.bytes)
}

/// Bytes of a regular file; nil for anything else, and for what is not there.
func regularFileSize(_ path: String) -> Int? {
  var status = stat()
  guard path != "-", stat(terminated(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    return nil
  }
  return Int(status.st_size)
}

/// A file's bytes, in memory that may be written over.
public final class FileBytes: @unchecked Sendable {
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(mutable) }
  private(set) var mutable: UnsafeMutableRawBufferPointer

  /// `-` reads standard input to its end, and more than `limit` bytes are an error.
  public init(reading path: String, limit: Int = 1 << 30) throws(FileError) {
    let file = try Self.openToRead(path)
    defer { if file != 0 { close(file) } }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .cannotRead(path: path, code: errno) }
    try Self.checkKind(status, path)
    let expected = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    guard expected <= limit else { throw .tooLarge(path: path, limit: limit) }
    // One byte more, so that one read meets the end of a file that did not grow.
    guard let room = Self.room(max(expected + 1, 4096)) else {
      throw .cannotRead(path: path, code: ENOMEM)
    }
    mutable = room
    let code = readAll(file, limit: limit)
    if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
    if code != 0 { throw .cannotRead(path: path, code: code) }
  }

  public init(copying bytes: [UInt8]) {
    mutable = Self.room(bytes.count)!
    mutable.copyBytes(from: bytes)
  }

  deinit { free(mutable.baseAddress) }

  /// Nil where there is no such memory. Whole pages are not touched before they are read into.
  private static func room(_ byteCount: Int) -> UnsafeMutableRawBufferPointer? {
    malloc(max(byteCount, 1)).map {
      UnsafeMutableRawBufferPointer(start: $0, count: byteCount)
    }
  }

  /// A device is not even opened, as that alone may do something.
  private static func openToRead(_ path: String) throws(FileError) -> Int32 {
    if path == "-" { return 0 }
    var status = stat()
    if stat(terminated(path), &status) == 0 { try checkKind(status, path) }
    let file = open(terminated(path), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .cannotRead(path: path, code: errno) }
    return file
  }

  /// Regular files and pipes; as standard input also a terminal and a socket.
  private static func checkKind(_ status: stat, _ path: String) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO, S_IFSOCK: return
    case S_IFDIR: throw .notAFile(path: path)
    default:
      if path == "-", isatty(0) == 1 { return }
      throw .device(path: path)
    }
  }

  /// Whether a regular file holds the same bytes; it is read in parts, which costs no memory. Anything
  /// else, and what cannot be read, does not.
  func isSame(asFile path: String) -> Bool {
    guard regularFileSize(path) == bytes.count else { return false }
    let file = open(terminated(path), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let size = 1 << 16
    let part = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { part.deallocate() }
    var done = 0
    while true {
      let n = read(file, part, size)
      if n < 0, errno == EINTR { continue }
      guard n > 0 else { return n == 0 && done == bytes.count }
      guard n <= bytes.count - done, memcmp(part, bytes.baseAddress! + done, n) == 0 else {
        return false
      }
      done += n
    }
  }

  /// Stops soon after `limit`. Returns errno, or 0.
  private func readAll(_ file: Int32, limit: Int) -> Int32 {
    var count = 0
    while count <= limit {
      if count == mutable.count {
        guard let larger = Self.room(mutable.count * 2) else { return ENOMEM }
        larger.copyMemory(from: bytes)
        free(mutable.baseAddress)
        mutable = larger
      }
      let n = read(file, mutable.baseAddress! + count, mutable.count - count)
      if n < 0, errno == EINTR { continue }
      if n < 0 { return errno }
      if n == 0 { break }
      count += n
    }
    mutable = UnsafeMutableRawBufferPointer(rebasing: mutable[..<count])
    return 0
  }
}

/// Writes a file that appears whole or not at all: into a new file beside it, then renamed.
/// `-` writes to standard output, as does any path that is a device or a pipe.
public func writeFileAtomically(_ bytes: [UInt8], to path: String) throws(FileError) {
  var status = stat()
  if path == "-" {
    try writeAll(bytes, to: 1, path: path)
  } else if stat(terminated(path), &status) == 0, status.st_mode & S_IFMT != S_IFREG {
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .notAFile(path: path) }
    let file = open(terminated(path), O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw .cannotWrite(path: path, code: errno) }
    defer { close(file) }
    try writeAll(bytes, to: file, path: path)
  } else {
    try replace(path, with: bytes)
  }
}

private func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
  let unfinished = try UnfinishedFile(for: path)
  do throws(FileError) {
    try writeAll(bytes, to: unfinished.descriptor, path: path)
    try unfinished.finish()
  } catch {
    unfinished.discard()
    throw error
  }
}

private func writeAll(_ bytes: [UInt8], to file: Int32, path: String) throws(FileError) {
  var code: Int32 = 0
  bytes.withUnsafeBytes { raw in
    var done = 0
    while done < raw.count {
      let n = write(file, raw.baseAddress! + done, raw.count - done)
      if n >= 0 { done += n } else if errno != EINTR { code = errno }
      if code != 0 { return }
    }
  }
  guard code == 0 else { throw .cannotWrite(path: path, code: code) }
}
