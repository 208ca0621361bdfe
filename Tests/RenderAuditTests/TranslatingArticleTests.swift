import Conventions
import Foundation
import ImageDiff
import Raster
import TestSupport
import Testing

@testable import RenderAudit

/// The seed article's own numbers: translated, and tuned by hand, as Guides/Translation.md shows.
@Suite struct TranslatingArticleTests {
  private static func element(_ file: String, _ id: String) throws -> (Audit, Element) {
    let spec = try SpecFixtureTests.read(file)
    return (try Audit(spec), try #require(spec.elements.first { $0.id == id }))
  }

  private static let all = [
    ("gradients", "orange"), ("gradients", "grey"), ("gradients", "blue"), ("card", "card"),
    ("shadows", "near"), ("shadows", "far"), ("card", "title"), ("card", "date"), ("card", "body"),
  ]

  /// Colours on the border of two steps may fall to either where a gradient's field is reached by
  /// other products; nothing else may differ.
  @Test(arguments: all) func `Sketch to iOS leaves nothing`(file: String, id: String) throws {
    let (audit, element) = try Self.element(file, id)
    let result = try audit.translated(element, .sketch, .ios)
    #expect(result.residual.maxDelta <= 1)
    #expect(result.residual.perceptiblePixels == 0)
  }

  @Test func `the shadows' numbers`() throws {
    for (id, blur) in [("near", 2.0), ("far", 5)] {
      let (audit, element) = try Self.element("shadows", id)
      guard case .translated(let t) = try audit.translate(element, from: .sketch, to: .ios) else {
        Issue.record("not translated")
        continue
      }
      #expect(t.numbers.map(\.path) == ["shadows[0].blur"])
      #expect(t.numbers.first?.value == .number(blur))
      #expect(t.residual.differingPixels == 0)
    }
  }

  // MARK: By hand and by formula

  /// A row of the guide's table.
  private struct Row {
    var what: String
    var typed: String
    var counts: DiffCounts

    var markdown: String {
      "| \(what) | \(typed) | \(counts.differingPixels) | \(counts.perceptiblePixels) | "
        + "\(counts.maxDelta) |"
    }
  }

  /// The article's shadow 10/0.2/4: as it is, as the article tuned it, and by the formula.
  private static func shadowRows() throws -> [Row] {
    let (audit, element) = try element("shadows", "far")
    return try [(10, 0.2, 4.0), (7, 0.3, 6), (5, 0.2, 4)].map { blur, alpha, y in
      var tuned = element
      guard case .rectangle(var content) = element.content else { preconditionFailure() }
      content.shadows[0].blur = Double(blur)
      content.shadows[0].offset.y = y
      content.shadows[0].colour = .components(
        space: .srgb, red: 0, green: 0, blue: 0, alpha: alpha)
      tuned.content = .rectangle(content)
      return Row(
        what: "shadow 10 / 0.2 / 4", typed: "\(blur) / \(literal(alpha)) / \(literal(y))",
        counts: try audit.difference(element, .sketch, tuned, .ios))
    }
  }

  /// The article's blue gradient (0, 1) → (1, 0).
  private static func gradientRows() throws -> [Row] {
    let (audit, element) = try element("gradients", "blue")
    let formula = try audit.translated(element, .sketch, .ios).element
    var rows: [Row] = []
    let lines = [
      (Point(x: 0, y: 1), Point(x: 1, y: 0)), (Point(x: 0.2, y: 1), Point(x: 0.8, y: 0)),
    ]
    for (from, to) in lines {
      var tuned = element
      guard case .rectangle(var content) = element.content,
        case .linearGradient(var gradient)? = content.fill
      else { preconditionFailure() }
      gradient.line = .points(from: from, to: to)
      content.fill = .linearGradient(gradient)
      tuned.content = .rectangle(content)
      rows.append(
        Row(
          what: "gradient (0, 1) → (1, 0)", typed: words(from, to),
          counts: try audit.difference(element, .sketch, tuned, .ios)))
    }
    guard case .rectangle(let content) = formula.content,
      case .linearGradient(let gradient)? = content.fill,
      case .points(let from, let to) = gradient.line
    else { preconditionFailure() }
    rows.append(
      Row(
        what: "gradient (0, 1) → (1, 0)", typed: words(from, to),
        counts: try audit.difference(element, .sketch, formula, .ios)))
    return rows
  }

  private static func words(_ from: Point, _ to: Point) -> String {
    func words(_ p: Point) -> String { "(\(numeral(p.x, places: 5)), \(numeral(p.y, places: 5)))" }
    return "\(words(from)) → \(words(to))"
  }

  @Test func `by hand something is left, by formula nothing`() throws {
    for rows in [try Self.shadowRows(), try Self.gradientRows()] {
      #expect(rows[0].counts.perceptiblePixels > 0)
      #expect(rows[1].counts.perceptiblePixels > 0)
      #expect(rows[2].counts.perceptiblePixels == 0)
      #expect(rows[2].counts.maxDelta <= 1)
    }
  }

  /// Set RECORD=failed to print the rows that the guide should have.
  @Test func `the guide shows what is measured`() throws {
    let guide = try String(
      contentsOf: projectRoot.appendingPathComponent("Guides/Translation.md"), encoding: .utf8)
    for row in try Self.shadowRows() + Self.gradientRows() {
      #expect(guide.contains(row.markdown), "\(row.markdown)")
    }
  }
}
