internal import CKernels

/// A wide blur: worked out at a half, a quarter … of the size, and read in between.
///
/// What is blurred with sigma s (in the small picture's pixels, above 16) bends by at most 0.25 / s² a
/// pixel, so a straight line between two of them errs by 0.25 / s² / 8, or 0.03 of a step; where a
/// cut kernel ends abruptly the slope jumps by 0.06 / s, which costs 0.06 / s / 4, or 0.24 of a step.
/// Areas instead of points of the small picture widen sigma by 1 / (24 s²), or 0.02 %. So a shadow is
/// that of the full-size blur within one step (`WideBlurTests`), for 1 / scale³ of the work, and its
/// memory does not grow with sigma.
struct WideBlur {
  private let small: BlurredOutline
  /// A power of two.
  private let scale: Int
  private let origin: (x: Int, y: Int)
  private let roundsBytes: Bool
  private let smallClip: PixelRect

  /// Beyond this sigma, in device px, blurs are worked out smaller.
  static let limit = 32.0

  /// Up to this sigma, in device px, a kernel's weights are worked out for every pixel: enough for what
  /// is seen, and no large sigma makes a long list.
  static let fullSizeLimit = 1024.0

  /// A power of two by which sigma comes to lie between half the limit and the limit.
  static func scale(_ sigma: Sigma, downTo limit: Double) -> Int {
    var scale = 1
    while sigma.devicePixels > limit * Double(scale) { scale *= 2 }
    return scale
  }

  /// How far a blur reaches, in device px.
  static func reach(_ kernel: BlurKernel, _ sigma: Sigma) -> Int {
    let scale = scale(sigma, downTo: fullSizeLimit)
    let taps = BlurTaps(kernel, Sigma(devicePixels: sigma.devicePixels / Double(scale)))
    return scale == 1 ? taps.radius : (taps.radius + 1) * scale
  }

  /// The weights of the small picture.
  static func taps(_ kernel: BlurKernel, _ sigma: Sigma, scale: Int) -> BlurTaps {
    let part = Self.scale(sigma, downTo: fullSizeLimit)
    let taps = BlurTaps(kernel, Sigma(devicePixels: sigma.devicePixels / Double(part)))
    return taps.shrunk(by: scale / part)
  }

  /// - Parameters:
  ///   - origin: The full-size pixel where the small picture's first pixel begins. It moves with the
  ///     shape, so that moving by whole pixels changes nothing else.
  ///   - roundsBytes: Rounds what is blurred to 8 bits.
  ///   - clip: The full-size pixels that may be asked for.
  ///   - blur: Blurs the small picture within a clip.
  init(
    scale: Int, origin: (x: Int, y: Int), roundsBytes: Bool, clip: PixelRect,
    _ blur: (PixelRect) -> BlurredOutline
  ) {
    self.scale = scale
    self.origin = origin
    self.roundsBytes = roundsBytes
    func small(_ range: Range<Int>, _ origin: Int) -> Range<Int> {
      guard let first = range.first, let last = range.last else { return 0..<0 }
      let low = Self.position(first - origin, scale).pixel
      return low..<Self.position(last - origin, scale).pixel + 2
    }
    smallClip = PixelRect(small(clip.columns, origin.x), small(clip.rows, origin.y))
    self.small = blur(smallClip)
  }

  var background: Float { small.background }

  /// The small pixel before a pixel's centre, and how far on to the next the centre is.
  private static func position(_ i: Int, _ scale: Int) -> (pixel: Int, part: Float) {
    let doubled = 2 * i + 1 - scale
    let pixel = doubled >= 0 ? doubled / (2 * scale) : -((2 * scale - 1 - doubled) / (2 * scale))
    return (pixel, Float(doubled - pixel * 2 * scale) / Float(2 * scale))
  }

