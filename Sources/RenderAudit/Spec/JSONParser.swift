/// Reads values one after the other, by recursion that `limits.depth` bounds.
struct JSONParser {
  let bytes: [UInt8]
  let limits: JSONReader.Limits
  var problems: [JSONReader.Problem] = []
  var position = 0
  private var line = 1
  private var lineStart = 0
  /// Continuation bytes since `lineStart`: they start no scalar, so they are no columns.
  var continuations = 0
  private var values = 0
  private var path = JSONPath()
  /// Where the error lies that is being thrown, when it is not `position`.
  var errorPlace: TextPlace?

  init(bytes: [UInt8], limits: JSONReader.Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  var place: TextPlace {
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

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

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
