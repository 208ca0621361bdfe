import Conventions
import ImageDiff
import Raster
import Testing

@testable import RenderAudit

/// Causes of planted differences: which axes, how much each, in what order.
@Suite struct ExplainingCausesTests {
  /// A rectangle on which every axis of rectangles has something to change.
  private static let rich = Element(
    id: "it", frame: Rect(x: 30.4, y: 30.3, width: 70, height: 44), opacity: 0.7,
    content: .rectangle(
      RectangleContent(
        radii: CornerRadii(topLeft: 40, topRight: 12, bottomRight: 4, bottomLeft: 8),
        fill: .linearGradient(
          GradientSpec(
            line: .points(from: Point(x: 0, y: 0.1), to: Point(x: 1, y: 0.8)),
            stops: [
              .init(colour: .hex(SRGBA8(r: 220, g: 33, b: 33, a: 255)), position: -0.2),
              .init(colour: .hex(SRGBA8(r: 20, g: 59, b: 138, a: 60)), position: 0.5),
              .init(colour: .hex(SRGBA8(r: 233, g: 195, b: 21, a: 200)), position: 1.1),
            ])),
        border: Border(
          width: 2.6, colour: .hex(SRGBA8(r: 0, g: 90, b: 0, a: 255)), position: nil),
        shadows: [
          ShadowSpec(
            offset: Point(x: 3, y: 6), blur: 9, spread: 5,
            colour: .hex(SRGBA8(r: 40, g: 0, b: 90, a: 230)), isInner: false)
        ])))

  private static let text = Element(
    id: "it", frame: Rect(x: 10, y: 10.3, width: 150, height: 0), opacity: 0.8,
    content: .text(
      TextContent(
        text: "Check out all the great new features in this app.", font: "Inter-Regular", size: 17,
        lineHeight: nil, lineSpacing: 0, tracking: 0.2,
        colour: .hex(SRGBA8(r: 200, g: 30, b: 30, a: 255)), alignment: .right, maxLines: 0)))

  /// A word that differs from Sketch's on each axis.
  private static let others: [Axis: String] = [
    .shadowBlur: "sigma", .shadowKernel: "gaussian", .shadowSpread: "keep",
    .shadowKnockout: "never", .shadowCaster: "content", .gradientGeometry: "unit-square",
    .gradientAlpha: "premultiplied", .gradientSpace: "oklab", .gradientStops: "extrapolate",
    .cornerCurve: "continuous", .cornerOverlap: "scale", .borderPosition: "outside",
    .borderWidth: "device-pixel-floor", .colorSpace: "display-p3", .opacityGrouping: "each",
    .pixelSnapping: "edges",
  ]
  private static let textOthers: [Axis: String] = [
    .textTracking: "sf-static", .textTrailingTracking: "dropped", .textMetrics: "exact",
    .textRounding: "none", .textRaster: "skia-linux", .colorSpace: "display-p3",
  ]

  private struct Planted: CustomTestStringConvertible {
    var element: Element
    var changes: [Axis: String]
    var testDescription: String { changes.keys.sorted().map(\.rawValue).joined(separator: ", ") }

    func causes() throws -> [Cause] {
      let audit = try Audit.of(element, scale: DeviceScale(1)!)
      return try audit.causes(
        of: element, reference: .sketch, candidate: .sketch.with(changes))
    }

    /// The whole difference of one change alone.
    func alone(_ axis: Axis) throws -> Int {
      let audit = try Audit.of(element, scale: DeviceScale(1)!)
      let changed = Convention.sketch.with([axis: changes[axis]!])
      func picture(_ convention: Convention) throws -> Pixmap {
        audit.tile(
          try audit.draft(under: convention).draw(element).drawing, over: audit.canvasBounds)
      }
      return totalDifference(try picture(.sketch), try picture(changed))
    }
  }

  private static let single =
    others.map { Planted(element: rich, changes: [$0: $1]) }
    + textOthers.map { Planted(element: text, changes: [$0: $1]) }

  @Test(arguments: single) private func `one axis gets all`(planted: Planted) throws {
    let causes = try planted.causes()
    #expect(causes.map(\.axis) == Array(planted.changes.keys))
    #expect(causes.map(\.share) == [1])
    #expect(causes.allSatisfy { !$0.isSampled })
  }

