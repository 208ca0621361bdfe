internal import CKernels

/// Which pixels a path with several contours covers.
public enum FillRule: Hashable, Sendable {
  case nonzero
  case evenOdd
}

/// How curves become straight lines.
public enum Flattening: Hashable, Sendable {
  /// So fine that 8-bit coverage is that of the curve within one step.
  case smooth
  /// Core Graphics' glyphs: each quadratic is split evenly in t into 2^k chords, the smallest k with
  /// max(|x0 − 2x1 + x2|, |y0 − 2y1 + y2|) / 4 / 4^k ≤ `maxDeviation` device px (0.2 as measured).
  /// For cubics the same rule with the larger of their two second differences, times 3/4 (the
  /// bound of a cubic's deviation): our extension, not measured.
  case chords(maxDeviation: Double)

  /// A chord that deviates by d cuts at most 2/3 · d · √2 from a pixel: 1/400 px is 0.6 of a step.
  var deviation: Double {
    switch self {
    case .smooth: 1.0 / 400
    case .chords(let d): max(d, 1.0 / 65536)
    }
  }
}

/// Straight lines on a grid of 1/65536 px, as the kernels take them: x0 y0 x1 y1 each.
///
/// The grid makes coverage a matter of whole numbers: moving a path by whole pixels moves its
/// coverage and changes nothing else, and clipping changes no pixel that stays.
struct Lines {
  private(set) var values: [Int64] = []
  private let originX: Int64
  private let originY: Int64
  private let deviation: Double

  /// - Parameter origin: The pixel that becomes (0, 0).
  init(_ path: Path, flattening: Flattening, originX: Int, originY: Int) {
    self.originX = Int64(originX) << 16
    self.originY = Int64(originY) << 16
    deviation = flattening.deviation
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
    let chords = Self.chords(bend, deviation)
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
    let first = max(abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y))
    let second = max(abs(b.x - 2 * c.x + d.x), abs(b.y - 2 * c.y + d.y))
    let chords = Self.chords(max(first, second) * 3 / 4, deviation)
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
