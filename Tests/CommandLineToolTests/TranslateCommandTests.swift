import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct TranslateCommandTests {
  private static let card = fixture("specs/card.json").path
  private static let shadows = fixture("specs/shadows.json").path

  @Test func `text says the numbers and what is left`() {
    let run = ToolRun("translate", Self.shadows, "--from", "sketch", "--to", "ios")
    #expect(run.status == .agrees)
    #expect(
      run.text == """
        near
          shadows[0].blur: 2
          No pixel differs then.

        far
          shadows[0].blur: 5
          No pixel differs then.

        """)
  }

  @Test func `the spec's own conventions are the default`() {
    #expect(
      ToolRun("translate", Self.shadows).output
        == ToolRun("translate", Self.shadows, "--from", "sketch", "--to", "ios").output)
  }

  /// The printed spec under iOS is the first under Sketch, pixel for pixel.
  @Test func `a spec with the new numbers draws the same`() throws {
    let scratch = try ScratchFolder()
    let translated = scratch.path("ios.json")
    let spec = ToolRun("translate", Self.card, "--as", "spec")
    #expect(spec.status == .agrees)
    try Data(spec.output).write(to: URL(fileURLWithPath: translated))
    let wanted = ToolRun("render", Self.card, "--convention", "sketch", "-o", "-")
    let drawn = ToolRun("render", translated, "--convention", "ios", "-o", "-")
    #expect(drawn.status == .agrees)
    #expect(wanted.output == drawn.output)
    // And it is written as it is read.
    let again = ToolRun("translate", translated, "--from", "ios", "--to", "ios", "--as", "spec")
    #expect(again.output == spec.output)
  }

  @Test(arguments: [
    ("swift", "ios", "shadowRadius = 5"), ("swiftui", "swiftui", "radius: 5"),
    ("css", "css", "box-shadow: 0px 4px 10px"), ("kotlin", "compose", ".dropShadow("),
    ("dart", "flutter", "blurRadius: 7.79"),
  ]) func `code reads numbers as its platform does`(form: String, to: String, line: String) {
    let run = ToolRun("translate", Self.shadows, "--from", "sketch", "--as", form)
    #expect(run.status == .agrees)
    #expect(run.text.contains(line), "\(run.text)")
    #expect(
      run.output
        == ToolRun("translate", Self.shadows, "--from", "sketch", "--to", to, "--as", form).output)
  }

  @Test(arguments: [
    (["--to", "css", "--as", "swift"], "expected text, spec or css for --to css, found swift"),
    (["--to", "sketch", "--as", "css"], "expected text or spec for --to sketch, found css"),
    (["--as", "rust"], "found rust"), (["--to", "ois"], "found ois"),
    (["--from", "skecth"], "found skecth"),
  ]) func `what cannot be is said`(words: [String], message: String) {
    let run = ToolRun(["translate", Self.card] + words)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.contains("Try: ") || run.errors.contains("Did you mean"))
  }
}
