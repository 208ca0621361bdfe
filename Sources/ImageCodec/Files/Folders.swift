#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Makes a folder, and those above it that are missing. One that is there already is fine.
public func createFolder(_ path: String) throws(FileError) {
  let bytes = pathBytes(path)
  let slash = UInt8(ascii: "/")
  for end in bytes.indices where bytes[end] == slash || end == bytes.count - 1 {
    let above = bytes[...end]
    if above == [slash] { continue }
    if mkdir((above + [0]).map(CChar.init(bitPattern:)), 0o777) == 0 || errno == EEXIST { continue }
    // What is there already may stand on a file system that is read only.
    var status = stat()
    let code = errno
    if stat((above + [0]).map(CChar.init(bitPattern:)), &status) == 0 { continue }
    throw .cannotWrite(path: path, code: code)
  }
  var status = stat()
  guard stat(terminated(path), &status) == 0 else { throw .cannotWrite(path: path, code: errno) }
  guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotWrite(path: path, code: ENOTDIR) }
}

/// Takes a file away; one that is not there is fine.
public func removeFile(_ path: String) throws(FileError) {
  guard unlink(terminated(path)) != 0, errno != ENOENT, errno != ENOTDIR else { return }
  throw .cannotWrite(path: path, code: errno)
}
