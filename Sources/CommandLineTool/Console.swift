#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where results and talk go. Results: `out`; talk, progress and errors: `err`.
public struct Console {
  /// Takes bytes for standard output; false when they could not be written.
  public var out: ([UInt8]) -> Bool
  /// Takes text for standard error.
  public var err: (String) -> Void
  /// Whether standard error is a terminal that progress may be drawn on.
  public var showsProgress: Bool

  public init(
    out: @escaping ([UInt8]) -> Bool, err: @escaping (String) -> Void, showsProgress: Bool
  ) {
    self.out = out
    self.err = err
    self.showsProgress = showsProgress
  }

  /// The process's own streams.
  public static var standard: Console {
    let plain = getenv("NO_COLOR") != nil || getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false
    return Console(
      out: { writeAll($0, to: STDOUT_FILENO) },
      err: { _ = writeAll(Array($0.utf8), to: STDERR_FILENO) },
      showsProgress: !plain && isatty(STDERR_FILENO) == 1)
  }
}

/// Writes all bytes, however many calls it takes; false on an error.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count {
      let n = write(descriptor, buffer.baseAddress! + done, buffer.count - done)
      if n < 0 {
        if errno == EINTR { continue }
        return false
      }
      done += n
    }
    return true
  }
}
