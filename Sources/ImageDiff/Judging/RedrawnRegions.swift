internal import Raster
internal import Threads

/// Which clusters of a pair whose edges were drawn anew are harmless, decided cluster by cluster: each
/// may have moved by its own part of a pixel. The pair's judge asks only where hardly an edge stayed.
struct RedrawnRegions {
  let reader: PatchReader
  let options: DiffOptions
  private let batch: DistanceBatch
  private let step: Double

  init(_ reader: PatchReader, _ options: DiffOptions) {
    (self.reader, self.options) = (reader, options)
    step = options.metric.justNoticeable
    batch = DistanceBatch(metric: options.metric, primaries: options.primaries)
  }

  private static let exact = 0.05
  private static let tiny = 12
  private static let tries = 64

  /// Of each cluster what it harmlessly is, or nil.
  func explanations(_ components: [Component]) -> [Explanation?] {
    var found = WorkQueue(components.count, threads: options.threads) { index, _ in
      RedrawnRegions(reader, options).explanation(components[index])
    }.results()
    follow(components, &found)
    doubt(components, &found)
    return found
  }

  private func explanation(_ component: Component) -> Explanation? {
    if component.bounds.area > PatchReader.limit { return nil }
    let thin = min(component.bounds.width, component.bounds.height)
    let patch = reader.patch(
      of: component, margin: component.pixels < Self.tiny ? 6 : min(40, max(16, thin * 3 / 2)),
      reach: options.reach)
    return explain(patch)
  }

  private func explain(_ patch: Patch) -> Explanation? {
    if patch.energy == 0 { return nil }
    let noise = NoiseTest(patch)
    if noise.isNoise {
      return .dither(
        Dither(largestStep: noise.largest, bias: noise.bias, correlation: noise.correlation))
    }
    if noise.isUnstructured && patch.changed.count >= 64 { return nil }
    let ground = patch.ground
    let colour = RedrawnColour(patch, ground)
    if let remaining = colour.remaining, remaining <= Self.exact,
      colour.isExact || !patch.isOpaque && colour.isFade
    {
      return nil
    }
    if let ground, isPresence(patch, ground) { return nil }
    if patch.changed.count < 12 && colour.flatShare < 0.3 {
      let still = ShiftFit(dx: 0, dy: 0, centre: 0)
      if let found = smoothing(patch, still, ground) { return found }
    }
    let search = ShiftSearch(patch)
    if let remaining = colour.remaining, remaining <= Self.exact {
      if remaining <= max(0.003, 3 * colour.rounding) { return nil }
      let moves = [search.near(), search.far(reach: 64)].compactMap(\.self)
      let shift = moves.min { $0.remaining < $1.remaining }
      if let shift, shift.isPlausible, shift.remaining * 3 < remaining {
        return moved(patch, shift)
      }
      return nil
    }
    var shift = search.near()
    if shift.isPlausible && shift.remaining <= Self.exact { return moved(patch, shift) }
    let blur = BlurSearch(patch: patch).fit()
    if let blur, blur.remaining <= Self.exact, blur.added >= 0.35 { return nil }
    if isHaze(patch, ground) { return nil }
    if let found = smoothing(patch, shift, ground) { return found }
    if let far = search.far(reach: 64), far.remaining < shift.remaining { shift = far }
    if shift.isPlausible && shift.remaining <= Self.exact { return moved(patch, shift) }
    if let drift = DriftSearch(patch: patch).fit(from: shift),
      drift.remaining < shift.remaining * 0.7
    {
      return smoothing(patch, drift, ground)
    }
    return nil
  }

  private func moved(_ patch: Patch, _ shift: ShiftFit) -> Explanation? {
    shift.largest(in: patch.box) <= ShiftFit.subpixel
      ? .antialiasing(Antialiasing(dx: shift.dx, dy: shift.dy, strength: 1, isSubpixel: false))
      : nil
  }

  private func isPresence(_ patch: Patch, _ ground: Ground) -> Bool {
    guard ground.support >= 0.5 || ground.error <= 3 else { return false }
    let w = patch.width
    var (restA, restB) = (0.0, 0.0)
    for i in patch.changed {
      let g = ground.colour(i % w, i / w)
      let (p, q) = (patch.a[i] - g, patch.b[i] - g)
      restA += Double((p * p).sum())
      restB += Double((q * q).sum())
    }
    return min(restA, restB) <= 0.02 * patch.energy
  }

  private func isHaze(_ patch: Patch, _ ground: Ground?) -> Bool {
    guard let ground, patch.changed.count >= 64,
      let before = edgeSigma(patch.a, patch), let after = edgeSigma(patch.b, patch),
      min(before, after) > 0.72, patch.roughness < 0.6, let ink = InkComparison(patch, ground),
      ink.angle <= 3, ink.strength > 0.8, ink.strength < 1.25
    else { return false }
    let (small, large) = (min(before, after), max(before, after))
    return (large * large - small * small).squareRoot() >= 0.35 && large >= 1.1 * small
  }

