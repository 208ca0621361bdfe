internal import CCodecs
public import Raster
internal import Threads

/// Writes a PNG: straight alpha, tagged sRGB; red, green, blue without alpha where every pixel is
/// opaque.
///
/// The picture is compressed in strips on all processors; the same pixels give the same bytes
/// whatever their number.
public func encodePNG(_ image: Pixmap) -> [UInt8] {
  image.bytes.withUnsafeBufferPointer { source in
    let rows = source.baseAddress!
    return encodePNG(
      width: image.width, height: image.height, depth: 8,
      isOpaque: ra_is_opaque8(rows, image.width * image.height) != 0
    ) { y, count, out in
      ra_unpremultiply(rows + y * image.width * 4, image.width * count, out.straight8)
    }
  }
}

/// Writes a PNG of a picture with straight alpha; 16-bit samples stay 16 bits.
public func encodePNG(_ image: RGBAImage) -> [UInt8] {
  let pixels = image.width * image.height
  switch image.samples {
  case .eight(let samples):
    return samples.withUnsafeBufferPointer { source in
      let rows = source.baseAddress!
      return encodePNG(
        width: image.width, height: image.height, depth: 8,
        isOpaque: ra_is_opaque8(rows, pixels) != 0
      ) { y, count, out in
        out.straight8.update(from: rows + y * image.width * 4, count: image.width * 4 * count)
      }
    }
  case .sixteen(let samples):
    return samples.withUnsafeBufferPointer { source in
      let rows = source.baseAddress!
      return encodePNG(
        width: image.width, height: image.height, depth: 16,
        isOpaque: ra_is_opaque16(rows, pixels) != 0
      ) { y, count, out in
        out.straight16.update(from: rows + y * image.width * 4, count: image.width * 4 * count)
      }
    }
  }
}

/// Writes an animated PNG that is played for ever.
///
/// - Precondition: at least one frame; all of one size and 8 bits a channel.
/// - Parameter milliseconds: How long each frame is shown, 1…65535.
public func encodeAPNG(_ frames: [RGBAImage], milliseconds: Int) -> [UInt8] {
  precondition(!frames.isEmpty, "an animation has at least one frame")
  let (width, height) = (frames[0].width, frames[0].height)
  let strips = frames.map { frame in
    guard case .eight(let samples) = frame.samples, frame.width == width, frame.height == height
    else { preconditionFailure("frames are of one size and 8 bits") }
    return samples.withUnsafeBufferPointer { source in
      let rows = source.baseAddress!
      return compressedStrips(width: width, height: height, depth: 8, channels: 4) {
        y, count, out in
        out.straight8.update(from: rows + y * width * 4, count: width * 4 * count)
      }
    }
  }
  var writer = PNGWriter(width: width, height: height, depth: 8, colourType: .colourAlpha)
  writer.animation(
    strips, width: width, height: height, milliseconds: min(65535, max(1, milliseconds)))
  return writer.finished()
}

/// Writes `count` rows from row y on as straight RGBA.
private typealias StraightRows = (_ y: Int, _ count: Int, _ out: StripBuffers) -> Void

private func encodePNG(
  width: Int, height: Int, depth: UInt8, isOpaque: Bool, _ rows: StraightRows
) -> [UInt8] {
  let compressed = compressedStrips(
    width: width, height: height, depth: Int(depth), channels: isOpaque ? 3 : 4, rows)
  var writer = PNGWriter(
    width: width, height: height, depth: depth, colourType: isOpaque ? .colour : .colourAlpha,
    room: compressed.reduce(0) { $0 + $1.bytes.count + 12 })
  writer.data(compressed)
  return writer.finished()
}

private func compressedStrips(
  width: Int, height: Int, depth: Int, channels: Int, _ rows: StraightRows
) -> [CompressedStrip] {
  precondition(width > 0 && height > 0, "a PNG has at least one pixel")
  return withoutActuallyEscaping(rows) { rows in
    PNGStrips(width: width, height: height, depth: depth, channels: channels, rows: rows)
      .compressed()
  }
}

