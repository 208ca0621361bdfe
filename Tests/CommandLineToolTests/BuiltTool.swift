import Foundation

/// The built tool as a process of its own: for what the system does to one.
struct BuiltTool {
  /// Nil where it was not built beside the tests.
  static let url: URL? = {
    // The tests' own bundle is a file (Linux) or a folder in a folder in a folder (macOS).
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let tool = folder.appendingPathComponent("renderaudit")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
    }
    return nil
  }()

  static let reason = "needs the built tool beside the tests"

  let status: Int32
  let wasKilled: Bool
  let text: String
  let errors: String

  /// Runs `script` with the tool as `$TOOL` in `folder`.
  ///
  /// - Parameter whileRunning: Called with the process's id once it runs.
  init(
    _ script: String, in folder: ScratchFolder, whileRunning: (pid_t) -> Void = { _ in }
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TOOL": Self.url!.path]) { $1 }
    // Files, not pipes: a pipe that nobody empties fills up.
    let places = ["out", "err"].map { folder.path(".\($0).txt") }
    for place in places { _ = FileManager.default.createFile(atPath: place, contents: nil) }
    let handles = try places.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    whileRunning(process.processIdentifier)
    process.waitUntilExit()
    status = process.terminationStatus
    wasKilled = process.terminationReason == .uncaughtSignal
    func read(_ place: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: place)), as: UTF8.self)
    }
    text = try read(places[0])
    errors = try read(places[1])
    for place in places { try FileManager.default.removeItem(atPath: place) }
  }
}
