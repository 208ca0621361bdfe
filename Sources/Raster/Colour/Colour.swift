/// A colour with straight alpha: sRGB-encoded red, green, blue and alpha, each 0…1.
///
/// Components outside 0…1 are colours outside the sRGB gamut; they are clipped when they are drawn.
public struct Colour: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let black = Colour(red: 0, green: 0, blue: 0)
  public static let white = Colour(red: 1, green: 1, blue: 1)
  public static let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  public func withAlpha(_ alpha: Double) -> Colour {
    Colour(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// A pixel with straight alpha, sRGB-encoded, 8 bits a channel.
public struct SRGBA8: Hashable, Sendable {
  public var r: UInt8
  public var g: UInt8
  public var b: UInt8
  public var a: UInt8

  public init(r: UInt8, g: UInt8, b: UInt8, a: UInt8) {
    self.r = r
    self.g = g
    self.b = b
    self.a = a
  }
}
