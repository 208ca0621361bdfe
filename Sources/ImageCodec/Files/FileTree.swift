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

/// The ordinary files below a folder, as paths relative to it, sorted by their bytes. Names that
/// begin with a dot are left out, and so is what lies behind a link to a folder.
public func filesBelow(_ folder: String) throws(FileError) -> [String] {
  var found: [String] = []
  var waiting = [""]
  while let part = waiting.popLast() {
    let path = part.isEmpty ? folder : "\(folder)/\(part)"
    guard let directory = opendir(path) else { throw .cannotRead(path: path, code: errno) }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let relative = part.isEmpty ? name : "\(part)/\(name)"
      var status = stat()
      guard lstat("\(folder)/\(relative)", &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        waiting.append(relative)
      } else if stat("\(folder)/\(relative)", &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        found.append(relative)
      }
    }
  }
  return found.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
}

/// The first bytes of a file, at most `count`; nil where it cannot be read.
public func firstBytes(of path: String, _ count: Int) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: count)
  let n = read(file, &bytes, count)
  return n < 0 ? nil : Array(bytes.prefix(n))
}
