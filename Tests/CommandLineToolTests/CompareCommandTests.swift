import Foundation
import ImageCodec
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct CompareCommandTests {
  @Test(arguments: [
    (["--fail-on", "never"], Status.agrees),
    (["--fail-on", "perceptible"], .differs),
    ([String](), Status.differs),
    (["--fail-on", "different"], .differs),
    (["--candidate", "sketch", "--fail-on", "different"], .agrees),
  ])
  func `exit status of the card`(options: [String], status: Status) {
    let run = ToolRun(["compare", specFixture("card"), "--scale", "1"] + options)
    #expect(run.status == status)
    #expect(run.errors.isEmpty)
  }

  /// One step of one channel: nobody sees it, and only `--fail-on different` minds.
  @Test func `a difference that nobody sees`() throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(
      """
      { "version": 1, "canvas": { "width": 10, "height": 10 },
        "conventions": { "other": { "extends": "sketch", "set": { "shadow.blur": "0.55" } } },
        "compare": { "reference": "sketch", "candidates": ["other"] },
        "elements": [ { "id": "a", "type": "rectangle", "frame": [3, 3, 4, 4], "fill": "#FFFFFF",
          "shadows": [ { "blur": 4, "color": "#00000030" } ] } ] }
      """, as: "spec.json")
    let run = ToolRun("compare", spec, "--format", "json")
    let element = try #require(
      (run.json["comparisons"] as? [[String: Any]])?.first?["elements"] as? [[String: Any]]
    )[0]
    #expect(element["verdict"] as? String == "within-tolerance")
    #expect(run.status == .agrees)
    #expect(ToolRun("compare", spec, "--fail-on", "different").status == .differs)
  }

  @Test func `report.json has what the contract says`() throws {
    let run = ToolRun("compare", specFixture("card"), "--scale", "1", "--format", "json")
    let report = try run.json
    #expect(report["schemaVersion"] as? Int == 1)
    #expect((report["tool"] as? [String: String])?["name"] == "renderaudit")
    #expect(report["spec"] as? String == "card.json")
    let comparison = try #require((report["comparisons"] as? [[String: Any]])?.first)
    #expect(comparison["reference"] as? String == "sketch")
    #expect(comparison["candidate"] as? String == "ios")
    #expect(comparison["scale"] as? Double == 1)
    #expect(comparison["verdict"] as? String == "different")
    let canvas = try #require(comparison["canvas"] as? [String: Any])
    #expect(canvas["widthPx"] as? Int == 375)
    for key in ["heightPx", "differingPixels", "perceptiblePixels", "maxDelta", "meanDelta"] {
      #expect(canvas[key] is NSNumber, "canvas.\(key)")
    }
    let elements = try #require(comparison["elements"] as? [[String: Any]])
    #expect(elements.map { $0["id"] as? String } == ["card", "title", "date", "body"])
    for element in elements {
      let isText = element["type"] as? String == "text"
      for key in ["verdict", "differingPixels", "perceptiblePixels", "maxDelta", "meanDelta"] {
        #expect(element[key] != nil, "\(key)")
      }
      #expect((element["boundsPx"] as? [Int])?.count == 4)
      #expect(element["causes"] is [Any])
      #expect((element["lines"] != nil) == isText)
    }
  }

  @Test func `the folder holds the report and three pictures of everything`() throws {
    let folder = try ScratchFolder()
    let out = folder.path("deep/er")
    let run = ToolRun(
      "compare", specFixture("card"), "--scale", "1", "--out", out, "--format", "json")
    var wanted: Set = ["deep/er/report.json"]
    for name in ["canvas", "card", "title", "date", "body"] {
      for side in ["reference", "candidate", "overlay"] {
        wanted.insert("deep/er/ios/\(name)-\(side).png")
      }
    }
    let files = folder.files
    #expect(wanted.subtracting(files.keys).isEmpty)
    #expect(files["deep/er/report.json"] == run.output)
    let canvas = try decode(try #require(files["deep/er/ios/canvas-overlay.png"])).image
    #expect(canvas.width == 375 && canvas.height == 240)

    let again = ToolRun("compare", specFixture("card"), "--scale", "1", "--out", folder.path("b"))
    #expect(again.status == .differs)
    for (name, bytes) in folder.files where name.hasPrefix("b/") {
      #expect(bytes == files["deep/er/" + name.dropFirst(2)], "\(name) has other bytes")
    }
  }

  @Test func `elements that draw nothing have no pictures`() throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(
      """
      { "version": 1, "canvas": { "width": 20, "height": 20 },
        "compare": { "reference": "sketch", "candidates": ["ios"] },
        "elements": [
          { "id": "outside", "type": "rectangle", "frame": [99, 2, 9, 9], "fill": "#F00" },
          { "id": "flat", "type": "rectangle", "frame": [5, 5, 0, 9], "fill": "#F00" },
          { "id": "clear", "type": "rectangle", "frame": [5, 5, 9, 9], "fill": "#F000" } ] }
      """, as: "spec.json")
    let run = ToolRun("compare", spec, "--out", folder.path("o"), "--format", "json")
    #expect(run.status == .agrees)
    #expect(
      Set(folder.files.keys.filter { $0.hasSuffix("-overlay.png") })
        == ["o/ios/canvas-overlay.png"])
    let comparison = try #require((run.json["comparisons"] as? [[String: Any]])?.first)
    let elements = try #require(comparison["elements"] as? [[String: Any]])
    for element in elements {
      #expect(element["verdict"] as? String == "identical")
      #expect(element["boundsPx"] as? [Int] == [0, 0, 0, 0])
      #expect(element["images"] == nil)
    }
  }

  /// An empty folder's name would put the report into the root of the file system.
  @Test func `an empty value is none`() {
    let run = ToolRun("compare", specFixture("card"), "--out", "")
    #expect(run.status == .usage)
    #expect(run.errors.contains("--out: expected DIR after it, found nothing"))
  }

  @Test(arguments: ["/dev/zero", "/dev/urandom"])
  func `a spec without an end`(path: String) {
    let run = ToolRun("compare", path)
    #expect(run.status == .badData)
    #expect(run.errors.contains("\(path): expected a file or a pipe, found a device"))
  }

  /// The counts are those of the pictures beside them.
  @Test func `counts agree with the pictures`() throws {
    let folder = try ScratchFolder()
    let run = ToolRun(
      "compare", specFixture("card"), "--scale", "1", "--out", folder.path("o"), "--format", "json")
    let comparison = try #require((run.json["comparisons"] as? [[String: Any]])?.first)
    func differing(_ name: String) throws -> Int {
      let files = folder.files
      let a = try decode(try #require(files["o/ios/\(name)-reference.png"])).image
      let b = try decode(try #require(files["o/ios/\(name)-candidate.png"])).image
      guard case .eight(let p) = a.samples, case .eight(let q) = b.samples else { return -1 }
      return stride(from: 0, to: p.count, by: 4).count { p[$0..<$0 + 4] != q[$0..<$0 + 4] }
    }
    let canvas = try #require(comparison["canvas"] as? [String: Any])
    #expect(try differing("canvas") == canvas["differingPixels"] as? Int)
    for element in try #require(comparison["elements"] as? [[String: Any]]) {
      let id = try #require(element["id"] as? String)
      #expect(try differing(id) == element["differingPixels"] as? Int, "\(id)")
    }
  }

  @Test func `two candidates give two comparisons`() throws {
    let run = ToolRun(
      "compare", specFixture("shadows"), "--scale", "1", "--candidate", "ios", "--candidate", "css",
      "--format", "json")
    let comparisons = try #require(run.json["comparisons"] as? [[String: Any]])
    #expect(comparisons.map { $0["candidate"] as? String } == ["ios", "css"])
  }

  @Test func `a spec that is not there`() {
    let run = ToolRun("compare", "no/such/spec.json")
    #expect(run.status == .cannotOpenInput)
    #expect(run.errors.contains("no/such/spec.json"))
  }

  @Test func `a folder that cannot be made`() throws {
    let folder = try ScratchFolder()
    _ = try folder.write("", as: "file")
    let run = ToolRun(
      "compare", specFixture("card"), "--scale", "1", "--out", folder.path("file/out"))
    #expect(run.status == .cannotWriteOutput)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("error: "))
  }

  @Test func `a closed standard output`() {
    let console = Console(out: { _ in false }, err: { _ in }, showsProgress: false)
    #expect(Tool.run(["--help"], console: console) == .cannotWriteOutput)
  }

  @Test func `a missing font names the closest`() throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(
      """
      { "version": 1, "canvas": { "width": 100, "height": 20 },
        "elements": [
          { "id": "a", "type": "text", "frame": [0, 0, 50], "text": "a", "font": "Lato-Regulr",
            "size": 12 },
          { "id": "b", "type": "text", "frame": [0, 0, 50], "text": "b", "font": "No Such Font 7",
            "size": 12 } ] }
      """, as: "spec.json")
    let run = ToolRun("layout", spec, "--convention", "ios")
    #expect(run.status == .badData)
    #expect(run.errors.contains("elements[0].font"))
    #expect(run.errors.contains("elements[1].font"), "all of them, not the first only")
    #expect(run.errors.contains("\"Lato-Regular\""))
  }

  @Test func `a canvas that is too large at the scale asked for`() throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(
      """
      { "version": 1, "canvas": { "width": 8000, "height": 8000, "scale": 1 }, "elements": [] }
      """, as: "spec.json")
    let run = ToolRun("render", spec, "--convention", "ios", "--scale", "8", "-o", folder.path("x"))
    #expect(run.status == .badData)
    #expect(folder.files.keys.sorted() == ["spec.json"])
  }
}
