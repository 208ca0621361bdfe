import Foundation
import TestSupport

@testable import CommandLineTool

typealias Status = CommandLineTool.ExitStatus

/// One run of the tool, in process.
struct ToolRun {
  let status: Status
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var json: [String: Any] {
    get throws {
      try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any] ?? [:]
    }
  }

  init(_ words: String...) { self.init(words) }

  init(_ words: [String]) {
    var output: [UInt8] = []
    var errors = ""
    let console = Console(
      out: {
        output += $0
        return true
      }, err: { errors += $0 }, showsProgress: false)
    status = Tool.run(words, console: console)
    self.output = output
    self.errors = errors
  }
}

/// A folder that is gone when the value is.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Every file below, by relative path.
  var files: [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for case let file as URL in FileManager.default.enumerator(
      at: url, includingPropertiesForKeys: nil)!
    where !file.hasDirectoryPath {
      result[String(file.path.dropFirst(url.path.count + 1))] = (try? Data(contentsOf: file)).map {
        [UInt8]($0)
      }
    }
    return result
  }

  /// Writes a file and gives its path.
  func write(_ text: String, as name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }
}

/// A spec of the project's own fixtures.
func specFixture(_ name: String) -> String { fixture("specs/\(name).json").path }
