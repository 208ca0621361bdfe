import Foundation
import ImageCodec
import Raster
import Testing

@testable import CommandLineTool

/// Every option of every command with values that nobody means. A trap would end the test run.
@Suite struct OptionValuesTests {
  /// Numbers at the ends of what Int and Double hold, words, and what a terminal would obey.
  static let values = [
    "-9223372036854775808", "-9223372036854775808,0", "0,-9223372036854775808",
    "9223372036854775807,9223372036854775807", "-1000001,0", "1000000,-1000000", "1e15", "1e16",
    "1e308", "-1e308", "1e400", "5e-324", "nan", "-nan", "inf", "-inf", "-0", "0", "0.5", "-1",
    "0x7fffffffffffffff", "0x1p1023", "18446744073709551616", "0,0,1e308,1e308",
    "-1e6,-1e6,1e6,1e6", "1e6,1e6,1e6,1e6", "0,0,nan,1", "0,0,5e-324,5e-324", "1,2,3,4,5", ",,,",
    "4096", "512", "1000", "100", "٣", "1_000", " 5", "5 ", "+5", "1GB", "0MB", "1e300GB", "-1GB",
    "nanGB", "9999999999GB", ".GB", "GB", "\u{1B}[31m\u{9B}31m", "\u{10FEFF}",
    String(repeating: "9", count: 10_000),
  ]

  /// Command lines without the option that is tried.
  static let lines: [String: (operands: [String], options: [String: String])] = [
    "compare": (["SPEC"], ["reference": "sketch", "candidate": "ios"]),
    "render": (["SPEC"], ["convention": "ios", "output": "FOLDER/out.png"]),
    "layout": (["SPEC"], ["convention": "ios"]),
    "translate": (["SPEC"], ["from": "sketch", "to": "ios"]),
    "diff": (["FOLDER/a.png", "FOLDER/b.png"], [:]),
    "conventions": ([], [:]),
  ]

  static let spec = """
    { "version": 1, "title": "t", "canvas": { "width": 8, "height": 8 },
      "elements": [ { "id": "a", "type": "rectangle", "frame": [1, 1, 4, 4], "fill": "#F00",
        "shadows": [ { "blur": 2 } ] } ] }
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var command: String
    var option: String
    var isPath: Bool
    var testDescription: String { "\(command) --\(option)" }
  }

  static let cases = Tool.commands.flatMap { command in
    command.grammar.options.filter { $0.value != nil }.map { option in
      Case(
        command: command.grammar.name, option: option.name,
        isPath: option.value!.hasPrefix("FILE") || option.value! == "DIR")
    }
  }

  @Test func `every command is tried`() {
    #expect(Set(Self.lines.keys) == Set(Tool.commandNames))
    #expect(Self.cases.count > 25)
  }

  @Test(arguments: cases) func `a value that nobody means`(one: Case) throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(Self.spec, as: "spec.json")
    for (name, grey) in [("a.png", 100), ("b.png", 180)] as [(String, UInt8)] {
      let image = RGBAImage(
        width: 8, height: 8,
        samples: .eight((0..<256).map { $0 % 4 == 3 ? 255 : $0 < 128 ? grey : 20 }))
      try writeFileAtomically(encodePNG(image), to: folder.path(name))
    }
    let line = try #require(Self.lines[one.command])
    func real(_ word: String) -> String {
      word == "SPEC" ? spec : word.replacingOccurrences(of: "FOLDER", with: folder.url.path)
    }
    let inputs = folder.files
    for value in Self.values {
      var words = [one.command] + line.operands.map(real)
      for (name, value) in line.options where name != one.option {
        words += ["--\(name)", real(value)]
      }
      // What names a file names one in the scratch folder.
      words.append("--\(one.option)=" + (one.isPath ? folder.path(value) : value))
      let run = ToolRun(words)
      let shown = value.count > 40 ? String(value.prefix(40)) : value
      #expect(run.status != .internalError, "\(shown)")
      if ![.agrees, .differs].contains(run.status) {
        #expect(run.output.isEmpty, "\(shown)")
        #expect(run.errors.hasPrefix("error: "), "\(shown): \(run.errors)")
        #expect(run.errors.contains("\n  "), "\(shown): expected what to try: \(run.errors)")
      }
      let raw = (run.text + run.errors).unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
      }
      #expect(one.command == "render" && run.status == .agrees || raw.isEmpty, "\(shown)")
    }
    for (name, bytes) in inputs { #expect(folder.files[name] == bytes, "\(name) is as it was") }
  }

  /// What each number option must refuse.
  @Test(arguments: [
    ("align", "-9223372036854775808,0"), ("align", "0,-9223372036854775808"),
    ("align", "1000001,0"), ("align", "1,2,3"), ("align", "nan"), ("max-pixels", "1e16"),
    ("max-pixels", "nan"), ("max-percent", "100.5"), ("max-distance", "inf"), ("gap", "4097"),
    ("gap", "-1"), ("scale", "1e308"), ("ignore", "0,0,1e308,1"), ("ignore", "0,0,nan,1"),
    ("memory", "1e300GB"), ("memory", "12"), ("memory", "-1GB"), ("memory", "nanGB"),
  ]) func `a number out of range`(option: String, value: String) throws {
    let folder = try ScratchFolder()
    let image = RGBAImage(width: 4, height: 4, samples: .eight([UInt8](repeating: 9, count: 64)))
    try writeFileAtomically(encodePNG(image), to: folder.path("a.png"))
    let run = ToolRun("diff", folder.path("a.png"), folder.path("a.png"), "--\(option)=\(value)")
    #expect(run.status == .usage, "\(run.errors)")
    #expect(run.errors.hasPrefix("error: --\(option): expected "), "\(run.errors)")
    #expect(run.errors.contains("found \(value)\n  "), "\(run.errors)")
  }
}
