internal import Raster

/// Explains one cluster: tries every model, measures what each leaves over, and takes the simplest
/// that leaves little.
struct Explainer {
  let batch: DistanceBatch
  let jnd: Double

  /// A model explains a cluster when it leaves at most this share of the energy: rounding leaves
  /// (1/12) / δ² for changes of δ steps, which is 5 % at 1.3 steps.
  static let exact = 0.05
  /// And it is still named, with its remainder, when it leaves at most this: text that moved is drawn
  /// anew, a fade leaves hardly anything.
  static func loose(_ explanation: Explanation) -> Double {
    switch explanation {
    case .shift(let s) where s.drift == 0: 0.35
    case .opacity: 0.1
    default: 0.2
    }
  }

  /// Fewer pixels show no form: no move, blur or size is read into them.
  static let tiny = 12

  struct Finding {
    var explanation: Explanation
    /// Share of the energy that remains unexplained.
    var remaining: Double
    /// What the explanation predicts at each changed pixel.
    var prediction: [SIMD4<Float>]
  }

  func explain(_ patch: Patch) -> Finding {
    if patch.energy == 0 { return changed(patch) }
    let noise = NoiseTest(patch)
    if noise.isNoise { return dither(patch, noise) }
    if noise.isUnstructured && patch.changed.count >= 64 { return changed(patch) }

    let ground = patch.ground
    let colour = ColourExplainer(patch, ground, batch)
    // A layer that lost alpha shows less of itself, not more of its ground.
    if !patch.isOpaque, let finding = colour.finding, finding.remaining <= Self.exact,
      finding.explanation.kind == .opacity
    {
      return finding
    }
    if colour.isExact, let finding = colour.finding, finding.remaining <= Self.exact {
      return finding
    }
    if let ground, let finding = presence(patch, ground) { return finding }

    // A few pixels of an edge are too little to tell a colour from its coverage.
    if patch.changed.count < 12 && colour.flatShare < 0.3 {
      if let finding = smoothing(patch, ShiftFit(dx: 0, dy: 0, centre: 0), ground) {
        return finding
      }
    }
    let search = ShiftSearch(patch)
    if let finding = colour.finding, finding.remaining <= Self.exact {
      if finding.remaining <= max(0.003, 3 * colour.rounding) { return finding }
      // A map that leaves something must not be beaten by a move that leaves nothing.
      let moves = [search.near(), search.far(reach: 64)].compactMap(\.self)
      let shift = moves.min { $0.remaining < $1.remaining }
      if let shift, shift.isPlausible, shift.remaining * 3 < finding.remaining {
        return moved(patch, shift)
      }
      return finding
    }
    return shape(patch, ground, colour, search)
  }

  /// Changes of form, where no map of colours is enough.
  private func shape(
    _ patch: Patch, _ ground: Ground?, _ colour: ColourExplainer, _ search: ShiftSearch
  ) -> Finding {
    var shift = search.near()
    if shift.isPlausible && shift.remaining <= Self.exact { return moved(patch, shift) }

    let blur = BlurSearch(patch: patch).fit()
    if let blur, blur.remaining <= Self.exact, blur.added >= 0.35 { return softened(patch, blur) }

    if let finding = haze(patch, ground) {
      // A haze predicts nothing: a move that predicts the candidate tells more.
      let far = search.far(reach: 64)
      if let far, far.isPlausible, far.remaining <= Self.exact { return moved(patch, far) }
      return finding
    }
    if let finding = smoothing(patch, shift, ground) { return finding }

    if let far = search.far(reach: 64), far.remaining < shift.remaining { shift = far }
    if shift.isPlausible && shift.remaining <= Self.exact { return moved(patch, shift) }

    if let drift = DriftSearch(patch: patch).fit(from: shift),
      drift.remaining < shift.remaining * 0.7
    {
      if let finding = smoothing(patch, drift, ground) { return finding }
      if drift.isPlausible { shift = drift }
    }
    if let finding = moved(patch, shift, redrawn: true) { return finding }

    var candidates: [Finding] = []
    if let finding = colour.finding { candidates.append(finding) }
    if isMove(patch, shift) { candidates.append(moved(patch, shift)) }
    if let blur, blur.added >= 0.35 { candidates.append(softened(patch, blur)) }
    let best = candidates.min { $0.remaining < $1.remaining }
    if let best, best.remaining <= Self.loose(best.explanation) { return best }
    return changed(patch)
  }

