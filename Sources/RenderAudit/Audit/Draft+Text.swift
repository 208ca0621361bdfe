internal import Conventions
internal import Raster
internal import Typesetting

extension Draft {
  /// The lines of a text, under the convention; frame in points.
  func layOut(_ content: TextContent, font: Font, frame: Rect) throws(FontError) -> TextLayout {
    let tracking =
      content.tracking
      + convention.trackingPoints(fontName: font.postScriptName, size: content.size)
    let block = TextBlock(
      text: content.text, fontSize: content.size, lineHeight: content.lineHeight,
      lineSpacing: content.lineSpacing, tracking: tracking, alignment: alignment(content.alignment),
      maxLines: content.maxLines, origin: Point(x: frame.x, y: frame.y), width: frame.width,
      height: frame.height)
    return try TextLayout(block, font: font, rules: typesettingRules, scale: scale)
  }

  func textStep(
    _ content: TextContent, font: Font, layout: TextLayout
  ) -> Drawing.TextStep {
    let pixelSize = scale.devicePixels(content.size)
    let positioning: GlyphPositioning
    let raster: Drawing.TextRaster
    switch convention.textRaster {
    case .coreGraphics:
      positioning = .coreGraphics
      raster = .init(flattening: .chords(maxDeviation: 0.2), usesSkiaCurve: false)
    case .skia:
      positioning = .quarterPixel
      raster = .init(flattening: .smooth, usesSkiaCurve: true)
    case .exact:
      positioning = .exact
      raster = .init(flattening: .smooth, usesSkiaCurve: false)
    }
    let glyphs = layout.lines.flatMap { line in
      line.glyphs.map { glyph in
        Drawing.Glyph(
          id: glyph.glyph, x: positioning.position(penX: glyph.penX, pixelSize: pixelSize),
          y: glyph.baselineY)
      }
    }
    // Numbers that underflow or overflow give glyphs no place, or one that no canvas reaches.
    .filter { abs($0.x) < 1e12 && abs($0.y) < 1e12 }
    return Drawing.TextStep(
      glyphs: glyphs, font: FontIdentity(font), pixelSize: pixelSize, raster: raster,
      colour: colour(content.colour))
  }

  private func alignment(_ alignment: TextAlignment) -> TextBlock.Alignment {
    switch alignment {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified: .justified
    }
  }

  private var typesettingRules: TypesettingRules {
    TypesettingRules(
      metrics: {
        switch convention.textMetrics {
        case .roundedPoints: .roundedPoints
        case .exact: .exact
        case .roundedPixels: .roundedPixels
        }
      }(),
      lineHeight: {
        switch convention.textLineHeight {
        case .centred: .centred
        case .above: .above
        case .halfLeading: .halfLeadingFloor
        case .proportional: .proportional
        case .below: .below
        }
      }(),
      rounding: convention.textRounding == .devicePixel ? .devicePixel : .none,
      trailingTracking: {
        switch convention.textTrailingTracking {
        case .kept: .kept
        case .dropped: .dropped
        case .split: .split
        }
      }(),
      lineBreak: .greedy,
      longWord: convention.textLongWords == .broken ? .brokenAtClusters : .overflows,
      ligaturesWithTracking: convention.textLigatures == .kept)
  }
}
