/// When a person sees a difference of a certain size.
///
/// An area is seen when some pixel of it is at least a just-noticeable step away. Smaller areas need
/// more: below about a quarter of a degree the eye adds up, so that threshold contrast grows with one
/// over the square root of the area (Piper's law; Blackwell, *Contrast thresholds of the human eye*,
/// 1946, whose thresholds rise 3.3 times from discs of 18′ to 3.6′). A quarter of a degree is 16 px
/// of a display with 60 px to the degree, a desktop screen at arm's length, hence 16² px.
///
/// So a region is perceptible when Σ d² ≥ 256 steps² and its largest d ≥ 1 step: a single pixel needs
/// 16 steps, a 1 px line over a phone screen half a step, were it not for the one step that any
/// difference needs.
public struct Visibility: Hashable, Sendable {
  /// Pixels over which the eye adds up.
  public static let area = 256.0

  /// - Parameters:
  ///   - largest: Of the region's distances, in the metric's unit.
  ///   - squares: Their sum of squares.
  static func isPerceptible(largest: Double, squares: Double, step: Double) -> Bool {
    largest >= step && squares >= area * step * step
  }
}
