internal import Threads

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file on its way: written beside the one it will be, under a name that begins with a dot, and
/// renamed when it is whole. `removeUnfinishedFiles` takes it away when a run is interrupted.
final class UnfinishedFile {
  let descriptor: Int32
  private let path: String
  private let name: [CChar]
  private var isOpen = true

  init(for path: String) throws(FileError) {
    let bytes = pathBytes(path)
    let folder = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[...$0] } ?? []
    var template = (folder + Array(".renderaudit.XXXXXX".utf8) + [0])
      .map(CChar.init(bitPattern:))
    self.path = path
    // Made and noted in one step, so that there is none that nobody knows of.
    descriptor = underWay.adding {
      let file = mkstemp(&template)
      return (file, file >= 0 ? template : nil)
    }
    name = template
    guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
  }

  /// Puts it in its place.
  func finish() throws(FileError) {
    // mkstemp makes 0600; a written file has the rights that open(2) with 0666 would give.
    let mask = umask(0)
    umask(mask)
    guard fchmod(descriptor, 0o666 & ~mask) == 0 else {
      throw .cannotWrite(path: path, code: errno)
    }
    isOpen = false
    guard close(descriptor) == 0, rename(name, terminated(path)) == 0 else {
      throw .cannotWrite(path: path, code: errno)
    }
    underWay.forget(name)
  }

  func discard() {
    if isOpen { close(descriptor) }
    unlink(name)
    underWay.forget(name)
  }
}

/// Takes away what is not whole yet, and lets nothing more be begun: for a run that is about to end.
public func removeUnfinishedFiles() { underWay.removeAll() }

private let underWay = UnderWay()

private final class UnderWay: @unchecked Sendable {
  private let monitor = Monitor()
  private var names: Set<[CChar]> = []

  func adding(_ make: () -> (Int32, name: [CChar]?)) -> Int32 {
    monitor.lock()
    defer { monitor.unlock() }
    let (file, name) = make()
    let code = errno
    if let name { names.insert(name) }
    errno = code
    return file
  }

  func forget(_ name: [CChar]) {
    let code = errno
    monitor.lock()
    names.remove(name)
    monitor.unlock()
    errno = code
  }

  /// The lock is kept.
  func removeAll() {
    monitor.lock()
    for name in names { unlink(name) }
  }
}
