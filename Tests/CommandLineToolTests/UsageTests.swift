import Foundation
import Testing

@testable import CommandLineTool

/// Every way to get a command line wrong: status 64, what was found, and what to try.
@Suite struct UsageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var words: [String]
    var message: String
    var testDescription: String { words.joined(separator: " ") }

    init(_ line: String, _ message: String) {
      words = line.split(separator: " ").map(String.init)
      self.message = message
    }
  }

  static let rows = [
    Row("compere card.json", "found compere\n  Did you mean: renderaudit compare?"),
    Row("frobnicate", "found frobnicate\n  Try: renderaudit --help"),
    Row("compare", "error: arguments of compare: expected SPEC, found nothing"),
    Row("compare a.json b.json", "expected SPEC, found a.json b.json"),
    Row("compare a.json --outt x", "found --outt\n  Did you mean --out?"),
    Row("compare a.json -x", "error: unknown option of compare: found -x"),
    Row("compare a.json --out", "error: --out: expected DIR after it, found nothing"),
    Row("compare a.json --fail-on maybe", "expected different, perceptible or never, found maybe"),
    Row("compare a.json --format jsn", "Did you mean json?"),
    Row("compare a.json --scale 2 --scale 3", "--scale: expected once, found twice"),
    Row("compare a.json --help=yes", "error: --help: expected no value, found yes"),
    Row("render a.json -o x.png", "error: render: expected --convention NAME, found nothing"),
    Row("render a.json --convention ios", "error: render: expected -o FILE.png, found nothing"),
    Row("layout a.json", "error: layout: expected --convention NAME, found nothing"),
    Row("conventions sketsh", "Did you mean sketch?"),
    Row("conventions a b c", "error: arguments of conventions"),
  ]

  @Test(arguments: rows) func `a wrong command line`(row: Row) {
    let run = ToolRun(row.words)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("error: "))
    #expect(run.errors.contains(row.message), "\(run.errors)")
  }

  @Test func `no command at all`() {
    let run = ToolRun()
    #expect(run.status == .usage)
    #expect(run.errors.contains("expected one of compare"))
  }

  @Test(arguments: ["0", "-1", "8.01", "nan", "inf", "two"])
  func `a scale out of range`(scale: String) {
    let run = ToolRun("compare", specFixture("card"), "--scale", scale)
    #expect(run.status == .usage)
    #expect(run.errors.contains("expected a number > 0 and at most 8, found \(scale)"))
  }

  @Test func `an element that is not there`() throws {
    let folder = try ScratchFolder()
    let run = ToolRun(
      "render", specFixture("card"), "--convention", "ios", "--element", "titel", "-o",
      folder.path("x.png"))
    #expect(run.status == .usage)
    #expect(run.errors.contains("Did you mean title?"), "\(run.errors)")
    #expect(folder.files.isEmpty)
  }

  @Test(arguments: Tool.commandNames) func `help of a command`(name: String) {
    let run = ToolRun(name, "--help")
    #expect(run.status == .agrees)
    #expect(run.errors.isEmpty)
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 10)
    #expect(lines[2] == "Examples:", "help opens with examples")
    #expect(lines.allSatisfy { $0.count <= 100 })
    for status in Status.allCases { #expect(run.text.contains(status.meaning)) }
  }

  @Test func `the overview names every command`() {
    let run = ToolRun("--help")
    #expect(run.status == .agrees)
    for name in Tool.commandNames { #expect(run.text.contains("\n  \(name) ")) }
  }

  @Test func `options in every spelling`() throws {
    let folder = try ScratchFolder()
    let card = specFixture("card")
    for (name, options) in [
      ("a.png", ["--convention", "ios", "-o", folder.path("a.png")]),
      ("b.png", ["--convention=ios", "--output=" + folder.path("b.png")]),
      ("c.png", ["--convention=ios", "-o" + folder.path("c.png")]),
    ] {
      let run = ToolRun(["render"] + options + ["--scale=1", "--", card])
      #expect(run.status == .agrees, "\(name): \(run.errors)")
    }
    let files = folder.files
    #expect(files.count == 3)
    #expect(files["a.png"] == files["b.png"])
    #expect(files["a.png"] == files["c.png"])
  }
}
