internal import Conventions
internal import RenderAudit
internal import Typesetting

/// `renderaudit translate`: the numbers to type under one convention for what another draws.
enum TranslateCommand: Command {
  private static let forms = ["text", "spec"] + CodeLanguage.allCases.map(\.rawValue)

  static let grammar = CommandGrammar(
    name: "translate",
    summary: "Tells which numbers draw under one convention what a spec draws under another.",
    synopsis: "SPEC --from NAME --to NAME [options]",
    examples: [
      ("translate card.json --from sketch --to ios", "each element's numbers, and what is left"),
      ("translate card.json --from sketch --to ios --as swift", "UIKit and Core Animation code"),
      ("translate card.json --from ios --to css --as spec", "a spec with the new numbers"),
    ],
    operands: 1...1, operandNames: ["SPEC"],
    options: [
      SpecOptions.convention(
        "from", "What the design was drawn with. Default: compare.reference of the spec."),
      SpecOptions.convention(
        "to",
        "What is to draw it. Default: the platform of the code, or the first of "
          + "compare.candidates of the spec."),
      OptionGrammar(
        name: "as", value: forms.joined(separator: "|"),
        help: "text for people (the default); a spec; or code: swift is UIKit and Core Animation, "
          + "kotlin Jetpack Compose, dart Flutter.",
        words: forms),
      SpecOptions.scale, SpecOptions.help,
    ],
    notes: [
      "Every translation is proved by drawing it: what is left is counted in pixels and steps of "
        + "1/255. Guides/Translation.md tells the formulas."
    ])

  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus {
    let path = arguments.operands[0]
    let spec = try readSpec(path)
    let scale = try SpecOptions.readScale(arguments)
    let form = arguments.value("as") ?? "text"
    let language = CodeLanguage(rawValue: form)
    let from = try convention(
      arguments.value("from") ?? spec.comparison.reference, "from", in: spec)
    let to = try convention(
      arguments.value("to") ?? language?.conventionName ?? spec.comparison.candidates.first, "to",
      in: spec)
    let audit = try SpecOptions.audit(spec, scale: scale, path: path)
    let progress = Progress(console)
    let translation = try SpecOptions.drawing { () throws(FontError) in
      try audit.translate(from: from, to: to) { progress.say($0) }
    }
    progress.finish()
    if let language {
      guard translation.canBeWritten(in: language) else { throw unsuited(language, translation) }
      try console.print(translation.code(in: language))
    } else {
      try console.print(form == "spec" ? translation.spec.write() : translation.text())
    }
    return .agrees
  }

  private static func convention(
    _ name: String?, _ option: String, in spec: Spec
  ) throws(Failure) -> Convention {
    guard let name else {
      throw Failure(
        UsageError.missingOption(
          command: "translate", option: "--\(option) NAME",
          hint: "Try: --from sketch --to ios"))
    }
    return try SpecOptions.readConvention(name, option: "--\(option)", spec: spec)
  }

  private static func unsuited(
    _ language: CodeLanguage, _ translation: SpecTranslation
  ) -> Failure {
    let words = translation.languages.map(\.rawValue)
    let name = translation.to.name
    return Failure(
      UsageError.badValue(
        option: "--as",
        expected: orList(["text", "spec"] + words) + " for --to \(name)",
        found: language.rawValue,
        hint: "Try: --to \(language.conventionName) --as \(language.rawValue)"))
  }
}
