internal import Conventions
internal import Raster

extension Translator {
  /// The rectangle with the numbers that the candidate needs.
  mutating func rectangle(_ content: RectangleContent, in element: inout Element) {
    let wanted = reference.roundedRectangle(
      frame: element.frame, radii: content.radii, curve: content.cornerCurve)
    guard !wanted.rect.isEmpty else { return }
    let frame = self.frame(element.frame, drawnAs: wanted.rect)
    var new = content
    outline(&new, frame: frame, wanted)
    let drawn = candidate.roundedRectangle(
      frame: frame, radii: new.radii, curve: new.cornerCurve)
    switch content.fill {
    case .colour(let c): new.fill = .colour(colour(c))
    case .linearGradient(let g):
      new.fill = .linearGradient(gradient(g, from: wanted.rect, to: drawn.rect))
    case nil: break
    }
    new.border = content.border.map { border($0) }
    new.shadows = []
    for shadow in content.shadows {
      let translated =
        shadow.isInner
        ? innerShadow(shadow, index: new.shadows.count, of: wanted, drawn)
        : outerShadow(
          shadow, index: new.shadows.count, of: content, element.frame, new, frame)
      if let translated { new.shadows.append(translated) }
    }
    element.frame = frame
    element.content = .rectangle(new)
  }

  /// A frame that the candidate draws where the reference draws `frame`.
  private mutating func frame(_ frame: Rect, drawnAs wanted: Rect) -> Rect {
    func isWanted(_ r: Rect) -> Bool {
      isSame(r.x, wanted.x) && isSame(r.y, wanted.y) && isSame(r.width, wanted.width)
        && isSame(r.height, wanted.height)
    }
    if isWanted(candidate.drawnBox(frame)) { return frame }
    let moved = Rect(
      x: points(wanted.x), y: points(wanted.y), width: points(wanted.width),
      height: points(wanted.height))
    if isWanted(candidate.drawnBox(moved)) { return moved }
    unsolved.append(.snapping)
    advise(
      "\(name) moves edges to whole pixels; a transform (a translation by the fraction) is not "
        + "moved.")
    return frame
  }

  /// Radii and curve.
  private mutating func outline(
    _ content: inout RectangleContent, frame: Rect, _ wanted: RoundedRectangle
  ) {
    let drawn = candidate.roundedRectangle(
      frame: frame, radii: content.radii, curve: content.cornerCurve)
    if !wanted.radii.isNear(drawn.radii) {
      content.radii = wanted.radii.map { points($0) }
      let now = candidate.roundedRectangle(frame: frame, radii: content.radii)
      if !wanted.radii.isNear(now.radii) {
        unsolved.append(.cornerOverlap)
        advise("A path of the outline has corners of any radius.")
      }
    }
    // What only the reference had to be told is left out.
    if let curve = content.cornerCurve, curve != reference.convention.cornerCurve,
      curve == candidate.convention.cornerCurve
    {
      content.cornerCurve = nil
    }
    guard wanted.curve != drawn.curve, !wanted.radii.isZero else { return }
    let curve: CornerCurveReading = wanted.curve == .continuous ? .continuous : .circular
    if platform?.takes(curve) ?? true {
      content.cornerCurve = curve
    } else {
      unsolved.append(.cornerCurve)
      advise("\(name) has no \(curve.rawValue) corners; a path of the outline would have.")
    }
  }

  private mutating func border(_ border: Border) -> Border {
    var new = border
    new.colour = colour(border.colour)
    if border.position == nil,
      reference.convention.borderPosition != candidate.convention.borderPosition
    {
      new.position = reference.convention.borderPosition
    }
    let wanted = reference.borderEdges(border).width
    if isSame(candidate.borderEdges(border).width, wanted) { return new }
    new.width = points(wanted)
    if !isSame(candidate.borderEdges(new).width, wanted) {
      new.width = border.width
      unsolved.append(.borderWidth)
      advise(
        "\(name) draws borders whole pixels wide; an inset shadow without blur is not rounded.")
    }
    return new
  }
}

extension CornerRadii {
  func isNear(_ other: CornerRadii) -> Bool {
    isSame(topLeft, other.topLeft) && isSame(topRight, other.topRight)
      && isSame(bottomRight, other.bottomRight) && isSame(bottomLeft, other.bottomLeft)
  }
}

extension RoundedRectangle {
  func isNear(_ other: RoundedRectangle) -> Bool {
    isSame(rect.x, other.rect.x) && isSame(rect.y, other.rect.y)
      && isSame(rect.width, other.rect.width) && isSame(rect.height, other.rect.height)
      && radii.isNear(other.radii) && (curve == other.curve || radii.isZero)
  }
}
