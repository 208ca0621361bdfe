import ReferenceCodecs
import TestSupport

/// A picture by its samples, and the files that hold them, byte by byte.
struct StoredPicture {
  enum Kind: CaseIterable {
    case grey, colour, palette, greyAlpha, colourAlpha

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .colour: 3
      case .colourAlpha: 4
      }
    }
    var pngType: UInt8 {
      switch self {
      case .grey: 0
      case .colour: 2
      case .palette: 3
      case .greyAlpha: 4
      case .colourAlpha: 6
      }
    }
    var hasAlpha: Bool { self == .greyAlpha || self == .colourAlpha }
  }

  var width: Int
  var height: Int
  var kind: Kind
  /// Bits a sample.
  var depth: Int
  /// Row by row, as the file stores them.
  var samples: [Int]
  /// Red, green, blue and alpha of each index, 0…255; for palettes.
  var palette: [[Int]] = []

  var top: Int { (1 << depth) - 1 }

  static func random(_ kind: Kind, depth: Int, _ rng: inout SplitMix) -> StoredPicture {
    let (width, height) = (Int.random(in: 1...70, using: &rng), Int.random(in: 1...9, using: &rng))
    var picture = StoredPicture(width: width, height: height, kind: kind, depth: depth, samples: [])
    picture.samples = (0..<(width * height * kind.channels)).map { _ in
      Int.random(in: 0...picture.top, using: &rng)
    }
    if kind == .palette {
      picture.palette = (0...picture.top).map { _ in
        (0..<4).map { _ in Int.random(in: 0...255, using: &rng) }
      }
    }
    return picture
  }

  /// Changes one sample, mostly by one step.
  mutating func changeOne(_ rng: inout SplitMix) {
    let i = samples.indices.randomElement(using: &rng)!
    let far = Int.random(in: 0...4, using: &rng) == 0
    let step = far ? Int.random(in: 1...top, using: &rng) : 1
    samples[i] = samples[i] + step <= top ? samples[i] + step : samples[i] - step
    if samples[i] < 0 { samples[i] = 0 }
  }

  // MARK: What it means

  /// Red, green, blue and alpha of a pixel, and what is all of each.
  func colour(_ pixel: Int) -> (values: [Int], top: Int) {
    let at = pixel * kind.channels
    let s = Array(samples[at..<(at + kind.channels)])
    switch kind {
    case .grey: return ([s[0], s[0], s[0], top], top)
    case .greyAlpha: return ([s[0], s[0], s[0], s[1]], top)
    case .colour: return (s + [top], top)
    case .colourAlpha: return (s, top)
    case .palette: return (palette[s[0]], 255)
    }
  }

  /// Pixels that differ, and the largest step of a premultiplied channel, of 255.
  func difference(_ other: StoredPicture) -> (pixels: Int, largest: Double) {
    var (pixels, largest) = (0, 0.0)
    for i in 0..<(width * height) {
      let (a, b) = (colour(i), other.colour(i))
      // Of two depths, equal shares of all are equal.
      let same = (0..<4).allSatisfy { a.values[$0] * b.top == b.values[$0] * a.top }
      if same || a.values[3] == 0 && b.values[3] == 0 { continue }
      pixels += 1
      func drawn(_ p: (values: [Int], top: Int), _ c: Int) -> Double {
        let alpha = Double(p.values[3]) / Double(p.top)
        return c == 3 ? alpha * 255 : Double(p.values[c]) / Double(p.top) * alpha * 255
      }
      for c in 0..<4 { largest = max(largest, abs(drawn(a, c) - drawn(b, c))) }
    }
    return (pixels, largest)
  }

  // MARK: Files

  private static func big(_ v: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: v >> (8 * (bytes - 1 - $0))) }
  }
  private static func little(_ v: Int, _ bytes: Int) -> [UInt8] { big(v, bytes).reversed() }

  /// A row's samples, from the top bit on.
  private func packed(_ y: Int) -> [UInt8] {
    let count = width * kind.channels
    let row = samples[(y * count)..<((y + 1) * count)]
    if depth >= 8 { return row.flatMap { Self.big($0, depth / 8) } }
    var bytes = [UInt8](repeating: 0, count: (count * depth + 7) / 8)
    for (i, v) in row.enumerated() {
      bytes[i * depth / 8] |= UInt8(v << (8 - depth - i * depth % 8))
    }
    return bytes
  }

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var crc: UInt32 = ~0
    for byte in named {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return big(body.count, 4) + named + big(Int(~crc), 4)
  }

  /// A zlib stream, at most 65535 bytes stored.
  static func zlib(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count * 2 + 1000) { out, count in
      count = reference_deflate(
        bytes, bytes.count, Int32(level), 0, 15, 0, out.baseAddress, bytes.count * 2 + 1000)
    }
  }

  static func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    chunk("iCCP", Array("test".utf8) + [0, 0] + zlib(profile))
  }

  /// - Parameter chunks: Whole ones, to stand after the header.
  func png(_ chunks: [UInt8] = [], _ rng: inout SplitMix) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk(
      "IHDR",
      Self.big(width, 4) + Self.big(height, 4) + [UInt8(depth), kind.pngType, 0, 0, 0])
    file += chunks
    if kind == .palette {
      file += Self.chunk("PLTE", palette.flatMap { $0.prefix(3).map { UInt8($0) } })
      file += Self.chunk("tRNS", palette.map { UInt8($0[3]) })
    }
    let rows = (0..<height).flatMap { y -> [UInt8] in [0] + packed(y) }
    file += Self.chunk("IDAT", Self.zlib(rows, level: Int.random(in: 0...9, using: &rng)))
    return file + Self.chunk("IEND", [])
  }

  /// Of 8 or 16 bits, no palette.
  func tiff(profile: [UInt8]?) -> [UInt8] {
    let pixels = (0..<height).flatMap(packed)
    var extra: [UInt8] = []
    let bodyStart = 8 + pixels.count + (pixels.count & 1)
    var tags: [(Int, Int, Int, [UInt8])] = []
    func short(_ tag: Int, _ values: [Int]) {
      tags.append((tag, 3, values.count, values.flatMap { Self.big($0, 2) }))
    }
    func long(_ tag: Int, _ value: Int) { tags.append((tag, 4, 1, Self.big(value, 4))) }
    long(256, width)
    long(257, height)
    short(258, Array(repeating: depth, count: kind.channels))
    short(259, [1])
    short(262, [kind.channels < 3 ? 1 : 2])
    long(273, 8)
    short(277, [kind.channels])
    long(278, height)
    long(279, pixels.count)
    if kind.hasAlpha { short(338, [2]) }
    if let profile { tags.append((34675, 7, profile.count, profile)) }
    var directory = Self.big(tags.count, 2)
    let extraStart = bodyStart + 2 + 12 * tags.count + 4
    for (tag, type, count, data) in tags {
      directory += Self.big(tag, 2) + Self.big(type, 2) + Self.big(count, 4)
      if data.count <= 4 {
        directory += data + [UInt8](repeating: 0, count: 4 - data.count)
      } else {
        directory += Self.big(extraStart + extra.count, 4)
        extra += data + (data.count & 1 == 1 ? [0] : [])
      }
    }
    return Array("MM\0*".utf8) + Self.big(bodyStart, 4) + pixels
      + (pixels.count & 1 == 1 ? [0] : []) + directory + Self.big(0, 4) + extra
  }

  /// Of 8 bits red, green and blue.
  func bmp(profile: [UInt8]?) -> [UInt8] {
    var rows: [UInt8] = []
    for y in (0..<height).reversed() {
      var row: [UInt8] = []
      for x in 0..<width {
        for c in [2, 1, 0] { row.append(UInt8(samples[(y * width + x) * 3 + c])) }
      }
      rows += row + [UInt8](repeating: 0, count: -row.count & 3)
    }
    var header = Self.little(124, 4) + Self.little(width, 4) + Self.little(height, 4)
    header += Self.little(1, 2) + Self.little(24, 2) + Self.little(0, 4)
    header += Self.little(rows.count, 4)
    header += [UInt8](repeating: 0, count: 56 - header.count)
    // 'MBED', or sRGB.
    header += Self.little(profile == nil ? 0x7352_4742 : 0x4D42_4544, 4)
    header += [UInt8](repeating: 0, count: 112 - header.count)
    header += Self.little(124 + rows.count, 4) + Self.little(profile?.count ?? 0, 4)
    header += Self.little(0, 4)
    return Array("BM".utf8) + Self.little(138 + rows.count + (profile?.count ?? 0), 4)
      + Self.little(0, 4) + Self.little(138, 4) + header + rows + (profile ?? [])
  }

  /// Of 8 bits with alpha, lossless.
  func webP(profile: [UInt8]?) -> [UInt8] {
    var length = 0
    let out = reference_webp(
      samples.map { UInt8($0) }, Int32(width), Int32(height), -1, &length)
    defer { reference_free(out) }
    let plain = Array(UnsafeBufferPointer(start: out, count: length))
    guard let profile else { return plain }
    return Self.extendedWebP(
      plain, width: width, height: height, flags: 0x30, [("ICCP", profile)], [])
  }

  /// A plain WebP with chunks before and after its pixels.
  static func extendedWebP(
    _ plain: [UInt8], width: Int, height: Int, flags: UInt8, _ before: [(String, [UInt8])],
    _ after: [(String, [UInt8])]
  ) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, 4) + body + (body.count & 1 == 1 ? [0] : [])
    }
    var body = Array("WEBP".utf8)
    body += chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    for (name, data) in before { body += chunk(name, data) }
    body += plain[12...]
    for (name, data) in after { body += chunk(name, data) }
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }
}
