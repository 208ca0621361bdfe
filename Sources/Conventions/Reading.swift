/// An answer on an axis: a word that specs write, and what it means.
public protocol Reading: Hashable, Sendable {
  /// The answer of that name; nil when there is none.
  init?(word: String)
  /// As specs write it.
  var word: String { get }
  /// What a spec may write, for people.
  static var allowedValues: [String] { get }
  /// What it means, as the end of the sentence "Sketch: …", without a full stop.
  var meaning: String { get }
}

extension Reading where Self: RawRepresentable, RawValue == String {
  public init?(word: String) { self.init(rawValue: word) }
  public var word: String { rawValue }
}

extension Reading where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var allowedValues: [String] { allCases.map(\.rawValue) }
}

extension Convention {
  public var shadowBlur: BlurReading { reading(.shadowBlur) }
  public var shadowKernel: KernelReading { reading(.shadowKernel) }
  public var shadowSpread: SpreadReading { reading(.shadowSpread) }
  public var shadowKnockout: KnockoutReading { reading(.shadowKnockout) }
  public var shadowCaster: CasterReading { reading(.shadowCaster) }
  public var gradientGeometry: GeometryReading { reading(.gradientGeometry) }
  public var gradientAngle: AngleReading { reading(.gradientAngle) }
  public var gradientAlpha: AlphaReading { reading(.gradientAlpha) }
  public var gradientSpace: SpaceReading { reading(.gradientSpace) }
  public var gradientStops: StopsReading { reading(.gradientStops) }
  public var textTracking: TrackingReading { reading(.textTracking) }
  public var textTrackingFonts: TrackingFontsReading { reading(.textTrackingFonts) }
  public var textTrailingTracking: TrailingTrackingReading { reading(.textTrailingTracking) }
  public var textLineHeight: LineHeightReading { reading(.textLineHeight) }
  public var textMetrics: MetricsReading { reading(.textMetrics) }
  public var textRounding: RoundingReading { reading(.textRounding) }
  public var textLineBreak: LineBreakReading { reading(.textLineBreak) }
  public var textLongWords: LongWordsReading { reading(.textLongWords) }
  public var textLigatures: LigaturesReading { reading(.textLigatures) }
  public var textRaster: TextRasterReading { reading(.textRaster) }
  public var cornerCurve: CornerCurveReading { reading(.cornerCurve) }
  public var cornerOverlap: CornerOverlapReading { reading(.cornerOverlap) }
  public var borderPosition: BorderPositionReading { reading(.borderPosition) }
  public var borderWidth: BorderWidthReading { reading(.borderWidth) }
  public var colorSpace: ColourSpaceReading { reading(.colorSpace) }
  public var opacityGrouping: OpacityGroupingReading { reading(.opacityGrouping) }
  public var pixelSnapping: SnappingReading { reading(.pixelSnapping) }

  /// Every choice was checked when it was made, so its word is one of the axis.
  private func reading<R: Reading>(_ axis: Axis) -> R {
    guard let reading = R(word: self[axis].value) else {
      preconditionFailure("\(self[axis].value) is no word of \(axis.rawValue)")
    }
    return reading
  }
}
