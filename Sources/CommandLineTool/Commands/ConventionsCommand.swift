internal import Conventions
internal import RenderAudit

/// `renderaudit conventions`: the list; one; or what differs between two.
enum ConventionsCommand: Command {
  static let grammar = CommandGrammar(
    name: "conventions",
    summary: "Lists conventions, shows one, or tells what differs between two.",
    synopsis: "[NAME [NAME]] [--format text|json]",
    examples: [
      ("conventions", "the list"),
      ("conventions ios", "every choice with its source and how sure we are"),
      ("conventions sketch ios", "what the two mean by the same numbers"),
    ],
    operands: 0...2, operandNames: ["[NAME [NAME]]"],
    options: [SpecOptions.format, SpecOptions.help])

  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus {
    var named: [Convention] = []
    for name in arguments.operands { named.append(try find(name)) }
    let json = arguments.value("format") == "json"
    switch named.count {
    case 0:
      let all = Convention.builtIns
      try console.print(json ? ConventionReport.listJSON(all) : ConventionReport.listText(all))
    case 1:
      try console.print(
        json ? ConventionReport.json(named[0]) : ConventionReport.text(named[0]))
    default:
      let (a, b) = (named[0], named[1])
      try console.print(
        json
          ? ConventionReport.differencesJSON(a, b) : ConventionReport.differencesText(a, b))
    }
    return .agrees
  }

  private static func find(_ name: String) throws(Failure) -> Convention {
    if let convention = Convention.builtIn(named: name) { return convention }
    let names = Convention.builtIns.map(\.name)
    throw Failure(
      UsageError.badValue(
        option: "conventions", expected: orList(names), found: name,
        hint: Spelling.nearest(to: name, among: names).map { "Did you mean \($0)?" }))
  }
}
