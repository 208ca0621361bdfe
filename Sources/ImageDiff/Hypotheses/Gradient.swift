internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Two gradients in one place: a recolour that tells both directions.
struct Gradient {
  /// Both sides are quadratic in place: colours at the ends, and the directions.
  static func proposals(_ patch: Patch, _ batch: DistanceBatch) -> [Proposal] {
    let places = patch.probe
    let w = patch.width
    // A flat area on both sides is a plain recolour.
    guard let a = Shade(patch.a, places, w), let b = Shade(patch.b, places, w),
      a.angle != nil || b.angle != nil
    else { return [] }
    let ends = [places.first!, places.last!]
    let colours = ends.map { i -> ColourChange in
      let (from, to) = (a.colour(i % w, i / w), b.colour(i % w, i / w))
      return ColourChange(
        from: straight(from), to: straight(to), distance: Double(batch.distance(from, to)),
        contrastBefore: nil, contrastAfter: nil, share: 0.5)
    }
    return [
      Proposal(
        explanation: .recolour(
          Recolour(colours: colours, angleBefore: a.angle, angleAfter: b.angle)),
        // Smoothness, of which the neighbours know as much, costs nobody anything.
        parameters: 0, keepsOthers: true,
        // What is noise on one surface is so on the other.
        predict: { $0.map { patch.a[$0] + b.colour($0 % w, $0 / w) - a.colour($0 % w, $0 / w) } })
    ]
  }
}

/// A smooth side: a quadratic, or else a ramp of any number of stops.
private struct Shade {
  let colour: (Int, Int) -> SIMD4<Float>
  let angle: Double?

  /// Nil where neither comes within four steps.
  init?(_ side: [SIMD4<Float>], _ places: [Int], _ width: Int) {
    guard let surface = SurfaceFit(side, places, width) else { return nil }
    if surface.error <= 4 {
      (colour, angle) = (surface.colour, surface.angle)
      return
    }
    guard let start = surface.angle, let ramp = RampFit(side, places, width, near: start),
      ramp.error <= 4
    else { return nil }
    (colour, angle) = (ramp.colour, ramp.angle)
  }
}

/// Least squares of a colour as a function of how far a place lies in one direction.
struct RampFit {
  /// Degrees, as `SurfaceFit.angle`.
  let angle: Double
  /// Root mean square distance of a channel, steps.
  let error: Double
  private let stops: [SIMD4<Float>]
  private let low: Double
  private let step: Double

  private static let bins = 96

  /// - Parameter start: Degrees; a quadratic finds the direction to within some.
  init?(_ side: [SIMD4<Float>], _ places: [Int], _ width: Int, near start: Double) {
    guard places.count >= 4 * Self.bins else { return nil }
    func ramp(_ degrees: Double) -> (error: Double, stops: [SIMD4<Float>], Double, Double) {
      let direction = Self.direction(degrees)
      let along = places.map {
        Double($0 % width) * direction.x + Double($0 / width) * direction.y
      }
      let (low, high) = (along.min()!, along.max()!)
      let step = max(1e-6, (high - low) / Double(Self.bins - 1))
      // Each place counts for the two stops beside it.
      var sums = [SIMD4<Double>](repeating: .zero, count: Self.bins)
      var counts = [Double](repeating: 1e-9, count: Self.bins)
      for (k, i) in places.enumerated() {
        let (bin, t) = Self.bin(along[k], low, step)
        let v = SIMD4<Double>(side[i])
        sums[bin] += v * (1 - t)
        counts[bin] += 1 - t
        sums[bin + 1] += v * t
        counts[bin + 1] += t
      }
      let stops = sums.indices.map { SIMD4<Float>(sums[$0] / counts[$0]) }
      var squares = 0.0
      for (k, i) in places.enumerated() {
        let (bin, t) = Self.bin(along[k], low, step)
        let d = side[i] - (stops[bin] * Float(1 - t) + stops[bin + 1] * Float(t))
        squares += Double((d * d).sum())
      }
      return ((squares / Double(4 * places.count)).squareRoot(), stops, low, step)
    }
    angle = goldenMinimum(start - 30, start + 30, steps: 14) { ramp($0).error }.0
    (error, stops, low, step) = ramp(angle)
  }

