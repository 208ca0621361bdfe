public import Conventions

/// One mistake in a spec, and where it is.
public struct SpecProblem: Hashable, Sendable {
  public var kind: Kind
  public var place: TextPlace
  /// `elements[2].shadows[0].blur`; empty for the document as a whole.
  public var path: String

  public init(_ kind: Kind, at place: TextPlace, path: String) {
    self.kind = kind
    self.place = place
    self.path = path
  }

  public enum Kind: Hashable, Sendable {
    case json(JSONError)
    case version(found: Double)
    case unknownKey(String, nearest: String?, known: [String])
    case missingKey(String, expected: String)
    /// `found` is the value in short: `"abc"`, `an array of 3`. `instead` is the JSON that was
    /// probably meant, where that is clear.
    case wrongType(expected: String, found: String, instead: String?)
    case wrongCount(expected: String, found: Int)
    case outOfRange(found: Double, allowed: NumberRange)
    case unknownWord(found: String, allowed: [String], nearest: String?)
    case malformedColour(String, mistake: ColourMistake)
    case canvasTooLarge(width: Double, height: Double, scale: Double)
    case elementTooLarge(width: Double, height: Double, scale: Double)
    case duplicateID(String, first: TextPlace)
    /// An id or a convention's name: files are called after them.
    case unusableName(String, mistake: NameMistake)
    case tooFewStops(found: Int)
    case stopsOutOfOrder(previous: Double, found: Double)
    /// A gradient has both points and an angle, or neither.
    case gradientLine(hasPoints: Bool)
    case gradientWithoutLength
    case unknownConvention(String, known: [String], nearest: String?)
    case repeatedCandidate(String)
    case builtInConvention(String)
    case tooManyConventions(found: Int)
    /// `names` leads back to its first.
    case conventionCycle(names: [String])
    case convention(ConventionError)
    /// The font file that `fonts` names, as it was looked for.
    case missingFontFile(String)
    /// Nobody knows a font of that name; `nearest` are those that come closest.
    case missingFont(String, nearest: [String])
    /// The file is there, but cannot be used as a font.
    case unusableFont(String, reason: String)
    /// A system library that sets text is missing or too old: no text can be drawn.
    case noTextEngine(reason: String)
    /// A text of so many UTF-16 units.
    case textTooLong(units: Int, limit: Int)
  }

  public enum ColourMistake: Hashable, Sendable {
    case noHash, digits
    case count(Int)
    case function, name, transparent, other
  }

  public enum NameMistake: Hashable, Sendable {
    case empty, slash, control, dots
    /// The report has a file of that name already.
    case taken
    case long(bytes: Int)
  }
}

extension SpecProblem: Comparable {
  /// By place.
  public static func < (a: SpecProblem, b: SpecProblem) -> Bool {
    (a.place, a.path, a.expected) < (b.place, b.path, b.expected)
  }
}

/// Everything that is wrong with a spec.
public struct SpecError: Error, Hashable, Sendable {
  /// In the order of the text; at least one.
  public var problems: [SpecProblem]

  /// - Precondition: `problems` is not empty.
  public init(_ problems: [SpecProblem]) {
    precondition(!problems.isEmpty, "an error has a problem")
    self.problems = problems.sorted()
  }
}
