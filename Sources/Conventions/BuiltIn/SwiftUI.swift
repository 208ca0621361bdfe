extension Convention {
  /// SwiftUI on iOS: `.shadow(radius:)`, `LinearGradient`, `RoundedRectangle`, `Text`.
  static let swiftUI = Convention(
    name: "swiftui", title: "SwiftUI",
    shadowBlur: .reported(
      .factor(1),
      "Figma's Dev Mode writes radius = blur / 2; the Tokamak project doubles it for CSS."),
    shadowKernel: .reported(
      .gaussianCutAtTwoSigma, "As Core Animation, which draws for SwiftUI; measured there only."),
    shadowSpread: .documented(.none, "The shadow modifier has no spread."),
    shadowKnockout: .documented(.never, "The shadow lies below the whole view."),
    shadowCaster: .reported(.content, "The shadow follows the view's alpha."),
    gradientGeometry: .reported(
      .pixels, "Unit points are said to be resolved to points first; not checked on a device."),
    gradientAngle: .reported(.css, "LinearGradient has no angle of its own: read as CSS does."),
    gradientAlpha: .reported(.straight, "As Core Graphics; not checked."),
    gradientSpace: .documented(.srgb, "Gradient.colorSpace(.device) is the default."),
    gradientStops: .documented(.clamp, "Locations are within 0…1."),
    textTracking: .documented(
      .sfVariable, "Apple's Human Interface Guidelines: the table of the variable SF Pro."),
    textTrackingFonts: .documented(
      .system, "The system font alone gets the table; Inter stands in for it in designs."),
    textTrailingTracking: .documented(
      .dropped, "Text.tracking adds no space after the last character; .kerning does."),
    textLineHeight: .reported(
      .below, "lineSpacing(line height − the font's own) adds space below every line but the last."),
    textMetrics: .reported(.exact, "As UIFont.lineHeight, unrounded."),
    textRounding: .reported(.devicePixel, "As UIKit."),
    textLineBreak: .reported(
      .greedy, "As UIKit; how a single last word is avoided is not established."),
    textLongWords: .reported(.broken, "As UIKit."),
    textLigatures: .documented(
      .offWhenTracked, "tracking turns non-essential ligatures off, as its documentation says."),
    textRaster: .reported(.coreGraphics, "As UIKit."),
    cornerCurve: .documented(
      .continuous, "RoundedRectangle(cornerRadius:) has the style .continuous by default."),
    cornerOverlap: .reported(.clamp, "Half of the shorter side."),
    borderPosition: .documented(
      .inside, "strokeBorder and .border draw inside; .stroke is centred."),
    borderWidth: .reported(.exact, "Fractions of a pixel are smoothed."),
    colorSpace: .documented(.srgb, "Color(red:green:blue:) is sRGB by default."),
    opacityGrouping: .reported(
      .each, "Opacity applies to each part unless compositingGroup() joins them; not checked."),
    pixelSnapping: .reported(.none, "As UIKit: fractional frames are kept."))
}
