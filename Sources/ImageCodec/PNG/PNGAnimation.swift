internal import CCodecs
internal import Raster

/// An APNG's frames as they are stored: the chunks acTL, fcTL and fdAT, read and checked.
struct PNGAnimation {
  /// What becomes of a frame's place before the next one.
  enum Disposal: UInt8 {
    case keep = 0
    case clear = 1
    case restore = 2
  }

  /// One fcTL and the places of its compressed pixels.
  struct Frame {
    var width: Int
    var height: Int
    var x: Int
    var y: Int
    /// In seconds, as a fraction; a denominator of 0 is 100.
    var delay: (Int, Int)
    var disposal: Disposal
    /// Laid over what is there, or put in its place.
    var isBlended: Bool
    var data: [Range<Int>] = []
  }

  /// As acTL says.
  var frameCount: Int
  /// 0 is for ever.
  var plays: Int
  var frames: [Frame] = []
  private var nextSequence: UInt32 = 0

  /// - Precondition: 8 bytes of acTL at `at`.
  init(_ bytes: UnsafeRawBufferPointer, at: Int) throws(ImageError) {
    frameCount = Int(bytes.bigEndian32(at: at))
    plays = Int(bytes.bigEndian32(at: at + 4))
    guard frameCount > 0, frameCount <= 0x7FFF_FFFF else {
      throw .invalid(.png, part: "number of frames", expected: "at least 1", found: frameCount)
    }
  }

  mutating func addFrame(
    _ bytes: UnsafeRawBufferPointer, _ body: Range<Int>, canvas: PNGHeader
  ) throws(ImageError) {
    guard body.count == 26 else {
      throw .invalid(.png, part: "length of fcTL", expected: "26", found: body.count)
    }
    let at = body.lowerBound
    try checkSequence(bytes.bigEndian32(at: at))
    func word(_ offset: Int) -> Int { Int(bytes.bigEndian32(at: at + offset)) }
    let denominator = Int(bytes.bigEndian16(at: at + 22))
    guard let disposal = Disposal(rawValue: bytes[at + 24]), bytes[at + 25] <= 1 else {
      throw .invalid(
        .png, part: "disposal or blending of a frame", expected: "0…2 and 0…1",
        found: Int(bytes[at + 24]))
    }
    let frame = Frame(
      width: word(4), height: word(8), x: word(12), y: word(16),
      delay: (Int(bytes.bigEndian16(at: at + 20)), denominator == 0 ? 100 : denominator),
      disposal: disposal, isBlended: bytes[at + 25] == 1)
    guard frame.width > 0, frame.height > 0, frame.x + frame.width <= canvas.width,
      frame.y + frame.height <= canvas.height
    else {
      throw .invalid(
        .png, part: "size of frame \(frames.count + 1)",
        expected: "at most \(canvas.width)×\(canvas.height), inside the picture",
        found: frame.width * frame.height)
    }
    frames.append(frame)
  }

  /// The default picture's data are the first frame's where an fcTL came before them.
  mutating func addDefault(_ body: Range<Int>) {
    if frames.count == 1 { frames[0].data.append(body) }
  }

  mutating func addData(
    _ bytes: UnsafeRawBufferPointer, _ body: Range<Int>
  ) throws(ImageError) {
    guard body.count >= 4 else {
      throw .invalid(.png, part: "length of fdAT", expected: "at least 4", found: body.count)
    }
    guard !frames.isEmpty else { throw .misplaced(.png, part: "fdAT") }
    try checkSequence(bytes.bigEndian32(at: body.lowerBound))
    frames[frames.count - 1].data.append((body.lowerBound + 4)..<body.upperBound)
  }

  private mutating func checkSequence(_ number: UInt32) throws(ImageError) {
    guard number == nextSequence else {
      throw .invalid(
        .png, part: "sequence of frames", expected: "\(nextSequence)", found: Int(number))
    }
    nextSequence += 1
  }

  /// At the end of the file.
  func check() throws(ImageError) {
    guard frames.count == frameCount else {
      throw .invalid(
        .png, part: "number of frames", expected: "\(frameCount)", found: frames.count)
    }
    for (i, frame) in frames.enumerated() where frame.data.isEmpty {
      throw .missing(.png, part: "pixels of frame \(i + 1)")
    }
  }
}

