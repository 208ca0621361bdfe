/// IHDR.
struct PNGHeader: Hashable {
  enum ColourType: UInt8 {
    case grey = 0
    case colour = 2
    case palette = 3
    case greyAlpha = 4
    case colourAlpha = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .colour: 3
      case .colourAlpha: 4
      }
    }

    var depths: [UInt8] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  var width: Int
  var height: Int
  /// Bits a sample: 1, 2, 4, 8 or 16.
  var depth: UInt8
  var colourType: ColourType
  var isInterlaced: Bool

  var bitsPerPixel: Int { Int(depth) * colourType.channels }
  /// What the filters call a pixel's distance: whole bytes, at least 1.
  var filterDistance: Int { max(1, bitsPerPixel / 8) }

  func rowBytes(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }
}

extension PNGHeader {
  init(_ bytes: UnsafeRawBufferPointer, _ chunk: PNGChunk) throws(ImageError) {
    guard chunk.type == .header else { throw .missing(.png, part: "IHDR as the first chunk") }
    guard chunk.body.count == 13 else {
      throw .invalid(.png, part: "length of IHDR", expected: "13", found: chunk.body.count)
    }
    let at = chunk.body.lowerBound
    let width = bytes.bigEndian32(at: at)
    let height = bytes.bigEndian32(at: at + 4)
    for (part, side) in [("width", width), ("height", height)]
    where side == 0 || side > 0x7FFF_FFFF {
      throw .invalid(.png, part: part, expected: "1…2147483647", found: Int(side))
    }
    guard let type = ColourType(rawValue: bytes[at + 9]) else {
      throw .invalid(
        .png, part: "colour type", expected: "0, 2, 3, 4 or 6", found: Int(bytes[at + 9]))
    }
    guard type.depths.contains(bytes[at + 8]) else {
      throw .invalid(
        .png, part: "bit depth of colour type \(type.rawValue)",
        expected: type.depths.map(String.init).joined(separator: ", "), found: Int(bytes[at + 8]))
    }
    for (part, place) in [("compression method", at + 10), ("filter method", at + 11)]
    where bytes[place] != 0 {
      throw .invalid(.png, part: part, expected: "0", found: Int(bytes[place]))
    }
    guard bytes[at + 12] <= 1 else {
      throw .invalid(
        .png, part: "interlace method", expected: "0 or 1", found: Int(bytes[at + 12]))
    }
    self.init(
      width: Int(width), height: Int(height), depth: bytes[at + 8], colourType: type,
      isInterlaced: bytes[at + 12] == 1)
  }
}

/// One of Adam7's seven passes, or the one pass of a plain file.
struct PNGPass: Hashable {
  var x0: Int
  var y0: Int
  var dx: Int
  var dy: Int
  /// Size of the pass in pixels, never 0.
  var width: Int
  var height: Int

  /// The passes that hold a pixel, in the order in which they are stored.
  static func all(_ header: PNGHeader) -> [PNGPass] {
    let grid =
      header.isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    return grid.compactMap { x0, y0, dx, dy in
      let width = (header.width - x0 + dx - 1) / dx
      let height = (header.height - y0 + dy - 1) / dy
      guard width > 0, height > 0 else { return nil }
      return PNGPass(x0: x0, y0: y0, dx: dx, dy: dy, width: width, height: height)
    }
  }
}
