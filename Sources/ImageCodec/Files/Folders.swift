#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Makes a folder, and those above it that are missing. One that is there already is fine.
public func createFolder(_ path: String) throws(FileError) {
  var above = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    above += above.isEmpty || above.hasSuffix("/") ? String(part) : "/\(part)"
    if mkdir(above, 0o777) == 0 || errno == EEXIST { continue }
    throw .cannotWrite(path: path, code: errno)
  }
  var status = stat()
  guard stat(path, &status) == 0 else { throw .cannotWrite(path: path, code: errno) }
  guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotWrite(path: path, code: ENOTDIR) }
}
