/// A colour at a position of a ramp. Positions outside 0…1 are allowed.
public struct GradientStop: Hashable, Sendable {
  public var position: Double
  public var colour: Colour

  public init(position: Double, colour: Colour) {
    self.position = position
    self.colour = colour
  }
}

/// Stops, and how what lies between them is mixed: t to a colour.
public struct GradientRamp: Hashable, Sendable {
  /// In order: a stop before its predecessor has been moved up to it, as CSS, SVG and Skia do.
  public let stops: [GradientStop]
  public let alpha: AlphaInterpolation
  public let space: InterpolationSpace

  /// - Precondition: `stops` is not empty.
  public init(
    stops: [GradientStop], alpha: AlphaInterpolation = .straight, space: InterpolationSpace = .srgb
  ) {
    precondition(!stops.isEmpty, "a ramp has at least one stop")
    var last = -Double.infinity
    self.stops = stops.map {
      last = max(last, $0.position)
      return GradientStop(position: last, colour: $0.colour)
    }
    self.alpha = alpha
    self.space = space
  }

  /// The colour at `t`, straight alpha, sRGB-encoded; before the first and after the last stop it
  /// is theirs. Where several stops share a position the last one's colour begins there.
  public func colour(at t: Double) -> Colour {
    guard let after = stops.firstIndex(where: { t < $0.position }) else {
      return mix(stops[stops.count - 1].colour, stops[stops.count - 1].colour, 1)
    }
    guard after > 0 else { return mix(stops[0].colour, stops[0].colour, 0) }
    let (a, b) = (stops[after - 1], stops[after])
    return mix(a.colour, b.colour, (t - a.position) / (b.position - a.position))
  }

  /// `s` 0…1 of the way from `a` to `b`.
  func mix(_ a: Colour, _ b: Colour, _ s: Double) -> Colour {
    let mixedAlpha = (1 - s) * a.alpha + s * b.alpha
    let (from, to) = (space.components(of: a), space.components(of: b))
    let mixed: Components
    switch alpha {
    case .straight: mixed = (1 - s) * from + s * to
    case .premultiplied:
      let weighted = ((1 - s) * a.alpha) * from + (s * b.alpha) * to
      mixed = mixedAlpha > 0 ? (1 / mixedAlpha) * weighted : (1 - s) * from + s * to
    }
    let rgb = space.encoded(mixed)
    return Colour(red: rgb.a, green: rgb.b, blue: rgb.c, alpha: mixedAlpha)
  }
}

/// A ramp laid over a field.
public struct LinearGradient: Hashable, Sendable {
  public var field: GradientField
  public var ramp: GradientRamp

  public init(field: GradientField, ramp: GradientRamp) {
    self.field = field
    self.ramp = ramp
  }
}

/// What fills a shape.
public enum Paint: Hashable, Sendable {
  case solid(Colour)
  case linearGradient(LinearGradient)
}
