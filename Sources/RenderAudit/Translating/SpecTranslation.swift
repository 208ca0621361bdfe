public import Conventions
internal import Raster
public import Typesetting

/// A whole spec translated from one convention to another.
public struct SpecTranslation: Sendable {
  public var from: Convention
  public var to: Convention
  /// In the order of the spec.
  public var elements: [(original: Element, outcome: TranslationOutcome)]
  /// The spec with the new numbers; elements that need none or have none are as they were.
  public var spec: Spec
}

extension Audit {
  /// Translates every element.
  ///
  /// - Parameter progress: Told what comes next.
  public func translate(
    from: Convention, to: Convention, progress: (String) -> Void = { _ in }
  ) throws(FontError) -> SpecTranslation {
    var result = SpecTranslation(from: from, to: to, elements: [], spec: spec)
    for (index, element) in spec.elements.enumerated() {
      progress("translating \(element.id) from \(from.name) to \(to.name)")
      let outcome = try translate(element, from: from, to: to, fitting: .always)
      result.elements.append((element, outcome))
      if case .translated(let t) = outcome { result.spec.elements[index] = t.element }
    }
    return result
  }
}

extension SpecTranslation {
  /// For people: each element's numbers, what is left, and what else can be done.
  public func text() -> String {
    if elements.isEmpty { return "The spec has no elements.\n" }
    return elements.map { original, outcome in
      var lines = [original.id]
      switch outcome {
      case .notNeeded:
        lines.append("  nothing to change: \(from.shortTitle) and \(to.shortTitle) draw the same")
      case .impossible(let why): lines.append("  \(why)")
      case .translated(let t):
        for number in t.numbers { lines.append("  \(number.path): \(number.value.inWords)") }
        lines.append("  \(t.result.capitalised).")
        if let alternative = t.alternative { lines.append("  \(alternative.sentence)") }
        lines += t.advice.map { "  \($0)" }
      }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Whether the language's code reads numbers as the target does.
  public func canBeWritten(in language: CodeLanguage) -> Bool {
    languages.contains(language)
  }

  /// The languages of the target's platform.
  public var languages: [CodeLanguage] { Platform(of: to, in: spec)?.languages ?? [] }

  /// To be pasted: each element's code, with what no number can say as a comment above it.
  public func code(in language: CodeLanguage) -> String {
    elements.indices.map { i in
      var notes: [String] = []
      switch elements[i].outcome {
      case .notNeeded: break
      case .impossible(let why): notes = [why]
      case .translated(let t): notes = ["\(t.result.capitalised)."] + t.advice
      }
      let comments = notes.map { language == .css ? "/* \($0) */" : "// \($0)" }
      let code = spec.elements[i].code(in: language, under: to)
      return (comments + [code]).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension CodeLanguage {
  /// The built-in convention whose numbers the code takes.
  public var conventionName: String { platform.rawValue }
}
