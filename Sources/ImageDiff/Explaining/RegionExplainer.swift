internal import Raster
internal import Threads

/// Explains all clusters of a scan: each by itself, then whole objects, then pairs that went in one
/// place and came in another.
struct RegionExplainer {
  let reader: PatchReader
  let options: DiffOptions
  private let explainer: Explainer
  private let step: Double

  /// Objects and pairs that are tried: each costs up to a few milliseconds.
  static let objectLimit = 64

  init(_ reader: PatchReader, _ options: DiffOptions) {
    self.reader = reader
    self.options = options
    step = options.metric.justNoticeable
    explainer = Explainer(
      batch: DistanceBatch(metric: options.metric, primaries: options.primaries), jnd: step)
  }

  /// A region with what later stages need.
  private struct Draft {
    var component: Component
    var explanation: Explanation
    var unexplained: DiffRegion.Remainder
    /// The colour of the content that came or went, where it is one.
    var colour: SIMD4<Float>?
    /// Too small to be seen alone, but not with others beside it.
    var isSeenWithOthers = false
    /// Whether a model explains it, if not all of it.
    var isNamed: Bool {
      switch explanation {
      case .added, .removed, .changed: false
      default: true
      }
    }
    /// Whether the whole object may tell more.
    var isOpen: Bool {
      switch explanation {
      case .added, .removed, .changed: true
      case .shift(let s): unexplained.share > Explainer.exact || s.drift != 0
      case .recolour, .opacity: unexplained.share > Explainer.exact
      default: false
      }
    }
  }

  /// A cluster that nothing explains.
  private func unexplained(_ component: Component) -> Draft {
    Draft(
      component: component, explanation: .changed(Change(rotation: nil)),
      unexplained: DiffRegion.Remainder(
        share: 1, pixels: component.perceptible, largestDistance: Double(component.largest)))
  }

  /// - Parameter harmless: For each cluster what it is where only the drawing differs, else nil.
  /// - Parameter isSeen: Whether a person sees what differs, if all is taken together.
  func regions(
    _ components: [Component], harmless: [Explanation?], isSeen: Bool
  ) -> [DiffRegion] {
    let changed = components.indices.filter { harmless[$0] == nil }.map { components[$0] }
    var drafts = onThreads(changed, options.threads) { explainer, component, threads in
      explainer.drafts(component, threads: threads)
    }.flatMap(\.self)
    joinObjects(&drafts)
    followMoves(&drafts)
    joinPairs(&drafts)
    for i in drafts.indices { followEdges(&drafts[i]) }
    for i in drafts.indices {
      if [.antialiasing, .dither].contains(drafts[i].explanation.kind) {
        drafts[i].explanation = .changed(Change(rotation: nil))
      }
      drafts[i].isSeenWithOthers = isSeen
    }
    for (component, explanation) in zip(components, harmless) {
      guard let explanation else { continue }
      drafts.append(Draft(component: component, explanation: explanation, unexplained: .nothing))
    }
    return drafts.sorted { $0.component.order < $1.component.order }.map(region)
  }

  /// The same for each of some things, with an explainer of its own, in their order; alone, it gets
  /// all threads.
  private func onThreads<Thing, R: Sendable>(
    _ things: [Thing], _ threads: Int, _ body: (RegionExplainer, Thing, _ threads: Int) -> R
  ) -> [R] {
    withoutActuallyEscaping(body) { body in
      WorkQueue(things.count, threads: threads) { index, threads in
        body(RegionExplainer(reader, options), things[index], threads)
      }.results()
    }
  }

  private func drafts(_ component: Component, threads: Int) -> [Draft] {
    let thin = min(component.bounds.width, component.bounds.height)
    if component.bounds.area > PatchReader.limit { return [sampled(component)] }
    let patch = reader.patch(
      of: component,
      margin: component.pixels < Explainer.tiny ? 6 : min(40, max(16, thin * 3 / 2)),
      reach: options.reach)
    let finding = explainer.explain(patch)
    if finding.explanation.kind == .changed && thin >= 48 && component.pixels >= 4096 {
      let parts = layers(patch, threads: threads)
      if parts.count > 1 { return parts }
    }
    return [draft(component, patch, finding)]
  }

  private func draft(
    _ component: Component, _ patch: Patch, _ finding: Explainer.Finding
  ) -> Draft {
    Draft(
      component: component, explanation: finding.explanation,
      unexplained: explainer.remainder(patch, finding),
      colour: flatColour(patch, finding.explanation.kind))
  }

