import Conventions
import Foundation
import Raster
import TestSupport
import Testing

@testable import RenderAudit

/// Corners, iOS gradients and line heights against what Core Animation and UIKit drew.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct GroundTruthGeometryTests {
  static let ios = GroundTruthTests.ios

  // MARK: Corners

  @Test func `Core Animation circular corner of 20 pt at 2x`() throws {
    let edge = try Self.circularCorner(Self.ios)
    #expect(edge.count > 0 && edge.largest <= 18, "\(edge)")
    #expect(edge.sum / Double(400 * 400) <= 1, "the mean over the picture; \(edge)")
  }

  /// The edge pixels' alpha.
  static func circularCorner(_ convention: Convention) throws -> Score {
    let truth = try GroundTruthCase("ios-corner-circular-r20")
    let spec = try GroundTruthCase.spec(
      width: 200, height: 200, scale: 2,
      elements: [
        [
          "id": "box", "type": "rectangle", "frame": [0, 0, 200, 200], "cornerRadius": 20,
          "fill": "#FF0000",
        ]
      ])
    return score(
      try Audit(spec).picture(convention), try truth.picture("reference_2x.png"), channels: [3]
    ) { _, _, a, b in isEdge(a[3]) || isEdge(b[3]) }
  }

  /// The layer masks to its bounds, so the snapshot multiplies the coverage of an already rounded
  /// background by the mask's: the reference shows coverage squared.
  @Test func `Core Animation continuous corner of 10 pt at 3x`() throws {
    let edge = try Self.continuousCorner(Self.continuous)
    #expect(edge.count > 0 && edge.largest <= 18, "\(edge)")
    #expect(edge.sum / Double(300 * 300) <= 1, "the mean over the picture; \(edge)")
  }

  static var continuous: Convention {
    get throws {
      var result = ios
      try result.set("corner.curve", to: "continuous")
      return result
    }
  }

  static func continuousCorner(_ convention: Convention) throws -> Score {
    let truth = try GroundTruthCase("ios-corner-continuous")
    let spec = try GroundTruthCase.spec(
      width: 100, height: 100, scale: 3,
      elements: [
        [
          "id": "box", "type": "rectangle", "frame": [25, 25, 50, 50], "cornerRadius": 10,
          "fill": "#FF0000",
        ]
      ])
    let drawn = try Audit(spec).picture(convention)
    let wanted = try truth.picture("reference.png")
    var result = Score()
    for y in 0..<300 {
      for x in 0..<300 {
        let coverage = drawn.pixel(x, y)[3] / 255
        let green = 255 * (1 - coverage * coverage)
        let seen = wanted.pixel(x, y)[1]
        if isEdge(coverage * 255) || isEdge(seen) { result.add(abs(green - seen)) }
      }
    }
    return result
  }

  // MARK: Gradients

  /// A snapshot mixes colours in another space than the screen does, so only the geometry is
  /// scored: pixels of equal t must have equal colour, whatever colour that is.
  @Test(arguments: ["axial", "diag25"]) func `CAGradientLayer geometry`(name: String) throws {
    let score = try Self.iosGradient(Self.ios, name: name)
    #expect(score.holds(max: 3, mean: 0.5), "\(score)")
  }

  static func iosGradient(_ convention: Convention, name: String) throws -> Score {
    let truth = try GroundTruthCase("ios-gradient-375x100-\(name)")
    let layers = try #require(truth.json["layers"] as? [[String: Any]])
    let from = try #require(layers[0]["startPoint"] as? [Double])
    let to = try #require(layers[0]["endPoint"] as? [Double])
    let draft = try Draft(
      convention: convention, scale: #require(DeviceScale(3)), fonts: .init(), fontFiles: [:])
    let field = draft.field(
      .points(from: Point(x: from[0], y: from[1]), to: Point(x: to[0], y: to[1])),
      in: Rect(x: 0, y: 0, width: 1125, height: 300))
    return freeColourResidual(try truth.picture("reference.png"), field: field)
  }

  /// How far pixels are from the mean colour of their isoline. Isolines are gathered into 1125
  /// bins over t in 0…1, and the bins' means joined by straight lines, so that a bin's own slope
  /// (255/1125 steps) is no residual.
  static func freeColourResidual(_ picture: RGBAImage, field: GradientField) -> Score {
    let bins = 1125
    var sums = [[Double]](repeating: [0, 0, 0], count: bins)
    var positions = [Double](repeating: 0, count: bins)
    var counts = [Double](repeating: 0, count: bins)
    func t(_ x: Int, _ y: Int) -> Double {
      let t = field.kx * (Double(x) + 0.5) + field.ky * (Double(y) + 0.5) + field.c
      return min(1, max(0, t))
    }
    func forEachPixel(_ body: (_ t: Double, _ colour: [Double]) -> Void) {
      for y in 0..<picture.height {
        for x in 0..<picture.width { body(t(x, y), picture.pixel(x, y)) }
      }
    }
    forEachPixel { t, colour in
      let bin = min(bins - 1, Int(t * Double(bins)))
      counts[bin] += 1
      positions[bin] += t
      for c in 0..<3 { sums[bin][c] += colour[c] }
    }
    let used = (0..<bins).filter { counts[$0] > 0 }
    let centres = used.map { positions[$0] / counts[$0] }
    let means = used.map { bin in sums[bin].map { $0 / counts[bin] } }
    var result = Score()
    var cursor = 0
    forEachPixel { t, colour in
      while cursor + 1 < centres.count - 1, centres[cursor + 1] <= t { cursor += 1 }
      while cursor > 0, centres[cursor] > t { cursor -= 1 }
      let next = min(cursor + 1, centres.count - 1)
      let span = centres[next] - centres[cursor]
      let part = span > 0 ? min(1, max(0, (t - centres[cursor]) / span)) : 0
      for c in 0..<3 {
        let expected = means[cursor][c] + part * (means[next][c] - means[cursor][c])
        result.add(abs(colour[c] - expected))
      }
    }
    return result
  }

  /// Real iPhone X screenshots, reduced to one px per point and JPEG-compressed by their author.
  /// JPEG's blocks are 8 px wide, and 16 where chroma is halved, so the edges between gradients
  /// mark up to 16 px on either side: each gradient is scored 16 px inside its frame.
  @Test(arguments: ["orange", "gray", "blue"]) func `iPhone X gradients`(name: String) throws {
    let score = try Self.iPhoneGradient(Self.ios, name: name)
    #expect(score.holds(max: 8, mean: 0.8), "\(score)")
  }

  static func iPhoneGradient(_ convention: Convention, name: String) throws -> Score {
    let truth = try GroundTruthCase("pair-iphonex-vs-sketch-1x")
    let numbers = try #require(truth.json["ios_numbers"] as? [String: Any])
    let gradients = try #require(numbers["gradients"] as? [String: [String: Any]])
    let gradient = try #require(gradients[name])
    let frame = try #require(gradient["frame_rel_to_image_pt"] as? [String: Double])
    let colours = try #require(gradient["colors"] as? [String])
    let positions =
      gradient["locations"] as? [Double]
      ?? colours.indices.map { Double($0) / Double(colours.count - 1) }
    let rect = [frame["x"]!, frame["y"]!, frame["width"]!, frame["height"]!]
    let spec = try GroundTruthCase.spec(
      width: 375, height: 400, scale: 1,
      elements: [
        [
          "id": name, "type": "rectangle", "frame": rect,
          "fill": [
            "linearGradient": [
              "from": gradient["startPoint"]!, "to": gradient["endPoint"]!,
              "stops": zip(colours, positions).map { [$0, $1] },
            ]
          ],
        ]
      ])
    let inside = PixelRect(covering: spec.elements[0].frame).outset(by: -16)
    return score(
      try Audit(spec).picture(convention), try truth.picture("ios_gradients.png"),
      channels: [0, 1, 2], in: inside)
  }

  // MARK: Line height

  /// UIKit's system font is not to be had; Inter has the same descender (0.241 em), which is all
  /// that the rule reads.
  @Test func `UILabel line height stands above the text`() throws {
    let baseline = try Self.labelBaseline(Self.ios)
    let truth = try GroundTruthCase("ios-uilabel-lineheight")
    let measured = try #require(
      truth.json["measured_baseline_from_cell_top_px"] as? [String: [Double]])
    for seen in try #require(measured["bottom"]) {
      #expect(abs(baseline - seen) <= 1, "baseline \(baseline) px, UIKit's \(seen)")
    }
  }

  static func labelBaseline(_ convention: Convention) throws -> Double {
    let spec = try GroundTruthCase.spec(
      width: 300, height: 100, scale: 1,
      elements: [
        [
          "id": "label", "type": "text", "frame": [0, 0, 300], "text": "Lines", "size": 17,
          "font": "Inter-Regular", "lineHeight": 33.41,
        ]
      ])
    return try Audit(spec).layout(under: convention)[0].text.lines[0].baselinePt
  }
}

private func isEdge(_ alpha: Double) -> Bool { alpha > 0 && alpha < 255 }
