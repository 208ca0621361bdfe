import Foundation
import ImageCodec
import TestSupport
import Testing

/// What README and the guides show is what the tool does.
@Suite(.serialized) struct GuideTests {
  static let pages = [
    "README.md", "Guides/Spec.md", "Guides/Conventions.md", "Guides/Translation.md",
  ]

  @Test(arguments: pages) func `commands print what the page says`(page: String) throws {
    let folder = FileManager.default.currentDirectoryPath
    _ = FileManager.default.changeCurrentDirectoryPath(projectRoot.path)
    defer { _ = FileManager.default.changeCurrentDirectoryPath(folder) }
    try RecordedText(page).expectConsoleBlocks { words in
      let run = ToolRun(words)
      return run.errors + run.text
    }
  }

  /// README's picture: the card's three panels at 1x.
  @Test func `the card's picture`() throws {
    let folder = try ScratchFolder()
    _ = ToolRun("compare", specFixture("card"), "--scale", "1", "--out", folder.path("o"))
    let drawn = try #require(folder.files["o/ios/canvas-panels.png"])
    let file = projectRoot.appendingPathComponent("Guides/pictures/card.png")
    if (try? Data(contentsOf: file)) != Data(drawn) {
      if RecordedText.records { try Data(drawn).write(to: file) }
      Issue.record("Guides/pictures/card.png is not what the tool draws; RECORD=failed writes it")
    }
  }

  /// The errors that guides quote.
  @Test func `the error in the spec guide`() throws {
    let folder = try ScratchFolder()
    let guide = try String(
      contentsOf: projectRoot.appendingPathComponent("Guides/Spec.md"), encoding: .utf8)
    let start = try #require(guide.range(of: "```json\n"))
    let end = try #require(guide.range(of: "```\n", range: start.upperBound..<guide.endIndex))
    let example = String(guide[start.upperBound..<end.lowerBound])
    let good = try folder.write(example, as: "card.json")
    #expect(ToolRun("compare", good, "--fail-on", "never").status == .agrees)
    _ = try folder.write(example.replacingOccurrences(of: "\"blur\"", with: "\"blurr\""), as: "bad")
    let run = ToolRun("compare", folder.path("bad"))
    let quoted = try #require(guide.range(of: "```\nerror: "))
    let quotedEnd = try #require(
      guide.range(of: "```", range: quoted.upperBound..<guide.endIndex))
    let message = "error: " + guide[quoted.upperBound..<quotedEnd.lowerBound]
    #expect(run.errors.replacingOccurrences(of: folder.path("bad"), with: "card.json") == message)
  }
}
