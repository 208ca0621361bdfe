internal import Conventions
internal import Raster

extension Explainer {
  /// What an axis does to a rectangle.
  func effect(of axis: Axis, _ change: Change, on content: RectangleContent) -> String? {
    if let effect = shadowEffect(of: axis, change, on: content) { return effect }
    if let effect = gradientEffect(of: axis, change, on: content) { return effect }
    switch axis {
    case .cornerCurve: return curveEffect(change, content)
    case .cornerOverlap: return overlapEffect(change, content)
    case .borderPosition, .borderWidth: return borderEffect(of: axis, change, content)
    case .colorSpace: return colourEffect(change, content.colours)
    case .opacityGrouping:
      let percentage = numeral(100 * element.opacity, places: 0)
      return change.after.drawing.steps.count > 1
        ? "at \(percentage) % opacity the parts show through each other"
        : nil
    case .pixelSnapping: return snappingEffect(change, content)
    default: return nil
    }
  }

  private func curveEffect(_ change: Change, _ content: RectangleContent) -> String? {
    let radii = change.draftAfter.roundedRectangle(frame: element.frame, radii: content.radii).radii
    let largest =
      [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].max()! / change.scale
    // The continuous corner leaves the circle by at most 0.0138 radii (catalogue, 4.1).
    return "with radius \(points(largest)) the outlines lie up to \(points(0.0138 * largest)) apart"
  }

  private func overlapEffect(_ change: Change, _ content: RectangleContent) -> String? {
    func words(_ draft: Draft) -> String {
      let r = draft.roundedRectangle(frame: element.frame, radii: content.radii).radii
      let numbers = [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].map {
        numeral($0 / change.scale)
      }
      return r.isUniform ? "\(numbers[0]) pt" : "\(numbers.joined(separator: ", ")) pt"
    }
    return "the radii that are drawn are \(words(change.draftAfter)) "
      + "instead of \(words(change.draftBefore))"
  }

  private func borderEffect(
    of axis: Axis, _ change: Change, _ content: RectangleContent
  ) -> String? {
    guard let border = content.border else { return nil }
    let (a, b) = (change.draftBefore.borderEdges(border), change.draftAfter.borderEdges(border))
    if axis == .borderWidth {
      return "the border of \(points(border.width)) is drawn \(points(b.width / change.scale)) "
        + "wide instead of \(points(a.width / change.scale))"
    }
    let out = (b.out - a.out) / change.scale
    return "the border stands \(points(abs(out))) further \(out > 0 ? "out" : "in")"
  }

  private func snappingEffect(_ change: Change, _ content: RectangleContent) -> String? {
    func rect(_ draft: Draft) -> Rect {
      draft.roundedRectangle(frame: element.frame, radii: content.radii).rect
    }
    let (a, b) = (rect(change.draftBefore), rect(change.draftAfter))
    let moves = [
      ("left", b.minX - a.minX), ("top", b.minY - a.minY), ("right", b.maxX - a.maxX),
      ("bottom", b.maxY - a.maxY),
    ].filter { abs($0.1) > 1e-6 }
    if moves.isEmpty { return nil }
    let words = moves.map { side, pixels in
      let towards = side == "left" || side == "right" ? ("right", "left") : ("down", "up")
      return "\(side) edge \(numeral(abs(pixels))) px \(pixels > 0 ? towards.0 : towards.1)"
    }
    return "the \(andList(words))"
  }
}

extension RectangleContent {
  /// Every colour it states, in the order of painting.
  var colours: [SpecColour] {
    var result = shadows.filter { !$0.isInner }.map(\.colour)
    switch fill {
    case .colour(let colour): result.append(colour)
    case .linearGradient(let gradient): result += gradient.stops.map(\.colour)
    case nil: break
    }
    result += shadows.filter(\.isInner).map(\.colour)
    return result + (border.map { [$0.colour] } ?? [])
  }
}
