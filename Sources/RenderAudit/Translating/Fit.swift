internal import Conventions
internal import Raster
internal import Typesetting

/// The best numbers by least squares on rendered pixels, where no formula gives them.
///
/// From the closed form of the nearest kin each parameter is moved up and down by its step; what
/// lowers the sum of squared differences stays, and steps are halved when nothing does. It ends when
/// steps are too small to matter, or after a fixed number of pictures: the same numbers everywhere.
/// Of an element with many shadows the first are fitted: a picture takes time in proportion to the
/// shadows, so that to try each of them would take their square.
struct Fit {
  /// A number that may be changed.
  struct Parameter {
    var value: Double
    /// First step; the last is a sixteenth of it.
    var step: Double
    var range: ClosedRange<Double>
    /// What it is rounded to in the end.
    var places: Int
    var set: (inout RectangleContent, Double) -> Void
  }

  private var parameters: [Parameter] = []

  /// Pictures after which no new round is begun, and parameters at most; a round draws two pictures
  /// for each of these.
  private var budget = 0
  private static let halvings = 4

  var isEmpty: Bool { parameters.isEmpty }

  /// The parameters that can make up for what the closed forms left.
  init(_ unsolved: [Translator.Unsolved], of element: Element, under draft: Draft) {
    guard case .rectangle(let content) = element.content else { return }
    var blurs: Set<Int> = []
    var strengths: Set<Int> = []
    var spreads: Set<Int> = []
    for problem in unsolved {
      switch problem {
      case .kernel(let i), .softness(let i):
        blurs.insert(i)
        strengths.insert(i)
      case .outline(let i):
        blurs.insert(i)
        strengths.insert(i)
        if draft.convention.shadowSpread != .none { spreads.insert(i) }
      case .strength(let i): strengths.insert(i)
      case .cornerCurve: addCorners(content)
      case .knockout, .gradientLine, .cornerOverlap, .borderWidth, .snapping, .grouping,
        .glyphEdges, .lineBreaks,
        .baselines:
        break
      }
    }
    for i in blurs.sorted() { addBlur(content, i) }
    for i in strengths.sorted() { addStrength(content, i, draft) }
    for i in spreads.sorted() { addSpread(content, i) }
    budget = min(60, max(4, 1200 / max(1, content.shadows.count)))
    parameters = Array(parameters.prefix(budget))
  }

  private mutating func addBlur(_ content: RectangleContent, _ i: Int) {
    guard content.shadows.indices.contains(i) else { return }
    let blur = content.shadows[i].blur
    parameters.append(
      Parameter(value: blur, step: max(0.5, blur / 8), range: 0...10_000, places: 2) {
        $0.shadows[i].blur = $1
      })
  }

  private mutating func addStrength(_ content: RectangleContent, _ i: Int, _ draft: Draft) {
    guard content.shadows.indices.contains(i) else { return }
    let colour = content.shadows[i].colour
    let space = draft.convention.colorSpace
    parameters.append(
      Parameter(value: colour.alpha, step: colour.alpha / 16, range: 0...1, places: 4) {
        $0.shadows[i].colour = colour.withAlpha($1, hexIn: space)
      })
  }

  private mutating func addSpread(_ content: RectangleContent, _ i: Int) {
    guard content.shadows.indices.contains(i) else { return }
    parameters.append(
      Parameter(
        value: content.shadows[i].spread, step: 1, range: -10_000...10_000, places: 2
      ) { $0.shadows[i].spread = $1 })
  }

  private mutating func addCorners(_ content: RectangleContent) {
    let radii = content.radii
    parameters.append(
      Parameter(value: 1, step: 0.04, range: 0...2, places: 6) { content, factor in
        content.radii = radii.map { rounded($0 * factor, places: 2) }
      })
  }

  /// The element with the best values, or as it is where none is better.
  func run(_ element: Element, _ judge: Judge) throws(FontError) -> Element {
    var values = parameters.map(\.value)
    var steps = parameters.map(\.step)
    var best = try judge.cost(of: element)
    var pictures = 0
    var halvings = 0
    while halvings <= Fit.halvings, pictures < budget, best > 0 {
      var isBetter = false
      for i in parameters.indices {
        for direction in [1.0, -1.0] {
          var tried = values
          tried[i] = clamped(values[i] + direction * steps[i], i)
          if tried[i] == values[i] { continue }
          pictures += 1
          let cost = try judge.cost(of: element.with(parameters, tried))
          if cost < best {
            (best, values, isBetter) = (cost, tried, true)
            break
          }
        }
      }
      if !isBetter {
        steps = steps.map { $0 / 2 }
        halvings += 1
      }
    }
    return values == parameters.map(\.value) ? element : element.with(parameters, values)
  }

  private func clamped(_ value: Double, _ i: Int) -> Double {
    let p = parameters[i]
    return min(max(rounded(value, places: p.places), p.range.lowerBound), p.range.upperBound)
  }
}

extension Element {
  /// With the parameters set to the values.
  fileprivate func with(_ parameters: [Fit.Parameter], _ values: [Double]) -> Element {
    guard case .rectangle(var content) = content else { return self }
    for (parameter, value) in zip(parameters, values) { parameter.set(&content, value) }
    var result = self
    result.content = .rectangle(content)
    return result
  }
}
