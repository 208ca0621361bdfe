internal import Conventions
internal import ImageCodec
internal import Raster
internal import RenderAudit
internal import Typesetting

/// `renderaudit compare`: draws a spec under two or more conventions and explains what differs.
enum CompareCommand: Command {
  static let grammar = CommandGrammar(
    name: "compare",
    summary: "Draws a spec under two conventions, and shows where and why they differ.",
    synopsis: "SPEC [options]",
    examples: [
      ("compare card.json", "a table and the causes, on the conventions the spec names"),
      ("compare card.json --out report", "also pictures and report.json, into a folder"),
      ("compare card.json --candidate ios --candidate css", "against two platforms"),
    ],
    operands: 1...1, operandNames: ["SPEC"],
    options: [
      SpecOptions.convention(
        "reference", "What the design was drawn with. Default: compare.reference of the spec."),
      SpecOptions.convention(
        "candidate",
        "What it is built with; may be repeated. Default: compare.candidates of the spec.",
        repeats: true),
      SpecOptions.scale,
      OptionGrammar(
        name: "out", short: "o", value: "DIR",
        help: "Writes report.json and the pictures into this folder, which is made if need be. The "
          + "report is written last; one of an earlier run is taken away first."),
      SpecOptions.format,
      OptionGrammar(
        name: "fail-on", value: "different|perceptible|never",
        help: "Exit with 1 when any pixel differs; when a person could see a difference "
          + "(the default); or never.",
        words: ["different", "perceptible", "never"]),
      SpecOptions.help,
    ],
    notes: [
      "SPEC is a file, or - for standard input. Guides/Spec.md tells what it may state; "
        + "renderaudit conventions lists the conventions."
    ])

  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus {
    let path = arguments.operands[0]
    let spec = try readSpec(path)
    let scale = try SpecOptions.readScale(arguments)
    let (reference, candidates) = try conventions(arguments, spec)
    let audit = try SpecOptions.audit(spec, scale: scale, path: path)
    let inputs = SpecOptions.inputs(path, audit)
    if let folder = arguments.value("out") {
      let names = candidates.flatMap { audit.pictureNames(under: $0) }
      try inputs.refuse(["report.json"] + names, in: folder, option: "--out")
    }

    var comparisons: [Comparison] = []
    let progress = Progress(console)
    for candidate in candidates {
      comparisons.append(
        try SpecOptions.drawing { () throws(FontError) in
          try audit.compare(reference: reference, candidate: candidate) { progress.say($0) }
        })
    }
    let folder = arguments.value("out")
    let report = JSONWriter.text(
      Report.json(
        comparisons, specName: documentName(nameOf(path)), version: Tool.version,
        withImages: folder != nil))
    if let folder {
      progress.say("writing pictures")
      try write(comparisons, report: report, to: folder, sparing: inputs, console: console)
    }
    progress.finish()
    if arguments.value("format") == "json" {
      try console.print(report)
    } else {
      let texts = comparisons.map { TextReport.text($0, title: spec.title) }
      let place = folder.map { "\nPictures and report.json are in \(printable($0)).\n" } ?? ""
      try console.print(texts.joined(separator: "\n") + place)
    }
    return status(comparisons, failOn: arguments.value("fail-on") ?? "perceptible")
  }

  private static func conventions(
    _ arguments: Arguments, _ spec: Spec
  ) throws(Failure) -> (reference: Convention, candidates: [Convention]) {
    guard let referenceName = arguments.value("reference") ?? spec.comparison.reference else {
      throw Failure(
        UsageError.missingOption(
          command: "compare", option: "a reference",
          hint: "Try: --reference sketch, or \"compare\": { \"reference\": … } in the spec."))
    }
    let named = arguments.all("candidate")
    let names = named.isEmpty ? spec.comparison.candidates : named
    if names.isEmpty {
      throw Failure(
        UsageError.missingOption(
          command: "compare", option: "at least one candidate",
          hint: "Try: --candidate ios, or \"compare\": { \"candidates\": […] } in the spec."))
    }
    let reference = try SpecOptions.readConvention(
      referenceName, option: "--reference", spec: spec)
    var candidates: [Convention] = []
    for name in names where !candidates.contains(where: { $0.name == name }) {
      candidates.append(try SpecOptions.readConvention(name, option: "--candidate", spec: spec))
    }
    return (reference, candidates)
  }

  /// The report of an earlier run goes first, then come the pictures, the new report last: where a
  /// report stands it is that of the pictures beside it, however a run ended.
  private static func write(
    _ comparisons: [Comparison], report: String, to folder: String, sparing inputs: Inputs,
    console: Console
  ) throws(Failure) {
    try removeOutput("\(folder)/report.json")
    for comparison in comparisons {
      try makeFolder("\(folder)/\(comparison.candidate.name)")
      try comparison.forEachPicture { (file: PictureFile) throws(Failure) in
        try writeOutput(
          file.png, to: "\(folder)/\(file.path)", sparing: inputs, console: console)
      }
    }
    try writeOutput(
      Array(report.utf8), to: "\(folder)/report.json", sparing: inputs, console: console)
  }

  private static func status(_ comparisons: [Comparison], failOn: String) -> ExitStatus {
    let verdicts = comparisons.map(\.verdict)
    let fails =
      switch failOn {
      case "never": false
      case "different": verdicts.contains { $0 != .identical }
      default: verdicts.contains(.different)
      }
    return fails ? .differs : .agrees
  }
}