  // MARK: Very large clusters

  private static let sampleSide = 512

  /// A cluster that is too large to be held is explained by three parts of it, or two where one holds
  /// nothing of it, if they agree.
  private func sampled(_ component: Component) -> Draft {
    let bounds = component.bounds
    let drafts = [(1, 2), (1, 4), (3, 4)].compactMap { part, of -> Draft? in
      let (x, y) = (bounds.x0 + bounds.width * part / of, bounds.y0 + bounds.height * part / of)
      let half = Self.sampleSide / 2
      let sample = PixelRect(x0: x - half, y0: y - half, x1: x + half, y1: y + half)
        .intersection(bounds)
      let patch = reader.patch(sample, margin: 40)
      if patch.changed.count < Explainer.tiny { return nil }
      var found = draft(component, patch, explainer.explain(patch))
      // As many of the whole as of the part.
      found.unexplained.pixels =
        found.unexplained.pixels * component.pixels / patch.changed.count
      return found
    }
    let largest = drafts.max { $0.unexplained.share < $1.unexplained.share }
    guard drafts.count >= 2, let first = drafts.first, var whole = largest,
      drafts.allSatisfy({ $0.explanation.agrees(with: first.explanation) })
    else { return unexplained(component) }
    whole.explanation = first.explanation
    whole.colour = nil
    return whole
  }

  // MARK: Layers

  private func layers(_ patch: Patch, threads: Int) -> [Draft] {
    let layers = Layers(patch, reach: options.reach)
    guard !layers.smooth.isEmpty else { return [] }
    let smooth = onThreads(layers.smooth, threads) { explainer, places, _ in
      explainer.smooth(patch.restricted(to: places), places)
    }
    let detail = onThreads(layers.detail, threads) { explainer, places, _ in
      explainer.detail(patch, places)
    }
    return joined(smooth, detail)
  }

  private func smooth(_ part: Patch, _ places: [Int]) -> Draft {
    let finding =
      SmoothArea(patch: part, places: places).finding(explainer.batch) ?? explainer.explain(part)
    return draft(component(part), part, finding)
  }

  private func detail(_ patch: Patch, _ places: [Int]) -> Draft {
    let level = patch.levelled(places)
    var result = draft(component(patch.restricted(to: places)), level, explainer.explain(level))
    result.colour = nil
    return result
  }

  /// Crumbs that nobody sees are part of the area they lie in.
  private func joined(_ smooth: [Draft], _ detail: [Draft]) -> [Draft] {
    var result = smooth
    for part in detail {
      let home = smooth.indices.first {
        let bounds = smooth[$0].component.bounds
        return bounds.intersection(part.component.bounds) == part.component.bounds
      }
      if isPerceptible(part.component) {
        result.append(part)
      } else {
        result[home ?? 0].component.join(part.component)
      }
    }
    return result
  }

  /// What a scan would have found, of a part of a cluster.
  private func component(_ patch: Patch) -> Component {
    let seen = patch.changed.map { patch.b[$0] }
    let meant = patch.changed.map { patch.a[$0] }
    var distances = [Float](repeating: 0, count: seen.count)
    explainer.batch.measure(meant, seen, seen.count, into: &distances)
    let (x, y) = (patch.changed[0] % patch.width, patch.changed[0] / patch.width)
    var result = Component(
      bounds: PixelRect(
        x0: patch.area.x0 + patch.box.x0, y0: patch.area.y0 + patch.box.y0,
        x1: patch.area.x0 + patch.box.x1, y1: patch.area.y0 + patch.box.y1),
      seedX: Int32(patch.area.x0 + x), seedY: Int32(patch.area.y0 + y),
      pixels: patch.changed.count, perceptible: 0, largest: 0, sum: 0, squares: 0)
    for d in distances {
      if Double(d) >= step { result.perceptible += 1 }
      result.largest = max(result.largest, d)
      result.sum += Double(d)
      result.squares += Double(d) * Double(d)
    }
    return result
  }

  /// The one colour of most of what came or went.
  private func flatColour(_ patch: Patch, _ kind: DiffKind) -> SIMD4<Float>? {
    guard kind == .added || kind == .removed else { return nil }
    let side = kind == .added ? patch.b : patch.a
    var (vote, lead) = (SIMD4<Int16>.zero, 0)
    for i in patch.changed {
      let c = rounded(side[i])
      if lead == 0 { vote = c }
      lead += c == vote ? 1 : -1
    }
    let same = patch.changed.count { rounded(side[$0]) == vote }
    return same * 2 > patch.changed.count ? SIMD4<Float>(vote) : nil
  }

