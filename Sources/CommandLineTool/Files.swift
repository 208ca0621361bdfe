internal import ImageCodec
internal import RenderAudit

/// Reads an input of at most `limit` bytes; `-` is standard input.
func readInput(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
  do { return try readFile(path, limit: limit) } catch {
    switch error {
    case .tooLarge:
      throw Failure("error: \(error.description)\n  Try: several smaller files.", .badData)
    case .device:
      throw Failure("error: \(error.description)\n  Try: a file, or a pipe and -.", .badData)
    default: break
    }
    throw Failure(
      "error: \(error.description)\n  Try: check the path and its permissions.", .cannotOpenInput)
  }
}

/// The files that a run reads. Nothing that it writes may be one of them: every place that writes
/// asks here, before anything is touched.
struct Inputs: Sendable {
  /// Paths; `-` is standard input.
  private(set) var files: [String]

  init(_ files: [String?]) { self.files = files.compactMap(\.self) }

  mutating func add(_ more: [String]) { files += more }

  /// Refuses an output that is an input, whatever links lead there.
  ///
  /// - Parameter option: The one that names the output.
  func refuse(_ output: String, option: String) throws(Failure) {
    for input in files where isSameFile(input, output) {
      throw Failure(UsageError.outputIsInput(option: option, output: output, input: input))
    }
  }

  /// Refuses outputs below a folder.
  func refuse(_ names: [String], in folder: String, option: String) throws(Failure) {
    for name in names { try refuse("\(folder)/\(name)", option: option) }
  }
}

/// Writes an output whole or not at all; `-` is standard output.
///
/// - Parameter inputs: What must not be written over; `option` named the output.
func writeOutput(
  _ bytes: [UInt8], to path: String, option: String = "--out", sparing inputs: Inputs,
  console: Console
) throws(Failure) {
  try inputs.refuse(path, option: option)
  if path == "-" { return try console.print(bytes: bytes) }
  do { try writeFileAtomically(bytes, to: path) } catch { throw cannotWrite(error) }
}

/// Takes away an output of an earlier run.
func removeOutput(_ path: String) throws(Failure) {
  do { try removeFile(path) } catch { throw cannotWrite(error) }
}

private func cannotWrite(_ error: FileError) -> Failure {
  Failure(
    "error: \(error.description)\n  Try: another folder, or check its space and permissions.",
    .cannotWriteOutput)
}

/// Makes a folder and those above it.
func makeFolder(_ path: String) throws(Failure) {
  do { try createFolder(path) } catch {
    throw Failure(
      "error: \(error.description)\n  Try: another folder, or check its permissions.",
      .cannotWriteOutput)
  }
}

/// Bytes of a spec: its texts may be long, but not without end.
private let specLimit = 64 << 20

/// Reads and checks a spec.
func readSpec(_ path: String) throws(Failure) -> Spec {
  let bytes = try readInput(path, limit: specLimit)
  let folder = path == "-" ? "." : folderOf(path)
  do { return try Spec.read(bytes: bytes, folder: folder) } catch {
    throw Failure(error.description(of: path), .badData)
  }
}

/// What stands before the last slash; "." where there is none.
func folderOf(_ path: String) -> String {
  // By bytes: a mark after a slash is one character with it.
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// What stands after the last slash.
func nameOf(_ path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/"))
    .map { String(path[path.utf8.index(after: $0)...]) } ?? path
}

/// A path as a document may name it: itself where it is text.
func documentName(_ path: String) -> String { isText(path) ? path : printable(path) }
