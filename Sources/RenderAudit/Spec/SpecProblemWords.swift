internal import Conventions

extension SpecError: CustomStringConvertible {
  public var description: String { description(of: "the spec") }

  /// Each problem in two lines.
  ///
  /// - Parameter file: The name of the spec, as the user wrote it.
  public func description(of file: String) -> String {
    problems.map { $0.description(of: file) }.joined(separator: "\n")
  }
}

extension SpecProblem: CustomStringConvertible {
  public var description: String { description(of: "the spec") }

  /// "error: WHAT in WHERE: expected X, found Y" and a line that says what to try.
  public func description(of file: String) -> String {
    let place = "\(file), line \(place.line), column \(place.column)"
    let whereabouts = path.isEmpty ? place : "\(place), \(path)"
    return """
      error: \(what) in \(whereabouts): expected \(expected), found \(found)
        Try: \(suggestion)
      """
  }

  /// What is wrong: "unknown key".
  public var what: String {
    switch kind {
    case .json(let error): error.what
    case .version: "unknown version"
    case .unknownKey: "unknown key"
    case .missingKey: "missing key"
    case .wrongType: "wrong type"
    case .wrongCount: "wrong count"
    case .outOfRange: "number out of range"
    case .unknownWord: "unknown word"
    case .malformedColour: "malformed colour"
    case .canvasTooLarge: "canvas too large"
    case .elementTooLarge: "element too large"
    case .duplicateID: "duplicate id"
    case .unusableName: "unusable name"
    case .tooFewStops: "too few stops"
    case .stopsOutOfOrder: "stops out of order"
    case .gradientLine(true): "two gradient lines"
    case .gradientLine(false): "no gradient line"
    case .gradientWithoutLength: "gradient line without length"
    case .unknownConvention: "unknown convention"
    case .repeatedCandidate: "repeated candidate"
    case .builtInConvention: "name of a built-in convention"
    case .tooManyConventions: "too many conventions"
    case .conventionCycle: "circular convention"
    case .convention(.unknownAxis): "unknown axis"
    case .convention(.unknownValue): "unknown value"
    case .missingFontFile: "missing font file"
    case .missingFont: "missing font"
    case .unusableFont: "unusable font"
    case .noTextEngine: "text cannot be set"
    case .textTooLong: "text too long"
    }
  }

  public var expected: String {
    switch kind {
    case .json(let error): error.expected
    case .version: "1"
    case .unknownKey(_, _, let known): known.isEmpty ? "no key" : orList(known)
    case .missingKey(let key, let expected): "\(quoted(key)), \(expected)"
    case .wrongType(let expected, _, _), .wrongCount(let expected, _): expected
    case .outOfRange(_, let allowed): allowed.description
    case .unknownWord(_, let allowed, _): orList(allowed.map(quoted))
    case .malformedColour: "#RGB, #RGBA, #RRGGBB or #RRGGBBAA"
    case .canvasTooLarge, .elementTooLarge: "at most \(Spec.pixelLimit) device pixels"
    case .duplicateID: "an id that no other element has"
    case .unusableName: "a name that a file can have"
    case .tooFewStops: "2 stops or more"
    case .stopsOutOfOrder(let previous, _):
      "a position not before the previous one, \(JSONWriter.digits(previous))"
    case .gradientLine: "either from and to, or angle"
    case .gradientWithoutLength: "from and to that differ"
    case .unknownConvention(_, let known, _): orList(known)
    case .repeatedCandidate: "each candidate once"
    case .builtInConvention: "a name of your own"
    case .tooManyConventions: "at most \(SpecReader.mostConventions)"
    case .conventionCycle: "a chain that ends at a built-in convention"
    case .convention(.unknownAxis): "an axis"
    case .convention(.unknownValue(let axis, _, _)): orList(axis.allowedValues)
    case .missingFontFile: "a font file that can be read"
    case .missingFont: "a font that is installed, a name in fonts, or a font file"
    case .unusableFont: "a font with outlines"
    case .noTextEngine: "FreeType, HarfBuzz, ICU and fontconfig"
    case .textTooLong(_, let limit): "at most \(limit) UTF-16 units"
    }
  }

  public var found: String {
    switch kind {
    case .json(let error): error.found
    case .version(let found), .outOfRange(let found, _), .stopsOutOfOrder(_, let found):
      JSONWriter.digits(found)
    case .unknownKey(let key, _, _): quoted(key)
    case .missingKey: "none"
    case .wrongType(_, let found, _): found
    case .wrongCount(_, let found): String(found)
    case .unknownWord(let found, _, _), .malformedColour(let found, _): quoted(found)
    case .canvasTooLarge(let width, let height, let scale),
      .elementTooLarge(let width, let height, let scale):
      "\(pixels(width, scale)) × \(pixels(height, scale)) at scale \(JSONWriter.digits(scale))"
    case .duplicateID(let id, let first):
      "\(quoted(id)), which stands in line \(first.line), column \(first.column) too"
    case .unusableName(_, .empty): "none"
    case .unusableName(_, .long(let bytes)): "one of \(bytes) bytes"
    case .unusableName(let name, _): quoted(name)
    case .tooFewStops(let found), .tooManyConventions(let found): String(found)
    case .gradientLine(let hasPoints): hasPoints ? "both" : "neither"
    case .gradientWithoutLength: "the same point twice"
    case .unknownConvention(let name, _, _), .repeatedCandidate(let name),
      .builtInConvention(let name), .missingFont(let name, _):
      quoted(name)
    case .conventionCycle(let names): names.joined(separator: " → ")
    case .convention(.unknownAxis(let name, _)): quoted(name)
    case .convention(.unknownValue(_, let found, _)): quoted(found)
    case .missingFontFile(let path): "no file \(quoted(path))"
    case .unusableFont(let font, let reason): "\(quoted(font)): \(reason)"
    case .noTextEngine(let reason): reason
    case .textTooLong(let units, _): "\(units)"
    }
  }

