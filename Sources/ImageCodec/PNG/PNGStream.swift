internal import CCodecs

/// The filtered rows of a PNG, inflated a band at a time.
///
/// Not for two threads at once; one after the other is fine.
final class PNGStream {
  /// Some rows of one pass.
  struct Band {
    var pass: PNGPass
    /// The first row, in the pass.
    var y: Int
    var rows: Int
    /// Bytes of a row without its filter byte.
    var rowBytes: Int

    var byteCount: Int { rows * (rowBytes + 1) }
  }

  let file: PNGFile
  let bands: [Band]
  private let inflater: OpaquePointer
  private let compressed: CompressedPixels
  private var next = 0

  /// - Parameter rows: Rows of a band at the most.
  convenience init(
    _ file: PNGFile, _ compressed: CompressedPixels, rows: Int
  ) throws(ImageError) {
    let bands = PNGPass.all(file.header).flatMap { pass in
      stride(from: 0, to: pass.height, by: rows).map { y in
        Band(
          pass: pass, y: y, rows: min(rows, pass.height - y),
          rowBytes: file.header.rowBytes(width: pass.width))
      }
    }
    try self.init(file, compressed, bands)
  }

  private init(
    _ file: PNGFile, _ compressed: CompressedPixels, _ bands: [Band]
  ) throws(ImageError) {
    try file.checkPlausible()
    guard let inflater = ra_inflater_create() else { throw .outOfMemory(bytes: 1 << 14) }
    self.file = file
    self.compressed = compressed
    self.inflater = inflater
    self.bands = bands
    try check(ra_inflater_start(inflater, compressed.base, compressed.count))
  }

  deinit { ra_inflater_destroy(inflater) }

  /// Inflates the next band of `bands`. The buffer of the one before must still be as it was.
  /// After the last one, the stream's end and its checksum are checked.
  func inflate(into buffer: BandBuffer) throws(ImageError) {
    try check(ra_inflater_next(inflater, buffer.rows, bands[next].byteCount))
    next += 1
    if next == bands.count { try check(ra_inflater_finish(inflater)) }
  }

  /// The same file, at its first band.
  func fromTheStart() throws(ImageError) -> PNGStream { try PNGStream(file, compressed, bands) }

  private func check(_ status: Int32) throws(ImageError) {
    switch Int(status) {
    case RA_INFLATE_OK: return
    case RA_INFLATE_SHORT: throw .missing(.png, part: "pixels for every row in IDAT")
    default: throw .damaged(.png, part: "pixels in IDAT")
    }
  }
}

/// Room for the filtered rows of one band, with what the inflater wants around them.
final class BandBuffer {
  private let memory: UnsafeMutablePointer<UInt8>
  /// The first row's filter byte.
  let rows: UnsafeMutablePointer<UInt8>

  init(byteCount: Int) {
    let before = RA_INFLATE_WINDOW + RA_INFLATE_SLACK
    memory = .allocate(capacity: before + byteCount + RA_INFLATE_SLACK)
    rows = memory + before
  }

  deinit { memory.deallocate() }
}

/// Reconstructed rows of a band and the one above them, padded as `ra_png_unfilter` wants.
final class RawRows {
  private let memory: UnsafeMutablePointer<UInt8>
  let stride: Int
  private let first: UnsafeMutablePointer<UInt8>

  init(rowBytes: Int, rows: Int) {
    stride = (rowBytes + 2 * RA_ROW_PAD + 63) & ~63
    memory = .allocate(capacity: stride * (rows + 1) + RA_ROW_PAD)
    first = memory + RA_ROW_PAD + stride
    for y in -1..<rows { row(y).advanced(by: -RA_ROW_PAD).update(repeating: 0, count: RA_ROW_PAD) }
  }

  deinit { memory.deallocate() }

  /// Row −1 is the one above the band.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { first + y * stride }

  /// Takes the row above from elsewhere; nil is the zeros above a picture.
  func setAbove(_ above: UnsafePointer<UInt8>?, rowBytes: Int) {
    if let above {
      row(-1).update(from: above, count: rowBytes)
    } else {
      row(-1).update(repeating: 0, count: rowBytes)
    }
  }

  /// From row `start` on, whose filter must not look upwards unless the row above it is there.
  func unfilter(
    _ band: PNGStream.Band, _ filtered: BandBuffer, from start: Int = 0, header: PNGHeader
  ) throws(ImageError) {
    let source = filtered.rows + start * (band.rowBytes + 1)
    let bad = ra_png_unfilter(
      source, band.rowBytes, band.rows - start, UInt32(header.filterDistance), row(start), stride)
    guard bad == 0 else { throw .badFilter(source[(bad - 1) * (band.rowBytes + 1)]) }
  }
}

extension ImageError {
  static func badFilter(_ byte: UInt8) -> ImageError {
    .invalid(.png, part: "filter of a row", expected: "0…4", found: Int(byte))
  }
}

/// A PNG's compressed pixels in one piece: the file's own bytes where there is one IDAT, else
/// copied together.
final class CompressedPixels {
  let base: UnsafePointer<UInt8>
  let count: Int
  private let copy: UnsafeMutablePointer<UInt8>?
  private let owner: FileBytes?

  /// `bytes` must outlive it.
  init(_ file: PNGFile, in bytes: UnsafeRawBufferPointer) {
    count = file.compressedBytes
    owner = nil
    let source = bytes.bindMemory(to: UInt8.self).baseAddress!
    if file.data.count == 1 {
      copy = nil
      base = source + file.data[0].lowerBound
      return
    }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    Self.join(file.data, of: source, at: copy)
    self.copy = copy
    base = UnsafePointer(copy)
  }

  /// Moves the pieces together inside the file's bytes, which are of no other use then.
  init(_ file: PNGFile, compacting bytes: FileBytes) {
    count = file.compressedBytes
    owner = bytes
    copy = nil
    let source = bytes.mutable.bindMemory(to: UInt8.self).baseAddress!
    let start = source + file.data[0].lowerBound
    Self.join(file.data, of: UnsafePointer(source), at: start)
    base = UnsafePointer(start)
  }

  deinit { copy?.deallocate() }

  private static func join(
    _ pieces: [Range<Int>], of source: UnsafePointer<UInt8>, at out: UnsafeMutablePointer<UInt8>
  ) {
    var offset = 0
    for range in pieces {
      (out + offset).update(from: source + range.lowerBound, count: range.count)
      offset += range.count
    }
  }
}

extension PNGFile {
  /// Finds what reading the pixels would, and throws them away.
  func checkPixels(_ bytes: FileBytes) throws(ImageError) {
    try checkPlausible()
    let stream = try PNGStream(
      self, CompressedPixels(self, compacting: bytes), rows: bandRows(header))
    let largest = stream.bands.map(\.byteCount).max() ?? 0
    var buffers = (BandBuffer(byteCount: largest), BandBuffer(byteCount: largest))
    for band in stream.bands {
      try stream.inflate(into: buffers.0)
      for y in 0..<band.rows {
        let filter = buffers.0.rows[y * (band.rowBytes + 1)]
        guard filter <= 4 else { throw .badFilter(filter) }
      }
      buffers = (buffers.1, buffers.0)
    }
  }

  /// Deflate cannot expand more than 1032 to 1, so few bytes that promise many pixels are refused
  /// before memory is taken for them.
  func checkPlausible() throws(ImageError) {
    guard filteredBytes / 1032 <= compressedBytes else {
      throw .implausible(
        .png, width: header.width, height: header.height, bytes: compressedBytes)
    }
  }
}
