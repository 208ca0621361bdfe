internal import Foundation
internal import Raster
internal import TestSupport
internal import Testing

@testable internal import Typesetting

extension TypesettingRules {
  static let sketch = TypesettingRules(
    metrics: .roundedPoints, lineHeight: .centred, rounding: .devicePixel)
  static let ios = TypesettingRules(
    metrics: .exact, lineHeight: .above, rounding: .devicePixel)
  static let css = TypesettingRules(
    metrics: .roundedPixels, lineHeight: .halfLeadingFloor, rounding: .devicePixel,
    longWord: .overflows, ligaturesWithTracking: false)
}

/// What Sketch 48 and UIKit drew.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct GroundTruthTests {
  private struct Case: Decodable {
    var layers: [Layer]
    var lines: [Line]

    struct Layer: Decodable {
      var framePt: Frame
      var text: Text
    }
    struct Frame: Decodable { var x, y, width, height: Double }
    struct Text: Decodable {
      var string: String
      var font: String
      var sizePt: Double
      var kernPt: Double
      var minLineHeight: Double?
    }
    struct Line: Decodable {
      var text: String
      var baselinePt: Double
      var advanceWidthPt: Double
    }
  }

  @Test(
    .enabled(if: isInstalled("Lato-Regular"), "needs Debian's fonts-lato"), arguments: [1.0, 3])
  func `Sketch's Lato lines break, stand and measure as recorded`(scale: Double) throws {
    let bytes = try Shared.bytes("ground-truth/sketch48-lato-text/case.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let recorded = try decoder.decode(Case.self, from: Data(bytes))
    let library = try FontLibrary()
    var lines: [PlacedLine] = []
    for layer in recorded.layers {
      let block = TextBlock(
        text: layer.text.string, fontSize: layer.text.sizePt,
        lineHeight: layer.text.minLineHeight, tracking: layer.text.kernPt,
        origin: Point(x: layer.framePt.x, y: layer.framePt.y), width: layer.framePt.width,
        height: layer.framePt.height)
      let layout = try TextLayout(
        block, font: library.font(named: layer.text.font), rules: .sketch,
        scale: #require(DeviceScale(scale)))
      #expect(layout.problems.isEmpty)
      #expect(layout.heightPt == layer.framePt.height)
      lines += layout.lines
    }
    #expect(lines.map(\.text) == recorded.lines.map(\.text))
    for (line, expected) in zip(lines, recorded.lines) {
      #expect(line.baselinePt == expected.baselinePt, "\(line.text)")
      // The recording has three decimals.
      #expect(abs(line.widthPt - expected.advanceWidthPt) <= 0.0005 + 1e-9, "\(line.text)")
      #expect(line.xPt == 20)
    }
  }
}

func isInstalled(_ font: String) -> Bool {
  (try? FontLibrary().font(named: font)) != nil
}