  private func region(_ draft: Draft) -> DiffRegion {
    let c = draft.component
    return DiffRegion(
      bounds: c.bounds, candidateBounds: reader.pairing.candidate(c.bounds), pixels: c.pixels,
      perceptiblePixels: c.perceptible, largestDistance: Double(c.largest),
      meanDistance: c.sum / Double(c.pixels), explanation: draft.explanation,
      unexplained: draft.unexplained, isPerceptible: isPerceptible(c) || draft.isSeenWithOthers,
      content: content(draft.explanation.kind, c.bounds))
  }

  private func content(_ kind: DiffKind, _ bounds: PixelRect) -> UInt64? {
    switch kind {
    case .removed: reader.reference.content(of: bounds)
    case .added: reader.candidate.content(of: reader.pairing.candidate(bounds))
    default: nil
    }
  }

  private func isPerceptible(_ c: Component) -> Bool { c.isPerceptible(step) }

  // MARK: Objects

  /// What a cluster's whole object tells.
  private struct Whole {
    var object: FoundObject
    var explanation: Explanation
    var remaining: Double
    var unexplained: DiffRegion.Remainder
  }

  private func whole(_ component: Component) -> Whole? {
    let search = ObjectSearch(reader: reader)
    guard let object = search.object(at: component.bounds), object.holds(component) else {
      return nil
    }
    let patch = search.patch(object)
    guard let finding = ObjectExplainer(patch: patch, object: object).finding() else { return nil }
    return Whole(
      object: object, explanation: finding.explanation, remaining: finding.remaining,
      unexplained: explainer.remainder(patch, finding))
  }

  private func isTried(_ draft: Draft) -> Bool {
    draft.isOpen && draft.component.pixels >= Explainer.tiny && isPerceptible(draft.component)
  }

  private func joinObjects(_ drafts: inout [Draft]) {
    // The first are looked at ahead, all at once: some may turn out to be parts of others.
    let ahead = drafts.filter(isTried).prefix(Self.objectLimit).map(\.component)
    let found = onThreads(ahead, options.threads) { explainer, component, _ in
      explainer.whole(component)
    }
    let known = Dictionary(uniqueKeysWithValues: zip(ahead.map(\.order), found))
    var tries = 0
    var i = 0
    while i < drafts.count && tries < Self.objectLimit {
      defer { i += 1 }
      guard isTried(drafts[i]) else { continue }
      tries += 1
      let component = drafts[i].component
      guard let whole = known[component.order] ?? whole(component),
        whole.remaining < drafts[i].unexplained.share || !drafts[i].isNamed
          || isScale(whole.explanation, insteadOf: drafts[i].explanation)
      else { continue }
      drafts[i].explanation = whole.explanation
      drafts[i].unexplained = whole.unexplained
      drafts[i].colour = nil
      let members = drafts.indices.filter { whole.object.holds(drafts[$0].component) }
      for m in members where m != i { drafts[i].component.join(drafts[m].component) }
      for m in members.reversed() where m != i {
        drafts.remove(at: m)
        if m < i { i -= 1 }
      }
    }
  }

  /// A line that also grew taller did not just get other advances.
  private func isScale(_ found: Explanation, insteadOf old: Explanation) -> Bool {
    guard case .resize(let r) = found, case .shift(let s) = old, s.drift != 0 else { return false }
    return r.before.height != r.after.height
  }

  // MARK: Moves

