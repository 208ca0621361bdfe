internal import Raster

/// The vertical measures of a font's lines under a set of rules, in points.
struct LineMetrics {
  /// Of the line box, baseline from its top.
  var baseline: Double
  /// From one line's top to the next.
  var pitch: Double
  /// The last line's height, which may be less than the pitch.
  var lastHeight: Double

  init(
    _ font: FontMetrics, unitsPerEm: Int, family: String, block: TextBlock,
    rules: TypesettingRules, scale: DeviceScale
  ) {
    let measures = Measures(
      font, unitsPerEm: unitsPerEm, size: block.fontSize, rule: rules.metrics, scale: scale)
    if let lineHeight = block.lineHeight {
      self.init(measures, lineHeight: lineHeight, placement: rules.lineHeight, scale: scale)
    } else {
      self.init(natural: measures, family: family, size: block.fontSize, rule: rules.metrics)
    }
    pitch += block.lineSpacing
  }

  private init(
    natural measures: Measures, family: String, size: Double, rule: TypesettingRules.Metrics
  ) {
    var above = measures.gapAbove
    if rule == .roundedPoints, family == "Helvetica" || family == "Times" {
      above += (1.2 * size).rounded() - (measures.ascent + measures.descent)
    }
    baseline = above + measures.ascent
    pitch = baseline + measures.descent + measures.gapBelow
    lastHeight = pitch
  }

  private init(
    _ measures: Measures, lineHeight: Double,
    placement: TypesettingRules.LineHeightPlacement, scale: DeviceScale
  ) {
    let (ascent, descent) = (measures.ascent, measures.descent)
    let content = ascent + descent
    pitch = lineHeight
    lastHeight = lineHeight
    switch placement {
    case .centred: baseline = (lineHeight - content) / 2 + ascent
    case .above: baseline = lineHeight - descent
    case .halfLeadingFloor:
      // The slack keeps a half that is a whole number of px from falling to the one below.
      let half = scale.devicePixels((lineHeight - content) / 2)
      baseline = (half + roundingSlack).rounded(.down) / scale.pixelsPerPoint + ascent
    case .proportional: baseline = content == 0 ? lineHeight : lineHeight * ascent / content
    case .below:
      baseline = ascent
      lastHeight = content
    }
  }
}

/// Added before flooring: what sums and products of decimal fractions may be short of a whole
/// number, and far less than can be seen.
let roundingSlack = 1e-6

/// Ascent, descent (both positive, as a rule) and the gap, in points, as a rule rounds them.
private struct Measures {
  var ascent: Double
  var descent: Double
  var gapAbove: Double = 0
  var gapBelow: Double = 0

  init(
    _ font: FontMetrics, unitsPerEm: Int, size: Double, rule: TypesettingRules.Metrics,
    scale: DeviceScale
  ) {
    let points = size / Double(unitsPerEm)
    switch rule {
    case .roundedPoints:
      ascent = (Double(font.ascender) * points).rounded()
      descent = (-Double(font.descender) * points).rounded()
    case .exact:
      ascent = Double(font.ascender) * points
      descent = -Double(font.descender) * points
      gapBelow = Double(font.lineGap) * points
    case .roundedPixels:
      let table = Self.table(of: font)
      let pixel = 1 / scale.pixelsPerPoint
      func rounded(_ units: Int) -> Double {
        scale.devicePixels(Double(units) * points).rounded()
      }
      ascent = rounded(table.ascent) * pixel
      descent = rounded(table.descent) * pixel
      let gap = rounded(table.gap)
      let half = (gap / 2).rounded(.down)
      gapAbove = half * pixel
      gapBelow = (gap - half) * pixel
    }
  }

  /// Skia's choice, as Chromium shows it.
  private static func table(of font: FontMetrics) -> (ascent: Int, descent: Int, gap: Int) {
    let hasTypo = font.typoAscender != 0 || font.typoDescender != 0
    let hasHhea = font.ascender != 0 || font.descender != 0
    if hasTypo, font.useTypoMetrics || !hasHhea {
      return (font.typoAscender, -font.typoDescender, font.typoLineGap)
    }
    if hasHhea { return (font.ascender, -font.descender, font.lineGap) }
    return (font.winAscent, font.winDescent, 0)
  }
}
