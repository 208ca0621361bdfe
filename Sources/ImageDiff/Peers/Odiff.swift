public import Raster

/// The options of odiff that change its count.
public struct OdiffOptions: Hashable, Sendable {
  /// 0…1. A pixel differs where its squared YIQ distance is > 35215 × threshold².
  public var threshold: Double
  /// Leaves antialiased pixels out of the count (`--antialiasing`).
  public var ignoresAntialiasing: Bool
  /// Rectangles whose pixels are never counted, in device px of the first picture. odiff's own
  /// `x1:y1-x2:y2` include both corners: that is `PixelRect(x0: x1, y0: y1, x1: x2 + 1, y1: y2 + 1)`.
  public var ignoredRegions: [PixelRect]

  public init(
    threshold: Double = 0.1, ignoresAntialiasing: Bool = false, ignoredRegions: [PixelRect] = []
  ) {
    self.threshold = threshold
    self.ignoresAntialiasing = ignoresAntialiasing
    self.ignoredRegions = ignoredRegions
  }
}

/// Counts differing pixels exactly as odiff 4 does.
///
/// Translucent pixels are blended over white. 16-bit samples lose their low byte. Pictures of two
/// sizes are laid on each other at the top left: each pixel that only one of them has counts, in
/// ignored regions too, unless it is fully transparent, and the percentage is of the size that
/// holds both.
///
/// - Complexity: O(pixels), and about 30 reads for each pixel above the threshold when antialiasing
///   is ignored.
public func odiff(
  _ a: RGBAImage, _ b: RGBAImage, _ options: OdiffOptions = OdiffOptions()
) throws(PeerError) -> PeerCount {
  try require(options.threshold, "threshold", in: 0...1)
  return withPeerPictures(a, b, narrowing: .highByte) { odiff($0, $1, options) }
}

private func odiff(_ a: PeerPicture, _ b: PeerPicture, _ options: OdiffOptions) -> PeerCount {
  let limit = OdiffDistance.limit(threshold: options.threshold)
  var count = PeerCount(total: max(a.width, b.width) * max(a.height, b.height))
  for y in 0..<min(a.height, b.height) {
    let ignored = options.ignoredRegions.filter { $0.y0 <= y && y < $0.y1 }
    for x in 0..<min(a.width, b.width) {
      let (i, j) = (y * a.width + x, y * b.width + x)
      if a.word(i) == b.word(j) { continue }
      if ignored.contains(where: { $0.x0 <= x && x < $0.x1 }) { continue }
      if OdiffDistance.squared(a, i, b, j) <= limit { continue }
      if options.ignoresAntialiasing
        && (isOdiffAntialiased(x: x, y: y, in: a, other: b)
          || isOdiffAntialiased(x: x, y: y, in: b, other: a))
      {
        count.antialiased += 1
      } else {
        count.addDiffering(x: x, y: y)
      }
    }
  }
  countOverhang(of: a, beyond: b, &count)
  countOverhang(of: b, beyond: a, &count)
  return count
}

/// Counts the pixels of `p` that lie outside `q` and are not fully transparent.
private func countOverhang(of p: PeerPicture, beyond q: PeerPicture, _ count: inout PeerCount) {
  for y in 0..<p.height {
    for x in (y < q.height ? min(q.width, p.width) : 0)..<p.width
    where p.channel(3, of: y * p.width + x) != 0 {
      count.addDiffering(x: x, y: y)
    }
  }
}

/// odiff's squared YIQ distance, in fixed point with 12 fraction bits.
enum OdiffDistance {
  private static let one = 1 << 12

  static func limit(threshold: Double) -> Int {
    Int(YIQ.largestSquaredLength * (threshold * threshold) * Double(one))
  }

  /// Scaled by 4096, rounded down at each stage.
  static func squared(_ p: PeerPicture, _ i: Int, _ q: PeerPicture, _ j: Int) -> Int {
    let (c, d) = (fixedYIQ(p, i), fixedYIQ(q, j))
    let (dy, di, dq) = (c.y - d.y, c.i - d.i, c.q - d.q)
    return (dy * dy * fixed(0.5053) + di * di * fixed(0.299) + dq * dq * fixed(0.1957)) >> 24
  }

  @inline(__always) private static func fixed(_ v: Double) -> Int { Int(v * Double(one)) }

  private static func fixedYIQ(_ p: PeerPicture, _ i: Int) -> (y: Int, i: Int, q: Int) {
    let a = p.channel(3, of: i)
    let r = overWhite(p.channel(0, of: i), a)
    let g = overWhite(p.channel(1, of: i), a)
    let b = overWhite(p.channel(2, of: i), a)
    return (
      (r * fixed(0.29889531) + g * fixed(0.58662247) + b * fixed(0.11448223)) >> 12,
      (r * fixed(0.59597799) - g * fixed(0.27417610) - b * fixed(0.32180189)) >> 12,
      (r * fixed(0.21147017) - g * fixed(0.52261711) + b * fixed(0.31114694)) >> 12
    )
  }

  /// 255 + (c − 255) × a / 255, scaled by 4096; the quotient is cut towards 0.
  private static func overWhite(_ c: Int, _ a: Int) -> Int {
    255 * one + (c - 255) * a * one / 255
  }
}

/// odiff's test for antialiasing: Vysniauskas as in pixelmatch, with three differences. A neighbour
/// is equal by its bytes, not by its luma; neighbours are visited by rows; and the flat neighbour
/// need not be the same one in both pictures.
private func isOdiffAntialiased(x: Int, y: Int, in p: PeerPicture, other q: PeerPicture) -> Bool {
  let centre = y * p.width + x
  let luma = odiffLuma(p, centre)
  let around = Neighbourhood(x: x, y: y, width: p.width, height: p.height)
  var equal = around.touchesBorder ? 1 : 0
  var (darkest, brightest) = (0.0, 0.0)
  var (dark, bright) = ((x: 0, y: 0), (x: 0, y: 0))
  for ny in around.y0...around.y1 {
    for nx in around.x0...around.x1 where nx != x || ny != y {
      let i = ny * p.width + nx
      if p.word(i) == p.word(centre) {
        equal += 1
        if equal > 2 { return false }
        continue
      }
      let delta = luma - odiffLuma(p, i)
      if delta < darkest {
        darkest = delta
        dark = (nx, ny)
      } else if delta > brightest {
        brightest = delta
        bright = (nx, ny)
      }
    }
  }
  if darkest == 0 || brightest == 0 { return false }
  return (isFlat(dark, p) || isFlat(bright, p)) && (isFlat(dark, q) || isFlat(bright, q))
}

/// False outside the picture: the other one may be smaller.
private func isFlat(_ at: (x: Int, y: Int), _ p: PeerPicture) -> Bool {
  at.x < p.width && at.y < p.height
    && p.equalNeighbours(x: at.x, y: at.y, borderCounts: true, enough: 3) >= 3
}

/// Luma over white, in steps.
private func odiffLuma(_ p: PeerPicture, _ i: Int) -> Double {
  let a = p.channel(3, of: i)
  if a == 0 { return YIQ.luma(red: 255, green: 255, blue: 255) }
  func over(_ c: Int) -> Double {
    a == 255 ? Double(c) : 255 + (Double(c) - 255) * (Double(a) / 255)
  }
  return YIQ.luma(
    red: over(p.channel(0, of: i)), green: over(p.channel(1, of: i)),
    blue: over(p.channel(2, of: i)))
}
