public import Raster

/// The options of pixelmatch that change its count.
public struct PixelmatchOptions: Hashable, Sendable {
  public enum Version: Hashable, Sendable {
    /// 4.0.2: as 5, but a pixel at the border needs as many equal neighbours as any other.
    case v4
    /// 5.0–6.0: translucent pixels are blended over white.
    case v5
    /// 7.0–7.2: translucent pixels are blended over a pattern that depends on the position.
    case v7
  }

  public enum Background: Hashable, Sendable {
    case white
    /// Each channel is 48 or 207; see `PixelmatchDistance.pattern(at:)`.
    case checkerboard
  }

  public var version: Version
  /// 0…1. A pixel differs where its squared YIQ distance is > 35215 × threshold².
  public var threshold: Double
  /// Counts antialiased pixels as differing, too.
  public var includeAntialiasing: Bool
  /// What translucent pixels are blended over.
  public var background: Background

  public init(
    version: Version = .v7, threshold: Double = 0.1, includeAntialiasing: Bool = false,
    background: Background? = nil
  ) {
    self.version = version
    self.threshold = threshold
    self.includeAntialiasing = includeAntialiasing
    self.background = background ?? (version == .v7 ? .checkerboard : .white)
  }
}

/// Counts differing pixels exactly as pixelmatch does.
///
/// All arithmetic is in Double and in pixelmatch's order, so that a distance right at the threshold
/// falls on the same side. 16-bit samples are rounded to 8 bits first, as its PNG reader does.
///
/// - Complexity: O(pixels), and about 30 reads for each pixel above the threshold.
/// - SeeAlso: V. Vysniauskas, *Anti-aliased Pixel and Intensity Slope Detector*, Electronics and
///   Electrical Engineering 95 (2009), for the antialiasing.
public func pixelmatch(
  _ a: RGBAImage, _ b: RGBAImage, _ options: PixelmatchOptions = PixelmatchOptions()
) throws(PeerError) -> PeerCount {
  try requireOneSize(a, b)
  try require(options.threshold, "threshold", in: 0...1)
  return withPeerPictures(a, b, narrowing: .rounded) { pixelmatch($0, $1, options) }
}

private func pixelmatch(
  _ a: PeerPicture, _ b: PeerPicture, _ options: PixelmatchOptions
) -> PeerCount {
  let distance = PixelmatchDistance(options)
  let detector = SiblingDetector(distance: distance, borderCounts: options.version != .v4)
  let limit = YIQ.largestSquaredLength * options.threshold * options.threshold
  var count = PeerCount(total: a.width * a.height)
  var i = 0
  for y in 0..<a.height {
    for x in 0..<a.width {
      defer { i += 1 }
      if a.word(i) == b.word(i) { continue }
      if distance.squared(a, i, b, i) <= limit { continue }
      if !options.includeAntialiasing
        && (detector.isAntialiased(x: x, y: y, in: a, other: b)
          || detector.isAntialiased(x: x, y: y, in: b, other: a))
      {
        count.antialiased += 1
      } else {
        count.addDiffering(x: x, y: y)
      }
    }
  }
  return count
}

/// pixelmatch's distance between two pixels, and the difference of their luma.
struct PixelmatchDistance {
  /// Versions up to 6 blend each pixel, convert both to YIQ and subtract; version 7 blends the
  /// difference and converts that. The two differ in the last bits, which decides whether two lumas
  /// count as equal.
  private let blendsDifference: Bool
  private let background: PixelmatchOptions.Background

  init(_ options: PixelmatchOptions) {
    blendsDifference = options.version == .v7
    background = options.background
  }

  /// Squared YIQ distance, 0…35215.
  func squared(_ p: PeerPicture, _ i: Int, _ q: PeerPicture, _ j: Int) -> Double {
    if p.word(i) == q.word(j) { return 0 }
    if blendsDifference {
      let d = blendedDifference(p, i, q, j)
      return YIQ(red: d.red, green: d.green, blue: d.blue).squaredLength
    }
    let (c, d) = (blended(p, i, over: i), blended(q, j, over: i))
    return
      (YIQ(red: c.red, green: c.green, blue: c.blue)
      - YIQ(red: d.red, green: d.green, blue: d.blue)).squaredLength
  }

  /// Luma of pixel i minus luma of pixel j of one picture, in steps.
  func lumaDifference(_ p: PeerPicture, _ i: Int, _ j: Int) -> Double {
    if p.word(i) == p.word(j) { return 0 }
    if blendsDifference {
      let d = blendedDifference(p, i, p, j)
      return YIQ.luma(red: d.red, green: d.green, blue: d.blue)
    }
    let (c, d) = (blended(p, i, over: i), blended(p, j, over: i))
    return YIQ.luma(red: c.red, green: c.green, blue: c.blue)
      - YIQ.luma(red: d.red, green: d.green, blue: d.blue)
  }

  private typealias Channels = (red: Double, green: Double, blue: Double)

  /// c over the background's b: b + (c − b) × α.
  private func blended(_ p: PeerPicture, _ i: Int, over position: Int) -> Channels {
    let alpha = p.channel(3, of: i)
    let c: Channels = (
      Double(p.channel(0, of: i)), Double(p.channel(1, of: i)), Double(p.channel(2, of: i))
    )
    if alpha == 255 { return c }
    let (w, k) = (Double(alpha) / 255, backdrop(at: position))
    return (
      k.red + (c.red - k.red) * w, k.green + (c.green - k.green) * w, k.blue + (c.blue - k.blue) * w
    )
  }

