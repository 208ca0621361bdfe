public import Raster

/// A picture as its file holds it: straight alpha, in the file's own colour space.
///
/// Files of up to 8 bits a channel become 8 bits (a value v of n bits becomes v × 255 / (2ⁿ − 1),
/// which is whole for n = 1, 2, 4, 8); deeper ones become 16.
public struct DecodedImage: Hashable, Sendable {
  public var image: RGBAImage
  public var format: ImageFormat
  public var colour: ColourDescription
  /// What an animation shows, in turn; empty for a still picture. `image` is what a reader that
  /// knows no animations shows: the first frame, or a picture of its own.
  public var frames = AnimationFrames.none
  /// How often an animation is played; 0 is for ever.
  public var plays = 1

  /// How a JPEG was rounded; nil for other formats.
  public var quantisation: Quantisation?
  /// How a lossy WebP was rounded; nil for other formats.
  public var webPQuantisers: WebPQuantisers?

  /// A CMYK file's samples and profile; `image` is then what the profile makes of them.
  public var inks: Inks?

  public init(image: RGBAImage, format: ImageFormat, colour: ColourDescription) {
    self.image = image
    self.format = format
    self.colour = colour
  }
}

/// What a CMYK file holds.
public struct Inks: Hashable, Sendable {
  /// Cyan, magenta, yellow and black in place of red, green, blue and alpha; the top of the depth is all
  /// of an ink.
  public var samples: RGBAImage
  public var profile: [UInt8]
}

/// The steps that a JPEG's frequencies are rounded to, as the picture is shown.
public struct Quantisation: Hashable, Sendable {
  /// Of the luma, 64 row by row of an 8×8 block: the first is the mean's.
  public var luma: [Int]
  public var chroma: [Int]
  /// Pixels across and down for each sample of chroma.
  public var chromaWidth: Int
  public var chromaHeight: Int
  /// Blocks begin at a multiple of 8 samples from here, in pixels.
  public var originX: Int
  public var originY: Int

  public init(
    luma: [Int], chroma: [Int], chromaWidth: Int, chromaHeight: Int, originX: Int, originY: Int
  ) {
    self.luma = luma
    self.chroma = chroma
    self.chromaWidth = chromaWidth
    self.chromaHeight = chromaHeight
    self.originX = originX
    self.originY = originY
  }
}

/// The whole canvas of an animation at one time.
public struct AnimationFrame: Hashable, Sendable {
  /// Seconds, as a fraction; the denominator is not 0.
  public struct Delay: Hashable, Sendable {
    public var numerator: Int
    public var denominator: Int

    public init(numerator: Int, denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// Equal times are equal however they are written.
    public func isEqual(to other: Delay) -> Bool {
      numerator * other.denominator == other.numerator * denominator
    }
  }

  public var image: RGBAImage
  public var delay: Delay

  public init(image: RGBAImage, delay: Delay) {
    self.image = image
    self.delay = delay
  }
}

/// How large a picture may be before it is refused, unread.
public struct PixelLimit: Hashable, Sendable {
  /// Width × height at the most.
  public var pixels: Int
  /// Width and height at the most, each.
  public var side: Int

  public init(pixels: Int, side: Int) {
    self.pixels = pixels
    self.side = side
  }

  /// 2²⁸ pixels are 1 GiB at 8 bits a channel; 1,000,000 a side is libpng's own limit.
  public static let standard = PixelLimit(pixels: 1 << 28, side: 1_000_000)

  func check(_ format: ImageFormat, width: Int, height: Int) throws(ImageError) {
    guard width <= side, height <= side, width * height <= pixels else {
      throw .tooLarge(format, width: width, height: height, limit: self)
    }
  }
}

/// Reads a picture of any known format.
public func decode(
  _ bytes: UnsafeRawBufferPointer, limit: PixelLimit = .standard
) throws(ImageError) -> DecodedImage {
  guard !bytes.isEmpty else { throw .empty }
  switch ImageFormat(firstBytes: bytes) {
  case .png: return try decodePNG(bytes, limit: limit)
  case .jpeg: return try decodeJPEG(bytes, limit: limit)
  case .webP: return try decodeWebP(bytes, limit: limit)
  case .tiff: return try decodeTIFF(bytes, limit: limit)
  case .bmp: return try decodeBMP(bytes, limit: limit)
  case nil: throw .unknownFormat(firstBytes: Array(bytes.prefix(8)))
  }
}

/// Reads a picture of any known format.
public func decode(
  _ bytes: [UInt8], limit: PixelLimit = .standard
) throws(ImageError) -> DecodedImage {
  try bytes.withUnsafeBufferPointer { (raw) throws(ImageError) in
    try decode(UnsafeRawBufferPointer(raw), limit: limit)
  }
}
