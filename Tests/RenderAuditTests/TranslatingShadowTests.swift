import Conventions
import ImageDiff
import Raster
import Testing

@testable import RenderAudit

@Suite struct TranslatingShadowTests {
  private static let white = Fill.colour(.hex(SRGBA8(r: 255, g: 255, b: 255, a: 255)))

  /// A rectangle with one or two shadows and a radius of 0…half of the shorter side.
  private static func element(
    _ g: inout ElementGenerator, spread: Bool, radii: Bool, alpha: Bool
  ) -> Element {
    let (width, height) = (g.side(), g.side())
    let fill: Fill? = g.chance(0.8) ? .colour(g.colour(alpha: alpha)) : nil
    let radius = radii && g.chance(0.7) ? g.number(0...(min(width, height) / 2)) : 0
    let shadows = (0..<g.pick([1, 1, 2])).map { _ in g.shadow(spread: spread) }
    return g.rectangle(width, height, fill: fill, shadows: shadows, radius: radius)
  }

  private static func residual(
    _ seed: Int, spread: Bool, radii: Bool, from: Convention = .sketch, to: Convention = .ios
  ) throws -> (element: Element, counts: DiffCounts) {
    var g = ElementGenerator(seed: seed)
    let scale = g.scale()
    let element = element(&g, spread: spread, radii: radii, alpha: true)
    let audit = try Audit.of(element, scale: scale)
    return (element, try audit.translated(element, from, to).residual)
  }

  /// Sigma is the same number, the outline is the same, and so is the rest: nothing may differ.
  @Test func `500 shadows without spread, Sketch to iOS`() throws {
    for seed in 0..<500 {
      let (element, counts) = try Self.residual(seed, spread: false, radii: true)
      #expect(counts.differingPixels == 0, "seed \(seed): \(counts.maxDelta) steps, \(element)")
    }
  }

  /// The path's outset is the spread divided and multiplied by the scale: its edges may come out
  /// 2^-40 px elsewhere, and a coverage on the border of two steps falls to the other one.
  @Test func `500 shadows with spread, Sketch to iOS`() throws {
    for seed in 0..<500 {
      let (element, counts) = try Self.residual(seed, spread: true, radii: seed % 2 == 1)
      #expect(counts.maxDelta <= 1, "seed \(seed): \(element)")
    }
  }

  @Test func `500 shadows iOS to Sketch`() throws {
    var exact = 0
    for seed in 0..<500 {
      var g = ElementGenerator(seed: seed)
      let scale = g.scale()
      var element = Self.element(&g, spread: false, radii: true, alpha: false)
      if case .rectangle(var content) = element.content {
        // Without a fill iOS has no shadow; Sketch's is then left out.
        if seed % 4 > 0 { content.fill = Self.white }
        element.content = .rectangle(content)
      }
      let audit = try Audit.of(element, scale: scale)
      let before = try audit.difference(element, .ios, element, .sketch)
      let after = try audit.translated(element, .ios, .sketch).residual
      // Sketch cuts the shadow out under the shape and cannot be told not to: where an edge covers
      // part of a pixel, a part of the shadow is missing, by at most a quarter of its alpha.
      #expect(after.maxDelta <= 64, "seed \(seed): \(element)")
      #expect(after.meanDelta <= before.meanDelta, "seed \(seed)")
      if after.maxDelta <= 1 { exact += 1 }
    }
    #expect(exact >= 100)
  }

