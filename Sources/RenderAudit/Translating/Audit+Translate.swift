public import Conventions
internal import ImageDiff
internal import Raster
public import Typesetting

extension Audit {
  /// The numbers with which `candidate` draws what `reference` draws with the element's own, proved
  /// by drawing both.
  public func translate(
    _ element: Element, from reference: Convention, to candidate: Convention
  ) throws(FontError) -> TranslationOutcome {
    let (from, to) = (draft(under: reference), draft(under: candidate))
    let original = try from.draw(element).drawing
    let unchanged = try to.draw(element).drawing
    if original == unchanged { return .notNeeded }

    let platform = Platform(of: candidate, in: spec)
    var translator = Translator(reference: from, candidate: to, platform: platform)
    var translated = try translator.translated(element)
    let bounds = original.reach(glyphs: glyphs).union(unchanged.reach(glyphs: glyphs))
      .union(try to.draw(translated).drawing.reach(glyphs: glyphs))
      .outset(by: Audit.fitMargin).intersection(canvasBounds)
    let judge = Judge(wanted: tile(original, over: bounds), bounds: bounds, draft: to, audit: self)
    let before = judge.wanted.absoluteDifference(from: tile(unchanged, over: bounds)) == 0
    if before { return .notNeeded }

    let fit = Fit(translator.unsolved, of: translated, under: to)
    if !fit.isEmpty { translated = try fit.run(translated, judge) }
    let untranslated = try judge.cost(of: element)
    let cost = try judge.cost(of: translated)
    if translated == element || cost >= untranslated {
      return .impossible(why: translator.whyNot)
    }
    let residual = try judge.residual(of: translated)
    return .translated(
      Translation(
        element: translated, numbers: translated.numbers(changedFrom: element), residual: residual,
        untranslated: try judge.residual(of: element), isFitted: !fit.isEmpty,
        reason: residual.differingPixels == 0
          ? nil : translator.reason(maxDelta: residual.maxDelta),
        advice: translator.advice, candidateName: candidate.shortTitle,
        code: (platform?.languages ?? []).map {
          ($0, translated.code(in: $0, under: candidate))
        }))
  }

  /// Device px around what is compared, so that a fitted shadow may grow.
  private static let fitMargin = 12

  /// The whole canvas.
  var canvasBounds: PixelRect {
    PixelRect(x0: 0, y0: 0, x1: canvasPixels.width, y1: canvasPixels.height)
  }
}

/// Measures how far an element under the candidate is from the picture that is wanted.
struct Judge {
  let wanted: Pixmap
  let bounds: PixelRect
  let draft: Draft
  let audit: Audit

  func picture(of element: Element) throws(FontError) -> Pixmap {
    audit.tile(try draft.draw(element).drawing, over: bounds)
  }

  /// The sum of squared differences over pixels and premultiplied channels.
  func cost(of element: Element) throws(FontError) -> Int {
    try picture(of: element).squaredDifference(from: wanted)
  }

  func residual(of element: Element) throws(FontError) -> Translation.Residual {
    let counts = count(wanted, try picture(of: element))
    return Translation.Residual(
      differingPixels: counts.differingPixels, perceptiblePixels: counts.perceptiblePixels,
      maxDelta: counts.maxDelta)
  }
}

extension Translator {
  /// The element with the numbers that the closed forms give.
  mutating func translated(_ element: Element) throws(FontError) -> Element {
    var result = element
    switch element.content {
    case .rectangle(let content):
      rectangle(content, in: &result)
      fade(&result)
    case .text(let content):
      let font = try reference.fonts.font(named: content.font, files: reference.fontFiles)
      try text(content, in: &result, font: font)
    }
    return result
  }

  /// Opacity of the parts instead of the whole, or the other way round.
  private mutating func fade(_ element: inout Element) {
    guard element.opacity < 1, case .rectangle(var content) = element.content,
      reference.convention.opacityGrouping != candidate.convention.opacityGrouping
    else { return }
    let parts =
      content.shadows.count + (content.fill == nil ? 0 : 1) + (content.border == nil ? 0 : 1)
    guard parts > 1 else { return }
    guard reference.convention.opacityGrouping == .each else {
      unsolved.append(.grouping)
      return advise(
        "\(name) fades each part by itself: draw the element into a layer of its own first "
          + "(compositingGroup, drawingGroup), then it fades as a whole.")
    }
    let (opacity, space) = (element.opacity, candidate.convention.colorSpace)
    func faded(_ c: SpecColour) -> SpecColour { c.withAlpha(c.alpha * opacity, hexIn: space) }
    for i in content.shadows.indices {
      content.shadows[i].colour = faded(content.shadows[i].colour)
    }
    switch content.fill {
    case .colour(let c): content.fill = .colour(faded(c))
    case .linearGradient(var gradient):
      for i in gradient.stops.indices { gradient.stops[i].colour = faded(gradient.stops[i].colour) }
      content.fill = .linearGradient(gradient)
    case nil: break
    }
    if let colour = content.border?.colour { content.border?.colour = faded(colour) }
    element.opacity = 1
    element.content = .rectangle(content)
  }

  /// Why nothing that can be typed brings the candidate nearer.
  var whyNot: String {
    let reasons = unsolved.map(words).reduce(into: [String]()) { all, reason in
      if !all.contains(reason) { all.append(reason) }
    }
    if reasons.isEmpty {
      return "The difference is in rounding only, and other numbers do not round better."
    }
    return (["No number changes this: \(reasons.joined(separator: "; "))."] + advice)
      .joined(separator: " ")
  }

  /// Why a residual is not 0.
  func reason(maxDelta: Int) -> String {
    let reasons = unsolved.map(words).reduce(into: [String]()) { all, reason in
      if !all.contains(reason) { all.append(reason) }
    }
    if reasons.isEmpty {
      return maxDelta <= 1
        ? "the same value, reached by other numbers, rounds to the next step"
        : "edges are smoothed with other numbers"
    }
    return reasons.joined(separator: "; ")
  }

  private func words(_ unsolved: Unsolved) -> String {
    switch unsolved {
    case .kernel: "\(name) fades shadows by another curve"
    case .outline: "the shadow's outline is another"
    case .strength: "the shadow's strength follows what is painted on one side only"
    case .knockout: "under the shape the shadow is cut out on one side only"
    case .softness: "\(name) cannot blur as little"
    case .cornerCurve: "corners follow another curve"
    case .borderWidth: "\(name) draws borders whole pixels wide"
    case .snapping: "\(name) moves edges to whole pixels"
    case .grouping: "\(name) fades each part by itself"
    case .glyphEdges: "\(name) draws the edges of glyphs otherwise"
    case .lineBreaks: "lines break at other words"
    case .baselines: "baselines stand on whole pixels on one side only"
    }
  }
}
