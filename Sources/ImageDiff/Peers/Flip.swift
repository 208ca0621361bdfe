public import Raster

/// FLIP's score of two pictures shown in turn at one place: the mean error, 0 where they are equal
/// to 1.
///
/// LDR-FLIP of 2020: both pictures are filtered by the eye's contrast sensitivity and compared in a
/// perceptual space, and the error grows where edges or points differ, too. Translucent pixels are
/// blended over white and rounded to a step; 16-bit samples are rounded to 8 bits. Agrees with
/// `flip-evaluator` 1.7 to 1e-5 (`PeersScoreTests`), and with the literal `referenceFlip`.
///
/// Pixels further from any difference than the filters reach have no error and are not visited.
/// Rows are filtered as they are needed, in bands of 512 columns, so that memory does not grow with
/// the picture: 0.6 MB by default, 4 MB at 512 pixels per degree.
///
/// - Parameter pixelsPerDegree: Device px in one degree of sight, 1…512. 67.02 is a screen 0.7 m
///   wide with 3840 px, seen from 0.7 m.
/// - Complexity: O(pixels near a difference × pixels per degree).
public func flip(
  _ a: RGBAImage, _ b: RGBAImage, pixelsPerDegree: Double = flipPixelsPerDegree
) throws(PeerError) -> Double {
  try requireOneSize(a, b)
  try require(pixelsPerDegree, "pixels per degree", in: 1...512)
  return withPeerPictures(a, b, narrowing: .rounded) { p, q in
    let filters = FlipFilters(pixelsPerDegree: pixelsPerDegree)
    var total = 0.0
    for x in stride(from: 0, to: p.width, by: 512) {
      let band = PixelRect(x0: x, y0: 0, x1: min(x + 512, p.width), y1: p.height)
      total += FlipBand(p, q, band, filters).sum()
    }
    return total == 0 ? 0 : total / Double(p.width * p.height)
  }
}

/// FLIP's own default for the viewing distance: 0.7 m × 3840 px / 0.7 m × π / 180.
public let flipPixelsPerDegree = 3840 * Double.pi / 180

/// The errors of some columns.
private struct FlipBand {
  private let p: PeerPicture
  private let q: PeerPicture
  private let filters: FlipFilters
  private let area: PixelRect
  /// How many rows above row y differ, as far to the sides as the filters reach.
  private let changesAbove: [Int]

  init(_ p: PeerPicture, _ q: PeerPicture, _ area: PixelRect, _ filters: FlipFilters) {
    self.p = p
    self.q = q
    self.filters = filters
    self.area = area
    let columns = max(0, area.x0 - filters.reach)..<min(p.width, area.x1 + filters.reach)
    var above = [0]
    for y in 0..<p.height {
      above.append(above[y] + (p.isRowEqual(y, to: q, columns: columns) ? 0 : 1))
    }
    changesAbove = above
  }

  func sum() -> Double {
    guard changesAbove[p.height] > 0 else { return 0 }
    var rows = (FlipRows(p, area, filters), FlipRows(q, area, filters))
    var total = 0.0
    for y in 0..<p.height {
      let (first, end) = (max(0, y - filters.reach), min(p.height, y + filters.reach + 1))
      if changesAbove[first] == changesAbove[end] { continue }
      rows.0.move(to: y)
      rows.1.move(to: y)
      total += rowSum(rows.0, rows.1)
    }
    return total
  }

  private func rowSum(_ one: FlipRows, _ two: FlipRows) -> Double {
    var total = 0.0
    for x in 0..<area.width {
      let (c, d) = (one.filtered(x), two.filtered(x))
      if c == d { continue }
      total += error(c, d)
    }
    return total
  }

  private func error(_ c: FlipPixel, _ d: FlipPixel) -> Double {
    let distance = FlipColour.hyAB(
      FlipColour.huntLab(FlipColour.linearLight(yCxCz: c.yCxCz)),
      FlipColour.huntLab(FlipColour.linearLight(yCxCz: d.yCxCz)))
    let colour = FlipColour.error(distance: distance)
    let feature = max(abs(c.edge - d.edge), abs(c.point - d.point))
    let strength = (feature / 2.0.squareRoot()).squareRoot()
    return PeerMath.power(colour, 1 - strength)
  }
}

/// What the filters leave of one pixel.
struct FlipPixel: Equatable {
  /// Y, Cx and Cz.
  var y: Float
  var cx: Float
  var cz: Float
  /// How strongly an edge, or a point, passes here; 0…1.
  var edge: Double
  var point: Double

  var yCxCz: FlipColour.Triple { (Double(y), Double(cx), Double(cz)) }
}
