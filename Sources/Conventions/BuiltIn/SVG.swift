extension Convention {
  /// SVG as Chromium draws it, gradients in units of the bounding box. What SVG does not have
  /// (lines of text) is as in CSS.
  static let svg = Convention(
    name: "svg", title: "SVG",
    shadowBlur: .documented(.factor(1), "Filter Effects 1: stdDeviation is sigma."),
    shadowKernel: .measured(
      .gaussian,
      "Chromium 156, GPU: fitted sigma within 5 %. The standard allows three boxes from sigma 2 on."
    ),
    shadowSpread: .documented(.none, "feDropShadow has no spread."),
    shadowKnockout: .measured(
      .never, "Chromium 156: the shadow shows through a translucent red box (191, 63, 63)."),
    shadowCaster: .measured(
      .content, "Chromium 156: the shadow is multiplied by the content's alpha."),
    gradientGeometry: .measured(
      .unitSquare, "SVG 2, objectBoundingBox. Chromium 156: less than 1 step."),
    gradientAngle: .reported(.css, "SVG has no angle of its own: read as CSS does."),
    gradientAlpha: .measured(
      .straight, "Chromium 156: half way from red to transparent black, over white: 191, 128, 128."),
    gradientSpace: .measured(
      .srgb, "Chromium 156: half way from #F00 to #00F is 127, 0, 128; linearRGB is ignored."),
    gradientStops: .measured(.clamp, "SVG 2. Chromium 156: offsets are clamped to 0…1."),
    textTracking: .documented(.none, "No table; letter-spacing is what the file says."),
    textTrackingFonts: .documented(.system, "SVG adds no table; the fonts do not matter."),
    textTrailingTracking: .reported(.kept, "As CSS letter-spacing in Chromium."),
    textLineHeight: .reported(.halfLeading, "SVG 1.1 has no lines: read as CSS does."),
    textMetrics: .reported(.roundedPixels, "As CSS in Chromium on Linux."),
    textRounding: .reported(.none, "SVG text is placed where its coordinates say."),
    textLineBreak: .reported(.greedy, "SVG 1.1 has no lines: read as CSS does."),
    textLongWords: .reported(.overflow, "SVG 1.1 has no lines: read as CSS does."),
    textLigatures: .documented(
      .offWhenTracked, "SVG and CSS: common ligatures are off where letter-spacing is not 0."),
    textRaster: .reported(.skia, "As CSS in Chromium on Linux."),
    cornerCurve: .documented(.circular, "SVG 2: rx and ry are radii of an ellipse."),
    cornerOverlap: .documented(.clamp, "SVG 2: rx is at most half the width, ry half the height."),
    borderPosition: .documented(.centre, "SVG 2: a stroke is centred on its path."),
    borderWidth: .documented(.exact, "SVG 2: strokes are not rounded to pixels."),
    colorSpace: .documented(.srgb, "CSS Color 4: hex colours are sRGB."),
    opacityGrouping: .documented(.group, "SVG 2: opacity applies to the element as a group."),
    pixelSnapping: .measured(
      .none, "Chromium 156: an SVG rect at 10.4 px covers 0.60 of its first pixel."))
}
