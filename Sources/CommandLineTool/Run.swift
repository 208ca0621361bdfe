internal import Conventions
internal import ImageCodec

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The tool: words in; results, talk and an exit status out.
public enum Tool {
  public static let version = "0.1.0"

  /// In the order that help lists them.
  static let commands: [any Command.Type] = [
    CompareCommand.self, RenderCommand.self, LayoutCommand.self, TranslateCommand.self,
    DiffCommand.self, ConventionsCommand.self,
  ]

  static var commandNames: [String] { commands.map { $0.grammar.name } }

  /// Runs with the process's arguments and streams, and ends the process.
  public static func main() -> Never {
    Interruption.watch()
    exit(run(arguments(), console: .standard).rawValue)
  }

  /// The process's arguments without its name. Names of files are bytes: those that are no UTF-8 are
  /// kept, where `CommandLine.arguments` would put others in their place.
  private static func arguments() -> [String] {
    let words = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).compactMap { words[$0] }.map { word in
      pathText(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// Runs one command line, without the tool's name.
  public static func run(_ words: [String], console: Console) -> ExitStatus {
    do {
      return try dispatch(words, console: console)
    } catch {
      console.tell(error.message + "\n")
      return error.status
    }
  }

  private static func dispatch(
    _ words: [String], console: Console
  ) throws(Failure) -> ExitStatus {
    guard let first = words.first else { throw Failure(UsageError.noCommand) }
    switch first {
    case "--help", "-h", "help":
      return try print(HelpText.overview(commands.map { $0.grammar }), to: console)
    case "--version": return try print("renderaudit \(version)\n", to: console)
    default: break
    }
    guard let command = commands.first(where: { $0.grammar.name == first }) else {
      throw Failure(
        UsageError.unknownCommand(first, nearest: Spelling.nearest(to: first, among: commandNames)))
    }
    let arguments: Arguments
    do { arguments = try command.grammar.parse(Array(words.dropFirst())) } catch {
      throw Failure(error)
    }
    if arguments.has("help") { return try print(HelpText.command(command.grammar), to: console) }
    return try command.run(arguments, console: console)
  }

  private static func print(_ text: String, to console: Console) throws(Failure) -> ExitStatus {
    try console.print(text)
    return .agrees
  }
}

/// One verb of the command line.
protocol Command: Sendable {
  static var grammar: CommandGrammar { get }
  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus
}

/// Why a command ended early: the sentence to print, and the exit status.
struct Failure: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  init(_ error: UsageError) { self.init(error.description, .usage) }
}

extension Console {
  /// Prints a result. A spec's words may hold what a terminal would obey: it is escaped here, for
  /// whatever is printed.
  func print(_ text: String) throws(Failure) {
    try print(bytes: Array(printableLines(text).utf8))
  }

  /// Talks on standard error, with the same escaped.
  func tell(_ text: String) { err(printableLines(text)) }

  func print(bytes: [UInt8]) throws(Failure) {
    guard out(bytes) else {
      throw Failure(
        "error: standard output: expected to take \(bytes.count) bytes, found it closed or full\n"
          + "  Try: write to a file instead.", .cannotWriteOutput)
    }
  }
}
