import ImageCodec
import Raster
import ReferenceCodecs
import TestSupport
import Testing

/// JPEG, WebP, TIFF and BMP, told by their bytes; written by the libraries or by hand.
@Suite struct FormatTests {
  static let width = 37
  static let height = 23

  /// A smooth picture, so that a lossy format keeps it.
  static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(x * 6), UInt8(y * 10), UInt8((x + y) * 4), UInt8(255 - x * 3)]
  }

  static func samples(_ channels: Int) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y).prefix(channels) } }
  }

  static func take(_ bytes: UnsafeMutablePointer<UInt8>?, _ length: Int) -> [UInt8] {
    defer { reference_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  static func jpeg(progressive: Bool = false) -> [UInt8] {
    var length = 0
    let out = reference_jpeg(
      samples(3), Int32(width), Int32(height), 98, progressive ? 1 : 0, &length)
    return take(out, length)
  }

  static func webP(quality: Float) -> [UInt8] {
    var length = 0
    let out = reference_webp(samples(4), Int32(width), Int32(height), quality, &length)
    return take(out, length)
  }

  @Test(arguments: [false, true])
  func `JPEG is near what was written`(progressive: Bool) throws {
    let decoded = try decode(Self.jpeg(progressive: progressive))
    #expect(decoded.format == .jpeg)
    #expect((decoded.image.width, decoded.image.height) == (Self.width, Self.height))
    let found = eight(decoded.image)
    // Quality 98 quantises the steps of a smooth ramp by at most 2; conversions round by 2 more.
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        for c in 0..<3 {
          let delta = Int(found[(y * Self.width + x) * 4 + c]) - Int(Self.pixel(x, y)[c])
          #expect(abs(delta) <= 4, "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: 1...8)
  func `JPEG is turned as its EXIF data says`(orientation: Int) throws {
    let plain = try decode(Self.jpeg()).image
    var exif: [UInt8] = Array("Exif\0\0".utf8) + Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
    exif += [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    var file = Self.jpeg()
    file.insert(contentsOf: segment, at: 2)
    let turned = try decode(file).image
    let (w, h) = (Self.width, Self.height)
    #expect((turned.width, turned.height) == (orientation >= 5 ? (h, w) : (w, h)))
    let (before, after) = (eight(plain), eight(turned))
    for y in 0..<h {
      for x in 0..<w {
        let (tx, ty) =
          [
            (x, y), (w - 1 - x, y), (w - 1 - x, h - 1 - y), (x, h - 1 - y), (y, x),
            (h - 1 - y, x), (h - 1 - y, w - 1 - x), (y, w - 1 - x),
          ][orientation - 1]
        let (p, q) = ((y * w + x) * 4, (ty * turned.width + tx) * 4)
        #expect(before[p..<(p + 4)].elementsEqual(after[q..<(q + 4)]), "\(x), \(y)")
      }
    }
  }

  @Test func `lossless WebP is what was written`() throws {
    let decoded = try decode(Self.webP(quality: -1))
    #expect(decoded.format == .webP)
    #expect(eight(decoded.image) == Self.samples(4))
  }

  @Test func `lossy WebP is near what was written`() throws {
    let found = eight(try decode(Self.webP(quality: 100)).image)
    let wanted = Self.samples(4)
    // Chroma at half resolution smears this ramp by 5, quantising adds 2 and conversion 2.
    #expect(zip(found, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 9 })
  }

  static func kind(
    _ samples: Int32, _ depth: Int32, _ photometric: Int32, _ compression: Int32, tile: Int32 = 0,
    separate: Bool = false, alpha: Int32 = 0, orientation: Int32 = 1, bigEndian: Bool = false
  ) -> reference_tiff_kind {
    reference_tiff_kind(
      samples: samples, depth: depth, photometric: photometric, compression: compression,
      tile: tile, is_separate: separate ? 1 : 0, alpha: alpha, orientation: orientation,
      is_big_endian: bigEndian ? 1 : 0)
  }

  /// Compressions: 1 none, 5 LZW, 8 deflate, 32773 PackBits.
  static let tiffs = [
    kind(1, 8, 1, 1), kind(1, 16, 1, 1), kind(1, 8, 0, 5), kind(2, 8, 1, 8, alpha: 2),
    kind(3, 8, 2, 1), kind(3, 8, 2, 5, tile: 16), kind(3, 16, 2, 8, bigEndian: true),
    kind(3, 16, 2, 1, tile: 32, separate: true), kind(4, 8, 2, 5, separate: true, alpha: 2),
    kind(4, 8, 2, 8, alpha: 1), kind(4, 16, 2, 8, tile: 16, alpha: 2),
    kind(4, 8, 2, 32773, alpha: 2, orientation: 6), kind(4, 8, 2, 1, alpha: 0),
  ]

  @Test(arguments: tiffs.indices)
  func `TIFF is what was written`(index: Int) throws {
    let kind = Self.tiffs[index]
    let (w, h, n) = (Self.width, Self.height, Int(kind.samples))
    var stored = Self.samples(4).map { UInt16($0) }
    if kind.depth == 16 { stored = stored.map { $0 * 256 + $0 / 2 } }
    let values: [[UInt16]] = (0..<(w * h)).map { i in
      let p = Array(stored[(i * 4)..<(i * 4 + 4)])
      // Colours multiplied by alpha are not above it.
      let shown = kind.alpha == 1 ? p.map { min($0, p[3]) } : p
      return n == 1 ? [shown[0]] : n == 2 ? [shown[0], shown[3]] : Array(shown.prefix(n))
    }
    let flat = values.flatMap(\.self)
    var length = 0
    let out =
      kind.depth == 16
      ? reference_tiff(flat, Int32(w), Int32(h), kind, &length)
      : reference_tiff(flat.map { UInt8($0) }, Int32(w), Int32(h), kind, &length)
    let decoded = try decode(Self.take(out, length))
    #expect(decoded.format == .tiff)
    let top = kind.depth == 16 ? 65535 : 255
    let found = widened(decoded.image)
    for y in 0..<h {
      for x in 0..<w {
        var p = values[y * w + x].map { Int($0) }
        if n < 3 {
          if kind.photometric == 0 { p[0] = top - p[0] }
          p = [p[0], p[0], p[0], n == 2 ? p[1] : top]
        }
        if n == 3 { p.append(top) }
        if n == 4, kind.alpha == 0 { p[3] = top }
        if kind.alpha == 1, p[3] > 0 {
          for c in 0..<3 { p[c] = (p[c] * top + p[3] / 2) / p[3] }
        }
        let at = kind.orientation == 6 ? (x * h + h - 1 - y) * 4 : (y * w + x) * 4
        #expect(Array(found[at..<(at + 4)]) == p, "\(x), \(y)")
      }
    }
  }

  @Test func `what a format lacks is said`() throws {
    var truncated = Self.jpeg()
    truncated.removeLast(truncated.count / 2)
    #expect(throws: ImageError.self) { try decode(truncated) }
    #expect(throws: ImageError.self) { try decode(Array(Self.webP(quality: 90).dropLast(100))) }
    #expect(throws: ImageError.empty) { try decode([UInt8]()) }
    #expect(throws: ImageError.unknownFormat(firstBytes: Array("GIF89a".utf8))) {
      try decode(Array("GIF89a".utf8))
    }
  }

  /// Files with mistakes in them, at random: read or refused, nothing else.
  @Test(arguments: 0..<4)
  func `damaged files do no harm`(seed: Int) {
    var rng = SplitMix(UInt64(seed) + 7000)
    var files = [Self.jpeg(), Self.jpeg(progressive: true), Self.webP(quality: -1)]
    files += [Self.webP(quality: 60)] + BMPTests.all.map { $0.bytes(width: 19, height: 11) }
    for kind in Self.tiffs where kind.depth == 8 {
      var length = 0
      let samples = Self.samples(Int(kind.samples))
      files.append(
        Self.take(
          reference_tiff(samples, Int32(Self.width), Int32(Self.height), kind, &length), length))
    }
    let limit = PixelLimit(pixels: 1 << 18, side: 4096)
    for _ in 0..<300 {
      var bytes = files.randomElement(using: &rng)!
      for _ in 0..<rng.int(1...6) {
        let early = rng.chance(2)
        let at = rng.int(0...(early ? min(80, bytes.count - 1) : bytes.count - 1))
        bytes[at] = rng.chance(2) ? UInt8(rng.int(0...255)) : bytes[at] ^ UInt8(1 << rng.int(0...7))
      }
      if rng.chance(4) { bytes.removeLast(rng.int(0...(bytes.count - 1))) }
      if let image = try? decode(bytes, limit: limit).image {
        #expect(image.width * image.height <= limit.pixels)
      }
    }
  }

  private func eight(_ image: RGBAImage) -> [UInt8] {
    if case .eight(let s) = image.samples { return s }
    Issue.record("expected 8 bits")
    return []
  }

  private func widened(_ image: RGBAImage) -> [Int] {
    switch image.samples {
    case .eight(let s): s.map { Int($0) }
    case .sixteen(let s): s.map { Int($0) }
    }
  }
}
