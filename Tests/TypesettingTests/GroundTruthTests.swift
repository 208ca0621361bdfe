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
    let library = FontLibrary()
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

  private struct Tracked: Decodable {
    var measured: Measured
    var lineBreaksNoKern: [String]
    var lineBreaksFixedAndIos: [String]
    var layersFixed: [Layer]

    struct Measured: Decodable {
      /// The right ends of the ink, device px at 3×; the frame starts at 60.
      var lineRightEdgePxNoKern: [Double]
      var lineRightEdgePxFixed: [Double]
    }
    struct Layer: Decodable {
      var framePt: Case.Frame
      var text: Case.Text
    }
  }

  /// San Francisco is not to be had, so its lines cannot be set. But Sketch set the same text without
  /// and with tracking, and its ink says how wide each line is: our widths, clusters times tracking
  /// on top, must tell which lines still fit and which one loses its last word.
  @Test func `tracking added to Sketch's own widths predicts its line breaks`() throws {
    let bytes = try Shared.bytes("ground-truth/sketch48-sf-text/case.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let recorded = try decoder.decode(Tracked.self, from: Data(bytes))
    let layer = try #require(recorded.layersFixed.first { $0.text.sizePt == 10 })
    let engine = try TextEngine()
    func clusters(_ text: String) throws -> Double {
      let units = Array(text.utf16)
      let starts = try units.withUnsafeBufferPointer { try engine.graphemeStarts(in: $0) }
      return Double(starts.dropLast().count { $0 })
    }
    func ink(_ edge: Double) -> Double { (edge - 3 * layer.framePt.x) / 3 }

    let plain = zip(recorded.lineBreaksNoKern, recorded.measured.lineRightEdgePxNoKern)
    let fits = try plain.map { text, edge in
      try ink(edge) + clusters(text) * layer.text.kernPt <= layer.framePt.width
    }
    let first = try #require(fits.firstIndex(of: false))
    #expect(first == 5)
    let (before, after) = (recorded.lineBreaksNoKern, recorded.lineBreaksFixedAndIos)
    #expect(before[..<first] == after[..<first])
    #expect(before[first] == after[first] + " with" && after[first + 1].hasPrefix("with "))

    // The ink of an unchanged line grows by the tracking of all clusters but the last. Its edges are
    // whole px, so two of them are off by less than 1 px.
    for index in 0..<first {
      let grown =
        recorded.measured.lineRightEdgePxFixed[index]
        - recorded.measured.lineRightEdgePxNoKern[index]
      let expected = 3 * layer.text.kernPt * (try clusters(before[index]) - 1)
      #expect(abs(grown - expected) < 1)
    }
  }

  private struct LabelCase: Decodable {
    var params: Params
    var measuredBaselineFromCellTopPx: [String: [Double]]

    struct Params: Decodable { var minimumLineHeight: Double }
  }

  /// A UILabel of iOS 17 at 1×. The baselines were read off the ink of several cells, to whole px.
  @Test func `a UILabel's line height stands above its text`() throws {
    let bytes = try Shared.bytes("ground-truth/ios-uilabel-lineheight/case.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let recorded = try decoder.decode(LabelCase.self, from: Data(bytes))
    let measured = try #require(recorded.measuredBaselineFromCellTopPx["bottom"])
    // San Francisco's hhea table: 16.19 and 4.10 pt at 17 pt.
    let sanFrancisco = FontMetrics(ascender: 1950, descender: -494, lineGap: 0)
    let block = TextBlock(text: "", fontSize: 17, lineHeight: recorded.params.minimumLineHeight)
    func isWithinAPixel(_ placement: TypesettingRules.LineHeightPlacement) -> Bool {
      let baseline = LineMetrics(
        sanFrancisco, unitsPerEm: 2048, family: "", block: block,
        rules: .ios.with { $0.lineHeight = placement }, scale: DeviceScale(1)!
      ).baseline
      return measured.allSatisfy { abs($0 - baseline) <= 1 }
    }
    #expect(TypesettingRules.LineHeightPlacement.allCases.filter(isWithinAPixel) == [.above])
  }
}

func isInstalled(_ font: String) -> Bool {
  (try? FontLibrary().font(named: font)) != nil
}
