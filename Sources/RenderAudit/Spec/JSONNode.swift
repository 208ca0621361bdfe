/// A place in a text file; both numbers count from 1.
public struct TextPlace: Hashable, Sendable, Comparable {
  public var line: Int
  /// Unicode scalars, not bytes.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: TextPlace, b: TextPlace) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A JSON value with the place where it starts.
public struct JSONNode: Sendable {
  public var value: Value
  public var place: TextPlace

  public enum Value: Sendable {
    case null
    case bool(Bool)
    /// Finite.
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([Member])
    /// Was reported already; whoever meets it stays silent.
    case invalid
  }

  public struct Member: Sendable {
    public var key: String
    public var keyPlace: TextPlace
    public var node: JSONNode
  }
}

/// Why a file is not JSON (RFC 8259), or not JSON that we accept.
public enum JSONError: Error, Hashable, Sendable {
  case tooManyBytes(found: Int, limit: Int)
  case empty
  /// The mark of UTF-8, or of UTF-16.
  case byteOrderMark
  case notUTF8(byte: UInt8)
  case unexpected(expected: Expectation, found: Token)
  case nestedTooDeep(limit: Int)
  case tooManyValues(limit: Int)
  case malformedNumber(String)
  /// Its magnitude is beyond that of a Double.
  case hugeNumber(String)
  case unterminatedString
  case controlCharacter(UInt8)
  case malformedEscape(String)
  /// Half of a surrogate pair without its other half.
  case loneSurrogate(String)
  case duplicateKey(String, first: TextPlace)

  public enum Expectation: Hashable, Sendable {
    case value, key, keyOrEnd, colon, commaOrEndOfArray, commaOrEndOfObject, endOfFile
  }

  /// What stands there instead.
  public enum Token: Hashable, Sendable {
    case endOfFile
    case comma
    case closing(Character)
    case comment
    case singleQuote
    /// A bare word such as `True`, or another character.
    case text(String)
  }
}
