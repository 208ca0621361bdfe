internal import Conventions
internal import Raster

extension Translator {
  // MARK: Softness

  /// The shadow with the blur and colour that the candidate needs.
  private mutating func softened(_ spec: ShadowSpec, index: Int) -> ShadowSpec {
    var new = spec
    new.colour = colour(spec.colour)
    let pixelsPerPoint = scale.pixelsPerPoint
    let (from, to) = (reference.convention.shadowBlur, candidate.convention.shadowBlur)
    let sigma = from.sigmaPoints(blur: spec.blur, scale: pixelsPerPoint)
    if !isSame(sigma, to.sigmaPoints(blur: spec.blur, scale: pixelsPerPoint)) {
      if let blur = to.blur(forSigmaPoints: sigma, scale: pixelsPerPoint) {
        new.blur = tidy(blur)
      } else {
        // Between sharp and the least softness there is: nearest of the two.
        let least = to.sigmaPoints(blur: 1e-3, scale: pixelsPerPoint)
        new.blur = sigma < least / 2 ? 0 : 1e-3
        unsolved.append(.softness(shadow: index))
        advise("\(name) has no sigma between 0 and \(Translator.length(least)).")
      }
    }
    if sigma > 0, reference.convention.shadowKernel != candidate.convention.shadowKernel {
      unsolved.append(.kernel(shadow: index))
    }
    return new
  }

  static func length(_ points: Double) -> String { RenderAudit.points(points) }

  // MARK: Inner shadows

  mutating func innerShadow(
    _ spec: ShadowSpec, index: Int, of wanted: RoundedRectangle, _ drawn: RoundedRectangle
  ) -> ShadowSpec? {
    var new = softened(spec, index: index)
    let hole = reference.outset(wanted, by: -spec.spread)
    if candidate.outset(drawn, by: -new.spread).isNear(hole) { return new }
    new.spread = points((drawn.rect.width - hole.rect.width) / 2)
    if !candidate.outset(drawn, by: -new.spread).isNear(hole) {
      unsolved.append(.outline(shadow: index))
      advise(
        "Draw the inner shadow as the shadow of a frame around the shape, clipped to the shape: "
          + "the frame's hole is the shape smaller by \(Translator.length(spec.spread)) on every "
          + "side.")
    }
    return new
  }

  // MARK: Outer shadows

  /// Nil: the reference paints no such shadow.
  mutating func outerShadow(
    _ spec: ShadowSpec, index: Int, of content: RectangleContent, _ frame: Rect,
    _ new: RectangleContent, _ newFrame: Rect
  ) -> ShadowSpec? {
    guard let step = reference.shadowStep(spec, content, frame) else { return nil }
    var shadow = softened(spec, index: index)
    let wanted = Thrown(step)
    let (from, to) = (reference, candidate)
    func thrown(_ shadow: ShadowSpec) -> Thrown? {
      from.shadowStep(shadow, content, frame).map(Thrown.init)
    }
    func drawn(_ shadow: ShadowSpec) -> Thrown? {
      to.shadowStep(shadow, new, newFrame).map(Thrown.init)
    }
    // What only the reference had to be told is told again below, where the candidate must be, too.
    if let path = shadow.path {
      var without = shadow
      without.path = nil
      if thrown(without)?.isThrown(as: wanted) != true {
        shadow = without
        shadow.spread = path.outset
      }
    }
    if shadow.knockout != nil {
      var without = shadow
      without.knockout = nil
      if thrown(without)?.isKnockedOut != wanted.isKnockedOut { shadow = without }
    }

    if let outline = wanted.outline {
      throwFrom(outline, &shadow, index, to.drawnBox(newFrame), wanted, drawn)
    } else {
      unsolved.append(.strength(shadow: index))
      advise(
        "The shadow follows what the shape paints, which \(name) cannot: a child layer in the "
          + "fill's shape would throw it.")
    }
    if let drawn = drawn(shadow), drawn.isKnockedOut != wanted.isKnockedOut {
      knockOut(&shadow, index, wanted.isKnockedOut)
    }
    return shadow
  }

  /// Makes the candidate throw the shadow from the outline that is wanted: by a spread, by a path,
  /// or as nearly as numbers can.
  private mutating func throwFrom(
    _ outline: Outline, _ shadow: inout ShadowSpec, _ index: Int, _ box: Rect, _ wanted: Thrown,
    _ drawn: (ShadowSpec) -> Thrown?
  ) {
    if let path = shadow.path, platform?.takesShadowPath == false {
      (shadow.path, shadow.spread) = (nil, path.outset)
    }
    var isOutline = drawn(shadow)?.outline?.isNear(outline) == true
    if !isOutline, case .rounded(let shape) = outline {
      shadow.spread = growth(of: shape, shadow, box)
      isOutline = drawn(shadow)?.outline?.isNear(outline) == true
    }
    let isStrong = drawn(shadow).map { isSame($0.alpha, wanted.alpha) } == true
    if isOutline && isStrong { return }
    if platform?.takesShadowPath ?? true, case .rounded(let shape) = outline {
      setPath(shape, &shadow, box)
    } else {
      weaken(&shadow, index, isOutline: isOutline, wanted, drawn(shadow))
    }
  }

