import Conventions
import ImageDiff
import Raster
import Testing

@testable import RenderAudit

/// Elements as designs have them, and odder ones: the same for a seed on every machine.
struct ElementGenerator {
  private var random: SplitMix64

  init(seed: Int) { random = SplitMix64(seed: UInt64(seed) &* 0x9E37_79B9) }

  /// 0..<1.
  mutating func unit() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  mutating func pick<T>(_ values: [T]) -> T { values[whole(0...(values.count - 1))] }

  /// 1, 1.5, 2 or 3 device px per point.
  mutating func scale() -> DeviceScale { DeviceScale(pick([1, 1.5, 2, 3]))! }

  /// A side of 4…500 pt, more often small than large, since those are drawn faster; half of them
  /// whole.
  mutating func side() -> Double {
    var side = 4.0
    for _ in 0..<min(whole(0...20), whole(0...20)) { side *= 1.273 }  // 1.273^20 = 125
    return chance(0.5) ? min(500, side.rounded()) : min(500, side)
  }

  mutating func colour(alpha: Bool) -> SpecColour {
    func byte(_ g: inout ElementGenerator) -> UInt8 { UInt8(g.whole(0...255)) }
    return .hex(
      SRGBA8(
        r: byte(&self), g: byte(&self), b: byte(&self),
        a: alpha && chance(0.5) ? byte(&self) : 255))
  }

  /// Points in and around the frame, often corners and middles of sides; 2–6 stops, sometimes at one
  /// place.
  mutating func gradient(alpha: Bool) -> GradientSpec {
    let corners = [0, 0.5, 1]
    func coordinate(_ g: inout ElementGenerator) -> Double {
      g.chance(0.4) ? g.pick(corners) : g.number(-0.5...1.5)
    }
    var (from, to) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    repeat {
      from = Point(x: coordinate(&self), y: coordinate(&self))
      to = Point(x: coordinate(&self), y: coordinate(&self))
      // A line shorter than a hundredth of the frame is an edge.
    } while abs(from.x - to.x) + abs(from.y - to.y) < 0.01
    var positions = (0..<whole(2...6)).map { _ in chance(0.2) ? pick([0, 0.5, 1]) : unit() }
      .sorted()
    positions[0] = chance(0.7) ? 0 : positions[0]
    let last = positions.count - 1
    positions[last] = chance(0.7) ? 1 : positions[last]
    let stops = positions.map {
      GradientSpec.Stop(colour: colour(alpha: alpha), position: $0)
    }
    return GradientSpec(line: .points(from: from, to: to), stops: stops)
  }

  mutating func shadow(spread: Bool) -> ShadowSpec {
    ShadowSpec(
      offset: Point(x: pick([0, number(-20...20)]), y: Double(whole(-10...20))),
      blur: chance(0.2)
        ? 0 : chance(0.5) ? Double(min(whole(1...60), whole(1...60))) : number(0...20),
      spread: spread ? (chance(0.5) ? Double(whole(-10...20)) : number(-10...20)) : 0,
      colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: UInt8(whole(10...255)))), isInner: false)
  }

  /// A frame somewhere on the canvas, on and off the pixel grid.
  mutating func frame(width: Double, height: Double) -> Rect {
    func origin(_ g: inout ElementGenerator) -> Double {
      g.chance(0.5) ? Double(g.whole(0...40)) : g.number(0...40)
    }
    return Rect(x: origin(&self), y: origin(&self), width: width, height: height)
  }

  mutating func rectangle(
    _ width: Double, _ height: Double, fill: Fill?, shadows: [ShadowSpec] = [],
    radius: Double = 0
  ) -> Element {
    Element(
      id: "it", frame: frame(width: width, height: height), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: CornerRadii(radius), fill: fill, border: nil, shadows: shadows)))
  }
}

extension Audit {
  /// An audit of one element on a canvas that holds it and its shadows.
  static func of(_ element: Element, scale: DeviceScale) throws -> Audit {
    let side = max(element.reach.maxX, element.reach.maxY) + 1
    return try Audit(
      Spec(
        title: nil,
        canvas: .init(
          size: Size(width: side.rounded(.up), height: side.rounded(.up)), scale: scale,
          background: nil),
        fonts: [:], conventions: [:], comparison: .init(reference: nil, candidates: []),
        elements: [element]))
  }

  /// The translated element, or the element itself where nothing need or can be translated; with
  /// what then differs from the original under `from`, as drawn.
  func translated(
    _ element: Element, _ from: Convention, _ to: Convention
  ) throws -> (element: Element, residual: DiffCounts) {
    var result = element
    if case .translated(let t) = try translate(element, from: from, to: to) { result = t.element }
    return (result, try difference(element, from, result, to))
  }

  /// How one element under one convention differs from another under another, on the canvas.
  func difference(
    _ a: Element, _ from: Convention, _ b: Element, _ to: Convention
  ) throws -> DiffCounts {
    let one = tile(try draft(under: from).draw(a).drawing, over: canvasBounds)
    return count(one, tile(try draft(under: to).draw(b).drawing, over: canvasBounds))
  }
}

extension Convention {
  static let sketch = Convention.builtIn(named: "sketch")!
  static let ios = Convention.builtIn(named: "ios")!
  static let css = Convention.builtIn(named: "css")!

  static func named(_ name: String) -> Convention { builtIn(named: name)! }

  /// With other answers.
  func with(_ changes: [Axis: String]) -> Convention {
    var result = self
    for (axis, value) in changes { result[axis] = Choice(value, .userDefined, "for a test") }
    return result
  }
}