  /// A neighbour's move explains what else it can: one cause is simpler than two.
  private func followMoves(_ drafts: inout [Draft]) {
    var moves: [(dx: Double, dy: Double, bounds: PixelRect)] = []
    for draft in drafts where draft.component.pixels >= 24 {
      if case .shift(let s) = draft.explanation, s.drift == 0, draft.unexplained.share <= 0.05 {
        moves.append((s.dx, s.dy, draft.component.bounds))
      }
    }
    var tries = 0
    for i in drafts.indices where tries < Self.objectLimit {
      let near = moves.filter { move in
        let reach = Int(max(48, 2 * max(abs(move.dx), abs(move.dy))))
        return !move.bounds.outset(by: reach).intersection(drafts[i].component.bounds).isEmpty
      }
      guard !near.isEmpty, canFollow(drafts[i]),
        drafts[i].component.bounds.area <= PatchReader.limit
      else { continue }
      tries += 1
      let c = drafts[i].component
      let patch = reader.patch(of: c, margin: 40, reach: options.reach)
      guard patch.changed.count > 0 else { continue }
      var seen: [SIMD2<Double>] = []
      for move in near where !seen.contains(SIMD2(move.dx, move.dy)) {
        seen.append(SIMD2(move.dx, move.dy))
        let fit = ShiftRefinement(patch: patch).measured(
          ShiftFit(dx: move.dx, dy: move.dy, centre: 0))
        guard fit.remaining <= max(0.01, drafts[i].unexplained.share / 4) else { continue }
        drafts[i].explanation = .shift(Shift(dx: move.dx, dy: move.dy, drift: 0))
        drafts[i].unexplained = explainer.remainder(
          patch,
          Explainer.Finding(
            explanation: drafts[i].explanation, remaining: fit.remaining,
            prediction: patch.moved(fit, patch.changed)))
        drafts[i].colour = nil
        break
      }
    }
  }

  private func canFollow(_ draft: Draft) -> Bool {
    switch draft.explanation {
    case .dither, .antialiasing, .reflow: false
    case .shift(let s):
      draft.component.pixels < 24 || draft.unexplained.share > 0.001 || s.drift != 0
    default: true
    }
  }

  // MARK: Rasterisers

  /// Where most of what changed was drawn by another rasteriser, so was the rest that it can explain.
  private func followRasteriser(_ drafts: inout [Draft]) {
    let redrawn = drafts.filter {
      $0.explanation.kind == .antialiasing && $0.component.pixels >= Explainer.tiny
    }
    let open = drafts.filter { $0.explanation.kind == .changed }
    let (known, unknown) = (sum(redrawn), sum(open))
    guard redrawn.count >= 3, known >= 2 * unknown else { return }
    var tries = 0
    for i in drafts.indices where drafts[i].explanation.kind == .changed {
      guard tries < Self.objectLimit else { return }
      tries += 1
      let c = drafts[i].component
      if c.bounds.area > PatchReader.limit { continue }
      let patch = reader.patch(of: c, margin: 16, reach: options.reach)
      guard patch.changed.count > 0 else { continue }
      let near = ShiftSearch(patch).near()
      if let found = explainer.smoothing(patch, near, patch.ground, limit: 0.3) {
        drafts[i].explanation = found.explanation
        drafts[i].unexplained = explainer.remainder(patch, found)
      }
    }
  }

  /// One line of text that is bolder or paler, where the edges all around are as they were, was not
  /// drawn by another rasteriser: that would have changed those too.
  ///
  /// Moved by parts of a pixel alone, words keep their ink within 1 %, the smallest clusters within
  /// 8 %. Of a settings page with one line in the next face, 11 of 60 passed before this and the test
  /// of glyphs, and none do with them.
  private func doubtRasteriser(_ drafts: inout [Draft]) {
    let redrawn = drafts.indices.filter {
      drafts[$0].explanation.kind == .antialiasing && drafts[$0].component.pixels >= Explainer.tiny
    }
    // Words of one line lie beside each other.
    var lines: [Range<Int>] = []
    for i in redrawn {
      let rows = drafts[i].component.bounds.y0..<drafts[i].component.bounds.y1
      if !lines.contains(where: { $0.overlaps(rows) }) { lines.append(rows) }
    }
    guard lines.count <= 2 else { return }
    let own = redrawn.map { drafts[$0].component.bounds.outset(by: 2) }
    for i in redrawn {
      guard case .antialiasing(let a) = drafts[i].explanation, abs(a.strength - 1) > 0.07,
        drafts[i].component.bounds.area <= PatchReader.limit,
        reader.edgesStay(around: drafts[i].component.bounds, except: own)
      else { continue }
      drafts[i] = unexplained(drafts[i].component)
    }
  }

  private func sum(_ drafts: [Draft]) -> Int { drafts.reduce(0) { $0 + $1.component.pixels } }

  // MARK: Pairs

