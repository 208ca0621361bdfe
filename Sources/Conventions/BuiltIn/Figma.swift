extension Convention {
  /// Figma, as its documentation and its own exports say; its renderer was not measured.
  static let figma = Convention(
    name: "figma", title: "Figma",
    shadowBlur: .reported(
      .factor(0.5),
      "Figma's SVG export writes stdDeviation = radius / 2, its CSS export box-shadow blur = radius."
    ),
    shadowKernel: .reported(.gaussian, "The kernel is not public: taken as a Gaussian."),
    shadowSpread: .reported(
      .add, "Figma documents spread for rectangles and ellipses; the corner rule is not public."),
    shadowKnockout: .documented(
      .always, "REST API: showShadowBehindNode is off unless it is set."),
    shadowCaster: .reported(
      .outline, "Taken as opaque; how alpha scales the shadow is not public."),
    gradientGeometry: .reported(
      .pixels,
      """
      REST API: three handles span the gradient. Perpendicular as long as the third stands at right \
      angles, as Figma places it; resizing skews it.
      """),
    gradientAngle: .reported(.css, "Figma has no angle of its own: read as CSS does."),
    gradientAlpha: .reported(.premultiplied, "Said by others, not checked."),
    gradientSpace: .documented(.srgb, "The stored numbers mix, in the document's colour profile."),
    gradientStops: .reported(.clamp, "Its editor keeps stops within the line."),
    textTracking: .documented(.none, "Letter spacing is what the style says."),
    textTrackingFonts: .documented(.system, "Figma adds no table; the fonts do not matter."),
    textTrailingTracking: .reported(.kept, "Said by others, not checked."),
    textLineHeight: .documented(
      .centred, "Figma's note on line heights (2019): half above, half below, as on the web."),
    textMetrics: .reported(
      .exact, "REST data: Inter's natural line height is 1.2102 × size, as in its hhea table."),
    textRounding: .reported(
      .none,
      "REST data: Inter 11 / 20 has its baseline at 14.0 pt, 14.00 unrounded; others not checked."),
    textLineBreak: .reported(.greedy, "Said by others, not checked."),
    textLongWords: .reported(.broken, "Said by others, not checked."),
    textLigatures: .reported(.kept, "Not documented, not checked."),
    textRaster: .reported(.exact, "The glyph raster is not public: taken as exact coverage."),
    cornerCurve: .documented(
      .circular, "REST API: cornerSmoothing is 0 unless it is set; smoothing is not modelled."),
    cornerOverlap: .reported(
      .scale,
      "Radii share a side in proportion, the largest first: equal to scaling for like radii."),
    borderPosition: .documented(.inside, "REST API: strokeAlign; the editor starts with INSIDE."),
    borderWidth: .reported(.exact, "Strokes of half a pixel are smoothed."),
    colorSpace: .documented(.srgb, "The document's profile: sRGB unless it is set to Display P3."),
    opacityGrouping: .documented(
      .group, "REST API: a node's opacity applies to the node as a whole."),
    pixelSnapping: .reported(
      .none, "Snapping is an option of the editor; exports keep fractions of a pixel smoothed."))
}
