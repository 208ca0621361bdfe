extension Convention {
  /// Android views: `Paint.setShadowLayer`, `BlurMaskFilter`, `GradientDrawable`, `TextView`.
  static let android = Convention(
    name: "android", title: "Android (views)",
    shadowBlur: .documented(
      .skiaDevicePixels,
      "Android's source, Blur and SkMaskFilterGlue: sigma = 0.57735 × radius + 0.5, in device px."),
    shadowKernel: .reported(.gaussian, "Skia on the GPU draws close to a Gaussian."),
    shadowSpread: .documented(.none, "setShadowLayer has no spread."),
    shadowKnockout: .documented(.never, "setShadowLayer draws the whole shadow below the shape."),
    shadowCaster: .documented(
      .content, "setShadowLayer: an opaque shadow colour takes the paint's alpha."),
    gradientGeometry: .documented(
      .pixels, "Android's source, LinearGradient: points in px, perpendicular to their line."),
    gradientAngle: .documented(
      .android,
      "Android's source, GradientDrawable: multiples of 45°, anticlockwise, from corner to corner."),
    gradientAlpha: .documented(
      .premultiplied, "Android's source, Shader: the flag for premultiplied interpolation is set."),
    gradientSpace: .documented(.srgb, "Android's source: the sRGB numbers mix."),
    gradientStops: .documented(.clamp, "LinearGradient's positions are within 0…1."),
    textTracking: .documented(.none, "No table."),
    textTrackingFonts: .documented(.system, "Android adds no table; the fonts do not matter."),
    textTrailingTracking: .documented(
      .split,
      "Paint.setLetterSpacing: half on each side; from API 35 on dropped at the line's ends."),
    textLineHeight: .documented(
      .below,
      "TextView.setLineHeight sets lineSpacingExtra, which is added below all lines but the last."),
    textMetrics: .reported(
      .roundedPixels,
      "Paint.FontMetricsInt rounds ascent and descent to px; font padding is not modelled."
    ),
    textRounding: .reported(.devicePixel, "Lines are laid out in whole px."),
    textLineBreak: .reported(
      .greedy, "breakStrategy simple. TextView's default looks at the paragraph: not modelled."),
    textLongWords: .reported(.broken, "Minikin breaks a word that is wider than its line."),
    textLigatures: .documented(
      .offWhenTracked, "Paint.setLetterSpacing turns ligatures off where it is not 0."),
    textRaster: .reported(
      .skia, "Skia, unhinted; the contrast of Android's text gamma was not measured."),
    cornerCurve: .documented(.circular, "Skia's round rectangles have elliptic arcs."),
    cornerOverlap: .documented(.scale, "Skia's SkRRect scales all radii to fit."),
    borderPosition: .documented(
      .inside, "Android's source, GradientDrawable: the stroke is inset by half its width."),
    borderWidth: .reported(.exact, "Strokes are drawn as wide as they are in px."),
    colorSpace: .documented(.srgb, "Colour resources are sRGB."),
    opacityGrouping: .documented(
      .group, "View.setAlpha draws through a layer while hasOverlappingRendering is true."),
    pixelSnapping: .documented(.edges, "View layout works in whole px."))

  /// Jetpack Compose on Android: `Modifier.dropShadow`, `Brush.linearGradient`, `Text`.
  static let compose = Convention(
    name: "compose", title: "Jetpack Compose",
    shadowBlur: .documented(
      .skiaDevicePixels,
      "Compose's source, DropShadowRenderer: BlurMaskFilter(radius), sigma = 0.57735 × radius + 0.5 px."
    ),
    shadowKernel: .reported(
      .gaussian,
      "Skia's mask blur; that the bitmap ends at the radius (1.73 sigma) is not modelled."),
    shadowSpread: .documented(
      .keep, "Compose's source, DropShadowRenderer: the rectangle grows, its radius does not."),
    shadowKnockout: .documented(
      .never, "Compose's source, DropShadowRenderer: the whole bitmap is drawn."),
    shadowCaster: .documented(
      .outline, "Compose's source, DropShadowRenderer: the outline is filled opaquely."),
    gradientGeometry: .documented(
      .pixels, "Brush.linearGradient: points in px, perpendicular to their line."),
    gradientAngle: .reported(.css, "Compose has no angle of its own: read as CSS does."),
    gradientAlpha: .documented(
      .premultiplied, "Android's source, Shader: the flag for premultiplied interpolation is set."),
    gradientSpace: .documented(.srgb, "Android's source: the sRGB numbers mix."),
    gradientStops: .documented(.clamp, "Colour stops are within 0…1."),
    textTracking: .documented(.none, "No table."),
    textTrackingFonts: .documented(.system, "Compose adds no table; the fonts do not matter."),
    textTrailingTracking: .documented(.split, "As Paint.setLetterSpacing: half on each side."),
    textLineHeight: .documented(
      .proportional,
      """
      Compose's source, LineHeightStyleSpan: in proportion to ascent and descent. That the first \
      and last line are trimmed by default is not modelled.
      """),
    textMetrics: .documented(
      .roundedPixels, "Compose's source, LineHeightStyleSpan: metrics are whole px."),
    textRounding: .reported(.devicePixel, "Lines are laid out in whole px."),
    textLineBreak: .documented(.greedy, "LineBreak.Simple is the default."),
    textLongWords: .reported(.broken, "As Android views."),
    textLigatures: .reported(.offWhenTracked, "As Android views."),
    textRaster: .reported(.skia, "As Android views."),
    cornerCurve: .documented(.circular, "RoundedCornerShape has circular arcs."),
    cornerOverlap: .documented(.scale, "Skia's SkRRect scales all radii to fit."),
    borderPosition: .documented(.inside, "Modifier.border draws inside the shape."),
    borderWidth: .reported(.exact, "Strokes are drawn as wide as they are in px."),
    colorSpace: .documented(.srgb, "Color(0xAARRGGBB) is sRGB."),
    opacityGrouping: .documented(
      .group, "Modifier.alpha draws through a layer where it is needed."),
    pixelSnapping: .documented(.edges, "Placements are rounded to whole px."))
}
