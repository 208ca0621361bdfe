internal import CKernels
internal import Raster

/// The filtered rows of one picture: filtered along each row when it is first needed, and down the
/// columns for the row asked for.
struct FlipRows {
  /// What a row is filtered by along x; each is kept for the rows that filters down y still need.
  private enum Plane: Int, CaseIterable {
    case luminance, redGreen, blueYellow0, blueYellow1, smooth, slope, bend
  }

  /// What a row holds after filtering down y, too.
  private enum Output: Int, CaseIterable {
    case y, cx, cz, edgeX, edgeY, pointX, pointY
  }

  private let picture: PeerPicture
  private let area: PixelRect
  private let filters: FlipFilters
  /// `ring` holds row y of every plane in slot y mod `slots`.
  private let slots: Int
  private var ring: [Float]
  private var outputs: [Float]
  /// Rows below this one are in the ring, as far back as filters reach; nil before the first.
  private var filled: Int?

  init(_ picture: PeerPicture, _ area: PixelRect, _ filters: FlipFilters) {
    self.picture = picture
    self.area = area
    self.filters = filters
    slots = 2 * filters.reach + 1
    ring = [Float](repeating: 0, count: slots * Plane.allCases.count * area.width)
    outputs = [Float](repeating: 0, count: Output.allCases.count * area.width)
  }

  /// Filters row `y` of the picture; rows are asked for from the top down.
  mutating func move(to y: Int) {
    let first = max(0, y - filters.reach)
    let end = min(picture.height, y + filters.reach + 1)
    for row in max(first, filled ?? first)..<end { filterAlong(row) }
    filled = end
    combine(.luminance, filters.luminance, at: y, into: .y)
    combine(.redGreen, filters.redGreen, at: y, into: .cx)
    combine(.blueYellow0, filters.blueYellow[0], at: y, into: .cz)
    combine(.blueYellow1, filters.blueYellow[1], at: y, into: .cz, adding: true)
    combine(.slope, filters.smooth, at: y, into: .edgeX)
    combine(.smooth, filters.slope, at: y, into: .edgeY)
    combine(.bend, filters.smooth, at: y, into: .pointX)
    combine(.smooth, filters.bend, at: y, into: .pointY)
  }

  /// What the filters leave of the pixel in column `x` of the area.
  func filtered(_ x: Int) -> FlipPixel {
    func at(_ o: Output) -> Float { outputs[o.rawValue * area.width + x] }
    func length(_ u: Float, _ v: Float) -> Double {
      (Double(u) * Double(u) + Double(v) * Double(v)).squareRoot()
    }
    return FlipPixel(
      y: at(.y), cx: at(.cx), cz: at(.cz), edge: length(at(.edgeX), at(.edgeY)),
      point: length(at(.pointX), at(.pointY)))
  }

  /// Filters row `y` along x into its slot of every plane. Columns beyond the picture repeat its
  /// outermost ones.
  private mutating func filterAlong(_ y: Int) {
    let reach = filters.reach
    let count = area.width + 2 * reach
    var source = (
      [Float](repeating: 0, count: count), [Float](repeating: 0, count: count),
      [Float](repeating: 0, count: count), [Float](repeating: 0, count: count)
    )
    for k in 0..<count {
      let x = min(max(area.x0 + k - reach, 0), picture.width - 1)
      let i = y * picture.width + x
      let c = FlipColour.yCxCz(
        (
          FlipColour.linear[picture.overWhite(0, of: i)],
          FlipColour.linear[picture.overWhite(1, of: i)],
          FlipColour.linear[picture.overWhite(2, of: i)]
        ))
      source.0[k] = Float(c.0)
      source.1[k] = Float(c.1)
      source.2[k] = Float(c.2)
      source.3[k] = Float((c.0 + 16) / 116)
    }
    correlate(source.0, filters.luminance, y, .luminance)
    correlate(source.1, filters.redGreen, y, .redGreen)
    correlate(source.2, filters.blueYellow[0], y, .blueYellow0)
    correlate(source.2, filters.blueYellow[1], y, .blueYellow1)
    correlate(source.3, filters.smooth, y, .smooth)
    correlate(source.3, filters.slope, y, .slope)
    correlate(source.3, filters.bend, y, .bend)
  }

  private func offset(_ plane: Plane, _ y: Int) -> Int {
    (plane.rawValue * slots + y % slots) * area.width
  }

  private mutating func correlate(
    _ source: [Float], _ weights: [Float], _ y: Int, _ plane: Plane
  ) {
    let start = filters.reach - weights.count / 2
    let (target, width) = (offset(plane, y), area.width)
    source.withUnsafeBufferPointer { source in
      ring.withUnsafeMutableBufferPointer { ring in
        guard let from = source.baseAddress, let to = ring.baseAddress else { return }
        filter_correlate(from + start, weights, weights.count, to + target, width)
      }
    }
  }

  /// Weighs rows y − radius…y + radius of a plane; rows beyond the picture repeat its outermost.
  private mutating func combine(
    _ plane: Plane, _ weights: [Float], at y: Int, into output: Output, adding: Bool = false
  ) {
    let radius = weights.count / 2
    let (target, width) = (output.rawValue * area.width, area.width)
    let offsets = (-radius...radius).map {
      offset(plane, min(max(y + $0, 0), picture.height - 1))
    }
    ring.withUnsafeBufferPointer { ring in
      outputs.withUnsafeMutableBufferPointer { outputs in
        guard let from = ring.baseAddress, let to = outputs.baseAddress else { return }
        let rows: [UnsafePointer<Float>?] = offsets.map { from + $0 }
        filter_combine(rows, weights, weights.count, to + target, width, adding)
      }
    }
  }
}
