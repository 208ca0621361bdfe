internal import Conventions
internal import Raster

extension Draft {
  /// A fill of a frame, which is in device px.
  func paint(_ fill: Fill, in frame: Rect) -> Paint {
    switch fill {
    case .colour(let c): .solid(colour(c))
    case .linearGradient(let gradient):
      .linearGradient(LinearGradient(field: field(gradient.line, in: frame), ramp: ramp(gradient)))
    }
  }

  /// The affine field t = kx·x + ky·y + c over device px.
  func field(_ line: GradientSpec.Line, in frame: Rect) -> GradientField {
    switch line {
    case .points(let from, let to):
      switch convention.gradientGeometry {
      case .pixels:
        return .perpendicular(from: frame.point(unit: from), to: frame.point(unit: to))
      case .unitSquare: return .unitSquare(from: from, to: to, in: frame)
      }
    case .angle(let degrees):
      switch convention.gradientAngle {
      case .css: return .cssAngle(degrees, in: frame)
      case .unitSquare: return .unitSquareAngle(degrees, in: frame)
      case .android: return .androidAngle(degrees, in: frame)
      }
    }
  }

  private func ramp(_ gradient: GradientSpec) -> GradientRamp {
    let clamps = convention.gradientStops == .clamp
    return GradientRamp(
      stops: gradient.stops.map {
        GradientStop(
          position: clamps ? min(1, max(0, $0.position)) : $0.position, colour: colour($0.colour))
      },
      alpha: alphaInterpolation, space: interpolationSpace)
  }

  var alphaInterpolation: AlphaInterpolation {
    convention.gradientAlpha == .premultiplied ? .premultiplied : .straight
  }

  var interpolationSpace: InterpolationSpace {
    switch convention.gradientSpace {
    case .srgb: .srgb
    case .linear: .linear
    case .oklab: .oklab
    case .genericRGB: .genericRGB
    }
  }

  /// A spec's colour in sRGB; Display P3 colours outside sRGB keep components outside 0…1.
  func colour(_ spec: SpecColour) -> Colour {
    switch spec {
    case .hex(let c):
      let numbers = Colour(
        red: Double(c.r) / 255, green: Double(c.g) / 255, blue: Double(c.b) / 255,
        alpha: Double(c.a) / 255)
      return inSRGB(numbers, from: convention.colorSpace)
    case .components(let space, let red, let green, let blue, let alpha):
      return inSRGB(Colour(red: red, green: green, blue: blue, alpha: alpha), from: space)
    }
  }

  private func inSRGB(_ numbers: Colour, from space: ColourSpaceReading) -> Colour {
    switch space {
    case .srgb: numbers
    case .displayP3: numbers.convertedFromDisplayP3()
    }
  }
}

extension Rect {
  /// The point at `unit` of this rectangle: (0, 0) is its top left, (1, 1) its bottom right.
  func point(unit: Point) -> Point { Point(x: x + unit.x * width, y: y + unit.y * height) }
}
