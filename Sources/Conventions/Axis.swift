/// One question on which tools answer differently: what a number of the spec means.
///
/// The raw value is the name that specs and reports use.
public enum Axis: String, CaseIterable, Hashable, Sendable, Comparable {
  case shadowBlur = "shadow.blur"
  case shadowKernel = "shadow.kernel"
  case shadowSpread = "shadow.spread"
  case shadowKnockout = "shadow.knockout"
  case shadowCaster = "shadow.caster"
  case gradientGeometry = "gradient.geometry"
  case gradientAngle = "gradient.angle"
  case gradientAlpha = "gradient.alpha"
  case gradientSpace = "gradient.space"
  case gradientStops = "gradient.stops"
  case textTracking = "text.tracking"
  case textTrackingFonts = "text.trackingFonts"
  case textTrailingTracking = "text.trailingTracking"
  case textLineHeight = "text.lineHeight"
  case textMetrics = "text.metrics"
  case textRounding = "text.rounding"
  case textLineBreak = "text.lineBreak"
  case textLongWords = "text.longWords"
  case textLigatures = "text.ligatures"
  case textRaster = "text.raster"
  case cornerCurve = "corner.curve"
  case cornerOverlap = "corner.overlap"
  case borderPosition = "border.position"
  case borderWidth = "border.width"
  case colorSpace = "color.space"
  case opacityGrouping = "opacity.grouping"
  case pixelSnapping = "pixel.snapping"

  public static func < (a: Axis, b: Axis) -> Bool { a.rawValue < b.rawValue }
}

extension Axis {
  /// The type of the axis's answers.
  public var reading: any Reading.Type {
    switch self {
    case .shadowBlur: BlurReading.self
    case .shadowKernel: KernelReading.self
    case .shadowSpread: SpreadReading.self
    case .shadowKnockout: KnockoutReading.self
    case .shadowCaster: CasterReading.self
    case .gradientGeometry: GeometryReading.self
    case .gradientAngle: AngleReading.self
    case .gradientAlpha: AlphaReading.self
    case .gradientSpace: SpaceReading.self
    case .gradientStops: StopsReading.self
    case .textTracking: TrackingReading.self
    case .textTrackingFonts: TrackingFontsReading.self
    case .textTrailingTracking: TrailingTrackingReading.self
    case .textLineHeight: LineHeightReading.self
    case .textMetrics: MetricsReading.self
    case .textRounding: RoundingReading.self
    case .textLineBreak: LineBreakReading.self
    case .textLongWords: LongWordsReading.self
    case .textLigatures: LigaturesReading.self
    case .textRaster: TextRasterReading.self
    case .cornerCurve: CornerCurveReading.self
    case .cornerOverlap: CornerOverlapReading.self
    case .borderPosition: BorderPositionReading.self
    case .borderWidth: BorderWidthReading.self
    case .colorSpace: ColourSpaceReading.self
    case .opacityGrouping: OpacityGroupingReading.self
    case .pixelSnapping: SnappingReading.self
    }
  }

  /// The words that specs may write for this axis, and "a number …" where it takes one.
  public var allowedValues: [String] { reading.allowedValues }

  /// The canonical spelling of a word for this axis, or nil: `0.5` → `half` for `shadow.blur`.
  public func canonical(_ word: String) -> String? { reading.init(word: word)?.word }
}
