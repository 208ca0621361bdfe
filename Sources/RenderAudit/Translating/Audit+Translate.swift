public import Conventions
package import ImageDiff
internal import Raster
public import Typesetting

/// When the best numbers are looked for by drawing, besides those that a formula gives.
public enum Fitting: Sendable {
  /// Where a person could see what the formula leaves.
  case whereVisible
  /// Also where nobody could, as an alternative.
  case always
}

extension Audit {
  /// The numbers with which `candidate` draws what `reference` draws with the element's own, proved
  /// by drawing both.
  public func translate(
    _ element: Element, from reference: Convention, to candidate: Convention,
    fitting: Fitting = .whereVisible
  ) throws(FontError) -> TranslationOutcome {
    try translate(element, from: reference, to: candidate, fitting: fitting, known: nil)
  }

  /// - Parameter known: How the element differs under the two, where it was counted already.
  package func translate(
    _ element: Element, from reference: Convention, to candidate: Convention,
    fitting: Fitting = .whereVisible, known: DiffCounts?
  ) throws(FontError) -> TranslationOutcome {
    let (from, to) = (draft(under: reference), draft(under: candidate))
    let original = try from.draw(element).drawing
    let unchanged = try to.draw(element).drawing
    let platform = Platform(of: candidate, in: spec)
    let mayNeedUnseen = element.mayNeedNumbersUnseen
    if original == unchanged && !mayNeedUnseen { return .notNeeded }

    var translator = Translator(reference: from, candidate: to, platform: platform)
    var translated = try translator.translated(element)
    if original == unchanged && translated == element { return .notNeeded }
    let reach = original.reach(glyphs: glyphs).union(unchanged.reach(glyphs: glyphs))
      .union(try to.draw(translated).drawing.reach(glyphs: glyphs))
    var judge = Judge(
      original, over: reach.outset(by: Audit.fitMargin).intersection(canvasBounds), draft: to,
      audit: self)
    let before = try judge.cost(of: element)
    if before == 0, translated == element || !mayNeedUnseen { return .notNeeded }

    var cost = try judge.cost(of: translated)
    try simplify(&translated, &cost, &translator, judge)
    let fitted = try fit(&translated, &cost, translator, judge, fitting)
    if fitted.isUsed { judge = try judge.holding(translated) }
    let residual = try judge.residual(of: translated)
    let alternative = fitted.alternative.map {
      Translation.Alternative(numbers: $0.numbers(changedFrom: element), residual: $1)
    }
    let untranslated: Translation.Residual
    if let known {
      untranslated = Translation.Residual(known)
    } else {
      untranslated = try judge.residual(of: element)
    }
    let isNearer = cost < before || mayNeedUnseen && residual.isLike(untranslated)
    if before == 0, !isNearer { return .notNeeded }
    if translated == element || !isNearer {
      return .impossible(why: translator.whyNot(residual, alternative))
    }
    let isExact = residual.differingPixels == 0
    return .translated(
      Translation(
        element: translated, numbers: translated.numbers(changedFrom: element), residual: residual,
        untranslated: untranslated, isFitted: fitted.isUsed,
        alternative: alternative,
        reason: isExact ? nil : translator.reason(maxDelta: residual.maxDelta),
        advice: translator.advice, candidateName: candidate.shortTitle,
        code: (platform?.languages ?? []).map {
          ($0, translated.code(in: $0, under: candidate))
        }))
  }

  /// Looks for better numbers than the closed forms' where these leave something that `fitting`
  /// cares for. Numbers that people know (twice the radius) are kept where nobody sees what they
  /// leave; the better ones are then the alternative.
  private func fit(
    _ element: inout Element, _ cost: inout Int, _ translator: Translator, _ judge: Judge,
    _ fitting: Fitting
  ) throws(FontError) -> (isUsed: Bool, alternative: (Element, Translation.Residual)?) {
    let fit = Fit(translator.unsolved, of: element, under: judge.draft)
    if fit.isEmpty || cost == 0 { return (false, nil) }
    let isVisible = try judge.residual(of: element).perceptiblePixels > 0
    if !isVisible, fitting == .whereVisible { return (false, nil) }
    let fitted = try fit.run(element, judge.focused(on: element))
    let its = try judge.cost(of: fitted)
    if its >= cost { return (false, nil) }
    if !isVisible {
      return (false, (fitted, try judge.holding(fitted).residual(of: fitted)))
    }
    (element, cost) = (fitted, its)
    return (true, nil)
  }

