import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@testable import CommandLineTool

/// Every place that writes, against every input, under every name that leads to it: status 64, and
/// nothing is touched.
@Suite struct WritingTests {
  enum Way: String, CaseIterable, Sendable {
    case plain, dots, symbolicLink, hardLink, linkedFolder
  }

  /// What a command reads by the places where it writes.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var input: String
    /// Where the output goes that must not be the input.
    var target: String
    var words: [String]
    var testDescription: String { "\(name) on \(input)" }
  }

  static let cases: [Case] = {
    var cases: [Case] = []
    let render = ["render", "F/spec.json", "--convention", "ios", "-o"]
    for input in ["spec.json", "named.ttf", "direct.ttf"] {
      cases.append(
        Case(name: "render -o", input: input, target: "out/it", words: render + ["F/out/it"]))
    }
    let compare = ["compare", "F/spec.json", "--out", "F/out"]
    for target in [
      "out/report.json", "out/ios/canvas-reference.png", "out/ios/canvas-panels.png",
      "out/ios/a-overlay.png", "out/ios/t-candidate.png",
    ] {
      for input in ["spec.json", "named.ttf", "direct.ttf"] {
        cases.append(
          Case(name: "compare to \(target)", input: input, target: target, words: compare))
      }
    }
    let diff = ["diff", "F/a.png", "F/b.png", "--mask", "F/mask.png", "--out"]
    for input in ["a.png", "b.png", "mask.png"] {
      for view in ["overlay", "flicker", "regions"] {
        cases.append(
          Case(
            name: "diff --view \(view)", input: input, target: "out/it",
            words: diff + ["F/out/it", "--view", view]))
      }
    }
    let folders = ["diff", "F/one", "F/two", "--mask", "F/mask.png", "--out", "F/out"]
    for input in ["one/p.png", "two/p.png", "mask.png"] {
      cases.append(
        Case(name: "diff of folders", input: input, target: "out/p.png.png", words: folders))
    }
    return cases
  }()

  private func prepare(_ folder: ScratchFolder) throws {
    for name in ["out/ios", "one", "two"] { try createFolder(folder.path(name)) }
    func picture(_ grey: UInt8) -> [UInt8] {
      encodePNG(
        RGBAImage(
          width: 16, height: 16,
          samples: .eight((0..<1024).map { $0 % 4 == 3 ? 255 : $0 < 512 ? grey : 20 })))
    }
    for name in ["a.png", "one/p.png"] {
      try writeFileAtomically(picture(100), to: folder.path(name))
    }
    for name in ["b.png", "two/p.png"] {
      try writeFileAtomically(picture(190), to: folder.path(name))
    }
    try writeFileAtomically(picture(0), to: folder.path("mask.png"))
    let fonts = try FileManager.default.contentsOfDirectory(
      at: fixture("fonts"), includingPropertiesForKeys: nil)
    let font = try #require(fonts.first { $0.pathExtension == "ttf" })
    for name in ["named.ttf", "direct.ttf"] {
      try FileManager.default.copyItem(at: font, to: folder.url.appendingPathComponent(name))
    }
    _ = try folder.write(
      """
      { "version": 1, "canvas": { "width": 40, "height": 40 }, "fonts": { "Mine": "named.ttf" },
        "compare": { "reference": "sketch", "candidates": ["ios"] },
        "elements": [
          { "id": "a", "type": "rectangle", "frame": [4, 4, 20, 20], "fill": "#F00",
            "shadows": [ { "blur": 4 } ] },
          { "id": "t", "type": "text", "frame": [0, 0, 40, 0], "text": "aa", "size": 10,
            "font": "Mine" },
          { "id": "d", "type": "text", "frame": [0, 0, 40, 0], "text": "aa", "size": 10,
            "font": "./direct.ttf" } ] }
      """, as: "spec.json")
  }

  @Test(arguments: cases, Way.allCases)
  func `no input is written over`(one: Case, way: Way) throws {
    let folder = try ScratchFolder()
    try prepare(folder)
    let files = FileManager.default
    let (input, target) = (folder.path(one.input), folder.path(one.target))
    var words = one.words.map { $0.replacingOccurrences(of: "F/", with: folder.url.path + "/") }
    switch way {
    case .plain, .dots:
      // Only where the output itself is named can it be the input by name alone.
      guard one.target == "out/it" else { return }
      let name = way == .plain ? input : folder.path("out/../\(one.input)")
      words = words.map { $0 == target ? name : $0 }
    case .symbolicLink: try files.createSymbolicLink(atPath: target, withDestinationPath: input)
    case .hardLink: try files.linkItem(atPath: input, toPath: target)
    case .linkedFolder:
      // The folder of the output is a link to that of the input, which has the output's name.
      guard one.target == "out/it" else { return }
      try files.createSymbolicLink(
        atPath: folder.path("way"),
        withDestinationPath: URL(fileURLWithPath: input).deletingLastPathComponent().path)
      let name = folder.path("way/" + URL(fileURLWithPath: input).lastPathComponent)
      words = words.map { $0 == target ? name : $0 }
    }
    let before = folder.files
    let run = ToolRun(words)
    #expect(run.status == .usage, "\(way): \(run.errors)")
    #expect(run.errors.contains("expected a file of its own, found "), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(folder.files == before, "\(way)")
  }

  @Test func `what is no input is written`() throws {
    let folder = try ScratchFolder()
    try prepare(folder)
    for one in Self.cases {
      let words = one.words.map { $0.replacingOccurrences(of: "F/", with: folder.url.path + "/") }
      let run = ToolRun(words)
      #expect([.agrees, .differs].contains(run.status), "\(one.name): \(run.errors)")
    }
  }

  @Test func `a report never stands beside pictures of another run`() throws {
    let folder = try ScratchFolder()
    try prepare(folder)
    let words = ["compare", folder.path("spec.json"), "--out", folder.path("out")]
    #expect(ToolRun(words).status == .differs)
    #expect(folder.files["out/report.json"] != nil)
    // A picture that cannot be written, in the middle of the set.
    let picture = folder.path("out/ios/a-overlay.png")
    try FileManager.default.removeItem(atPath: picture)
    try createFolder(picture + "/inside")
    let run = ToolRun(words)
    #expect(run.status == .cannotWriteOutput, "\(run.errors)")
    #expect(folder.files["out/report.json"] == nil)
    #expect(!folder.files.keys.contains { $0.contains(".renderaudit.") })
  }
}