  /// What to try, without "Try:".
  public var suggestion: String {
    switch kind {
    case .json(let error): error.suggestion
    case .version: "\"version\": 1"
    case .unknownKey(_, let nearest?, _): quoted(nearest)
    case .unknownKey(_, nil, let known) where known.count == 1: quoted(known[0])
    case .unknownKey(_, nil, _): "remove the key"
    case .missingKey(let key, _): "add \(quoted(key))"
    case .wrongType(_, _, let instead?): instead
    case .wrongType(_, "null", nil): "remove the key"
    case .wrongType(let expected, _, nil): "write \(expected)"
    case .wrongCount(let expected, _): "write \(expected)"
    case .outOfRange(let found, let allowed): suggestion(for: found, in: allowed)
    case .unknownWord(_, let allowed, let nearest):
      quoted(nearest ?? allowed.first ?? "")
    case .malformedColour(let text, let mistake): mistake.suggestion(for: text)
    case .canvasTooLarge, .elementTooLarge: "a smaller size, blur or scale"
    case .duplicateID(let id, _): quoted(shortened(id) + "-2")
    case .unusableName(_, let mistake): mistake.suggestion
    case .tooFewStops: "a plain colour as fill, or another stop such as [\"#000000\", 1]"
    case .stopsOutOfOrder: "list the stops by position; equal positions make a hard edge"
    case .gradientLine(true): "remove angle, or from and to"
    case .gradientLine(false): "\"from\": [0, 0], \"to\": [0, 1]"
    case .gradientWithoutLength: "\"from\": [0, 0], \"to\": [0, 1], or a plain colour as fill"
    case .unknownConvention(_, _, let nearest):
      nearest.map(quoted) ?? "renderaudit conventions, which lists them"
    case .repeatedCandidate: "remove it"
    case .builtInConvention(let name): quoted("my-" + name)
    case .tooManyConventions: "several specs with fewer conventions each"
    case .conventionCycle: "let one of them extend a built-in convention"
    case .convention(.unknownAxis(_, let nearest)):
      nearest.map { quoted($0.rawValue) } ?? "renderaudit conventions sketch, which lists the axes"
    case .convention(.unknownValue(let axis, _, let nearest)):
      quoted(nearest ?? axis.allowedValues[0])
    case .missingFontFile: "a path that is relative to the spec's folder"
    case .missingFont(_, let nearest):
      nearest.isEmpty ? "fc-list, which lists the fonts" : orList(nearest.map(quoted))
    case .unusableFont: "a TrueType or OpenType font"
    case .noTextEngine: "make setup, which installs them"
    case .textTooLong: "several elements with a part of the text each"
    }
  }

  private func suggestion(for found: Double, in allowed: NumberRange) -> String {
    if let full = allowed.full, found > 1, found <= full {
      return JSONWriter.digits((found / full * 1000).rounded() / 1000)
    }
    if allowed.unit != nil, allowed.contains(-found) { return JSONWriter.digits(-found) }
    if let nearest = allowed.nearest(to: found) { return JSONWriter.digits(nearest) }
    return "a number above \(JSONWriter.digits(allowed.least))"
  }
}

private func pixels(_ points: Double, _ scale: Double) -> String {
  JSONWriter.digits((points * scale).rounded(.up))
}

/// A text of the user's, shortened, between quotes and safe to print.
func quoted(_ text: String) -> String { JSONWriter.quoted(shortened(text)) }

extension SpecProblem.ColourMistake {
  func suggestion(for text: String) -> String {
    switch self {
    case .noHash: quoted("#" + text)
    case .digits: "digits 0 to 9 and A to F only"
    case .count(let count): "3, 4, 6 or 8 digits instead of \(count)"
    case .function:
      "the same colour as #RRGGBBAA, or { \"space\": \"srgb\", \"components\": [0.5, 0.5, 0.5], \"alpha\": 1 }"
    case .name: "the same colour as #RRGGBB"
    case .transparent: "\"#00000000\""
    case .other: "\"#000000\""
    }
  }
}

extension SpecProblem.NameMistake {
  var suggestion: String {
    switch self {
    case .empty: "a word such as \"card\""
    case .slash: "a name without / and \\"
    case .control: "a name without control characters"
    case .dots: "a name that is not made of dots only"
    case .long: "a name of at most 128 bytes"
    case .taken: "another name: the report's own files have this one"
    }
  }
}
