internal import Conventions
internal import Raster

extension Explainer {
  /// "iOS reads shadow radius 10 as sigma 10 pt; Sketch reads blur 10 as sigma 5 pt".
  func blurReading(_ shadow: ShadowSpec) -> String {
    "\(sigma(shadow, mixes.candidate, isFirst: true)); \(sigma(shadow, mixes.reference))"
  }

  private func sigma(
    _ shadow: ShadowSpec, _ convention: Convention, isFirst: Bool = false
  ) -> String {
    let sigma = convention.shadowBlur.sigmaPoints(
      blur: shadow.blur, scale: mixes.audit.scale.pixelsPerPoint)
    let platform = Platform(of: convention, in: mixes.audit.spec)
    let word = "\(isFirst ? "shadow " : "")\(platform?.blurWord ?? "blur")"
    return
      "\(convention.shortTitle) reads \(word) \(numeral(shadow.blur)) as sigma \(points(sigma))"
  }

  /// What an axis of shadows does; nil for other axes.
  func shadowEffect(of axis: Axis, _ change: Change, on content: RectangleContent) -> String? {
    switch axis {
    case .shadowBlur: softness(change, content.shadows)
    case .shadowKernel: kernelEffect(change, content.shadows)
    case .shadowSpread: spreadEffect(change, content)
    case .shadowKnockout: knockoutEffect(change, content)
    case .shadowCaster: casterEffect(change, content)
    default: nil
    }
  }

  // MARK: How far a shadow reaches

  private func softness(_ change: Change, _ shadows: [ShadowSpec]) -> String? {
    let clauses = shadows.indices.compactMap { i -> String? in
      let shadow = shadows[i]
      guard shadow.blur > 0 else { return nil }
      let (a, b) = (change.draftBefore.shadow(shadow), change.draftAfter.shadow(shadow))
      guard a.sigma != b.sigma else { return nil }
      let ratio = b.sigma.devicePixels / a.sigma.devicePixels
      let reach = reachChange(shadow, a, b, change)
      let name = shadow.isInner ? "inner shadow" : "shadow"
      let which = shadows.count > 1 ? "\(name) \(i + 1)" : "the \(name)"
      let size = ratio > 1 ? "larger" : "smaller"
      return "\(which) is \(size) and reaches \(times(tidy(ratio))) as far (\(reach))"
    }
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }

  /// "14 → 24 pt at the bottom": from the shape's edge to where the shadow ends, offset and spread
  /// included, on the side where the offset carries it; for inner shadows, inwards.
  private func reachChange(
    _ spec: ShadowSpec, _ a: Shadow, _ b: Shadow, _ change: Change
  ) -> String {
    let (blurA, blurB) = (
      Double(a.kernelReach) / change.scale, Double(b.kernelReach) / change.scale
    )
    if spec.isInner {
      let spread = change.draftAfter.convention.shadowSpread == .none ? 0 : spec.spread
      return "\(numeral(blurA + spread)) → \(points(blurB + spread)) from the edge inwards"
    }
    let sides = [
      ("at the bottom", spec.offset.y), ("at the top", -spec.offset.y),
      ("at the right", spec.offset.x), ("at the left", -spec.offset.x),
    ]
    // The first of the largest: sides are listed by how likely a designer looks there.
    let side = sides.reduce(sides[0]) { $1.1 > $0.1 ? $1 : $0 }
    func reach(_ draft: Draft, _ blur: Double) -> Double {
      blur + side.1 + (draft.convention.shadowSpread == .none ? 0 : spec.spread)
    }
    let (before, after) = (reach(change.draftBefore, blurA), reach(change.draftAfter, blurB))
    return "\(numeral(before)) → \(points(after)) \(side.0)"
  }

