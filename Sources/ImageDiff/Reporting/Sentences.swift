internal import Raster

extension Explanation: CustomStringConvertible {
  /// What happened, with its numbers, as half a sentence.
  public var description: String {
    switch self {
    case .dither(let d): "noise of at most \(d.largestStep.shown(2)) steps, without structure"
    case .compression(let c):
      "what JPEG's rounding leaves, \((c.share * 100).shown(0)) % of its limit"
    case .antialiasing(let a): a.description
    case .shift(let s): s.description
    case .reflow(let r): r.description
    case .recolour(let r): r.description
    case .opacity(let o): "opacity × \(o.factor.shown(3)) over \(o.ground.hex)"
    case .blur(let b):
      "\(b.ratio >= 1 ? "softer" : "sharper"): sigma \(b.sigmaBefore.shown(2)) → "
        + "\(b.sigmaAfter.shown(2)) px, ratio \(b.ratio.shown(2))"
    case .resize(let r):
      "resized from \(r.before.width) × \(r.before.height) to "
        + "\(r.after.width) × \(r.after.height) px"
    case .added: "added"
    case .removed: "removed"
    case .changed(let c):
      c.rotation.map { "turned by \($0.shown(1))° clockwise" } ?? "changed"
    }
  }

  /// The numbers behind it, each named with its unit, in a fixed order.
  public var numbers: [Evidence] {
    switch self {
    case .dither(let d):
      [
        Evidence("largestSteps", d.largestStep), Evidence("biasSteps", d.bias),
        Evidence("correlation", d.correlation),
      ]
    case .compression(let c): [Evidence("shareOfLimit", c.share)]
    case .antialiasing(let a):
      [
        Evidence("dxPx", a.dx), Evidence("dyPx", a.dy), Evidence("strength", a.strength),
        Evidence("subpixel", a.isSubpixel ? 1 : 0),
      ]
    case .shift(let s):
      [Evidence("dxPx", s.dx), Evidence("dyPx", s.dy), Evidence("driftPerPx", s.drift)]
    case .reflow(let r):
      [
        Evidence("rowsPx", Double(r.rows)), Evidence("yPx", Double(r.row)),
        Evidence("movedPx", Double(r.moved)),
      ]
    case .recolour(let r):
      [
        Evidence("angleBeforeDegrees", r.angleBefore), Evidence("angleAfterDegrees", r.angleAfter),
        Evidence("distance", r.colours.first?.distance),
        Evidence("contrastBefore", r.colours.first?.contrastBefore),
        Evidence("contrastAfter", r.colours.first?.contrastAfter),
      ].compactMap(\.self)
    case .opacity(let o): [Evidence("factor", o.factor)]
    case .blur(let b):
      [
        Evidence("sigmaBeforePx", b.sigmaBefore), Evidence("sigmaAfterPx", b.sigmaAfter),
        Evidence("addedSigmaPx", b.added), Evidence("ratio", b.ratio),
      ]
    case .resize(let r):
      [Evidence("horizontal", r.horizontal), Evidence("vertical", r.vertical)]
    case .added, .removed: []
    case .changed(let c):
      [Evidence("rotationDegrees", c.rotation)].compactMap(\.self)
    }
  }
}

/// A number of an explanation; the unit is in the name.
public struct Evidence: Hashable, Sendable {
  public var name: String
  public var value: Double

  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }

  init?(_ name: String, _ value: Double?) {
    guard let value else { return nil }
    self.init(name, value)
  }
}

extension Antialiasing: CustomStringConvertible {
  public var description: String {
    var parts = ["the same edges, drawn by another rasteriser"]
    if max(abs(dx), abs(dy)) >= 0.05 { parts.append(moveText(dx, dy)) }
    if abs(strength - 1) >= 0.02 { parts.append("ink × \(strength.shown(2))") }
    if isSubpixel { parts.append("LCD smoothing on one side") }
    return parts.joined(separator: ", ")
  }
}

