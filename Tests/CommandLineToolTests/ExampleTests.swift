import Foundation
import ImageCodec
import TestSupport
import Testing

@testable import CommandLineTool

/// The examples run as they stand in the project.
@Suite struct ExampleTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(.enabled(if: Example.missing == nil, Comment(rawValue: Example.missing ?? "")))
  func `Python compares two pictures through the C interface`() throws {
    let page = DiffCommandTests.page()
    let recoloured = DiffCommandTests.page(button: [46, 126, 236])
    let a = folder.path("a.png")
    let b = folder.path("b.png")
    try writeFileAtomically(encodePNG(page), to: a)
    try writeFileAtomically(encodePNG(recoloured), to: b)

    let different = try Example.run(a, b)
    #expect(different.status == 1)
    #expect(different.lines.count == 2)
    #expect(different.lines.first == "1 region differs visibly")
    #expect(
      different.lines.last?.hasPrefix("recolour at 80,90 120×40: #2878F0 → #2E7EEC") == true,
      "\(different.lines)")
    #expect(different.lines.last?.contains("4800 px") == true)

    let equal = try Example.run(a, a)
    #expect(equal.status == 0)
    #expect(equal.lines.count == 1)
  }
}

/// `Examples/image_diff.py` over the shared library that a build of the tests puts beside them.
private enum Example {
  #if canImport(Darwin)
    static let name = "libImageDiffC.dylib"
  #else
    static let name = "libImageDiffC.so"
  #endif
  static let library = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent(name)

  /// The reason to skip, which the test prints.
  static let missing: String? = {
    if !FileManager.default.fileExists(atPath: library.path) {
      return "needs \(name) beside the tests, which swift build --build-tests makes"
    }
    let python = try? python3(["-c", "import PIL"])
    return python?.status == 0 ? nil : "needs python3 with Pillow"
  }()

  static func run(_ a: String, _ b: String) throws -> (status: Int32, lines: [String]) {
    let script = projectRoot.appendingPathComponent("Examples/image_diff.py").path
    return try python3([script, library.path, a, b])
  }

  private static func python3(_ words: [String]) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines)
  }
}
