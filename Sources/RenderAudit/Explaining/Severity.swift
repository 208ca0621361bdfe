internal import ImageDiff

/// How much a difference strikes a person who looks at both sides in turn, from a phone's distance.
///
/// A difference of a given colour distance is the easier to see the larger it is, up to about a
/// degree of the visual field; below that, what is needed falls with the square root of the area
/// (Piper's law). So the *strength* of a difference is the mean distance of the pixels that differ
/// perceptibly, in just-noticeable steps of the metric, times √(their area), the area in square
/// degrees and at most 1. It says how many times the just-noticeable step a patch of one degree
/// would have to differ to be as striking.
///
/// A phone is held at 30 cm, and a point is 1/160 inch on it (163 on the first iPhone, 153 and 162
/// on later ones): 33 points a degree.
public enum Severity: Int, Comparable, CaseIterable, Sendable {
  /// No pixel differs by a just-noticeable step.
  case imperceptible
  /// Strength below 2: to be found when one knows where to look.
  case subtle
  /// Strength from 2 to below 8: seen when the two sides are flipped.
  case visible
  /// Strength 8 and above: seen side by side.
  case obvious

  /// Points of a phone's screen in a degree of the visual field: 300 mm · tan 1° = 5.24 mm, and
  /// 25.4 mm / 160 = 0.159 mm a point.
  static let pointsPerDegree = 33.0

  static let visibleFrom = 2.0
  static let obviousFrom = 8.0

  /// - Parameters:
  ///   - perceptiblePixels: Device px that differ by a just-noticeable step or more.
  ///   - meanDistance: Their mean distance, in just-noticeable steps.
  ///   - pixelsPerPoint: Device px per point.
  static func strength(
    perceptiblePixels: Int, meanDistance: Double, pixelsPerPoint: Double
  ) -> Double {
    let pixelsPerDegree = pointsPerDegree * pixelsPerPoint
    let area = Double(perceptiblePixels) / (pixelsPerDegree * pixelsPerDegree)
    return meanDistance * min(1, area).squareRoot()
  }

  init(_ counts: DiffCounts, pixelsPerPoint: Double) {
    guard counts.perceptiblePixels > 0 else {
      self = .imperceptible
      return
    }
    let strength = Severity.strength(
      perceptiblePixels: counts.perceptiblePixels, meanDistance: counts.meanPerceptibleDistance,
      pixelsPerPoint: pixelsPerPoint)
    self =
      if strength < Severity.visibleFrom { .subtle } else if strength < Severity.obviousFrom {
        .visible
      } else { .obvious }
  }

  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

  /// "obvious".
  public var word: String { String(describing: self) }
}

extension ElementComparison {
  /// For the table: "identical", or the severity.
  public var verdictInWords: String { verdict == .identical ? "identical" : severity.word }
}
