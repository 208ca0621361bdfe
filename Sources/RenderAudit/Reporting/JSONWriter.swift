/// Writes JSON (RFC 8259) as text: UTF-8, two spaces of indentation, the same bytes on every run.
///
/// An array without objects in it stays on one line when it fits 80 columns; everything else takes
/// a line for each member.
public enum JSONWriter {
  /// The document, with a line feed at its end.
  public static func text(_ value: JSONValue) -> String {
    var output = Output()
    output.write(value, indent: 0, column: 0)
    output.text.append("\n")
    return output.text
  }

  /// The document on one line, without a line feed.
  public static func line(_ value: JSONValue) -> String {
    var output = Output()
    output.writeOnOneLine(value)
    return output.text
  }

  /// A string between quotes: `"` and `\` escaped, control characters as `\n`, `\t` or `\u00XX`.
  public static func quoted(_ string: String) -> String {
    var output = Output()
    output.write(string)
    return output.text
  }

  /// A number with the fewest digits that read back as the same number: `3`, `0.1`, `1e+21`.
  /// Whole numbers have no fraction; −0 is 0.
  ///
  /// - Precondition: `number` is finite.
  public static func digits(_ number: Double) -> String {
    precondition(number.isFinite, "JSON has no word for \(number)")
    // Beyond 2^53 not every whole number is a Double, so a shorter form with exponent is honest.
    if number.magnitude < 0x1p53, let whole = Int(exactly: number) { return String(whole) }
    let shortest = number.description
    if shortest.hasSuffix(".0") { return String(shortest.dropLast(2)) }
    // Swift writes 1e-07.
    guard let sign = shortest.lastIndex(of: "-"), shortest[..<sign].hasSuffix("e") else {
      return shortest
    }
    return String(shortest[...sign] + shortest[sign...].dropFirst().drop { $0 == "0" })
  }
}

private let widestLine = 80

private struct Output {
  var text = ""

  mutating func write(_ value: JSONValue, indent: Int, column: Int) {
    switch value {
    case .array(let elements):
      if let line = shortLine(value, room: widestLine - column) {
        text.append(line)
      } else {
        writeBlock("[", "]", elements, indent) { output, element in
          output.write(element, indent: indent + 2, column: indent + 2)
        }
      }
    case .object(let members):
      writeBlock("{", "}", members, indent) { output, member in
        let start = output.text.utf8.count
        output.write(member.key)
        output.text.append(": ")
        let width = output.text.utf8.count - start
        output.write(member.value, indent: indent + 2, column: indent + 2 + width)
      }
    default:
      writeOnOneLine(value)
    }
  }

  private mutating func writeBlock<Item>(
    _ opening: String, _ closing: String, _ items: [Item], _ indent: Int,
    _ writeItem: (inout Output, Item) -> Void
  ) {
    text.append(opening)
    for (index, item) in items.enumerated() {
      text.append(index == 0 ? "\n" : ",\n")
      text.append(String(repeating: " ", count: indent + 2))
      writeItem(&self, item)
    }
    if !items.isEmpty {
      text.append("\n")
      text.append(String(repeating: " ", count: indent))
    }
    text.append(closing)
  }

  /// The value on one line, or nil when it holds an object or needs more than `room` bytes.
  private func shortLine(_ value: JSONValue, room: Int) -> String? {
    guard fits(value, room: room) != nil else { return nil }
    var output = Output()
    output.writeOnOneLine(value)
    return output.text.utf8.count <= room ? output.text : nil
  }

  /// What is left of `room` after the least that `value` can take; nil when it cannot fit. Ends
  /// early, so that a long array is not written twice.
  private func fits(_ value: JSONValue, room: Int) -> Int? {
    var left = room
    switch value {
    case .object: return nil
    case .array(let elements):
      left -= 2
      for element in elements {
        guard let rest = fits(element, room: left) else { return nil }
        left = rest
      }
    case .string(let string): left -= string.utf8.count + 2
    default: left -= 1
    }
    return left < 0 ? nil : left
  }

  mutating func writeOnOneLine(_ value: JSONValue) {
    switch value {
    case .null: text.append("null")
    case .bool(let bool): text.append(bool ? "true" : "false")
    case .integer(let integer): text.append(String(integer))
    case .number(let number): text.append(number.isFinite ? JSONWriter.digits(number) : "null")
    case .string(let string): write(string)
    case .array(let elements):
      text.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(", ") }
        writeOnOneLine(element)
      }
      text.append("]")
    case .object(let members):
      text.append("{")
      for (index, member) in members.enumerated() {
        text.append(index > 0 ? ", " : " ")
        write(member.key)
        text.append(": ")
        writeOnOneLine(member.value)
      }
      text.append(members.isEmpty ? "}" : " }")
    }
  }

  mutating func write(_ string: String) {
    text.append("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text.append("\\\"")
      case "\\": text.append("\\\\")
      case "\n": text.append("\\n")
      case "\r": text.append("\\r")
      case "\t": text.append("\\t")
      // DEL, the C1 controls and the two separators are legal in JSON, but not safe in a terminal
      // or in a script.
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text.append("\"")
  }
}
