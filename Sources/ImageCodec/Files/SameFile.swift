#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whether two paths name one file or folder, whatever links lead there; also one that is yet to be
/// written. `-` as the first is what standard input reads, as the second what standard output writes,
/// where that is a file.
public func isSameFile(_ input: String, _ output: String) -> Bool {
  if let a = FileIdentity(input, standard: 0), a == FileIdentity(output, standard: 1) {
    return true
  }
  guard input != "-", output != "-", let a = resolved(pathBytes(input)) else { return false }
  return a == resolved(pathBytes(output))
}

/// Whether a path, of something that is there or not yet, is a folder or lies below it.
public func isInside(_ path: String, _ folder: String) -> Bool {
  guard let identity = FileIdentity(pathBytes(folder)), let whole = resolved(pathBytes(path)) else {
    return false
  }
  var above = whole[...]
  while let first = above.first {
    if FileIdentity(Array(above)) == identity { return true }
    let slash = above.lastIndex(of: slashByte) ?? 0
    above = slash > 0 ? above[..<slash] : above.count > 1 && first == slashByte ? above[..<1] : []
  }
  return false
}

/// What is one file on one machine.
private struct FileIdentity: Equatable {
  var device: dev_t
  var inode: ino_t

  /// - Parameter standard: The descriptor that `-` stands for. Only a regular file is the same
  ///   behind two descriptors: a terminal is read and written.
  init?(_ path: String, standard: Int32) {
    var status = stat()
    if path == "-" {
      guard fstat(standard, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    } else {
      guard stat(terminated(path), &status) == 0 else { return nil }
    }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  init?(_ path: [UInt8]) {
    var status = stat()
    guard stat((path + [0]).map(CChar.init(bitPattern:)), &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

private let slashByte = UInt8(ascii: "/")

/// An absolute path without links, as bytes: names need not be text. Of what is not there yet, the
/// part that is there is resolved.
private func resolved(_ path: [UInt8]) -> [UInt8]? {
  if let found = realpath((path + [0]).map(CChar.init(bitPattern:)), nil) {
    defer { free(found) }
    return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
  }
  var parts = path.split(separator: slashByte)
  guard let name = parts.popLast() else { return nil }
  let above =
    (path.first == slashByte ? [slashByte] : Array("./".utf8))
    + parts.joined(separator: [slashByte])
  guard above != path, let folder = resolved(above) else { return nil }
  return (folder == [slashByte] ? [] : folder) + [slashByte] + name
}
