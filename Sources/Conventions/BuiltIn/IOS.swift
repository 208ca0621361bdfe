extension Convention {
  /// UIKit views and Core Animation layers, with numbers handed to `CALayer`, `CAGradientLayer` and
  /// `UILabel` as they are.
  static let ios = Convention(
    name: "ios", title: "iOS (UIKit and Core Animation)",
    shadowBlur: .measured(
      .factor(1),
      """
      CALayer shadowRadius in images drawn by iOS: radius 5 at 2x and 3x and radius 8 at 1x, every \
      pixel exact (Guides/Accuracy.md); radius 10 at 3x max 1, mean 0.14 steps. With sigma = radius \
      / 2 the error is 5 to 43.
      """),
    shadowKernel: .measured(
      .gaussianCutAtTwoSigma,
      "The same images: every pixel exact; a Gaussian that is not cut misses by up to 6 steps."),
    shadowSpread: .documented(
      .none, "CALayer has no such property; a shadowPath takes its place."),
    shadowKnockout: .documented(
      .never, "A CALayer's shadow lies below the whole layer and shows through translucent content."
    ),
    shadowCaster: .documented(
      .content, "Without a shadowPath, CALayer's shadow is that of the layer's composited alpha."),
    gradientGeometry: .measured(
      .unitSquare,
      """
      CAGradientLayer, 375×100 pt images: 1.1 to 1.8 steps, mean 0.24 to 0.34, against 73 to 184 for \
      pixel space; iPhone X screenshot: max 7, mean 0.59, against 44.
      """),
    gradientAngle: .reported(.css, "CAGradientLayer has no angle of its own: read as CSS does."),
    gradientAlpha: .reported(
      .straight,
      "Many reports of white to UIColor.clear that turns grey, in Core Graphics and layers."),
    gradientSpace: .measured(
      .srgb,
      """
      iPhone X screenshot: max 7, mean 0.59 steps on the orange gradient. Snapshots by \
      renderInContext: mix in Apple's Generic RGB instead: max 1, mean 0.22.
      """),
    gradientStops: .documented(.clamp, "CAGradientLayer's locations are within 0…1."),
    textTracking: .measured(
      .sfStatic,
      """
      iPhone X (iOS 11): lines in San Francisco at 10, 14 and 16 pt as wide as Sketch's with this \
      kern, within 1 px of 253 to 328; UILabel at 25 to 58 pt within 0.2 %. Other sizes as published.
      """),
    textTrackingFonts: .documented(
      .system, "The system font alone gets the table; Inter stands in for it in designs."),
    textTrailingTracking: .documented(
      .kept, "The kern attribute follows every character, the last one too."),
    textLineHeight: .measured(
      .above,
      "UILabel on iOS 17 with equal minimum and maximum line height: 29 to 30 px measured, 29.3 predicted."
    ),
    textMetrics: .documented(
      .exact, "UIFont.lineHeight is ascender − descender + leading, unrounded."),
    textRounding: .reported(
      .devicePixel, "Bug report 28913460 to Apple says that UILabel rounds its baseline to pixels."),
    textLineBreak: .measured(
      .greedy,
      """
      iPhone X screenshot: the same breaks as Sketch with the same tracking. How UILabel avoids a \
      single last word is not established: an iOS 17 label leaves one.
      """),
    textLongWords: .reported(
      .broken, "UILabel breaks a word that is wider than it between letters."),
    textLigatures: .reported(
      .kept, "The kern attribute; the newer tracking attribute turns them off. Not checked."),
    textRaster: .measured(
      .coreGraphics,
      "UILabel with a 96 px font: 99.8 % of pixels within 1 step, mean 0.05; the rule is Sketch's."),
    cornerCurve: .measured(
      .circular,
      "CALayer cornerRadius 20: edge pixels max 13 steps; cornerCurve .continuous is another setting."
    ),
    cornerOverlap: .reported(
      .clamp,
      "CALayer documents no limit; taken as half of the shorter side, as UIBezierPath has it."),
    borderPosition: .documented(.inside, "CALayer draws its border inside its bounds."),
    borderWidth: .reported(.exact, "Core Animation draws fractions of a pixel smoothed."),
    colorSpace: .documented(.srgb, "UIColor(red:green:blue:alpha:) is extended sRGB."),
    opacityGrouping: .documented(
      .group, "CALayer.allowsGroupOpacity is on by default since iOS 7."),
    pixelSnapping: .reported(
      .none, "Views keep fractional frames; Core Animation smooths edges at fractions of a pixel."))
}
