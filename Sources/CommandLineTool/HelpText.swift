/// The words of `--help`, made from the grammars.
enum HelpText {
  static func overview(_ commands: [CommandGrammar]) -> String {
    var lines = [
      "RenderAudit shows where the same design numbers give different pixels, why, and what to type.",
      "",
      "Examples:",
      "  renderaudit compare card.json --out report     draw a spec as Sketch and as iOS, and explain",
      "  renderaudit diff before.png after.png          compare two pictures",
      "  renderaudit conventions sketch ios             what the two mean by the same numbers",
      "",
      "Commands:",
    ]
    let width = commands.map(\.name.count).max() ?? 0
    lines += commands.map { "  \(padded($0.name, width + 2))\($0.summary)" }
    lines += [
      "",
      "renderaudit COMMAND --help tells more; renderaudit --version prints the version.",
      "",
    ]
    return (lines + exitStatus).joined(separator: "\n") + "\n"
  }

  static func command(_ grammar: CommandGrammar) -> String {
    var lines = [grammar.summary, "", "Examples:"]
    for example in grammar.examples {
      lines += ["  renderaudit \(example.line)", "      \(example.does)"]
    }
    lines += ["", "Usage: renderaudit \(grammar.name) \(grammar.synopsis)", "", "Options:"]
    let heads = grammar.options.map { option in
      (option.short.map { "-\($0), " } ?? "") + "--\(option.name)"
        + (option.value.map { " \($0)" } ?? "")
    }
    let width = min(26, heads.map(\.count).max() ?? 0)
    for (head, option) in zip(heads, grammar.options) {
      let indent = String(repeating: " ", count: width + 4)
      let text = wrapped(option.help, to: 96 - indent.count)
      if head.count > width {
        lines.append("  \(head)")
        lines += text.map { indent + $0 }
      } else {
        lines.append("  \(padded(head, width + 2))\(text[0])")
        lines += text.dropFirst().map { indent + $0 }
      }
    }
    for note in grammar.notes { lines += [""] + wrapped(note, to: 96) }
    return (lines + [""] + exitStatus).joined(separator: "\n") + "\n"
  }

  private static var exitStatus: [String] {
    ["Exit status:"] + ExitStatus.allCases.map { "  \(padded("\($0.rawValue)", 4))\($0.meaning)" }
  }
}

/// `text` with spaces after it, up to `width` characters.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Breaks `text` at spaces into lines of at most `width` characters; at least one line.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + [line]
}
