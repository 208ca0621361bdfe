/// What is looked at for one block of chroma and the blocks of luma that it covers.
struct BlockGeometry {
  let luma: BlockTransform
  /// Of a JPEG's pixels, and of pixels that no JPEG made.
  let decoded: BlockTransform
  let original: BlockTransform
  let chromaWidth: Int
  let chromaHeight: Int
  /// Pixels beside the blocks that are looked at.
  let marginX: Int
  let marginY: Int
  /// What chroma of a frequency counts for in the search: so that a pixel moves no frequency by more
  /// than luma's, whatever undoing the filter makes of it.
  let chromaWeights: [Float]

  var width: Int { 8 * chromaWidth + 2 * marginX }
  var height: Int { 8 * chromaHeight + 2 * marginY }
  var pixels: Int { width * height }
  /// Where each block of luma begins.
  let lumaStarts: [Int]

  /// Frequencies of luma, block after block, then of both chromas.
  var count: Int { 64 * (lumaStarts.count + 2) }

  init(_ grid: BlockRounding) {
    (chromaWidth, chromaHeight) = (grid.chromaWidth, grid.chromaHeight)
    // libjpeg filters where two pixels share a sample, on an axis or on both.
    let filters = max(grid.chromaWidth, grid.chromaHeight) == 2
    func axes(_ ratio: Int) -> (decoded: BlockAxis, original: BlockAxis) {
      let margin = filters && ratio == 2 ? 4 : 0
      return (
        BlockAxis(ratio: ratio, margin: margin, undoesFilter: margin > 0),
        BlockAxis(ratio: ratio, margin: margin)
      )
    }
    let (x, y) = (axes(grid.chromaWidth), axes(grid.chromaHeight))
    let one = BlockAxis(ratio: 1)
    luma = BlockTransform(x: one, y: one)
    decoded = BlockTransform(x: x.decoded, y: y.decoded)
    original = BlockTransform(x: x.original, y: y.original)
    (marginX, marginY) = (x.decoded.margin * x.decoded.ratio, y.decoded.margin * y.decoded.ratio)
    let row = 8 * grid.chromaWidth + 2 * marginX
    let (left, top) = (marginX, marginY)
    lumaStarts = (0..<grid.chromaHeight).flatMap { j in
      (0..<grid.chromaWidth).map { (top + 8 * j) * row + left + 8 * $0 }
    }
    let norms = (x.decoded.norms, y.decoded.norms)
    chromaWeights = (0..<64).map { i in
      let gain = max(1, norms.1[i / 8] * norms.0[i % 8])
      return Float(1 / (gain * gain))
    }
  }

  /// Of three planes.
  func frequencies(_ planes: [[Float]], decoded isDecoded: Bool) -> [Float] {
    let chroma = isDecoded ? decoded : original
    var out: [Float] = []
    out.reserveCapacity(count)
    for start in lumaStarts {
      out += luma.frequencies(planes[0], start: start, stride: width)
    }
    for plane in planes[1...] { out += chroma.frequencies(plane, start: 0, stride: width) }
    return out
  }

  /// The transpose of `frequencies`, chroma weighted.
  func transposed(_ frequencies: [Float], decoded isDecoded: Bool) -> [[Float]] {
    let chroma = isDecoded ? decoded : original
    var planes = [[Float]](repeating: [Float](repeating: 0, count: pixels), count: 3)
    for (i, start) in lumaStarts.enumerated() {
      luma.addTransposed(
        Array(frequencies[(i * 64)..<(i * 64 + 64)]), to: &planes[0], start: start, stride: width)
    }
    for c in 0..<2 {
      let from = (lumaStarts.count + c) * 64
      let weighted = (0..<64).map { frequencies[from + $0] * chromaWeights[$0] }
      chroma.addTransposed(weighted, to: &planes[1 + c], start: 0, stride: width)
    }
    return planes
  }

  /// How far decoded frequencies may lie from the source's: half a step, and `share` of what whole
  /// numbers can make.
  ///
  /// The decoder rounds its samples, and the pixels that it draws from samples of chroma; the encoder
  /// rounds the means that it writes as chroma. Luma and chroma of pixels are rounded here, which
  /// gives back the whole numbers that the codecs had. An error of ½ a pixel makes one of ½ Σ|w| in a
  /// frequency of weights w.
  func limits(_ rounding: BlockRounding, allowance share: Double) -> [Float] {
    func allowance(_ t: BlockTransform, _ i: Int) -> Double {
      share * t.y.sums[i / 8] * t.x.sums[i % 8] / 2
    }
    let drawsChroma = chromaWidth * chromaHeight > 1
    return limits(rounding) { i in
      allowance(luma, i)
    } chroma: { i in
      allowance(luma, i) * (drawsChroma ? 2 : 1) + (drawsChroma ? allowance(decoded, i) : 0)
    }
  }

  /// The same for one of two JPEGs.
  ///
  /// That both err as far as they can in one frequency, in opposite directions, is not assumed but of
  /// the mean, for in a flat block all pixels have one error. A uniform ±½ has a variance of 1/12, in
  /// a frequency as in a pixel, for the transform is orthonormal; in those that lie on an axis it
  /// adds up along the rows or columns, which are equal where a line or an edge is straight. Four
  /// standard deviations of two such errors are shared by two JPEGs, and elsewhere of four, for the
  /// codecs' own arithmetic.
  ///
  /// - Parameter isFlat: All pixels are equal: then only the mean has an error.
  func limitsOfOneOfTwo(
    _ rounding: BlockRounding, isFlat: Bool, allowance share: Double
  ) -> [Float] {
    func allowance(_ t: BlockTransform, _ i: Int) -> Double {
      let (u, v) = (i / 8, i % 8)
      if i == 0 { return share * t.y.sums[0] * t.x.sums[0] / 2 }
      if isFlat { return 0 }
      let axis = share * 2 * (2.0 / 12).squareRoot()
      if u == 0 { return axis * t.y.sums[0] * t.x.norms[v] }
      if v == 0 { return axis * t.y.norms[u] * t.x.sums[0] }
      return share * 2 * (4.0 / 12).squareRoot() * t.y.norms[u] * t.x.norms[v]
    }
    let drawsChroma = chromaWidth * chromaHeight > 1
    return limits(rounding) { i in
      allowance(luma, i)
    } chroma: { i in
      allowance(luma, i) + (drawsChroma ? allowance(decoded, i) : 0)
    }
  }

  private func limits(
    _ rounding: BlockRounding, luma: (Int) -> Double, chroma: (Int) -> Double
  ) -> [Float] {
    let ofLuma = (0..<64).map { Float(rounding.luma[$0] / 2 + luma($0)) }
    let ofChroma = (0..<64).map { Float(rounding.chroma[$0] / 2 + chroma($0)) }
    return lumaStarts.flatMap { _ in ofLuma } + ofChroma + ofChroma
  }
}

/// Luma, blue and red difference of red, green and blue: ITU-T T.871 (JFIF).
enum LumaChroma {
  static let weights: [SIMD3<Float>] = [
    SIMD3(0.299, 0.587, 0.114), SIMD3(-0.168736, -0.331264, 0.5),
    SIMD3(0.5, -0.418688, -0.081312),
  ]
}
