public import Conventions

/// What `renderaudit conventions` prints: all conventions, one of them, or what two differ in.
public enum ConventionReport {
  // MARK: List

  public static func listText(_ conventions: [Convention]) -> String {
    let width = conventions.map(\.name.count).max() ?? 0
    return conventions.map { convention in
      let known = confidences(convention)
      return "\(padded(convention.name, to: width))  \(convention.title) — \(known)\n"
    }.joined()
  }

  public static func listJSON(_ conventions: [Convention]) -> String {
    JSONWriter.text([
      "schemaVersion": 1,
      "conventions": .array(
        conventions.map { .members(["name": .string($0.name), "title": .string($0.title)]) }),
    ])
  }

  /// "18 measured, 2 documented, 5 reported".
  private static func confidences(_ convention: Convention) -> String {
    let order: [Confidence] = [.userDefined, .measured, .documented, .reported]
    return order.compactMap { confidence in
      let count = Axis.allCases.count { convention[$0].confidence == confidence }
      return count == 0 ? nil : "\(count) \(confidence.rawValue)"
    }.joined(separator: ", ")
  }

  // MARK: One

  public static func text(_ convention: Convention) -> String {
    let extends = convention.base.map { ", extends \($0)" } ?? ""
    return "\(convention.title) (\(convention.name)\(extends))\n"
      + Axis.allCases.map { axis in
        let choice = convention[axis]
        let meaning = axis.meaning(of: choice.value) ?? choice.value
        return """

          \(filled("\(axis.title) — \(meaning)."))  \(axis.rawValue): \(choice.value), \
          \(choice.confidence.rawValue)
          \(filled("  " + choice.source))
          """
      }.joined()
  }

  public static func json(_ convention: Convention) -> String {
    let axes = Axis.allCases.map { axis in
      let choice = convention[axis]
      return JSONValue.Member(
        axis.rawValue,
        .members([
          "value": .string(choice.value),
          "title": .string(axis.title),
          "question": .string(axis.question),
          "meaning": axis.meaning(of: choice.value).map(JSONValue.string),
          "confidence": .string(choice.confidence.rawValue),
          "source": .string(choice.source),
        ]))
    }
    return JSONWriter.text(
      .members([
        "schemaVersion": 1,
        "name": .string(convention.name),
        "title": .string(convention.title),
        "extends": convention.base.map(JSONValue.string),
        "axes": .object(axes),
      ]))
  }

  // MARK: Two

  public static func differencesText(_ reference: Convention, _ candidate: Convention) -> String {
    let axes = reference.differences(from: candidate)
    let names = "\(reference.title) and \(candidate.title)"
    guard !axes.isEmpty else { return filled("\(names) agree on all \(Axis.allCases.count) axes.") }
    let count = axes.count == 1 ? "1 axis" : "\(axes.count) axes"
    return filled("\(names) differ on \(count) of \(Axis.allCases.count).")
      + axes.map { axis in
        let sentence = candidate.comparison(of: axis, with: reference)
        return """

          \(filled("\(axis.title) — \(sentence)"))  \(axis.rawValue): \(short(reference[axis])) → \
          \(short(candidate[axis]))

          """
      }.joined()
  }

  public static func differencesJSON(_ reference: Convention, _ candidate: Convention) -> String {
    let differences = reference.differences(from: candidate).map { axis -> JSONValue in
      .members([
        "axis": .string(axis.rawValue),
        "title": .string(axis.title),
        "sentence": .string(candidate.comparison(of: axis, with: reference)),
        "reference": json(reference[axis]),
        "candidate": json(candidate[axis]),
      ])
    }
    return JSONWriter.text([
      "schemaVersion": 1,
      "reference": .string(reference.name),
      "candidate": .string(candidate.name),
      "axes": .integer(Axis.allCases.count),
      "differences": .array(differences),
    ])
  }

  private static func short(_ choice: Choice) -> String {
    "\(choice.value) (\(choice.confidence.rawValue))"
  }

  private static func json(_ choice: Choice) -> JSONValue {
    .members([
      "value": .string(choice.value),
      "confidence": .string(choice.confidence.rawValue),
      "source": .string(choice.source),
    ])
  }
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// The text in lines of at most 80 characters, later ones indented by two, each with a line feed.
private func filled(_ text: String) -> String {
  var result = ""
  var line = String(text.prefix { $0 == " " })
  for word in text.split(separator: " ") {
    let isFirst = line.allSatisfy { $0 == " " }
    if !isFirst, line.count + 1 + word.count > 80 {
      result += line + "\n"
      line = "  " + word
    } else {
      line += isFirst ? word : " " + word
    }
  }
  return result + line + "\n"
}
