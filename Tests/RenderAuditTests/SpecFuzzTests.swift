internal import TestSupport
internal import Testing

@testable import RenderAudit

/// Seeded mutations of good specs: each either reads or is reported, and what reads can be written.
@Suite struct SpecFuzzTests {
  @Test(arguments: SpecFixtureTests.good)
  func `broken bytes never crash the reader`(name: String) throws {
    let original = try SpecFixtureTests.bytes(name)
    var generator = SplitMix(0x5EED)
    for _ in 0..<1000 {
      var bytes = original
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        mutate(&bytes, using: &generator)
      }
      check(bytes)
    }
  }

  /// Exchanges whole values, so that most files are JSON and the spec reader itself is reached.
  @Test(arguments: SpecFixtureTests.good)
  func `exchanged values never crash the reader`(name: String) throws {
    let original = String(decoding: try SpecFixtureTests.bytes(name), as: UTF8.self)
    var generator = SplitMix(0xFEED)
    let tokens = Self.tokens(of: original)
    for _ in 0..<1000 {
      var mutated = tokens
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let index = Int.random(in: tokens.indices, using: &generator)
        guard let replacement = Self.values.randomElement(using: &generator) else { continue }
        if mutated[index].first.map({ $0 == "\"" || $0.isNumber || $0 == "-" }) == true {
          mutated[index] = replacement
        }
      }
      check(Array(mutated.joined().utf8))
    }
  }

  private static let values = [
    "null", "true", "[]", "{}", "-1", "0", "1e308", "-1e308", "5e-324", "\"\"", "\"#FFF\"", "\"a\"",
    "[[], [0]]", "{ \"space\": \"srgb\" }", "\"ios\"", "\"sketch\"", "8", "1000000", "[0, 0]",
    "\"\\u0000\"", "\"text\"", "\"frame\"", "[0, 0, 1e6, 1e6]", "0.1", "-0.0",
  ]

  private func check(_ bytes: [UInt8]) {
    do {
      let spec = try Spec.read(bytes: bytes, folder: "")
      let text = spec.write()
      let again = try? Spec.read(bytes: Array(text.utf8), folder: "")
      #expect(again == spec, "\(text)")
    } catch {
      #expect(!error.problems.isEmpty)
      #expect(error.description.hasPrefix("error: "))
    }
  }

  private func mutate(_ bytes: inout [UInt8], using generator: inout SplitMix) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &generator)
    let length = Int.random(in: 1...8, using: &generator)
    let end = min(bytes.count, index + length)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.removeSubrange(index..<end)
    case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
    case 3: bytes.removeSubrange(index...)
    default:
      let marks = Array("{}[]\",:\\-.eE0159u \n".utf8)
      bytes[index] = marks[Int.random(in: marks.indices, using: &generator)]
    }
  }

  /// Strings, words and numbers, and what stands between them.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var isInString = false
    var isEscaped = false
    for character in text {
      let isWord = character.isLetter || character.isNumber || "-+.".contains(character)
      let continues =
        isInString
        || isWord
          && tokens.last?.last.map { $0.isLetter || $0.isNumber || "-+.".contains($0) } == true
      if continues {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
      if isInString {
        if !isEscaped, character == "\"" { isInString = false }
        isEscaped = !isEscaped && character == "\\"
      } else if character == "\"" {
        isInString = true
        isEscaped = false
      }
    }
    return tokens
  }
}
