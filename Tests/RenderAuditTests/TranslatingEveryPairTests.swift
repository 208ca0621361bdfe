import Conventions
import Raster
import Testing

@testable import RenderAudit

/// Every convention to every other, on rectangles with everything that a spec can state.
@Suite struct TranslatingEveryPairTests {
  private static func anything(_ g: inout ElementGenerator) -> Element {
    let (width, height) = (g.number(8...40), g.number(8...40))
    var gradient = g.gradient(alpha: true)
    if g.chance(0.4) { gradient.line = .angle(g.number(-360...360)) }
    var element = g.rectangle(
      width, height,
      fill: g.chance(0.2)
        ? nil : g.chance(0.5) ? .colour(g.colour(alpha: true)) : .linearGradient(gradient))
    element.opacity = g.chance(0.5) ? 1 : g.unit()
    guard case .rectangle(var content) = element.content else { return element }
    func radius(_ g: inout ElementGenerator) -> Double { g.chance(0.5) ? 0 : g.number(0...30) }
    content.radii = CornerRadii(
      topLeft: radius(&g), topRight: radius(&g), bottomRight: radius(&g), bottomLeft: radius(&g))
    if g.chance(0.3) { content.cornerCurve = g.pick([.circular, .continuous]) }
    if g.chance(0.5) {
      content.border = Border(
        width: g.number(0...4), colour: g.colour(alpha: true),
        position: g.pick([nil, .inside, .centre, .outside]))
    }
    content.shadows = (0..<g.whole(0...2)).map { _ in
      var shadow = g.shadow(spread: true)
      shadow.blur = min(shadow.blur, 10)
      shadow.isInner = g.chance(0.3)
      if !shadow.isInner, g.chance(0.2) {
        shadow.path = ShadowPath(outset: g.number(-3...6), radii: CornerRadii(g.number(0...9)))
      }
      if !shadow.isInner, g.chance(0.2) { shadow.knockout = g.chance(0.5) }
      return shadow
    }
    element.content = .rectangle(content)
    return element
  }

  /// Nothing crashes; what is typed is not worse than what was there; the residual is what the
  /// printed spec, read again, leaves.
  @Test(arguments: Convention.builtInNames) func `what is typed is proved`(from: String) throws {
    var outcomes = (translated: 0, impossible: 0, notNeeded: 0)
    for to in Convention.builtInNames {
      for seed in 0..<12 {
        var g = ElementGenerator(seed: seed * 131 + from.count * 17 + to.count)
        let scale = g.scale()
        let element = Self.anything(&g)
        let audit = try Audit.of(element, scale: scale)
        let (a, b) = (Convention.named(from), Convention.named(to))
        let place = "\(from) → \(to), seed \(seed): \(element)"
        switch try audit.translate(element, from: a, to: b) {
        case .notNeeded:
          outcomes.notNeeded += 1
          #expect(try audit.difference(element, a, element, b).differingPixels == 0, "\(place)")
        case .impossible(let why):
          outcomes.impossible += 1
          #expect(why.hasSuffix("."), "\(place)")
        case .translated(let t):
          outcomes.translated += 1
          var spec = audit.spec
          spec.elements = [t.element]
          let read = try Spec.read(bytes: Array(spec.write().utf8), folder: "")
          #expect(read.elements == [t.element], "\(place)")
          let counts = try audit.difference(element, a, read.elements[0], b)
          #expect(Translation.Residual(counts) == t.residual, "\(place)")
          #expect(!t.numbers.isEmpty, "\(place)")
          let untranslated = try audit.difference(element, a, element, b)
          #expect(Translation.Residual(untranslated) == t.untranslated, "\(place)")
        }
      }
    }
    print("\(from): \(outcomes)")
  }

  /// Any pair has causes whose shares add up to 1, or no difference.
  @Test(arguments: Convention.builtInNames) func `shares add up`(from: String) throws {
    for to in Convention.builtInNames {
      for seed in 0..<6 {
        var g = ElementGenerator(seed: seed * 57 + from.count * 3 + to.count)
        let scale = g.scale()
        let element = Self.anything(&g)
        let audit = try Audit.of(element, scale: scale)
        let (a, b) = (Convention.named(from), Convention.named(to))
        let causes = try audit.causes(of: element, reference: a, candidate: b)
        let counts = try audit.difference(element, a, element, b)
        let place = "\(from) → \(to), seed \(seed): \(element)"
        #expect(causes.isEmpty == (counts.differingPixels == 0), "\(place)")
        guard !causes.isEmpty else { continue }
        // Eight quotients, each rounded to 2^-53 of a share; shares of opposite signs may be large.
        #expect(abs(causes.reduce(0) { $0 + $1.share } - 1) < 1e-9, "\(place)")
        #expect(causes.allSatisfy { !$0.sentence.isEmpty && !$0.sentence.hasSuffix(".") })
      }
    }
  }
}
