internal import Conventions
internal import Raster

/// Rewrites an element's numbers so that one convention draws with them what another draws with the
/// old ones: in closed form where there is one.
///
/// What it cannot write is left to `unsolved`, in words and as parameters to be fitted.
struct Translator {
  /// Whose picture is wanted.
  let reference: Draft
  /// Who is to draw it.
  let candidate: Draft
  /// What can be typed there; nil: only what every spec can state.
  let platform: Platform?
  /// What the closed forms left over.
  var unsolved: [Unsolved] = []
  /// What a developer does besides typing numbers.
  var advice: [String] = []

  /// A property that the candidate cannot be told exactly.
  enum Unsolved: Hashable {
    /// The candidate blurs by another curve.
    case kernel(shadow: Int)
    /// The outline that throws the shadow is another.
    case outline(shadow: Int)
    /// The shadow's strength follows what the element paints.
    case strength(shadow: Int)
    /// The shadow is or is not cut out under the element.
    case knockout(shadow: Int, cut: Bool)
    /// Sigma cannot be as small.
    case softness(shadow: Int)
    /// The line would be longer than a spec can state.
    case gradientLine
    case cornerCurve
    case cornerOverlap
    case borderWidth
    case snapping
    case grouping
    case glyphEdges
    case lineBreaks
    case baselines
  }

  init(reference: Draft, candidate: Draft, platform: Platform?) {
    self.reference = reference
    self.candidate = candidate
    self.platform = platform
  }

  var scale: DeviceScale { reference.scale }

  /// Device px → points.
  func points(_ pixels: Double) -> Double { tidy(pixels / scale.pixelsPerPoint) }

  /// The name of the candidate, for advice.
  var name: String { candidate.convention.shortTitle }

  mutating func advise(_ sentence: String) {
    if !advice.contains(sentence) { advice.append(sentence) }
  }
}

// MARK: Colours

extension Translator {
  /// The colour as the candidate must be told it.
  func colour(_ spec: SpecColour) -> SpecColour {
    guard case .hex(let c) = spec else { return spec }
    let space = reference.convention.colorSpace
    if space == candidate.convention.colorSpace { return spec }
    func component(_ v: UInt8) -> Double { Double(v) / 255 }
    return .components(
      space: space, red: component(c.r), green: component(c.g), blue: component(c.b),
      alpha: component(c.a)
    ).tidied
  }

  /// An sRGB colour as the candidate must be told it; what lies outside sRGB is clipped.
  func colour(_ c: Colour) -> SpecColour {
    func stated(_ v: Double) -> Double { tidy(min(max(v, 0), 1)) }
    return SpecColour.components(
      space: .srgb, red: stated(c.red), green: stated(c.green), blue: stated(c.blue),
      alpha: stated(c.alpha)
    ).asHex(readAs: candidate.convention.colorSpace)
  }
}

extension SpecColour {
  /// As a hex colour, where one says the same under a convention that reads hex colours in `space`.
  func asHex(readAs space: ColourSpaceReading) -> SpecColour {
    guard case .components(space, let red, let green, let blue, let alpha) = self else {
      return self
    }
    let bytes = [red, green, blue, alpha].map { ($0 * 255).rounded() }
    let exact = zip(bytes, [red, green, blue, alpha]).allSatisfy {
      $0 >= 0 && $0 <= 255 && abs($0 / 255 - $1) < 1e-9
    }
    guard exact else { return self }
    return .hex(
      SRGBA8(r: UInt8(bytes[0]), g: UInt8(bytes[1]), b: UInt8(bytes[2]), a: UInt8(bytes[3])))
  }

  /// 0…1.
  var alpha: Double {
    switch self {
    case .hex(let c): Double(c.a) / 255
    case .components(_, _, _, _, let alpha): alpha
    }
  }

  /// With another alpha, 0…1; components are named where no byte is that alpha. Hex colours are
  /// read in `space`.
  func withAlpha(_ new: Double, hexIn space: ColourSpaceReading) -> SpecColour {
    switch self {
    case .components(let space, let red, let green, let blue, _):
      return .components(space: space, red: red, green: green, blue: blue, alpha: tidy(new))
    case .hex(let c):
      func component(_ v: UInt8) -> Double { Double(v) / 255 }
      return SpecColour.components(
        space: space, red: component(c.r), green: component(c.g), blue: component(c.b),
        alpha: new
      ).asHex(readAs: space).tidied
    }
  }

  /// With components of at most 12 significant digits.
  fileprivate var tidied: SpecColour {
    guard case .components(let space, let red, let green, let blue, let alpha) = self else {
      return self
    }
    return .components(
      space: space, red: tidy(red), green: tidy(green), blue: tidy(blue), alpha: tidy(alpha))
  }
}
