internal import Raster

/// Fades and other maps of colours that one cluster may show.
struct ColourHypotheses {
  private let search: ColourSearch
  private let patch: Patch
  private let ground: Ground?
  private let batch: DistanceBatch

  init(_ patch: Patch, _ ground: Ground?, _ batch: DistanceBatch) {
    search = ColourSearch(patch, ground)
    (self.patch, self.ground, self.batch) = (patch, ground, batch)
  }

  func proposals() -> [Proposal] { maps() + fades() }

  /// A part of a photograph that was inverted or tinted, beyond doubt: what was ground proves nothing
  /// against that.
  func exactMap() -> [Proposal] { search.exactChannels() == nil ? [] : Array(maps().prefix(1)) }

  /// Maps of all colours; one that leaves half explains nothing.
  private func maps() -> [Proposal] {
    let exact = search.exactChannels()
    let fits = [exact, search.channels(), search.table(), search.matrix(), search.ink()].compactMap(
      \.self
    )
    .filter { $0.remaining < 0.5 && changesInk($0) }
    if fits.isEmpty { return [] }
    let explanation = Explanation.recolour(
      Recolour(
        colours: Self.colours(patch, ground, batch), angleBefore: nil, angleAfter: nil))
    return fits.enumerated().map { k, fit in
      Proposal(
        explanation: explanation, parameters: fit.parameters, keepsOthers: exact != nil && k == 0,
        rounding: fit.gain.map { max(1, (1 + $0) / 2) } ?? 1,
        predict: { places in places.map { fit.map(patch.a[$0]) } })
    }
  }

  /// Whether the ink furthest from the ground, or the ground, changes at least half as much as the
  /// pixels do: else their edges are drawn otherwise, and no colour changed.
  private func changesInk(_ fit: ColourFit) -> Bool {
    guard let ground, ground.support >= 0.5 else { return true }
    let w = patch.width
    var (far, most) = (ground.middle, Float(0))
    for i in patch.probe {
      let v = patch.a[i] - ground.colour(i % w, i / w)
      let size = (v * v).sum()
      if size > most { (far, most) = (patch.a[i], size) }
    }
    let mean = (patch.probeEnergy / Double(max(1, patch.probe.count))).squareRoot()
    return [far, ground.middle].contains {
      let d = fit.map($0) - $0
      return 2 * Double((d * d).sum()).squareRoot() >= mean
    }
  }

  /// Fades into the ground that is there, into nothing, and into a ground of their own.
  private func fades() -> [Proposal] {
    var fits: [(ColourFit, ([Int]) -> [SIMD4<Float>])] = []
    let w = patch.width
    if !patch.isOpaque, let fit = search.fadeToNothing() {
      fits.append((fit, { places in places.map { fit.map(patch.a[$0]) } }))
    }
    if search.variety > 64, let fit = search.fadeIntoAnything() {
      fits.append((fit, { places in places.map { fit.map(patch.a[$0]) } }))
    }
    if let ground, let fit = search.fadeIntoGround(), case .fade(let k, _) = fit.model,
      search.spread > 0.01 || isFadeOfOneColour
    {
      fits.append(
        (
          fit,
          { places in
            places.map { i in
              let g = ground.colour(i % w, i / w)
              return g + (patch.a[i] - g) * Float(k)
            }
          }
        ))
    }
    return fits.compactMap { fit, predict in
      guard case .fade(let k, let ground) = fit.model, k > 0.05, k < 20, fit.remaining < 0.5,
        ground.min() >= -8, ground.max() <= 263
      else { return nil }
      return Proposal(
        explanation: .opacity(Opacity(factor: k, ground: straight(ground))),
        parameters: fit.parameters, keepsOthers: fit.isOfChanged,
        rounding: Float(max(1, (1 + k) / 2)), predict: predict)
    }
  }

  /// One colour on one ground: every change along the line between them could be either. Along a
  /// coloured line chance is unlikely; along a grey one only black or white fading is called a fade.
  private var isFadeOfOneColour: Bool {
    guard let ground else { return false }
    let w = patch.width
    var (far, most) = (SIMD4<Float>.zero, Float(0))
    for i in patch.changed {
      let g = ground.colour(i % w, i / w)
      for v in [patch.a[i] - g, patch.b[i] - g] {
        let e = (v * v).sum()
        if e > most { (far, most) = (v, e) }
      }
    }
    let colours = SIMD3(far.x, far.y, far.z)
    if colours.max() - colours.min() > 24 { return true }
    let stronger = ground.middle + far
    let level = (stronger.x + stronger.y + stronger.z) / 3
    return colours.sum() < 0 ? level <= 64 : level >= 191
  }

