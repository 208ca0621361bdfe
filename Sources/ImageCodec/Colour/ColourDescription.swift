/// What a file says of the colours that its numbers mean.
public enum ColourDescription: Hashable, Sendable {
  /// The file says nothing: sRGB is assumed.
  case assumedSRGB
  /// The file says something that cannot be read: sRGB is assumed.
  case unusable
  /// The file says sRGB, by name or by numbers that are sRGB's.
  case sRGB
  /// An ICC profile, as stored.
  case profile([UInt8])
  /// PNG's gAMA and cHRM: encoded = linear ^ `encodingExponent` over these primaries.
  case gamma(encodingExponent: Double, Chromaticities)
  /// PNG's cICP: code points of ITU-T H.273.
  case codePoints(primaries: UInt8, transfer: UInt8)
}

/// CIE 1931 x and y of a colour space's white and primaries.
public struct Chromaticities: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public var white: Point
  public var red: Point
  public var green: Point
  public var blue: Point

  public init(white: Point, red: Point, green: Point, blue: Point) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// ITU-R BT.709 primaries with D65, which sRGB uses (IEC 61966-2-1).
  public static let sRGB = Chromaticities(
    white: Point(x: 0.3127, y: 0.3290), red: Point(x: 0.64, y: 0.33),
    green: Point(x: 0.30, y: 0.60), blue: Point(x: 0.15, y: 0.06))
}
