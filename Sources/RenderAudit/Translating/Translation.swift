/// The numbers to type under the candidate so that its pixels equal the reference's.
public struct Translation: Sendable, Equatable {
  /// The element with those numbers, as a spec under the candidate would state it.
  public var element: Element
  /// JSON path below the element → number or words, only what changed: `shadows[0].blur` → 5.
  public var numbers: [(path: String, value: JSONValue)]
  /// What was measured: the translated element under the candidate against the original under the
  /// reference.
  public var residual: Residual
  /// What a developer can do besides: a shadow path, a child layer, a non-breaking space.
  public var advice: [String]

  public struct Residual: Sendable, Equatable {
    public var differingPixels: Int
    /// Steps of 1/255 per channel, alpha included.
    public var maxDelta: Int
  }

  public static func == (a: Translation, b: Translation) -> Bool {
    a.element == b.element && a.residual == b.residual && a.advice == b.advice
      && a.numbers.elementsEqual(b.numbers) { $0.path == $1.path && $0.value == $1.value }
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