  /// Strokes of an icon find some of their like in another icon; in a line of text, hardly.
  private func isMove(_ patch: Patch, _ shift: ShiftFit) -> Bool {
    let isLine = 2 * patch.box.width >= 3 * patch.box.height
    return shift.isPlausible && shift.largest(in: patch.box) > ShiftFit.subpixel
      && (isLine || max(shift.forward, shift.backward) <= 0.35)
  }

  // MARK: Findings

  func changed(_ patch: Patch) -> Finding {
    Finding(
      explanation: .changed(Change(rotation: nil)), remaining: 1,
      prediction: patch.changed.map { patch.a[$0] })
  }

  private func dither(_ patch: Patch, _ noise: NoiseTest) -> Finding {
    Finding(
      explanation: .dither(
        Dither(largestStep: noise.largest, bias: noise.bias, correlation: noise.correlation)),
      remaining: 0, prediction: patch.changed.map { patch.b[$0] })
  }

  /// Content on one side, nothing but ground on the other.
  private func presence(_ patch: Patch, _ ground: Ground) -> Finding? {
    guard ground.support >= 0.5 || ground.error <= 3 else { return nil }
    let w = patch.width
    var (restA, restB) = (0.0, 0.0)
    for i in patch.changed {
      let g = ground.colour(i % w, i / w)
      let (p, q) = (patch.a[i] - g, patch.b[i] - g)
      restA += Double((p * p).sum())
      restB += Double((q * q).sum())
    }
    let (a, b) = (restA / patch.energy, restB / patch.energy)
    if min(a, b) > 0.02 { return nil }
    return Finding(
      explanation: a < b ? .added : .removed, remaining: min(a, b),
      prediction: patch.changed.map { a < b ? patch.b[$0] : ground.colour($0 % w, $0 / w) })
  }

  /// Up to half a pixel is where another rasteriser may place the same outline.
  private func moved(_ patch: Patch, _ shift: ShiftFit) -> Finding {
    let explanation: Explanation =
      shift.largest(in: patch.box) <= ShiftFit.subpixel
      ? .antialiasing(
        Antialiasing(dx: shift.dx, dy: shift.dy, strength: 1, isSubpixel: false))
      : .shift(Shift(dx: shift.dx, dy: shift.dy, drift: shift.drift))
    return Finding(
      explanation: explanation, remaining: shift.remaining,
      prediction: patch.moved(shift, patch.changed))
  }

  /// A move whose result was also drawn by another rasteriser.
  private func moved(_ patch: Patch, _ shift: ShiftFit, redrawn: Bool) -> Finding? {
    guard shift.isPlausible, shift.largest(in: patch.box) > ShiftFit.subpixel else { return nil }
    let test = EdgeTest(patch, patch.movedWhole(shift, inside: patch.box.grown(in: patch)), patch.b)
    guard isTolerable(patch, test) else { return nil }
    return Finding(
      explanation: .shift(Shift(dx: shift.dx, dy: shift.dy, drift: shift.drift)),
      remaining: test.remaining, prediction: test.prediction(patch))
  }

  private func softened(_ patch: Patch, _ blur: BlurFit) -> Finding {
    let before = edgeSigma(patch.a, patch)
    let after = edgeSigma(patch.b, patch)
    let sharp = (blur.isSofter ? before : after) ?? 0.5
    let soft = (sharp * sharp + blur.added * blur.added).squareRoot()
    let all = PixelRect(x0: 0, y0: 0, x1: patch.width, y1: patch.height)
    let prediction: [SIMD4<Float>]
    if blur.isSofter {
      let s = BlurredWindow(patch.a, patch.width, patch.height, sigma: blur.added, area: all).values
      prediction = patch.changed.map { s[$0] }
    } else {
      // The sharper side cannot be predicted from the softer one; what the model leaves over is
      // measured on the softer.
      let s = BlurredWindow(patch.b, patch.width, patch.height, sigma: blur.added, area: all).values
      prediction = patch.changed.map { patch.b[$0] + patch.a[$0] - s[$0] }
    }
    return Finding(
      explanation: .blur(
        Blur(
          sigmaBefore: blur.isSofter ? sharp : soft, sigmaAfter: blur.isSofter ? soft : sharp,
          added: blur.added)),
      remaining: blur.remaining, prediction: prediction)
  }

