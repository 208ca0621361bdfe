internal import ImageCodec
internal import ImageDiff
internal import RenderAudit
internal import Threads

/// Two folders, compared picture by picture on all processors.
struct DiffFolders: Sendable {
  private let reference: String
  private let candidate: String
  private let request: DiffRequest

  /// What became of one relative path.
  private enum Result: Sendable {
    case compared(DiffOutcome)
    /// In the second folder only, or in the first only.
    case new
    case missing
    case failed(String, ExitStatus)
  }

  init(_ reference: String, _ candidate: String, _ request: DiffRequest) {
    self.reference = Self.withoutSlash(reference)
    self.candidate = Self.withoutSlash(candidate)
    self.request = request
  }

  private static func withoutSlash(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(Substring(bytes))
  }

  func run(console: Console) throws(Failure) -> ExitStatus {
    if let output = request.output { try refuseInside(output) }
    let (a, b) = (try contents(in: reference), try contents(in: candidate))
    let names = Set(a.files).union(b.files).sorted()
    let (inA, inB) = (Set(a.files), Set(b.files))
    let both = names.filter { inA.contains($0) && inB.contains($0) }
    let odd = oddities(a, b)
    for (path, oddity) in odd where !request.isJSON {
      console.tell("note: \(printable(path)): left out, as it is \(oddity.words)\n")
    }
    if both.isEmpty, !request.allowsEmpty { throw nothingCompared(a, b, odd.count) }
    try refuseOutputs(of: both)
    // Pairs are enough work for one thread each; a single one gets all.
    let found = WorkQueue(both.count, threads: processorCount()) { index, threads in
      compare(both[index].text, threads: threads, console: console)
    }.results()
    let compared = Dictionary(uniqueKeysWithValues: zip(both, found))
    let results = names.map { name -> (RelativePath, Result) in
      if let result = compared[name] { return (name, result) }
      return (name, inA.contains(name) ? .missing : .new)
    }
    for case (let name, .failed(let message, _)) in results where !request.isJSON {
      console.tell("\(message)\n  In: \(printable(name.bytes))\n")
    }
    try console.print(request.isJSON ? json(results, odd) : text(results))
    return status(results)
  }

  /// That nothing differed would be no news where nothing was looked at.
  private func nothingCompared(
    _ a: FolderContents, _ b: FolderContents, _ leftOut: Int
  ) -> Failure {
    func pictures(_ count: Int) -> String { count == 1 ? "1 picture" : "\(count) pictures" }
    let rest = leftOut > 0 ? "; \(leftOut) left out" : ""
    return Failure(
      "error: \(printable(reference)) and \(printable(candidate)): expected pictures of the same "
        + "names, found none (\(pictures(a.files.count)) against \(b.files.count)\(rest))\n"
        + "  Try: check the two paths, or --allow-empty.", .cannotOpenInput)
  }

  /// What stands in either folder and is no file to be read.
  private func oddities(
    _ a: FolderContents, _ b: FolderContents
  ) -> [(path: String, oddity: FolderContents.Oddity)] {
    [(reference, a), (candidate, b)].flatMap { folder, contents in
      contents.leftOut.map { ("\(folder)/\($0.path.text)", $0.oddity) }
    }
  }

  /// Pictures of the difference are never written among those that are compared.
  private func refuseInside(_ output: String) throws(Failure) {
    for folder in [reference, candidate] where isInside(output, folder) {
      throw Failure(UsageError.outputIsInFolder(output, folder: folder))
    }
  }

  /// Before anything is compared: nothing is written where one of the outputs cannot be. Links in the
  /// folder of pictures may lead anywhere.
  private func refuseOutputs(of names: [RelativePath]) throws(Failure) {
    guard let folder = request.output, isThere(folder) else { return }
    for name in names {
      let output = "\(folder)/\(name.text).png"
      try refuseInside(folderOf(output))
      try inputs(of: name.text).refuse(output, option: "--out")
    }
  }

  private func inputs(of name: String) -> Inputs {
    request.inputs("\(reference)/\(name)", "\(candidate)/\(name)")
  }

