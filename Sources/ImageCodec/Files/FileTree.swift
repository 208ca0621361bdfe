#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whether a path names a folder; false where there is nothing.
public func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// A file's path below a folder, byte for byte: two spellings of é are two names, and bytes that are no
/// text are a name too.
public struct RelativePath: Hashable, Comparable, Sendable {
  /// UTF-8 as a rule, without a 0.
  public var bytes: [UInt8]
  /// Nil where the bytes are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public static func < (a: RelativePath, b: RelativePath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  /// As the system takes it: with `folder` before it, and a 0 at its end.
  fileprivate func terminated(in folder: String) -> [CChar] {
    let separator = bytes.isEmpty ? [] : [UInt8(ascii: "/")]
    return (Array(folder.utf8) + separator + bytes + [0]).map(CChar.init(bitPattern:))
  }
}

/// The ordinary files below a folder, as paths relative to it, sorted by their bytes. Names that
/// begin with a dot are left out, and so is what lies behind a link to a folder.
public func filesBelow(_ folder: String) throws(FileError) -> [RelativePath] {
  var found: [RelativePath] = []
  var waiting = [RelativePath(bytes: [])]
  while let part = waiting.popLast() {
    guard let directory = opendir(part.terminated(in: folder)) else {
      let path = part.bytes.isEmpty ? folder : "\(folder)/\(part.text ?? printable(part.bytes))"
      throw .cannotRead(path: path, code: errno)
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: ".") else { continue }
      let separator = part.bytes.isEmpty ? [] : [UInt8(ascii: "/")]
      let relative = RelativePath(bytes: part.bytes + separator + name)
      let path = relative.terminated(in: folder)
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        waiting.append(relative)
      } else if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        found.append(relative)
      }
    }
  }
  return found.sorted()
}

/// The first bytes of a file below a folder, at most `count`; nil where it cannot be read.
public func firstBytes(of name: RelativePath, in folder: String, _ count: Int) -> [UInt8]? {
  let file = open(name.terminated(in: folder), O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: count)
  let n = read(file, &bytes, count)
  return n < 0 ? nil : Array(bytes.prefix(n))
}
