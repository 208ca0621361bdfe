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
    try check("width", frame.width, from: frame.x, in: canvas.width)
    try check("height", frame.height, from: frame.y, in: canvas.height)
    frames.append(frame)
  }

  /// Numbers of 32 bits: their sum fits, their product need not.
  private func check(
    _ side: String, _ length: Int, from start: Int, in whole: Int
  ) throws(ImageError) {
    let name = "frame \(frames.count + 1)"
    guard length > 0, length <= whole else {
      throw .invalid(.png, part: "\(side) of \(name)", expected: "1…\(whole)", found: length)
    }
    guard start + length <= whole else {
      throw .invalid(
        .png, part: "place of \(name)", expected: "an end within the picture's \(side) of \(whole)",
        found: start + length)
    }
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

/// What an animation shows, in turn. A frame is drawn when it is asked for: however many there are,
/// they take the memory of three.
public struct AnimationFrames: Sequence, Sendable {
  /// Nil: a still picture.
  private let file: FileBytes?
  private let limit: PixelLimit
  public let count: Int

  public static let none = AnimationFrames()

  private init() {
    file = nil
    limit = .standard
    count = 0
  }

  /// Reads every frame once, so that what is damaged is known before any is shown.
  init(
    _ file: PNGFile, _ animation: PNGAnimation, _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
  ) throws(ImageError) {
    try PNGFrames(file, animation, bytes, limit: limit).check()
    self.file = FileBytes(copying: Array(bytes))
    self.limit = limit
    count = animation.frames.count
  }

  public var isEmpty: Bool { count == 0 }

  /// Draws all frames up to that one.
  public subscript(index: Int) -> AnimationFrame {
    precondition((0..<count).contains(index), "a frame of the animation")
    var frames = makeIterator()
    for _ in 0..<index { _ = frames.next() }
    return frames.next()!
  }

  public func makeIterator() -> Iterator { Iterator(file, limit) }

  public struct Iterator: IteratorProtocol {
    private let file: FileBytes?
    private var frames: PNGFrames?
    private var orientation = Orientation.asStored

    fileprivate init(_ file: FileBytes?, _ limit: PixelLimit) {
      self.file = file
      guard let file else { return }
      (frames, orientation) = readAgain { () throws(ImageError) in
        let png = try PNGFile(file.bytes, limit: limit)
        return (try PNGFrames(png, png.animation!, file.bytes, limit: limit), png.orientation)
      }
    }

    public mutating func next() -> AnimationFrame? {
      guard var frame = readAgain({ () throws(ImageError) in try frames?.next() }) else {
        return nil
      }
      frame.image = orientation.applied(to: frame.image)
      return frame
    }
  }
}

extension AnimationFrames: Hashable {
  public static func == (a: AnimationFrames, b: AnimationFrames) -> Bool {
    guard let one = a.file?.bytes, let other = b.file?.bytes else { return a.count == b.count }
    return one.elementsEqual(other)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// The file was read whole once, so it can be again.
private func readAgain<R>(_ body: () throws(ImageError) -> R) -> R {
  do { return try body() } catch {
    preconditionFailure("an animation that was read cannot be read again: \(error)")
  }
}

/// Draws the frames of an animation one after the other.
private struct PNGFrames {
  private let file: PNGFile
  private let bytes: UnsafeRawBufferPointer
  private let animation: PNGAnimation
  private var shown = 0
  private let canvas: any FrameCanvas

  init(
    _ file: PNGFile, _ animation: PNGAnimation, _ bytes: UnsafeRawBufferPointer, limit: PixelLimit
  ) throws(ImageError) {
    self.file = file
    self.bytes = bytes
    self.animation = animation
    let (width, height) = (file.header.width, file.header.height)
    // What is drawn in turn takes time, if not memory.
    let all = height.multipliedReportingOverflow(by: animation.frameCount)
    guard !all.overflow, width * height <= limit.pixels / animation.frameCount else {
      throw .tooLarge(.png, width: width, height: all.partialValue, limit: limit)
    }
    canvas =
      file.header.depth == 16
      ? Canvas<UInt16>(width: width, height: height, top: .max)
      : Canvas<UInt8>(width: width, height: height, top: .max)
  }

  /// Reads the pixels of every frame and shows none.
  func check() throws(ImageError) {
    for frame in animation.frames { _ = try read(frame) }
  }

  mutating func next() throws(ImageError) -> AnimationFrame? {
    guard shown < animation.frames.count else { return nil }
    let frame = animation.frames[shown]
    // There is nothing to go back to before the first frame.
    let disposal = shown == 0 && frame.disposal == .restore ? .clear : frame.disposal
    let samples = canvas.show(try read(frame), frame, disposal)
    shown += 1
    return AnimationFrame(
      image: RGBAImage(width: file.header.width, height: file.header.height, samples: samples),
      delay: .init(numerator: frame.delay.0, denominator: frame.delay.1))
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

/// What is shown, at either depth.
private protocol FrameCanvas: AnyObject {
  /// Draws a frame's pixels, gives the picture, and makes room for the next.
  func show(
    _ pixels: RGBAImage.Samples, _ frame: PNGAnimation.Frame, _ disposal: PNGAnimation.Disposal
  ) -> RGBAImage.Samples
}

/// A sample that pictures are made of.
private protocol FrameSample: FixedWidthInteger, UnsignedInteger {
  static func these(_ samples: RGBAImage.Samples) -> [Self]
  static func picture(_ samples: [Self]) -> RGBAImage.Samples
}

extension UInt8: FrameSample {
  fileprivate static func these(_ samples: RGBAImage.Samples) -> [UInt8] {
    if case .eight(let s) = samples { s } else { [] }
  }
  fileprivate static func picture(_ samples: [UInt8]) -> RGBAImage.Samples { .eight(samples) }
}

extension UInt16: FrameSample {
  fileprivate static func these(_ samples: RGBAImage.Samples) -> [UInt16] {
    if case .sixteen(let s) = samples { s } else { [] }
  }
  fileprivate static func picture(_ samples: [UInt16]) -> RGBAImage.Samples { .sixteen(samples) }
}

/// What is shown, straight alpha.
private final class Canvas<Sample: FrameSample>: FrameCanvas {
  private let width: Int
  private let top: Int
  private var samples: [Sample]

  init(width: Int, height: Int, top: Sample) {
    self.width = width
    self.top = Int(top)
    samples = Array(repeating: 0, count: width * height * 4)
  }

  func show(
    _ pixels: RGBAImage.Samples, _ frame: PNGAnimation.Frame, _ disposal: PNGAnimation.Disposal
  ) -> RGBAImage.Samples {
    let before = disposal == .restore ? samples : []
    draw(Sample.these(pixels), frame)
    let picture = Sample.picture(samples)
    switch disposal {
    case .keep: break
    case .clear: clear(frame)
    case .restore: samples = before
    }
    return picture
  }

  private func rows(of frame: PNGAnimation.Frame) -> [(Int, Int)] {
    (0..<frame.height).map { (((frame.y + $0) * width + frame.x) * 4, $0 * frame.width * 4) }
  }

  private func clear(_ frame: PNGAnimation.Frame) {
    for (at, _) in rows(of: frame) {
      for i in at..<(at + frame.width * 4) { samples[i] = 0 }
    }
  }

  private func draw(_ pixels: [Sample], _ frame: PNGAnimation.Frame) {
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
  private func blend(_ pixels: [Sample], _ from: Int, _ at: Int) {
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
