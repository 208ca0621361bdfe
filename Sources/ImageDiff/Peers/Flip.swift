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
/// Rows are filtered as they are needed, so that memory grows with the width alone.
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
    guard let changed = changedBounds(p, q) else { return 0 }
    var run = FlipRun(p, q, changed, FlipFilters(pixelsPerDegree: pixelsPerDegree))
    return run.sum() / Double(p.width * p.height)
  }
}

/// FLIP's own default for the viewing distance: 0.7 m × 3840 px / 0.7 m × π / 180.
public let flipPixelsPerDegree = 3840 * Double.pi / 180

private func changedBounds(_ p: PeerPicture, _ q: PeerPicture) -> PixelRect? {
  var bounds: PixelRect?
  for y in 0..<p.height where !p.isRowEqual(y, to: q) {
    let row = (y * p.width)..<((y + 1) * p.width)
    let first = row.first { p.word($0) != q.word($0) } ?? row.lowerBound
    let last = row.last { p.word($0) != q.word($0) } ?? row.lowerBound
    let found = PixelRect(
      x0: first - row.lowerBound, y0: y, x1: last - row.lowerBound + 1, y1: y + 1)
    bounds = bounds?.union(found) ?? found
  }
  return bounds
}

/// One evaluation: rows move through two `FlipRows`, one a picture.
private struct FlipRun {
  private let p: PeerPicture
  private let q: PeerPicture
  private let filters: FlipFilters
  /// The pixels whose error may be above 0.
  private let area: PixelRect
  private var rows: (FlipRows, FlipRows)

  init(_ p: PeerPicture, _ q: PeerPicture, _ changed: PixelRect, _ filters: FlipFilters) {
    self.p = p
    self.q = q
    self.filters = filters
    let all = PixelRect(x0: 0, y0: 0, x1: p.width, y1: p.height)
    area = changed.outset(by: filters.reach).intersection(all)
    rows = (FlipRows(p, area, filters), FlipRows(q, area, filters))
  }

  mutating func sum() -> Double {
    let isChanged = (0..<p.height).map { !p.isRowEqual($0, to: q) }
    var total = 0.0
    for y in area.y0..<area.y1 {
      let near = max(0, y - filters.reach)...min(p.height - 1, y + filters.reach)
      guard isChanged[near].contains(true) else { continue }
      rows.0.move(to: y)
      rows.1.move(to: y)
      total += rowSum()
    }
    return total
  }

  private func rowSum() -> Double {
    var total = 0.0
    for x in 0..<area.width {
      let (c, d) = (rows.0.filtered(x), rows.1.filtered(x))
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
