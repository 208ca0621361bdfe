/// A picture as files hold it: straight alpha, sRGB-encoded (or as its owner says), rows from the
/// top, no padding; 8 or 16 bits a channel, red, green, blue, alpha.
public struct RGBAImage: Hashable, Sendable {
  public enum Samples: Hashable, Sendable {
    case eight([UInt8])
    case sixteen([UInt16])
  }

  public let width: Int
  public let height: Int
  /// `width × height × 4` samples.
  public var samples: Samples

  public init(width: Int, height: Int, samples: Samples) {
    let count =
      switch samples {
      case .eight(let s): s.count
      case .sixteen(let s): s.count
      }
    precondition(count == width * height * 4, "four samples a pixel")
    self.width = width
    self.height = height
    self.samples = samples
  }

  public var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: width, y1: height) }
}

extension Pixmap {
  /// The same picture with straight alpha: c' = round(c × 255 / a), and 0 where a = 0.
  public func straightened() -> RGBAImage {
    var out = bytes
    out.withUnsafeMutableBufferPointer { p in
      for i in stride(from: 0, to: p.count, by: 4) {
        let a = Int(p[i + 3])
        if a == 255 { continue }
        if a == 0 {
          (p[i], p[i + 1], p[i + 2]) = (0, 0, 0)
          continue
        }
        for c in i..<(i + 3) { p[c] = UInt8(min(255, (Int(p[c]) * 255 + a / 2) / a)) }
      }
    }
    return RGBAImage(width: width, height: height, samples: .eight(out))
  }
}
