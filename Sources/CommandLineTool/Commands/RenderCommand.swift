internal import Conventions
internal import ImageCodec
internal import Raster
internal import RenderAudit
internal import Typesetting

/// `renderaudit render`: a spec, or one element of it, as a PNG under one convention.
enum RenderCommand: Command {
  static let grammar = CommandGrammar(
    name: "render", summary: "Draws a spec, or one element of it, as one convention reads it.",
    synopsis: "SPEC --convention NAME -o FILE.png [options]",
    examples: [
      ("render card.json --convention ios -o ios.png", "the whole canvas"),
      ("render card.json --convention css --element body -o body.png", "one element"),
      ("render - --convention sketch -o -", "from standard input to standard output"),
    ],
    operands: 1...1, operandNames: ["SPEC"],
    options: [
      SpecOptions.convention("convention", "How the numbers are read. Required."),
      OptionGrammar(
        name: "element", value: "ID",
        help: "Only this element, where it stands on the canvas. Default: all."),
      SpecOptions.scale,
      OptionGrammar(
        name: "output", short: "o", value: "FILE.png",
        help: "Where the PNG goes; - is standard output. Required."),
      SpecOptions.help,
    ])

  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus {
    guard let name = arguments.value("convention") else {
      throw Failure(
        UsageError.missingOption(
          command: "render", option: "--convention NAME", hint: "Try: --convention ios"))
    }
    guard let output = arguments.value("output") else {
      throw Failure(
        UsageError.missingOption(command: "render", option: "-o FILE.png", hint: "Try: -o out.png"))
    }
    let path = arguments.operands[0]
    let spec = try readSpec(path)
    let scale = try SpecOptions.readScale(arguments)
    let convention = try SpecOptions.readConvention(name, option: "--convention", spec: spec)
    let element = try arguments.value("element").map { id throws(Failure) in
      try find(id, in: spec)
    }
    let audit = try SpecOptions.audit(spec, scale: scale, path: path)
    let inputs = SpecOptions.inputs(path, audit)
    try inputs.refuse(output, option: "--output")
    let picture = try SpecOptions.drawing { () throws(FontError) in
      try audit.canvas(under: convention, only: element)
    }
    try writeOutput(
      encodePNG(picture), to: output, option: "--output", sparing: inputs, console: console)
    return .agrees
  }

  private static func find(_ id: String, in spec: Spec) throws(Failure) -> Element {
    if let element = spec.elements.first(where: { $0.id == id }) { return element }
    let ids = spec.elements.map(\.id)
    throw Failure(
      UsageError.badValue(
        option: "--element", expected: "an id of the spec: \(orList(ids))", found: id,
        hint: Spelling.nearest(to: id, among: ids).map { "Did you mean \($0)?" }))
  }
}