  /// What the numbers are, on the article's far shadow.
  @Test func `the numbers of the article's shadow`() throws {
    let shadow = ShadowSpec(
      offset: Point(x: 0, y: 4), blur: 10, spread: 4,
      colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 51)), isInner: false)
    let element = Element(
      id: "it", frame: Rect(x: 40, y: 40, width: 295, height: 110), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: CornerRadii(12), fill: Self.white, border: nil, shadows: [shadow])))
    let audit = try Audit.of(element, scale: DeviceScale(3)!)
    guard case .translated(let t) = try audit.translate(element, from: .sketch, to: .ios) else {
      Issue.record("not translated")
      return
    }
    #expect(t.residual.differingPixels == 0)
    #expect(!t.isFitted)
    #expect(
      t.numbers.map { "\($0.path) \($0.value.inWords)" } == [
        "shadows[0].blur 5", "shadows[0].path {outset 4, cornerRadius 16}",
        "shadows[0].knockout true", "shadows[0].spread 0",
      ])
    #expect(
      t.advice == [
        "Give the layer a shadowPath: its bounds outset by 4 pt, corner radius 16 pt.",
        "Mask the shadow so that it is not painted under the shape.",
      ])
  }

  // MARK: Other conventions

  /// Sigma for sigma, in every pair of conventions, where a blur number can give it.
  @Test func `blur numbers of every pair of conventions give the same sigma`() throws {
    for from in Convention.builtIns {
      for to in Convention.builtIns {
        let scale = 2.0
        let sigma = from.shadowBlur.sigmaPoints(blur: 9, scale: scale)
        let blur = try #require(to.shadowBlur.blur(forSigmaPoints: sigma, scale: scale))
        #expect(
          abs(to.shadowBlur.sigmaPoints(blur: blur, scale: scale) - sigma) < 1e-12,
          "\(from.name) → \(to.name)")
      }
    }
  }

  /// CSS draws the whole Gaussian, Flutter the whole Gaussian by another number: no number gives
  /// Sketch's that ends at two sigma, but the best fit is nearer than the same sigma.
  @Test(arguments: ["css", "flutter", "compose"])
  func `a kernel that is not there is fitted`(name: String) throws {
    let element = Element(
      id: "it", frame: Rect(x: 60, y: 60, width: 120, height: 80), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: CornerRadii(10), fill: Self.white, border: nil,
          shadows: [
            ShadowSpec(
              offset: Point(x: 0, y: 6), blur: 20, spread: 0,
              colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), isInner: false)
          ])))
    let audit = try Audit.of(element, scale: DeviceScale(2)!)
    let to = Convention.named(name)
    guard case .translated(let t) = try audit.translate(element, from: .sketch, to: to) else {
      Issue.record("not translated")
      return
    }
    #expect(t.isFitted)
    #expect(t.reason?.contains("by another curve") == true)
    // Untruncated against truncated at two sigma is 6.5 steps at full alpha (catalogue, 1.2); the
    // best sigma and alpha halve that.
    #expect(t.residual.maxDelta <= 5)
    var same = element
    if case .rectangle(var content) = same.content {
      content.shadows[0].blur = try #require(
        to.shadowBlur.blur(forSigmaPoints: 10, scale: 2))
      same.content = .rectangle(content)
    }
    let plain = try audit.difference(element, .sketch, same, to)
    let best = try audit.difference(element, .sketch, t.element, to)
    #expect(best.meanDelta < plain.meanDelta)
    #expect(best.maxDelta == t.residual.maxDelta)
  }

  /// A shadow without its own outline in CSS: the spread stands in, and its corners are CSS's.
  @Test func `spread with another corner rule is fitted, and said so`() throws {
    let element = Element(
      id: "it", frame: Rect(x: 40, y: 40, width: 120, height: 80), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: CornerRadii(4), fill: Self.white, border: nil,
          shadows: [
            ShadowSpec(
              offset: Point(x: 0, y: 0), blur: 4, spread: 16,
              colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 128)), isInner: false)
          ])))
    let audit = try Audit.of(element, scale: DeviceScale(2)!)
    let css = Convention.css.with([.shadowKernel: "gaussian-2sigma"])
    guard case .translated(let t) = try audit.translate(element, from: .flutter, to: css) else {
      return  // nothing brings it nearer: said in words
    }
    #expect(t.residual.differingPixels > 0)
    #expect(t.reason?.contains("outline") == true)
  }

  // MARK: There and back

  @Test func `Sketch to iOS and back gives the first shadows again`() throws {
    for seed in 0..<500 {
      var g = ElementGenerator(seed: seed)
      let scale = g.scale()
      let element = Self.element(&g, spread: seed % 2 == 1, radii: true, alpha: true)
      let audit = try Audit.of(element, scale: scale)
      let there = try audit.translated(element, .sketch, .ios).element
      let back = try audit.translated(there, .ios, .sketch).element
      guard case .rectangle(let a) = element.content, case .rectangle(let b) = back.content else {
        Issue.record("another kind")
        return
      }
      #expect(a.shadows.count == b.shadows.count, "seed \(seed)")
      for (x, y) in zip(a.shadows, b.shadows) {
        // Numbers are kept to 12 significant digits on the way: sums of a few hundred points.
        #expect(abs(x.blur - y.blur) < 1e-9 && abs(x.spread - y.spread) < 1e-9, "seed \(seed)")
        #expect(x.offset == y.offset && x.colour == y.colour, "seed \(seed)")
        #expect(y.path == nil && y.knockout == nil, "seed \(seed): \(element)")
      }
    }
  }
}

extension Convention {
  fileprivate static let flutter = Convention.named("flutter")
    .with([.shadowKernel: "gaussian-2sigma"])
}
