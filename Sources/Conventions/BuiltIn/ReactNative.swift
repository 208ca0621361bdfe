extension Convention {
  /// React Native's `boxShadow` and text on iOS.
  static let reactNativeIOS = Convention(
    name: "react-native-ios", title: "React Native on iOS",
    shadowBlur: .documented(
      .factor(0.5),
      "React Native's source, RCTBoxShadow: blur handed to Core Graphics, sigma half of it."),
    shadowKernel: .reported(
      .gaussianCutAtTwoSigma,
      "Core Graphics, as measured in Sketch; the bitmap is padded by the blur, which is two sigma."),
    shadowSpread: .documented(
      .css, "React Native's source, RCTBoxShadow: CSS's cubic rule for small radii."),
    shadowKnockout: .documented(
      .always, "React Native's source, RCTBoxShadow: the box is cleared."),
    shadowCaster: .documented(
      .outline, "React Native's source, RCTBoxShadow: the outline is opaque."),
    gradientGeometry: .reported(.pixels, "backgroundImage follows CSS's rules."),
    gradientAngle: .reported(.css, "backgroundImage follows CSS's rules."),
    gradientAlpha: .reported(.straight, "Drawn by Core Animation; not checked."),
    gradientSpace: .reported(.srgb, "Drawn by Core Animation."),
    gradientStops: .reported(.clamp, "Drawn by Core Animation, whose locations are within 0…1."),
    textTracking: .reported(.sfVariable, "Text is drawn by UIKit, which adds Apple's table."),
    textTrackingFonts: .documented(
      .system, "The system font alone gets the table; Inter stands in for it in designs."),
    textTrailingTracking: .documented(.kept, "letterSpacing becomes the kern attribute."),
    textLineHeight: .reported(
      .centred, "Equal minimum and maximum line height, with a baseline offset of half the rest."),
    textMetrics: .reported(.exact, "As UIFont.lineHeight, unrounded."),
    textRounding: .reported(.devicePixel, "As UIKit."),
    textLineBreak: .reported(.greedy, "As UIKit."),
    textLongWords: .reported(.broken, "As UIKit."),
    textLigatures: .reported(.kept, "As UIKit's kern attribute."),
    textRaster: .reported(.coreGraphics, "As UIKit."),
    cornerCurve: .documented(.circular, "borderCurve is circular unless it is set."),
    cornerOverlap: .reported(.scale, "Radii are scaled to fit, as in CSS."),
    borderPosition: .documented(.inside, "Borders lie inside the box, as in CSS."),
    borderWidth: .reported(.exact, "Drawn by Core Animation as it is."),
    colorSpace: .documented(.srgb, "Hex colours are sRGB."),
    opacityGrouping: .reported(.group, "As CALayer's group opacity."),
    pixelSnapping: .reported(.edges, "Layout rounds frames to device px."))

  /// React Native's `boxShadow` and text on Android.
  static let reactNativeAndroid = Convention(
    name: "react-native-android", title: "React Native on Android",
    shadowBlur: .documented(
      .factor(0.5), "React Native's source, OutsetBoxShadowDrawable: sigma = 0.5 × blur."),
    shadowKernel: .reported(.gaussian, "Android's RenderEffect, drawn by Skia."),
    shadowSpread: .reported(.css, "boxShadow follows CSS's rules."),
    shadowKnockout: .reported(.always, "boxShadow follows CSS's rules."),
    shadowCaster: .reported(.outline, "boxShadow follows CSS's rules."),
    gradientGeometry: .reported(.pixels, "backgroundImage follows CSS's rules."),
    gradientAngle: .reported(.css, "backgroundImage follows CSS's rules."),
    gradientAlpha: .reported(.premultiplied, "As Android's LinearGradient."),
    gradientSpace: .reported(.srgb, "As Android's LinearGradient."),
    gradientStops: .reported(.clamp, "As Android's LinearGradient."),
    textTracking: .documented(.none, "No table."),
    textTrackingFonts: .documented(.system, "Android adds no table; the fonts do not matter."),
    textTrailingTracking: .documented(
      .split, "letterSpacing becomes Paint.setLetterSpacing: half on each side."),
    textLineHeight: .reported(
      .centred, "Half above, half below, in whole px: the odd one goes above."),
    textMetrics: .reported(.roundedPixels, "Metrics are whole px."),
    textRounding: .reported(.devicePixel, "Lines are laid out in whole px."),
    textLineBreak: .reported(.greedy, "Android's default looks at the paragraph: not modelled."),
    textLongWords: .reported(.broken, "As Android views."),
    textLigatures: .reported(.offWhenTracked, "As Android views."),
    textRaster: .reported(.skia, "As Android views."),
    cornerCurve: .documented(.circular, "Radii are those of circles and ellipses."),
    cornerOverlap: .reported(.scale, "Radii are scaled to fit, as in CSS."),
    borderPosition: .documented(.inside, "Borders lie inside the box, as in CSS."),
    borderWidth: .reported(.exact, "Drawn as wide as it is in px."),
    colorSpace: .documented(.srgb, "Hex colours are sRGB."),
    opacityGrouping: .documented(.group, "As View.setAlpha."),
    pixelSnapping: .reported(.edges, "Layout rounds frames to device px."))
}
