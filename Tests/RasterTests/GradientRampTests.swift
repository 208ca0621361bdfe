import Testing

@testable import Raster

@Suite struct GradientRampTests {
  static let red = Colour(red: 1, green: 0, blue: 0)
  static let blue = Colour(red: 0, green: 0, blue: 1)

  static func ramp(
    _ stops: [(Double, Colour)], _ alpha: AlphaInterpolation = .straight,
    _ space: InterpolationSpace = .srgb
  ) -> GradientRamp {
    GradientRamp(
      stops: stops.map { GradientStop(position: $0.0, colour: $0.1) }, alpha: alpha, space: space)
  }

  static func bytes(_ c: Colour) -> [Int] {
    [c.red, c.green, c.blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
  }

  /// The middle of red to blue, as Chromium and Core Animation draw it (catalogue 2.4; 1 step).
  @Test(arguments: [
    (InterpolationSpace.srgb, [128, 0, 128]), (.linear, [188, 0, 188]), (.oklab, [140, 83, 162]),
  ])
  func middleOfRedToBlue(_ space: InterpolationSpace, _ expected: [Int]) {
    let found = Self.bytes(
      Self.ramp([(0, Self.red), (1, Self.blue)], .straight, space).colour(at: 0.5))
    for (a, b) in zip(found, expected) { #expect(abs(a - b) <= 1, "\(found)") }
  }

  @Test func genericRedIsNotRed() {
    let ramp = Self.ramp([(0, Self.red), (1, .white)], .straight, .genericRGB)
    #expect(Self.bytes(ramp.colour(at: 0)) == [255, 38, 0])
    #expect(Self.bytes(ramp.colour(at: 1)) == [255, 255, 255])
  }

  /// Red to transparent black over white: 191,128,128 straight, 255,128,128 premultiplied (measured).
  @Test(arguments: [
    (AlphaInterpolation.straight, [191, 128, 128]), (.premultiplied, [255, 128, 128]),
  ])
  func alpha(_ alpha: AlphaInterpolation, _ expected: [Int]) {
    let ramp = Self.ramp([(0, Self.red), (1, .clear)], alpha)
    var pixmap = Pixmap(width: 101, height: 1)
    pixmap.clear(.white)
    let field = GradientField.perpendicular(from: Point(x: 0, y: 0), to: Point(x: 101, y: 0))
    pixmap.fill(
      .rounded(rounded(0, 0, 101, 1)),
      with: .linearGradient(LinearGradient(field: field, ramp: ramp)))
    let pixel = pixmap.pixel(x: 50, y: 0)
    for (a, b) in zip([pixel.r, pixel.g, pixel.b], expected) {
      #expect(abs(Int(a) - b) <= 1, "\(pixel)")
    }
  }

  @Test func stopsOutsideAndTwice() {
    let outside = Self.ramp([(-0.5, Self.red), (1.5, Self.blue)])
    // CSS, −50 % and 150 %: the ends are a quarter of the way in (measured: 191,0,64; 64,0,191).
    #expect(Self.bytes(outside.colour(at: 0)) == [191, 0, 64])
    #expect(Self.bytes(outside.colour(at: 1)) == [64, 0, 191])
    #expect(outside.colour(at: -9) == Self.red && outside.colour(at: 9) == Self.blue)
    let hard = Self.ramp([(0, .white), (0.5, .white), (0.5, .black), (1, .black)])
    #expect(hard.colour(at: 0.4999) == .white && hard.colour(at: 0.5) == .black)
    // A stop before its predecessor is moved up to it.
    let backwards = Self.ramp([(0, .white), (0.5, .white), (0.2, .black), (1, .black)])
    #expect(backwards == hard)
    let one = Self.ramp([(0.3, Self.red)])
    #expect(one.colour(at: 0) == Self.red && one.colour(at: 1) == Self.red)
  }

  @Test func thePixelCentreDecides() {
    let hard = Self.ramp([(0, .white), (0.5, .white), (0.5, .black), (1, .black)])
    for (width, expected) in [(7, "www|bbbb"), (8, "wwww|bbbb")] {
      var pixmap = Pixmap(width: width, height: 1)
      let field = GradientField.perpendicular(
        from: Point(x: 0, y: 0), to: Point(x: Double(width), y: 0))
      pixmap.fill(
        .rounded(rounded(0, 0, Double(width), 1)),
        with: .linearGradient(LinearGradient(field: field, ramp: hard)))
      let found = (0..<width).map { pixmap.pixel(x: $0, y: 0).r == 255 ? "w" : "b" }.joined()
      #expect(found == expected.filter { $0 != "|" })
    }
  }
}
