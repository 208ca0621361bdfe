import Foundation
import ImageCodec
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct RenderAndLayoutTests {
  @Test func `a PNG on standard output is the one in the file`() throws {
    let folder = try ScratchFolder()
    let words = ["render", specFixture("card"), "--convention", "css", "--scale", "1", "-o"]
    #expect(ToolRun(words + [folder.path("a.png")]).status == .agrees)
    let run = ToolRun(words + ["-"])
    #expect(run.output == folder.files["a.png"])
    let image = try decode(run.output).image
    #expect(image.width == 375 && image.height == 240)
  }

  @Test func `a transparent canvas keeps straight alpha`() throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(
      """
      { "version": 1, "canvas": { "width": 4, "height": 1, "background": "transparent" },
        "elements": [ { "id": "a", "type": "rectangle", "frame": [0, 0, 2, 1],
          "fill": "#FF800080" } ] }
      """, as: "spec.json")
    let image = try decode(ToolRun("render", spec, "--convention", "ios", "-o", "-").output).image
    guard case .eight(let p) = image.samples else { return #expect(Bool(false)) }
    #expect(p[3] == 128 && p[0] == 255 && p[2] == 0)
    // Premultiplied in 8 bits: green is right within half a step times 255/128.
    #expect(abs(Int(p[1]) - 128) <= 1)
    #expect(Array(p[12..<16]) == [0, 0, 0, 0])
  }

  @Test func `one element stands where it stands in the whole`() throws {
    let words = [
      "render", specFixture("shadows"), "--convention", "ios", "--scale", "1", "-o", "-",
    ]
    let whole = try decode(ToolRun(words).output).image
    let run = ToolRun(words + ["--element", "near"])
    #expect(run.status == .agrees, "\(run.errors)")
    let alone = try decode(run.output).image
    #expect(alone.width == whole.width && alone.height == whole.height)
    #expect(alone != whole)
  }

  @Test func `layout has the contract's keys`() throws {
    let run = ToolRun("layout", specFixture("card"), "--convention", "sketch")
    let elements = try #require(run.json["elements"] as? [[String: Any]])
    #expect(elements.map { $0["id"] as? String } == ["title", "date", "body"])
    let lines = try #require(elements[2]["lines"] as? [[String: Any]])
    #expect(
      lines.map { $0["text"] as? String } == [
        "Check out all the great new features", "in this app.",
      ])
    for line in lines {
      for key in ["xPt", "baselinePt", "widthPt", "glyphs"] { #expect(line[key] is NSNumber) }
    }
    let ios = ToolRun("layout", specFixture("card"), "--convention", "ios")
    let moved = try #require((ios.json["elements"] as? [[String: Any]])?[2]["lines"])
    #expect(
      (moved as? [[String: Any]])?.map { $0["text"] as? String } == [
        "Check out all the great new features in", "this app.",
      ])
  }

  @Test(arguments: [[], ["ios"], ["sketch", "ios"]]) func `conventions as text and as JSON`(
    names: [String]
  ) throws {
    let text = ToolRun(["conventions"] + names)
    #expect(text.status == .agrees)
    #expect(!text.text.isEmpty)
    let json = try ToolRun(["conventions", "--format", "json"] + names).json
    #expect(json["schemaVersion"] as? Int == 1)
  }
}
