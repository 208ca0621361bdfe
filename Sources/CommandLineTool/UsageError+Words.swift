internal import Conventions
internal import ImageCodec

extension UsageError: CustomStringConvertible {
  /// The message as it is printed, without a trailing newline.
  public var description: String {
    switch self {
    case .noCommand:
      "error: no command: expected one of \(orList(Tool.commandNames)), found nothing\n"
        + "  Try: renderaudit --help"
    case .unknownCommand(let word, let nearest):
      "error: unknown command: expected \(orList(Tool.commandNames)), found \(printable(word))\n"
        + (nearest.map { "  Did you mean: renderaudit \($0)?" } ?? "  Try: renderaudit --help")
    case .unknownOption(let word, let command, let nearest):
      "error: unknown option of \(command): found \(printable(word))\n"
        + (nearest.map { "  Did you mean \($0)?" } ?? "  Try: renderaudit \(command) --help")
    case .missingValue(let option, let expected):
      "error: \(option): expected \(expected) after it, found nothing\n"
        + "  Try: \(option) \(expected)"
    case .unexpectedValue(let option, let found):
      "error: \(option): expected no value, found \(printable(found))\n  Try: \(option)"
    case .badValue(let option, let expected, let found, let hint):
      "error: \(option): expected \(expected), found \(printable(found))\n"
        + "  \(hint ?? "Try: \(option) with \(expected).")"
    case .repeated(let option):
      "error: \(option): expected once, found twice\n  Try: leave one of the two out."
    case .wrongOperands(let command, let expected, let found):
      "error: arguments of \(command): expected \(expected), found "
        + (found.isEmpty ? "nothing" : found.map { printable($0) }.joined(separator: " "))
        + "\n  Try: renderaudit \(command) --help"
    case .missingOption(let command, let option, let hint):
      "error: \(command): expected \(option), found nothing\n  \(hint)"
    case .conflict(let a, let b):
      "error: \(a) and \(b): expected one of the two, found both\n  Try: leave one out."
    case .outputIsInput(let option, let output, let input):
      "error: \(option) \(printable(output)): expected a file of its own, found "
        + "\(printable(input)), which it would overwrite\n  Try: \(option) with another name."
    case .outputIsInFolder(let output, let folder):
      "error: --out \(printable(output)): expected a folder outside of both, found one that is "
        + "\(printable(folder)) or lies in it\n  Try: --out differences, a folder beside them"
    case .sameFolder(let a, let b):
      "error: \(printable(a)) and \(printable(b)): expected two folders, found one and the same\n"
        + "  Try: the folder of the other run, or --allow-same."
    }
  }
}