  /// Shadows and glows: soft on both sides, with the same amount of ink spread in another way.
  private func haze(_ patch: Patch, _ ground: Ground?) -> Finding? {
    guard let ground, patch.changed.count >= 64,
      let before = edgeSigma(patch.a, patch), let after = edgeSigma(patch.b, patch),
      min(before, after) > 0.72, patch.roughness < 0.6, let ink = InkComparison(patch, ground),
      ink.angle <= 3, ink.strength > 0.8, ink.strength < 1.25
    else { return nil }
    let (small, large) = (min(before, after), max(before, after))
    let added = (large * large - small * small).squareRoot()
    // As soft as before is no blur: content changed places with its ground.
    guard added >= 0.35, large >= 1.1 * small else { return nil }
    return Finding(
      explanation: .blur(Blur(sigmaBefore: before, sigmaAfter: after, added: added)),
      remaining: 0, prediction: patch.changed.map { patch.b[$0] })
  }

  /// The same edges under another rasteriser, within half a pixel, if that is all there is.
  ///
  /// - Parameter limit: What the rasteriser's model may leave over where nothing around tells that the
  ///   rasteriser is another. A glyph that was replaced leaves 0.3 and more.
  func smoothing(
    _ patch: Patch, _ shift: ShiftFit, _ ground: Ground?, limit: Double = 0.15
  ) -> Finding? {
    guard shift.largest(in: patch.box) <= ShiftFit.subpixel else { return nil }
    let still = EdgeTest(patch, patch.a, patch.b)
    var test = still
    if !isTolerable(patch, still) {
      let inside = patch.box.grown(in: patch)
      test = EdgeTest(patch, patch.movedWhole(shift, inside: inside), patch.b)
      guard isTolerable(patch, test) else { return nil }
    }
    if EdgeTest.isTinted(patch) { return nil }
    let ink = ground.flatMap { $0.support >= 0.75 ? InkComparison(patch, $0) : nil }
    if let ink, !ink.isConserved { return nil }
    let model = RasteriserModel(patch, shift)
    let isRedrawn = model.remaining <= 0.6 && EdgeContext(patch, shift).saysRasteriser
    guard model.remaining <= limit || isRedrawn || EdgeTest.isWeak(patch) else { return nil }
    if RasteriserModel.hasAnotherGlyph(patch, shift, test) { return nil }
    return Finding(
      explanation: .antialiasing(
        Antialiasing(
          dx: shift.dx, dy: shift.dy, strength: ink?.strength ?? 1, isSubpixel: model.isSubpixel)),
      remaining: test.remaining, prediction: test.prediction(patch))
  }

  /// What lies outside the edges' half pixel must be little, and nowhere enough to be seen beside
  /// an edge, which doubles the threshold (masking).
  private func isTolerable(_ patch: Patch, _ test: EdgeTest) -> Bool {
    if test.remaining > 0.03 { return false }
    if test.outside == 0 { return true }
    let places = patch.changed.indices.filter { test.excess[$0] != .zero }
    let seen = places.map { patch.b[patch.changed[$0]] }
    let allowed = places.map { patch.b[patch.changed[$0]] - test.excess[$0] }
    var distances = [Float](repeating: 0, count: places.count)
    batch.measure(allowed, seen, places.count, into: &distances)
    var builder = ComponentBuilder(reach: 1, limit: .max)
    var row = -1
    for (k, place) in places.enumerated() {
      let i = patch.changed[place]
      let (x, y) = (i % patch.width, i / patch.width)
      if y != row { builder.begin(y) }
      row = y
      let d = distances[k]
      builder.add(
        Component(
          bounds: PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1), seedX: Int32(x), seedY: Int32(y),
          pixels: 1, perceptible: 0, largest: d, sum: Double(d),
          squares: Double(d) * Double(d)))
    }
    let limit = 4 * Visibility.area * jnd * jnd
    return builder.finish().allSatisfy { $0.squares < limit }
  }
}

extension PixelRect {
  /// One pixel more on every side, within a patch.
  func grown(in patch: Patch) -> PixelRect {
    outset(by: 1).intersection(PixelRect(x0: 0, y0: 0, x1: patch.width, y1: patch.height))
  }
}

extension EdgeTest {
  /// What is explained: the candidate, without what lies outside.
  func prediction(_ patch: Patch) -> [SIMD4<Float>] {
    patch.changed.indices.map { patch.b[patch.changed[$0]] - excess[$0] }
  }
}