  /// Leaves out a knockout that changes no pixel, and what is said of one that would not: where the
  /// fill is opaque and its edges are on the grid, nothing of the shadow shows under it.
  private func simplify(
    _ element: inout Element, _ cost: inout Int, _ translator: inout Translator, _ judge: Judge
  ) throws(FontError) {
    guard case .rectangle(var content) = element.content else { return }
    func left(by content: RectangleContent) throws(FontError) -> Int {
      var other = element
      other.content = .rectangle(content)
      return try judge.cost(of: other)
    }
    let knockedOut = content.shadows.indices.filter { content.shadows[$0].knockout != nil }
    try Together(knockedOut, steps: content.shadows.count).visit { some throws(FontError) in
      var simpler = content
      for i in some { simpler.shadows[i].knockout = nil }
      let its = try left(by: simpler)
      if its > cost { return false }
      (content, cost) = (simpler, its)
      return true
    }
    element.content = .rectangle(content)
    if !content.shadows.contains(where: { $0.knockout == true }) {
      translator.advice.removeAll { $0 == Translator.maskAdvice }
    }
    var cuts: [Int: Bool] = [:]
    for case .knockout(let i, let cut) in translator.unsolved { cuts[i] = cut }
    var idle: Set<Int> = []
    try Together(cuts.keys.sorted(), steps: content.shadows.count).visit {
      some throws(FontError) in
      var told = content
      for i in some { told.shadows[i].knockout = cuts[i] }
      if try left(by: told) < cost { return false }
      idle.formUnion(some)
      return true
    }
    let idleAdvice = Set(idle.map { translator.knockoutAdvice(cuts[$0]!) })
    translator.advice.removeAll(where: idleAdvice.contains)
    translator.unsolved.removeAll {
      if case .knockout(let i, _) = $0 { idle.contains(i) } else { false }
    }
  }

  /// Things of which each may do, or not: asked one by one where they are few; where they are many,
  /// which takes a picture of as many steps each time, all together and then by halves.
  private struct Together {
    private let all: [Int]
    private let isFew: Bool
    /// Pictures at most, so that the steps drawn are in proportion to those of one picture.
    private let left: Int

    private static let few = 8
    private static let stepBudget = 512

    init(_ all: [Int], steps: Int) {
      self.all = all
      isFew = all.count <= Self.few
      left = isFew ? all.count : max(Self.few, Self.stepBudget / max(1, steps))
    }

    /// - Parameter does: Whether all of some do. What is not asked in time does not.
    func visit(_ does: ([Int]) throws(FontError) -> Bool) throws(FontError) {
      var waiting = isFew ? all.map { [$0] } : all.isEmpty ? [] : [all]
      var left = left
      while left > 0, !waiting.isEmpty {
        let some = waiting.removeFirst()
        left -= 1
        if try does(some) || some.count == 1 { continue }
        waiting.append(Array(some[..<(some.count / 2)]))
        waiting.append(Array(some[(some.count / 2)...]))
      }
    }
  }

  /// Device px around what is compared, so that a shadow that grows while it is fitted is seen to.
  private static let fitMargin = 24

  /// The whole canvas.
  var canvasBounds: PixelRect {
    PixelRect(x0: 0, y0: 0, x1: canvasPixels.width, y1: canvasPixels.height)
  }
}

/// Measures how far an element under the candidate is from the picture that is wanted.
struct Judge {
  private let original: Drawing
  private let wanted: Pixmap
  private let bounds: PixelRect
  let draft: Draft
  private let audit: Audit

  init(_ original: Drawing, over bounds: PixelRect, draft: Draft, audit: Audit) {
    self.original = original
    self.bounds = bounds
    self.draft = draft
    self.audit = audit
    wanted = audit.tile(original, over: bounds)
  }

