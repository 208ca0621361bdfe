/// Outlines: lines, quadratic and cubic Béziers. Points or device px, as the owner says; y down.
///
/// A contour that is not closed is closed by a straight line when it is filled.
public struct Path: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quad(control: Point, to: Point)
    case cubic(control1: Point, control2: Point, to: Point)
    case close
  }

  public private(set) var elements: [Element] = []

  public init() {}

  public var isEmpty: Bool { elements.isEmpty }

  public mutating func move(to p: Point) { elements.append(.move(p)) }
  public mutating func line(to p: Point) { elements.append(.line(p)) }
  public mutating func quad(control: Point, to p: Point) {
    elements.append(.quad(control: control, to: p))
  }
  public mutating func cubic(control1: Point, control2: Point, to p: Point) {
    elements.append(.cubic(control1: control1, control2: control2, to: p))
  }
  public mutating func close() { elements.append(.close) }
  public mutating func append(_ other: Path) { elements.append(contentsOf: other.elements) }

  /// Scales about the origin, then moves: p becomes (p.x·sx + dx, p.y·sy + dy). A negative `sy`
  /// turns a font's y-up outline into y-down.
  public func transformed(sx: Double, sy: Double, dx: Double, dy: Double) -> Path {
    func map(_ p: Point) -> Point { Point(x: p.x * sx + dx, y: p.y * sy + dy) }
    var result = Path()
    result.elements = elements.map { element in
      switch element {
      case .move(let p): .move(map(p))
      case .line(let p): .line(map(p))
      case .quad(let c, let p): .quad(control: map(c), to: map(p))
      case .cubic(let a, let b, let p): .cubic(control1: map(a), control2: map(b), to: map(p))
      case .close: .close
      }
    }
    return result
  }

  /// The same contours, each closed and the other way round.
  public func reversed() -> Path {
    var result = Path()
    var contour: [Element] = []
    for element in elements {
      if case .move = element {
        result.append(reversed: contour)
        contour = []
      }
      contour.append(element)
    }
    result.append(reversed: contour)
    return result
  }

  /// Appends a contour that begins with a move.
  private mutating func append(reversed contour: [Element]) {
    let ends = contour.compactMap(\.end)
    guard let last = ends.last else { return }
    move(to: last)
    for (element, start) in zip(contour.dropFirst(), ends).reversed() {
      switch element {
      case .move, .close: continue
      case .line: line(to: start)
      case .quad(let c, _): quad(control: c, to: start)
      case .cubic(let a, let b, _): cubic(control1: b, control2: a, to: start)
      }
    }
    close()
  }
}

extension Path.Element {
  /// Where the pen is afterwards; nil for `close`.
  fileprivate var end: Point? {
    switch self {
    case .move(let p), .line(let p): p
    case .quad(_, let p), .cubic(_, _, let p): p
    case .close: nil
    }
  }
}