  private static func direction(_ degrees: Double) -> SIMD2<Double> {
    SIMD2(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  }

  private static func bin(_ v: Double, _ low: Double, _ step: Double) -> (Int, Double) {
    let place = min(max(0, (v - low) / step), Double(bins - 1) - 1e-9)
    return (Int(place), place - Double(Int(place)))
  }

  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let direction = Self.direction(angle)
    let (bin, t) = Self.bin(Double(x) * direction.x + Double(y) * direction.y, low, step)
    return stops[bin] * Float(1 - t) + stops[bin + 1] * Float(t)
  }
}

/// Least squares of a colour as a quadratic of its place.
struct SurfaceFit {
  private let coefficients: [SIMD4<Double>]
  private let centre: SIMD2<Double>
  private let scale: Double
  /// Root mean square distance of a channel, steps.
  let error: Double

  init?(_ side: [SIMD4<Float>], _ places: [Int], _ width: Int) {
    guard places.count >= 64 else { return nil }
    var (x0, x1, y0, y1) = (Int.max, 0, Int.max, 0)
    for i in places {
      let (y, x) = i.quotientAndRemainder(dividingBy: width)
      (x0, x1, y0, y1) = (min(x0, x), max(x1, x), min(y0, y), max(y1, y))
    }
    let centre = SIMD2(Double(x0 + x1) / 2, Double(y0 + y1) / 2)
    let scale = Double(max(x1 - x0, y1 - y0, 1)) / 2
    func terms(_ i: Int) -> SIMD8<Double> {
      Self.terms(Double(i % width), Double(i / width), centre, scale)
    }
    var rows = [SIMD8<Double>](repeating: .zero, count: 6)
    var right = [SIMD4<Double>](repeating: .zero, count: 6)
    for i in places {
      let t = terms(i)
      let v = SIMD4<Double>(side[i])
      for r in 0..<6 {
        rows[r] += t * t[r]
        right[r] += v * t[r]
      }
    }
    var normal = rows.map { row in (0..<6).map { row[$0] } }
    for r in 0..<6 { normal[r][r] += 1e-6 }
    guard let s = solved(normal, right.map { v in (0..<4).map { v[$0] } }) else { return nil }
    let coefficients = s.map { SIMD4($0[0], $0[1], $0[2], $0[3]) }
    var squares = 0.0
    for i in places {
      let t = terms(i)
      var d = SIMD4<Double>(side[i])
      for k in 0..<6 { d -= coefficients[k] * t[k] }
      squares += (d * d).sum()
    }
    self.coefficients = coefficients
    self.centre = centre
    self.scale = scale
    error = (squares / Double(4 * places.count)).squareRoot()
  }

  private static func terms(
    _ x: Double, _ y: Double, _ centre: SIMD2<Double>, _ scale: Double
  ) -> SIMD8<Double> {
    let (u, v) = ((x - centre.x) / scale, (y - centre.y) / scale)
    return SIMD8(1, u, v, u * u, u * v, v * v, 0, 0)
  }

  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let t = Self.terms(Double(x), Double(y), centre, scale)
    var v = SIMD4<Double>.zero
    for k in 0..<6 { v += coefficients[k] * t[k] }
    return SIMD4<Float>(v)
  }

  /// Degrees of the direction in which the colour changes most, 0 to the right, 90 down, towards the
  /// darker end; nil for a flat colour.
  var angle: Double? {
    let (gx, gy) = (coefficients[1], coefficients[2])
    let (xx, yy, xy) = ((gx * gx).sum(), (gy * gy).sum(), (gx * gy).sum())
    guard xx + yy > 4 else { return nil }
    let axis = 0.5 * atan2(2 * xy, xx - yy)
    let (c, s) = (cos(axis), sin(axis))
    let along = gx * c + gy * s
    let degrees = (axis + (along.x + along.y + along.z > 0 ? .pi : 0)) * 180 / .pi
    return degrees > 180 ? degrees - 360 : degrees
  }
}
