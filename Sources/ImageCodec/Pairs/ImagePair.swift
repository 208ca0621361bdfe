internal import Raster
internal import Threads

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Two pictures, read as far as it took to know how they differ.
public enum ImagePair {
  /// The files are the same, byte for byte, and a PNG that can be read: its pixels were inflated once,
  /// and neither reconstructed nor compared.
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
  /// What whole pictures may take beyond what their files store.
  public var memory = MemoryBudget.standard
  /// Bytes of rows that may be put aside while nothing differs, or four bands if that is more.
  /// Little, to stay in the cache: fresh memory costs as much as the work, and catching up is cheap,
  /// as it begins at the last row that needs none above it.
  var asideBytes = 2 << 20

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
  if let size = regularFileSize(first), let other = regularFileSize(second), size != other {
    let (a, b) = onBothSides(threads: reading.threads) { side in
      Result { () throws(PairError) in try contents(side == .first ? first : second, side) }
    }
    return try readPair(try a.get(), try b.get(), reading)
  }
  let a = try contents(first, .first)
  if a.isComparedInParts(reading), a.isSame(asFile: second) { return try same(a, reading) }
  return try readPair(a, try contents(second, .second), reading)
}

/// Reads and compares two files' bytes.
public func readPair(
  _ first: [UInt8], _ second: [UInt8], _ reading: PairReading = PairReading()
) throws(PairError) -> ImagePair {
  try readPair(FileBytes(copying: first), FileBytes(copying: second), reading)
}

private func contents(_ path: String, _ side: PairSide) throws(PairError) -> FileBytes {
  do { return try FileBytes(reading: path) } catch { throw .file(side, error) }
}

private func readPair(
  _ a: FileBytes, _ b: FileBytes, _ reading: PairReading
) throws(PairError) -> ImagePair {
  guard a.isComparedInParts(reading), b.isComparedInParts(reading) else {
    return try decodeBoth(a.bytes, b.bytes, reading)
  }
  if a.bytes.count == b.bytes.count,
    memcmp(a.bytes.baseAddress!, b.bytes.baseAddress!, a.bytes.count) == 0
  {
    return try same(a, reading)
  }
  let limit = reading.limit
  let one = try check(.first) { () throws(ImageError) in try PNGFile(a.bytes, limit: limit) }
  let other = try check(.second) { () throws(ImageError) in try PNGFile(b.bytes, limit: limit) }
  guard one.canStream(with: other) else { return try decodeBoth(a.bytes, b.bytes, reading) }
  let first = try check(.first) { () throws(ImageError) in try picture(.first, one, a) }
  let second = try check(.second) { () throws(ImageError) in try picture(.second, other, b) }
  if reading.keepsCrops { try checkMemory(for: (first, second), reading) }
  let found = try PairRun(
    first, second, keepsTiles: reading.keepsCrops, asideBytes: reading.asideBytes
  ).run(threads: reading.threads)
  return .compared(
    PairComparison(
      width: one.header.width, height: one.header.height,
      differingPixels: found.differingPixels, bounds: found.bounds,
      colours: (one.colour, other.colour),
      crops: PairCrops(tiles: found.tiles), pictures: (first, second), threads: reading.threads))
}

private func checkMemory(
  for files: [UnsafeRawBufferPointer], _ budget: MemoryBudget
) throws(PairError) {
  do { try budget.check(files.map(PictureMemory.init)) } catch { throw .memory(error) }
}

