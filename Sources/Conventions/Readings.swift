// The values of each axis as types, but for blur, which has a file of its own. Raw values are the
// words that specs write.

/// `shadow.kernel`: the weights that blur.
public enum KernelReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// exp(−k²/2σ²) at whole device px k, |k| ≤ round(2σ), renormalised.
  case gaussianCutAtTwoSigma = "gaussian-2sigma"
  /// The Gaussian to where it cannot be seen.
  case gaussian
  /// Three box blurs of whole width, as SVG allows.
  case threeBoxes = "three-boxes"
}

/// `shadow.spread`: what the corners of the outline become when it grows by the spread S.
public enum SpreadReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// There is no such number; it is ignored.
  case none
  /// r = 0 stays square, else r + S.
  case add
  /// CSS: r ≥ S: r + S; 0 < r < S: r + S·(1 − (1 − r/S)³); r = 0 stays square.
  case css
  /// r stays r.
  case keep
}

/// `shadow.knockout`: whether a shadow is cut out where its caster stands.
public enum KnockoutReading: String, Reading, CaseIterable, Hashable, Sendable {
  case always
  /// Where the element has a fill, even a transparent one; without a fill the shadow is whole.
  case whenFilled = "when-filled"
  case never
}

/// `shadow.caster`: what throws the shadow.
public enum CasterReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// The outline, as if it were opaque.
  case outline
  /// As `outline`; but an element with a border and no fill throws the shadow of the border alone.
  case outlineOrBorder = "outline-or-border"
  /// What the element paints: its alpha scales the shadow, and without fill or border there is none.
  case content
}

/// `gradient.geometry`: the space in which isolines are perpendicular to the line from–to.
public enum GeometryReading: String, Reading, CaseIterable, Hashable, Sendable {
  case pixels = "pixel-perpendicular"
  case unitSquare = "unit-square"
}

/// `gradient.angle`: what an angle in degrees means.
public enum AngleReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// Clockwise from "up"; the line is as long as |w sin θ| + |h cos θ|.
  case css
  /// The line of `css` for a square, stretched to the frame: helper code around CAGradientLayer.
  case unitSquare = "unit-square"
  /// Anticlockwise from "right", to the nearest multiple of 45°, from corner or edge to its opposite.
  case android
}

/// `gradient.alpha`: how stops of different alpha mix.
public enum AlphaReading: String, Reading, CaseIterable, Hashable, Sendable {
  case straight
  case premultiplied
}

/// `gradient.space`: the space in which stops mix.
public enum SpaceReading: String, Reading, CaseIterable, Hashable, Sendable {
  case srgb
  case linear = "srgb-linear"
  case oklab
  case genericRGB = "apple-generic-rgb"
}

/// `gradient.stops`: positions outside 0…1.
public enum StopsReading: String, Reading, CaseIterable, Hashable, Sendable {
  case extrapolate
  case clamp
}

/// `text.tracking`: the table a convention adds to its system font.
public enum TrackingReading: String, Reading, CaseIterable, Hashable, Sendable {
  case none
  /// SF Pro Text below 20 pt, SF Pro Display from 20 pt (iOS 9 to 13).
  case sfStatic = "sf-static"
  /// SF Pro as a variable font (newer systems).
  case sfVariable = "sf-variable"
}

/// `text.trackingFonts`: which fonts the table is added to.
public enum TrackingFontsReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// The system font (San Francisco), and Inter, which stands in for it where it is not installed.
  case system
  case all
}

/// `text.trailingTracking`: whether tracking follows the last cluster of a line, which shows when
/// text is centred, right-aligned or justified.
public enum TrailingTrackingReading: String, Reading, CaseIterable, Hashable, Sendable {
  case kept
  case dropped
  /// Half before and half after each cluster.
  case split
}

/// `text.lineHeight`: where the space goes that an explicit line height adds.
public enum LineHeightReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// Half above and half below: baseline = top + (LH − (A + D)) / 2 + A.
  case centred
  /// All above: baseline = top + LH − D.
  case above
  /// As `centred`, with the half floored to device px: CSS as Chromium draws it.
  case halfLeading = "half-leading-floor"
  /// In proportion to ascent and descent: baseline = top + LH · A / (A + D).
  case proportional
  /// All below, and none under the last line.
  case below
}

/// `text.metrics`: ascent A, descent D and line gap, before placing lines.
public enum MetricsReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// A and D of the font's hhea table rounded to whole points each; the gap is ignored.
  case roundedPoints = "rounded-points"
  /// As in the hhea table, gap included below the line.
  case exact
  /// A, D and gap rounded to whole device px each (typo metrics where the font asks for them);
  /// half of the gap above, floored.
  case roundedPixels = "rounded-pixels"
}

/// `text.rounding`: where a baseline may stand.
public enum RoundingReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// On whole device px, halves down the page.
  case devicePixel = "device-pixel"
  case none
}

/// `text.lineBreak`: how lines are chosen among the allowed breaks.
public enum LineBreakReading: String, Reading, CaseIterable, Hashable, Sendable {
  case greedy
}

/// `text.longWords`: a word that is wider than its frame.
public enum LongWordsReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// Broken between clusters.
  case broken
  /// Left whole, and runs out of the frame.
  case overflow
}

/// `text.ligatures`: whether common ligatures stay where text is tracked.
public enum LigaturesReading: String, Reading, CaseIterable, Hashable, Sendable {
  case kept
  case offWhenTracked = "off-when-tracked"
}

/// `text.raster`: glyph positions, curve flattening and coverage curve.
public enum TextRasterReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// Core Graphics: x = floor(pen × Q) / Q with Q by pixel size, chords of 0.2 px, coverage as area.
  case coreGraphics = "core-graphics"
  /// Skia on Linux: x to quarter px, smooth curves, contrast 0.2 and gamma 1.2.
  case skia = "skia-linux"
  /// Exact positions and areas.
  case exact
}

/// `corner.curve`.
public enum CornerCurveReading: String, Reading, CaseIterable, Hashable, Sendable {
  case circular
  case continuous
}

/// `corner.overlap`: radii that do not fit.
public enum CornerOverlapReading: String, Reading, CaseIterable, Hashable, Sendable {
  /// All radii times min(1, side / sum of the side's radii).
  case scale
  /// Each radius to at most half the shorter side.
  case clamp
}

/// `border.position`: where a border stands that names no position of its own.
public enum BorderPositionReading: String, Reading, CaseIterable, Hashable, Sendable {
  case inside
  case centre
  case outside
}

/// `border.width`.
public enum BorderWidthReading: String, Reading, CaseIterable, Hashable, Sendable {
  case exact
  /// Floored to device px, at least 1.
  case flooredToPixels = "device-pixel-floor"
}

/// `color.space`: what the numbers of a hex colour are.
public enum ColourSpaceReading: String, Reading, CaseIterable, Hashable, Sendable {
  case srgb
  case displayP3 = "display-p3"
}

/// `opacity.grouping`: whether an element's parts are flattened before its opacity is applied.
public enum OpacityGroupingReading: String, Reading, CaseIterable, Hashable, Sendable {
  case group
  case each
}

/// `pixel.snapping`.
public enum SnappingReading: String, Reading, CaseIterable, Hashable, Sendable {
  case none
  /// Each edge of a box to the nearest device px, halves up; at least 1 px wide.
  case edges
}
