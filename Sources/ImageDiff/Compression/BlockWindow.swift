/// The pixels of a block on one side, and how far each may be from what was decoded.
struct BlockWindow {
  let isDecoded: Bool
  var colours: [SIMD3<Float>] = []
  /// Not beyond the picture's edge.
  var isSeen: [Bool] = []
  /// For each of red, green, blue, luma, blue and red difference: what the decoder may have had more
  /// or less than is shown. Empty where nothing is free.
  private(set) var least: [[Float]] = []
  private(set) var most: [[Float]] = []

  init(isDecoded: Bool) { self.isDecoded = isDecoded }

  var isFree: Bool { !most.isEmpty }
  var isFlat: Bool { colours.allSatisfy { $0 == colours[0] } }

  /// Luma and chroma were whole numbers before the encoder's transform and after the decoder's, which
  /// pixels that are not clipped give back. libjpeg rounds a half of luma up and one of chroma down:
  /// blue difference is a half for every other colour whose red and green are equal.
  func frequencies(_ geometry: BlockGeometry) -> [Float] {
    let planes = LumaChroma.weights.enumerated().map { plane, weights in
      // More than the error of sums of floats, less than a weight's last digit moves a sum.
      let half: Float = plane == 0 ? 0.5 + 1e-4 : 0.5 - 1e-4
      return colours.map { colour in
        let value = (weights * colour).sum()
        return isDecoded && Self.isClipped(colour) ? value : (value + half).rounded(.down)
      }
    }
    return geometry.frequencies(planes, decoded: isDecoded)
  }

  private static func isClipped(_ c: SIMD3<Float>) -> Bool { c.min() <= 0 || c.max() >= 255 }

  /// A channel at 255 was 254.5 or more, one at 0 was 0.5 or less, and the others of that pixel are
  /// within ½. Luma is clipped before it is turned into colours, and so is chroma.
  mutating func findRanges(_ geometry: BlockGeometry) {
    guard isDecoded else { return }
    let neutral = neutralEnds(geometry)
    let isLast = besideUnseen(geometry)
    var low = [[Float]](repeating: [Float](repeating: 0, count: colours.count), count: 6)
    var high = low
    var isFree = false
    for (i, colour) in colours.enumerated() where !neutral[i] || isLast[i] {
      guard isSeen[i] else {
        isFree = true
        for k in 0..<6 { (low[k][i], high[k][i]) = (-.infinity, .infinity) }
        continue
      }
      for k in 4..<6 {
        let chroma = (LumaChroma.weights[k - 3] * colour).sum()
        // Samples reach from −128 to 127; colours of whole numbers give them back to ½.
        if chroma >= 126.5 { high[k][i] = .infinity }
        if chroma <= -127.5 { low[k][i] = -.infinity }
        // The decoder's filter repeated the last sample that is shown, where undoing it counts on the
        // next: ⅛ of their difference.
        if isLast[i] {
          low[k][i] = min(low[k][i], -255.0 / 8)
          high[k][i] = max(high[k][i], 255.0 / 8)
        }
        isFree = isFree || low[k][i] < high[k][i]
      }
      guard !neutral[i], Self.isClipped(colour) else { continue }
      isFree = true
      for k in 0..<3 {
        high[k][i] = colour[k] >= 255 ? .infinity : 0.5
        low[k][i] = colour[k] <= 0 ? -.infinity : -0.5
      }
      if Self.lumaMayBe(255, colour) { high[3][i] = .infinity }
      if Self.lumaMayBe(0, colour) { low[3][i] = -.infinity }
    }
    if isFree { (least, most) = (low, high) }
  }

  /// Whether a luma of `end`, 0 or 255, can be shown as `colour`.
  ///
  /// Red is luma + 1.402 r, blue luma + 1.772 b, green luma − 0.344136 b − 0.714136 r, all rounded to
  /// ½, with differences b and r of −128…127; what is clipped at that end may be beyond it.
  private static func lumaMayBe(_ end: Float, _ colour: SIMD3<Float>) -> Bool {
    let sign: Float = end > 0 ? 1 : -1
    func isBeyond(_ c: Int) -> Bool { colour[c] == end }
    guard isBeyond(0) || isBeyond(1) || isBeyond(2) else { return false }
    // As if at the upper end: what lies beyond is positive.
    func range(_ c: Int, _ factor: Float) -> ClosedRange<Float>? {
      let middle = sign * (colour[c] - end) / factor
      let low = max(-128, middle - 0.5 / factor)
      let high = isBeyond(c) ? 128 : min(128, middle + 0.5 / factor)
      return low <= high ? low...high : nil
    }
    guard let red = range(0, 1.402), let blue = range(2, 1.772) else { return false }
    let most = -0.344136 * blue.lowerBound - 0.714136 * red.lowerBound
    let least = -0.344136 * blue.upperBound - 0.714136 * red.upperBound
    let green = sign * (colour[1] - end)
    return green - 0.5 <= most && (isBeyond(1) || green + 0.5 >= least)
  }

  /// Pixels of filtered samples of chroma beside one that is not seen.
  private func besideUnseen(_ geometry: BlockGeometry) -> [Bool] {
    var out = [Bool](repeating: false, count: colours.count)
    guard isSeen.contains(false) else { return out }
    let (w, h) = (geometry.width, geometry.height)
    let reachX = geometry.marginX > 0 ? geometry.chromaWidth : 0
    let reachY = geometry.marginY > 0 ? geometry.chromaHeight : 0
    for i in out.indices where isSeen[i] {
      let (x, y) = (i % w, i / w)
      out[i] =
        !isSeen[y * w + min(w - 1, x + reachX)] || !isSeen[y * w + max(0, x - reachX)]
        || !isSeen[min(h - 1, y + reachY) * w + x] || !isSeen[max(0, y - reachY) * w + x]
    }
    return out
  }

  /// Pixels of blocks that are white throughout, or black.
  ///
  /// Such a block shows no ringing that was clipped: its source is nowhere brighter than white, so
  /// its mean is brighter by half a step at most, s/16 of a sample, while a frequency of one whole
  /// step swings by at least 0.17 of it, and the usual tables' steps are at least 0.6 of the mean's.
  private func neutralEnds(_ geometry: BlockGeometry) -> [Bool] {
    let (w, h) = (geometry.width, geometry.height)
    var out = [Bool](repeating: false, count: colours.count)
    for y in stride(from: 0, to: h, by: 8) {
      for x in stride(from: 0, to: w, by: 8) {
        let block = (0..<64).map { (y + $0 / 8) * w + x + $0 % 8 }
        let first = colours[block[0]]
        guard first.max() == 0 || first.min() == 255 else { continue }
        if block.allSatisfy({ colours[$0] == first && isSeen[$0] }) {
          for i in block { out[i] = true }
        }
      }
    }
    return out
  }
}
