internal import ImageCodec
internal import RenderAudit

/// Reads an input of at most `limit` bytes; `-` is standard input.
func readInput(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
  do { return try readFile(path, limit: limit) } catch {
    if case .tooLarge = error {
      throw Failure("error: \(error.description)\n  Try: several smaller files.", .badData)
    }
    throw Failure(
      "error: \(error.description)\n  Try: check the path and its permissions.", .cannotOpenInput)
  }
}

/// Writes an output whole or not at all; `-` is standard output.
func writeOutput(_ bytes: [UInt8], to path: String, console: Console) throws(Failure) {
  if path == "-" { return try console.print(bytes: bytes) }
  do { try writeFileAtomically(bytes, to: path) } catch {
    throw Failure(
      "error: \(error.description)\n  Try: another folder, or check its space and permissions.",
      .cannotWriteOutput)
  }
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
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// What stands after the last slash.
func nameOf(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
