internal import Conventions
internal import Foundation
internal import TestSupport
internal import Testing

@testable import RenderAudit

@Suite struct SpecSchemaTests {
  let validator: SpecSchemaValidator

  init() throws {
    let file = projectRoot.appendingPathComponent("Schemas/spec-1.schema.json")
    let json = JSONReader([UInt8](try Data(contentsOf: file)))
    #expect(json.problems == [])
    validator = SpecSchemaValidator(root: try #require(json.root))
  }

  /// What a schema cannot say: each is caught by the reader alone.
  static let beyondSchema: [String: String] = [
    "bad/canvas-too-large": "a product of three numbers",
    "bad/element-too-large": "a sum over frame, blur and spread",
    "bad/id-duplicate": "a property of two elements",
    "bad/stops-out-of-order": "a property of two stops",
    "bad/gradient-no-length": "a property of two points",
    "bad/convention-cycle": "references between keys",
    "bad/convention-itself": "references between keys",
    "bad/convention-extends-unknown": "references between keys",
    "bad/compare-unknown": "references between keys",
    "bad/compare-candidate-unknown": "references between keys",
    "bad/fonts-file-missing": "a file on the disk",
  ]

  private func mistakes(_ name: String) throws -> [String] {
    let json = JSONReader(try SpecFixtureTests.bytes(name))
    return try validator.mistakes(in: #require(json.root))
  }

  @Test(arguments: SpecFixtureTests.good)
  func `a good spec is valid`(name: String) throws {
    #expect(try mistakes(name) == [])
  }

  @Test(arguments: SpecFixtureTests.bad)
  func `a bad spec is not valid, unless a schema cannot say why`(name: String) throws {
    #expect(try mistakes(name).isEmpty == (Self.beyondSchema[name] != nil))
  }

  @Test func `the exceptions are fixtures`() {
    #expect(Set(Self.beyondSchema.keys).isSubset(of: SpecFixtureTests.bad))
  }

  @Test func `the schema knows every axis with all of its words`() throws {
    let axes = validator.root.value["$defs"]?.value["convention"]?.value["properties"]?
      .value["set"]?.value["properties"]?.value
    let members = try #require(axes).members
    #expect(members.map(\.key) == Axis.allCases.map(\.rawValue))
    for member in members {
      let axis = try #require(Axis(rawValue: member.key))
      let listed =
        member.node.value["enum"]
        ?? member.node.value["anyOf"]?.value.elements.first?
        .value["enum"]
      let words = listed?.value.elements.compactMap(\.value.string)
      #expect(words == axis.allowedValues.filter { !$0.hasPrefix("a number") })
    }
  }

  @Test func `the schema knows the names of the built-in conventions`() {
    let names = validator.root.value["properties"]?.value["conventions"]?.value["propertyNames"]?
      .value["not"]?.value["enum"]?.value.elements.compactMap(\.value.string)
    #expect(names == Convention.builtInNames)
  }
}
