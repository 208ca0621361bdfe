/// One question on which tools answer differently: what a number of the spec means.
///
/// The raw value is the name that specs and reports use.
public enum Axis: String, CaseIterable, Hashable, Sendable, Comparable {
  case shadowBlur = "shadow.blur"
  case shadowKernel = "shadow.kernel"
  case shadowSpread = "shadow.spread"
  case shadowKnockout = "shadow.knockout"
  case shadowCaster = "shadow.caster"
  case shadowOrder = "shadow.order"
  case gradientGeometry = "gradient.geometry"
  case gradientAngle = "gradient.angle"
  case gradientAlpha = "gradient.alpha"
  case gradientSpace = "gradient.space"
  case gradientStops = "gradient.stops"
  case textTracking = "text.tracking"
  case textTrackingFonts = "text.trackingFonts"
  case textTrackingUnit = "text.trackingUnit"
  case textTrailingTracking = "text.trailingTracking"
  case textLineHeight = "text.lineHeight"
  case textMetrics = "text.metrics"
  case textRounding = "text.rounding"
  case textLineBreak = "text.lineBreak"
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
