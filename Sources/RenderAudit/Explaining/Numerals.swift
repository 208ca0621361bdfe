/// Numbers in sentences: at most so many decimal places, none that are 0, a minus as typesetters
/// write it, halves away from zero.
func numeral(_ number: Double, places: Int = 2) -> String {
  let text = fixed(number, places: places)
  var digits = Substring(text)
  if digits.contains(".") {
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
  }
  if digits.first == "-" { return "−" + digits.dropFirst() }
  return String(digits)
}

/// A length in points: "2.33 pt".
func points(_ length: Double) -> String { "\(numeral(length)) pt" }

/// "a", "a and b", "a, b and c".
func andList(_ words: [String]) -> String {
  guard words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + words.last!
}

/// How often as large, in words where there are some: "twice", "half", "1.25 times"; of what was next
/// to nothing "many times".
func times(_ ratio: Double) -> String {
  switch ratio {
  case 2: "twice"
  case 0.5: "half"
  case 1e6...: "many times"
  default: "\(numeral(ratio)) times"
  }
}

extension String {
  /// With its first letter as a capital.
  var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
