import Conventions
import Raster
import TestSupport
import Testing
import Typesetting

@testable import RenderAudit

@Suite struct TranslatingTextTests {
  private static let fonts = ["Block": fixture("fonts/RenderAuditBlock-Regular.ttf").path]
  private static let words = [
    "a", "in", "the", "all", "new", "great", "points", "leading", "features", "paragraph",
    "Typography", "of", "25",
  ]

  private static func text(_ g: inout ElementGenerator) -> Element {
    let font = g.pick(["Block", "Lato-Regular", "Lato-Bold"])
    let size = g.chance(0.6) ? Double(g.whole(8...40)) : g.number(8...40)
    let count = g.whole(1...14)
    let text = (0..<count).map { _ in g.pick(words) }.joined(separator: " ")
    let x = Double(g.whole(10...60))
    let y = g.chance(0.5) ? Double(g.whole(10...60)) : g.number(10...60)
    let width = g.number(max(60, 7 * size)...max(300, 14 * size))
    return Element(
      id: "it", frame: Rect(x: x, y: y, width: width, height: 0), opacity: 1,
      content: .text(
        TextContent(
          text: text, font: font, size: size,
          lineHeight: g.chance(0.5) ? (size * g.number(1.3...2)).rounded() : nil,
          lineSpacing: g.chance(0.2) ? Double(g.whole(0...6)) : 0,
          tracking: g.chance(0.3) ? g.number(-0.5...1) : 0,
          colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)),
          alignment: g.pick([.left, .left, .center, .right]), maxLines: 0)))
  }

  private static func audit(_ element: Element, _ scale: DeviceScale) throws -> Audit {
    try Audit(
      Spec(
        title: nil,
        canvas: .init(
          size: Size(width: element.frame.maxX + 20, height: 200), scale: scale, background: nil),
        fonts: fonts, conventions: [:], comparison: .init(reference: nil, candidates: []),
        elements: [element]))
  }

  /// SF's table on every font, so that tracking has something to do.
  private static let trackingIOS = Convention.ios.with([.textTrackingFonts: "all"])

  private static let pairs: [(Convention, Convention)] = [
    (.sketch, trackingIOS), (trackingIOS, .sketch), (.sketch, .css), (.css, trackingIOS),
    (.named("figma"), .named("android")), (.named("flutter"), .named("swiftui")),
  ]

  @Test func `500 texts keep their lines, and baselines within half a pixel`() throws {
    var texts = 0
    for seed in 0..<90 {
      for (from, to) in Self.pairs {
        var g = ElementGenerator(seed: seed * 31 + texts)
        texts += 1
        let scale = g.scale()
        let element = Self.text(&g)
        let audit = try Self.audit(element, scale)
        let wanted = try #require(try audit.draft(under: from).draw(element).text)
        var result = element
        if case .translated(let t) = try audit.translate(element, from: from, to: to) {
          result = t.element
        }
        let drawn = try #require(try audit.draft(under: to).draw(result).text)
        let place = "seed \(seed), \(from.name) → \(to.name)"
        #expect(wanted.lines.map(\.range) == drawn.lines.map(\.range), "\(place): \(element)")
        for (a, b) in zip(wanted.lines, drawn.lines) {
          let pixels = abs(a.baselinePt - b.baselinePt) * scale.pixelsPerPoint
          // Half a pixel is what rounding to whole ones may take; sums of points 10^-6 more.
          #expect(pixels <= 0.5 + 1e-6, "\(place): \(pixels) px, \(element)")
          // Tracking after the last letter or before the first: one table's worth at most.
          #expect(abs(a.xPt - b.xPt) < 1, "\(place): \(element)")
        }
      }
    }
    #expect(texts >= 500)
  }

  @Test func `Sketch to iOS and back gives the first numbers again`() throws {
    for seed in 0..<500 {
      var g = ElementGenerator(seed: seed)
      let scale = g.scale()
      let element = Self.text(&g)
      let audit = try Self.audit(element, scale)
      let there = try audit.translated(element, .sketch, Self.trackingIOS).element
      let back = try audit.translated(there, Self.trackingIOS, .sketch).element
      guard case .text(let a) = element.content, case .text(let b) = back.content else {
        Issue.record("another kind")
        return
      }
      // Numbers are kept to 12 significant digits on the way: sums of a few hundred points.
      #expect(abs(a.tracking - b.tracking) < 1e-9, "seed \(seed)")
      #expect(abs(element.frame.y - back.frame.y) < 1e-9, "seed \(seed): \(element)")
      #expect(abs(element.frame.x - back.frame.x) < 1e-9, "seed \(seed)")
      #expect(a.lineSpacing == b.lineSpacing && a.size == b.size, "seed \(seed)")
      // A line height that says nothing in Sketch is the same as none.
      let same = try audit.lines(element, .sketch) == audit.lines(back, .sketch)
      #expect(a.lineHeight == b.lineHeight || same, "seed \(seed): \(element)")
    }
  }

  /// The whole line hangs on the last letter's tracking, which one side leaves out: the width takes
  /// its place.
  @Test func `a line break is kept by the width`() throws {
    let content = TextContent(
      text: "all new all new", font: "Block", size: 20, lineHeight: nil, lineSpacing: 0,
      tracking: 4, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), alignment: .left, maxLines: 0)
    var element = Element(
      id: "it", frame: Rect(x: 10, y: 10, width: 0, height: 0), opacity: 1,
      content: .text(content))
    let whole = try #require(
      try Self.audit(element, DeviceScale(2)!).draft(under: .sketch).draw(element).text)
    // Two points less than the whole line: it fits without the last tracking only.
    element.frame.width = whole.widthPt - 2
    let audit = try Self.audit(element, DeviceScale(2)!)
    let dropped = Convention.sketch.with([.textTrailingTracking: "dropped"])
    #expect(try audit.lines(element, .sketch)?.count == 2)
    #expect(try audit.lines(element, dropped)?.count == 1)
    let result = try audit.translated(element, .sketch, dropped)
    #expect(result.residual.differingPixels == 0)
    #expect(result.element.frame.width < whole.widthPt - 4)
    #expect(result.element.frame.width > whole.widthPt - 4.5)
  }

  @Test func `what no width can break is said`() throws {
    // Justified lines would be stretched to another width.
    let content = TextContent(
      text: "all new all new", font: "Block", size: 20, lineHeight: nil, lineSpacing: 0,
      tracking: 4, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), alignment: .justified,
      maxLines: 0)
    var element = Element(
      id: "it", frame: Rect(x: 10, y: 10, width: 0, height: 0), opacity: 1,
      content: .text(content))
    let whole = try #require(
      try Self.audit(element, DeviceScale(2)!).draft(under: .sketch).draw(element).text)
    element.frame.width = whole.widthPt - 2
    let audit = try Self.audit(element, DeviceScale(2)!)
    let dropped = Convention.sketch.with([.textTrailingTracking: "dropped"])
    guard case .impossible(let why) = try audit.translate(element, from: .sketch, to: dropped)
    else {
      Issue.record("something was typed")
      return
    }
    #expect(why.contains("lines break at other words"))
    #expect(why.contains("type a line break before “new”"))
  }
}

extension Audit {
  fileprivate func lines(_ element: Element, _ convention: Convention) throws -> [PlacedLine]? {
    try draft(under: convention).draw(element).text?.lines
  }
}
