internal import Raster

/// Reads a BMP: 1…32 bits, run lengths, bit fields, rows from either end.
func decodeBMP(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
) throws(ImageError) -> DecodedImage {
  let header = try BMPHeader(bytes)
  try limit.check(.bmp, width: header.width, height: header.height)
  let palette = try header.palette(bytes)
  // Rows that are stored whole are told by their number, runs by two bytes for 255 pixels or by
  // four for a jump, which leaves up to 255 rows empty.
  let stored = bytes.count - header.pixels
  if header.isRunLength {
    try checkFlatness(.bmp, width: header.width, height: header.height, bytes: bytes.count)
  } else {
    guard stored >= header.rowBytes * header.height else {
      throw .truncated(
        .bmp, part: "pixels", expectedBytes: header.rowBytes * header.height,
        foundBytes: max(0, stored))
    }
  }
  let count = header.width * header.height * 4
  let samples: [UInt8] = try filled(count) { (out) throws(ImageError) in
    if header.isRunLength {
      try BMPRuns(bytes, header, palette).read(into: out)
    } else {
      header.readRows(bytes, palette, into: out)
    }
  }
  return DecodedImage(
    image: RGBAImage(width: header.width, height: header.height, samples: .eight(samples)),
    format: .bmp, colour: header.profile.map { .profile(Array(bytes[$0])) } ?? .assumedSRGB)
}

/// The file and information headers, versions 1 to 5 and OS/2's.
struct BMPHeader {
  var width: Int
  var height: Int
  var bits: Int
  /// The first stored row is the top one.
  var isTopDown: Bool
  /// 1: runs of bytes, 2: runs of half bytes.
  var runs: Int
  /// Bits of red, green, blue and alpha in a pixel of 16 or 32 bits; 0 for none.
  var masks: (UInt32, UInt32, UInt32, UInt32)
  /// Where the pixels and the palette begin.
  var pixels: Int
  var paletteStart: Int
  var paletteCount: Int
  var paletteEntry: Int
  var profile: Range<Int>?

  var isRunLength: Bool { runs != 0 }
  var rowBytes: Int { (width * bits + 31) / 32 * 4 }
}

extension BMPHeader {
  init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    guard bytes.count >= 18 else {
      throw .truncated(.bmp, part: "header", expectedBytes: 18, foundBytes: bytes.count)
    }
    func word16(_ at: Int) -> Int { Int(bytes.bigEndian16(at: at).byteSwapped) }
    func word32(_ at: Int) -> UInt32 { bytes.bigEndian32(at: at).byteSwapped }
    let size = Int(word32(14))
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(size) else {
      throw .invalid(
        .bmp, part: "header size", expected: "12, 16, 40, 52, 56, 64, 108 or 124", found: size)
    }
    guard bytes.count >= 14 + size else {
      throw .truncated(.bmp, part: "header", expectedBytes: 14 + size, foundBytes: bytes.count)
    }
    let isOld = size == 12
    let signedWidth = isOld ? word16(18) : Int(Int32(bitPattern: word32(18)))
    let signedHeight = isOld ? word16(20) : Int(Int32(bitPattern: word32(22)))
    guard signedWidth > 0, signedHeight != 0, signedHeight != Int(Int32.min) else {
      throw .invalid(
        .bmp, part: signedWidth > 0 ? "height" : "width", expected: "at least 1",
        found: signedWidth > 0 ? signedHeight : signedWidth)
    }
    width = signedWidth
    height = abs(signedHeight)
    isTopDown = signedHeight < 0
    bits = word16(isOld ? 24 : 28)
    let compression = size >= 40 ? Int(word32(30)) : 0
    pixels = Int(word32(10))
    runs = compression == 1 || compression == 2 ? compression : 0
    masks = (0, 0, 0, 0)
    profile = nil

