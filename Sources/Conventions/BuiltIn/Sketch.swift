extension Convention {
  /// Sketch as measured on exports of versions 48 to 75; it draws with Core Graphics.
  static let sketch = Convention(
    name: "sketch", title: "Sketch",
    shadowBlur: .measured(
      .factor(0.5),
      """
      Sketch 48 export at 3x, blur 4 and 10, and Sketch 72 preview at 1x, blur 8: every pixel exact \
      (Guides/Accuracy.md). With sigma = blur the error is 13 to 35 steps.
      """),
    shadowKernel: .measured(
      .gaussianCutAtTwoSigma,
      """
      Sketch 48 exports at 3x and Sketch 72 preview at 1x: every pixel exact; a Gaussian that is not \
      cut misses by 2 to 7 steps, three boxes by 1 to 7.
      """),
    shadowSpread: .measured(
      .add,
      """
      Sketch 72 preview at 1x with radius 0: corners stay square, every pixel exact (rounded \
      corners: 39 steps). With a radius above 0 not measured: taken as radius + spread.
      """),
    shadowKnockout: .measured(
      .whenFilled,
      "Sketch 72 preview: knocked out under a fill of alpha 0, whole where no fill is enabled."),
    shadowCaster: .measured(
      .outlineOrBorder,
      """
      Sketch 72 preview: a fill of alpha 0 throws the shadow of an opaque outline, a border without a \
      fill the shadow of its ring. What spread does to a ring was not measured: both its edges move.
      """),
    gradientGeometry: .measured(
      .pixels,
      """
      Sketch 48 export, three gradients at 3x and 1x: max 1, mean 0.25 steps, Sketch 74: max 1, mean \
      0.24; computed in the unit square max 46 and 92.
      """),
    gradientAngle: .reported(.css, "Sketch has no angle of its own: read as CSS does."),
    gradientAlpha: .reported(
      .straight, "As Core Graphics, which draws for Sketch; no export with alpha was at hand."),
    gradientSpace: .measured(
      .srgb,
      "Sketch 48 export, three gradients at 3x: max 1, mean 0.25 steps; linear light misses by 35 to 74."
    ),
    gradientStops: .reported(.clamp, "Its editor keeps stops within the line."),
    textTracking: .measured(
      .none,
      """
      Sketch 48 export at 3x of Lato: whole page max 3, mean 0.16 steps with the font's own advances; \
      San Francisco without and with kern: line widths differ by the kern alone.
      """),
    textTrackingFonts: .documented(.system, "Sketch adds no table; the fonts do not matter."),
    textTrailingTracking: .reported(.kept, "As AppKit's kern attribute, which Sketch writes."),
    textLineHeight: .measured(
      .centred,
      """
      Sketch 48 export of Lato and San Francisco with 25 pt lines and Sketch 71 with Helvetica 18 / 40: \
      every baseline on its whole point.
      """),
    textMetrics: .measured(
      .roundedPoints,
      """
      Sketch 48 export of Lato and San Francisco: every baseline and pitch exact. Helvetica and Times \
      stand elsewhere (about 1.2 × size).
      """),
    textRounding: .measured(
      .devicePixel,
      "Sketch 48 export of Lato at 3x: whole page max 3, mean 0.16 steps with whole-pixel baselines."
    ),
    textLineBreak: .measured(
      .greedy,
      "Sketch 48 export: the eight lines of the Lato paragraph, 335 pt wide, come out equal."),
    textLongWords: .reported(
      .broken, "As AppKit: a word wider than its box breaks between letters."),
    textLigatures: .reported(.kept, "As AppKit's kern attribute; not checked with tracked text."),
    textRaster: .measured(
      .coreGraphics,
      """
      Sketch 48 export of Lato at 3x: whole page max 3, mean 0.16 steps, 99.97 % within 1; at 1x max 2, \
      mean 0.26. Smooth curves 74, exact pens 255.
      """),
    cornerCurve: .measured(
      .circular,
      """
      Sketch 70 previews with round corners: edge pixels max 31, mean 6 to 10 steps; the continuous \
      corner max 87, mean 48.
      """),
    cornerOverlap: .reported(
      .clamp, "Half of the shorter side, as the model of the Sketch 70 previews assumes."),
    borderPosition: .documented(
      .inside,
      "The file format names each border's position; every border of the sample files is inside."),
    borderWidth: .reported(.exact, "Exports keep fractions of a pixel smoothed."),
    colorSpace: .documented(
      .srgb, "The document's colour space: unmanaged or sRGB unless it is set to Display P3."),
    opacityGrouping: .reported(.group, "Opacity belongs to the layer, with its fills and borders."),
    pixelSnapping: .reported(
      .none, "Snapping is an option of the editor; exports keep fractions of a pixel smoothed."))
}
