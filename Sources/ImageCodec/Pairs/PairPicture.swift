internal import CCodecs
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One side of a comparison: its stream and the last two bands of its reconstructed rows.
final class PairPicture {
  let side: PairSide
  let stream: PNGStream
  private let slots: [RawRows]
  private let scratch: UnsafeMutableRawPointer
  private var layout: ra_png_layout

  var header: PNGHeader { stream.file.header }

  init(_ side: PairSide, _ stream: PNGStream) {
    self.side = side
    self.stream = stream
    layout = stream.file.layout
    let header = stream.file.header
    let rowBytes = header.rowBytes(width: header.width)
    slots = (0..<2).map { _ in RawRows(rowBytes: rowBytes, rows: stream.bands[0].rows) }
    scratch = .allocate(byteCount: header.width * 8, alignment: 16)
  }

  deinit { scratch.deallocate() }

  /// Whether equal bytes of rows mean equal pixels.
  func storesAlike(_ other: PairPicture) -> Bool {
    let (a, b) = (stream.file, other.stream.file)
    guard a.header == b.header else { return false }
    return withUnsafeBytes(of: a.layout) { one in
      withUnsafeBytes(of: b.layout) { memcmp(one.baseAddress!, $0.baseAddress!, one.count) == 0 }
    }
  }

  /// How rows can be compared as they are stored; nil where they must be widened first.
  var nativeKind: ra_pixel_kind? {
    guard layout.has_key == 0 else { return nil }
    switch (header.colourType, header.depth) {
    case (.grey, 8): return RA_GREY8
    case (.grey, 16): return RA_GREY16
    case (.greyAlpha, 8): return RA_GREY_ALPHA8
    case (.greyAlpha, 16): return RA_GREY_ALPHA16
    case (.colour, 8): return RA_RGB8
    case (.colour, 16): return RA_RGB16
    case (.colourAlpha, 8): return RA_RGBA8
    case (.colourAlpha, 16): return RA_RGBA16
    default: return nil
    }
  }

  func rows(_ band: Int) -> RawRows { slots[band & 1] }

  func lastRow(_ band: Int) -> UnsafeMutablePointer<UInt8> {
    rows(band).row(stream.bands[band].rows - 1)
  }

  /// Reconstructs a band's rows from `start` on. `above`: the row above the band; nil is zeros.
  func reconstruct(
    _ index: Int, _ filtered: BandBuffer, from start: Int = 0, above: UnsafePointer<UInt8>?
  ) throws(PairError) {
    let band = stream.bands[index]
    rows(index).setAbove(above, rowBytes: band.rowBytes)
    do throws(ImageError) {
      try rows(index).unfilter(band, filtered, from: start, header: header)
    } catch {
      throw .image(side, error)
    }
  }

  /// Reads the file from its start, alone, to find its first mistake.
  func readAgain() throws(PairError) {
    do throws(ImageError) {
      let stream = try stream.fromTheStart()
      let raw = rows(0)
      var buffers = (
        BandBuffer(byteCount: stream.bands[0].byteCount),
        BandBuffer(byteCount: stream.bands[0].byteCount)
      )
      for band in stream.bands {
        try stream.inflate(into: buffers.0)
        let above = band.y == 0 ? nil : raw.row(stream.bands[0].rows - 1)
        raw.setAbove(above, rowBytes: band.rowBytes)
        try raw.unfilter(band, buffers.0, header: header)
        buffers = (buffers.1, buffers.0)
      }
    } catch {
      throw .image(side, error)
    }
  }

  /// Everything, from the file's start. The file was read whole once, so it can be again.
  func whole() -> RGBAImage {
    do throws(ImageError) {
      return RGBAImage(
        width: header.width, height: header.height, samples: try readSamples(stream.fromTheStart()))
    } catch {
      preconditionFailure("a file that was read cannot be read again: \(error)")
    }
  }

  /// A row of the band as red, green, blue, alpha.
  func widened(_ index: Int, _ y: Int, bytesPerSample: Int) -> UnsafePointer<UInt8> {
    copy(index, x: 0, y: y, width: header.width, bytesPerSample: bytesPerSample, to: scratch)
    return UnsafePointer(scratch.assumingMemoryBound(to: UInt8.self))
  }

  /// Writes pixels of a row as red, green, blue, alpha. `x` is a multiple of 8.
  func copy(
    _ index: Int, x: Int, y: Int, width: Int, bytesPerSample: Int, to out: UnsafeMutableRawPointer
  ) {
    let row = rows(index).row(y) + x * header.bitsPerPixel / 8
    if header.depth == 16 {
      ra_png_expand16(&layout, row, width, out.assumingMemoryBound(to: UInt16.self), 1)
    } else if bytesPerSample == 1 {
      ra_png_expand8(&layout, row, width, out.assumingMemoryBound(to: UInt8.self), 1)
    } else {
      // The upper half of the room holds the bytes, which widen from the front: sample i is read
      // from byte 4w + i before byte 2i + 1 is written, as 2i + 1 ≤ 4w + i.
      let bytes = (out + width * 4).assumingMemoryBound(to: UInt8.self)
      ra_png_expand8(&layout, row, width, bytes, 1)
      ra_widen(bytes, width * 4, out.assumingMemoryBound(to: UInt16.self))
    }
  }
}
