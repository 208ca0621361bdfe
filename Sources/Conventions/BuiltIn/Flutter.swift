extension Convention {
  /// Flutter: `BoxShadow`, `LinearGradient`, `BoxDecoration`, `Text`.
  static let flutter = Convention(
    name: "flutter", title: "Flutter",
    shadowBlur: .documented(
      .skiaPoints,
      "Flutter's source, Shadow.convertRadiusToSigma: 0.57735 × radius + 0.5, in logical px."),
    shadowKernel: .reported(.gaussian, "Skia and Impeller draw close to a Gaussian."),
    shadowSpread: .documented(
      .keep, "Flutter's source, BoxDecoration: the rectangle is inflated, its radius is not."),
    shadowKnockout: .documented(
      .never, "Flutter's source: BlurStyle.normal paints the whole shadow; .outer knocks out."),
    shadowCaster: .documented(.outline, "Flutter's source, BoxDecoration: the outline is opaque."),
    gradientGeometry: .documented(
      .pixels, "LinearGradient: alignments become points in the box, perpendicular to their line."),
    gradientAngle: .reported(.css, "LinearGradient has no angle of its own: read as CSS does."),
    gradientAlpha: .reported(.straight, "Skia's default; not checked."),
    gradientSpace: .documented(.srgb, "The sRGB numbers mix."),
    gradientStops: .documented(.clamp, "Stops are within 0…1."),
    textTracking: .documented(.none, "No table; Material's text styles state their own."),
    textTrackingFonts: .documented(.system, "Flutter adds no table; the fonts do not matter."),
    textTrailingTracking: .reported(.kept, "SkParagraph adds it after each cluster."),
    textLineHeight: .documented(
      .proportional, "TextLeadingDistribution.proportional is the default; .even halves."),
    textMetrics: .reported(
      .exact, "SkParagraph's metrics; whether they are rounded was not checked."),
    textRounding: .reported(.devicePixel, "Skia snaps baselines of upright text to whole px."),
    textLineBreak: .documented(.greedy, "Each line takes as many words as fit."),
    textLongWords: .reported(.broken, "SkParagraph breaks a word that is wider than its line."),
    textLigatures: .reported(.kept, "Not documented, not checked."),
    textRaster: .reported(.skia, "As Skia elsewhere; not measured."),
    cornerCurve: .documented(.circular, "BorderRadius has circular arcs."),
    cornerOverlap: .documented(.scale, "RRect.scaleRadii scales all radii to fit."),
    borderPosition: .documented(.inside, "BorderSide.strokeAlignInside is the default."),
    borderWidth: .documented(.exact, "Logical doubles; nothing is rounded."),
    colorSpace: .documented(.srgb, "Color(0xAARRGGBB) is sRGB."),
    opacityGrouping: .documented(.group, "The Opacity widget draws through a layer."),
    pixelSnapping: .documented(.none, "Logical doubles; edges are smoothed where they stand."))
}
