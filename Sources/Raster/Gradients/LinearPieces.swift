/// A ramp as straight pieces of premultiplied, sRGB-encoded colour: what the span kernel draws.
///
/// Exact where the ramp itself is straight in those terms; else each piece is halved until it
/// deviates by less than 1/64 of a step at its quarters.
struct LinearPieces {
  /// v = a + b·t from `start` up to the next piece's start, in steps (0…255) of the four channels.
  struct Piece {
    let start: Double
    let a: SIMD4<Double>
    let b: SIMD4<Double>
  }

  /// The first piece starts at −∞. Sorted by start.
  private(set) var pieces: [Piece] = []
  let isOpaque: Bool

  init(_ ramp: GradientRamp, opacity: Double) {
    isOpaque = opacity >= 1 && ramp.stops.allSatisfy { $0.colour.alpha >= 1 }
    let stops = ramp.stops
    func drawn(_ a: Colour, _ b: Colour, _ s: Double) -> SIMD4<Double> {
      ramp.mix(a, b, s).premultipliedSteps(opacity: opacity)
    }
    add(from: -.infinity, drawn(stops[0].colour, stops[0].colour, 0))
    for (a, b) in zip(stops, stops.dropFirst()) where a.position < b.position {
      add(a.position, b.position, depth: ramp.mixesLinearly(a.colour, b.colour) ? 0 : 12) {
        drawn(a.colour, b.colour, $0)
      }
    }
    let last = stops[stops.count - 1]
    add(from: last.position, drawn(last.colour, last.colour, 1))
  }

  private mutating func add(from start: Double, _ value: SIMD4<Double>) {
    pieces.append(Piece(start: start, a: value, b: .zero))
  }

  /// Adds pieces from t0 to t1, where `value` takes 0…1.
  private mutating func add(
    _ t0: Double, _ t1: Double, depth: Int, _ value: (Double) -> SIMD4<Double>
  ) {
    func add(_ s0: Double, _ s1: Double, _ v0: SIMD4<Double>, _ v1: SIMD4<Double>, _ depth: Int) {
      let middle = (s0 + s1) / 2
      let vm = value(middle)
      if depth > 0, deviates(s0, s1, v0, v1, vm, value) {
        add(s0, middle, v0, vm, depth - 1)
        add(middle, s1, vm, v1, depth - 1)
        return
      }
      let start = t0 + (t1 - t0) * s0
      let b = (v1 - v0) / ((t1 - t0) * (s1 - s0))
      guard b.isFinite else { return }
      pieces.append(Piece(start: start, a: v0 - b * start, b: b))
    }
    add(0, 1, value(0), value(1), depth)
  }

  private func deviates(
    _ s0: Double, _ s1: Double, _ v0: SIMD4<Double>, _ v1: SIMD4<Double>, _ vm: SIMD4<Double>,
    _ value: (Double) -> SIMD4<Double>
  ) -> Bool {
    let quarter = value(s0 + (s1 - s0) / 4) - (0.75 * v0 + 0.25 * v1)
    let threeQuarters = value(s0 + (s1 - s0) * 0.75) - (0.25 * v0 + 0.75 * v1)
    let half = vm - 0.5 * (v0 + v1)
    return [quarter, half, threeQuarters].contains { $0.largest > 1.0 / 64 }
  }
}

extension SIMD4<Double> {
  var largest: Double { Swift.max(Swift.max(abs(x), abs(y)), Swift.max(abs(z), abs(w))) }
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}

extension GradientRamp {
  /// Whether premultiplied sRGB-encoded colour is a straight line between the two.
  func mixesLinearly(_ a: Colour, _ b: Colour) -> Bool {
    guard space == .srgb, a.isInGamut, b.isInGamut else { return false }
    return alpha == .premultiplied || a.alpha == b.alpha
  }
}

extension Colour {
  var isInGamut: Bool {
    [red, green, blue, alpha].allSatisfy { $0 >= 0 && $0 <= 1 }
  }

  /// Premultiplied red, green, blue and alpha, clipped, in steps 0…255.
  func premultipliedSteps(opacity: Double) -> SIMD4<Double> {
    func clipped(_ v: Double) -> Double { min(max(v, 0), 1) }
    let a = clipped(alpha) * clipped(opacity)
    return SIMD4(clipped(red) * a, clipped(green) * a, clipped(blue) * a, a) * 255
  }
}
