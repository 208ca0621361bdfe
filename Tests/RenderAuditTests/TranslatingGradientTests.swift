import Conventions
import Raster
import Testing

@testable import RenderAudit

@Suite struct TranslatingGradientTests {
  /// The points of a translated gradient, in units of the frame.
  private static func points(_ element: Element) -> (from: Point, to: Point)? {
    guard case .rectangle(let content) = element.content,
      case .linearGradient(let gradient)? = content.fill,
      case .points(let from, let to) = gradient.line
    else { return nil }
    return (from, to)
  }

  private static let example = Element(
    id: "it", frame: Rect(x: 0, y: 0, width: 320, height: 60), opacity: 1,
    content: .rectangle(
      RectangleContent(
        radii: .zero,
        fill: .linearGradient(
          GradientSpec(
            line: .points(from: Point(x: 0, y: 1), to: Point(x: 1, y: 0)),
            stops: [
              .init(colour: .hex(SRGBA8(r: 255, g: 0, b: 0, a: 255)), position: 0),
              .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 255, a: 255)), position: 1),
            ])), border: nil, shadows: [])))

  @Test func `320×60 from corner to corner, Sketch to iOS and CSS`() throws {
    let audit = try Audit.of(Self.example, scale: DeviceScale(2)!)
    let ios = try audit.translated(Self.example, .sketch, .ios)
    let points = try #require(Self.points(ios.element))
    #expect(fixed(points.from.x, places: 5) == "-0.01694")
    #expect(fixed(points.from.y, places: 5) == "0.51817")
    #expect(fixed(points.to.x, places: 5) == "1.01694")
    #expect(fixed(points.to.y, places: 5) == "0.48183")
    #expect(ios.residual.maxDelta <= 1)

    let css = Self.example.code(in: .css, under: .css)
    #expect(css.contains("linear-gradient(79.38034deg, #FF0000 0%, #0000FF 100%)"))
  }

  /// What a translation leaves is rounding: both fields are the same real numbers, reached by other
  /// products, and a colour on the border of two steps may fall to either. One step, never two.
  private static let most = 1

  @Test(arguments: [
    ("sketch", "ios"), ("ios", "sketch"), ("sketch", "css"), ("css", "sketch"), ("ios", "css"),
    ("css", "ios"),
  ]) func `500 gradients`(from: String, to: String) throws {
    var worst = 0
    for seed in 0..<500 {
      var g = ElementGenerator(seed: seed)
      let scale = g.scale()
      let element = g.rectangle(
        g.side(), g.side(), fill: .linearGradient(g.gradient(alpha: g.chance(0.3))))
      // Chromium snaps boxes to pixels, which is another axis: see TranslatingShapeTests.
      let unsnapped = [Axis.pixelSnapping: SnappingReading.none.rawValue]
      let audit = try Audit.of(element, scale: scale)
      let result = try audit.translated(
        element, .named(from).with(unsnapped), .named(to).with(unsnapped))
      worst = max(worst, result.residual.maxDelta)
      #expect(result.residual.maxDelta <= Self.most, "seed \(seed): \(element)")
    }
    print("gradients \(from) → \(to): worst step \(worst)")
  }

  @Test func `Sketch to iOS and back gives the first points again`() throws {
    for seed in 0..<500 {
      var g = ElementGenerator(seed: seed)
      let scale = g.scale()
      let element = g.rectangle(
        g.side(), g.side(), fill: .linearGradient(g.gradient(alpha: g.chance(0.3))))
      let audit = try Audit.of(element, scale: scale)
      let there = try audit.translated(element, .sketch, .ios).element
      let back = try audit.translated(there, .ios, .sketch).element
      guard case .rectangle(let a) = element.content, case .rectangle(let b) = back.content,
        case .linearGradient(let first)? = a.fill, case .linearGradient(let last)? = b.fill,
        case .points(let f, let t) = first.line, case .points(let f2, let t2) = last.line
      else {
        Issue.record("another kind")
        return
      }
      // Points keep 12 significant digits; a frame of 125:1 stretches what is left by 125² at most.
      for (x, y) in [(f.x, f2.x), (f.y, f2.y), (t.x, t2.x), (t.y, t2.y)] {
        #expect(abs(x - y) < 125 * 125 * 1e-11, "seed \(seed): \(element)")
      }
      #expect(first.stops == last.stops, "seed \(seed)")
    }
  }

  /// A line that a spec cannot state is not written.
  @Test func `lines longer than a spec can state are left alone`() throws {
    let element = Element(
      id: "it", frame: Rect(x: 0, y: 0, width: 400, height: 4), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: .zero,
          fill: .linearGradient(
            GradientSpec(
              line: .points(from: Point(x: -900, y: 0), to: Point(x: 900, y: 1000)),
              stops: [
                .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: -900),
                .init(colour: .hex(SRGBA8(r: 255, g: 255, b: 255, a: 255)), position: 900),
              ])), border: nil, shadows: [])))
    let audit = try Audit.of(element, scale: DeviceScale(1)!)
    let extrapolating = Convention.sketch.with([.gradientStops: "extrapolate"])
    _ = try audit.translate(element, from: extrapolating, to: .ios)
    let result = try audit.translated(element, extrapolating, .ios).element
    let spec = Spec(
      title: nil, canvas: audit.spec.canvas, fonts: [:], conventions: [:],
      comparison: .init(reference: nil, candidates: []), elements: [result])
    #expect(throws: Never.self) { try Spec.read(bytes: Array(spec.write().utf8), folder: "") }
  }
}
