/// Reads JSON strictly by RFC 8259, with the place of every value.
///
/// Mistakes after which reading can go on (a key that comes twice, a number beyond Double, half a
/// surrogate pair) are collected; the first other one ends it.
public struct JSONReader {
  public struct Problem: Hashable, Sendable {
    public var error: JSONError
    public var place: TextPlace
    /// The path of the array or object that was being read: `elements[2]`.
    public var path: String
  }

  public struct Limits: Sendable {
    public var bytes = 64 << 20
    /// Arrays and objects within each other.
    public var depth = 256
    /// A value takes up to 100 bytes of memory: 2^20 of them about 100 MB.
    public var values = 1 << 20

    public init() {}
  }

  /// Nil when the text could not be read to its end.
  public private(set) var root: JSONNode?
  /// In the order of the text.
  public private(set) var problems: [Problem] = []

  public init(_ bytes: [UInt8], limits: Limits = Limits()) {
    var parser = Parser(bytes: bytes, limits: limits)
    do {
      root = try parser.readDocument()
    } catch {
      parser.report(error)
    }
    problems = parser.problems
  }
}

private struct Parser {
  let bytes: [UInt8]
  let limits: JSONReader.Limits
  var problems: [JSONReader.Problem] = []
  private var position = 0
  private var line = 1
  private var lineStart = 0
  /// Continuation bytes since `lineStart`: they start no scalar, so they are no columns.
  private var continuations = 0
  private var values = 0
  private var path = JSONPath()
  /// Where the error lies that is being thrown, when it is not `position`.
  private var errorPlace: TextPlace?

  init(bytes: [UInt8], limits: JSONReader.Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  private var place: TextPlace {
    TextPlace(line: line, column: position - lineStart - continuations + 1)
  }

  mutating func report(_ error: JSONError, at place: TextPlace? = nil) {
    // A file of errors must not take more memory than a file of values.
    guard problems.count < 1000 else { return }
    problems.append(
      JSONReader.Problem(
        error: error, place: place ?? errorPlace ?? self.place, path: path.description))
  }

  mutating func readDocument() throws(JSONError) -> JSONNode {
    guard bytes.count <= limits.bytes else {
      throw .tooManyBytes(found: bytes.count, limit: limits.bytes)
    }
    let start = bytes.prefix(3)
    if start == [0xEF, 0xBB, 0xBF] || start.prefix(2) == [0xFE, 0xFF]
      || start.prefix(2) == [0xFF, 0xFE]
    {
      throw .byteOrderMark
    }
    try skipSpace()
    if position == bytes.count { throw .empty }
    let root = try readValue()
    try skipSpace()
    if position < bytes.count { throw unexpected(.endOfFile) }
    return root
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() throws(JSONError) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        line += 1
        lineStart = position
        continuations = 0
      default: return
      }
    }
  }

  private mutating func readValue() throws(JSONError) -> JSONNode {
    values += 1
    if values > limits.values { throw .tooManyValues(limit: limits.values) }
    let start = place
    let value: JSONNode.Value
    switch next {
    case UInt8(ascii: "{"): value = try readObject()
    case UInt8(ascii: "["): value = try readArray()
    case UInt8(ascii: "\""): value = .string(try readString())
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): value = try readNumber()
    default:
      if read("null") {
        value = .null
      } else if read("true") {
        value = .bool(true)
      } else if read("false") {
        value = .bool(false)
      } else {
        throw unexpected(.value)
      }
    }
    return JSONNode(value: value, place: start)
  }

  /// Reads the word when it stands here, and nothing that continues it.
  private mutating func read(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[position + offset] != word.utf8Start[offset] {
      return false
    }
    if end < bytes.count, isWordByte(bytes[end]) { return false }
    position = end
    return true
  }

  private mutating func readArray() throws(JSONError) -> JSONNode.Value {
    try enter()
    var elements: [JSONNode] = []
    position += 1
    try skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      path.removeLast()
      return .array([])
    }
    while true {
      path.setLast(.index(elements.count))
      elements.append(try readValue())
      try skipSpace()
      switch next {
      case UInt8(ascii: ","):
        position += 1
        try skipSpace()
        if next == UInt8(ascii: "]") { throw unexpected(.value) }
      case UInt8(ascii: "]"):
        position += 1
        path.removeLast()
        return .array(elements)
      default: throw unexpected(.commaOrEndOfArray)
      }
    }
  }

  private mutating func readObject() throws(JSONError) -> JSONNode.Value {
    try enter()
    var members: [JSONNode.Member] = []
    var seen: [String: TextPlace] = [:]
    position += 1
    try skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      path.removeLast()
      return .object([])
    }
    while true {
      guard next == UInt8(ascii: "\"") else {
        throw unexpected(members.isEmpty ? .keyOrEnd : .key)
      }
      let keyPlace = place
      path.setLast(.none)
      let key = try readString()
      path.setLast(.key(key))
      try skipSpace()
      guard next == UInt8(ascii: ":") else { throw unexpected(.colon) }
      position += 1
      try skipSpace()
      let first = seen.updateValue(keyPlace, forKey: key)
      if let first { report(.duplicateKey(key, first: first), at: keyPlace) }
      let node = try readValue()
      if first == nil {
        members.append(JSONNode.Member(key: key, keyPlace: keyPlace, node: node))
      }
      try skipSpace()
      switch next {
      case UInt8(ascii: ","):
        position += 1
        try skipSpace()
      case UInt8(ascii: "}"):
        position += 1
        path.removeLast()
        return .object(members)
      default: throw unexpected(.commaOrEndOfObject)
      }
    }
  }

  private mutating func enter() throws(JSONError) {
    if path.depth >= limits.depth { throw .nestedTooDeep(limit: limits.depth) }
    path.append(.none)
  }

  /// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
  private mutating func readNumber() throws(JSONError) -> JSONNode.Value {
    let start = position
    let startPlace = place
    if next == UInt8(ascii: "-") { position += 1 }
    let integerStart = position
    skipDigits()
    var isWellFormed =
      position > integerStart
      && (bytes[integerStart] != UInt8(ascii: "0") || position == integerStart + 1)
    if next == UInt8(ascii: ".") {
      position += 1
      isWellFormed = skipDigits() && isWellFormed
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      isWellFormed = skipDigits() && isWellFormed
    }
    if let byte = next, isWordByte(byte) || byte == UInt8(ascii: ".") { isWellFormed = false }
    guard isWellFormed else {
      position = start
      throw .malformedNumber(word())
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      report(.hugeNumber(shortened(text)), at: startPlace)
      return .invalid
    }
    return .number(number)
  }

  @discardableResult
  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position > start
  }
}