  /// The most frequent pairs, in flat parts first: at edges colours are mixtures.
  static func colours(
    _ patch: Patch, _ ground: Ground?, _ batch: DistanceBatch
  ) -> [ColourChange] {
    var counts: [SIMD8<Int16>: Int] = [:]
    // Flat areas repeat one pair: each run of it is counted once.
    var (last, run) = (SIMD8<Int16>.zero, 0)
    for i in patch.probe {
      let key = SIMD8<Int16>(lowHalf: rounded(patch.a[i]), highHalf: rounded(patch.b[i]))
      if key != last && run > 0 {
        counts[last, default: 0] += run
        run = 0
      }
      last = key
      run += 1
    }
    counts[last, default: 0] += run
    let total = Double(patch.probe.count)
    let sorted = counts.sorted {
      ($0.value, -$0.key.lowHalf.key, -$0.key.highHalf.key)
        > ($1.value, -$1.key.lowHalf.key, -$1.key.highHalf.key)
    }
    var chosen = sorted.prefix(64).filter { Double($0.value) >= 0.02 * total }
    if chosen.isEmpty { chosen = Array(sorted.prefix(1)) }
    if let ground { chosen = withoutMixtures(chosen, ground.middle) }
    return chosen.prefix(8).map { pair, count in
      let (from, to) = (SIMD4<Float>(pair.lowHalf), SIMD4<Float>(pair.highHalf))
      return ColourChange(
        from: straight(from), to: straight(to), distance: Double(batch.distance(from, to)),
        contrastBefore: ground.map { contrastRatio(from, $0.middle) },
        contrastAfter: ground.map { contrastRatio(to, $0.middle) },
        share: Double(count) / total)
    }
  }

  /// Drops pairs that are others mixed with the ground on both sides by the same share, as smoothed
  /// edges are. The colours furthest from the ground come first.
  private static func withoutMixtures(
    _ pairs: [(key: SIMD8<Int16>, value: Int)], _ ground: SIMD4<Float>
  ) -> [(key: SIMD8<Int16>, value: Int)] {
    func ink(_ half: SIMD4<Int16>) -> SIMD4<Float> { SIMD4<Float>(half) - ground }
    func size(_ pair: (key: SIMD8<Int16>, value: Int)) -> Float {
      let (a, b) = (ink(pair.key.lowHalf), ink(pair.key.highHalf))
      return (a * a + b * b).sum()
    }
    var kept: [(key: SIMD8<Int16>, value: Int)] = []
    for pair in pairs.sorted(by: { (size($0), $0.value) > (size($1), $1.value) }) {
      let (a, b) = (ink(pair.key.lowHalf), ink(pair.key.highHalf))
      let isMixture = kept.contains { other in
        let (p, q) = (ink(other.key.lowHalf), ink(other.key.highHalf))
        let share = ((a * p).sum() + (b * q).sum()) / max(1, (p * p).sum() + (q * q).sum())
        // Rounding moves each of the four colours by half a step.
        return magnitude(a - p * share).max() <= 2 && magnitude(b - q * share).max() <= 2
      }
      if !isMixture { kept.append(pair) }
    }
    return kept
  }
}

/// WCAG 2's contrast ratio, 1…21, of what is seen over white.
///
/// - SeeAlso: WCAG 2.2, *relative luminance* and *contrast ratio*.
func contrastRatio(_ one: SIMD4<Float>, _ two: SIMD4<Float>) -> Double {
  func luminance(_ c: SIMD4<Float>) -> Double {
    let v = SIMD4<Double>(c + (255 - c.w)) / 255
    func light(_ x: Double) -> Double { linear(max(0, min(1, x))) }
    return 0.2126 * light(v.x) + 0.7152 * light(v.y) + 0.0722 * light(v.z)
  }
  let (p, q) = (luminance(one), luminance(two))
  return (max(p, q) + 0.05) / (min(p, q) + 0.05)
}
