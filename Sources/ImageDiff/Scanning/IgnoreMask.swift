/// Pixels of the reference that do not count, one by one.
public struct IgnoreMask: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Row-major; true where a pixel is ignored.
  public let bits: [Bool]

  /// - Precondition: `bits` holds `width` × `height` values.
  public init(width: Int, height: Int, bits: [Bool]) {
    precondition(bits.count == width * height, "one bit a pixel")
    self.width = width
    self.height = height
    self.bits = bits
  }
}