/// Draws the frames of an animation one after the other.
struct PNGFrames {
  private let file: PNGFile
  private let bytes: UnsafeRawBufferPointer
  private let animation: PNGAnimation

  init(
    _ file: PNGFile, _ animation: PNGAnimation, _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
  ) throws(ImageError) {
    self.file = file
    self.bytes = bytes
    self.animation = animation
    let all = file.header.height.multipliedReportingOverflow(by: animation.frameCount)
    guard !all.overflow,
      file.header.width * file.header.height <= limit.pixels / animation.frameCount
    else {
      throw .tooLarge(
        .png, width: file.header.width, height: all.partialValue, limit: limit)
    }
  }

  func drawn() throws(ImageError) -> [AnimationFrame] {
    let header = file.header
    if header.depth == 16 {
      return try drawn(
        Canvas(width: header.width, height: header.height, top: UInt16.max),
        pixels: { if case .sixteen(let s) = $0 { s } else { [] } }, samples: { .sixteen($0) })
    }
    return try drawn(
      Canvas(width: header.width, height: header.height, top: UInt8.max),
      pixels: { if case .eight(let s) = $0 { s } else { [] } }, samples: { .eight($0) })
  }

  private func drawn<Sample>(
    _ empty: Canvas<Sample>, pixels: (RGBAImage.Samples) -> [Sample],
    samples: ([Sample]) -> RGBAImage.Samples
  ) throws(ImageError) -> [AnimationFrame] {
    var canvas = empty
    var shown: [AnimationFrame] = []
    for (i, frame) in animation.frames.enumerated() {
      // There is nothing to go back to before the first frame.
      let disposal = i == 0 && frame.disposal == .restore ? .clear : frame.disposal
      let before = disposal == .restore ? canvas.samples : []
      canvas.draw(pixels(try read(frame)), frame)
      shown.append(
        AnimationFrame(
          image: RGBAImage(
            width: canvas.width, height: canvas.height, samples: samples(canvas.samples)),
          delay: .init(numerator: frame.delay.0, denominator: frame.delay.1)))
      switch disposal {
      case .keep: break
      case .clear: canvas.clear(frame)
      case .restore: canvas.samples = before
      }
    }
    return shown
  }

  private func read(_ frame: PNGAnimation.Frame) throws(ImageError) -> RGBAImage.Samples {
    var part = file
    part.header.width = frame.width
    part.header.height = frame.height
    part.data = frame.data
    return try readSamples(
      PNGStream(part, CompressedPixels(part, in: bytes), rows: bandRows(part.header)))
  }
}

/// What is shown, straight alpha.
private struct Canvas<Sample: FixedWidthInteger & UnsignedInteger> {
  let width: Int
  let height: Int
  private let top: Int
  var samples: [Sample]

  init(width: Int, height: Int, top: Sample) {
    self.width = width
    self.height = height
    self.top = Int(top)
    samples = Array(repeating: 0, count: width * height * 4)
  }

  private func rows(of frame: PNGAnimation.Frame) -> [(Int, Int)] {
    (0..<frame.height).map { (((frame.y + $0) * width + frame.x) * 4, $0 * frame.width * 4) }
  }

  mutating func clear(_ frame: PNGAnimation.Frame) {
    for (at, _) in rows(of: frame) {
      for i in at..<(at + frame.width * 4) { samples[i] = 0 }
    }
  }

  mutating func draw(_ pixels: [Sample], _ frame: PNGAnimation.Frame) {
    for (at, from) in rows(of: frame) {
      for x in stride(from: 0, to: frame.width * 4, by: 4) {
        let alpha = Int(pixels[from + x + 3])
        if !frame.isBlended || alpha == top {
          for c in 0..<4 { samples[at + x + c] = pixels[from + x + c] }
        } else if alpha > 0 {
          blend(pixels, from + x, at + x)
        }
      }
    }
  }

  /// Source over, straight alpha, rounded once (PNG 3, *Alpha channel processing*).
  private mutating func blend(_ pixels: [Sample], _ from: Int, _ at: Int) {
    let source = Int(pixels[from + 3])
    let rest = Int(samples[at + 3]) * (top - source)
    let whole = source * top + rest
    for c in 0..<3 {
      let sum = Int(pixels[from + c]) * source * top + Int(samples[at + c]) * rest
      samples[at + c] = Sample((sum + whole / 2) / whole)
    }
    samples[at + 3] = Sample((whole + top / 2) / top)
  }
}
