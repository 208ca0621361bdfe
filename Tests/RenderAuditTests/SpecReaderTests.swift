internal import Conventions
internal import Raster
internal import TestSupport
internal import Testing

@testable import RenderAudit

@Suite struct SpecReaderTests {
  static let example = """
    { "version": 1,
      "title": "What's New card",
      "canvas": { "width": 375, "height": 300, "scale": 3, "background": "#FFFFFF" },
      "conventions": { "ios-brand": { "extends": "ios", "set": { "text.tracking": "none" } } },
      "compare": { "reference": "sketch", "candidates": ["ios", "ios-brand"] },
      "elements": [
        { "id": "card", "type": "rectangle", "frame": [20, 20, 335, 200], "cornerRadius": 20,
          "opacity": 0.5,
          "fill": { "linearGradient": { "from": [0, 0], "to": [1, 1],
            "stops": [["#58A7F8", 0], ["#143B8A", 0.5], ["#E65BFF", 1]] } },
          "border": { "width": 1, "color": "#0000001A", "position": "inside" },
          "shadows": [ { "offset": [0, 4], "blur": 10, "spread": 2, "color": "#00000033" } ] },
        { "id": "body", "type": "text", "frame": [40, 110, 295, 0], "text": "Check out.",
          "font": "Lato-Regular", "size": 17, "lineHeight": 25, "lineSpacing": 1, "tracking": 2,
          "color": { "space": "display-p3", "components": [1, 0.5, 0], "alpha": 0.5 },
          "align": "right", "maxLines": 2 } ] }
    """

  @Test func `the example of the contract`() throws {
    let spec = try Spec.read(bytes: Array(Self.example.utf8), folder: "")
    #expect(spec.title == "What's New card")
    #expect(spec.canvas.size == Size(width: 375, height: 300))
    #expect(spec.canvas.scale.pixelsPerPoint == 3)
    #expect(spec.canvas.background == .hex(SRGBA8(r: 255, g: 255, b: 255, a: 255)))
    #expect(spec.comparison == .init(reference: "sketch", candidates: ["ios", "ios-brand"]))
    #expect(spec.convention(named: "ios-brand")?.textTracking == TrackingReading.none)
    #expect(spec.elements.map(\.id) == ["card", "body"])

    let card = try #require(spec.elements.first)
    #expect(card.frame == Rect(x: 20, y: 20, width: 335, height: 200))
    #expect(card.opacity == 0.5)
    let stops: [GradientSpec.Stop] = [
      .init(colour: .hex(SRGBA8(r: 0x58, g: 0xA7, b: 0xF8, a: 255)), position: 0),
      .init(colour: .hex(SRGBA8(r: 0x14, g: 0x3B, b: 0x8A, a: 255)), position: 0.5),
      .init(colour: .hex(SRGBA8(r: 0xE6, g: 0x5B, b: 0xFF, a: 255)), position: 1),
    ]
    #expect(
      card.content
        == .rectangle(
          RectangleContent(
            radii: CornerRadii(20),
            fill: .linearGradient(
              GradientSpec(
                line: .points(from: Point(x: 0, y: 0), to: Point(x: 1, y: 1)), stops: stops)),
            border: Border(
              width: 1, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 0x1A)), position: .inside),
            shadows: [
              ShadowSpec(
                offset: Point(x: 0, y: 4), blur: 10, spread: 2,
                colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 0x33)), isInner: false)
            ])))

    let body = try #require(spec.elements.last)
    #expect(
      body.content
        == .text(
          TextContent(
            text: "Check out.", font: "Lato-Regular", size: 17, lineHeight: 25, lineSpacing: 1,
            tracking: 2,
            colour: .components(
              space: .displayP3, red: 1, green: 0.5, blue: 0, alpha: 0.5),
            alignment: .right, maxLines: 2)))
  }

  @Test func `what is absent has its default`() throws {
    let text = """
      {"version": 1, "canvas": {"width": 10, "height": 10}, "elements": [
        {"id": "a", "type": "rectangle", "frame": [0, 0, 5, 5], "shadows": [{}]},
        {"id": "b", "type": "text", "frame": [0, 0, 5], "text": "", "font": "F", "size": 1}]}
      """
    let spec = try Spec.read(bytes: Array(text.utf8), folder: "")
    #expect(spec.title == nil)
    #expect(spec.canvas.scale.pixelsPerPoint == 1)
    #expect(spec.canvas.background == nil)
    #expect(spec.comparison == .init(reference: nil, candidates: []))
    let shadow = ShadowSpec(
      offset: Point(x: 0, y: 0), blur: 0, spread: 0, colour: .black, isInner: false)
    #expect(
      spec.elements[0].content
        == .rectangle(RectangleContent(radii: .zero, fill: nil, border: nil, shadows: [shadow])))
    #expect(spec.elements[0].opacity == 1)
    #expect(spec.elements[1].frame.height == 0)
    #expect(
      spec.elements[1].content
        == .text(
          TextContent(
            text: "", font: "F", size: 1, lineHeight: nil, lineSpacing: 0, tracking: 0,
            colour: .black, alignment: .left, maxLines: 0)))
  }

  @Test func `places are kept for later complaints`() throws {
    let spec = try Spec.read(bytes: Array(Self.example.utf8), folder: "")
    #expect(spec.places["elements[1].font"] == TextPlace(line: 14, column: 15))
    #expect(spec.places["compare.candidates[1]"] == TextPlace(line: 5, column: 61))
    let problem = spec.problem(
      .missingFont("Lato-Regular", nearest: ["Lato"]), at: "elements[1].font")
    #expect(
      problem.description(of: "card.json") == """
        error: missing font in card.json, line 14, column 15, elements[1].font: expected a font \
        that is installed, a name in fonts, or a font file, found "Lato-Regular"
          Try: "Lato"
        """)
  }

  @Test func `font files are relative to the spec's folder`() throws {
    let text = """
      {"version": 1, "canvas": {"width": 10, "height": 10},
       "fonts": {"Own": "card.json", "good/edges.json": "type.json"}, "elements": [
        {"id": "a", "type": "text", "frame": [0, 0, 5], "text": "", "size": 1, "font": "Own"},
        {"id": "b", "type": "text", "frame": [0, 0, 5], "text": "", "size": 1,
         "font": "good/minimal.json"},
        {"id": "c", "type": "text", "frame": [0, 0, 5], "text": "", "size": 1,
         "font": "good/edges.json"},
        {"id": "d", "type": "text", "frame": [0, 0, 5], "text": "", "size": 1, "font": "x.ttf"}]}
      """
    let folder = fixture("specs").path
    let spec = try Spec.read(bytes: Array(text.utf8), folder: folder)
    #expect(
      spec.fonts == [
        "Own": folder + "/card.json", "good/edges.json": folder + "/type.json",
        "good/minimal.json": folder + "/good/minimal.json",
      ])
    let written = spec.write(folder: folder)
    #expect(written.contains(#""Own": "card.json""#))
    #expect(try Spec.read(bytes: Array(written.utf8), folder: folder) == spec)
  }

  @Test func `another scale is checked like the spec's own`() throws {
    let spec = try Spec.read(bytes: Array(Self.example.utf8), folder: "")
    #expect(try spec.scaled(to: #require(DeviceScale(2))).canvas.scale.pixelsPerPoint == 2)
    var wide = spec
    wide.canvas.size = Size(width: 6000, height: 6000)
    #expect(throws: SpecError.self) { try wide.scaled(to: #require(DeviceScale(3))) }
  }
}
