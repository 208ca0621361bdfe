public import Raster

/// Pictures of what differs between two pictures of any size and depth, straight alpha.
///
/// The candidate's top left corner lies on the reference's; the canvas holds both. Colours of 16
/// bits are rounded for the eye, but a pixel that differs in its last bit is marked.
public struct DiffView {
  /// Height and width of what `overlay`, `heat` and `regions` return.
  public let width: Int
  public let height: Int
  private let reference: RGBAImage
  private let candidate: RGBAImage
  private let options: DiffOptions
  private let ignored: IgnoredPixels?

  public init(reference: RGBAImage, candidate: RGBAImage, options: DiffOptions = DiffOptions()) {
    self.reference = reference
    self.candidate = candidate
    self.options = options
    width = max(reference.width, candidate.width)
    height = max(reference.height, candidate.height)
    let ignoresNothing = options.ignored.isEmpty && options.ignoreMask == nil
    ignored =
      ignoresNothing
      ? nil
      : IgnoredPixels(
        rectangles: options.ignored, mask: options.ignoreMask, width: width, height: height)
  }

  /// The reference dimmed to grey, every differing pixel marked by how much it differs, what only
  /// one of the two has in the strongest mark, and what is ignored hatched.
  public func overlay() -> RGBAImage { drawn(page: true) }

  /// The marks alone, on black.
  public func heat() -> RGBAImage { drawn(page: false) }

  /// The overlay with a frame around each region: white where a person can see it, else grey.
  public func regions(_ report: DiffReport) -> RGBAImage {
    var image = overlay()
    guard case .eight(var bytes) = image.samples else { return image }
    for region in report.all {
      frame(region.bounds.outset(by: 2), region.isPerceptible ? 255 : 150, in: &bytes)
    }
    image.samples = .eight(bytes)
    return image
  }

  /// Reference, overlay and candidate in a row.
  public func sideBySide() -> RGBAImage {
    let gap = 16
    let columns = width + gap
    let all = columns * 3 - gap
    var bytes = [UInt8](repeating: 128, count: all * height * 4)
    for i in stride(from: 3, to: bytes.count, by: 4) { bytes[i] = 255 }
    for (place, image) in [reference, overlay(), candidate].enumerated() {
      let source = image.roundedTo8Bits
      for y in 0..<image.height {
        let from = y * image.width * 4
        let to = (y * all + place * columns) * 4
        bytes.replaceSubrange(
          to..<(to + image.width * 4), with: source[from..<(from + image.width * 4)])
      }
    }
    return RGBAImage(width: all, height: height, samples: .eight(bytes))
  }

  // MARK: Drawing

  private func drawn(page: Bool) -> RGBAImage {
    let scale = MarkScale()
    let greys = (0..<256).map { level in
      let v = UInt8(level)
      return scale.grey(SRGBA8(r: v, g: v, b: v, a: 255)).r
    }
    var memo = DistanceMemo(
      PixelDistance(metric: options.metric, primaries: options.primaries))
    let (a, b) = (reference.roundedTo8Bits, candidate.roundedTo8Bits)
    let both = PixelRect(
      x0: 0, y0: 0, x1: min(reference.width, candidate.width),
      y1: min(reference.height, candidate.height))
    let only = scale.mark(steps: 100)
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { out, filled in
      a.withUnsafeBytes { p in
        b.withUnsafeBytes { q in
          for y in 0..<height {
            let hatched = ignored?.ranges(y) ?? []
            for x in 0..<width {
              let at = (y * width + x) * 4
              let pixel: SRGBA8
              if hatched.contains(where: { $0.contains(Int32(x)) }) {
                let level: UInt8 = (x + y) & 7 < 2 ? 96 : 24
                pixel = SRGBA8(r: level, g: level, b: level, a: 255)
              } else if both.contains(x: x, y: y) {
                let one = word(p, x, y, reference.width)
                let two = word(q, x, y, candidate.width)
                if differs(x, y, one, two) {
                  let distance = one == two ? 0 : memo.straight(one, two)
                  pixel = scale.mark(steps: distance / options.metric.justNoticeable)
                } else {
                  let level = page ? greys[luma(one)] : 0
                  pixel = SRGBA8(r: level, g: level, b: level, a: 255)
                }
              } else {
                pixel =
                  reference.bounds.contains(x: x, y: y) || candidate.bounds.contains(x: x, y: y)
                  ? only : SRGBA8(r: 0, g: 0, b: 0, a: 255)
              }
              (out[at], out[at + 1], out[at + 2], out[at + 3]) = (pixel.r, pixel.g, pixel.b, 255)
            }
          }
        }
      }
      filled = width * height * 4
    }
    return RGBAImage(width: width, height: height, samples: .eight(bytes))
  }

  private func word(_ p: UnsafeRawBufferPointer, _ x: Int, _ y: Int, _ width: Int) -> UInt32 {
    p.loadUnaligned(fromByteOffset: (y * width + x) * 4, as: UInt32.self)
  }

  /// Whether the pixels differ as they are stored; the colour under alpha 0 is nothing.
  private func differs(_ x: Int, _ y: Int, _ one: UInt32, _ two: UInt32) -> Bool {
    let (i, j) = ((y * reference.width + x) * 4, (y * candidate.width + x) * 4)
    switch (reference.samples, candidate.samples) {
    case (.sixteen(let a), .sixteen(let b)):
      return (a[i + 3] | b[j + 3]) != 0 && (0..<4).contains { a[i + $0] != b[j + $0] }
    case (.eight(let a), .sixteen(let b)):
      return (0..<4).contains { UInt16(a[i + $0]) * 257 != b[j + $0] }
    case (.sixteen(let a), .eight(let b)):
      return (0..<4).contains { a[i + $0] != UInt16(b[j + $0]) * 257 }
    case (.eight, .eight):
      let alpha = UInt32(littleEndian: one | two) >> 24
      return one != two && alpha != 0
    }
  }

  /// Rec. 709 luma over white, 0…255.
  private func luma(_ word: UInt32) -> Int {
    let p = SRGBA8(memory: word)
    let (alpha, white) = (Int(p.a), (255 - Int(p.a)) * 255)
    func over(_ c: UInt8) -> Int { Int(c) * alpha + white }
    return (218 * over(p.r) + 732 * over(p.g) + 74 * over(p.b)) / (1024 * 255)
  }

  private func frame(_ r: PixelRect, _ level: UInt8, in bytes: inout [UInt8]) {
    let seen = r.intersection(PixelRect(x0: 0, y0: 0, x1: width, y1: height))
    guard !seen.isEmpty else { return }
    func mark(_ x: Int, _ y: Int) {
      let at = (y * width + x) * 4
      for c in 0..<3 { bytes[at + c] = level }
    }
    for x in seen.x0..<seen.x1 {
      mark(x, seen.y0)
      mark(x, seen.y1 - 1)
    }
    for y in seen.y0..<seen.y1 {
      mark(seen.x0, y)
      mark(seen.x1 - 1, y)
    }
  }
}

extension RGBAImage {
  /// Samples of 16 bits rounded: round(v / 257).
  fileprivate var roundedTo8Bits: [UInt8] {
    switch samples {
    case .eight(let s): s
    case .sixteen(let s): s.map { UInt8((Int($0) + 128) / 257) }
    }
  }
}
