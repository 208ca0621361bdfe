internal import Foundation
internal import TestSupport
internal import Testing

@testable import RenderAudit

/// Every file in Fixtures/specs is read; every bad one has its exact message beside it.
@Suite struct SpecFixtureTests {
  static let article = ["card", "type", "shadows", "gradients"]
  static let good = article + names(in: "good").map { "good/\($0)" }
  static let bad = names(in: "bad").map { "bad/\($0)" }
  static let notJSON = names(in: "not-json").map { "not-json/\($0)" }

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: fixture("specs/\(folder)").path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: fixture("specs/\(name).json")))
  }

  static func read(_ name: String) throws -> Spec {
    try Spec.read(bytes: bytes(name), folder: fixture("specs").path)
  }

  @Test func `there are fixtures`() {
    #expect(Self.good.count >= 8)
    #expect(Self.bad.count >= 90)
    #expect(Self.notJSON.count >= 30)
  }

  @Test(arguments: good)
  func `a good spec reads, and reads back equal when it is written`(name: String) throws {
    let spec = try Self.read(name)
    let text = spec.write()
    let again = try Spec.read(bytes: Array(text.utf8), folder: "")
    #expect(again == spec)
    #expect(again.write() == text)
  }

  /// Set RECORD=missing or RECORD=failed to write the messages; the test fails all the same.
  @Test(arguments: bad + notJSON)
  func `a bad spec has its message`(name: String) throws {
    let file = fixture("specs/\(name).txt")
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let base = name.split(separator: "/").last.map(String.init) ?? name
    let error = #expect(throws: SpecError.self) { try Self.read(name) }
    let text = (error?.description(of: "\(base).json") ?? "") + "\n"
    let record = ProcessInfo.processInfo.environment["RECORD"]
    if record == "failed" && text != expected || record == "missing" && expected.isEmpty {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(text == expected)
  }

  @Test(arguments: bad + notJSON)
  func `every message has its two lines`(name: String) throws {
    let error = #expect(throws: SpecError.self) { try Self.read(name) }
    let lines = (error?.description ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count % 2 == 0)
    for (index, line) in lines.enumerated() {
      if index % 2 == 0 {
        #expect(line.hasPrefix("error: "))
        #expect(line.contains(", line ") && line.contains(", column "))
        #expect(line.contains(": expected ") && line.contains(", found "))
      } else {
        #expect(line.hasPrefix("  Try: ") && line.count > 7)
      }
    }
  }
}
