internal import CCodecs
internal import Raster

/// The indices, 0…127, of the steps that a lossy WebP rounds its frequencies to: one, or one for each
/// of four kinds of blocks (RFC 6386, 9.3 and 9.6).
public struct WebPQuantisers: Hashable, Sendable {
  public var indices: [Int]

  /// Of the bytes of a chunk `VP8 `; nil where they are none.
  init?(_ frame: UnsafeRawBufferPointer) {
    // A key frame: its tag, a start code, and the size.
    guard frame.count > 10, frame[0] & 1 == 0, frame[3...5].elementsEqual([0x9D, 0x01, 0x2A])
    else { return nil }
    var bits = BooleanDecoder(UnsafeRawBufferPointer(rebasing: frame[10...]))
    bits.skip(2)
    var segments: [Int] = []
    var isAbsolute = false
    if bits.flag() {
      let updatesMap = bits.flag()
      if bits.flag() {
        isAbsolute = bits.flag()
        segments = (0..<4).map { _ in bits.optional(7) }
        for _ in 0..<4 { _ = bits.optional(6) }
      }
      if updatesMap { for _ in 0..<3 where bits.flag() { bits.skip(8) } }
    }
    bits.skip(1 + 6 + 3)
    if bits.flag(), bits.flag() { for _ in 0..<8 { _ = bits.optional(6) } }
    bits.skip(2)
    let base = bits.value(7)
    indices = segments.isEmpty ? [base] : segments.map { isAbsolute ? $0 : base + $0 }
  }

  private var mean: Double { Double(indices.reduce(0, +)) / Double(indices.count) }

  /// As libwebp writes it at the quality that gives these steps, or those next to them: of another
  /// picture they are a little others, for they follow what is in it.
  func applied(_ image: RGBAImage, _ samples: [UInt8]) -> RGBAImage? {
    guard image.width <= 16383, image.height <= 16383 else { return nil }
    var (low, high) = (0, 100)
    var quality = guess
    var best: (error: Double, bytes: [UInt8])?
    while low <= high {
      guard let bytes = written(image, samples, quality),
        let found = bytes.withUnsafeBytes({ quantisers(ofWebP: $0) })
      else { return nil }
      let error = found.mean - mean
      if abs(error) < best?.error ?? .infinity { best = (abs(error), bytes) }
      if found == self { break }
      // The higher the quality, the smaller the steps.
      if error > 0 { low = quality + 1 } else { high = quality - 1 }
      quality = best!.error <= 3 ? (error > 0 ? quality + 1 : quality - 1) : (low + high) / 2
      if quality < low || quality > high { break }
    }
    return best.flatMap { try? decode($0.bytes).image }
  }

  /// libwebp's compression from 0 to 1 is the cube root of quality, which it bends at 75.
  private var guess: Int {
    let compression = 1 - min(127, max(0, mean)) / 127
    let linear = compression * compression * compression
    let quality = linear < 0.5 ? linear * 1.5 : (linear + 1) / 2
    return Int((quality * 100).rounded())
  }

  private func written(_ image: RGBAImage, _ samples: [UInt8], _ quality: Int) -> [UInt8]? {
    var out: UnsafeMutablePointer<UInt8>?
    var length = 0
    guard
      ra_webp_write(
        samples, Int32(image.width), Int32(image.height), Float(quality), &out, &length)
        == RA_WEBP_OK, let out
    else { return nil }
    defer { ra_webp_free(out) }
    return Array(UnsafeBufferPointer(start: out, count: length))
  }
}

/// RFC 6386, 7: bits that are as likely 0 as 1.
private struct BooleanDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  private var value: UInt32 = 0
  private var range: UInt32 = 255
  private var shifts = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    value = UInt32(next()) << 8
    value |= UInt32(next())
  }

  private mutating func next() -> UInt8 {
    defer { at += 1 }
    return at < bytes.count ? bytes[at] : 0
  }

  mutating func flag() -> Bool {
    let split = 1 + ((range - 1) * 128) >> 8
    let isSet = value >= split << 8
    if isSet {
      range -= split
      value -= split << 8
    } else {
      range = split
    }
    while range < 128 {
      value <<= 1
      range <<= 1
      shifts += 1
      if shifts == 8 {
        shifts = 0
        value |= UInt32(next())
      }
    }
    return isSet
  }

  mutating func value(_ count: Int) -> Int {
    (0..<count).reduce(0) { v, _ in v << 1 | (flag() ? 1 : 0) }
  }

  mutating func skip(_ count: Int) { _ = value(count) }

  /// A number with a sign, if there is one; else 0.
  mutating func optional(_ count: Int) -> Int {
    guard flag() else { return 0 }
    let size = value(count)
    return flag() ? -size : size
  }
}