extension Shift: CustomStringConvertible {
  public var description: String {
    let move = "moved " + moveText(dx, dy)
    if drift == 0 { return move }
    return move
      + " in the middle, and \((drift * 100).shown(1)) px more for every 100 px to the right"
  }
}

/// "3 px right, 0.5 px up"
private func moveText(_ dx: Double, _ dy: Double) -> String {
  var parts: [String] = []
  if dx.shown(1) != "0" { parts.append("\(abs(dx).shown(1)) px \(dx > 0 ? "right" : "left")") }
  if dy.shown(1) != "0" { parts.append("\(abs(dy).shown(1)) px \(dy > 0 ? "down" : "up")") }
  return parts.isEmpty ? "by less than 0.05 px" : parts.joined(separator: ", ")
}

extension Reflow: CustomStringConvertible {
  public var description: String {
    let count = abs(rows) == 1 ? "1 row" : "\(abs(rows)) rows"
    let what = "\(count) \(rows > 0 ? "inserted" : "removed") at y = \(row)"
    if isAtEnd { return what + ", at the lower edge" }
    if moved == 0 { return what + ", everything below stays where it was" }
    return what + ", everything below moved \(abs(moved)) px \(moved > 0 ? "down" : "up")"
  }
}

extension Recolour: CustomStringConvertible {
  public var description: String {
    var text = colours.prefix(3).map { c in
      var part = "\(c.from.hex) became \(c.to.hex) (distance \(c.distance.shown(2))"
      if let before = c.contrastBefore, let after = c.contrastAfter {
        part += ", contrast \(before.shown(2)) → \(after.shown(2))"
      }
      return part + ")"
    }.joined(separator: ", ")
    if colours.count > 3 { text += " and \(colours.count - 3) more colours" }
    if let before = angleBefore, let after = angleAfter {
      text += "; gradient from \(before.shown(0))° to \(after.shown(0))°"
    }
    return text
  }
}

extension DiffRegion: CustomStringConvertible {
  /// One line: where, how much, what.
  public var description: String {
    let place = "\(bounds.x0),\(bounds.y0) \(bounds.width)×\(bounds.height)"
    return "\(kind.rawValue) at \(place): \(explanation) "
      + "(\(pixels) px, largest distance \(largestDistance.shown(2)))"
  }
}

extension SizeDifference: CustomStringConvertible {
  public var description: String {
    let sizes =
      "the reference is \(referenceWidth)×\(referenceHeight) px, "
      + "the candidate \(candidateWidth)×\(candidateHeight) px"
    return sizes
      + (overlapIsEqual
        ? "; what lies on each other is equal" : "; what lies on each other differs")
  }
}

extension Verdict: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .equalPixels: "identical"
    case .nothingCompared: "nothing was compared"
    case .sizes: "the sizes differ"
    case .anyPixel(let count): "\(count) pixels differ"
    case .perceptibleRegions(let count):
      count == 1 ? "1 region differs visibly" : "\(count) regions differ visibly"
    case .nothingPerceptible: "nothing differs visibly"
    case .tooManyPixels(let count, let allowed):
      "\(count) pixels differ, \(allowed) are allowed"
    case .tooManyPercent(let percent, let allowed):
      "\(percent.shown(4)) % of the pixels differ, \(allowed.shown(4)) % are allowed"
    case .tooFar(let distance, let allowed):
      "a pixel is \(distance.shown(2)) away, \(allowed.shown(2)) is allowed"
    case .withinLimits: "within the limits"
    case .neverFails: "differences do not fail"
    }
  }
}

extension SRGBA8 {
  /// #RRGGBB, or #RRGGBBAA where it is not opaque.
  var hex: String {
    let digits = Array("0123456789ABCDEF")
    return "#"
      + (a == 255 ? [r, g, b] : [r, g, b, a])
      .map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
  }
}

extension Double {
  /// With at most `digits` decimals, and no more zeros than needed.
  func shown(_ digits: Int) -> String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (self * scale).rounded() / scale
    if rounded == 0 { return "0" }
    if rounded == rounded.rounded() { return "\(Int(rounded))" }
    return "\(rounded)"
  }
}
