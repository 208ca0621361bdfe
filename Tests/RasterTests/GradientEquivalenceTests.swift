import TestSupport
import Testing

@testable import Raster

/// The span kernel against the formula: the ramp's colour at each pixel's centre.
@Suite struct GradientEquivalenceTests {
  static let spaces: [InterpolationSpace] = [.srgb, .linear, .oklab, .genericRGB]

  static func ramp(_ random: inout SplitMix, _ space: InterpolationSpace) -> GradientRamp {
    let opaque = Bool.random(using: &random)
    var positions = (0..<Int.random(in: 2...6, using: &random)).map { _ in
      random.number(-0.2...1.2)
    }
    positions.sort()
    if positions.count > 3 { positions[2] = positions[1] }
    return GradientRamp(
      stops: positions.map {
        GradientStop(position: $0, colour: random.colour(alpha: opaque ? 1...1 : 0...1))
      }, alpha: Bool.random(using: &random) ? .straight : .premultiplied, space: space)
  }

  /// A pixel is the formula's value rounded to the nearest step: off by at most a half, 1/2048 for
  /// halves that go up, 1/64 where the ramp is bent and made of straight pieces (a little more
  /// between the quarters that are looked at: 1/32).
  @Test(arguments: spaces) func rowsAreTheFormula(_ space: InterpolationSpace) {
    var random = SplitMix(40)
    let limit = 0.5 + 1.0 / 2048 + 1.0 / 32
    for i in 0..<40 {
      let ramp = Self.ramp(&random, space)
      let far = i % 4 == 0 ? 3.0 : 300
      let field = GradientField.perpendicular(
        from: Point(x: random.number(-far...far), y: random.number(-far...far)),
        to: Point(x: random.number(-far...far), y: random.number(-far...far)))
      let rows = GradientRows(LinearGradient(field: field, ramp: ramp), opacity: 1)
      var pixels = [UInt8](repeating: 0, count: 4 * 90)
      for y in [0, 17, 63] {
        pixels.withUnsafeMutableBufferPointer {
          rows.write(columns: 5..<95, y: y, to: $0.baseAddress!)
        }
        for x in 5..<95 {
          let t = field.t(at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
          // On an edge the rounding of t decides.
          if ramp.stops.contains(where: { abs($0.position - t) < 1e-6 }) { continue }
          let exact = ramp.colour(at: t).premultipliedSteps(opacity: 1)
          for c in 0..<4 {
            let found = Double(pixels[4 * (x - 5) + c])
            #expect(abs(found - exact[c]) <= limit, "\(field) \(x),\(y) channel \(c)")
          }
        }
      }
    }
  }

  /// Wherever a row begins, its pixels are the same.
  @Test func aPixelDoesNotDependOnWhereTheRowBegins() {
    var random = SplitMix(41)
    for _ in 0..<20 {
      let field = GradientField.perpendicular(
        from: Point(x: random.number(0...9000), y: 0), to: Point(x: random.number(0...9000), y: 77))
      let rows = GradientRows(
        LinearGradient(field: field, ramp: Self.ramp(&random, .srgb)), opacity: 0.7)
      func row(_ columns: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4 * columns.count) { buffer, count in
          count = 4 * columns.count
          rows.write(columns: columns, y: 3, to: buffer.baseAddress!)
        }
      }
      let whole = row(4000..<4200)
      for start in [4001, 4007, 4096, 4101] {
        #expect(row(start..<4200) == Array(whole.dropFirst(4 * (start - 4000))))
      }
    }
  }

  @Test func piecesOfASteepOrFlatField() {
    // Steeper than a pixel, and constant: every pixel is still one of the formula's.
    let ramp = GradientRamp(stops: [
      GradientStop(position: 0, colour: .black), GradientStop(position: 1, colour: .white),
    ])
    for (kx, c) in [(40.0, -100.3), (-40, 100.3), (0, 0.25), (0, 7), (1e-300, 0.5), (1e9, -3e9)] {
      let rows = GradientRows(
        LinearGradient(field: GradientField(kx: kx, ky: 0, c: c), ramp: ramp), opacity: 1)
      var pixels = [UInt8](repeating: 0, count: 4 * 16)
      pixels.withUnsafeMutableBufferPointer {
        rows.write(columns: 0..<16, y: 0, to: $0.baseAddress!)
      }
      for x in 0..<16 {
        let exact = 255 * min(max(kx * (Double(x) + 0.5) + c, 0), 1)
        #expect(abs(Double(pixels[4 * x]) - exact) <= 0.501)
        #expect(pixels[4 * x + 3] == 255)
      }
    }
  }
}