  /// Calls `body` with each row of `bounds` (within the clip) from the top: its y and its values,
  /// 0…1.
  func forEachRow(in bounds: PixelRect, _ body: (Int, UnsafeMutablePointer<Float>) -> Void) {
    let width = smallClip.width
    var buffers = RowPair(width: width, background: background)
    let mixed = UnsafeMutablePointer<Float>.allocate(capacity: width)
    let out = UnsafeMutablePointer<Float>.allocate(capacity: bounds.width)
    defer {
      buffers.deallocate()
      mixed.deallocate()
      out.deallocate()
    }
    let columns = bounds.columns.map { Self.position($0 - origin.x, scale) }
    var y = bounds.y0
    /// Draws the rows between the small rows `next` − 1 and `next`, which the buffers hold.
    func draw(upTo next: Int) {
      while y < bounds.y1 {
        let (row, part) = Self.position(y - origin.y, scale)
        guard row < next else { return }
        raster_mix_rows(buffers.above, buffers.below, part, mixed, width)
        for (i, column) in columns.enumerated() {
          let x = column.pixel - smallClip.x0
          out[i] = mixed[x] + (mixed[x + 1] - mixed[x]) * column.part
        }
        if roundsBytes { raster_round_bytes(out, bounds.width) }
        body(y, out)
        y += 1
      }
    }
    draw(upTo: small.bounds.isEmpty ? Int.max : small.bounds.y0 - 1)
    small.forEachFoldedRow { folded, row in
      for i in small.rows.columns(shownBy: folded).clamped(to: small.bounds.rows) {
        buffers.push { small.expand(row, to: $0 + (small.bounds.x0 - smallClip.x0)) }
        draw(upTo: i)
      }
    }
    buffers.push { _ in }
    draw(upTo: small.bounds.y1)
    buffers.push { _ in }
    draw(upTo: Int.max)
  }
}

/// Two rows, one above the other, at first both of the background.
private struct RowPair {
  private(set) var above: UnsafeMutablePointer<Float>
  private(set) var below: UnsafeMutablePointer<Float>
  private let width: Int
  private let background: Float

  init(width: Int, background: Float) {
    self.width = width
    self.background = background
    above = .allocate(capacity: max(1, width))
    below = .allocate(capacity: max(1, width))
    above.initialize(repeating: background, count: width)
    below.initialize(repeating: background, count: width)
  }

  func deallocate() {
    above.deallocate()
    below.deallocate()
  }

  /// Moves on by a row; `write` writes what is not background.
  mutating func push(_ write: (UnsafeMutablePointer<Float>) -> Void) {
    swap(&above, &below)
    below.update(repeating: background, count: width)
    write(below)
  }
}

extension Outline {
  func shrunk(by scale: Int) -> Outline {
    let factor = 1 / Double(scale)
    func small(_ r: RoundedRectangle) -> RoundedRectangle {
      RoundedRectangle(
        rect: Rect(
          x: r.rect.x * factor, y: r.rect.y * factor, width: r.rect.width * factor,
          height: r.rect.height * factor),
        radii: r.drawnRadii.map { $0 * factor }, curve: r.curve)
    }
    switch self {
    case .rounded(let r): return .rounded(small(r))
    case .ring(let outer, let inner): return .ring(outer: small(outer), inner: small(inner))
    case .path(let p, let rule):
      return .path(p.transformed(sx: factor, sy: factor, dx: 0, dy: 0), rule)
    }
  }
}

extension CoverageMask {
  /// Means of squares of `scale` × `scale` pixels, rounded to the nearest step; the first begins
  /// where the mask does, and becomes pixel (0, 0).
  func shrunk(by scale: Int) -> CoverageMask {
    let small = PixelRect(
      x0: 0, y0: 0, x1: (bounds.width + scale - 1) / scale,
      y1: (bounds.height + scale - 1) / scale)
    var result = CoverageMask(bounds: small)
    var sums = [Int](repeating: 0, count: small.area)
    for y in 0..<bounds.height {
      let row = y / scale * small.width
      for x in 0..<bounds.width { sums[row + x / scale] += Int(values[y * bounds.width + x]) }
    }
    let area = scale * scale
    for i in sums.indices { result.values[i] = UInt8((sums[i] + area / 2) / area) }
    return result
  }
}
