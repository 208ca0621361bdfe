/// How the tool ends. The numbers are part of the contract with scripts; there are no others.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  case agrees = 0
  case differs = 1
  case usage = 64
  case badData = 65
  case cannotOpenInput = 66
  case cannotWriteOutput = 73
  case internalError = 70
  case interrupted = 130

  /// What `--help` says of it.
  public var meaning: String {
    switch self {
    case .agrees: "agrees within tolerance"
    case .differs: "differs"
    case .usage: "the command line is wrong"
    case .badData: "bad data: a spec or an image"
    case .cannotOpenInput: "an input cannot be opened"
    case .cannotWriteOutput: "an output cannot be written"
    case .internalError: "a bug of ours"
    case .interrupted: "interrupted"
    }
  }
}
