public import Raster

/// What writes pictures as the files were written, to know what that alone makes of them.
///
/// Where one of two pictures comes from a lossy file, and the other put through the same codec gives it
/// to the byte, nothing but the codec differs; where it gives most of it, what is left is a change.
public struct Recoding: Sendable {
  public typealias Coder = @Sendable (RGBAImage) -> RGBAImage?

  /// Writes and reads a picture as the first picture's file does; nil where that is not lossy.
  public var first: Coder?
  public var second: Coder?
  /// The same with a JPEG of these steps.
  public var jpeg: (@Sendable (RGBAImage, BlockRounding) -> RGBAImage?)?
  /// The codec of the lossy file.
  public var codec: Compression.Codec

  public init(
    first: Coder? = nil, second: Coder? = nil,
    jpeg: (@Sendable (RGBAImage, BlockRounding) -> RGBAImage?)? = nil,
    codec: Compression.Codec = .jpeg
  ) {
    self.first = first
    self.second = second
    self.jpeg = jpeg
    self.codec = codec
  }

  /// Of two lossy files none is the source of the other.
  var isKnown: Bool { (first != nil) != (second != nil) }

  var exchanged: Recoding {
    var result = self
    (result.first, result.second) = (second, first)
    return result
  }
}

extension Picture {
  /// A copy; nil unless it has 8 bits a sample.
  func copied() -> RGBAImage? {
    guard bytesPerSample == 1 else { return nil }
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 4)
    for y in 0..<height {
      samples += UnsafeRawBufferPointer(start: row(y), count: width * 4)
    }
    return RGBAImage(width: width, height: height, samples: .eight(samples))
  }

  /// Pixels that are not the same, of two of one size.
  func differing(from other: Picture) -> Int {
    var count = 0
    for y in 0..<height {
      let (p, q) = (pixels8(y), other.pixels8(y))
      for x in 0..<width where p[x] != q[x] { count += 1 }
    }
    return count
  }
}
