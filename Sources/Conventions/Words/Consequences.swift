extension Convention {
  /// What a person sees when the numbers of a design for `reference` are given to this convention
  /// unchanged, as the end of "…, so "; nil when the answers on `axis` agree.
  ///
  /// It holds for designs in general. A cause in a report speaks of one element's own numbers.
  public func consequence(of axis: Axis, for reference: Convention) -> String? {
    guard self[axis].value != reference[axis].value else { return nil }
    return switch axis {
    case .shadowBlur: blurConsequence(reference.shadowBlur, shadowBlur)
    case .shadowKernel:
      shadowKernel == .gaussianCutAtTwoSigma
        ? "shadows end a little earlier, by at most 7 steps of 255"
        : "shadows fade by other steps, at most 7 of 255"
    case .shadowSpread:
      switch (reference.shadowSpread, shadowSpread) {
      case (_, .none): "shadows lose their spread"
      case (.none, _): "shadows grow by a spread that was ignored before"
      case (_, .keep): "the corners of a spread shadow are sharper"
      case (.keep, _): "the corners of a spread shadow are rounder"
      default: "small corners of a spread shadow are rounded by another radius"
      }
    case .shadowKnockout:
      switch (reference.shadowKnockout, shadowKnockout) {
      case (_, .never): "it darkens translucent fills"
      case (.never, _): "it no longer shows through translucent fills"
      default: "the shadow of a shape without fill is another"
      }
    case .shadowCaster:
      shadowCaster == .content
        ? "translucent fills throw a fainter shadow, and a shape without fill or border none"
        : "translucent fills throw a stronger shadow"
    case .gradientGeometry:
      "the same points draw a turned gradient, unless the frame is square or the line upright or level"
    case .gradientAngle: "the same angle draws another direction"
    case .gradientAlpha:
      gradientAlpha == .straight
        ? "fades to a transparent stop of another colour turn murky"
        : "fades to a transparent stop of another colour stay clear"
    case .gradientSpace: "the colours between two stops are others"
    case .gradientStops: "gradients with stops before 0 or after 1 change"
    case .textTracking: trackingConsequence(reference)
    case .textTrackingFonts: "other fonts get that spacing"
    case .textTrailingTracking:
      "tracked text that is centred, right-aligned or justified moves by up to one tracking"
    case .textLineHeight:
      switch (reference.textLineHeight, textLineHeight) {
      case (.above, _), (_, .below): "text with an explicit line height stands higher"
      case (_, .above), (.below, _): "text with an explicit line height stands lower"
      default: "text with an explicit line height stands a little higher or lower"
      }
    case .textMetrics: "natural line heights and baselines differ by up to a point a line"
    case .textRounding: "baselines differ by up to half a pixel"
    case .textLineBreak: "lines may end at other words"
    case .textLongWords:
      textLongWords == .broken
        ? "such a word takes more lines" : "such a word runs out of its frame"
    case .textLigatures:
      textLigatures == .kept
        ? "spaced text keeps its ligatures" : "spaced text loses its ligatures"
    case .textRaster: "the edges of glyphs differ"
    case .cornerCurve: "corners differ by at most 1.4 % of their radius"
    case .cornerOverlap: "only radii that do not fit differ"
    case .borderPosition: "borders without a position move by their width or half of it"
    case .borderWidth: "borders of a fraction of a pixel differ"
    case .colorSpace:
      colorSpace == .displayP3 ? "the same hex is more saturated" : "the same hex is less saturated"
    case .opacityGrouping: "the parts of a translucent element overlap in other colours"
    case .pixelSnapping:
      pixelSnapping == .edges
        ? "edges at fractions of a pixel become sharp and move"
        : "edges at fractions of a pixel become soft"
    }
  }

  /// What this convention makes of an axis beside what `reference` does, in two sentences: "Sketch:
  /// the number is two sigma (sigma = blur / 2). iOS: the number is sigma, so the same number
  /// reaches twice as far."
  public func comparison(of axis: Axis, with reference: Convention) -> String {
    let (before, after) = (reference[axis].value, self[axis].value)
    let ending = consequence(of: axis, for: reference).map { ", so \($0)" } ?? ""
    return """
      \(reference.shortTitle): \(axis.meaning(of: before) ?? before). \
      \(shortTitle): \(axis.meaning(of: after) ?? after)\(ending).
      """
  }

  private func blurConsequence(_ old: BlurReading, _ new: BlurReading) -> String {
    if case .factor(let old) = old, case .factor(let new) = new {
      return switch new / old {
      case 2: "the same number reaches twice as far"
      case 0.5: "the same number reaches half as far"
      case let ratio: "the same number reaches \(rounded(ratio)) times as far"
      }
    }
    let (before, after) = (
      old.sigmaPoints(blur: 10, scale: 2), new.sigmaPoints(blur: 10, scale: 2)
    )
    return "a blur of 10 has sigma \(rounded(after)) pt instead of \(rounded(before)) pt at 2×"
  }

  private func trackingConsequence(_ reference: Convention) -> String {
    let (before, after) = (reference.textTracking.table, textTracking.table)
    let (old, new) = (before?.points(forSize: 17) ?? 0, after?.points(forSize: 17) ?? 0)
    return old == new
      ? "letters are spaced differently at some sizes"
      : """
      text at 17 pt gets \(rounded(new)) pt a letter instead of \(rounded(old)), and lines may \
      break at other words
      """
  }
}

/// Two decimals at most, with a minus sign as typesetters write it.
private func rounded(_ number: Double) -> String {
  guard number.magnitude < 1e15 else { return number.description }
  let hundredths = Int((number.magnitude * 100).rounded())
  let fraction = hundredths % 100
  var text = String(hundredths / 100)
  if fraction > 0 {
    text +=
      fraction % 10 == 0 ? ".\(fraction / 10)" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)"
  }
  return number < 0 && hundredths > 0 ? "−" + text : text
}
