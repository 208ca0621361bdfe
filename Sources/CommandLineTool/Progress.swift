internal import ImageCodec

/// One line on a terminal that says what is going on; nothing elsewhere.
struct Progress {
  private let console: Console

  init(_ console: Console) { self.console = console }

  /// Replaces what was said before.
  func say(_ text: String) {
    if console.showsProgress { console.err("\r\u{1B}[K\(printable(text)) …") }
  }

  /// Clears the line.
  func finish() {
    if console.showsProgress { console.err("\r\u{1B}[K") }
  }
}
