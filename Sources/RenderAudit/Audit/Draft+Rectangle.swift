internal import Conventions
internal import Raster

extension Draft {
  /// Outer shadows, fill, inner shadows, border: bottom to top.
  func rectangleSteps(_ content: RectangleContent, frame: Rect) -> [Drawing.Step] {
    let shape = roundedRectangle(
      frame: frame, radii: content.radii, curve: content.cornerCurve)
    guard !shape.rect.isEmpty else { return [] }
    let fill = content.fill.map { Drawing.Step.fill(.rounded(shape), paint($0, in: shape.rect)) }
    let border = content.border.flatMap { borderStep($0, around: shape) }
    let painted = [fill, border].compactMap(\.self)

    let outer = content.shadows.filter { !$0.isInner }
      .compactMap { outerShadow($0, of: shape, content: content, painted: painted) }
    let inner = content.shadows.filter(\.isInner).map { innerShadow($0, in: shape) }
    return outer + [fill].compactMap(\.self) + inner + [border].compactMap(\.self)
  }

  /// The element's outline in device px: snapped, and with radii that fit.
  ///
  /// - Parameter curve: What the element itself says; nil: the convention's.
  func roundedRectangle(
    frame: Rect, radii: CornerRadii, curve: CornerCurveReading? = nil
  ) -> RoundedRectangle {
    let shape = RoundedRectangle(
      rect: drawnBox(frame), radii: radii.map(scale.devicePixels),
      curve: (curve ?? convention.cornerCurve) == .continuous ? .continuous : .circular)
    return shape.fitted(convention.cornerOverlap == .scale ? .scale : .clamp)
  }

  /// A frame in device px, snapped.
  func drawnBox(_ frame: Rect) -> Rect {
    let rect = scale.devicePixels(frame)
    return convention.pixelSnapping == .edges ? rect.snappedToPixels() : rect
  }

  // MARK: Shadows

  func shadow(_ spec: ShadowSpec) -> Shadow {
    let sigma = convention.shadowBlur.sigmaPoints(
      blur: spec.blur, scale: scale.pixelsPerPoint)
    return Shadow(
      offset: Point(x: scale.devicePixels(spec.offset.x), y: scale.devicePixels(spec.offset.y)),
      sigma: Sigma(devicePixels: scale.devicePixels(sigma)), kernel: kernel,
      colour: colour(spec.colour))
  }

  private var kernel: BlurKernel {
    switch convention.shadowKernel {
    case .gaussianCutAtTwoSigma: .gaussianCutAtTwoSigma
    case .gaussian: .gaussian
    case .threeBoxes: .threeBoxes
    }
  }

  /// The shape that the spread makes of `shape`; the shape itself where there is no spread.
  func outset(_ shape: RoundedRectangle, by points: Double) -> RoundedRectangle {
    let spread = scale.devicePixels(points)
    return switch convention.shadowSpread {
    case .none: shape
    case .add: shape.outset(by: spread, corners: .add)
    case .css: shape.outset(by: spread, corners: .css)
    case .keep: shape.outset(by: spread, corners: .keep)
    }
  }

  private func outerShadow(
    _ spec: ShadowSpec, of shape: RoundedRectangle, content: RectangleContent,
    painted: [Drawing.Step]
  ) -> Drawing.Step? {
    var shadow = shadow(spec)
    let knockedOut: Outline? = knocksOut(spec, of: content) ? .rounded(shape) : nil
    let outline = Outline.rounded(shadowOutline(spec, of: shape))
    if spec.path != nil { return .shadow(shadow, of: outline, knockingOut: knockedOut) }
    switch convention.shadowCaster {
    // A border of no width is none.
    case .outlineOrBorder where content.fill == nil && !painted.isEmpty:
      guard case .fill(let border, _)? = painted.first else { return nil }
      let hole: Outline? = spec.knockout == true ? .rounded(shape) : nil
      return .shadow(shadow, of: thickened(border, by: spec.spread), knockingOut: hole)
    case .outline, .outlineOrBorder:
      return .shadow(shadow, of: outline, knockingOut: knockedOut)
    case .content:
      if painted.isEmpty { return nil }
      if content.border == nil, let alpha = content.fill.flatMap(constantAlpha) {
        shadow.colour.alpha *= alpha
        return .shadow(shadow, of: outline, knockingOut: knockedOut)
      }
      return .shadowOfContent(shadow, painted, knockingOut: knockedOut)
    }
  }