  /// The same for the lower right quarter, where the element is large and all quarters are alike:
  /// for fitting, which draws often.
  func focused(on element: Element) -> Judge {
    guard bounds.area > 1 << 17, case .rectangle(let content) = element.content,
      content.radii.isUniform
    else { return self }
    let frame = draft.drawnBox(element.frame)
    let middle = PixelRect(
      x0: Int(frame.x + frame.width / 2), y0: Int(frame.y + frame.height / 2), x1: bounds.x1,
      y1: bounds.y1)
    let quarter = middle.intersection(bounds)
    if quarter.isEmpty { return self }
    return Judge(original, over: quarter, draft: draft, audit: audit)
  }

  /// The same over an area that holds all of `element`, too.
  func holding(_ element: Element) throws(FontError) -> Judge {
    let reach = try draft.draw(element).drawing.reach(glyphs: audit.glyphs)
      .intersection(audit.canvasBounds)
    let both = bounds.union(reach)
    return both == bounds ? self : Judge(original, over: both, draft: draft, audit: audit)
  }

  /// Equal drawings give equal pixels: one that is drawn as it is wanted need not be painted.
  func picture(of element: Element) throws(FontError) -> Pixmap {
    let drawing = try draft.draw(element).drawing
    return drawing == original ? wanted : audit.tile(drawing, over: bounds)
  }

  /// The sum of squared differences over pixels and premultiplied channels.
  func cost(of element: Element) throws(FontError) -> Int {
    try picture(of: element).squaredDifference(from: wanted)
  }

  func residual(of element: Element) throws(FontError) -> Translation.Residual {
    Translation.Residual(count(wanted, try picture(of: element)))
  }
}

extension Translation.Residual {
  init(_ counts: DiffCounts) {
    self.init(
      differingPixels: counts.differingPixels, perceptiblePixels: counts.perceptiblePixels,
      maxDelta: counts.maxDelta)
  }
}

extension Element {
  /// Whether it may need other numbers though both conventions draw the same: because it states
  /// something that is drawn as it says under every convention, but that not every tool can be told
  /// (a path, an angle); or because it is a text or a gradient, whose place is exact, since what
  /// rounding hides here another scale shows.
  fileprivate var mayNeedNumbersUnseen: Bool {
    guard case .rectangle(let content) = content else { return true }
    if case .linearGradient? = content.fill { return true }
    return content.cornerCurve != nil
      || content.shadows.contains { $0.path != nil || $0.knockout != nil }
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

  /// Why there is nothing better to type than what is typed already.
  func whyNot(_ left: Translation.Residual, _ alternative: Translation.Alternative?) -> String {
    if reasons.isEmpty {
      return "The difference is in rounding only, and other numbers do not round better."
    }
    let words = reasons.joined(separator: "; ")
    let first =
      left.perceptiblePixels == 0
      ? "Keep the numbers: \(left.words), which nobody sees (\(words))."
      : "No number changes this: \(words)."
    return ([first] + (alternative.map { [$0.sentence] } ?? []) + advice).joined(separator: " ")
  }

  /// Why a residual is not 0.
  func reason(maxDelta: Int) -> String {
    if !reasons.isEmpty { return reasons.joined(separator: "; ") }
    return maxDelta <= 1
      ? "the same value, reached by other numbers, rounds to the next step"
      : "edges are smoothed with other numbers"
  }

  /// What the closed forms left over, in words, each once.
  private var reasons: [String] {
    unsolved.map(words).reduce(into: []) { all, reason in
      if !all.contains(reason) { all.append(reason) }
    }
  }

  private func words(_ unsolved: Unsolved) -> String {
    switch unsolved {
    case .kernel: "\(name) fades shadows by another curve"
    case .outline: "the shadow's outline is another"
    case .strength: "the shadow's strength follows what is painted on one side only"
    case .knockout: "under the shape the shadow is cut out on one side only"
    case .softness: "\(name) cannot blur as little"
    case .gradientLine: "the gradient's line would be longer than a spec can state"
    case .cornerCurve: "corners follow another curve"
    case .cornerOverlap: "\(name) draws no radius that large"
    case .borderWidth: "\(name) draws borders whole pixels wide"
    case .snapping: "\(name) moves edges to whole pixels"
    case .grouping: "\(name) fades each part by itself"
    case .glyphEdges: "\(name) draws the edges of glyphs otherwise"
    case .lineBreaks: "lines break at other words"
    case .baselines: "baselines stand on whole pixels on one side only"
    }
  }
}
