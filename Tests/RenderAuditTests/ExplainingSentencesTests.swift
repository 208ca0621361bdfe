import Conventions
import Raster
import Testing

@testable import RenderAudit

/// The sentences of causes, word by word.
@Suite struct ExplainingSentencesTests {
  private static let white = Fill.colour(.hex(SRGBA8(r: 255, g: 255, b: 255, a: 255)))

  private static func shadow(
    blur: Double, y: Double, spread: Double = 0, inner: Bool = false
  ) -> ShadowSpec {
    ShadowSpec(
      offset: Point(x: 0, y: y), blur: blur, spread: spread,
      colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 51)), isInner: inner)
  }

  private static func box(
    _ frame: Rect = Rect(x: 40, y: 40, width: 295, height: 110), corners: [Double] = [0, 0, 0, 0],
    fill: Fill? = white, border: Border? = nil, shadows: [ShadowSpec] = [], opacity: Double = 1
  ) -> Element {
    Element(
      id: "it", frame: frame, opacity: opacity,
      content: .rectangle(
        RectangleContent(
          radii: CornerRadii(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2],
            bottomLeft: corners[3]), fill: fill, border: border, shadows: shadows)))
  }

  private static func gradient(
    _ from: Point, _ to: Point, _ stops: [(SRGBA8, Double)]
  ) -> Fill {
    .linearGradient(
      GradientSpec(
        line: .points(from: from, to: to),
        stops: stops.map { .init(colour: .hex($0.0), position: $0.1) }))
  }

  private static func text(
    _ text: String, size: Double, width: Double, lineHeight: Double? = nil
  ) -> Element {
    Element(
      id: "it", frame: Rect(x: 10, y: 10, width: width, height: 0), opacity: 1,
      content: .text(
        TextContent(
          text: text, font: "Inter-Regular", size: size, lineHeight: lineHeight, lineSpacing: 0,
          tracking: 0, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), alignment: .left,
          maxLines: 0)))
  }

  private struct Row: CustomTestStringConvertible {
    var axis: Axis
    var value: String
    var element: Element
    var sentence: String
    var testDescription: String { "\(axis.rawValue): \(value)" }

    init(_ axis: Axis, _ value: String, _ element: Element, _ sentence: String) {
      self.axis = axis
      self.value = value
      self.element = element
      self.sentence = sentence
    }
  }

  /// Sketch is the reference, and iOS with Sketch's answers but for one the candidate.
  private static let rows = [
    Row(
      .shadowBlur, "sigma", box(shadows: [shadow(blur: 10, y: 4)]),
      "iOS reads shadow radius 10 as sigma 10 pt; Sketch reads blur 10 as sigma 5 pt: the shadow is "
        + "larger and reaches twice as far (14 → 24 pt at the bottom)"),
    Row(
      .shadowBlur, "sigma", box(shadows: [shadow(blur: 8, y: 0, spread: 10, inner: true)]),
      "iOS reads shadow radius 8 as sigma 8 pt; Sketch reads blur 8 as sigma 4 pt: the inner shadow "
        + "is larger and reaches twice as far (18 → 26 pt from the edge inwards)"),
    Row(
      .shadowSpread, "none", box(shadows: [shadow(blur: 4, y: 2, spread: 6)]),
      "iOS: there is no spread; the number is ignored; Sketch: the corner radius grows by the spread; "
        + "square corners stay square: the shadow is 6 pt smaller on every side"),
    Row(
      .shadowKnockout, "never",
      box(
        fill: .colour(.hex(SRGBA8(r: 255, g: 255, b: 255, a: 102))),
        shadows: [shadow(blur: 4, y: 2)]),
      "iOS: the shadow is painted under its shape too; Sketch: the shadow is cut out under a shape "
        + "that has a fill, even a transparent one: the fill is 60 % transparent, and the shadow "
        + "darkens it from below"),
    Row(
      .shadowCaster, "content",
      box(
        fill: .colour(.hex(SRGBA8(r: 255, g: 255, b: 255, a: 102))),
        shadows: [shadow(blur: 4, y: 2)]),
      "iOS: what is painted throws the shadow, as strongly as it is opaque; Sketch: the outline "
        + "throws the shadow, as if it were opaque; without a fill the border alone: the fill's "
        + "alpha of 40 % makes the shadow as faint"),
    Row(
      .gradientGeometry, "unit-square",
      box(
        Rect(x: 0, y: 0, width: 125, height: 200),
        fill: gradient(
          Point(x: 0, y: 1), Point(x: 1, y: 0),
          [
            (SRGBA8(r: 88, g: 167, b: 248, a: 255), 0),
            (SRGBA8(r: 20, g: 59, b: 138, a: 255), 0.5),
            (SRGBA8(r: 230, g: 91, b: 255, a: 255), 1),
          ])),
      // From 58° above the right to 32°: 2 atan(200/125) − 90°.
      "On 125×200 pt iOS takes the points (0, 1) → (1, 0) in a square that is then stretched to the "
        + "frame, Sketch as they stand on the screen: the gradient is turned by 26° clockwise and darker on average (L* 40.9 → 39.2)"
    ),
    Row(
      .gradientAlpha, "premultiplied",
      box(
        fill: gradient(
          Point(x: 0, y: 0), Point(x: 1, y: 0),
          [(SRGBA8(r: 255, g: 0, b: 0, a: 255), 0), (SRGBA8(r: 0, g: 0, b: 0, a: 0), 1)])),
      "half way from #FF0000 to #00000000 the colour over white is #FF8080 instead of #BF8080"),
    Row(
      .gradientStops, "extrapolate",
      box(
        fill: gradient(
          Point(x: 0, y: 0), Point(x: 1, y: 0),
          [(SRGBA8(r: 0, g: 0, b: 0, a: 255), -0.5), (SRGBA8(r: 255, g: 0, b: 0, a: 255), 1)])),
      "the stop at −50 % stands elsewhere and lighter on average"),
    Row(
      .cornerOverlap, "scale",
      box(Rect(x: 0, y: 0, width: 80, height: 50), corners: [60, 10, 0, 0]),
      // 80 / (60 + 10) fits; 50 / 60 does not.
      "the radii that are drawn are 50, 8.33, 0, 0 pt instead of 25, 10, 0, 0 pt"),
    Row(
      .cornerCurve, "continuous", box(corners: [20, 20, 20, 20]),
      "with radius 20 pt the outlines lie up to 0.28 pt apart"),
    Row(
      .borderPosition, "outside",
      box(border: Border(width: 3, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: nil)),
      "the border stands 3 pt further out"),
    Row(
      .borderWidth, "device-pixel-floor",
      box(
        border: Border(width: 1.4, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: nil)),
      "the border of 1.4 pt is drawn 1 pt wide instead of 1.4 pt"),
    Row(
      .colorSpace, "display-p3", box(fill: .colour(.hex(SRGBA8(r: 255, g: 59, b: 48, a: 255)))),
      "the sRGB colour #FF3B30 becomes #FF0C18"),
    Row(
      .pixelSnapping, "edges", box(Rect(x: 10.2, y: 20, width: 30, height: 10)),
      "the left edge 0.4 px left and right edge 0.4 px left"),
    Row(
      .opacityGrouping, "each",
      box(
        border: Border(width: 3, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: nil),
        opacity: 0.5), "at 50 % opacity the parts show through each other"),
    Row(
      .textTracking, "sf-static",
      text("Check out all the great new features in this app.", size: 17, width: 295),
      "iOS adds −0.44 pt after each letter of Inter-Regular at 17 pt, Sketch adds nothing: “in” moves "
        + "from line 2 to line 1"),
    Row(
      .textLineHeight, "above", text("One line", size: 16, width: 200, lineHeight: 25),
      "Line height 25 pt adds space; iOS puts all of it above the line, Sketch half above and half "
        + "below the line: the baseline stands 2.5 pt lower"),
  ]

  @Test(arguments: rows) private func `says what it does here`(row: Row) throws {
    let candidate = Convention.ios.taking(Axis.allCases, from: .sketch)
      .with([row.axis: row.value])
    let audit = try Audit.of(row.element, scale: DeviceScale(2)!)
    let causes = try audit.causes(of: row.element, reference: .sketch, candidate: candidate)
    #expect(causes.map(\.axis) == [row.axis])
    let sentence = causes.first?.sentence ?? ""
    #expect(sentence.contains(row.sentence), "\(sentence)")
  }

  /// What the article saw, on its own card.
  @Test func `the three findings of the article`() throws {
    let spec = try SpecFixtureTests.read("card")
    let audit = try Audit(spec)
    let comparison = try audit.compare(reference: .sketch, candidate: .ios)
    func causes(_ id: String) throws -> String {
      try #require(comparison.elements.first { $0.element.id == id }).causes.map(\.sentence)
        .joined(separator: "\n")
    }
    let card = try causes("card")
    #expect(card.contains("the shadow is larger and reaches twice as far"))
    #expect(card.contains("the gradient is turned by 32.8° clockwise and darker on average"))
    #expect(try causes("body").contains("“in” moves from line 2 to line 1"))
  }
}
