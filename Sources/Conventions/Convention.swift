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
  /// The convention that this one extends; nil for a built-in one.
  public var base: String?
  private var choices: [Axis: Choice]

  /// - Precondition: `choices` answers every axis with a value that the axis allows.
  public init(name: String, title: String, base: String? = nil, choices: [Axis: Choice]) {
    precondition(Axis.allCases.allSatisfy { choices[$0] != nil }, "\(name) answers every axis")
    for (axis, choice) in choices { Self.check(choice, on: axis) }
    self.name = name
    self.title = title
    self.base = base
    self.choices = choices
  }

  /// - Precondition: a choice that is set has a value that the axis allows.
  public subscript(axis: Axis) -> Choice {
    get { choices[axis]! }
    set {
      Self.check(newValue, on: axis)
      choices[axis] = newValue
    }
  }

  private static func check(_ choice: Choice, on axis: Axis) {
    precondition(
      axis.canonical(choice.value) == choice.value, "\(choice.value) is a value of \(axis.rawValue)"
    )
  }

  /// The title without its explanation in brackets: "iOS".
  public var shortTitle: String {
    guard title.hasSuffix(")"), let bracket = title.firstIndex(of: "(") else { return title }
    return String(title[..<bracket].dropLast())
  }

  /// The axes whose values differ, in the order of `Axis.allCases`.
  public func differences(from other: Convention) -> [Axis] {
    Axis.allCases.filter { self[$0].value != other[$0].value }
  }

  /// This convention with `other`'s choices on `axes`: a mixed convention, to find causes.
  public func taking(_ axes: some Sequence<Axis>, from other: Convention) -> Convention {
    var result = self
    for axis in axes { result.choices[axis] = other.choices[axis] }
    return result
  }
}

extension Convention {
  /// A convention of the user's own that starts out as this one.
  public func extended(as name: String) -> Convention {
    var result = self
    result.name = name
    result.title = name
    result.base = self.name
    return result
  }

  /// Changes one axis, as a spec's `set` asks.
  ///
  /// - Parameters:
  ///   - axisName: `shadow.blur`, …
  ///   - word: One of the axis's words, or a number where the axis takes one.
  public mutating func set(_ axisName: String, to word: String) throws(ConventionError) {
    guard let axis = Axis(rawValue: axisName) else {
      let nearest = Spelling.nearest(to: axisName, among: Axis.allCases.map(\.rawValue))
      throw .unknownAxis(axisName, nearest: nearest.flatMap(Axis.init))
    }
    guard let value = axis.canonical(word) else {
      let nearest = Spelling.nearest(to: word, among: axis.allowedValues)
      throw .unknownValue(axis: axis, found: word, nearest: nearest)
    }
    self[axis] = Choice(value, .userDefined, "Set in the spec.")
  }
}
