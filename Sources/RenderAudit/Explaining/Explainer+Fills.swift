internal import Conventions
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Explainer {
  /// What an axis of gradients does; nil for other axes.
  func gradientEffect(of axis: Axis, _ change: Change, on content: RectangleContent) -> String? {
    guard case .linearGradient(let gradient)? = content.fill else { return nil }
    switch axis {
    case .gradientGeometry, .gradientAngle:
      return andList([turn(change, gradient), lightness(change)].compactMap(\.self)).nonEmpty
    case .gradientAlpha, .gradientSpace:
      return andList([middle(change, gradient), lightness(change)].compactMap(\.self)).nonEmpty
    case .gradientStops:
      let outside = gradient.stops.filter { $0.position < 0 || $0.position > 1 }
      let names = outside.map { "\(numeral(100 * $0.position)) %" }
      let what = "\(outside.count == 1 ? "the stop" : "the stops") at \(andList(names))"
      let stands = "\(what) \(outside.count == 1 ? "stands" : "stand") elsewhere"
      return andList([stands, lightness(change)].compactMap(\.self))
    default: return nil
    }
  }

  /// "On 335×170 pt iOS takes the points (0, 0) → (1, 0.6) in a square that is then stretched …".
  func geometryReading(_ content: RectangleContent) -> String? {
    guard case .linearGradient(let gradient)? = content.fill,
      case .points(let from, let to) = gradient.line
    else { return nil }
    func words(_ p: Point) -> String { "(\(numeral(p.x)), \(numeral(p.y)))" }
    func space(_ convention: Convention) -> String {
      switch convention.gradientGeometry {
      case .pixels: "as they stand on the screen"
      case .unitSquare: "in a square that is then stretched to the frame"
      }
    }
    let size = "\(numeral(element.frame.width))×\(points(element.frame.height))"
    return "On \(size) \(candidateName) takes the points \(words(from)) → \(words(to)) "
      + "\(space(mixes.candidate)), \(referenceName) \(space(mixes.reference))"
  }

  /// "the gradient is turned by 68.8° clockwise".
  private func turn(_ change: Change, _ gradient: GradientSpec) -> String? {
    let (a, b) = (change.fillField, change.fillField(after: true))
    guard let a, let b, !a.isConstant, !b.isConstant else { return nil }
    let degrees = a.turn(to: b)
    if abs(degrees) >= 0.05 {
      let way = degrees > 0 ? "clockwise" : "anticlockwise"
      return "the gradient is turned by \(numeral(abs(degrees), places: 1))° \(way)"
    }
    let ratio = ((a.kx * a.kx + a.ky * a.ky) / (b.kx * b.kx + b.ky * b.ky)).squareRoot()
    if abs(ratio - 1) < 0.0005 { return "the gradient starts elsewhere" }
    return "the gradient is \(times(rounded(ratio, places: 2))) as long"
  }

  /// "darker on average (L* 52.1 → 48.9)", measured on the drawn pixels of the fill.
  private func lightness(_ change: Change) -> String? {
    guard let a = change.fillLightness(after: false), let b = change.fillLightness(after: true)
    else { return nil }
    let (before, after) = (numeral(a, places: 1), numeral(b, places: 1))
    if abs(b - a) < 0.05 { return nil }
    return "\(b < a ? "darker" : "lighter") on average (L* \(before) → \(after))"
  }

  /// Half way between the two neighbouring stops whose mixture changes most.
  private func middle(_ change: Change, _ gradient: GradientSpec) -> String? {
    var worst: (distance: Double, words: String)?
    for (a, b) in zip(gradient.stops, gradient.stops.dropFirst()) {
      func mixed(_ draft: Draft) -> Colour {
        let stops = [a, b].enumerated().map {
          GradientStop(position: Double($0.offset), colour: draft.colour($0.element.colour))
        }
        let ramp = GradientRamp(
          stops: stops, alpha: draft.alphaInterpolation, space: draft.interpolationSpace)
        return ramp.colour(at: 0.5).overWhite
      }
      let (before, after) = (mixed(change.draftBefore), mixed(change.draftAfter))
      let distance = max(
        abs(before.red - after.red), abs(before.green - after.green), abs(before.blue - after.blue))
      if distance > worst?.distance ?? 0 {
        let (from, to) = (change.draftBefore.colour(a.colour), change.draftBefore.colour(b.colour))
        let over = from.alpha < 1 || to.alpha < 1 ? " over white" : ""
        worst = (
          distance,
          "half way from \(from.hex) to \(to.hex) the colour\(over) is \(after.hex) instead of "
            + before.hex
        )
      }
    }
    return worst?.words
  }
}

extension GradientField {
  /// Degrees by which `other` is turned against this field: −180 (excluded) to 180, clockwise
  /// positive. Neither is constant.
  func turn(to other: GradientField) -> Double {
    let degrees = (atan2(other.ky, other.kx) - atan2(ky, kx)) * 180 / .pi
    return degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees
  }
}

extension Explainer.Change {
  /// The field of the element's gradient, before the change.
  var fillField: GradientField? { fillField(after: false) }

  func fillField(after: Bool) -> GradientField? {
    for case .fill(_, .linearGradient(let gradient)) in (after ? self.after : before).drawing.steps
    {
      return gradient.field
    }
    return nil
  }

  /// The mean L* (CIE 1976, of the sRGB colour over white) of the fill as it is drawn: over the
  /// inside of its box, on a grid of at most about 2^16 of its pixels.
  func fillLightness(after: Bool) -> Double? {
    let drawing = (after ? self.after : before).drawing
    let fill = drawing.steps.first {
      if case .fill(_, .linearGradient) = $0 { true } else { false }
    }
    guard let fill, case .fill(.rounded(let shape), _) = fill else { return nil }
    let bounds = PixelRect(covering: shape.rect).intersection(audit.canvasBounds)
    if bounds.isEmpty { return nil }
    let picture = audit.tile(Drawing(steps: [fill], opacity: 1, isFlattened: false), over: bounds)
    return picture.meanLightness
  }
}

extension Pixmap {
  /// The mean L* over pixels that are not transparent, over white; nil where all are.
  var meanLightness: Double? {
    let stride = max(1, Int((Double(width * height) / 65536).squareRoot()))
    let luminance = Luminance()
    var (sum, count) = (0.0, 0)
    for y in Swift.stride(from: stride / 2, to: height, by: stride) {
      withRow(y) { row in
        for x in Swift.stride(from: stride / 2, to: width, by: stride) where row[4 * x + 3] > 0 {
          let white = 255 - row[4 * x + 3]
          sum += luminance.lightness(
            row[4 * x] + white, row[4 * x + 1] + white, row[4 * x + 2] + white)
          count += 1
        }
      }
    }
    return count == 0 ? nil : sum / Double(count)
  }
}

/// CIE 1976 L* of sRGB bytes.
private struct Luminance {
  /// Linear light of each byte.
  private let linear = (0..<256).map { byte in
    let v = Double(byte) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// 0…100.
  func lightness(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Double {
    // IEC 61966-2-1: the luminances of the primaries.
    let y = 0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
    return y > 216.0 / 24389 ? 116 * cbrt(y) - 16 : y * 24389 / 27
  }
}

extension Colour {
  /// Over white, clipped.
  var overWhite: Colour {
    func over(_ v: Double) -> Double { min(max(v, 0), 1) * alpha + 1 - alpha }
    return Colour(red: over(red), green: over(green), blue: over(blue))
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