  private func smoothing(
    _ patch: Patch, _ shift: ShiftFit, _ ground: Ground?, limit: Double = 0.15
  ) -> Explanation? {
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
    return .antialiasing(
      Antialiasing(
        dx: shift.dx, dy: shift.dy, strength: ink?.strength ?? 1, isSubpixel: model.isSubpixel))
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
    let limit = 4 * Visibility.area * step * step
    return builder.finish().allSatisfy { $0.squares < limit }
  }

  // MARK: The whole picture

  private func follow(_ components: [Component], _ found: inout [Explanation?]) {
    let redrawn = components.indices.filter {
      found[$0]?.kind == .antialiasing && components[$0].pixels >= Self.tiny
    }
    let known = redrawn.reduce(0) { $0 + components[$1].pixels }
    let open = components.indices.filter { found[$0] == nil }
    let unknown = open.reduce(0) { $0 + components[$1].pixels }
    guard redrawn.count >= 3, known >= 2 * unknown else { return }
    for i in open.prefix(Self.tries) where components[i].bounds.area <= PatchReader.limit {
      let patch = reader.patch(of: components[i], margin: 16, reach: options.reach)
      guard patch.changed.count > 0 else { continue }
      found[i] = smoothing(patch, ShiftSearch(patch).near(), patch.ground, limit: 0.3)
    }
  }

  private func doubt(_ components: [Component], _ found: inout [Explanation?]) {
    let redrawn = components.indices.filter {
      found[$0]?.kind == .antialiasing && components[$0].pixels >= Self.tiny
    }
    var lines: [Range<Int>] = []
    for i in redrawn {
      let rows = components[i].bounds.y0..<components[i].bounds.y1
      if !lines.contains(where: { $0.overlaps(rows) }) { lines.append(rows) }
    }
    guard lines.count <= 2 else { return }
    let own = redrawn.map { components[$0].bounds.outset(by: 2) }
    for i in redrawn {
      guard case .antialiasing(let a)? = found[i], abs(a.strength - 1) > 0.07,
        components[i].bounds.area <= PatchReader.limit,
        reader.edgesStay(around: components[i].bounds, except: own)
      else { continue }
      found[i] = nil
    }
  }
}

/// What maps of colours leave of a cluster.
private struct RedrawnColour {
  let remaining: Double?
  let isFade: Bool
  let isExact: Bool
  let flatShare: Double
  let rounding: Double

  init(_ patch: Patch, _ ground: Ground?) {
    let search = ColourSearch(patch, ground)
    flatShare = search.flatShare
    rounding = search.rounding
    let exact = search.exactChannels()
    isExact = exact != nil
    let maps = [exact, search.channels(), search.table(), search.matrix()]
    let map = maps.compactMap(\.self).min { $0.remaining < $1.remaining }
    let fade = Self.fade(search, patch, limit: map?.remaining ?? 1)
    isFade = fade != nil
    remaining = fade?.remaining ?? map?.remaining
  }

  private static func fade(_ search: ColourSearch, _ patch: Patch, limit: Double) -> ColourFit? {
    let rounding = search.rounding
    func isFade(_ fit: ColourFit?, _ limit: Double) -> Bool {
      guard let fit, case .fade(let k, let ground) = fit.model else { return false }
      return k > 0.05 && k < 20 && fit.remaining <= limit * 1.5 + 3 * rounding
        && ground.min() >= -8 && ground.max() <= 263
    }
    if !patch.isOpaque, let fit = search.fadeToNothing(), isFade(fit, limit) { return fit }
    let free = search.variety > 64 ? search.fadeIntoAnything() : nil
    let best = isFade(free, limit) ? min(limit, free!.remaining) : limit
    if let fit = search.fadeIntoGround(), isFade(fit, best) {
      if search.spread > 0.01 || isFadeOfOneColour(search, patch) { return fit }
      return nil
    }
    return isFade(free, limit) ? free : nil
  }

  /// One colour on one ground: every change along the line between them could be either. Along a
  /// coloured line chance is unlikely; along a grey one only black or white fading is called a fade.
  private static func isFadeOfOneColour(_ search: ColourSearch, _ patch: Patch) -> Bool {
    guard let ground = search.ground else { return false }
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
}

extension PatchReader {
  /// Whether nine in ten of the smoothed edges within 48 px of a cluster are equal on both sides, but
  /// for those within `own`.
  fileprivate func edgesStay(around cluster: PixelRect, except own: [PixelRect]) -> Bool {
    let patch = patch(cluster.outset(by: 8).intersection(reference.bounds), margin: 40)
    let (w, h) = (patch.width, patch.height)
    var (smoothed, unchanged) = (0, 0)
    for y in 1..<max(1, h - 1) {
      for x in 1..<max(1, w - 1) where EdgeContext.isSmoothed(patch.a, y * w + x, w) {
        let (px, py) = (patch.area.x0 + x, patch.area.y0 + y)
        if own.contains(where: { $0.contains(x: px, y: py) }) { continue }
        smoothed += 1
        if patch.roles[y * w + x] == .same { unchanged += 1 }
      }
    }
    return smoothed >= 40 && unchanged * 10 >= smoothed * 9
  }
}