extension Parser {
  private mutating func readString() throws(JSONError) -> String {
    let opening = place
    position += 1
    let start = position
    // Most strings have no escapes: they are taken in one piece.
    var unescaped: [UInt8]?
    var copied = start
    while true {
      guard let byte = next else {
        errorPlace = opening
        throw .unterminatedString
      }
      switch byte {
      case UInt8(ascii: "\""):
        let rest = bytes[copied..<position]
        position += 1
        guard var text = unescaped else { return String(decoding: rest, as: UTF8.self) }
        text.append(contentsOf: rest)
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        var text = unescaped.take() ?? []
        text.append(contentsOf: bytes[copied..<position])
        text.append(contentsOf: String(try readEscape()).utf8)
        copied = position
        unescaped = text
      case 0..<0x20:
        // A string that runs over its line has most likely lost its closing quote.
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          errorPlace = opening
          throw .unterminatedString
        }
        throw .controlCharacter(byte)
      case 0x20..<0x80: position += 1
      default:
        guard let length = lengthOfScalar() else { throw .notUTF8(byte: byte) }
        position += length
        continuations += length - 1
      }
    }
  }

  /// The length of the well-formed UTF-8 sequence of several bytes that starts here (RFC 3629).
  private func lengthOfScalar() -> Int? {
    let lead = bytes[position]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
    for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 { return nil }
    return length
  }

  private mutating func readEscape() throws(JSONError) -> UnicodeScalar {
    let start = place
    position += 1
    defer { position += 1 }
    switch next {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      position -= 1
      throw malformedEscape(at: start)
    }
    guard let first = hexadecimal(at: position + 1) else {
      position -= 1
      throw malformedEscape(at: start)
    }
    position += 4
    if let scalar = UnicodeScalar(first) { return scalar }
    let lead = String(first, radix: 16, uppercase: true)
    guard first < 0xDC00, position + 2 < bytes.count, bytes[position + 1] == UInt8(ascii: "\\"),
      bytes[position + 2] == UInt8(ascii: "u"), let second = hexadecimal(at: position + 3),
      0xDC00..<0xE000 ~= second,
      let scalar = UnicodeScalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
    else {
      report(.loneSurrogate("\\u" + lead), at: start)
      return "\u{FFFD}"
    }
    position += 6
    return scalar
  }

  private mutating func malformedEscape(at start: TextPlace) -> JSONError {
    errorPlace = start
    var end = min(bytes.count, position + 2)
    if bytes[end - 1] == UInt8(ascii: "u") {
      let longest = min(bytes.count, position + 6)
      while end < longest, hexadecimalDigit(bytes[end]) != nil { end += 1 }
    }
    return .malformedEscape(String(decoding: bytes[position..<end], as: UTF8.self))
  }

  private func hexadecimal(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  /// What stands here, instead of what is expected.
  private func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    guard let byte = next else { return .unexpected(expected: expected, found: .endOfFile) }
    let token: JSONError.Token
    switch byte {
    case UInt8(ascii: ","): token = .comma
    case UInt8(ascii: "]"): token = .closing("]")
    case UInt8(ascii: "}"): token = .closing("}")
    case UInt8(ascii: "/"): token = .comment
    case UInt8(ascii: "'"): token = .singleQuote
    case 0x80...:
      guard lengthOfScalar() != nil else { return .notUTF8(byte: byte) }
      token = .text(word())
    case 0..<0x20, 0x7F: return .controlCharacter(byte)
    default: token = .text(word())
    }
    return .unexpected(expected: expected, found: token)
  }

  /// The word or number that starts here, or its first character; shortened.
  private func word() -> String {
    var end = position
    while end < bytes.count,
      isWordByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "-")
        || bytes[end] == UInt8(ascii: "+")
    {
      end += 1
    }
    if end == position {
      end += bytes[position] < 0x80 ? 1 : lengthOfScalar() ?? 1
    }
    return shortened(String(decoding: bytes[position..<end], as: UTF8.self))
  }
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}

func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// At most 40 characters of a text, for a message.
func shortened(_ text: String) -> String {
  guard text.utf8.count > 40, text.count > 40 else { return text }
  return text.prefix(39) + "…"
}