  /// A border's ring with the spread on both its edges.
  private func thickened(_ border: Outline, by spread: Double) -> Outline {
    switch border {
    case .rounded(let whole): return .rounded(outset(whole, by: spread))
    case .ring(let outer, let inner):
      let (grown, shrunk) = (outset(outer, by: spread), outset(inner, by: -spread))
      if grown.rect.isEmpty || spread < 0 && grown.rect.width <= shrunk.rect.width {
        return .rounded(RoundedRectangle(rect: Rect(x: 0, y: 0, width: 0, height: 0)))
      }
      return shrunk.rect.isEmpty ? .rounded(grown) : .ring(outer: grown, inner: shrunk)
    case .path: return border
    }
  }

  /// The step that paints one outer shadow of a rectangle; nil where the convention paints none.
  func shadowStep(
    _ spec: ShadowSpec, _ content: RectangleContent, _ frame: Rect
  ) -> Drawing.Step? {
    var alone = content
    alone.shadows = [spec]
    return rectangleSteps(alone, frame: frame).first {
      switch $0 {
      case .shadow, .shadowOfContent: true
      case .innerShadow, .fill, .text: false
      }
    }
  }

  /// The outline that an outer shadow of `shape` is thrown by, where an outline throws it.
  func shadowOutline(_ spec: ShadowSpec, of shape: RoundedRectangle) -> RoundedRectangle {
    guard let path = spec.path else { return outset(shape, by: spec.spread) }
    return RoundedRectangle(
      rect: shape.rect.outset(by: scale.devicePixels(path.outset)),
      radii: path.radii.map(scale.devicePixels), curve: shape.curve
    ).fitted(.scale)
  }

  /// Whether an outer shadow is cut out where its caster stands.
  func knocksOut(_ spec: ShadowSpec, of content: RectangleContent) -> Bool {
    if let knockout = spec.knockout { return knockout }
    return switch convention.shadowKnockout {
    case .always: true
    case .whenFilled: content.fill != nil
    case .never: false
    }
  }

  private func innerShadow(_ spec: ShadowSpec, in shape: RoundedRectangle) -> Drawing.Step {
    .innerShadow(
      shadow(spec), hole: .rounded(outset(shape, by: -spec.spread)), inside: .rounded(shape))
  }

  /// The fill's alpha where it is the same everywhere.
  private func constantAlpha(_ fill: Fill) -> Double? {
    switch fill {
    case .colour(let c): return colour(c).alpha
    case .linearGradient(let gradient):
      let alphas = gradient.stops.map { colour($0.colour).alpha }
      return alphas.allSatisfy { $0 == alphas[0] } ? alphas[0] : nil
    }
  }

  // MARK: Border

  private func borderStep(_ border: Border, around shape: RoundedRectangle) -> Drawing.Step? {
    let (out, width) = borderEdges(border)
    guard width > 0 else { return nil }
    let outer = shape.outset(by: out, corners: .add)
    let inner = shape.outset(by: out - width, corners: .add)
    let paint = Paint.solid(colour(border.colour))
    if inner.rect.isEmpty { return .fill(.rounded(outer), paint) }
    return .fill(.ring(outer: outer, inner: inner), paint)
  }

  /// How far a border reaches out from the outline, and its width, in device px.
  func borderEdges(_ border: Border) -> (out: Double, width: Double) {
    let width = borderWidth(points: border.width)
    return switch border.position ?? convention.borderPosition {
    case .inside: (0, width)
    case .centre: (width / 2, width)
    case .outside: (width, width)
    }
  }

  private func borderWidth(points: Double) -> Double {
    let width = scale.devicePixels(points)
    switch convention.borderWidth {
    case .exact: return width
    case .flooredToPixels: return width <= 0 ? 0 : max(1, width.rounded(.down))
    }
  }
}

extension Rect {
  /// Each edge to the nearest whole px, halves towards +∞; at least one px wide and high.
  func snappedToPixels() -> Rect {
    let (x0, y0) = ((minX + 0.5).rounded(.down), (minY + 0.5).rounded(.down))
    let (x1, y1) = ((maxX + 0.5).rounded(.down), (maxY + 0.5).rounded(.down))
    return Rect(
      x: x0, y: y0, width: width > 0 ? max(1, x1 - x0) : 0,
      height: height > 0 ? max(1, y1 - y0) : 0)
  }
}
