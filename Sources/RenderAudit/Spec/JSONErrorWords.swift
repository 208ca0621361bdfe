internal import Conventions

extension JSONError {
  var what: String {
    switch self {
    case .tooManyBytes: "file too large"
    case .empty: "empty file"
    case .byteOrderMark: "byte order mark"
    case .notUTF8: "text that is not UTF-8"
    case .unexpected(_, .endOfFile): "end of file"
    case .unexpected: "malformed JSON"
    case .nestedTooDeep: "nesting too deep"
    case .tooManyValues: "too many values"
    case .malformedNumber: "malformed number"
    case .hugeNumber: "number out of range"
    case .unterminatedString: "unterminated string"
    case .controlCharacter: "control character"
    case .malformedEscape: "malformed escape"
    case .loneSurrogate: "half a surrogate pair"
    case .duplicateKey: "duplicate key"
    }
  }

  var expected: String {
    switch self {
    case .tooManyBytes(_, let limit): "at most \(limit) bytes"
    case .empty: "a JSON object"
    case .byteOrderMark: "UTF-8 without a byte order mark"
    case .notUTF8: "UTF-8"
    case .unexpected(let expected, _): expected.words
    case .nestedTooDeep(let limit): "at most \(limit) arrays and objects within each other"
    case .tooManyValues(let limit): "at most \(limit) values"
    case .malformedNumber: "a number such as 0.5, -3 or 1e3"
    case .hugeNumber: "a number within ±1.8e308"
    case .unterminatedString: "a closing quote"
    case .controlCharacter: "an escape such as \\n or \\t"
    case .malformedEscape:
      "\\n, \\t, \\\", \\\\, \\/, \\b, \\f, \\r or \\u and four hexadecimal digits"
    case .loneSurrogate: "\\uD800 to \\uDBFF, then \\uDC00 to \\uDFFF"
    case .duplicateKey: "each key once"
    }
  }

  var found: String {
    switch self {
    case .tooManyBytes(let found, _): "\(found)"
    case .empty: "nothing"
    case .byteOrderMark: "one"
    case .notUTF8(let byte): "byte \(hexadecimal(byte))"
    case .unexpected(_, let found): found.words
    case .nestedTooDeep, .tooManyValues: "more"
    case .malformedNumber(let text), .hugeNumber(let text), .malformedEscape(let text),
      .loneSurrogate(let text):
      printable(text)
    case .unterminatedString: "the end of the line"
    case .controlCharacter(let byte): "byte \(hexadecimal(byte))"
    case .duplicateKey(let key, let first):
      "\(quoted(key)), which stands in line \(first.line), column \(first.column) too"
    }
  }

  var suggestion: String {
    switch self {
    case .tooManyBytes, .tooManyValues: "several smaller specs"
    case .empty:
      "{ \"version\": 1, \"canvas\": { \"width\": 375, \"height\": 300 }, \"elements\": [] }"
    case .byteOrderMark, .notUTF8: "save the file as UTF-8 without a byte order mark"
    case .unexpected(_, .comment): "remove the comment; JSON has none"
    case .unexpected(_, .singleQuote): "double quotes"
    case .unexpected(.key, .closing), .unexpected(.value, .closing):
      "remove the comma before it, or add what is missing"
    case .unexpected(.value, .text(let word))
    where ["true", "false", "null"].contains(word.lowercased()):
      word.lowercased()
    case .unexpected(.value, .text(let word))
    where ["nan", "infinity", "inf"].contains(word.lowercased()):
      "a finite number"
    case .unexpected(.endOfFile, _): "remove what follows the closing bracket of the document"
    case .unexpected(_, .endOfFile): "close every { and [ that is open"
    case .unexpected(.key, _), .unexpected(.keyOrEnd, _): "double quotes around the key"
    case .unexpected(.value, .text(let word)) where leadingNumber(word) != nil:
      numberSuggestion(word)
    case .unexpected(.value, _):
      "a number, a text between double quotes, true, false, an array or an object"
    case .unexpected(let expected, _): "add \(expected.words) before it"
    case .nestedTooDeep: "a spec needs 8"
    case .malformedNumber(let text): numberSuggestion(text)
    case .hugeNumber: "a smaller number"
    case .unterminatedString: "\" at the end of the string, and \\n where its line breaks"
    case .controlCharacter: "remove it, or write it as \\u and four hexadecimal digits"
    case .malformedEscape: "\\\\ for a backslash"
    case .loneSurrogate: "the character itself, in UTF-8"
    case .duplicateKey: "remove one of the two"
    }
  }
}

extension JSONError.Expectation {
  fileprivate var words: String {
    switch self {
    case .value: "a value"
    case .key: "a key"
    case .keyOrEnd: "a key or }"
    case .colon: "a colon"
    case .commaOrEndOfArray: "a comma or ]"
    case .commaOrEndOfObject: "a comma or }"
    case .endOfFile: "the end of the file"
    }
  }
}

extension JSONError.Token {
  fileprivate var words: String {
    switch self {
    case .endOfFile: "the end of the file"
    case .comma: "a comma"
    case .closing(let bracket): String(bracket)
    case .comment: "a comment"
    case .singleQuote: "a single quote"
    case .text(let text): printable(text)
    }
  }
}

/// The number that was probably meant: `0375`, `.5`, `375px`.
private func numberSuggestion(_ text: String) -> String {
  guard let number = leadingNumber(text) else { return "a number" }
  let digits = JSONWriter.digits(number.value)
  return number.rest.isEmpty ? digits : "\(digits), without \(printable(number.rest))"
}

/// The text without quotes around it, with what a terminal could take amiss escaped.
private func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    let isSafe = scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value)
    result += isSafe ? String(scalar) : JSONWriter.quoted(String(scalar)).filter { $0 != "\"" }
  }
  return result
}

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "0x" + (digits.count < 2 ? "0" : "") + digits
}
