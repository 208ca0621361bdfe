internal import Raster

/// Whether JPEG's rounding makes one picture's blocks of the other's.
struct BlockTest {
  private let a: Picture
  private let b: Picture
  private let width: Int
  private let height: Int
  private let geometry: BlockGeometry
  private let grid: BlockRounding
  private let limits: [SideLimits?]
  /// What was found, by where a block begins; nil in it is a difference.
  private var found: [Int: Float?] = [:]

  /// Nil unless both are of one size with 8 bits a sample, a rounding is known, and blocks of two lie
  /// alike.
  init?(_ a: Picture, _ b: Picture, _ rounding: PairRounding) {
    let (first, second) = (rounding.first, rounding.second)
    guard a.bytesPerSample == 1, b.bytesPerSample == 1, a.width == b.width, a.height == b.height,
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
    width = a.width
    height = a.height
    self.grid = grid
    let geometry = BlockGeometry(grid)
    self.geometry = geometry
    let isPair = first != nil && second != nil
    limits = [first, second].map { $0.map { SideLimits($0, geometry, oneOfTwo: isPair) } }
  }

  /// The largest share of its limit that a frequency of a block reaches that touches `bounds`; nil
  /// where one is beyond, or alpha differs.
  mutating func share(in bounds: PixelRect) -> Double? {
    func start(_ v: Int, _ origin: Int, _ side: Int) -> Int {
      let from = (v - origin) % side
      return v - (from < 0 ? from + side : from)
    }
    var largest: Float = 0
    let (w, h) = (8 * grid.chromaWidth, 8 * grid.chromaHeight)
    for y in stride(from: start(bounds.y0, grid.originY, h), to: bounds.y1, by: h) {
      for x in stride(from: start(bounds.x0, grid.originX, w), to: bounds.x1, by: w) {
        guard let share = share(x, y), share <= 1 else { return nil }
        largest = max(largest, share)
      }
    }
    return Double(largest)
  }

  private mutating func share(_ x: Int, _ y: Int) -> Float? {
    // Blocks begin at most one block before the picture.
    let key = (y + 8 * grid.chromaHeight) * (width + 8 * grid.chromaWidth) + x
    if let known = found[key] { return known }
    let share = computed(x, y)
    found[key] = .some(share)
    return share
  }

  private func computed(_ x: Int, _ y: Int) -> Float? {
    guard alphaIsEqual(x, y) else { return nil }
    let sides = [window(a, x, y, limits[0] != nil), window(b, x, y, limits[1] != nil)]
    let isPair = limits.allSatisfy { $0 != nil }
    let coders = (0..<2).compactMap { i in
      limits[i].map { limits in
        let side = sides[i]
        let isFlat = isPair && side.isFlat
        return DecodedBlock(
          window: side, frequencies: side.frequencies(geometry),
          limits: isFlat ? limits.flat : limits.any,
          aims: isFlat ? limits.aimsOfFlat : limits.aims)
      }
    }
    let source = isPair ? nil : sides[limits[0] == nil ? 0 : 1].frequencies(geometry)
    var share: Float = 0
    for i in 0..<geometry.count {
      let difference = coders[0].frequencies[i] - (source?[i] ?? coders[1].frequencies[i])
      let limit = coders[0].limits[i] + (isPair ? coders[1].limits[i] : 0)
      share = max(share, abs(difference) / limit)
    }
    if share <= 1 { return share }
    guard coders.contains(where: \.window.isFree) else { return nil }
    return ClippedBlock(geometry: geometry, coders: coders, source: source).share()
  }

  private func alphaIsEqual(_ x: Int, _ y: Int) -> Bool {
    for py in max(0, y)..<min(height, y + 8 * grid.chromaHeight) {
      for px in max(0, x)..<min(width, x + 8 * grid.chromaWidth) {
        if (a.pixels8(py)[px] ^ b.pixels8(py)[px]) >> 24 != 0 { return false }
      }
    }
    return true
  }

  private func window(_ picture: Picture, _ x: Int, _ y: Int, _ isDecoded: Bool) -> BlockWindow {
    let (w, h) = (geometry.width, geometry.height)
    var window = BlockWindow(isDecoded: isDecoded)
    window.colours.reserveCapacity(w * h)
    window.isSeen.reserveCapacity(w * h)
    let (left, top) = (x - geometry.marginX, y - geometry.marginY)
    for j in 0..<h {
      for i in 0..<w {
        // Encoders repeat the picture's edge into blocks that reach beyond it. What a decoder has
        // there is not shown; beside the blocks its filter repeats the edge.
        let (px, py) = (min(width - 1, max(0, left + i)), min(height - 1, max(0, top + j)))
        let v = picture.pixels8(py)[px]
        window.colours.append(
          SIMD3(Float(v & 255), Float(v >> 8 & 255), Float(v >> 16 & 255)))
        let isBlock =
          (geometry.marginX..<(w - geometry.marginX)).contains(i)
          && (geometry.marginY..<(h - geometry.marginY)).contains(j)
        window.isSeen.append(!isBlock || (px == left + i && py == top + j))
      }
    }
    window.findRanges(geometry)
    return window
  }
}

/// How far the frequencies of one JPEG may lie from the source's, and what the search aims for.
private struct SideLimits {
  let any: [Float]
  let flat: [Float]
  let aims: [Float]
  let aimsOfFlat: [Float]

  init(_ rounding: BlockRounding, _ geometry: BlockGeometry, oneOfTwo: Bool) {
    func limits(isFlat: Bool, _ allowance: Double) -> [Float] {
      oneOfTwo
        ? geometry.limitsOfOneOfTwo(rounding, isFlat: isFlat, allowance: allowance)
        : geometry.limits(rounding, allowance: allowance)
    }
    any = limits(isFlat: false, 1)
    flat = limits(isFlat: true, 1)
    aims = limits(isFlat: false, 0.5)
    aimsOfFlat = limits(isFlat: true, 0.5)
  }
}
