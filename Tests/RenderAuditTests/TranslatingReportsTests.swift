import Conventions
import Foundation
import ImageDiff
import Raster
import TestSupport
import Testing
import Typesetting

@testable import RenderAudit

/// Problems of people who do this job, each recomputed with the project's own functions: the checks
/// of cases/reports.json by id, in their order.
@Suite(.enabled(if: Shared.isPresent, "needs the reports in ../shared"))
struct TranslatingReportsTests {
  private struct Report: Decodable {
    var id: String
    var kind: String
    var check: [Check]?
  }

  private struct Check: Decodable {
    var name: String
    var value: Value
    var tol: Double
  }

  /// A number, several, or a word, which no sum gives.
  private struct Value: Decodable {
    var numbers: [Double]?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode(Double.self) {
        numbers = [one]
      } else if (try? container.decode(String.self)) != nil {
        numbers = nil
      } else {
        numbers = try container.decode([Double].self)
      }
    }
  }

  private static let kinds: Set<String> = ["shadow", "gradient", "corner", "colour", "text"]

  /// What cannot be read is told: reports that were not found would look like none that fail.
  private static let loaded = Result {
    guard Shared.isPresent else { return [Report]() }
    let data = try Data(contentsOf: Shared.url("cases/reports.json"))
    return try JSONDecoder().decode([Report].self, from: data)
      .filter { kinds.contains($0.kind) && $0.check?.isEmpty == false }
  }

  private static var reports: [Report] { (try? loaded.get()) ?? [] }

  private static let computed = reports.map(\.id).filter { skipped[$0] == nil }

  @Test func `every report of these kinds is computed, or listed with its reason`() throws {
    #expect(try Self.loaded.get().count >= 40)
    for report in Self.reports {
      let isComputed = try Self.compute(report.id) != nil
      let isSkipped = Self.skipped[report.id] != nil
      #expect(isComputed != isSkipped, "\(report.id)")
    }
    for id in Self.skipped.keys.sorted() { print("\(id) is not computed: \(Self.skipped[id]!)") }
    let geometry = Self.reports.filter { $0.kind != "text" }.map(\.id)
    #expect(geometry.filter { Self.skipped[$0] != nil } == ["GR14", "CR01"])
  }

  @Test(arguments: computed)
  func `comes out as the report expects`(id: String) throws {
    let report = try #require(Self.reports.first { $0.id == id })
    let found = try #require(try Self.compute(id))
    let checks = report.check ?? []
    #expect(found.count == checks.count)
    for (check, numbers) in zip(checks, found) {
      let expected = try #require(check.value.numbers, "\(check.name)")
      #expect(numbers.count == expected.count, "\(check.name)")
      for (number, wanted) in zip(numbers, expected) {
        // Decimal fractions of the report are not those of the sum: 1e-9 of slack.
        #expect(abs(number - wanted) <= check.tol + 1e-9, "\(check.name): \(number)")
      }
    }
  }

  private static let skipped = [
    "GR14": "angular gradients are not part of a spec",
    "CR01": "no convention here draws superellipses",
    "TX01": "a spec's tracking is in points; em is another tool's unit",
    "TX03": "a spec's tracking is in points; em is another tool's unit",
    "TX05": "a spec's tracking is in points; 1/1000 em is another tool's unit",
    "TX08": "needs a font whose natural height is 23.87 at 20 pt",
    "TX09": "needs San Francisco's metrics", "TX10": "needs Helvetica Neue",
    "TX11": "needs Spectral", "TX15": "needs Roboto", "TX19": "needs Roboto",
    "TX21": "the widths are those of an Android label's two measurements",
    "TX23": "font smoothing of macOS is not modelled",
    "TX29": "the height is that of another toolkit's label",
    "N24": "the answer is words of Compose code, of which this test sums none",
    "N26": "the built-in flutter reading adds tracking right of a letter, not half on each side",
  ]

  // MARK: Elements

  private static let one = DeviceScale(1)!

  private static func rectangle(
    _ w: Double, _ h: Double, radius: Double = 0, fill: SpecColour? = .hex(.white),
    gradient: GradientSpec? = nil, blurs: [Double] = [], spread: Double = 0, y: Double = 4,
    colour: SpecColour = .hex(SRGBA8(r: 0, g: 0, b: 0, a: 51))
  ) -> Element {
    Element(
      id: "it", frame: Rect(x: 9, y: 9, width: w, height: h), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: CornerRadii(radius),
          fill: gradient.map(Fill.linearGradient) ?? fill.map(Fill.colour), border: nil,
          shadows: blurs.map {
            ShadowSpec(
              offset: Point(x: 0, y: y), blur: $0, spread: spread, colour: colour, isInner: false)
          })))
  }

  private static func line(_ line: GradientSpec.Line) -> GradientSpec {
    GradientSpec(
      line: line,
      stops: [
        .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: 0),
        .init(colour: .hex(.white), position: 1),
      ])
  }

  /// The blur numbers that the closed forms write.
  private static func blurs(
    _ element: Element, _ from: Convention, _ to: Convention
  ) throws -> [Double] {
    let audit = try Audit.of(element, scale: one)
    var translator = Translator(
      reference: audit.draft(under: from), candidate: audit.draft(under: to), platform: nil)
    guard case .rectangle(let content) = try translator.translated(element).content else {
      return []
    }
    return content.shadows.map(\.blur)
  }

  /// The sigmas that are drawn, in points.
  private static func sigmas(_ element: Element, _ convention: Convention) throws -> [Double] {
    try Audit.of(element, scale: one).draft(under: convention).draw(element).drawing.steps
      .compactMap {
        if case .shadow(let shadow, of: _, knockingOut: _) = $0 {
          shadow.sigma.devicePixels
        } else {
          nil
        }
      }
  }

  private static func points(
    _ element: Element, _ from: Convention, _ to: Convention
  ) throws -> (from: Point, to: Point) {
    let result = try Audit.of(element, scale: one).translated(element, from, to).element
    guard case .rectangle(let content) = result.content, case .linearGradient(let g)? = content.fill
    else { return (Point(x: .nan, y: .nan), Point(x: .nan, y: .nan)) }
    return g.points
  }

  private static func cssAngle(
    _ w: Double, _ h: Double, _ from: Point, _ to: Point
  ) -> (degrees: Double, scale: Double) {
    let box = Rect(x: 0, y: 0, width: w, height: h)
    let field = GradientField.perpendicular(from: box.point(unit: from), to: box.point(unit: to))
    let angle = field.cssAngle(in: box)!
    return (angle.degrees, angle.scale)
  }

  /// Half way between two colours, over white, 0…255.
  private static func middle(
    _ a: SRGBA8, _ b: SRGBA8, under convention: Convention
  ) throws -> [Double] {
    let element = rectangle(1, 1)
    let draft = try Audit.of(element, scale: one).draft(under: convention)
    let ramp = GradientRamp(
      stops: [
        GradientStop(position: 0, colour: draft.colour(.hex(a))),
        GradientStop(position: 1, colour: draft.colour(.hex(b))),
      ], alpha: draft.alphaInterpolation, space: draft.interpolationSpace)
    let c = ramp.colour(at: 0.5).overWhite
    return [c.red * 255, c.green * 255, c.blue * 255]
  }

  private static func sRGB(_ colour: SpecColour, under convention: Convention) throws -> Colour {
    try Audit.of(rectangle(1, 1), scale: one).draft(under: convention).colour(colour)
  }

  private static let p3 = Convention.sketch.with([.colorSpace: "display-p3"])
  private static let straight = Convention.sketch
  private static let premultiplied = Convention.css

  // MARK: Computed

  private static func compute(_ id: String) throws -> [[Double]]? {
    try computeShadows(id) ?? computeGradients(id) ?? computeOthers(id)
  }

  private static func computeShadows(_ id: String) throws -> [[Double]]? {
    switch id {
    case "SH01":
      let card = rectangle(120, 80, radius: 12, blurs: [20])
      let radius = try blurs(card, .named("figma"), .ios)
      let halved = rectangle(120, 80, radius: 12, blurs: radius)
      #expect(try sigmas(card, .named("figma")) == sigmas(halved, .ios))
      return [radius, try sigmas(halved, .ios)]
    case "SH02":
      let radii = try blurs(rectangle(100, 60, blurs: [4, 2]), .css, .ios)
      return [[radii[0]], [radii[1]]]
    case "SH03":
      let box = rectangle(29, 29, radius: 6, blurs: [0], spread: -2, y: 0)
      let draft = try Audit.of(box, scale: one).draft(under: .css)
      guard case .rectangle(let content) = box.content,
        case .shadow(_, of: .rounded(let shadow), _)? = draft.shadowStep(
          content.shadows[0], content, box.frame)
      else { return [] }
      return [[shadow.rect.width], [shadow.rect.height], [shadow.radii.topLeft]]
    case "SH05":
      let colour = try #require(SRGBA8(hex: "#072A4233"))
      let button = rectangle(160, 48, radius: 8, blurs: [15], colour: .hex(colour))
      return [try sigmas(button, .css), [try sRGB(.hex(colour), under: .css).alpha]]
    case "SH07": return [try blurs(rectangle(80, 80, blurs: [8]), .ios, .css)]
    case "SH08":
      let box = rectangle(60, 60, blurs: [10])
      return [
        try sigmas(box, .css), try sigmas(box, .ios), try sigmas(box, .named("android")),
        try blurs(box, .css, .named("android")),
      ]
    case "SH10": return [try sigmas(rectangle(400, 400, blurs: [120]), .named("figma"))]
    case "SH11":
      let box = rectangle(40, 40, blurs: [10])
      return [
        try sigmas(box, .named("flutter")),
        try sigmas(box, .named("flutter").with([.shadowBlur: "sigma"])),
      ]
    case "SH12": return [try blurs(rectangle(60, 60, radius: 30, blurs: [5]), .css, .named("svg"))]
    case "SH14":
      let colour = SpecColour.components(
        space: .srgb, red: 0, green: 9 / 255, blue: 26 / 255, alpha: 0.12)
      let card = rectangle(328, 80, radius: 8, blurs: [16], y: 2, colour: colour)
      return [try sigmas(card, .css), [try sRGB(colour, under: .css).alpha]]
    case "SH16":
      // Whether the shadow darkens the middle of a translucent fill without knock-out.
      let box = rectangle(
        100, 100, fill: .hex(SRGBA8(r: 255, g: 255, b: 255, a: 128)), blurs: [12],
        colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 128)))
      let audit = try Audit.of(box, scale: one)
      func centre(_ convention: Convention) throws -> [UInt8] {
        audit.tile(try audit.draft(under: convention).draw(box).drawing, over: audit.canvasBounds)
          .withRow(59) { row in Array(row[(59 * 4)..<(59 * 4 + 4)]) }
      }
      let cut = try centre(.css)
      let whole = try centre(.css.with([.shadowKnockout: "never"]))
      return [[cut == whole ? 0 : 1]]
    case "SH17":
      let box = rectangle(100, 100, blurs: [20], y: 0)
      return [
        try sigmas(box, .css), try sigmas(box, .css.with([.shadowBlur: "0.288675"])),
      ]
    case "SH18":
      let design = [4.0, 8, 16].map { rectangle(80, 40, blurs: [$0]) }
      let code = [5.0, 8, 16].map { rectangle(80, 40, blurs: [$0]) }
      func changes(_ a: [Element], _ b: [Element]) -> [Double] {
        zip(a, b).flatMap { $1.numbers(changedFrom: $0) }.map {
          if case .number(let n) = $0.value, $0.path == "shadows[0].blur" { n } else { .nan }
        }
      }
      return [changes(design, code), changes(code, design)]
    default: return nil
    }
  }

  private static func computeGradients(_ id: String) throws -> [[Double]]? {
    switch id {
    case "GR01":
      let first = try points(
        rectangle(
          320, 60, gradient: line(.points(from: Point(x: 0, y: 1), to: Point(x: 1, y: 0)))),
        .sketch, .ios)
      let (a, b) = (Point(x: 138.5 / 320, y: 11.5 / 60), Point(x: 151.5 / 320, y: 53.5 / 60))
      let second = try points(
        rectangle(320, 60, gradient: line(.points(from: a, to: b))), .sketch, .ios)
      return [
        [first.from.x], [first.from.y], [first.to.x], [first.to.y], [second.from.x * 320],
        [second.to.y * 60],
      ]
    case "GR02":
      let p = try points(rectangle(200, 100, gradient: line(.angle(135))), .css, .ios)
      return [[p.from.x, p.from.y], [p.to.x, p.to.y]]
    case "GR04":
      let (a, b) = (Point(x: 0, y: 1), Point(x: 0.5, y: 0))
      // The aspect at which the direction is 30°, by halving.
      var (low, high) = (1.0, 2.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if cssAngle(middle * 100, 100, a, b).degrees < 30 { low = middle } else { high = middle }
      }
      return [
        [cssAngle(100, 100, a, b).degrees], [low], [cssAngle(low * 100, 100, a, b).scale],
      ]
    case "GR05":
      let p = try points(rectangle(200, 50, gradient: line(.angle(90))), .css, .ios)
      return [[p.from.x, p.from.y], [p.to.x, p.to.y]]
    case "GR07":
      let box = Rect(x: 0, y: 0, width: 360, height: 120)
      let turn = GradientField.cssAngle(8.62, in: box).turn(to: .cssAngle(61.68, in: box))
      return [[turn]]
    case "GR08":
      return [[cssAngle(200, 70, Point(x: 0, y: 0.5), Point(x: 1, y: 0.5)).degrees]]
    case "GR10":
      let box = Rect(x: 0, y: 0, width: 200, height: 100)
      let p = try #require(
        GradientField.cssAngle(45, in: box).pixelPoints(through: Point(x: 100, y: 50)))
      return [[p.from.x, p.from.y], [p.to.x, p.to.y]]
    case "GR11":
      let (red, clear) = (SRGBA8(r: 255, g: 0, b: 0, a: 255), SRGBA8(r: 0, g: 0, b: 0, a: 0))
      return [
        try middle(red, clear, under: premultiplied), try middle(red, clear, under: straight),
      ]
    case "GR13":
      let square = Rect(x: 0, y: 0, width: 100, height: 100)
      return [133, 150, 160].map { css in
        // Android counts anticlockwise from the right.
        let field = GradientField.androidAngle(90 - css, in: square)
        return [(field.cssAngle(in: square)!.degrees * 1e9).rounded() / 1e9]
      }
    case "N34":
      let box = rectangle(200, 100, gradient: line(.angle(45)))
      let p = try points(box, .css, .named("figma"))
      return [[p.from.x, p.from.y], [p.to.x, p.to.y]]
    case "N35":
      // Black to white that cannot be seen, mixed straight and premultiplied.
      let clear = SRGBA8(r: 255, g: 255, b: 255, a: 0)
      let gradient = GradientSpec(
        line: .points(from: Point(x: 0, y: 0), to: Point(x: 1, y: 0)),
        stops: [
          .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: 0),
          .init(colour: .hex(clear), position: 1),
        ])
      let svg = Convention.named("svg").with([.gradientAlpha: "premultiplied"])
      let audit = try Audit.of(rectangle(100, 100, gradient: gradient), scale: one)
      let causes = try audit.causes(
        of: audit.spec.elements[0], reference: svg,
        candidate: svg.with([.gradientAlpha: "straight"]))
      return [causes.filter { $0.axis == .gradientAlpha }.map(\.share)]
    case "GR16":
      let (blue, clear) = (SRGBA8(r: 0, g: 0, b: 255, a: 255), SRGBA8(r: 255, g: 0, b: 0, a: 0))
      return [
        try middle(blue, clear, under: premultiplied), try middle(blue, clear, under: straight),
      ]
    default: return nil
    }
  }

  private static func computeOthers(_ id: String) throws -> [[Double]]? {
    switch id {
    case "TX06":
      let ios = Convention.ios
      let points = ios.trackingPoints(fontName: "Inter-Regular", size: 17)
      var element = Element(
        id: "it", frame: Rect(x: 9, y: 9, width: 0, height: 0), opacity: 1,
        content: .text(.plain(String(repeating: "n", count: 20), size: 17)))
      element.frame.width = 400
      // Twenty letters have nineteen gaps.
      let gaps = [Axis.textTrailingTracking: "dropped"]
      let audit = try Audit.of(element, scale: one)
      let a = try #require(try audit.draft(under: .sketch.with(gaps)).draw(element).text)
      let b = try #require(try audit.draft(under: ios.with(gaps)).draw(element).text)
      return [[points], [b.widthPt - a.widthPt]]
    case "TX17":
      // A frame one bit narrower than the line.
      var element = Element(
        id: "it", frame: Rect(x: 0, y: 0, width: 1000, height: 0), opacity: 1,
        content: .text(.plain("also centered", size: 16)))
      let audit = try Audit.of(element, scale: one)
      let draft = audit.draft(under: .css)
      let whole = try #require(try draft.draw(element).text)
      element.frame.width = whole.widthPt.nextDown
      return [[Double(try #require(try draft.draw(element).text).lines.count)]]
    case "TX20":
      var element = Element(
        id: "it", frame: Rect(x: 0, y: 0, width: 1000, height: 0), opacity: 1,
        content: .text(.plain("Available to book", size: 16)))
      let audit = try Audit.of(element, scale: one)
      let draft = audit.draft(under: .ios)
      let whole = try #require(try draft.draw(element).text)
      element.frame.width = whole.widthPt
      let lines = try #require(try draft.draw(element).text).lines.count
      element.frame.width = whole.widthPt - 0.5
      #expect(try #require(try draft.draw(element).text).lines.count == 2)
      return [[Double(lines)]]
    case "N27":
      var content = TextContent.plain("Save", size: 16)
      (content.font, content.lineHeight) = ("Lato-Regular", 27)
      let label = Element(
        id: "it", frame: Rect(x: 10, y: 10, width: 280, height: 0), opacity: 1,
        content: .text(content))
      let audit = try Audit.of(label, scale: one)
      return try [Convention.named("figma"), .css].map { convention in
        let text = try #require(try audit.draft(under: convention).draw(label).text)
        return text.lines.map(\.baselinePt)
      }
    case "CO02":
      let c = try sRGB(.hex(try #require(SRGBA8(hex: "#A36265"))), under: p3)
      return [[c.red * 255, c.green * 255, c.blue * 255]]
    case "CO03":
      let c = try sRGB(
        .components(space: .displayP3, red: 0, green: 0.823529, blue: 0, alpha: 1),
        under: .sketch)
      return [[c.red, c.green, c.blue]]
    case "CO05":
      let pairs = [("#EB5757", "#EC5858"), ("#3EA8DD", "#3FA9DE")]
      let deltas = try pairs.map { a, b in
        let one = rectangle(8, 8, fill: .hex(try #require(SRGBA8(hex: a))))
        let two = rectangle(8, 8, fill: .hex(try #require(SRGBA8(hex: b))))
        return try Audit.of(one, scale: Self.one).difference(one, .sketch, two, .sketch).maxDelta
      }
      return [[Double(deltas.max()!)]]
    case "CO06":
      // The P3 numbers whose sRGB colour is red: by small steps against what the conversion is off.
      var numbers = [0.9, 0.2, 0.15]
      for _ in 0..<4000 {
        let c = Colour(red: numbers[0], green: numbers[1], blue: numbers[2])
          .convertedFromDisplayP3()
        numbers = zip(numbers, [1 - c.red, 0 - c.green, 0 - c.blue]).map { $0 + 0.05 * $1 }
      }
      return [numbers.map { $0 * 255 }]
    case "CO07":
      let grey = SpecColour.components(
        space: .srgb, red: 0.52964, green: 0.52964, blue: 0.52964, alpha: 1)
      let drawn = try sRGB(grey, under: .ios).hex
      return [[Double(try #require(SRGBA8(hex: drawn)).r)]]
    case "CO08":
      let (given, got) = (
        try #require(SRGBA8(hex: "#010B1D")), try #require(SRGBA8(hex: "#000A22"))
      )
      return [
        [
          Double(got.r) - Double(given.r), Double(got.g) - Double(given.g),
          Double(got.b) - Double(given.b),
        ]
      ]
    default: return nil
    }
  }
}

extension SRGBA8 {
  fileprivate static let white = SRGBA8(r: 255, g: 255, b: 255, a: 255)
}

extension TextContent {
  fileprivate static func plain(_ text: String, size: Double) -> TextContent {
    TextContent(
      text: text, font: "Inter-Regular", size: size, lineHeight: nil, lineSpacing: 0, tracking: 0,
      colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), alignment: .left, maxLines: 0)
  }
}
