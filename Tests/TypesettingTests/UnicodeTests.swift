internal import Foundation
internal import Testing

@testable internal import Typesetting

/// Unicode's own test files, as Debian's unicode-data installs them.
@Suite struct UnicodeTests {
  static let folder = "/usr/share/unicode/auxiliary"
  static let isPresent = FileManager.default.fileExists(atPath: folder + "/LineBreakTest.txt")

  /// Lines like "÷ 0023 × 0023 ÷ # comment": the text, and whether it breaks before each scalar
  /// and at the end.
  private func cases(_ file: String) throws -> [(text: [Unicode.Scalar], breaks: [Bool])] {
    let url = URL(fileURLWithPath: Self.folder).appendingPathComponent(file)
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { return nil }
      let text = words.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      return (text, words.filter { $0 == "÷" || $0 == "×" }.map { $0 == "÷" })
    }
  }

  private func agree(
    _ file: String, _ found: (TextEngine, UnsafeBufferPointer<UInt16>) throws -> [Bool]
  ) throws -> (agreed: Int, all: Int) {
    let engine = try TextEngine()
    var agreed = 0
    let cases = try cases(file)
    for (scalars, expected) in cases {
      let units = scalars.flatMap { Array(UTF16.encode($0)!) }
      let marks = try units.withUnsafeBufferPointer { try found(engine, $0) }
      var index = 0
      let starts = scalars.map { scalar in
        defer { index += UTF16.width(scalar) }
        return index
      }
      if (starts + [units.count]).map({ marks[$0] }) == expected { agreed += 1 }
    }
    return (agreed, cases.count)
  }

  /// ICU 72 disagrees on 22 cases by design: in 14 it keeps a full stop or comma with the digit after
  /// it (the regular expression for numbers that UAX #14 offers beside rule LB25), in 8 a hyphen at
  /// the start of a text with the letter after it.
  @Test(.enabled(if: isPresent, "needs Debian's unicode-data"))
  func `line breaks are Unicode's`() throws {
    let result = try agree("LineBreakTest.txt") { engine, text in
      try engine.lineBreaks(in: text).map { $0 != .none }
    }
    #expect(result.all == 7654)
    #expect(result.agreed >= 7632)
  }

  @Test(.enabled(if: isPresent, "needs Debian's unicode-data"))
  func `grapheme clusters are Unicode's`() throws {
    let result = try agree("GraphemeBreakTest.txt") { engine, text in
      try engine.graphemeStarts(in: text)
    }
    #expect(result.all == 602)
    #expect(result.agreed == result.all)
  }
}