  private func kernelEffect(_ change: Change, _ shadows: [ShadowSpec]) -> String? {
    guard let shadow = shadows.max(by: { $0.blur < $1.blur }), shadow.blur > 0 else { return nil }
    let (a, b) = (change.draftBefore.shadow(shadow), change.draftAfter.shadow(shadow))
    let (before, after) = (
      Double(a.kernelReach) / change.scale, Double(b.kernelReach) / change.scale
    )
    let sigma = points(a.sigma.devicePixels / change.scale)
    return "with sigma \(sigma) the shadow ends \(points(after)) from its edge instead of "
      + "\(points(before)), by another curve"
  }

  // MARK: Shape

  private func spreadEffect(_ change: Change, _ content: RectangleContent) -> String? {
    guard let shadow = content.shadows.first(where: { $0.spread != 0 }) else { return nil }
    let spread = shadow.isInner ? -shadow.spread : shadow.spread
    func outline(_ draft: Draft) -> RoundedRectangle {
      let shape = draft.roundedRectangle(
        frame: element.frame, radii: content.radii, curve: content.cornerCurve)
      return draft.outset(shape, by: spread)
    }
    let (a, b) = (outline(change.draftBefore), outline(change.draftAfter))
    let growth = (b.rect.width - a.rect.width) / 2 / change.scale
    if abs(growth) > 0.005 {
      let (lost, name) = (growth < 0, shadow.isInner ? "inner shadow" : "shadow")
      return "the \(name) is \(points(abs(growth))) \(lost ? "smaller" : "larger") on every side"
    }
    let (ra, rb) = (a.radii.topLeft / change.scale, b.radii.topLeft / change.scale)
    return "the corner radius of the shadow is \(points(rb)) instead of \(points(ra))"
  }

  private func knockoutEffect(_ change: Change, _ content: RectangleContent) -> String? {
    let isCut = content.shadows.contains {
      !$0.isInner && change.draftAfter.knocksOut($0, of: content)
    }
    guard let fill = content.fill else {
      return isCut
        ? "the shape has no fill, and the shadow inside it is gone"
        : "the shape has no fill, and the shadow shows inside it"
    }
    let alpha = change.draftBefore.smallestAlpha(fill)
    if alpha >= 1 {
      return "the fill hides all but the smoothed pixels of its edge, where the shadow is "
        + (isCut ? "fainter" : "stronger")
    }
    let transparent = "the fill is \(numeral(100 * (1 - alpha), places: 0)) % transparent, and "
    return transparent + (isCut ? "no shadow darkens it" : "the shadow darkens it from below")
  }

  private func casterEffect(_ change: Change, _ content: RectangleContent) -> String? {
    guard let fill = content.fill else {
      let (a, b) = (change.before.drawing, change.after.drawing)
      if a.shadowCount != b.shadowCount {
        return "without a fill the shape throws \(b.shadowCount == 0 ? "no shadow" : "a shadow")"
      }
      return "without a fill another outline throws the shadow"
    }
    let alpha = change.draftBefore.smallestAlpha(fill)
    guard alpha < 1 else { return "the border throws a shadow of its own" }
    let percentage = "\(numeral(100 * alpha, places: 0)) %"
    return change.draftAfter.convention.shadowCaster == .content
      ? "the fill's alpha of \(percentage) makes the shadow as faint"
      : "the fill's alpha of \(percentage) no longer makes the shadow faint"
  }
}

extension Shadow {
  /// Device px by which the blur reaches beyond the outline.
  fileprivate var kernelReach: Int {
    var still = self
    still.offset = Point(x: 0, y: 0)
    return -still.reach(of: PixelRect(x0: 0, y0: 0, x1: 1, y1: 1)).x0
  }
}

extension Drawing {
  /// Outer shadows that are painted.
  var shadowCount: Int {
    steps.count {
      switch $0 {
      case .shadow, .shadowOfContent: true
      case .innerShadow, .fill, .text: false
      }
    }
  }
}

extension Draft {
  /// The smallest alpha of a fill.
  func smallestAlpha(_ fill: Fill) -> Double {
    switch fill {
    case .colour(let c): colour(c).alpha
    case .linearGradient(let g): g.stops.map { colour($0.colour).alpha }.min() ?? 1
    }
  }
}
