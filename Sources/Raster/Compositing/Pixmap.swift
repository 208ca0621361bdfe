/// What is drawn on: premultiplied sRGB-encoded pixels, 8 bits a channel, rows from the top, no
/// padding. Bytes of a pixel in memory: red, green, blue, alpha; r, g, b ≤ a.
public struct Pixmap: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// `width × height × 4` bytes.
  public internal(set) var bytes: [UInt8]

  /// A transparent pixmap. Sizes are ≥ 0.
  public init(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a pixmap's sides are not negative")
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 0, count: width * height * 4)
  }

  public var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: width, y1: height) }

  /// Lends row `y` (0..<height) for reading: `width × 4` bytes.
  public func withRow<R>(_ y: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    precondition(y >= 0 && y < height, "row outside the pixmap")
    return try bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[(y * width * 4)..<((y + 1) * width * 4)]))
    }
  }
}
