internal import Testing

@testable import RenderAudit

/// The JSON reader by itself. Its messages are in Fixtures/specs/not-json.
@Suite struct SpecJSONReaderTests {
  private func read(_ text: String, limits: JSONReader.Limits = .init()) -> JSONReader {
    JSONReader(Array(text.utf8), limits: limits)
  }

  @Test(arguments: [
    ("null", JSONNode.Value.null), (" true\n", .bool(true)), ("false", .bool(false)),
    ("0", .number(0)), ("-0", .number(0)), ("-12.5e+1", .number(-125)), ("1E-2", .number(0.01)),
    ("1e-999", .number(0)), ("123456789012345678901234567890", .number(1.2345678901234568e29)),
    (#""""#, .string("")), (#""a\u0041\u00e9\ud83d\ude00\/""#, .string("aAé😀/")),
    ("\"\u{7F}é\u{10FFFF}\"", .string("\u{7F}é\u{10FFFF}")), (#""\u0000""#, .string("\0")),
    ("[]", .array([])), ("{}", .object([])),
  ])
  func `values`(text: String, value: JSONNode.Value) throws {
    let json = read(text)
    #expect(json.problems == [])
    #expect(try #require(json.root).value.isEqual(to: value))
  }

  @Test func `places count scalars, not bytes`() throws {
    let text = "{\r\n\t\"é😀\": [1,\n 2],\n\"\": \"a\\u00e9\" }"
    let root = try #require(read(text).root)
    #expect(root.place == TextPlace(line: 1, column: 1))
    let array = try #require(root.value["é😀"])
    #expect(array.place == TextPlace(line: 2, column: 8))
    #expect(
      array.value.elements.map(\.place) == [.init(line: 2, column: 9), .init(line: 3, column: 2)])
    #expect(root.value.members[1].keyPlace == TextPlace(line: 4, column: 1))
    #expect(root.value[""]?.place == TextPlace(line: 4, column: 5))
  }

  @Test(arguments: 0...255 as ClosedRange<UInt8>)
  func `no single byte is accepted but a digit`(byte: UInt8) {
    let json = JSONReader([byte])
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    #expect((json.root != nil) == isDigit)
    #expect(json.problems.isEmpty == isDigit)
  }

  /// Every sequence of two or three bytes above 0x7F within a string, against Swift's own decoder.
  @Test func `UTF-8 is what Swift takes for it`() {
    for a in 0x80...0xFF as ClosedRange<UInt8> {
      for b in stride(from: 0x80 as UInt8, through: 0xFE, by: 1) {
        for tail in [[], [0x80], [0xBF], [0x80, 0x80], [0xC2]] as [[UInt8]] {
          let bytes = [a, b] + tail
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          let json = JSONReader([0x22] + bytes + [0x22])
          #expect(json.problems.isEmpty == isValid, "\(bytes)")
        }
      }
    }
  }

  @Test func `limits are kept before memory is taken`() {
    var limits = JSONReader.Limits()
    limits.bytes = 10
    #expect(
      read("[1, 2, 3, 4]", limits: limits).problems.map(\.error)
        == [.tooManyBytes(found: 12, limit: 10)])
    limits = .init()
    limits.values = 4
    #expect(read("[1, 2, 3]", limits: limits).problems == [])
    #expect(
      read("[1, 2, 3, 4]", limits: limits).problems.map(\.error) == [.tooManyValues(limit: 4)])
    limits = .init()
    limits.depth = 3
    #expect(read("[[[]]]", limits: limits).problems == [])
    #expect(
      read("[[{\"a\": []}]]", limits: limits).problems.map(\.error) == [.nestedTooDeep(limit: 3)])
  }

  @Test func `a file of the largest depth is read`() {
    let depth = JSONReader.Limits().depth
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(read(text).problems == [])
  }

  @Test func `mistakes after which reading can go on are all reported`() {
    let json = read(#"{ "a": 1e400, "a": "\udc00", "b": { "c": 1, "c": 2 }, "b": 0 }"#)
    #expect(json.root != nil)
    #expect(json.problems.map(\.path) == ["a", "a", "a", "b.c", "b"])
    #expect(json.problems.map(\.place.column) == [8, 15, 21, 45, 55])
  }

  @Test(arguments: [
    ("plain", "plain"), ("two words", #"["two words"]"#), ("shadow.blur", #"["shadow.blur"]"#),
    ("a\nb", #"["a\nb"]"#), ("", #"[""]"#), ("$schema", "$schema"),
  ])
  func `paths put unusual keys in brackets`(key: String, path: String) {
    #expect(JSONPath().appending(.key(key)).description == path)
  }

  @Test func `what the writer writes the reader reads`() throws {
    let value: JSONValue = [
      "text": "\u{0}\u{1F}\"\\/\u{7F}\u{2028}é😀",
      "numbers": [0.1, .number(-.leastNonzeroMagnitude), 1e300, 3, -0.0],
      "nested": [["a": [[]]], true, false, .null],
    ]
    for text in [JSONWriter.text(value), JSONWriter.line(value)] {
      let json = read(text)
      #expect(json.problems == [])
      let root = try #require(json.root)
      #expect(root.value["text"]?.value.string == "\u{0}\u{1F}\"\\/\u{7F}\u{2028}é😀")
      let numbers = root.value["numbers"]?.value.elements.map(\.value) ?? []
      #expect(
        zip(numbers, [0.1, -.leastNonzeroMagnitude, 1e300, 3, 0]).allSatisfy {
          $0.isEqual(to: .number($1))
        })
      #expect(numbers.count == 5)
    }
  }
}
