internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Two pictures, read as far as it took to know how they differ.
public enum ImagePair {
  /// The files are the same, byte for byte. A PNG's chunks, checksums and plausible size were
  /// checked, its pixels were not inflated.
  case sameBytes(width: Int, height: Int, ColourDescription)
  /// Both are PNGs of one size and one colour space: compared as they were inflated.
  case compared(PairComparison)
  /// Anything else, for the caller to compare.
  case decoded(DecodedImage, DecodedImage)
}

/// How a pair is read.
public struct PairReading: Hashable, Sendable {
  public var limit: PixelLimit
  /// 1 or 2; what is found does not depend on it.
  public var threads: Int
  /// Whether parts around differences are kept for a closer look, or only counted.
  public var keepsCrops: Bool
  /// Whether pixels of both are wanted whole, so that nothing is compared on the way.
  public var wantsWholePictures: Bool

  public init(
    limit: PixelLimit = .standard, threads: Int = 2, keepsCrops: Bool = true,
    wantsWholePictures: Bool = false
  ) {
    self.limit = limit
    self.threads = threads
    self.keepsCrops = keepsCrops
    self.wantsWholePictures = wantsWholePictures
  }
}

/// Reads and compares two files. `-` is standard input, for one of them.
public func readPair(
  _ first: String, _ second: String, _ reading: PairReading = PairReading()
) throws(PairError) -> ImagePair {
  try readPair(try contents(first, .first), try contents(second, .second), reading)
}

/// Reads and compares two files' bytes.
public func readPair(
  _ first: [UInt8], _ second: [UInt8], _ reading: PairReading = PairReading()
) throws(PairError) -> ImagePair {
  var (a, b) = (first, second)
  let result = a.withUnsafeMutableBytes { a in
    b.withUnsafeMutableBytes { b in
      Result { () throws(PairError) in try readPair(a, b, reading) }
    }
  }
  return try result.get()
}

private func contents(_ path: String, _ side: PairSide) throws(PairError) -> [UInt8] {
  do { return try readFile(path) } catch { throw .file(side, error) }
}

/// The bytes are of no other use afterwards.
private func readPair(
  _ a: UnsafeMutableRawBufferPointer, _ b: UnsafeMutableRawBufferPointer, _ reading: PairReading
) throws(PairError) -> ImagePair {
  let (first, second) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
  guard !reading.wantsWholePictures, ImageFormat(firstBytes: first) == .png,
    ImageFormat(firstBytes: second) == .png
  else { return try decodeBoth(first, second, reading) }

  let one = try check(.first) { () throws(ImageError) in try PNGFile(first, limit: reading.limit) }
  if a.count == b.count, memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0 {
    try check(.first) { () throws(ImageError) in try one.checkPlausible() }
    return .sameBytes(width: one.header.width, height: one.header.height, one.colour)
  }
  let other = try check(.second) { () throws(ImageError) in
    try PNGFile(second, limit: reading.limit)
  }
  guard one.canStream(with: other) else { return try decodeBoth(first, second, reading) }
  let pictures = try (
    check(.first) { () throws(ImageError) in try picture(.first, one, a) },
    check(.second) { () throws(ImageError) in try picture(.second, other, b) }
  )
  let run = PairRun(pictures.0, pictures.1, keepsTiles: reading.keepsCrops)
  let found = try run.run(threads: reading.threads)
  return .compared(
    PairComparison(
      width: one.header.width, height: one.header.height,
      differingPixels: found.differingPixels, bounds: found.bounds, colour: one.colour,
      crops: PairCrops(tiles: found.tiles)))
}

private func picture(
  _ side: PairSide, _ file: PNGFile, _ bytes: UnsafeMutableRawBufferPointer
) throws(ImageError) -> PairPicture {
  try file.checkPlausible()
  let pixels = CompressedPixels(file, compacting: bytes)
  return PairPicture(side, try PNGStream(file, pixels, rows: TileStore.side))
}

private func check<R>(
  _ side: PairSide, _ body: () throws(ImageError) -> R
) throws(PairError) -> R {
  do { return try body() } catch { throw .image(side, error) }
}

/// Reads both, each on a thread of its own.
private func decodeBoth(
  _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ reading: PairReading
) throws(PairError) -> ImagePair {
  let results = DecodedPair(a, b)
  if reading.threads > 1 {
    onThreads(2) { results.decode($0 == 0 ? .first : .second, limit: reading.limit) }
  } else {
    results.decode(.first, limit: reading.limit)
    results.decode(.second, limit: reading.limit)
  }
  return .decoded(
    try check(.first) { () throws(ImageError) in try results.first!.get() },
    try check(.second) { () throws(ImageError) in try results.second!.get() })
}

/// Each side is written by one thread only.
private final class DecodedPair: @unchecked Sendable {
  private let bytes: (UnsafeRawBufferPointer, UnsafeRawBufferPointer)
  private(set) var first: Result<DecodedImage, ImageError>?
  private(set) var second: Result<DecodedImage, ImageError>?

  init(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) {
    bytes = (first, second)
  }

  func decode(_ side: PairSide, limit: PixelLimit) {
    switch side {
    case .first:
      first = Result { () throws(ImageError) in try ImageCodec.decode(bytes.0, limit: limit) }
    case .second:
      second = Result { () throws(ImageError) in try ImageCodec.decode(bytes.1, limit: limit) }
    }
  }
}

extension PNGFile {
  /// Whether rows of both can be compared as they come: one size, one colour space, rows in order,
  /// and bands of 64 rows that are not too large to be held.
  func canStream(with other: PNGFile) -> Bool {
    header.width == other.header.width && header.height == other.header.height
      && !header.isInterlaced && !other.header.isInterlaced
      && animation == nil && other.animation == nil
      && colour.means(other.colour)
      && max(header.rowBytes(width: header.width), other.header.rowBytes(width: header.width))
        <= 1 << 18
  }
}

extension ColourDescription {
  /// Whether equal numbers under both are equal colours for certain.
  func means(_ other: ColourDescription) -> Bool {
    switch (self, other) {
    case (.assumedSRGB, .sRGB), (.sRGB, .assumedSRGB): true
    default: self == other
    }
  }
}
