internal import Conventions

/// The conventions that a spec defines, as far as they could be read.
struct SpecConventionsFound {
  var known: [String: Convention] = [:]
  /// Those with mistakes in them, too: to name one is no further mistake. In the spec's order.
  var names: [String] = [] {
    didSet { nameSet = Set(names) }
  }
  private var nameSet: Set<String> = []

  func contains(_ name: String) -> Bool { nameSet.contains(name) }
}

extension SpecReader {
  /// Each takes some kilobytes, and nobody compares so many.
  static let mostConventions = 100

  /// A convention as the spec writes it.
  private struct Definition {
    var name: String
    var extends: String
    var extendsValue: LocatedValue
    var settings: [(axis: String, word: String, value: LocatedValue)]
  }

  mutating func readConventions(_ value: LocatedValue?) -> SpecConventionsFound {
    var found = SpecConventionsFound()
    let expected = "an object of conventions"
    guard let value, let fields = value.fields(expected, keys: nil, &findings) else {
      return found
    }
    found.names = fields.members.map(\.key)
    guard fields.members.count <= Self.mostConventions else {
      findings.report(.tooManyConventions(found: fields.members.count), at: value)
      return found
    }
    var definitions: [String: Definition] = [:]
    for member in fields.members {
      let value = fields.value(of: member)
      checkName(member.key, of: value, at: member.keyPlace)
      if let definition = readDefinition(member.key, value) {
        definitions[member.key] = definition
      }
    }
    var broken: Set<String> = []
    for name in found.names { resolve(name, definitions, &found, &broken) }
    return found
  }

  private mutating func checkName(_ name: String, of value: LocatedValue, at place: TextPlace) {
    if Convention.builtIn(named: name) != nil {
      findings.report(.builtInConvention(name), at: place, path: value.path)
    } else if let mistake = mistake(inName: name) {
      findings.report(.unusableName(name, mistake: mistake), at: place, path: value.path)
    }
  }

  private mutating func readDefinition(_ name: String, _ value: LocatedValue) -> Definition? {
    let expected = "an object with extends and set"
    guard let fields = value.fields(expected, keys: ["extends", "set"], &findings) else {
      return nil
    }
    var settings: [(String, String, LocatedValue)] = []
    if let set = fields["set"]?.fields("an object of axes and values", keys: nil, &findings) {
      for member in set.members {
        let value = set.value(of: member)
        if let word = readWord(value) { settings.append((member.key, word, value)) }
      }
    }
    let what = "the name of a convention"
    guard let extendsValue = fields.required("extends", what, &findings),
      let extends = extendsValue.string(what, &findings)
    else { return nil }
    return Definition(
      name: name, extends: extends, extendsValue: extendsValue, settings: settings)
  }

  /// A word, or a number as one.
  private mutating func readWord(_ value: LocatedValue) -> String? {
    if case .number(let number) = value.node.value { return JSONWriter.digits(number) }
    return value.string("a word between quotes, or a number", &findings)
  }

  /// Follows `extends` down to a built-in convention, then applies the settings on the way back.
  private mutating func resolve(
    _ name: String, _ definitions: [String: Definition], _ found: inout SpecConventionsFound,
    _ broken: inout Set<String>
  ) {
    var chain: [Definition] = []
    var next = name
    while found.known[next] == nil, Convention.builtIn(named: next) == nil {
      if let start = chain.firstIndex(where: { $0.name == next }) {
        let names = shortenedCycle(chain[start...].map(\.name) + [next])
        findings.report(.conventionCycle(names: names), at: chain[start].extendsValue)
        broken.formUnion(chain.map(\.name))
        return
      }
      guard let definition = definitions[next], !broken.contains(next) else {
        // What is broken was reported already.
        if let last = chain.last, !found.contains(next) {
          reportUnknown(next, at: last.extendsValue, names: found.names)
        }
        broken.formUnion(chain.map(\.name))
        return
      }
      chain.append(definition)
      next = definition.extends
    }
    guard var convention = found.known[next] ?? Convention.builtIn(named: next) else { return }
    for definition in chain.reversed() {
      convention = apply(definition, to: convention)
      found.known[definition.name] = convention
    }
  }

  private mutating func apply(_ definition: Definition, to base: Convention) -> Convention {
    var convention = base.extended(as: definition.name)
    for (axis, word, value) in definition.settings {
      do {
        try convention.set(axis, to: word)
      } catch {
        findings.report(.convention(error), at: value)
      }
    }
    return convention
  }

  private func shortenedCycle(_ names: [String]) -> [String] {
    let short = names.map(shortened)
    return short.count <= 8 ? short : short.prefix(4) + ["…"] + short.suffix(3)
  }

  private mutating func reportUnknown(_ name: String, at value: LocatedValue, names: [String]) {
    let known = Convention.builtInNames + names.prefix(20)
    let nearest = findings.isFull ? nil : Spelling.nearest(to: name, among: known)
    findings.report(
      .unknownConvention(name, known: known.map(shortened), nearest: nearest), at: value)
  }

  mutating func readComparison(
    _ value: LocatedValue?, conventions: SpecConventionsFound
  ) -> Spec.Comparison {
    var comparison = Spec.Comparison(reference: nil, candidates: [])
    let expected = "an object with reference and candidates"
    guard
      let fields = value?.fields(expected, keys: ["reference", "candidates"], &findings)
    else { return comparison }
    if let value = fields["reference"] {
      comparison.reference = readConventionName(value, conventions)
    }
    let candidates =
      fields["candidates"]?.elements("an array of names of conventions", &findings) ?? []
    var seen: Set<String> = []
    for value in candidates {
      guard let name = readConventionName(value, conventions) else { continue }
      if seen.insert(name).inserted {
        comparison.candidates.append(name)
      } else {
        findings.report(.repeatedCandidate(name), at: value)
      }
    }
    return comparison
  }

  private mutating func readConventionName(
    _ value: LocatedValue, _ conventions: SpecConventionsFound
  ) -> String? {
    guard let name = value.string("the name of a convention", &findings) else { return nil }
    findings.note(value)
    if conventions.contains(name) || Convention.builtIn(named: name) != nil { return name }
    reportUnknown(name, at: value, names: conventions.names)
    return nil
  }

  /// Why no file can be called after an id or a convention.
  func mistake(inName name: String) -> SpecProblem.NameMistake? {
    let bytes = name.utf8
    if bytes.isEmpty { return .empty }
    if bytes.count > 128 { return .long(bytes: bytes.count) }
    if bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "\\")) { return .slash }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return .control }
    if bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) { return .dots }
    if ["canvas", "report.json"].contains(name) { return .taken }
    return nil
  }
}