    switch (bits, compression) {
    case (1, 0), (2, 0), (4, 0), (8, 0), (24, 0), (8, 1), (4, 2): break
    case (16, 0): masks = (0x7C00, 0x03E0, 0x001F, 0)
    case (32, 0): masks = (0xFF_0000, 0xFF00, 0xFF, 0)
    case (16, 3), (32, 3), (16, 6), (32, 6):
      // OS/2's header of 64 bytes calls Huffman coding 3.
      guard size != 64 else { throw .unsupported(.bmp, feature: "OS/2's compression") }
      let hasAlpha = size >= 56 || compression == 6
      guard bytes.count >= (hasAlpha ? 70 : 66) else {
        throw .truncated(.bmp, part: "bit masks", expectedBytes: 70, foundBytes: bytes.count)
      }
      masks = (word32(54), word32(58), word32(62), hasAlpha ? word32(66) : 0)
    case (_, 4): throw .unsupported(.bmp, feature: "a JPEG inside")
    case (_, 5): throw .unsupported(.bmp, feature: "a PNG inside")
    default:
      throw .unsupported(.bmp, feature: "\(bits) bits a pixel with compression \(compression)")
    }
    let maskBytes = size == 40 ? (compression == 3 ? 12 : compression == 6 ? 16 : 0) : 0
    paletteStart = 14 + size + maskBytes
    paletteEntry = isOld ? 3 : 4
    let declared = size >= 40 ? Int(word32(46)) : 0
    paletteCount = bits > 8 ? 0 : declared > 0 ? min(declared, 1 << bits) : 1 << bits
    guard pixels >= 14 + size, pixels <= bytes.count else {
      throw .invalid(
        .bmp, part: "place of the pixels", expected: "\(14 + size)…\(bytes.count)", found: pixels)
    }
    // 'MBED': the profile lies in the file, counted from the information header.
    if size == 124, word32(70) == 0x4D42_4544 {
      let start = 14 + Int(word32(126))
      let end = start + Int(word32(130))
      if start < end, end <= bytes.count { profile = start..<end }
    }
  }

  /// 256 colours, red, green, blue, 255; black where the file has none.
  func palette(_ bytes: UnsafeRawBufferPointer) throws(ImageError) -> [UInt8] {
    guard bits <= 8 else { return [] }
    // Some writers give fewer entries than they declare: pixels begin where the palette ends.
    let room = (pixels - paletteStart) / paletteEntry
    guard room > 0 else { throw .missing(.bmp, part: "a palette") }
    var palette = [UInt8](repeating: 0, count: 1024)
    for i in 0..<256 {
      if i < min(paletteCount, room) {
        for c in 0..<3 { palette[i * 4 + c] = bytes[paletteStart + i * paletteEntry + 2 - c] }
      }
      palette[i * 4 + 3] = 255
    }
    return palette
  }

  func targetRow(_ stored: Int) -> Int { isTopDown ? stored : height - 1 - stored }

  func readRows(
    _ bytes: UnsafeRawBufferPointer, _ palette: [UInt8], into out: UnsafeMutablePointer<UInt8>
  ) {
    let fields = [masks.0, masks.1, masks.2, masks.3].map(BitField.init)
    for y in 0..<height {
      let row = pixels + y * rowBytes
      var to = out + targetRow(y) * width * 4
      for x in 0..<width {
        switch bits {
        case 24:
          for c in 0..<3 { to[c] = bytes[row + 3 * x + 2 - c] }
          to[3] = 255
        case 16, 32:
          let pixel =
            bits == 16
            ? UInt32(bytes.bigEndian16(at: row + 2 * x).byteSwapped)
            : bytes.bigEndian32(at: row + 4 * x).byteSwapped
          for c in 0..<3 { to[c] = fields[c].value(pixel, otherwise: 0) }
          to[3] = fields[3].value(pixel, otherwise: 255)
        default:
          let bit = x * bits
          let byte = bytes[row + bit / 8] >> UInt8(8 - bits - bit % 8)
          let index = Int(byte) & ((1 << bits) - 1)
          for c in 0..<4 { to[c] = palette[index * 4 + c] }
        }
        to += 4
      }
    }
  }
}

/// Some neighbouring bits of a pixel, scaled to 0…255 with rounding.
private struct BitField {
  private let shift: UInt32
  private let top: UInt32

  init(_ mask: UInt32) {
    shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
    // Bits beyond a gap are no part of it.
    let bits = (~(mask >> shift)).trailingZeroBitCount
    top = mask == 0 ? 0 : bits >= 32 ? .max : (1 << UInt32(bits)) - 1
  }

  func value(_ pixel: UInt32, otherwise: UInt8) -> UInt8 {
    guard top > 0 else { return otherwise }
    let v = UInt64(pixel >> shift & top)
    return UInt8((v * 255 + UInt64(top) / 2) / UInt64(top))
  }
}

/// RLE8 and RLE4. Pixels that no run reaches have colour 0.
private struct BMPRuns {
  private let bytes: UnsafeRawBufferPointer
  private let header: BMPHeader
  private let palette: [UInt8]

  init(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader, _ palette: [UInt8]) {
    self.bytes = bytes
    self.header = header
    self.palette = palette
  }

  func read(into out: UnsafeMutablePointer<UInt8>) throws(ImageError) {
    for i in 0..<(header.width * header.height) { put(0, i, out) }
    var at = header.pixels
    var (x, y) = (0, 0)
    func next() throws(ImageError) -> Int {
      guard at < bytes.count else {
        throw .truncated(.bmp, part: "runs", expectedBytes: 1, foundBytes: 0)
      }
      defer { at += 1 }
      return Int(bytes[at])
    }
    func pixel(_ index: Int) throws(ImageError) {
      guard x < header.width, y < header.height else {
        throw .invalid(
          .bmp, part: "run", expected: "within \(header.width) columns", found: x + 1)
      }
      put(index, header.targetRow(y) * header.width + x, out)
      x += 1
    }
    while true {
      let count = try next()
      let value = try next()
      if count > 0 {
        for i in 0..<count { try pixel(split(value, i)) }
        continue
      }
      switch value {
      case 0: (x, y) = (0, y + 1)
      case 1: return
      case 2:
        x += try next()
        y += try next()
      default:
        let start = at
        var byte = 0
        for i in 0..<value {
          if header.runs == 1 || i % 2 == 0 { byte = try next() }
          try pixel(split(byte, i))
        }
        // Runs of stored pixels end on an even byte.
        if (at - start) % 2 == 1 { at += 1 }
      }
    }
  }

  /// The index of pixel `i` of a byte: a byte each, or its halves in turn.
  private func split(_ byte: Int, _ i: Int) -> Int {
    header.runs == 1 ? byte : i % 2 == 0 ? byte >> 4 : byte & 15
  }

  private func put(_ index: Int, _ place: Int, _ out: UnsafeMutablePointer<UInt8>) {
    for c in 0..<4 { out[place * 4 + c] = palette[index * 4 + c] }
  }
}
