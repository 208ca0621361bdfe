internal import Conventions

/// What is collected while a spec is read.
struct SpecFindings {
  private(set) var problems: [SpecProblem] = []
  /// By JSON path, for the values that a later stage may have to complain about.
  var places: [String: TextPlace] = [:]

  /// A file of mistakes must not take more memory than a spec.
  private static let mostProblems = 1000

  var isFull: Bool { problems.count >= Self.mostProblems }

  mutating func report(_ kind: SpecProblem.Kind, at place: TextPlace, path: JSONPath) {
    guard !isFull else { return }
    problems.append(SpecProblem(kind, at: place, path: path.description))
  }

  mutating func report(_ kind: SpecProblem.Kind, at value: LocatedValue) {
    report(kind, at: value.node.place, path: value.path)
  }

  mutating func note(_ value: LocatedValue) {
    places[value.path.description] = value.node.place
  }
}

/// A JSON value with its path.
struct LocatedValue {
  var node: JSONNode
  var path: JSONPath

  /// The value in short, for a message.
  var summary: String {
    switch node.value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): JSONWriter.digits(number)
    case .string(let string): quoted(string)
    case .array(let elements): "an array of \(elements.count)"
    case .object: "an object"
    case .invalid: "a value that cannot be read"
    }
  }

  /// Nil and a report unless it is a number of that range.
  func number(_ allowed: NumberRange, _ findings: inout SpecFindings) -> Double? {
    guard case .number(let number) = node.value else {
      return wrongType(allowed.description, instead: numberInString(allowed), &findings)
    }
    guard allowed.contains(number) else {
      findings.report(.outOfRange(found: number, allowed: allowed), at: self)
      return nil
    }
    return number
  }

  /// The number that a string such as "50", "4px" or "45deg" starts with.
  private func numberInString(_ allowed: NumberRange) -> String? {
    guard case .string(let string) = node.value else { return nil }
    guard let number = leadingNumber(string), allowed.contains(number.value),
      ["", "px", "pt", "dp", "deg", "°"].contains(number.rest)
    else { return nil }
    return JSONWriter.digits(number.value)
  }

  func bool(_ findings: inout SpecFindings) -> Bool? {
    guard case .bool(let bool) = node.value else {
      let instead = ["0": "false", "1": "true", "\"true\"": "true", "\"false\"": "false"][summary]
      return wrongType("true or false", instead: instead, &findings)
    }
    return bool
  }

  func string(_ expected: String, _ findings: inout SpecFindings) -> String? {
    guard case .string(let string) = node.value else { return wrongType(expected, &findings) }
    return string
  }

  /// One of the words of `Word`.
  func word<Word: CaseIterable & RawRepresentable<String>>(
    _ type: Word.Type, synonyms: [String: Word] = [:], _ findings: inout SpecFindings
  ) -> Word? {
    let allowed = Word.allCases.map(\.rawValue)
    guard let string = string(orList(allowed.map(quoted)), &findings) else { return nil }
    if let word = Word(rawValue: string) ?? synonyms[string] { return word }
    let nearest = findings.isFull ? nil : Spelling.nearest(to: string, among: allowed)
    findings.report(.unknownWord(found: string, allowed: allowed, nearest: nearest), at: self)
    return nil
  }

  /// The elements of an array.
  func elements(_ expected: String, _ findings: inout SpecFindings) -> [LocatedValue]? {
    guard case .array(let nodes) = node.value else { return wrongType(expected, &findings) }
    return nodes.enumerated().map { index, node in
      LocatedValue(node: node, path: path.appending(.index(index)))
    }
  }

  /// The numbers of an array that has one of the counts.
  func numbers(
    _ expected: String, counts: Set<Int>, ranges: [NumberRange], _ findings: inout SpecFindings
  ) -> [Double]? {
    guard let elements = elements(expected, &findings) else { return nil }
    guard counts.contains(elements.count) else {
      findings.report(.wrongCount(expected: expected, found: elements.count), at: self)
      return nil
    }
    let numbers = zip(elements, ranges).map { $0.number($1, &findings) }
    return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }

  /// The members of an object; unknown keys are reported.
  func fields(
    _ expected: String, keys: [String]?, _ findings: inout SpecFindings
  ) -> SpecFields? {
    guard case .object(let members) = node.value else { return wrongType(expected, &findings) }
    var fields = SpecFields(object: self, members: members)
    for member in members {
      guard let keys, !keys.contains(member.key) else { continue }
      // Looking for the nearest key costs more than reading the file.
      let nearest = findings.isFull ? nil : Spelling.nearest(to: member.key, among: keys)
      findings.report(
        .unknownKey(member.key, nearest: nearest, known: keys), at: member.keyPlace,
        path: path.appending(.key(member.key)))
      if let nearest { fields.misspelt.insert(nearest) }
    }
    return fields
  }

  /// Nil, and a report unless the value was reported already.
  func wrongType<Value>(
    _ expected: String, instead: String? = nil, _ findings: inout SpecFindings
  ) -> Value? {
    if case .invalid = node.value { return nil }
    findings.report(.wrongType(expected: expected, found: summary, instead: instead), at: self)
    return nil
  }
}

/// The members of an object of a spec.
struct SpecFields {
  var object: LocatedValue
  var members: [JSONNode.Member]
  /// Known keys that an unknown one comes close to: they are not missed.
  var misspelt: Set<String> = []

  subscript(key: String) -> LocatedValue? {
    members.first { $0.key == key }.map(value(of:))
  }

  func value(of member: JSONNode.Member) -> LocatedValue {
    LocatedValue(node: member.node, path: object.path.appending(.key(member.key)))
  }

  /// The value of a key that must be there.
  func required(
    _ key: String, _ expected: String, _ findings: inout SpecFindings
  ) -> LocatedValue? {
    if let value = self[key] { return value }
    if misspelt.contains(key) { return nil }
    findings.report(.missingKey(key, expected: expected), at: object)
    return nil
  }

  func number(
    _ key: String, _ allowed: NumberRange, default fallback: Double,
    _ findings: inout SpecFindings
  ) -> Double {
    self[key]?.number(allowed, &findings) ?? fallback
  }

  func requiredNumber(
    _ key: String, _ allowed: NumberRange, _ findings: inout SpecFindings
  ) -> Double? {
    required(key, allowed.description, &findings)?.number(allowed, &findings)
  }

  func requiredString(
    _ key: String, _ expected: String, _ findings: inout SpecFindings
  ) -> String? {
    required(key, expected, &findings)?.string(expected, &findings)
  }
}

/// The number that a text starts with, and what follows it.
func leadingNumber(_ text: String) -> (value: Double, rest: String)? {
  guard text.utf8.count <= 40 else { return nil }
  for end in text.indices.reversed().map({ text.index(after: $0) }) {
    if let value = Double(text[..<end]), value.isFinite { return (value, String(text[end...])) }
  }
  return nil
}
