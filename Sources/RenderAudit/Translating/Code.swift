internal import Conventions
internal import Raster

/// A language in which a translation can be pasted.
public enum CodeLanguage: String, CaseIterable, Sendable {
  /// UIKit and Core Animation.
  case swift
  case swiftui
  case css
  /// Jetpack Compose.
  case kotlin
  /// Flutter.
  case dart

  /// The platform whose reading of the numbers the code relies on.
  var platform: Platform {
    switch self {
    case .swift: .coreAnimation
    case .swiftui: .swiftUI
    case .css: .css
    case .kotlin: .compose
    case .dart: .flutter
    }
  }
}

extension Platform {
  /// The languages in which the platform's numbers can be pasted.
  var languages: [CodeLanguage] { CodeLanguage.allCases.filter { $0.platform == self } }
}

extension Element {
  /// Code that draws the element as `convention` does, which is the language's own platform's or
  /// goes back to it.
  ///
  /// Lengths in points, at most five decimal places. Colours of Display P3 are named as such; hex
  /// colours are sRGB.
  func code(in language: CodeLanguage, under convention: Convention) -> String {
    let element = language == .css ? self : withGradientPoints(under: convention)
    return switch (language, content) {
    case (.swift, .rectangle): UIKitCode(element).rectangle()
    case (.swift, .text(let t)): UIKitCode(element).text(t)
    case (.swiftui, .rectangle): SwiftUICode(element).rectangle()
    case (.swiftui, .text(let t)): SwiftUICode(element).text(t)
    case (.css, .rectangle(let r)): CSSCode(element).rectangle(r)
    case (.css, .text(let t)): CSSCode(element).text(t)
    case (.kotlin, .rectangle): ComposeCode(element).rectangle()
    case (.kotlin, .text(let t)): ComposeCode(element).text(t)
    case (.dart, .rectangle): FlutterCode(element).rectangle()
    case (.dart, .text(let t)): FlutterCode(element).text(t)
    }
  }

  /// With the line of a gradient's angle written as points.
  private func withGradientPoints(under convention: Convention) -> Element {
    guard case .rectangle(var content) = content,
      case .linearGradient(var gradient)? = content.fill, case .angle(let degrees) = gradient.line
    else { return self }
    let box = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
    let field: GradientField =
      switch convention.gradientAngle {
      case .css: .cssAngle(degrees, in: box)
      case .unitSquare: .unitSquareAngle(degrees, in: box)
      case .android: .androidAngle(degrees, in: box)
      }
    let middle = Point(x: frame.width / 2, y: frame.height / 2)
    guard let line = field.line(through: middle, in: box, convention.gradientGeometry) else {
      return self
    }
    gradient.line = line
    content.fill = .linearGradient(gradient)
    var result = self
    result.content = .rectangle(content)
    return result
  }
}

extension GradientSpec {
  /// The ends of a line that is written as points; of an angle, those of "to the right".
  var points: (from: Point, to: Point) {
    switch line {
    case .points(let from, let to): (from, to)
    case .angle: (Point(x: 0, y: 0.5), Point(x: 1, y: 0.5))
    }
  }
}

// MARK: What all languages share

/// A number as programming languages write it: at most five decimal places.
func literal(_ value: Double) -> String { JSONWriter.digits(rounded(value, places: 5)) }

/// A string literal of C's family, between double quotes; of Kotlin and Dart where `$` is escaped,
/// else of Swift and CSS. Control characters are written as numbers.
func quotedLiteral(_ text: String, escapingDollar: Bool = false) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "$" where escapingDollar: result += "\\$"
    case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}":
      let digits = String(scalar.value, radix: 16)
      let four = String(repeating: "0", count: 4 - digits.count) + digits
      result += escapingDollar ? "\\u\(four)" : "\\u{\(digits)}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A name of letters, digits and underscores made from an id, not starting with a digit, in camel
/// case: "big-card" → "bigCard".
func identifier(_ id: String) -> String {
  var result = ""
  var raises = false
  for character in id {
    if character.isASCII, character.isLetter || character.isNumber || character == "_" {
      result += raises && !result.isEmpty ? character.uppercased() : String(character)
      raises = false
    } else {
      raises = true
    }
  }
  guard let first = result.first else { return "element" }
  return first.isNumber ? "_" + result : result
}

/// Lines put in `count` pairs of spaces.
func indented(_ text: String, by count: Int = 1) -> String {
  let space = String(repeating: "  ", count: count)
  return text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
}