  /// The difference of both pixels over the background at the first one's position, in steps:
  /// (c₁a₁ − c₂a₂ − b(a₁ − a₂)) / 255.
  private func blendedDifference(
    _ p: PeerPicture, _ i: Int, _ q: PeerPicture, _ j: Int
  ) -> Channels {
    let (a1, a2) = (p.channel(3, of: i), q.channel(3, of: j))
    let (r1, g1, b1) = (p.channel(0, of: i), p.channel(1, of: i), p.channel(2, of: i))
    let (r2, g2, b2) = (q.channel(0, of: j), q.channel(1, of: j), q.channel(2, of: j))
    if a1 == 255 && a2 == 255 { return (Double(r1 - r2), Double(g1 - g2), Double(b1 - b2)) }
    let k = backdrop(at: i)
    // Integers below 2^53, exact in Double: the order of these sums cannot matter.
    func mix(_ c1: Int, _ c2: Int, _ back: Double) -> Double {
      (Double(c1 * a1 - c2 * a2) - back * Double(a1 - a2)) / 255
    }
    return (mix(r1, r2, k.red), mix(g1, g2, k.green), mix(b1, b2, k.blue))
  }

  private func backdrop(at position: Int) -> Channels {
    background == .white ? (255, 255, 255) : Self.pattern(at: position)
  }

  /// The colour behind pixel `position`: 48 or 207 a channel.
  ///
  /// With k the offset of the pixel's first byte: red by the parity of k, green by that of
  /// floor(k / φ), blue by that of floor(k / φ²). k is a multiple of 4, so red is always 48.
  static func pattern(at position: Int) -> (red: Double, green: Double, blue: Double) {
    let k = Double(position * 4)
    func level(_ n: Int) -> Double { n % 2 == 0 ? 48 : 207 }
    return (
      48, level(Int(k / 1.618033988749895)), level(Int(k / 2.618033988749895))
    )
  }
}

/// pixelmatch's test for antialiasing, after Vysniauskas.
///
/// A pixel is antialiased where it has both darker and brighter neighbours, at most two equal ones,
/// and where its darkest or its brightest neighbour belongs to a flat area in both pictures: has at
/// least three equal neighbours there.
struct SiblingDetector {
  let distance: PixelmatchDistance
  /// Counts the missing neighbours of a border pixel as one equal neighbour.
  let borderCounts: Bool

  func isAntialiased(x: Int, y: Int, in p: PeerPicture, other: PeerPicture) -> Bool {
    let centre = y * p.width + x
    let around = Neighbourhood(x: x, y: y, width: p.width, height: p.height)
    var equal = borderCounts && around.touchesBorder ? 1 : 0
    var (darkest, brightest) = (0.0, 0.0)
    var (dark, bright) = ((x: 0, y: 0), (x: 0, y: 0))
    // By columns: of equally dark neighbours the first one found is judged.
    for nx in around.x0...around.x1 {
      for ny in around.y0...around.y1 where nx != x || ny != y {
        let delta = distance.lumaDifference(p, centre, ny * p.width + nx)
        if delta == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if delta < darkest {
          darkest = delta
          dark = (nx, ny)
        } else if delta > brightest {
          brightest = delta
          bright = (nx, ny)
        }
      }
    }
    if darkest == 0 || brightest == 0 { return false }
    return isFlat(dark, p, other) || isFlat(bright, p, other)
  }

  private func isFlat(_ at: (x: Int, y: Int), _ p: PeerPicture, _ q: PeerPicture) -> Bool {
    hasManySiblings(x: at.x, y: at.y, in: p) && hasManySiblings(x: at.x, y: at.y, in: q)
  }

  private func hasManySiblings(x: Int, y: Int, in p: PeerPicture) -> Bool {
    p.equalNeighbours(x: x, y: y, borderCounts: borderCounts, enough: 3) >= 3
  }
}

/// The up to nine pixels around one, itself included; inclusive bounds.
struct Neighbourhood {
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int
  let touchesBorder: Bool

  @inline(__always) init(x: Int, y: Int, width: Int, height: Int) {
    x0 = max(x - 1, 0)
    y0 = max(y - 1, 0)
    x1 = min(x + 1, width - 1)
    y1 = min(y + 1, height - 1)
    touchesBorder = x == x0 || x == x1 || y == y0 || y == y1
  }
}

extension PeerPicture {
  /// Neighbours whose four bytes equal the pixel's, counted up to `enough`.
  ///
  /// - Parameter borderCounts: Counts the missing neighbours of a border pixel as one.
  func equalNeighbours(x: Int, y: Int, borderCounts: Bool, enough: Int) -> Int {
    let around = Neighbourhood(x: x, y: y, width: width, height: height)
    let centre = word(y * width + x)
    var equal = borderCounts && around.touchesBorder ? 1 : 0
    for ny in around.y0...around.y1 {
      for nx in around.x0...around.x1 where nx != x || ny != y {
        if word(ny * width + nx) == centre { equal += 1 }
        if equal >= enough { return equal }
      }
    }
    return equal
  }
}