  /// Points by which an outline is larger than the box on every side; of one that has shrunk to
  /// nothing, what the shadow says.
  private func growth(
    of outline: RoundedRectangle, _ shadow: ShadowSpec, _ box: Rect
  ) -> Double {
    if outline.rect.width > 0 { return points((outline.rect.width - box.width) / 2) }
    if outline.rect.height > 0 { return points((outline.rect.height - box.height) / 2) }
    return shadow.path?.outset ?? shadow.spread
  }

  private mutating func setPath(
    _ outline: RoundedRectangle, _ shadow: inout ShadowSpec, _ box: Rect
  ) {
    let outset = growth(of: outline, shadow, box)
    shadow.spread = 0
    shadow.path = ShadowPath(outset: outset, radii: outline.radii.map { points($0) })
    let what =
      platform == .coreAnimation
      ? "Give the layer a shadowPath" : "Let a shape of its own behind the element throw the shadow"
    let size = outset == 0 ? "its own bounds" : "its bounds outset by \(Translator.length(outset))"
    advise("\(what): \(size), corner radius \(words(shadow.path!.radii)).")
  }

  private func words(_ radii: CornerRadii) -> String {
    if radii.isUniform { return Translator.length(radii.topLeft) }
    return "\(numeral(radii.topLeft)), \(numeral(radii.topRight)), "
      + "\(numeral(radii.bottomRight)), \(Translator.length(radii.bottomLeft))"
  }

  /// What numbers can do where there is no path.
  private mutating func weaken(
    _ shadow: inout ShadowSpec, _ index: Int, isOutline: Bool, _ wanted: Thrown, _ drawn: Thrown?
  ) {
    if !isOutline {
      unsolved.append(.outline(shadow: index))
      advise("The outline of the shadow is another in \(name): a child layer could throw it.")
    }
    guard let drawn, drawn.alpha > 0 else {
      unsolved.append(.strength(shadow: index))
      return advise("\(name) throws no shadow here: a child layer with a fill could.")
    }
    let alpha = shadow.colour.alpha * wanted.alpha / drawn.alpha
    shadow.colour = shadow.colour.withAlpha(
      min(1, alpha), hexIn: candidate.convention.colorSpace)
    if alpha > 1 + 1e-9 { unsolved.append(.strength(shadow: index)) }
  }

  static let maskAdvice = "Mask the shadow so that it is not painted under the shape."

  /// What is advised where the platform cannot be told.
  func knockoutAdvice(_ cut: Bool) -> String {
    let does = cut ? "paints the shadow under the shape too" : "cuts the shadow out under the shape"
    return "\(name) \(does), and no number changes that: a child layer behind the shape could "
      + "throw it."
  }

  private mutating func knockOut(_ shadow: inout ShadowSpec, _ index: Int, _ cut: Bool) {
    if platform?.takesKnockout ?? true {
      shadow.knockout = cut
      advise(cut ? Translator.maskAdvice : "Paint the shadow under the shape too.")
    } else {
      unsolved.append(.knockout(shadow: index, cut: cut))
      advise(knockoutAdvice(cut))
    }
  }
}

/// What one outer shadow is thrown by, and how strongly.
private struct Thrown {
  /// Nil: not by an outline, but by what is painted.
  var outline: Outline?
  /// 0…1.
  var alpha: Double
  var isKnockedOut: Bool

  init(_ step: Drawing.Step) {
    switch step {
    case .shadow(let shadow, of: let outline, let knockedOut):
      (alpha, self.outline) = (shadow.colour.alpha, outline)
      isKnockedOut = knockedOut != nil
    case .shadowOfContent(let shadow, let content, let knockedOut):
      (alpha, outline) = (shadow.colour.alpha, Thrown.opaqueOutline(of: content))
      isKnockedOut = knockedOut != nil
    case .innerShadow, .fill, .text: preconditionFailure("an outer shadow is a shadow step")
    }
  }

  /// Whether it is the same shadow, but for where it is cut out.
  func isThrown(as other: Thrown) -> Bool {
    guard let outline, let wanted = other.outline else { return false }
    return outline.isNear(wanted) && isSame(alpha, other.alpha)
  }

  /// The outline of opaque paint, where fill and border together are one.
  private static func opaqueOutline(of steps: [Drawing.Step]) -> Outline? {
    guard case .fill(let first, let paint)? = steps.first, paint.isOpaque else { return nil }
    guard steps.count > 1, case .rounded(let shape) = first else { return first }
    guard case .fill(.ring(let outer, _), let border) = steps[1], border.isOpaque else {
      return nil
    }
    return .rounded(outer.rect.width > shape.rect.width ? outer : shape)
  }
}

extension Outline {
  fileprivate func isNear(_ other: Outline) -> Bool {
    switch (self, other) {
    case (.rounded(let a), .rounded(let b)): a.isNear(b)
    case (.ring(let a, let b), .ring(let c, let d)): a.isNear(c) && b.isNear(d)
    default: false
    }
  }
}

extension Paint {
  fileprivate var isOpaque: Bool {
    switch self {
    case .solid(let colour): colour.alpha >= 1
    case .linearGradient(let g): g.ramp.stops.allSatisfy { $0.colour.alpha >= 1 }
    }
  }
}
