extension Element {
  /// What is to be typed instead of `original`'s numbers: JSON path below the element → value, in
  /// the order in which a spec lists its keys. Null means left out.
  func numbers(changedFrom original: Element) -> [(path: String, value: JSONValue)] {
    original.json.changes(to: json, path: "")
  }
}

extension JSONValue {
  /// The smallest changes that turn this value into `other`: a number, a word, or an array as a
  /// whole; objects are entered, and so are arrays of as many objects.
  func changes(to other: JSONValue, path: String) -> [(path: String, value: JSONValue)] {
    if self == other { return [] }
    switch (self, other) {
    case (.object(let before), .object(let after)):
      return JSONValue.changes(before, after, path)
    case (.array(let before), .array(let after))
    where before.count == after.count && (before + after).allSatisfy(\.isObject):
      return before.indices.flatMap { before[$0].changes(to: after[$0], path: "\(path)[\($0)]") }
    default: return [(path, other)]
    }
  }

  private static func changes(
    _ before: [Member], _ after: [Member], _ path: String
  ) -> [(path: String, value: JSONValue)] {
    func below(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    let changed = after.flatMap { member in
      guard let old = before.first(where: { $0.key == member.key }) else {
        return [(path: below(member.key), value: member.value)]
      }
      return old.value.changes(to: member.value, path: below(member.key))
    }
    let removed = before.filter { old in !after.contains { $0.key == old.key } }
    // One way of writing a gradient's line takes the place of the other.
    let lines = ["angle", "from", "to"]
    let hasLine = after.contains { lines.contains($0.key) }
    let left = removed.filter { !(hasLine && lines.contains($0.key)) }
    return changed + left.map { (below($0.key), whenLeftOut($0.key)) }
  }

  /// What a key that is not written means, where that is a number.
  private static func whenLeftOut(_ key: String) -> JSONValue {
    switch key {
    case "tracking", "lineSpacing", "spread", "cornerRadius": 0
    case "opacity": 1
    default: .null
    }
  }

  private var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// On one line, for sentences, with at most five decimal places.
  var inWords: String {
    switch self {
    case .null: "none"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): numeral(Double(value))
    case .number(let value): numeral(value, places: 5)
    case .string(let value): value
    case .array(let values): "[\(values.map(\.inWords).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\($0.key) \($0.value.inWords)" }.joined(separator: ", "))}"
    }
  }
}
