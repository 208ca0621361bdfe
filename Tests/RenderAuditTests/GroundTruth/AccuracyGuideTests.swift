import Foundation
import TestSupport
import Testing

@testable import RenderAudit

/// `Guides/Accuracy.md` says what is measured now.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct AccuracyGuideTests {
  typealias Truth = GroundTruthTests
  typealias Geometry = GroundTruthGeometryTests

  private struct Row {
    let what: String
    let convention: String
    let limits: String
    let score: () throws -> Score

    init(
      _ what: String, _ convention: String, _ limits: String, _ score: @escaping () throws -> Score
    ) {
      self.what = what
      self.convention = convention
      self.limits = limits
      self.score = score
    }
  }

  private static var rows: [Row] {
    var rows = [
      Row("Sketch 48 shadows at 3x, outside the boxes, alpha", "sketch", "2 / 0.9") {
        try Truth.sketchShadows(Truth.sketch)
      }
    ]
    for (index, name) in ["orange", "grey", "blue"].enumerated() {
      rows.append(
        Row("Sketch 48 gradients at 3x, the \(name) one", "sketch", "2 / 0.3") {
          try Truth.sketchGradient(Truth.sketch, rectangle: index)
        })
    }
    rows.append(
      Row("Sketch 48 Lato text at 3x, the ink of the whole page, alpha", "sketch", "4 / 0.2") {
        try Truth.latoPage(Truth.sketch)
      })
    for board in ["Regular", "No Fill", "Regular Spread", "No Fill Spread"] {
      rows.append(
        Row("Sketch 72 shadow at 1x, “\(board)”", "sketch", "3 / 0.6") {
          try Truth.sketchSpread(Truth.sketch, artboard: board)
        })
    }
    for scale in [2, 3] {
      rows.append(
        Row("Core Animation shadow, radius 5 at \(scale)x, alpha", "ios", "2 / 0.4") {
          try Truth.iosShadow(Truth.ios, scale: Double(scale))
        })
    }
    rows += [
      Row("Core Animation shadow of a rounded path, radius 8", "ios", "2 / 0.4") {
        try Truth.iosRoundedShadow(Truth.ios)
      },
      Row("Core Animation circular corner, edge pixels", "ios", "18") {
        try Geometry.circularCorner(Truth.ios)
      },
      Row("Core Animation continuous corner, edge pixels", "ios, corner.curve continuous", "18") {
        try Geometry.continuousCorner(Geometry.continuous)
      },
    ]
    for name in ["axial", "diag25"] {
      rows.append(
        Row("CAGradientLayer \(name), geometry alone", "ios", "3 / 0.5") {
          try Geometry.iosGradient(Truth.ios, name: name)
        })
    }
    for name in ["orange", "gray", "blue"] {
      rows.append(
        Row("iPhone X gradient, \(name), through JPEG", "ios", "8 / 0.8") {
          try Geometry.iPhoneGradient(Truth.ios, name: name)
        })
    }
    return rows
  }

  @Test func `the table of accuracy`() throws {
    var table = "| what was drawn | convention | held to, max / mean | reached, max / mean |\n"
    table += "|---|---|---|---|\n"
    for row in Self.rows {
      let score = try row.score()
      let reached = "\(fixed(score.largest, places: 0)) / \(fixed(score.mean, places: 2))"
      table += "| \(row.what) | \(row.convention) | \(row.limits) | \(reached) |\n"
    }
    try RecordedText("Guides/Accuracy.md").expectBlock("measured", table)
  }
}
