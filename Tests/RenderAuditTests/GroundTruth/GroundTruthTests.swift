import Conventions
import Foundation
import Raster
import TestSupport
import Testing

@testable import RenderAudit

/// Our conventions against what the real renderers drew. The limits are those of the project's
/// accuracy table (Guides/Accuracy.md); what we reach is printed there.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct GroundTruthTests {
  static let sketch = Convention.builtIn(named: "sketch")!
  static let ios = Convention.builtIn(named: "ios")!

  // MARK: Sketch

  @Test func `Sketch 48 shadows at 3x`() throws {
    let score = try Self.sketchShadows(Self.sketch)
    #expect(score.holds(max: 2, mean: 0.9), "\(score)")
  }

  static func sketchShadows(_ convention: Convention) throws -> Score {
    let truth = try GroundTruthCase("sketch48-shadows-3x")
    let spec = try truth.sketchSpec(scale: 3)
    let drawn = try Audit(spec).picture(convention)
    let boxes = spec.elements.map { PixelRect(covering: spec.canvas.scale.devicePixels($0.frame)) }
    return RenderAuditTests.score(drawn, try truth.picture("reference.png"), channels: [3]) {
      x, y, a, b in
      !boxes.contains { $0.contains(x: x, y: y) } && (a[3] > 0 || b[3] > 0)
    }
  }

  @Test(arguments: 0..<3) func `Sketch 48 gradients at 3x`(rectangle: Int) throws {
    let score = try Self.sketchGradient(Self.sketch, rectangle: rectangle)
    #expect(score.holds(max: 2, mean: 0.3), "\(score)")
  }

  static func sketchGradient(_ convention: Convention, rectangle: Int) throws -> Score {
    let truth = try GroundTruthCase("sketch48-gradients")
    let spec = try truth.sketchSpec(scale: 3)
    let inside = PixelRect(
      covering: spec.canvas.scale.devicePixels(spec.elements[rectangle].frame))
    return RenderAuditTests.score(
      try Audit(spec).picture(convention), try truth.picture("reference_3x.png"),
      channels: [0, 1, 2], in: inside)
  }

  @Test func `Sketch 48 Lato text at 3x, whole page`() throws {
    let score = try Self.latoPage(Self.sketch)
    #expect(score.holds(max: 4, mean: 0.2), "\(score)")
    #expect(score.shareWithinOne >= 0.999, "\(score.shareWithinOne) within 1")
  }

  static func latoPage(_ convention: Convention) throws -> Score {
    let truth = try GroundTruthCase("sketch48-lato-text")
    return RenderAuditTests.score(
      try Audit(try truth.sketchSpec(scale: 3)).picture(convention),
      try truth.picture("reference_3x.png"), channels: [3]
    ) { _, _, a, b in a[3] > 0 || b[3] > 0 }
  }

  @Test func `Sketch 48 Lato lines`() throws {
    let truth = try GroundTruthCase("sketch48-lato-text")
    let wanted = try #require(truth.json["lines"] as? [[String: Any]])
    let lines = try Audit(try truth.sketchSpec(scale: 3)).layout(under: Self.sketch)
      .flatMap(\.text.lines)
    try #require(lines.count == wanted.count)
    for (line, want) in zip(lines, wanted) {
      #expect(line.text == want["text"] as? String)
      #expect(line.baselinePt == want["baseline_pt"] as? Double)
      let width = try #require(want["advance_width_pt"] as? Double)
      #expect(abs(line.widthPt - width) <= 0.005, "\(line.text): \(line.widthPt) pt, not \(width)")
    }
  }

  /// Four artboards of one preview; the shadow's colour is an opaque one.
  @Test(arguments: ["Regular", "No Fill", "Regular Spread", "No Fill Spread"])
  func `Sketch 72 spread at 1x`(artboard: String) throws {
    let score = try Self.sketchSpread(Self.sketch, artboard: artboard)
    #expect(score.holds(max: 3, mean: 0.6), "\(score)")
  }

  static func sketchSpread(_ convention: Convention, artboard: String) throws -> Score {
    let truth = try GroundTruthCase("sketch72-shadow-spread-1x")
    let artboards = try #require(truth.json["artboards"] as? [String: [String: Any]])
    let board = try #require(artboards[artboard])
    let crop = try #require(board["crop_px"] as? [Int])
    let rect = try #require(board["rect_pt"] as? [Double])
    let fill = try #require(board["fill"] as? [Double])
    let shadow = try #require(board["shadow"] as? [String: Any])
    let rgb = try #require(shadow["rgb"] as? [Double])
    var element: [String: Any] = [
      "id": "box", "type": "rectangle", "frame": rect,
      "shadows": [
        [
          "offset": shadow["offset"]!, "blur": shadow["blurRadius"]!, "spread": shadow["spread"]!,
          "color": GroundTruthCase.components(rgb.map { $0 / 255 } + [1]),
        ]
      ],
    ]
    let filled = artboard.hasPrefix("Regular")
    if filled { element["fill"] = GroundTruthCase.components(fill.map { $0 / 255 } + [1]) }
    let spec = try GroundTruthCase.spec(
      width: 200, height: 200, scale: 1, background: "#FFFFFF", elements: [element])
    let drawn = try Audit(spec).picture(convention)
    let whole = try truth.picture("reference.png")
    let box = PixelRect(covering: spec.elements[0].frame)
    var result = Score()
    for y in 0..<200 {
      for x in 0..<200 where !(filled && box.contains(x: x, y: y)) {
        let (a, b) = (drawn.pixel(x, y), whole.pixel(x + crop[0], y + crop[1]))
        // The shadow's own pixels: white paper would only thin the mean.
        guard a[0..<3] != [255, 255, 255] || b[0..<3] != [255, 255, 255] else { continue }
        for c in 0..<3 { result.add(abs(a[c] - b[c])) }
      }
    }
    return result
  }

  // MARK: iOS

  @Test(arguments: [2.0, 3.0]) func `Core Animation shadow of radius 5`(scale: Double) throws {
    let score = try Self.iosShadow(Self.ios, scale: scale)
    #expect(score.holds(max: 2, mean: 0.4), "\(score)")
  }

  static func iosShadow(_ convention: Convention, scale: Double) throws -> Score {
    let truth = try GroundTruthCase("ios-shadow-r5-opacity1")
    let spec = try GroundTruthCase.spec(
      width: 400, height: 400, scale: scale,
      elements: [
        [
          "id": "box", "type": "rectangle", "frame": [100, 100, 200, 200], "fill": "#FF0000",
          "shadows": [["blur": 5, "color": "#000000"]],
        ]
      ])
    let box = PixelRect(covering: spec.canvas.scale.devicePixels(spec.elements[0].frame))
    return RenderAuditTests.score(
      try Audit(spec).picture(convention), try truth.picture("reference_\(Int(scale))x.png"),
      channels: [3]
    ) { x, y, a, b in !box.contains(x: x, y: y) && (a[3] > 0 || b[3] > 0) }
  }

  @Test func `Core Animation shadow of a rounded path`() throws {
    let score = try Self.iosRoundedShadow(Self.ios)
    #expect(score.holds(max: 2, mean: 0.4), "\(score)")
  }

  static func iosRoundedShadow(_ convention: Convention) throws -> Score {
    let truth = try GroundTruthCase("ios-shadow-r8-corner10")
    let spec = try GroundTruthCase.spec(
      width: 100, height: 100, scale: 1, background: "#FFFFFF",
      elements: [
        [
          "id": "box", "type": "rectangle", "frame": [20, 20, 60, 60], "cornerRadius": 10,
          "fill": "#00FF00", "shadows": [["blur": 8, "color": "#FF00FF"]],
        ]
      ])
    let box = PixelRect(x0: 20, y0: 20, x1: 80, y1: 80)
    return RenderAuditTests.score(
      try Audit(spec).picture(convention), try truth.picture("reference.png"), channels: [0, 1, 2]
    ) { x, y, a, b in
      !box.contains(x: x, y: y) && (a[0..<3] != [255, 255, 255] || b[0..<3] != [255, 255, 255])
    }
  }
}
