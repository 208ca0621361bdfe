internal import ImageDiff

/// The report of a comparison for people: a table, then each element's causes and what to type.
public enum TextReport {
  /// - Parameter title: Of the spec.
  public static func text(_ comparison: Comparison, title: String?) -> String {
    let c = comparison
    var lines = [
      "\(title.map { "\($0): " } ?? "")\(c.reference.title) (reference) and \(c.candidate.title),"
        + " at \(JSONWriter.digits(c.scale.pixelsPerPoint)) device px per point"
    ]
    if c.elements.isEmpty { return lines[0] + "\nThe spec has no elements.\n" }
    let ordered = c.elements.sorted {
      ($0.severity, $0.counts.perceptiblePixels) > ($1.severity, $1.counts.perceptiblePixels)
    }
    lines += [""] + table(ordered, canvas: c.canvas)
    for element in ordered where !element.findings.isEmpty {
      lines += ["", element.element.id]
      for finding in element.findings { lines += bulleted(finding) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func table(
    _ elements: [ElementComparison], canvas: CanvasComparison
  ) -> [String] {
    let head = ["element", "verdict", "differing px", "visible px", "max step", "mean step"]
    let rows = elements.map { row($0.element.id, $0.verdictInWords, $0.counts) }
    let whole = row("(canvas)", canvas.verdict.rawValue, canvas.counts)
    return columns([head] + rows + [whole])
  }

  private static func row(_ name: String, _ verdict: String, _ counts: DiffCounts) -> [String] {
    [
      name, verdict, String(counts.differingPixels), String(counts.perceptiblePixels),
      String(counts.maxDelta), fixed(counts.meanDelta, places: 2),
    ]
  }

  /// Words to the left, numbers to the right, two spaces between.
  private static func columns(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column < 2 ? cell + space : space + cell
      }
      return cells.joined(separator: "  ")
    }
  }

  /// Wrapped at 96 columns behind a dash.
  private static func bulleted(_ text: String) -> [String] {
    var lines: [String] = []
    var line = "  -"
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 96 {
        lines.append(line)
        line = "   "
      }
      line += " " + word
    }
    return lines + [line]
  }
}

extension ElementComparison {
  /// What there is to say of it, most important first.
  var findings: [String] {
    var result = causes.map { cause in
      "\(cause.axis.rawValue) (\(percent(cause.share)) of the difference, "
        + (cause.isSampled ? "estimated, " : "")
        + "\(cause.candidate.confidence.rawValue)): \(cause.sentence)"
    }
    if let a = reference.text, let b = candidate.text {
      result += Problems.sentences(reference: a, candidate: b)
    }
    switch translation {
    case .notNeeded: break
    case .impossible(let why): result.append("No numbers to type: \(why)")
    case .translated(let t): result += [t.sentence] + t.advice
    }
    return result
  }
}

/// 0.834 → "83 %"; what is not nothing is not called 0 %.
func percent(_ share: Double) -> String {
  guard share.magnitude < 1e15 else { return "\(share * 100) %" }
  let whole = Int((share * 100).rounded())
  if whole == 0, share != 0 { return share > 0 ? "under 1 %" : "over −1 %" }
  return "\(whole) %"
}

/// With exactly `places` decimal places, halves away from zero; as Swift writes it where it is so
/// large, or no number, that it has none.
func fixed(_ value: Double, places: Int) -> String {
  let scale = (0..<places).reduce(1) { f, _ in f * 10 }
  let scaled = (value.magnitude * Double(scale)).rounded()
  guard scaled < 1e18 else { return value.description }
  let whole = Int(scaled)
  let fraction = String(whole % scale)
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard places > 0 else { return sign + String(whole) }
  return sign + "\(whole / scale)."
    + String(repeating: "0", count: places - fraction.count) + fraction
}
