internal import RenderAudit
internal import Typesetting

/// `renderaudit layout`: where each line of each text stands, as JSON.
enum LayoutCommand: Command {
  static let grammar = CommandGrammar(
    name: "layout", summary: "Tells where each line of each text stands, as JSON.",
    synopsis: "SPEC --convention NAME [--scale N]",
    examples: [
      ("layout card.json --convention sketch", "lines as Sketch breaks them"),
      ("layout card.json --convention ios --scale 2", "lines on a 2x screen"),
    ],
    operands: 1...1, operandNames: ["SPEC"],
    options: [
      SpecOptions.convention("convention", "How the numbers are read. Required."),
      SpecOptions.scale, SpecOptions.help,
    ],
    notes: [
      "xPt and baselinePt are points from the canvas's top left, y down; widthPt leaves out "
        + "trailing white space; glyphs counts what is drawn."
    ])

  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus {
    guard let name = arguments.value("convention") else {
      throw Failure(
        UsageError.missingOption(
          command: "layout", option: "--convention NAME", hint: "Try: --convention ios"))
    }
    let path = arguments.operands[0]
    let spec = try readSpec(path)
    let scale = try SpecOptions.readScale(arguments)
    let convention = try SpecOptions.readConvention(name, option: "--convention", spec: spec)
    let audit = try SpecOptions.audit(spec, scale: scale, path: path)
    let lines = try SpecOptions.drawing { () throws(FontError) in
      try audit.layout(under: convention)
    }
    try console.print(JSONWriter.text(LayoutReport.json(lines)))
    return .agrees
  }
}
