import Conventions
import Raster
import Testing

@testable import RenderAudit

/// One axis at a time: what its closed form is, and that it leaves nothing.
@Suite struct TranslatingShapeTests {
  private static let blue = SpecColour.hex(SRGBA8(r: 30, g: 120, b: 240, a: 255))

  private static func rectangle(
    _ frame: Rect = Rect(x: 10, y: 10, width: 80, height: 50), radii: CornerRadii = .zero,
    fill: Fill? = .colour(blue), border: Border? = nil, shadows: [ShadowSpec] = [],
    opacity: Double = 1
  ) -> Element {
    Element(
      id: "it", frame: frame, opacity: opacity,
      content: .rectangle(
        RectangleContent(radii: radii, fill: fill, border: border, shadows: shadows)))
  }

  private struct Row: CustomTestStringConvertible {
    var axis: Axis
    var from: String
    var to: String
    var element: Element
    var numbers: [String]
    var testDescription: String { "\(axis.rawValue): \(from) → \(to)" }
  }

  private static let rows = [
    Row(
      axis: .borderPosition, from: "outside", to: "inside",
      element: rectangle(border: Border(width: 2, colour: .hex(.black), position: nil)),
      numbers: ["border.position outside"]),
    Row(
      axis: .borderWidth, from: "device-pixel-floor", to: "exact",
      element: rectangle(border: Border(width: 1.3, colour: .hex(.black), position: nil)),
      numbers: ["border.width 1"]),
    Row(
      axis: .pixelSnapping, from: "edges", to: "none",
      element: rectangle(Rect(x: 10.4, y: 9.7, width: 20.3, height: 12)),
      numbers: ["frame [10.5, 9.5, 20, 12]"]),
    Row(
      axis: .cornerOverlap, from: "clamp", to: "scale",
      element: rectangle(
        radii: CornerRadii(topLeft: 60, topRight: 10, bottomRight: 10, bottomLeft: 0)),
      numbers: ["cornerRadius [25, 10, 10, 0]"]),
    Row(
      axis: .cornerCurve, from: "continuous", to: "circular",
      element: rectangle(radii: CornerRadii(12)), numbers: ["cornerCurve continuous"]),
    Row(
      axis: .colorSpace, from: "display-p3", to: "srgb", element: rectangle(),
      numbers: ["fill {space display-p3, components [0.11765, 0.47059, 0.94118]}"]),
    Row(
      axis: .opacityGrouping, from: "each", to: "group",
      element: rectangle(
        border: Border(width: 4, colour: .hex(.black), position: nil), opacity: 0.5),
      numbers: [
        "fill {space srgb, components [0.11765, 0.47059, 0.94118], alpha 0.5}",
        "border.color {space srgb, components [0, 0, 0], alpha 0.5}", "opacity 1",
      ]),
    Row(
      axis: .gradientStops, from: "extrapolate", to: "clamp",
      element: rectangle(
        fill: .linearGradient(
          GradientSpec(
            line: .points(from: Point(x: 0.25, y: 0), to: Point(x: 0.75, y: 0)),
            stops: [
              .init(colour: .hex(.black), position: -0.5), .init(colour: blue, position: 1.5),
            ]))),
      numbers: [
        "fill.linearGradient.from [0, 0]", "fill.linearGradient.to [1, 0]",
        "fill.linearGradient.stops [[#000000, 0], [#1E78F0, 1]]",
      ]),
    Row(
      axis: .gradientAngle, from: "unit-square", to: "css",
      element: rectangle(
        fill: .linearGradient(
          GradientSpec(
            line: .angle(45),
            stops: [.init(colour: .hex(.black), position: 0), .init(colour: blue, position: 1)]))),
      numbers: [
        "fill.linearGradient.from [0.2191, 1.2191]", "fill.linearGradient.to [0.7809, −0.2191]",
      ]),
    Row(
      axis: .gradientAlpha, from: "premultiplied", to: "straight",
      element: rectangle(
        fill: .linearGradient(
          GradientSpec(
            line: .points(from: Point(x: 0, y: 0), to: Point(x: 1, y: 0)),
            stops: [
              .init(colour: blue, position: 0),
              .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 0)), position: 0.5),
              .init(colour: .hex(SRGBA8(r: 255, g: 0, b: 0, a: 255)), position: 1),
            ]))),
      numbers: [
        "fill.linearGradient.stops "
          + "[[#1E78F0, 0], [#1E78F000, 0.5], [#FF000000, 0.5], [#FF0000, 1]]"
      ]),
    Row(
      axis: .shadowBlur, from: "half", to: "sigma",
      element: rectangle(shadows: [
        ShadowSpec(
          offset: Point(x: 0, y: 2), blur: 9, spread: 0, colour: .hex(.black), isInner: true)
      ]), numbers: ["shadows[0].blur 4.5"]),
    Row(
      axis: .shadowBlur, from: "sigma", to: "skia-px",
      element: rectangle(shadows: [
        ShadowSpec(
          offset: Point(x: 0, y: 2), blur: 5, spread: 0, colour: .hex(.black), isInner: false)
      ]), numbers: ["shadows[0].blur 8.22725"]),
    Row(
      axis: .shadowCaster, from: "content", to: "outline",
      element: rectangle(
        fill: .colour(.hex(SRGBA8(r: 0, g: 0, b: 0, a: 51))),
        shadows: [
          ShadowSpec(
            offset: Point(x: 9, y: 9), blur: 4, spread: 0, colour: .hex(.black), isInner: false)
        ]),
      numbers: ["shadows[0].color #00000033"]),
  ]

  /// The axis alone differs. Sketch is the base where the platform's means matter (it has no shadow
  /// path), iOS where it does not.
  @Test(arguments: rows) private func `the closed form of an axis`(row: Row) throws {
    let usesPlatform = row.axis == .cornerCurve
    let base = usesPlatform ? Convention.ios : .sketch
    let (from, to) = (base.with([row.axis: row.from]), base.with([row.axis: row.to]))
    let audit = try Audit.of(row.element, scale: DeviceScale(2)!)
    guard case .translated(let t) = try audit.translate(row.element, from: from, to: to) else {
      Issue.record("not translated")
      return
    }
    #expect(t.numbers.map { "\($0.path) \($0.value.inWords)" } == row.numbers)
    // Equal numbers give equal pixels; colours and stops that were converted may round to the next
    // step.
    #expect(t.residual.maxDelta <= 1)
    #expect(!t.isFitted)
  }

  private struct Hopeless: CustomTestStringConvertible {
    var axis: Axis
    var from: String
    var to: String
    var element: Element
    var words: String
    var testDescription: String { "\(axis.rawValue): \(from) → \(to)" }
  }

  private static let hopeless = [
    Hopeless(
      axis: .cornerOverlap, from: "scale", to: "clamp",
      element: rectangle(
        radii: CornerRadii(topLeft: 60, topRight: 0, bottomRight: 0, bottomLeft: 0)),
      words: "draws no radius that large"),
    Hopeless(
      axis: .pixelSnapping, from: "none", to: "edges",
      element: rectangle(Rect(x: 10.4, y: 9.7, width: 20.3, height: 12)),
      words: "moves edges to whole pixels"),
    Hopeless(
      axis: .borderWidth, from: "exact", to: "device-pixel-floor",
      element: rectangle(border: Border(width: 1.3, colour: .hex(.black), position: nil)),
      words: "draws borders whole pixels wide"),
    Hopeless(
      axis: .opacityGrouping, from: "group", to: "each",
      element: rectangle(
        border: Border(width: 4, colour: .hex(.black), position: nil), opacity: 0.5),
      words: "compositingGroup"),
    Hopeless(
      axis: .shadowKnockout, from: "when-filled", to: "never",
      element: rectangle(
        fill: .colour(.hex(SRGBA8(r: 0, g: 0, b: 0, a: 51))),
        shadows: [
          ShadowSpec(
            offset: Point(x: 0, y: 4), blur: 4, spread: 0, colour: .hex(.black), isInner: false)
        ]), words: "no number changes that"),
  ]

  @Test(arguments: hopeless)
  private func `what no number changes has a sentence`(row: Hopeless) throws {
    let (from, to) = (
      Convention.sketch.with([row.axis: row.from]), Convention.sketch.with([row.axis: row.to])
    )
    let audit = try Audit.of(row.element, scale: DeviceScale(2)!)
    guard case .impossible(let why) = try audit.translate(row.element, from: from, to: to) else {
      Issue.record("something was typed")
      return
    }
    #expect(why.hasPrefix("No number changes this: "))
    #expect(why.contains(row.words))
  }

  /// A smooth corner in a tool that has none: the radius that comes nearest.
  @Test func `corners of another curve are fitted by their radius`() throws {
    let element = Self.rectangle(
      Rect(x: 10, y: 10, width: 200, height: 200), radii: CornerRadii(40))
    let from = Convention.css.with([.cornerCurve: "continuous"])
    let audit = try Audit.of(element, scale: DeviceScale(2)!)
    guard case .translated(let t) = try audit.translate(element, from: from, to: .css) else {
      Issue.record("not translated")
      return
    }
    func squares(_ translated: Element) throws -> Int {
      let wanted = audit.tile(
        try audit.draft(under: from).draw(element).drawing, over: audit.canvasBounds)
      return wanted.squaredDifference(
        from: audit.tile(
          try audit.draft(under: .css).draw(translated).drawing, over: audit.canvasBounds))
    }
    #expect(t.isFitted)
    #expect(try squares(t.element) < squares(element))
    #expect(t.numbers.map(\.path) == ["cornerRadius"])
  }

  @Test func `equal conventions need nothing`() throws {
    let element = Self.rectangle(radii: CornerRadii(8))
    let audit = try Audit.of(element, scale: DeviceScale(2)!)
    #expect(try audit.translate(element, from: .sketch, to: .sketch) == .notNeeded)
    // They differ, but not on what this element has.
    #expect(try audit.translate(element, from: .sketch, to: .ios) == .notNeeded)
  }

  @Test func `an element outside the canvas needs nothing`() throws {
    var element = Self.rectangle()
    element.frame.x = 5000
    let audit = try Audit(
      Spec(
        title: nil,
        canvas: .init(
          size: Size(width: 10, height: 10), scale: DeviceScale(1)!, background: nil),
        fonts: [:], conventions: [:], comparison: .init(reference: nil, candidates: []),
        elements: [element]))
    let p3 = Convention.sketch.with([.colorSpace: "display-p3"])
    #expect(try audit.translate(element, from: .sketch, to: p3) == .notNeeded)
  }
}

extension SRGBA8 {
  fileprivate static let black = SRGBA8(r: 0, g: 0, b: 0, a: 255)
}
