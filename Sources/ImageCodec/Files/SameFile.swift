#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whether two paths name one file or folder, whatever links lead there; also one that is yet to be
/// written. `-` as the first is what standard input reads.
public func isSameFile(_ input: String, _ output: String) -> Bool {
  if let a = FileIdentity(input), a == FileIdentity(output) { return true }
  guard input != "-", let a = resolved(input) else { return false }
  return a == resolved(output)
}

/// Whether a path, of something that is there or not yet, is a folder or lies below it.
public func isInside(_ path: String, _ folder: String) -> Bool {
  guard let identity = FileIdentity(folder), let whole = resolved(path) else { return false }
  var above = whole[...]
  while let first = above.first {
    if FileIdentity(String(decoding: above, as: UTF8.self)) == identity { return true }
    let slash = above.lastIndex(of: slashByte) ?? 0
    above = slash > 0 ? above[..<slash] : above.count > 1 && first == slashByte ? above[..<1] : []
  }
  return false
}

/// What is one file on one machine.
private struct FileIdentity: Equatable {
  var device: dev_t
  var inode: ino_t

  init?(_ path: String) {
    var status = stat()
    guard (path == "-" ? fstat(0, &status) : stat(path, &status)) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

private let slashByte = UInt8(ascii: "/")

/// An absolute path without links, as bytes: names need not be text. Of what is not there yet, the
/// part that is there is resolved.
private func resolved(_ path: String) -> [UInt8]? {
  if let found = realpath(path, nil) {
    defer { free(found) }
    return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
  }
  var parts = path.split(separator: "/", omittingEmptySubsequences: true)
  guard let name = parts.popLast() else { return nil }
  let above = (path.hasPrefix("/") ? "/" : "./") + parts.joined(separator: "/")
  guard above != path, let folder = resolved(above) else { return nil }
  return (folder == [slashByte] ? [] : folder) + [slashByte] + Array(name.utf8)
}