  private static func pairs(_ axes: [Axis: String], _ element: Element) -> [Planted] {
    let sorted = axes.keys.sorted()
    return sorted.indices.flatMap { i in
      sorted[(i + 1)...].map { other in
        Planted(element: element, changes: [sorted[i]: axes[sorted[i]]!, other: axes[other]!])
      }
    }
  }

  @Test(arguments: pairs(others, rich) + pairs(textOthers, text))
  private func `two axes get both, the larger first`(planted: Planted) throws {
    let causes = try planted.causes()
    // Of two players, the one that is worth more alone has the larger value, always.
    let order = try planted.changes.keys.sorted {
      let (a, b) = (try planted.alone($0), try planted.alone($1))
      return (b, $0) < (a, $1)
    }
    #expect(causes.map(\.axis) == order)
    // Two quotients of whole numbers below 2^53.
    #expect(abs(causes.reduce(0) { $0 + $1.share } - 1) < 1e-12)
  }

  @Test func `an axis that changes nothing here gets no row`() throws {
    // A square's gradient along its side, a shadow without spread, an opaque fill, no text.
    let element = Element(
      id: "it", frame: Rect(x: 20, y: 20, width: 40, height: 40), opacity: 1,
      content: .rectangle(
        RectangleContent(
          radii: .zero,
          fill: .linearGradient(
            GradientSpec(
              line: .points(from: Point(x: 0, y: 0), to: Point(x: 1, y: 1)),
              stops: [
                .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: 0),
                .init(colour: .hex(SRGBA8(r: 255, g: 255, b: 255, a: 255)), position: 1),
              ])), border: nil,
          shadows: [
            ShadowSpec(
              offset: Point(x: 0, y: 4), blur: 10, spread: 0,
              colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 51)), isInner: false)
          ])))
    let causes = try Audit.of(element, scale: DeviceScale(2)!).causes(
      of: element, reference: .sketch, candidate: .ios)
    #expect(causes.map(\.axis) == [.shadowBlur])
    #expect(causes.map(\.share) == [1])
  }

  @Test func `shares of many axes add up to one`() throws {
    let five: [Axis] = [
      .shadowBlur, .gradientGeometry, .borderPosition, .opacityGrouping, .cornerOverlap,
    ]
    let causes = try Planted(
      element: Self.rich, changes: Self.others.filter { five.contains($0.key) }
    ).causes()
    #expect(Set(causes.map(\.axis)) == Set(five))
    #expect(abs(causes.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    #expect(causes.map(\.share) == causes.map(\.share).sorted(by: >))
  }

  /// The whole game of eight axes by its definition, on pictures drawn one by one: what sharing of
  /// renders must not change.
  @Test func `shared renders are the renders`() throws {
    let axes: [Axis] = [.shadowBlur, .gradientGeometry, .opacityGrouping, .borderPosition]
    let candidate = Convention.sketch.with(Self.others.filter { axes.contains($0.key) })
    let audit = try Audit.of(Self.rich, scale: DeviceScale(1)!)
    func picture(_ set: Attribution.Set) throws -> Pixmap {
      let taken = axes.sorted().enumerated().filter { set >> UInt64($0.offset) & 1 == 1 }
      let mixed = Convention.sketch.taking(taken.map(\.element), from: candidate)
      return audit.tile(
        try audit.draft(under: mixed).draw(Self.rich).drawing, over: audit.canvasBounds)
    }
    let reference = try picture(0)
    let worths = try (0..<16).map { totalDifference(try picture($0), reference) }
    let expected = Attribution(of: 4) { worths[Int($0)] }
    let causes = try audit.causes(of: Self.rich, reference: .sketch, candidate: candidate)
    for (i, axis) in axes.sorted().enumerated() {
      let share = try #require(causes.first { $0.axis == axis }).share
      #expect(share == expected.values[i] / Double(worths[15]))
    }
  }

  @Test func `more than eight axes are sampled, and said so`() throws {
    let causes = try Planted(element: Self.rich, changes: Self.others).causes()
    #expect(causes.count > Attribution.exactLimit)
    #expect(causes.allSatisfy { $0.isSampled })
    #expect(abs(causes.reduce(0) { $0 + $1.share } - 1) < 1e-12)
  }
}
