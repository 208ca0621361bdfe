#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A colour in CIELAB: lightness 0…100, a* towards red, b* towards yellow; white is D65.
public struct Lab: Hashable, Sendable {
  public var l: Double
  public var a: Double
  public var b: Double

  public init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }
}

/// The CIEDE2000 colour difference, literally as published, with all weights 1.
///
/// - Returns: 0 for equal colours, 100 from black to white; about 1 is just noticeable on an area.
/// - SeeAlso: Sharma, Wu and Dalal, *The CIEDE2000 Color-Difference Formula*, Color Research and
///   Application 30 (2005), equations 2–22 and table 1 (`CIEDE2000Tests`).
public func ciede2000(_ one: Lab, _ two: Lab) -> Double {
  let meanC = (chroma(one.a, one.b) + chroma(two.a, two.b)) / 2
  let g = 0.5 * (1 - seventh(meanC))
  let a1 = (1 + g) * one.a
  let a2 = (1 + g) * two.a
  let c1 = chroma(a1, one.b)
  let c2 = chroma(a2, two.b)
  let h1 = hue(a1, one.b)
  let h2 = hue(a2, two.b)

  let deltaL = two.l - one.l
  let deltaC = c2 - c1
  let colourless = c1 * c2 == 0
  var turn = h2 - h1
  if colourless {
    turn = 0
  } else if turn > 180 {
    turn -= 360
  } else if turn < -180 {
    turn += 360
  }
  let deltaH = 2 * (c1 * c2).squareRoot() * sin(radians(turn / 2))

  let l = (one.l + two.l) / 2
  let c = (c1 + c2) / 2
  var h = h1 + h2
  if !colourless {
    if abs(h1 - h2) <= 180 {
      h /= 2
    } else {
      h = h < 360 ? (h + 360) / 2 : (h - 360) / 2
    }
  }
  let t =
    1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h))
    + 0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63))
  let hueTerm = (h - 275) / 25
  let rotation = -sin(radians(60 * exp(-hueTerm * hueTerm))) * 2 * seventh(c)
  let lSquared = (l - 50) * (l - 50)
  let sl = 1 + 0.015 * lSquared / (20 + lSquared).squareRoot()
  let sc = 1 + 0.045 * c
  let sh = 1 + 0.015 * c * t

  let dl = deltaL / sl
  let dc = deltaC / sc
  let dh = deltaH / sh
  return max(0, dl * dl + dc * dc + dh * dh + rotation * dc * dh).squareRoot()
}

private func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }

private func chroma(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

/// Degrees, 0..<360; 0 for grey.
private func hue(_ a: Double, _ b: Double) -> Double {
  if a == 0 && b == 0 { return 0 }
  let angle = atan2(b, a) * (180 / Double.pi)
  return angle < 0 ? angle + 360 : angle
}

/// √(c⁷ / (c⁷ + 25⁷))
private func seventh(_ c: Double) -> Double {
  let c2 = c * c
  let c7 = c2 * c2 * c2 * c
  return (c7 / (c7 + 6_103_515_625)).squareRoot()
}
