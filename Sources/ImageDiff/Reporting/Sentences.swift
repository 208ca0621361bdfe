public import Raster

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
  public var hex: String {
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
