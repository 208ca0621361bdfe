/// Corner radii, each ≥ 0, in the unit of the rectangle they belong to.
public struct CornerRadii: Hashable, Sendable {
  public var topLeft: Double
  public var topRight: Double
  public var bottomRight: Double
  public var bottomLeft: Double

  public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  public init(_ all: Double) {
    self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
  }

  public static let zero = CornerRadii(0)

  public var isZero: Bool { self == .zero }
  public var isUniform: Bool {
    topLeft == topRight && topRight == bottomRight && bottomRight == bottomLeft
  }

  public func map(_ change: (Double) -> Double) -> CornerRadii {
    CornerRadii(
      topLeft: change(topLeft), topRight: change(topRight),
      bottomRight: change(bottomRight), bottomLeft: change(bottomLeft))
  }
}

/// The curve of a rounded corner.
public enum CornerCurve: Hashable, Sendable {
  /// A quarter circle.
  case circular
  /// The continuous corner of iOS: three cubics that start 1.528665 radii from the corner.
  case continuous
}

/// A rectangle with rounded corners whose radii already fit it. Points or device px.
public struct RoundedRectangle: Hashable, Sendable {
  public var rect: Rect
  public var radii: CornerRadii
  public var curve: CornerCurve

  public init(rect: Rect, radii: CornerRadii = .zero, curve: CornerCurve = .circular) {
    self.rect = rect
    self.radii = radii
    self.curve = curve
  }
}
