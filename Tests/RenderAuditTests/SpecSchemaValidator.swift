internal import Testing

@testable import RenderAudit

/// As much of JSON Schema 2020-12 as our schema uses; a keyword that is not known here is a
/// mistake, so that nothing in the schema goes unchecked.
struct SpecSchemaValidator {
  struct UnknownKeyword: Error { var keyword: String }

  let root: JSONNode

  /// Where the document breaks the schema; empty when it does not.
  func mistakes(in document: JSONNode) throws -> [String] {
    try mistakes(document, schema: root, path: "")
  }

  private static let annotations: Set<String> = [
    "$schema", "$id", "$defs", "title", "description", "default",
  ]

  private func mistakes(
    _ node: JSONNode, schema: JSONNode, path: String
  ) throws -> [String] {
    if case .bool(let allowed) = schema.value { return allowed ? [] : ["\(path): not allowed"] }
    var found: [String] = []
    for member in schema.value.members where !Self.annotations.contains(member.key) {
      let isMet = try check(member.key, member.node, schema: schema, node, path, &found)
      if !isMet { found.append("\(path): \(member.key)") }
    }
    return found
  }

  private func isValid(_ node: JSONNode, _ schema: JSONNode) throws -> Bool {
    try mistakes(node, schema: schema, path: "").isEmpty
  }

  /// Whether one keyword is met; mistakes deeper down go into `found`.
  private func check(
    _ keyword: String, _ value: JSONNode, schema: JSONNode, _ node: JSONNode, _ path: String,
    _ found: inout [String]
  ) throws -> Bool {
    switch keyword {
    case "$ref":
      found += try mistakes(node, schema: definition(value), path: path)
      return true
    case "type": return isType(node, value.value.string ?? "")
    case "const": return node.value.isEqual(to: value.value)
    case "enum": return value.value.elements.contains { node.value.isEqual(to: $0.value) }
    case "oneOf":
      return try value.value.elements.filter { try isValid(node, $0) }.count == 1
    case "anyOf": return try value.value.elements.contains { try isValid(node, $0) }
    case "not": return try !isValid(node, value)
    case "minimum": return compare(node, value, >=)
    case "maximum": return compare(node, value, <=)
    case "exclusiveMinimum": return compare(node, value, >)
    case "minLength": return compare(node.value.string?.unicodeScalars.count, value, >=)
    case "maxLength": return compare(node.value.string?.unicodeScalars.count, value, <=)
    case "pattern":
      guard let string = node.value.string else { return true }
      return try string.contains(Regex(value.value.string ?? ""))
    case "maxProperties": return compare(node.value.members.count, value, <=)
    case "minItems": return compare(node.value.array?.count, value, >=)
    case "maxItems": return compare(node.value.array?.count, value, <=)
    case "uniqueItems":
      let items = node.value.elements
      return !items.indices.contains { i in
        items[..<i].contains { $0.value.isEqual(to: items[i].value) }
      }
    case "prefixItems":
      for (index, (item, schema)) in zip(node.value.elements, value.value.elements).enumerated() {
        found += try mistakes(item, schema: schema, path: "\(path)[\(index)]")
      }
      return true
    case "items":
      for (index, item) in node.value.elements.enumerated() {
        found += try mistakes(item, schema: value, path: "\(path)[\(index)]")
      }
      return true
    case "required":
      guard node.value.isObject else { return true }
      return value.value.elements.allSatisfy { node.value[$0.value.string ?? ""] != nil }
    case "dependentRequired":
      return value.value.members.allSatisfy { rule in
        node.value[rule.key] == nil
          || rule.node.value.elements.allSatisfy { node.value[$0.value.string ?? ""] != nil }
      }
    case "properties":
      for member in node.value.members {
        guard let schema = value.value[member.key] else { continue }
        found += try mistakes(member.node, schema: schema, path: "\(path).\(member.key)")
      }
      return true
    case "additionalProperties":
      let known = schema.value["properties"]?.value.members.map(\.key) ?? []
      for member in node.value.members where !known.contains(member.key) {
        found += try mistakes(member.node, schema: value, path: "\(path).\(member.key)")
      }
      return true
    case "propertyNames":
      for member in node.value.members {
        let key = JSONNode(value: .string(member.key), place: member.keyPlace)
        found += try mistakes(key, schema: value, path: "\(path).\(member.key)")
      }
      return true
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  private func definition(_ reference: JSONNode) throws -> JSONNode {
    let prefix = "#/$defs/"
    let name = try #require(reference.value.string)
    #expect(name.hasPrefix(prefix))
    return try #require(root.value["$defs"]?.value[String(name.dropFirst(prefix.count))])
  }

  private func isType(_ node: JSONNode, _ type: String) -> Bool {
    switch node.value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number.rounded() == number
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    case .invalid: false
    }
  }

  private func compare(_ node: JSONNode, _ limit: JSONNode, _ holds: (Double, Double) -> Bool)
    -> Bool
  {
    guard case .number(let number) = node.value, case .number(let limit) = limit.value else {
      return true
    }
    return holds(number, limit)
  }

  private func compare(_ count: Int?, _ limit: JSONNode, _ holds: (Double, Double) -> Bool) -> Bool
  {
    guard let count, case .number(let limit) = limit.value else { return true }
    return holds(Double(count), limit)
  }
}

extension JSONNode.Value {
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var array: [JSONNode]? { if case .array(let nodes) = self { nodes } else { nil } }
  var elements: [JSONNode] { array ?? [] }
  var members: [JSONNode.Member] { if case .object(let members) = self { members } else { [] } }
  var isObject: Bool { if case .object = self { true } else { false } }

  subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.node }

  func isEqual(to other: JSONNode.Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.value.isEqual(to: $1.value) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { other[$0.key]?.value.isEqual(to: $0.node.value) == true }
    default: false
    }
  }
}
