#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How much memory may be needed beyond the pictures as their files store them.
public struct MemoryBudget: Hashable, Sendable {
  /// Bytes.
  public var beyondPictures: Int

  public init(beyondPictures: Int) { self.beyondPictures = beyondPictures }

  /// 1 GB, which a machine that draws screenshots has to spare.
  public static let standard = MemoryBudget(beyondPictures: 1_000_000_000)

  /// Refuses pictures that need more, before it is taken.
  func check(_ pictures: [PictureMemory]) throws(MemoryError) {
    let needed = pictures.reduce(0) { $0 + $1.whole }
    let beyond = pictures.reduce(0) { $0 + $1.whole - $1.stored }
    guard beyond <= beyondPictures else { throw .overBudget(needed: beyond, self) }
    // Small ones need no look at what the system allows.
    guard needed < 1 << 26 || canAllocate(needed) else { throw .notThere(needed: needed) }
  }
}

/// What a picture takes.
struct PictureMemory {
  /// Bytes of its pixels as its file stores them, uncompressed.
  var stored = 0
  /// Bytes of all that comparing it whole takes.
  var whole = 0

  /// Of a PNG by its header, and none of what is none: reading it tells what is wrong.
  init(_ bytes: UnsafeRawBufferPointer) {
    var lexer = PNGLexer(bytes)
    guard ImageFormat(firstBytes: bytes) == .png,
      let header = try? PNGHeader(bytes, try lexer.next()),
      (try? PixelLimit.standard.check(.png, width: header.width, height: header.height)) != nil
    else { return }
    let pixels = header.width * header.height
    stored = header.rowBytes(width: header.width) * header.height
    whole = pixels * (header.depth == 16 ? 8 : 4)
  }
}

/// Why pictures are not read, though there is nothing wrong with them.
public enum MemoryError: Error, Hashable, Sendable {
  /// Bytes needed beyond the pictures.
  case overBudget(needed: Int, MemoryBudget)
  /// Bytes needed that the system does not give.
  case notThere(needed: Int)
}

extension MemoryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .overBudget(let needed, let budget):
      "expected at most \(megabytes(budget.beyondPictures)) of memory beyond what the files store, "
        + "found that \(megabytes(needed)) are needed"
    case .notThere(let needed):
      "expected \(megabytes(needed)) of memory, found less"
    }
  }

  /// What to try.
  public var advice: String {
    switch self {
    case .overBudget(let needed, _):
      "--memory \((needed + 999_999_999) / 1_000_000_000)GB, or smaller pictures"
    case .notThere: "smaller pictures, or a higher limit (ulimit -v)"
    }
  }

  private func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}

/// Whether the system would give so many bytes now. It is asked for them, and nothing is touched.
public func canAllocate(_ bytes: Int) -> Bool {
  #if canImport(Glibc)
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
  #else
    let flags = MAP_PRIVATE | MAP_ANON
  #endif
  // Not malloc(3) and free(3), a pair that a compiler may leave out.
  let memory = mmap(nil, max(1, bytes), PROT_READ | PROT_WRITE, flags, -1, 0)
  guard let memory, memory != MAP_FAILED else { return false }
  munmap(memory, max(1, bytes))
  return true
}
