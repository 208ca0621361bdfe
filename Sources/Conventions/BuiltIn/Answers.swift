/// An answer with where it comes from.
struct Answer<R: Reading> {
  var reading: R
  var confidence: Confidence
  var source: String

  static func measured(_ reading: R, _ source: String) -> Answer {
    Answer(reading: reading, confidence: .measured, source: source)
  }

  static func documented(_ reading: R, _ source: String) -> Answer {
    Answer(reading: reading, confidence: .documented, source: source)
  }

  static func reported(_ reading: R, _ source: String) -> Answer {
    Answer(reading: reading, confidence: .reported, source: source)
  }

  var choice: Choice { Choice(reading.word, confidence, source) }
}

extension Convention {
  /// A built-in convention: the compiler checks that it answers every axis, with a word of it.
  init(
    name: String, title: String,
    shadowBlur: Answer<BlurReading>, shadowKernel: Answer<KernelReading>,
    shadowSpread: Answer<SpreadReading>, shadowKnockout: Answer<KnockoutReading>,
    shadowCaster: Answer<CasterReading>,
    gradientGeometry: Answer<GeometryReading>, gradientAngle: Answer<AngleReading>,
    gradientAlpha: Answer<AlphaReading>, gradientSpace: Answer<SpaceReading>,
    gradientStops: Answer<StopsReading>,
    textTracking: Answer<TrackingReading>, textTrackingFonts: Answer<TrackingFontsReading>,
    textTrailingTracking: Answer<TrailingTrackingReading>,
    textLineHeight: Answer<LineHeightReading>, textMetrics: Answer<MetricsReading>,
    textRounding: Answer<RoundingReading>, textLineBreak: Answer<LineBreakReading>,
    textLongWords: Answer<LongWordsReading>,
    textLigatures: Answer<LigaturesReading>,
    textRaster: Answer<TextRasterReading>,
    cornerCurve: Answer<CornerCurveReading>, cornerOverlap: Answer<CornerOverlapReading>,
    borderPosition: Answer<BorderPositionReading>, borderWidth: Answer<BorderWidthReading>,
    colorSpace: Answer<ColourSpaceReading>, opacityGrouping: Answer<OpacityGroupingReading>,
    pixelSnapping: Answer<SnappingReading>
  ) {
    self.init(
      name: name, title: title,
      choices: [
        .shadowBlur: shadowBlur.choice, .shadowKernel: shadowKernel.choice,
        .shadowSpread: shadowSpread.choice, .shadowKnockout: shadowKnockout.choice,
        .shadowCaster: shadowCaster.choice,
        .gradientGeometry: gradientGeometry.choice, .gradientAngle: gradientAngle.choice,
        .gradientAlpha: gradientAlpha.choice, .gradientSpace: gradientSpace.choice,
        .gradientStops: gradientStops.choice,
        .textTracking: textTracking.choice, .textTrackingFonts: textTrackingFonts.choice,
        .textTrailingTracking: textTrailingTracking.choice,
        .textLineHeight: textLineHeight.choice, .textMetrics: textMetrics.choice,
        .textRounding: textRounding.choice, .textLineBreak: textLineBreak.choice,
        .textLongWords: textLongWords.choice,
        .textLigatures: textLigatures.choice,
        .textRaster: textRaster.choice,
        .cornerCurve: cornerCurve.choice, .cornerOverlap: cornerOverlap.choice,
        .borderPosition: borderPosition.choice, .borderWidth: borderWidth.choice,
        .colorSpace: colorSpace.choice, .opacityGrouping: opacityGrouping.choice,
        .pixelSnapping: pixelSnapping.choice,
      ])
  }
}