  /// What begins like a picture, or is named like one: a damaged picture is a mistake to be told.
  private func contents(in folder: String) throws(Failure) -> FolderContents {
    let endings = [".png", ".apng", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp"]
    do {
      var found = try ImageCodec.contents(of: folder)
      found.files = found.files.filter { name in
        let lower = printable(name.bytes).lowercased()
        if endings.contains(where: { lower.hasSuffix($0) }) { return true }
        guard let first = firstBytes(of: name, in: folder, 16) else { return true }
        return first.withUnsafeBytes { ImageFormat(firstBytes: $0) } != nil
      }
      return found
    } catch {
      throw Failure(
        "error: \(error.description)\n  Try: check the path and its permissions.",
        .cannotOpenInput)
    }
  }

  private func compare(_ name: String, threads: Int, console: Console) -> Result {
    let pair = DiffPair(
      reference: "\(reference)/\(name)", candidate: "\(candidate)/\(name)", request: request,
      threads: threads)
    do throws(Failure) {
      var outcome = try pair.compare()
      try writePicture(&outcome, pair, name, console: console)
      return .compared(outcome)
    } catch {
      return .failed(error.message, error.status)
    }
  }

  /// Into the folder of pictures, below the pair's own path; not for identical pictures.
  private func writePicture(
    _ outcome: inout DiffOutcome, _ pair: DiffPair, _ name: String, console: Console
  ) throws(Failure) {
    if let folder = request.output, outcome.outcome != .identical {
      var pair = pair
      let output = "\(folder)/\(name).png"
      pair.request.output = output
      // A link in the folder of pictures may lead back.
      try refuseInside(folderOf(output))
      try makeFolder(folderOf(output))
      try pair.writePicture(outcome, console: console)
    }
    outcome.pictures = nil
  }

  private func status(_ results: [(RelativePath, Result)]) -> ExitStatus {
    for case (_, .failed(_, let status)) in results { return status }
    let differs = results.contains { _, result in
      switch result {
      case .compared(let outcome): outcome.fails
      case .new, .missing: request.options.gate.failOn != .never
      case .failed: true
      }
    }
    return differs ? .differs : .agrees
  }

  // MARK: Reports

  private func counts(_ results: [(RelativePath, Result)]) -> [(String, Int)] {
    func count(_ outcome: ImageDiff.Verdict.Outcome) -> Int {
      results.count { if case .compared(let o) = $0.1 { o.outcome == outcome } else { false } }
    }
    return [
      ("different", count(.different)), ("within tolerance", count(.withinTolerance)),
      ("identical", count(.identical)),
      ("new", results.count { if case .new = $0.1 { true } else { false } }),
      ("missing", results.count { if case .missing = $0.1 { true } else { false } }),
      ("unreadable", results.count { if case .failed = $0.1 { true } else { false } }),
    ]
  }

  private func text(_ results: [(RelativePath, Result)]) -> String {
    let total = counts(results).filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    var lines = [
      "\(results.count) pictures: " + (total.isEmpty ? "none" : total.joined(separator: ", ")) + "."
    ]
    for (name, result) in results {
      let shown = printable(name.bytes)
      switch result {
      case .compared(let outcome) where outcome.outcome == .identical: break
      case .compared(let outcome):
        lines.append("\(outcome.fails ? "✗" : "·") \(shown): \(DiffWords.summary(outcome))")
      case .new: lines.append("+ \(shown): only in \(printable(candidate))")
      case .missing: lines.append("- \(shown): only in \(printable(reference))")
      case .failed: lines.append("! \(shown): cannot be compared")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(
    _ results: [(RelativePath, Result)], _ odd: [(path: String, oddity: FolderContents.Oddity)]
  ) -> String {
    let pairs = results.map { name, result -> JSONValue in
      var members: [JSONValue.Member] = [
        .init("path", .string(documentName(name.text)))
      ]
      switch result {
      case .compared(let outcome):
        members += [.init("state", "compared")] + DiffJSON.members(outcome)
      case .new: members.append(.init("state", "new"))
      case .missing: members.append(.init("state", "missing"))
      case .failed(let message, let status):
        members.append(.init("state", "unreadable"))
        members.append(.init("error", .string(message)))
        members.append(.init("status", .integer(Int(status.rawValue))))
      }
      return .object(members)
    }
    func leftOut(_ odd: [(path: String, oddity: FolderContents.Oddity)]) -> [JSONValue.Member] {
      if odd.isEmpty { return [] }
      return [
        .init(
          "leftOut",
          .array(
            odd.map { path, oddity in
              ["path": .string(documentName(path)), "is": .string(oddity.words)]
            }))
      ]
    }
    let names = ["different", "withinTolerance", "identical", "new", "missing", "unreadable"]
    let total = zip(names, counts(results)).map { JSONValue.Member($0, .integer($1.1)) }
    return JSONWriter.text(
      .object(
        DiffJSON.head + [
          .init("reference", .string(documentName(reference))),
          .init("candidate", .string(documentName(candidate))),
          .init("counts", .object(total)), .init("pairs", .array(pairs)),
        ] + leftOut(odd)))
  }
}
