internal import Raster

/// The same letters with bolder or lighter strokes.
public struct Weight: Hashable, Sendable {
  /// Ink of the candidate over that of the reference.
  public var ink: Double
}

extension Weight: Described {
  var kind: DiffKind { .weight }
  var words: String { "\(ink > 1 ? "bolder" : "lighter") strokes, ink \(ink.shown(2)) times" }
  var facts: [Fact] { [Fact("ink", ink)] }
}

extension Weight {
  /// Strokes on an even ground that are wider or thinner where they are.
  static func proposals(_ patch: Patch) -> [Proposal] {
    guard let ground = patch.ground, ground.support >= 0.5 else { return [] }
    let area = patch.box.outset(by: 2).intersection(
      PixelRect(x0: 0, y0: 0, x1: patch.width, y1: patch.height))
    func plane(_ side: [SIMD4<Float>]) -> InkPlane {
      var ink: [SIMD4<Float>] = []
      ink.reserveCapacity(area.area)
      for y in area.y0..<area.y1 {
        for x in area.x0..<area.x1 {
          ink.append(side[y * patch.width + x] - ground.colour(x, y))
        }
      }
      return InkPlane(area: area, ink: ink)
    }
    let before = plane(patch.a)
    // Ink that others share is beside the change.
    let (one, two) = (before.total, plane(patch.b).total)
    guard one > 0, before.isOneColour, plane(patch.b).isOneColour, abs(two / one - 1) > 0.02,
      let growth = before.growth(to: two / one)
    else {
      return []
    }
    // A stroke that is wider or thinner keeps its ink where it crosses another one, or in its middle,
    // to a fifth for strokes that are thinner than a pixel; a fainter line is another colour.
    let (p, q) = (before.peak, plane(patch.b).peak)
    guard 5 * min(p, q) >= 4 * max(p, q) else { return [] }
    let grown = before.grown(by: growth)
    let proposal = Proposal(
      explanation: .weight(Weight(ink: two / one)), parameters: 1,
      predict: { places in
        places.map { i in
          let (x, y) = (i % patch.width, i / patch.width)
          guard area.contains(x: x, y: y) else { return patch.a[i] }
          return ground.colour(x, y) + grown.at(x - area.x0, y - area.y0)
        }
      })
    // A stroke is drawn from the same outline, where letters of a font each have another one.
    return patch.remaining(of: proposal) <= 0.4 ? [proposal] : []
  }
}