/// Parts around differences are kept as four bytes a pixel or eight. Where all of both pictures could be
/// more than the budget, the differences are counted first, which takes next to no memory.
private func checkMemory(
  for pictures: (PairPicture, PairPicture), _ reading: PairReading
) throws(PairError) {
  let (a, b) = (pictures.0.header, pictures.1.header)
  func beyond(_ pixels: Int) -> Int {
    let sample = max(a.depth, b.depth) == 16 ? 8 : 4
    return [a, b].reduce(0) { $0 + pixels * max(0, sample * 8 - $1.bitsPerPixel) / 8 }
  }
  let budget = reading.memory.beyondPictures
  guard beyond(a.width * a.height) > budget else { return }
  func again(_ side: PairSide, _ picture: PairPicture) throws(PairError) -> PairPicture {
    try check(side) { () throws(ImageError) in
      PairPicture(side, try picture.stream.fromTheStart())
    }
  }
  let found = try PairRun(
    again(.first, pictures.0), again(.second, pictures.1), keepsTiles: false,
    asideBytes: reading.asideBytes
  ).run(threads: reading.threads)
  guard found.differingPixels > 0 else { return }
  // Of tiles, those within 64 px: at most four by four of them around a pixel.
  let reach = 4 * TileStore.side
  let near = (found.bounds.width + reach) * (found.bounds.height + reach)
  let most = min(near, found.differingPixels * reach * reach, a.width * a.height)
  let needed = beyond(most)
  guard needed <= budget else {
    throw .memory(.overBudget(needed: needed, reading.memory))
  }
}

extension FileBytes {
  /// A PNG that need not be decoded whole.
  fileprivate func isComparedInParts(_ reading: PairReading) -> Bool {
    !reading.wantsWholePictures && ImageFormat(firstBytes: bytes) == .png
  }
}

/// Two files of the same bytes: one of them is checked.
private func same(_ file: FileBytes, _ reading: PairReading) throws(PairError) -> ImagePair {
  try check(.first) { () throws(ImageError) in
    let png = try PNGFile(file.bytes, limit: reading.limit)
    if png.animation == nil {
      try png.checkPixels(file)
    } else {
      _ = try decodePNG(file.bytes, limit: reading.limit)
    }
    let (width, height) = (png.header.width, png.header.height)
    return png.orientation.swapsSides
      ? .sameBytes(width: height, height: width, png.colour)
      : .sameBytes(width: width, height: height, png.colour)
  }
}

private func picture(
  _ side: PairSide, _ file: PNGFile, _ bytes: FileBytes
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

private func decodeBoth(
  _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ reading: PairReading
) throws(PairError) -> ImagePair {
  try checkMemory(for: [a, b], reading.memory)
  let (first, second) = onBothSides(threads: reading.threads) { side in
    Result { () throws(ImageError) in
      try decode(side == .first ? a : b, limit: reading.limit)
    }
  }
  return .decoded(
    try check(.first) { () throws(ImageError) in try first.get() },
    try check(.second) { () throws(ImageError) in try second.get() })
}

/// Does the same for either side, each on a thread of its own where there are two.
func onBothSides<R>(threads: Int, _ body: (PairSide) -> R) -> (R, R) {
  guard threads > 1 else { return (body(.first), body(.second)) }
  return withoutActuallyEscaping(body) { body in
    let work = BothSides(body)
    onThreads(2) { work.perform($0 == 0 ? .first : .second) }
    return (work.first!, work.second!)
  }
}

/// Each result is written by one thread only.
private final class BothSides<R>: @unchecked Sendable {
  private let body: (PairSide) -> R
  private(set) var first: R?
  private(set) var second: R?

  init(_ body: @escaping (PairSide) -> R) { self.body = body }

  func perform(_ side: PairSide) {
    let result = body(side)
    if side == .first { first = result } else { second = result }
  }
}

extension PNGFile {
  /// Whether rows of both can be compared as they come: one size, one colour space, rows in order,
  /// and bands of 64 rows that are not too large to be held.
  func canStream(with other: PNGFile) -> Bool {
    header.width == other.header.width && header.height == other.header.height
      && !header.isInterlaced && !other.header.isInterlaced
      && animation == nil && other.animation == nil
      && orientation == .asStored && other.orientation == .asStored
      && colour.means(other.colour)
      && max(header.rowBytes(width: header.width), other.header.rowBytes(width: header.width))
        <= 1 << 18
  }
}

extension ColourDescription {
  /// Whether equal numbers under both are equal colours for certain.
  func means(_ other: ColourDescription) -> Bool {
    self == other || isSRGB && other.isSRGB
  }
}
