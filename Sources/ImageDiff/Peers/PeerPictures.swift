public import Raster

/// Why another tool's metric cannot be applied to two pictures.
public enum PeerError: Error, Equatable, Sendable {
  /// Sizes in device px. The metric is defined for pictures of one size only.
  case sizesDiffer(width: Int, height: Int, otherWidth: Int, otherHeight: Int)
  /// A side is shorter than the metric's window; all in device px.
  case smallerThanWindow(width: Int, height: Int, window: Int)
  /// An option lies outside its range, which is closed.
  case outOfRange(option: String, value: Double, lowest: Double, highest: Double)
}

extension PeerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sizesDiffer(let width, let height, let otherWidth, let otherHeight):
      "expected two pictures of one size, found \(width)×\(height) px"
        + " and \(otherWidth)×\(otherHeight) px"
    case .smallerThanWindow(let width, let height, let window):
      "expected at least \(window)×\(window) px for the metric's window,"
        + " found \(width)×\(height) px"
    case .outOfRange(let option, let value, let lowest, let highest):
      "expected \(option) in \(lowest)…\(highest), found \(value)"
    }
  }
}

/// What a counting metric of another tool answers.
public struct PeerCount: Hashable, Sendable {
  /// Pixels that the tool calls different.
  public var differing: Int
  /// Pixels above the threshold that the tool takes for antialiasing, not part of `differing`.
  public var antialiased: Int
  /// Pixels the tool divides by for its percentage.
  public var total: Int
  /// The smallest rectangle around the differing pixels; nil where there are none.
  public var bounds: PixelRect?

  /// 100 × differing / total, and 0 for an empty picture.
  public var percent: Double { total == 0 ? 0 : 100 * Double(differing) / Double(total) }

  init(total: Int) {
    differing = 0
    antialiased = 0
    self.total = total
  }

  mutating func addDiffering(x: Int, y: Int) {
    differing += 1
    let pixel = PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
    bounds = bounds?.union(pixel) ?? pixel
  }
}

/// How a tool that knows only 8 bits reads a 16-bit sample v.
enum SampleNarrowing {
  /// floor(v × 255 / 65535 + 0.5), as pngjs does.
  case rounded
  /// v / 256 without the rest, as libspng and libvips do.
  case highByte

  func callAsFunction(_ v: UInt16) -> UInt8 {
    switch self {
    case .rounded:
      let doubled: Int = Int(v) * 510 + 65535
      return UInt8(doubled / 131_070)
    case .highByte: return UInt8(v >> 8)
    }
  }
}

/// A picture lent as plain bytes: straight RGBA, 8 bits, row-major, no padding.
struct PeerPicture {
  let bytes: UnsafePointer<UInt8>
  let width: Int
  let height: Int

  /// The four bytes of pixel `i` in memory order: good for equality, not for arithmetic.
  @inline(__always) func word(_ i: Int) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
  }

  @inline(__always) func channel(_ c: Int, of i: Int) -> Int { Int(bytes[i * 4 + c]) }
}

/// Lends both pictures' bytes to `body`, narrowed where a picture has 16 bits.
func withPeerPictures<Result>(
  _ a: RGBAImage, _ b: RGBAImage, narrowing: SampleNarrowing,
  _ body: (PeerPicture, PeerPicture) -> Result
) -> Result {
  withPeerPicture(a, narrowing) { pa in withPeerPicture(b, narrowing) { pb in body(pa, pb) } }
}

private func withPeerPicture<Result>(
  _ image: RGBAImage, _ narrowing: SampleNarrowing, _ body: (PeerPicture) -> Result
) -> Result {
  let bytes: [UInt8] =
    switch image.samples {
    case .eight(let s): s
    case .sixteen(let s): s.map { narrowing($0) }
    }
  // An empty array may have no base address; a picture without pixels is never read.
  let nothing: UInt8 = 0
  return withUnsafePointer(to: nothing) { fallback in
    bytes.withUnsafeBufferPointer {
      body(
        PeerPicture(
          bytes: $0.baseAddress ?? fallback, width: image.width, height: image.height))
    }
  }
}

func requireOneSize(_ a: RGBAImage, _ b: RGBAImage) throws(PeerError) {
  guard a.width == b.width, a.height == b.height else {
    throw .sizesDiffer(
      width: a.width, height: a.height, otherWidth: b.width, otherHeight: b.height)
  }
}

func require(_ value: Double, _ option: String, in range: ClosedRange<Double>) throws(PeerError) {
  guard range.contains(value) else {
    throw .outOfRange(
      option: option, value: value, lowest: range.lowerBound, highest: range.upperBound)
  }
}
