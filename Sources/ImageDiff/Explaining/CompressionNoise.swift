public import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How one of two pictures was rounded by JPEG: the steps of its frequencies.
public struct BlockRounding: Hashable, Sendable {
  /// Steps of the luma's 64 frequencies, row by row of an 8×8 block, then of the chroma's.
  public var luma: [Double]
  public var chroma: [Double]
  /// Pixels across and down for each sample of chroma, at least 1.
  public var chromaWidth: Int
  public var chromaHeight: Int
  /// Blocks begin at a multiple of 8 samples from here, in pixels.
  public var originX: Int
  public var originY: Int

  public init(
    luma: [Double], chroma: [Double], chromaWidth: Int, chromaHeight: Int, originX: Int,
    originY: Int
  ) {
    precondition(luma.count == 64 && chroma.count == 64, "a block has 64 frequencies")
    self.luma = luma
    self.chroma = chroma
    self.chromaWidth = max(1, chromaWidth)
    self.chromaHeight = max(1, chromaHeight)
    self.originX = originX
    self.originY = originY
  }
}

extension DiffReport {
  /// Explains regions by JPEG's rounding where nothing else is needed for them, and judges again.
  ///
  /// A JPEG holds each frequency of a block within half a step of the picture's. So two encodings of
  /// one picture lie within half the sum of their steps of each other, and an encoding within half a
  /// step of the picture; a difference beyond that in one frequency of one block is a difference of
  /// the pictures. Two JPEGs must have their blocks in the same places.
  ///
  /// - Parameters:
  ///   - first: Nil where the reference is not a JPEG; likewise `second`.
  ///   - gate: The one that the report was judged by.
  public mutating func explainCompression(
    reference: RGBAImage, candidate: RGBAImage, first: BlockRounding?, second: BlockRounding?,
    gate: Gate
  ) {
    guard size == nil, let blocks = BlockTest(reference, candidate, first, second) else { return }
    var changed = false
    for i in regions.indices {
      switch regions[i].kind {
      case .dither, .compression: continue
      default: break
      }
      guard let share = blocks.share(in: regions[i].bounds) else { continue }
      regions[i].explanation = .compression(Compression(share: share))
      regions[i].unexplained = .nothing
      changed = true
    }
    if changed { verdict = gate.verdict(of: self) }
  }
}

/// Looks at differences of frequencies, block by block.
private struct BlockTest {
  private let a: [UInt8]
  private let b: [UInt8]
  private let width: Int
  private let height: Int
  private let planes: [Plane]

  /// One of luma, blue and red difference: its weights of red, green and blue, the largest
  /// difference of each frequency, and its grid.
  private struct Plane {
    var weights: SIMD4<Float>
    var limits: [Float]
    /// Pixels a sample, and where samples begin.
    var sampleWidth: Int
    var sampleHeight: Int
    var originX: Int
    var originY: Int
  }

  init?(
    _ reference: RGBAImage, _ candidate: RGBAImage, _ first: BlockRounding?,
    _ second: BlockRounding?
  ) {
    guard case .eight(let a) = reference.samples, case .eight(let b) = candidate.samples,
      let grid = first ?? second
    else { return nil }
    if let first, let second {
      let (w, h) = (8 * first.chromaWidth, 8 * first.chromaHeight)
      guard first.chromaWidth == second.chromaWidth, first.chromaHeight == second.chromaHeight,
        (first.originX - second.originX) % w == 0, (first.originY - second.originY) % h == 0
      else { return nil }
    }
    self.a = a
    self.b = b
    width = reference.width
    height = reference.height
    func limits(_ steps: KeyPath<BlockRounding, [Double]>) -> [Float] {
      (0..<64).map { i in
        let sum = (first?[keyPath: steps][i] ?? 0) + (second?[keyPath: steps][i] ?? 0)
        // Decoders round samples to whole numbers twice on the way to red, green and blue, on both
        // sides: 4 uniform errors of variance 1/12 a pixel, as many a frequency (the transform is
        // orthonormal), and four standard deviations of their sum.
        return Float(sum / 2 + 4 * (4.0 / 12).squareRoot())
      }
    }
    // ITU-T T.871 (JFIF).
    let luma = Plane(
      weights: SIMD4(0.299, 0.587, 0.114, 0), limits: limits(\.luma), sampleWidth: 1,
      sampleHeight: 1, originX: grid.originX, originY: grid.originY)
    let chroma = [
      SIMD4<Float>(-0.168736, -0.331264, 0.5, 0), SIMD4<Float>(0.5, -0.418688, -0.081312, 0),
    ].map {
      Plane(
        weights: $0, limits: limits(\.chroma), sampleWidth: grid.chromaWidth,
        sampleHeight: grid.chromaHeight, originX: grid.originX, originY: grid.originY)
    }
    planes = [luma] + chroma
  }

  /// The largest share of its limit that a frequency of a block reaches that touches `bounds`; nil
  /// where one is beyond, or alpha differs.
  func share(in bounds: PixelRect) -> Double? {
    var largest: Float = 0
    for plane in planes {
      let (w, h) = (8 * plane.sampleWidth, 8 * plane.sampleHeight)
      func start(_ v: Int, _ origin: Int, _ side: Int) -> Int {
        let from = (v - origin) % side
        return v - (from < 0 ? from + side : from)
      }
      for y in stride(from: start(bounds.y0, plane.originY, h), to: bounds.y1, by: h) {
        for x in stride(from: start(bounds.x0, plane.originX, w), to: bounds.x1, by: w) {
          guard let share = share(plane, x, y), share <= 1 else { return nil }
          largest = max(largest, share)
        }
      }
    }
    return Double(largest)
  }

  private func share(_ plane: Plane, _ x0: Int, _ y0: Int) -> Float? {
    var block = [Float](repeating: 0, count: 64)
    let weight = 1 / Float(plane.sampleWidth * plane.sampleHeight)
    for y in 0..<(8 * plane.sampleHeight) {
      for x in 0..<(8 * plane.sampleWidth) {
        // Encoders repeat the picture's edge into blocks that reach beyond it.
        let (px, py) = (min(width - 1, max(0, x0 + x)), min(height - 1, max(0, y0 + y)))
        let at = (py * width + px) * 4
        guard a[at + 3] == b[at + 3] else { return nil }
        var difference: Float = 0
        for c in 0..<3 {
          difference += plane.weights[c] * (Float(a[at + c]) - Float(b[at + c]))
        }
        block[y / plane.sampleHeight * 8 + x / plane.sampleWidth] += difference * weight
      }
    }
    let frequencies = transformed(transformed(block))
    return (0..<64).map { abs(frequencies[$0]) / plane.limits[$0] }.max()
  }

  /// The orthonormal cosine transform of each row, transposed: twice is the whole.
  private func transformed(_ block: [Float]) -> [Float] {
    var out = [Float](repeating: 0, count: 64)
    for row in 0..<8 {
      for u in 0..<8 {
        var sum: Float = 0
        for x in 0..<8 { sum += block[row * 8 + x] * cosines[u * 8 + x] }
        out[u * 8 + row] = sum
      }
    }
    return out
  }
}

private let cosines: [Float] = (0..<64).map { i in
  let (u, x) = (Double(i / 8), Double(i % 8))
  let scale = u == 0 ? (1.0 / 8).squareRoot() : 0.5
  return Float(scale * cos((2 * x + 1) * u * .pi / 16))
}
