/// A position. Points or device px, as the owner says; y grows downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, not negative. Points or device px, as the owner says.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An upright rectangle. Points or device px, as the owner says; y grows downwards.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var minX: Double { x }
  public var minY: Double { y }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var size: Size { Size(width: width, height: height) }
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Grows by `amount` on every side; a negative amount shrinks, to an empty rectangle at the
  /// least, which keeps its centre.
  public func outset(by amount: Double) -> Rect {
    let w = max(0, width + 2 * amount)
    let h = max(0, height + 2 * amount)
    return Rect(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }

  public func offset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }
}

/// Whole device pixels: columns x0..<x1 and rows y0..<y1 (half-open).
public struct PixelRect: Hashable, Sendable {
  public var x0: Int
  public var y0: Int
  public var x1: Int
  public var y1: Int

  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  /// The smallest pixel rectangle that holds `rect`, which is in device px. Edges beyond ±2^40 px,
  /// further than any canvas, are taken to be there.
  public init(covering rect: Rect) {
    func edge(_ v: Double) -> Int { v > -0x1p40 ? Int(min(v, 0x1p40)) : -(1 << 40) }
    self.init(
      x0: edge(rect.minX.rounded(.down)), y0: edge(rect.minY.rounded(.down)),
      x1: edge(rect.maxX.rounded(.up)), y1: edge(rect.maxY.rounded(.up)))
  }

  public var width: Int { max(0, x1 - x0) }
  public var height: Int { max(0, y1 - y0) }
  public var isEmpty: Bool { x1 <= x0 || y1 <= y0 }
  public var area: Int { width * height }

  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }

  /// The smallest pixel rectangle that holds both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  public func outset(by amount: Int) -> PixelRect {
    PixelRect(x0: x0 - amount, y0: y0 - amount, x1: x1 + amount, y1: y1 + amount)
  }

  public func contains(x: Int, y: Int) -> Bool { x >= x0 && x < x1 && y >= y0 && y < y1 }
}

/// Device pixels per point: 1, 2, 3 or a fraction; > 0 and at most 8.
public struct DeviceScale: Hashable, Sendable {
  public let pixelsPerPoint: Double

  /// Nil unless `pixelsPerPoint` is finite, > 0 and at most 8.
  public init?(_ pixelsPerPoint: Double) {
    guard pixelsPerPoint.isFinite, pixelsPerPoint > 0, pixelsPerPoint <= 8 else { return nil }
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// A length in points as device px.
  public func devicePixels(_ points: Double) -> Double { points * pixelsPerPoint }

  /// A rectangle in points as device px.
  public func devicePixels(_ rect: Rect) -> Rect {
    Rect(
      x: rect.x * pixelsPerPoint, y: rect.y * pixelsPerPoint,
      width: rect.width * pixelsPerPoint, height: rect.height * pixelsPerPoint)
  }
}
