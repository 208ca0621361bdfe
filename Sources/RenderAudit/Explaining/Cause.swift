public import Conventions

/// One axis on which two conventions differ, and what it did to an element.
public struct Cause: Sendable, Equatable {
  public var axis: Axis
  /// The choice on each side, with its source and confidence.
  public var reference: Choice
  public var candidate: Choice
  /// The part of the element's total absolute difference that this axis accounts for; the shares
  /// of an element add up to 1. An axis that undoes part of another's difference has a negative one.
  public var share: Double
  /// Whether the share was estimated on sampled orders, because too many axes matter to try all.
  public var isSampled: Bool
  /// For a designer, with the element's own numbers.
  public var sentence: String
}
