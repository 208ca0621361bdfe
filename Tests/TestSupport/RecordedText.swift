public import Foundation
public import Testing

/// Guides hold output of the tool and measured numbers. Each such part is compared with what is
/// true now; `RECORD=failed` writes what is true, and still fails, so that nobody records by
/// mistake.
public struct RecordedText {
  public let file: URL

  /// - Parameter path: Below the project's root.
  public init(_ path: String) { file = projectRoot.appendingPathComponent(path) }

  public static var records: Bool {
    ["missing", "failed"].contains(ProcessInfo.processInfo.environment["RECORD"] ?? "")
  }

  /// The lines between `<!-- NAME -->` and `<!-- end -->` have to be `wanted`.
  public func expectBlock(
    _ name: String, _ wanted: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let start = text.range(of: "<!-- \(name) -->\n"),
      let end = text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex)
    else {
      Issue.record("\(file.lastPathComponent) has no block \(name)", sourceLocation: sourceLocation)
      return
    }
    try expect(String(text[start.upperBound..<end.lowerBound]), wanted, sourceLocation) {
      text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: wanted)
    }
  }

  /// In each ```` ```console ```` block, what follows a line `$ renderaudit …` has to be what
  /// `run` gives for those words.
  public func expectConsoleBlocks(
    sourceLocation: SourceLocation = #_sourceLocation, run: ([String]) -> String
  ) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let prompt = "$ renderaudit "
    var position = text.startIndex
    while let fence = text.range(of: "```console\n" + prompt, range: position..<text.endIndex),
      let end = text.range(of: "```\n", range: fence.upperBound..<text.endIndex)
    {
      let body = text[fence.upperBound..<end.lowerBound]
      let line = body.prefix { $0 != "\n" }
      let wanted = run(line.split(separator: " ").map(String.init))
      let start = body.index(after: line.endIndex)
      try expect(String(text[start..<end.lowerBound]), wanted, sourceLocation) {
        text.replacingCharacters(in: start..<end.lowerBound, with: wanted)
      }
      position = end.upperBound
    }
  }

  private func expect(
    _ found: String, _ wanted: String, _ sourceLocation: SourceLocation,
    replaced: () -> String
  ) throws {
    if found == wanted { return }
    if Self.records { try replaced().write(to: file, atomically: true, encoding: .utf8) }
    Issue.record(
      """
      \(file.lastPathComponent) says
      \(found)
      but now it is
      \(wanted)
      \(Self.records ? "It is written; look at the change." : "RECORD=failed writes it.")
      """, sourceLocation: sourceLocation)
  }
}
