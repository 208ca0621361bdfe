internal import Conventions

/// The conventions that a spec defines, as far as they could be read.
struct SpecConventionsFound {
  var known: [String: Convention] = [:]
  /// Those with mistakes in them, too: to name one is no further mistake.
  var names: [String] = []
}

extension SpecReader {
  /// A convention as the spec writes it.
  private struct Definition {
    var name: String
    var extends: String
    var extendsValue: LocatedValue
    var settings: [(axis: String, word: String, value: LocatedValue)]
  }

  mutating func readConventions(_ value: LocatedValue?) -> SpecConventionsFound {
    let expected = "an object of conventions"
    guard let fields = value?.fields(expected, keys: nil, &findings) else {
      return SpecConventionsFound()
    }
    let names = fields.members.map(\.key)
    var definitions: [String: Definition] = [:]
    for member in fields.members {
      guard let value = fields[member.key] else { continue }
      checkName(member.key, of: value, at: member.keyPlace)
      if let definition = readDefinition(member.key, value) {
        definitions[member.key] = definition
      }
    }
    var found = SpecConventionsFound(known: [:], names: names)
    var isInCycle: Set<String> = []
    for name in names {
      resolve(name, definitions, names: names, &found.known, &isInCycle)
    }
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
        guard let value = set[member.key], let word = readWord(value) else { continue }
        settings.append((member.key, word, value))
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
  ///
  /// A loop instead of a recursion: a spec may chain a million conventions.
  private mutating func resolve(
    _ name: String, _ definitions: [String: Definition], names: [String],
    _ known: inout [String: Convention], _ isInCycle: inout Set<String>
  ) {
    var chain: [Definition] = []
    var visited: [String: Int] = [:]
    var next = name
    while known[next] == nil, Convention.builtIn(named: next) == nil {
      if isInCycle.contains(next) { return }
      if let start = visited[next] {
        let cycle = chain[start...].map(\.name)
        isInCycle.formUnion(cycle)
        let value = chain[start].extendsValue
        findings.report(.conventionCycle(names: shortenedCycle(cycle + [next])), at: value)
        return
      }
      guard let definition = definitions[next] else {
        // Its own definition is broken and was reported, or there is none.
        if let last = chain.last, !names.contains(next) {
          reportUnknown(next, at: last.extendsValue, names: names)
          isInCycle.insert(last.name)
        }
        return
      }
      visited[next] = chain.count
      chain.append(definition)
      next = definition.extends
    }
    guard var convention = known[next] ?? Convention.builtIn(named: next) else { return }
    for definition in chain.reversed() {
      convention = convention.extended(as: definition.name)
      for (axis, word, value) in definition.settings {
        do {
          try convention.set(axis, to: word)
        } catch {
          findings.report(.convention(error), at: value)
        }
      }
      known[definition.name] = convention
    }
  }

  private func shortenedCycle(_ names: [String]) -> [String] {
    let short = names.map(shortened)
    return short.count <= 8 ? short : short.prefix(4) + ["…"] + short.suffix(3)
  }

  private mutating func reportUnknown(_ name: String, at value: LocatedValue, names: [String]) {
    let known = Convention.builtInNames + names.prefix(20)
    let nearest = Spelling.nearest(to: name, among: known)
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
    if conventions.names.contains(name) || Convention.builtIn(named: name) != nil { return name }
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
    return nil
  }
}
