extension JSONParser {
  mutating func readString() throws(JSONError) -> String {
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
  func unexpected(_ expected: JSONError.Expectation) -> JSONError {
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
  func word() -> String {
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

/// A letter of ASCII, a digit or an underscore.
func isWordByte(_ byte: UInt8) -> Bool {
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
