/// The numbers that a key of a spec takes.
public struct NumberRange: Hashable, Sendable {
  public var least: Double
  public var most: Double
  /// Whether `least` itself is left out.
  public var isAboveLeast: Bool
  public var isWhole: Bool
  /// "points", "degrees"; nil for plain numbers.
  public var unit: String?
  /// What other formats write for 1: 100 for a percentage, 255 for a byte. Only for suggestions.
  var full: Double?

  init(
    _ least: Double, _ most: Double, isAboveLeast: Bool = false, isWhole: Bool = false,
    unit: String? = nil, full: Double? = nil
  ) {
    self.least = least
    self.most = most
    self.isAboveLeast = isAboveLeast
    self.isWhole = isWhole
    self.unit = unit
    self.full = full
  }

  public func contains(_ number: Double) -> Bool {
    number >= least && number <= most && !(isAboveLeast && number == least)
      && !(isWhole && number != number.rounded())
  }

  /// The nearest number that is allowed, to suggest; nil when there is no last one before the open
  /// end.
  public func nearest(to number: Double) -> Double? {
    let whole = isWhole ? number.rounded() : number
    let clamped = min(max(whole, least), most)
    return contains(clamped) ? clamped : nil
  }

  /// "a number of points from 0 to 1000000".
  public var description: String {
    var text = isWhole ? "a whole number" : "a number"
    if let unit { text += " of \(unit)" }
    let (low, high) = (JSONWriter.digits(least), JSONWriter.digits(most))
    return text + (isAboveLeast ? " above \(low) and at most \(high)" : " from \(low) to \(high)")
  }
}

// Lengths end at a million points: 8 device px a point keep every coordinate within what whole
// numbers, and doubles to a ten-thousandth of a pixel, hold with ease.
extension NumberRange {
  static let coordinate = NumberRange(-1e6, 1e6, unit: "points")
  static let length = NumberRange(0, 1e6, unit: "points")
  static let positiveLength = NumberRange(0, 1e6, isAboveLeast: true, unit: "points")
  static let alpha = NumberRange(0, 1, full: 100)
  static let component = NumberRange(0, 1, full: 255)
  /// The limits of `DeviceScale`.
  static let scale = NumberRange(
    0, 8, isAboveLeast: true, unit: "device pixels per point")
  static let fontSize = NumberRange(0, 1000, isAboveLeast: true, unit: "points")
  static let lineHeight = NumberRange(0, 10_000, isAboveLeast: true, unit: "points")
  static let spacing = NumberRange(-10_000, 10_000, unit: "points")
  static let degrees = NumberRange(-36_000, 36_000, unit: "degrees")
  /// Positions of stops and ends of gradient lines, in units of the line or frame.
  static let fraction = NumberRange(-1000, 1000)
  static let lineCount = NumberRange(0, 1e6, isWhole: true)
}
