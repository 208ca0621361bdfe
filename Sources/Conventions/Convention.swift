/// How well we know a value.
public enum Confidence: String, Hashable, Sendable {
  /// Fitted to, or tested against, pixels the real renderer drew; the source names them.
  case measured
  /// Written by the vendor or in a standard, or read in the platform's own source code.
  case documented
  /// Said by others, or inferred from a relative; not checked by us.
  case reported
  /// Set by the user in a spec.
  case userDefined = "user-defined"
}

/// One tool's answer on one axis.
public struct Choice: Hashable, Sendable {
  /// The word or number, as specs write it in `set`.
  public var value: String
  /// Where the value comes from, in a sentence; with the error, where it was measured.
  public var source: String
  public var confidence: Confidence

  public init(_ value: String, _ confidence: Confidence, _ source: String) {
    self.value = value
    self.confidence = confidence
    self.source = source
  }
}

/// One tool's reading of every number: a choice on each axis.
public struct Convention: Hashable, Sendable {
  /// The name that specs and the command line use: `sketch`, `ios`, …
  public var name: String
  /// The name for people: "Sketch", "iOS (UIKit and Core Animation)".
  public var title: String
  private var choices: [Axis: Choice]

  /// - Precondition: `choices` answers every axis.
  public init(name: String, title: String, choices: [Axis: Choice]) {
    precondition(Axis.allCases.allSatisfy { choices[$0] != nil }, "\(name) answers every axis")
    self.name = name
    self.title = title
    self.choices = choices
  }

  public subscript(axis: Axis) -> Choice {
    get { choices[axis]! }
    set { choices[axis] = newValue }
  }

  /// The axes whose values differ, in the order of `Axis.allCases`.
  public func differences(from other: Convention) -> [Axis] {
    Axis.allCases.filter { self[$0].value != other[$0].value }
  }

  /// This convention with `other`'s choices on `axes`: a mixed convention, to find causes.
  public func taking(_ axes: some Sequence<Axis>, from other: Convention) -> Convention {
    var result = self
    for axis in axes { result[axis] = other[axis] }
    return result
  }
}
