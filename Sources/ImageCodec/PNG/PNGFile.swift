internal import CCodecs

/// A PNG whose chunks were read and checked; its pixels are still compressed.
struct PNGFile {
  var header: PNGHeader
  var colour: ColourDescription
  /// Places of the compressed pixels in the file, in order.
  var data: [Range<Int>]
  /// How samples widen to red, green, blue, alpha; the palette and the tRNS colour in it.
  var layout: ra_png_layout
  /// Nil for a still picture.
  var animation: PNGAnimation?
  /// How the picture is to be turned, as eXIf says.
  var orientation = Orientation.asStored

  /// Bytes of all passes with their filter bytes, before compression.
  var filteredBytes: Int {
    PNGPass.all(header).reduce(0) { $0 + ($1.height * (header.rowBytes(width: $1.width) + 1)) }
  }
  var compressedBytes: Int { data.reduce(0) { $0 + $1.count } }

  init(_ bytes: UnsafeRawBufferPointer, limit: PixelLimit) throws(ImageError) {
    var lexer = PNGLexer(bytes)
    header = try PNGHeader(bytes, try lexer.next())
    try limit.check(.png, width: header.width, height: header.height)
    layout = ra_png_layout()
    layout.colour_type = header.colourType.rawValue
    layout.depth = header.depth
    data = []
    animation = nil
    colour = .assumedSRGB

    var colours = PNGColourChunks()
    var paletteCount: Int?
    var hasTransparency = false
    var hasExif = false
    var dataEnded = false
    chunks: while true {
      let chunk = try lexer.next()
      if chunk.type != .data, !data.isEmpty { dataEnded = true }
      switch chunk.type {
      case .header:
        throw .misplaced(.png, part: "IHDR")
      case .palette:
        // A palette is only advice in colour files and nothing in grey ones (libpng ignores both
        // when they are malformed).
        guard header.colourType == .palette else { break }
        guard paletteCount == nil, data.isEmpty else { throw .misplaced(.png, part: "PLTE") }
        paletteCount = try readPalette(bytes, chunk.body)
      case .transparency:
        guard data.isEmpty, !hasTransparency else { break }
        hasTransparency = readTransparency(bytes, chunk.body, paletteCount: paletteCount)
      case .data:
        if dataEnded {
          // Empty ones after the last are tolerated by libpng, full ones are not.
          guard chunk.body.isEmpty else { throw .misplaced(.png, part: "IDAT") }
          break
        }
        if header.colourType == .palette, paletteCount == nil {
          throw .missing(.png, part: "PLTE before IDAT")
        }
        data.append(chunk.body)
        animation?.addDefault(chunk.body)
      case .animation:
        guard data.isEmpty, animation == nil, chunk.body.count == 8 else { break }
        animation = try PNGAnimation(bytes, at: chunk.body.lowerBound)
      case .frame:
        try animation?.addFrame(bytes, chunk.body, canvas: header)
      case .frameData:
        try animation?.addData(bytes, chunk.body)
      case .exif:
        guard !hasExif else { break }
        hasExif = true
        orientation = Orientation(exif: UnsafeRawBufferPointer(rebasing: bytes[chunk.body]))
      case .end:
        break chunks
      default:
        if chunk.type.isCritical { throw .unsupported(.png, feature: "chunk \(chunk.type.name)") }
        if data.isEmpty { colours.read(bytes, chunk) }
      }
    }
    guard !data.isEmpty else { throw .missing(.png, part: "IDAT") }
    try animation?.check()
    if let transfer = colours.highDynamicRange {
      throw .highDynamicRange(.png, transfer: transfer, part: "cICP")
    }
    colour = colours.description
  }

  private mutating func readPalette(
    _ bytes: UnsafeRawBufferPointer, _ body: Range<Int>
  ) throws(ImageError) -> Int {
    guard body.count % 3 == 0, body.count >= 3, body.count <= 768 else {
      throw .invalid(
        .png, part: "length of PLTE", expected: "3…768, a multiple of 3", found: body.count)
    }
    let count = min(body.count / 3, 1 << Int(header.depth))
    withUnsafeMutableBytes(of: &layout.palette) { palette in
      for i in 0..<256 {
        for c in 0..<3 {
          palette[i * 4 + c] = i < count ? bytes[body.lowerBound + i * 3 + c] : 0
        }
        palette[i * 4 + 3] = 255
      }
    }
    return count
  }

  /// False where the chunk cannot be used: libpng then reads the file without it.
  private mutating func readTransparency(
    _ bytes: UnsafeRawBufferPointer, _ body: Range<Int>, paletteCount: Int?
  ) -> Bool {
    switch header.colourType {
    case .palette:
      guard let count = paletteCount, body.count >= 1, body.count <= count else { return false }
      withUnsafeMutableBytes(of: &layout.palette) { palette in
        for (i, at) in body.enumerated() { palette[i * 4 + 3] = bytes[at] }
      }
    case .grey:
      guard body.count == 2 else { return false }
      layout.key.0 = bytes.bigEndian16(at: body.lowerBound)
      layout.has_key = 1
    case .colour:
      guard body.count == 6 else { return false }
      layout.key.0 = bytes.bigEndian16(at: body.lowerBound)
      layout.key.1 = bytes.bigEndian16(at: body.lowerBound + 2)
      layout.key.2 = bytes.bigEndian16(at: body.lowerBound + 4)
      layout.has_key = 1
    case .greyAlpha, .colourAlpha:
      return false
    }
    return true
  }
}