  /// Content that went in one place and came in another is one move.
  private func joinPairs(_ drafts: inout [Draft]) {
    var tries = 0
    var i = 0
    while i < drafts.count && tries < Self.objectLimit {
      defer { i += 1 }
      guard drafts[i].explanation == .removed else { continue }
      tries += 1
      let from = drafts[i].component.bounds
      let partner = drafts.indices.first {
        drafts[$0].explanation == .added && holds(from, drafts[$0].component.bounds)
      }
      guard let k = partner else { continue }
      let to = drafts[k].component.bounds
      drafts[i].explanation = .shift(
        Shift(dx: Double(to.x0 - from.x0), dy: Double(to.y0 - from.y0), drift: 0))
      drafts[i].unexplained = .nothing
      drafts[i].component.join(drafts[k].component)
      drafts.remove(at: k)
      if k < i { i -= 1 }
    }
  }

  /// Whether the candidate shows at `to` what the reference shows at `from`: within 5 % of the
  /// energy it has above its own mean, so flat strips never pair.
  private func holds(_ from: PixelRect, _ to: PixelRect) -> Bool {
    guard from.width == to.width, from.height == to.height, from.area >= 16 else { return false }
    var (rest, sum, squares, n) = (0.0, SIMD4<Double>.zero, 0.0, 0.0)
    let step = max(1, Int((Double(from.area) / 4096).squareRoot()))
    for y in stride(from: 0, to: from.height, by: step) {
      for x in stride(from: 0, to: from.width, by: step) {
        guard let a = reader.colour(0, from.x0 + x, from.y0 + y),
          let b = reader.colour(1, to.x0 + x, to.y0 + y)
        else { return false }
        let (p, d) = (SIMD4<Double>(a), SIMD4<Double>(b - a))
        rest += (d * d).sum()
        sum += p
        squares += (p * p).sum()
        n += 1
      }
    }
    let energy = squares - (sum * sum).sum() / n
    return energy > 16 * n && rest <= Explainer.exact * energy
  }

  // MARK: Many small things

  /// Marks that are clear but too small to be seen alone add up where they stand within 16 px of each
  /// other, as the eye adds up over that area: see `Visibility`. Below four steps they may be noise.
  private func addUpMarks(_ drafts: inout [Draft]) {
    let marks = drafts.indices.filter {
      let kind = drafts[$0].explanation.kind
      let c = drafts[$0].component
      return kind != .dither && kind != .antialiasing && !isPerceptible(c)
        && Double(c.largest) >= 4 * step
    }
    var labels = Labels()
    for _ in marks { _ = labels.new() }
    let reach = Int(Visibility.area.squareRoot())
    for (k, i) in marks.enumerated() {
      let near = drafts[i].component.bounds.outset(by: reach)
      for (l, j) in marks[..<k].enumerated()
      where !near.intersection(drafts[j].component.bounds).isEmpty {
        labels.join(l, k)
      }
    }
    var squares: [Int: Double] = [:]
    for (k, i) in marks.enumerated() {
      squares[labels.root(k), default: 0] += drafts[i].component.squares
    }
    for (k, i) in marks.enumerated() {
      drafts[i].isSeenWithOthers =
        squares[labels.root(k)]! >= Visibility.area * step * step
    }
  }

  // MARK: Edges of large things

  private func followEdges(_ draft: inout Draft) {
    guard isPerceptible(draft.component), let colour = draft.colour,
      let found = FlatObject(reader: reader).extent(of: colour, through: draft.component.bounds)
    else { return }
    let (a, b) = (found.before, found.after)
    if a.width == b.width && a.height == b.height {
      draft.explanation = .shift(
        Shift(dx: Double(b.x0 - a.x0), dy: Double(b.y0 - a.y0), drift: 0))
    } else {
      draft.explanation = .resize(found)
    }
  }
}

extension Explanation {
  /// Whether two parts of one cluster were explained alike, numbers included.
  fileprivate func agrees(with other: Explanation) -> Bool {
    switch (self, other) {
    case (.shift(let p), .shift(let q)):
      abs(p.dx - q.dx) <= 0.25 && abs(p.dy - q.dy) <= 0.25 && p.drift == 0 && q.drift == 0
    case (.opacity(let p), .opacity(let q)): abs(p.factor - q.factor) <= 0.03
    case (.blur(let p), .blur(let q)): p.ratio <= 1.15 * q.ratio && q.ratio <= 1.15 * p.ratio
    case (.resize, .resize), (.reflow, .reflow): false
    default: kind == other.kind
    }
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

extension FoundObject {
  /// Whether a cluster is a part of it.
  func holds(_ c: Component) -> Bool {
    let (x, y) = (Int(c.seedX) - bounds.x0, Int(c.seedY) - bounds.y0)
    guard c.bounds.intersection(bounds) == c.bounds else { return false }
    return mask[y * bounds.width + x]
  }
}
