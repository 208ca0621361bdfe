extension Convention {
  /// CSS as Chromium draws it, its pages rasterised by the GPU. Measured on Chromium 156, Linux.
  static let css = Convention(
    name: "css", title: "CSS (Chromium)",
    shadowBlur: .measured(
      .factor(0.5),
      """
      CSS Backgrounds 3: sigma is half the blur. Chromium 156, GPU: fitted sigma / blur 0.499 to \
      0.502 for box-shadow on square corners, 0.48 to 0.503 on round ones.
      """),
    shadowKernel: .measured(
      .gaussian,
      """
      Chromium 156, GPU: within 0.5 to 0.9 steps for most blurs, 2 to 5 for some large ones. CPU \
      raster draws splines and boxes instead, within about 3.
      """),
    shadowSpread: .measured(
      .css,
      """
      CSS Backgrounds 3, shadow shape. Chromium 156: 16 pairs of radius and spread, within 0.5 px of \
      the radius (r 4, spread 16: 13.4 against 13.25).
      """),
    shadowKnockout: .measured(
      .always, "Chromium 156: under a translucent red box the page stays as it is."),
    shadowCaster: .measured(
      .outline, "Chromium 156: box-shadow does not depend on the background's alpha."),
    gradientGeometry: .documented(
      .pixels, "CSS Images 3: colour lines are perpendicular to the gradient line."),
    gradientAngle: .measured(
      .css, "CSS Images 3. Chromium 156: eight angles on 300×100 px, less than 1 step."),
    gradientAlpha: .measured(
      .premultiplied,
      "Chromium 156: half way from red to transparent black, over white: 255, 128, 128."),
    gradientSpace: .measured(
      .srgb, "Chromium 156: half way from #F00 to #00F is 127, 0, 128, for hex and rgb() colours."),
    gradientStops: .measured(
      .extrapolate, "Chromium 156: −50 % to 150 % ends in 191, 0, 64 and 64, 0, 191."),
    textTracking: .documented(.none, "No table on Linux; letter-spacing is what the page says."),
    textTrackingFonts: .documented(.system, "Chromium adds no table; the fonts do not matter."),
    textTrailingTracking: .measured(
      .kept, "Chromium 156: five letters with letter-spacing 2 px are 10 px wider."),
    textLineHeight: .measured(
      .halfLeading,
      "CSS Inline 3. Chromium 156: line heights 10 to 40 px and quarters of a px, exact."),
    textMetrics: .measured(
      .roundedPixels,
      """
      Chromium 156, Linux, synthetic font: ascent, descent and gap rounded to device px each, half of \
      the gap above; hhea, or typo metrics where the font asks for them.
      """),
    textRounding: .measured(
      .devicePixel, "Chromium 156: baselines on whole device px at 1x, 2x, 3x."),
    textLineBreak: .measured(.greedy, "Chromium 156: text-wrap: wrap fills each line."),
    textLongWords: .documented(.overflow, "overflow-wrap: normal, the initial value."),
    textLigatures: .measured(
      .offWhenTracked, "Chromium 156: common ligatures are off where letter-spacing is not 0."),
    textRaster: .measured(
      .skia,
      """
      Chromium 156, Linux, greyscale: contrast 0.2 and gamma 1.2 fit bars of known width with mean \
      error 0.8 steps. Light vertical hinting, which fits best at 16 px, is not modelled.
      """),
    cornerCurve: .measured(
      .circular, "Chromium 156: area cut off a unit corner 0.2156, a circle's 0.2146."),
    cornerOverlap: .measured(
      .scale, "CSS Backgrounds 3. Chromium 156: radii 100 and 40 on 120×80 px become 80 and 32."),
    borderPosition: .documented(
      .inside, "CSS Backgrounds 3: the border lies inside the border box."),
    borderWidth: .measured(
      .flooredToPixels,
      "Chromium 156: 0.3 px becomes 1 device px; 2.5 px becomes 2, 2.5, 2.33 at 1x, 2x, 3x."
    ),
    colorSpace: .documented(.srgb, "CSS Color 4: hex colours are sRGB."),
    opacityGrouping: .measured(
      .group, "Chromium 156: red and blue that overlap at 50 % give 126, 126, 255."),
    pixelSnapping: .measured(
      .edges,
      "Chromium 156: a box at 10.4 px, 20.3 px wide, covers 10 to 31 px at 1x; at least 1 px."))
}
