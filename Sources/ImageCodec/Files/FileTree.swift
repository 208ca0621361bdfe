#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whether a path names a folder; false where there is nothing.
public func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(terminated(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Whether there is anything at a path, a link that leads nowhere included.
public func isThere(_ path: String) -> Bool {
  var status = stat()
  return path == "-" || lstat(terminated(path), &status) == 0
}

/// A file's path below a folder, byte for byte: two spellings of é are two names, and bytes that are no
/// text are a name too.
public struct RelativePath: Hashable, Comparable, Sendable {
  /// UTF-8 as a rule, without a 0.
  public var bytes: [UInt8]
  /// As `pathText` writes it: the name itself where that is UTF-8.
  public var text: String { pathText(bytes) }

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public static func < (a: RelativePath, b: RelativePath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  /// As the system takes it: with `folder` before it, and a 0 at its end.
  fileprivate func terminated(in folder: String) -> [CChar] {
    let separator = bytes.isEmpty ? [] : [UInt8(ascii: "/")]
    return (pathBytes(folder) + separator + bytes + [0]).map(CChar.init(bitPattern:))
  }
}

/// What lies below a folder.
public struct FolderContents: Sendable {
  /// Why something is no file to be read.
  public enum Oddity: String, Sendable {
    case pipe, socket, device
    case danglingLink = "a link that leads nowhere"
    case linkedFolder = "a link to a folder"

    /// With its article.
    public var words: String {
      switch self {
      case .pipe, .socket, .device: "a \(rawValue)"
      case .danglingLink, .linkedFolder: rawValue
      }
    }
  }

  /// Regular files, and links to such, sorted by their bytes.
  public var files: [RelativePath] = []
  /// What was left out, sorted by its bytes.
  public var leftOut: [(path: RelativePath, oddity: Oddity)] = []
}

/// The files below a folder, as paths relative to it. Names that begin with a dot are left out
/// without a word; pipes, sockets, devices, links that lead nowhere and links to folders are left
/// out and listed.
public func contents(of folder: String) throws(FileError) -> FolderContents {
  var found = FolderContents()
  var waiting = [RelativePath(bytes: [])]
  while let part = waiting.popLast() {
    guard let directory = opendir(part.terminated(in: folder)) else {
      let path = part.bytes.isEmpty ? folder : "\(folder)/\(part.text)"
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
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      if isLink, stat(path, &status) != 0 {
        found.leftOut.append((relative, .danglingLink))
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: found.files.append(relative)
      case S_IFDIR where isLink: found.leftOut.append((relative, .linkedFolder))
      case S_IFDIR: waiting.append(relative)
      case S_IFIFO: found.leftOut.append((relative, .pipe))
      case S_IFSOCK: found.leftOut.append((relative, .socket))
      default: found.leftOut.append((relative, .device))
      }
    }
  }
  found.files.sort()
  found.leftOut.sort { $0.path < $1.path }
  return found
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
