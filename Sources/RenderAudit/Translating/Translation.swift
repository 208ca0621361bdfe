/// The numbers to type under the candidate so that its pixels equal the reference's.
public struct Translation: Sendable, Equatable {
  /// The element with those numbers, as a spec under the candidate would state it.
  public var element: Element
  /// JSON path below the element → number or words, only what changed: `shadows[0].blur` → 5. Null:
  /// left out.
  public var numbers: [(path: String, value: JSONValue)]
  /// What was measured: the translated element under the candidate against the original under the
  /// reference.
  public var residual: Residual
  /// The same for the original's numbers: what the translation is to make smaller.
  public var untranslated: Residual
  /// Whether the numbers were fitted to pixels because no formula gives them.
  public var isFitted: Bool
  /// Numbers that come nearer still, where what is left of the others cannot be seen: the best fit.
  public var alternative: Alternative?
  /// What keeps the residual from being 0, for a sentence; nil where it is 0.
  public var reason: String?
  /// What a developer can do besides: a shadow path, a child layer, a non-breaking space.
  public var advice: [String]
  /// The name of the candidate, for sentences.
  public var candidateName: String
  /// Ready to be pasted, by language; only those of the candidate's platform.
  public var code: [(language: CodeLanguage, text: String)]

  public struct Residual: Sendable, Equatable {
    public var differingPixels: Int
    public var perceptiblePixels: Int
    /// Steps of 1/255 per channel, alpha included.
    public var maxDelta: Int

    /// Whether no more is left than of `other`, but for rounding: what other words for the same thing
    /// may cost.
    func isLike(_ other: Residual) -> Bool {
      perceptiblePixels <= other.perceptiblePixels && maxDelta <= other.maxDelta + 1
    }

    /// "12 px differ by at most 1 step of 255".
    var words: String {
      if differingPixels == 0 { return "no pixel differs" }
      return "\(differingPixels) px differ by at most "
        + (maxDelta == 1 ? "1 step of 255" : "\(maxDelta) steps of 255")
    }
  }

  public struct Alternative: Sendable {
    public var numbers: [(path: String, value: JSONValue)]
    public var residual: Residual

    /// "Nearer still: shadows[0].blur 14.76; then 5 px differ by at most 1 step of 255."
    public var sentence: String {
      "Nearer still: \(Translation.words(numbers).joined(separator: ", ")); then \(residual.words)."
    }
  }

  public static func == (a: Translation, b: Translation) -> Bool {
    a.element == b.element && a.json == b.json
  }

  /// "Under iOS, type shadows[0].blur 5: no pixel differs then."
  public var sentence: String {
    let typed = Translation.words(numbers).joined(separator: ", ")
    return "Under \(candidateName), type \(typed): \(result)."
  }

  fileprivate static func words(_ numbers: [(path: String, value: JSONValue)]) -> [String] {
    numbers.map { path, value in
      value == .null ? "no \(path)" : "\(path) \(value.inWords)"
    }
  }

  /// What is left, in words.
  public var result: String {
    if residual.differingPixels == 0 { return "no pixel differs then" }
    let fitted = isFitted ? "best fit, " : ""
    let seen = residual.perceptiblePixels == 0 ? ", which nobody sees" : ""
    let why = reason.map { " (\($0))" } ?? ""
    return "\(fitted)then \(residual.words) instead of \(untranslated.differingPixels) by "
      + "\(untranslated.maxDelta)\(seen)\(why)"
  }
}

/// Whether an element's numbers can be translated.
public enum TranslationOutcome: Sendable, Equatable {
  /// Both conventions draw the same pixels.
  case notNeeded
  case translated(Translation)
  /// Nothing to type brings it nearer; the sentence says why.
  case impossible(why: String)
}

extension Translation {
  /// As report.json has it.
  public var json: JSONValue {
    .members([
      "numbers": .object(numbers.map { JSONValue.Member($0.path, $0.value) }),
      "residual": residual.json,
      "untranslated": untranslated.json,
      "fitted": isFitted ? true : nil,
      "alternative": alternative.map { other in
        [
          "numbers": .object(other.numbers.map { JSONValue.Member($0.path, $0.value) }),
          "residual": other.residual.json,
        ]
      },
      "reason": reason.map(JSONValue.string),
      "sentence": .string(sentence),
      "advice": advice.isEmpty ? nil : .strings(advice),
      "code": code.isEmpty
        ? nil : .object(code.map { JSONValue.Member($0.language.rawValue, .string($0.text)) }),
    ])
  }
}

extension Translation.Residual {
  fileprivate var json: JSONValue {
    [
      "differingPixels": .integer(differingPixels),
      "perceptiblePixels": .integer(perceptiblePixels), "maxDelta": .integer(maxDelta),
    ]
  }
}
