internal import CKernels

/// Which pixels a path with several contours covers.
public enum FillRule: Hashable, Sendable {
  case nonzero
  case evenOdd
}

/// How curves become straight lines, and areas bytes.
public enum Flattening: Hashable, Sendable {
  /// So fine that coverage is that of the curve within one step; rounded to the nearest step.
  case smooth
  /// As Core Graphics rasterises, glyphs and shapes alike (measured):
  /// - a quadratic is split evenly in t into 2^k chords, the smallest k with
  ///   max(|x0 − 2x1 + x2|, |y0 − 2y1 + y2|) / 4 / 4^k ≤ `maxDeviation` device px;
  /// - a cubic is halved until |2p0 − 3p1 + p3| and |p0 − 3p2 + 2p3| are ≤ `maxDeviation` in x and y;
  /// - coverage is cut down to min(255, ⌊256 · area⌋).
  case chords(maxDeviation: Double)

  /// `chords` with the deviation measured on Sketch 48, iOS 11 to 17: 0.2 px.
  public static let coreGraphics = Flattening.chords(maxDeviation: 0.2)
}

/// Straight lines on a grid of 1/65536 px, as the kernels take them: x0 y0 x1 y1 each.
///
/// The grid makes coverage a matter of whole numbers: moving a path by whole pixels moves its
/// coverage and changes nothing else, and clipping changes no pixel that stays.
struct Lines {
  private(set) var values: [Int64] = []
  private let originX: Int64
  private let originY: Int64
  private let flattening: Flattening

  /// A chord that deviates by d cuts at most 2/3 · d · √2 from a pixel: 1/400 px is 0.6 of a step.
  private static let smoothDeviation = 1.0 / 400

  /// - Parameter origin: The pixel that becomes (0, 0).
  init(_ path: Path, flattening: Flattening, originX: Int, originY: Int) {
    self.originX = Int64(originX) << 16
    self.originY = Int64(originY) << 16
    self.flattening = flattening
    values.reserveCapacity(path.elements.count * 16)
    var start = Point(x: 0, y: 0)
    var current = start
    for element in path.elements {
      switch element {
      case .move(let p):
        add(current, start)
        start = p
        current = p
      case .line(let p):
        add(current, p)
        current = p
      case .quad(let c, let p):
        add(quadratic: current, c, p)
        current = p
      case .cubic(let a, let b, let p):
        add(cubic: current, a, b, p)
        current = p
      case .close:
        add(current, start)
        current = start
      }
    }
    add(current, start)
  }

  private mutating func add(_ a: Point, _ b: Point) {
    let y0 = Self.grid(a.y) - originY
    let y1 = Self.grid(b.y) - originY
    guard y0 != y1 else { return }
    values.append(Self.grid(a.x) - originX)
    values.append(y0)
    values.append(Self.grid(b.x) - originX)
    values.append(y1)
  }

  private mutating func add(quadratic a: Point, _ b: Point, _ c: Point) {
    let bend = max(abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y)) / 4
    let chords =
      switch flattening {
      case .smooth: Self.chords(bend, Self.smoothDeviation)
      case .chords(let deviation): Self.chords(bend, deviation)
      }
    var from = a
    for i in 1..<chords + 1 {
      let t = Double(i) / Double(chords)
      let s = 1 - t
      let to =
        i == chords
        ? c
        : Point(
          x: s * s * a.x + 2 * s * t * b.x + t * t * c.x,
          y: s * s * a.y + 2 * s * t * b.y + t * t * c.y)
      add(from, to)
      from = to
    }
  }

  private mutating func add(cubic a: Point, _ b: Point, _ c: Point, _ d: Point) {
    switch flattening {
    case .smooth: add(evenly: a, b, c, d)
    case .chords(let deviation): add(halving: a, b, c, d, deviation, depth: 10)
    }
  }

  private mutating func add(
    halving a: Point, _ b: Point, _ c: Point, _ d: Point, _ deviation: Double, depth: Int
  ) {
    let bend = max(
      abs(2 * a.x - 3 * b.x + d.x), abs(2 * a.y - 3 * b.y + d.y),
      abs(a.x - 3 * c.x + 2 * d.x), abs(a.y - 3 * c.y + 2 * d.y))
    // Written so that what is no number ends the halving.
    guard depth > 0, bend > deviation else { return add(a, d) }
    func middle(_ p: Point, _ q: Point) -> Point { Point(x: (p.x + q.x) / 2, y: (p.y + q.y) / 2) }
    let (ab, bc, cd) = (middle(a, b), middle(b, c), middle(c, d))
    let (abc, bcd) = (middle(ab, bc), middle(bc, cd))
    let centre = middle(abc, bcd)
    add(halving: a, ab, abc, centre, deviation, depth: depth - 1)
    add(halving: centre, bcd, cd, d, deviation, depth: depth - 1)
  }

  /// A cubic deviates by at most 3/4 of its larger second difference.
  private mutating func add(evenly a: Point, _ b: Point, _ c: Point, _ d: Point) {
    let first = max(abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y))
    let second = max(abs(b.x - 2 * c.x + d.x), abs(b.y - 2 * c.y + d.y))
    let chords = Self.chords(max(first, second) * 3 / 4, Self.smoothDeviation)
    var from = a
    for i in 1..<chords + 1 {
      let t = Double(i) / Double(chords)
      let s = 1 - t
      let (sss, sst, stt, ttt) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      let to =
        i == chords
        ? d
        : Point(
          x: sss * a.x + sst * b.x + stt * c.x + ttt * d.x,
          y: sss * a.y + sst * b.y + stt * c.y + ttt * d.y)
      add(from, to)
      from = to
    }
  }

  /// The smallest power of two of chords, at most 1024, none of which deviates by more.
  private static func chords(_ bend: Double, _ deviation: Double) -> Int {
    var count = 1
    var rest = bend
    while rest > deviation, count < 1024 {
      rest /= 4
      count *= 2
    }
    return count
  }

  /// Beyond ±2^30 px, wider than any canvas, positions are those of the limit.
  private static func grid(_ px: Double) -> Int64 {
    Int64((min(max(px, -0x1p30), 0x1p30) * 65536).rounded(.toNearestOrAwayFromZero))
  }
}
