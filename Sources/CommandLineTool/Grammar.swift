internal import Conventions

/// What a command accepts, as data. Parsing and help text both read it.
struct CommandGrammar: Sendable {
  var name: String
  /// One line for the list of commands.
  var summary: String
  /// What follows the name in the synopsis.
  var synopsis: String
  /// Command lines without the tool's name, each with what it does.
  var examples: [(line: String, does: String)]
  var operands: ClosedRange<Int>
  /// The operands' names, for messages.
  var operandNames: [String]
  var options: [OptionGrammar]
  /// Paragraphs after the options.
  var notes: [String] = []
}

struct OptionGrammar: Sendable {
  /// Without dashes.
  var name: String
  var short: Character? = nil
  /// Nil: a switch.
  var value: String? = nil
  /// With unit, range and default.
  var help: String
  /// The only words allowed; empty: any.
  var words: [String] = []
  var repeats = false
}

/// The command line is not one we understand.
public enum UsageError: Error, Hashable, Sendable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, command: String, nearest: String?)
  case missingValue(option: String, expected: String)
  case unexpectedValue(option: String, found: String)
  case badValue(option: String, expected: String, found: String, hint: String?)
  case repeated(option: String)
  case wrongOperands(command: String, expected: String, found: [String])
  case missingOption(command: String, option: String, hint: String)
  case conflict(String, String)
  /// The option would write over what is read, or into it; `input` says which that is.
  case outputIsInput(option: String, output: String, input: String)
  case outputIsInFolder(String, folder: String)
  /// A and B are one folder.
  case sameFolder(String, String)
}

/// A command line taken apart.
struct Arguments: Sendable {
  var command: String
  var operands: [String] = []
  private(set) var values: [String: [String]] = [:]

  func has(_ option: String) -> Bool { values[option] != nil }
  func value(_ option: String) -> String? { values[option]?.last }
  func all(_ option: String) -> [String] { values[option] ?? [] }

  mutating func add(_ value: String, to option: String) {
    values[option, default: []].append(value)
  }
}

extension CommandGrammar {
  /// Reads what follows the command's name. `--name value`, `--name=value`, `-o value`; `--` ends
  /// the options; `-` alone is an operand.
  func parse(_ words: [String]) throws(UsageError) -> Arguments {
    var result = Arguments(command: name)
    var index = 0
    var optionsEnded = false
    while index < words.count {
      let word = words[index]
      index += 1
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        result.operands.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let (option, attached) = try find(word)
      guard let value = option.value else {
        if let attached { throw .unexpectedValue(option: "--\(option.name)", found: attached) }
        result.add("", to: option.name)
        continue
      }
      if attached == nil, index >= words.count {
        throw .missingValue(option: "--\(option.name)", expected: value)
      }
      let given = attached ?? words[index]
      if attached == nil { index += 1 }
      // An empty folder would be the root of the file system.
      if given.isEmpty { throw .missingValue(option: "--\(option.name)", expected: value) }
      if !option.words.isEmpty, !option.words.contains(given) {
        throw .badValue(
          option: "--\(option.name)", expected: orList(option.words), found: given,
          hint: Spelling.nearest(to: given, among: option.words).map { "Did you mean \($0)?" })
      }
      if !option.repeats, result.has(option.name) { throw .repeated(option: "--\(option.name)") }
      result.add(given, to: option.name)
    }
    if !result.has("help"), !operands.contains(result.operands.count) {
      throw .wrongOperands(
        command: name,
        expected: operandNames.isEmpty ? "none" : operandNames.joined(separator: " "),
        found: result.operands)
    }
    return result
  }

  private func find(_ word: String) throws(UsageError) -> (OptionGrammar, attached: String?) {
    if word.hasPrefix("--") {
      let body = word.dropFirst(2)
      let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(parts[0])
      if let option = options.first(where: { $0.name == key }) {
        return (option, parts.count > 1 ? String(parts[1]) : nil)
      }
      throw .unknownOption(
        "--\(key)", command: name,
        nearest: Spelling.nearest(to: key, among: options.map(\.name)).map { "--\($0)" })
    }
    let body = word.dropFirst()
    if let first = body.first, let option = options.first(where: { $0.short == first }) {
      return (option, body.count > 1 ? String(body.dropFirst()) : nil)
    }
    throw .unknownOption(word, command: name, nearest: nil)
  }
}