/// What one thread works in.
private final class StripBuffers {
  let straight: UnsafeMutableRawPointer
  let filtered: UnsafeMutablePointer<UInt8>
  let compressed: UnsafeMutablePointer<UInt8>
  let deflater: OpaquePointer

  var straight8: UnsafeMutablePointer<UInt8> { straight.assumingMemoryBound(to: UInt8.self) }
  var straight16: UnsafeMutablePointer<UInt16> { straight.assumingMemoryBound(to: UInt16.self) }

  init(straightBytes: Int, filteredBytes: Int) {
    straight = .allocate(byteCount: straightBytes, alignment: 16)
    filtered = .allocate(capacity: filteredBytes)
    compressed = .allocate(capacity: ra_deflate_bound(filteredBytes))
    guard let deflater = ra_deflater_create() else { fatalError("out of memory") }
    self.deflater = deflater
  }

  deinit {
    straight.deallocate()
    filtered.deallocate()
    compressed.deallocate()
    ra_deflater_destroy(deflater)
  }
}

/// One strip's part of the deflate stream.
struct CompressedStrip {
  var bytes: [UInt8]
  var adler: UInt32
  /// Bytes before compression.
  var count: Int
}

/// A picture cut into strips of as many rows as make about half a mebibyte, which depends on
/// nothing but its width and kind.
private final class PNGStrips: @unchecked Sendable {
  private let width: Int
  private let height: Int
  private let depth: Int
  private let channels: Int
  private let rows: StraightRows
  private let stripRows: Int
  private let stripCount: Int
  private let counter = WorkCounter()
  /// Each is written by the thread that drew its number.
  private let strips: UnsafeMutablePointer<CompressedStrip?>

  private var rowBytes: Int { width * channels * depth / 8 + 1 }

  init(width: Int, height: Int, depth: Int, channels: Int, rows: @escaping StraightRows) {
    self.width = width
    self.height = height
    self.depth = depth
    self.channels = channels
    self.rows = rows
    stripRows = max(1, (1 << 19) / (width * channels * depth / 8 + 1))
    stripCount = (height + stripRows - 1) / stripRows
    strips = .allocate(capacity: stripCount)
    strips.initialize(repeating: nil, count: stripCount)
  }

  deinit {
    strips.deinitialize(count: stripCount)
    strips.deallocate()
  }

  func compressed() -> [CompressedStrip] {
    onThreads(min(stripCount, processorCount())) { _ in self.work() }
    return (0..<stripCount).map { strips[$0]! }
  }

  private func work() {
    let largest = min(stripRows, height)
    let buffers = StripBuffers(
      straightBytes: largest * width * 4 * depth / 8, filteredBytes: largest * rowBytes)
    while let index = counter.next(below: stripCount) {
      strips[index] = compress(index, buffers)
    }
  }

  private func compress(_ index: Int, _ buffers: StripBuffers) -> CompressedStrip {
    let y = index * stripRows
    let count = min(stripRows, height - y)
    rows(y, count, buffers)
    if depth == 8 {
      let sub = ra_png_prefers_sub(buffers.straight8, width, count)
      ra_png_pack8(buffers.straight8, width, count, Int32(channels), sub, buffers.filtered)
    } else {
      ra_png_pack16(buffers.straight16, width, count, Int32(channels), buffers.filtered)
    }
    let length = count * rowBytes
    let written = ra_deflate_strip(
      buffers.deflater, buffers.filtered, length, channels * depth / 8, rowBytes,
      index == stripCount - 1 ? 1 : 0, buffers.compressed)
    return CompressedStrip(
      bytes: Array(UnsafeBufferPointer(start: buffers.compressed, count: written)),
      adler: ra_adler32(1, buffers.filtered, length), count: length)
  }
}
