internal import Raster
internal import Threads

/// Explains the clusters of a scan that are not harmless: each by itself, then groups of them where
/// one cause costs fewer bits than several.
struct RegionExplainer {
  let reader: PatchReader
  let options: DiffOptions
  private let chooser: Chooser
  private let step: Double

  /// Objects and pairs that are tried: each costs up to a few milliseconds.
  static let objectLimit = 64

  init(_ reader: PatchReader, _ options: DiffOptions) {
    self.reader = reader
    self.options = options
    step = options.metric.justNoticeable
    chooser = Chooser(
      batch: DistanceBatch(metric: options.metric, primaries: options.primaries), step: step)
  }

  /// A region with what later stages need.
  struct Draft {
    var component: Component
    var explanation: Explanation
    /// Bits: see `Choice`.
    var worth: Double
    var unexplained: DiffRegion.Remainder
    /// The colour of the content that came or went, where it is one.
    var colour: SIMD4<Float>?
    /// Of the judge's making.
    var isHarmless = false
    /// Too small to be seen alone, but not with others beside it.
    var isSeenWithOthers = false
    /// Bits of which pixels changed, which nobody predicts of what came, went, or is another content.
    var outline = 0.0
    /// Bits of the region as one of several.
    var bits: Double { worth - Fitted.region }
    /// The same against a whole object that tells which pixels change.
    var drawnBits: Double {
      switch explanation {
      case .added, .removed, .changed: bits - outline
      default: bits
      }
    }
  }

  /// A cluster that nothing explains.
  private func unexplained(_ component: Component) -> Draft {
    Draft(
      component: component, explanation: .changed(Change(rotation: nil)),
      worth: -Fitted.rarity(.changed),
      unexplained: DiffRegion.Remainder(
        share: 1, pixels: component.perceptible, largestDistance: Double(component.largest)))
  }

  /// - Parameter harmless: For each cluster what it harmlessly is; nil where it is to be explained.
  /// - Parameter isSeen: Whether a person sees what is not harmless, taken together.
  func regions(
    _ components: [Component], harmless: [Explanation?], isSeen: Bool
  ) -> [DiffRegion] {
    precondition(components.count == harmless.count, "one answer a cluster")
    let settled = components.indices.compactMap { i in
      harmless[i].map {
        Draft(
          component: components[i], explanation: $0, worth: 0, unexplained: .nothing,
          isHarmless: true)
      }
    }
    let open = components.indices.filter { harmless[$0] == nil }.map { components[$0] }
    var drafts = onThreads(open, options.threads) { explainer, component, threads in
      explainer.drafts(component, threads: threads)
    }.flatMap(\.self)
    joinObjects(&drafts)
    joinLines(&drafts)
    shareCauses(&drafts)
    joinPairs(&drafts)
    for i in drafts.indices { followEdges(&drafts[i]) }
    joinAlike(&drafts)
    for i in drafts.indices { drafts[i].isSeenWithOthers = isSeen }
    drafts += settled
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
      margin: component.pixels < Chooser.tiny ? 6 : min(40, max(16, thin * 3 / 2)),
      reach: options.reach)
    let choice = chooser.choose(patch)
    let whole = draft(component, patch, choice)
    if choice.remaining > 0.05 && thin >= 48 && component.pixels >= 4096 {
      // Parts are told if they tell most of it.
      let parts = layers(patch, threads: threads)
      let named = parts.filter { $0.explanation.kind != .changed }
      if parts.count > 1, 2 * named.reduce(0, { $0 + $1.component.pixels }) >= component.pixels {
        return parts
      }
    }
    return [whole]
  }

  private func draft(_ component: Component, _ patch: Patch, _ choice: Choice) -> Draft {
    Draft(
      component: component, explanation: choice.proposal.explanation, worth: choice.worth,
      unexplained: chooser.remainder(patch, choice),
      colour: flatColour(patch, choice.proposal.explanation.kind), outline: patch.outline)
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
      if patch.changed.count < Chooser.tiny { return nil }
      var found = draft(component, patch, chooser.choose(patch))
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

  private static let mostDetails = 256

  private func layers(_ patch: Patch, threads: Int) -> [Draft] {
    let layers = Layers(patch, reach: options.reach)
    // Detail everywhere is grain, and no drawing on an area.
    guard !layers.smooth.isEmpty, layers.detail.count <= Self.mostDetails else { return [] }
    let smooth = onThreads(layers.smooth, threads) { explainer, places, _ in
      explainer.smooth(patch.part(places, margin: 16), places)
    }
    let detail = onThreads(layers.detail, threads) { explainer, places, _ in
      explainer.detail(patch, places)
    }
    return joined(smooth, detail)
  }

  private func smooth(_ part: Patch, _ places: [Int]) -> Draft {
    let choice = chooser.best(
      of: Gradient.proposals(part, chooser.batch), Score(part), chooser.choose(part))
    return draft(component(part), part, choice)
  }

  private func detail(_ patch: Patch, _ places: [Int]) -> Draft {
    let level = patch.levelled(places)
    var result = draft(component(patch.part(places, margin: 0)), level, chooser.choose(level))
    if let ground = level.ground, level.energy > 0 {
      let flat = level.flattened(ground)
      let bounds = PixelRect(
        x0: flat.area.x0 + flat.box.x0, y0: flat.area.y0 + flat.box.y0,
        x1: flat.area.x0 + flat.box.x1, y1: flat.area.y0 + flat.box.y1)
      if let line = TextLine(flat.lines, around: bounds, ground: ground.middle),
        let found = found(line, flat.lines, flat), found.worth > result.worth
      {
        (result.explanation, result.worth) = (found.explanation, found.worth)
        result.unexplained = found.unexplained
      }
    }
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
    chooser.batch.measure(meant, seen, seen.count, into: &distances)
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
    var worth: Double
    var unexplained: DiffRegion.Remainder
  }

  private func whole(_ component: Component) -> Whole? {
    let search = ObjectSearch(reader: reader)
    let found = search.objects(at: component.bounds).compactMap { object -> Whole? in
      guard object.holds(component) else { return nil }
      let patch = search.patch(object)
      guard patch.energy > 0 else { return nil }
      let proposals =
        ObjectHypotheses(patch: patch, object: object).proposals() + Shadow.proposals(patch)
      guard !proposals.isEmpty else { return nil }
      let choice = chooser.best(of: proposals, Score(patch), Chooser.changed(patch))
      guard choice.remaining < 1 else { return nil }
      return Whole(
        object: object, explanation: choice.proposal.explanation, worth: choice.worth,
        unexplained: chooser.remainder(patch, choice))
    }
    return found.max { $0.worth < $1.worth }
  }

  /// Whether the whole object may tell more.
  private func isTried(_ draft: Draft) -> Bool {
    guard draft.component.pixels >= Chooser.tiny, isPerceptible(draft.component) else {
      return false
    }
    switch draft.explanation {
    case .added, .removed, .changed, .border: return true
    case .shift(let s): return draft.unexplained.share > 0.05 || s.drift != 0
    default: return draft.unexplained.share > 0.05
    }
  }

  private func joinObjects(_ drafts: inout [Draft]) {
    // The first are looked at ahead, all at once: some may turn out to be parts of others.
    let ahead = drafts.filter(isTried).prefix(Self.objectLimit).map(\.component)
    let found = onThreads(ahead, options.threads) { explainer, component, _ in
      explainer.whole(component)
    }
    let known = Dictionary(
      zip(ahead.map(\.order), found), uniquingKeysWith: { first, _ in first })
    var tries = 0
    var i = 0
    while i < drafts.count && tries < Self.objectLimit {
      defer { i += 1 }
      guard isTried(drafts[i]) else { continue }
      tries += 1
      let component = drafts[i].component
      guard let whole = known[component.order] ?? whole(component) else { continue }
      let members = drafts.indices.filter { whole.object.holds(drafts[$0].component) }
      let apart = members.reduce(0) { $0 + drafts[$1].drawnBits }
      guard whole.worth - Fitted.region > apart else { continue }
      drafts[i].explanation = whole.explanation
      drafts[i].worth = whole.worth
      drafts[i].unexplained = whole.unexplained
      drafts[i].colour = nil
      for m in members where m != i { drafts[i].component.join(drafts[m].component) }
      for m in members.reversed() where m != i {
        drafts.remove(at: m)
        if m < i { i -= 1 }
      }
    }
  }

  // MARK: Lines

  /// What the line of letters around a cluster tells.
  private struct Line {
    var bounds: PixelRect
    var explanation: Explanation
    var worth: Double
    var unexplained: DiffRegion.Remainder
  }

  /// - Parameter open: Bounds of all clusters that are still to be explained.
  private func line(_ component: Component, among open: [PixelRect]) -> Line? {
    for ground in ObjectSearch(reader: reader).grounds(component.bounds) {
      guard let line = TextLine(reader.lines, around: component.bounds, ground: ground) else {
        continue
      }
      let patch = part(of: line.bounds, in: open)
      if let found = found(line, reader.lines, patch) { return found }
    }
    return unevenLine(component, among: open)
  }

  private func found(_ line: TextLine, _ source: LineSource, _ patch: Patch) -> Line? {
    guard patch.energy > 0 else { return nil }
    let choice = chooser.best(
      of: LineHypotheses(line: line, source: source, patch: patch).proposals(), Score(patch),
      Chooser.changed(patch))
    if choice.proposal.explanation.kind == .changed { return nil }
    return Line(
      bounds: line.bounds, explanation: choice.proposal.explanation, worth: choice.worth,
      unexplained: chooser.remainder(patch, choice))
  }

  /// A line on a gradient, which is taken away for the purpose.
  private func unevenLine(_ component: Component, among open: [PixelRect]) -> Line? {
    // As far to both sides as a line goes on, and no further up and down than its neighbours are.
    let c = component.bounds
    let around = PixelRect(x0: c.x0 - 8 * c.height, y0: c.y0, x1: c.x1 + 8 * c.height, y1: c.y1)
      .outset(by: c.height / 4 + 2).intersection(reader.reference.bounds)
    guard around.area <= PatchReader.limit else { return nil }
    let whole = part(of: around, in: open)
    guard let ground = whole.ground, ground.slopeX != .zero || ground.slopeY != .zero,
      ground.support >= 0.5
    else { return nil }
    let flat = whole.flattened(ground)
    guard let line = TextLine(flat.lines, around: c, ground: ground.middle) else { return nil }
    return found(line, flat.lines, flat)
  }

  /// What differs in a line, without what belongs to clusters that are settled or reach out of it.
  private func part(of line: PixelRect, in open: [PixelRect]) -> Patch {
    let whole = reader.patch(line, margin: 2)
    let area = line.outset(by: 2)
    let members = open.filter { $0.intersection(area) == $0 }
    return whole.restricted(
      to: whole.changed.filter { i in
        let (x, y) = (whole.area.x0 + i % whole.width, whole.area.y0 + i / whole.width)
        return members.contains { $0.contains(x: x, y: y) }
      })
  }

  private func isTriedAsLine(_ draft: Draft) -> Bool {
    let c = draft.component
    guard c.bounds.height <= 120, c.bounds.area <= PatchReader.limit, isPerceptible(c) else {
      return false
    }
    switch draft.explanation {
    case .changed(let change): return change.rotation == nil
    case .shift(let s): return draft.unexplained.share > 0.004 || s.drift != 0
    case .added, .removed, .resize, .blur: return true
    case .opacity, .recolour: return draft.unexplained.share > 0.02
    default: return false
    }
  }

  /// Which regions lie in a line.
  private func members(
    of line: Line, _ drafts: [Draft], _ gone: Set<Int>, _ isOne: (Draft) -> Bool
  ) -> [Int] {
    drafts.indices.filter { k in
      !gone.contains(k) && isOne(drafts[k])
        && drafts[k].component.bounds.intersection(line.bounds.outset(by: 2))
          == drafts[k].component.bounds
    }
  }

  private func joinLines(_ drafts: inout [Draft]) {
    let tried = drafts.indices.filter { isTriedAsLine(drafts[$0]) }.prefix(Self.objectLimit)
    let open = drafts.map(\.component.bounds)
    let found = onThreads(tried.map { drafts[$0].component }, options.threads) {
      explainer, component, _ in explainer.line(component, among: open)
    }
    var gone = Set<Int>()
    for (i, whole) in zip(tried, found) {
      guard var line = whole, !gone.contains(i) else { continue }
      func isCheaper(_ line: Line, _ members: [Int]) -> Bool {
        members.contains(i)
          && line.worth - Fitted.region > members.reduce(0) { $0 + drafts[$1].bits }
      }
      var parts = members(of: line, drafts, gone) { _ in true }
      if !isCheaper(line, parts) {
        // Parts of it that are told by themselves may stay so.
        func isOpen(_ draft: Draft) -> Bool { draft.explanation.kind == .changed }
        let rest = drafts.indices.filter { !gone.contains($0) && isOpen(drafts[$0]) }
        guard isOpen(drafts[i]), rest.count < drafts.count,
          let part = self.line(
            drafts[i].component, among: rest.map { drafts[$0].component.bounds })
        else { continue }
        line = part
        parts = members(of: line, drafts, gone, isOpen)
        guard isCheaper(line, parts) else { continue }
      }
      drafts[i].explanation = line.explanation
      drafts[i].worth = line.worth
      drafts[i].unexplained = line.unexplained
      drafts[i].colour = nil
      for m in parts where m != i {
        drafts[i].component.join(drafts[m].component)
        gone.insert(m)
      }
    }
    drafts = drafts.indices.filter { !gone.contains($0) }.map { drafts[$0] }
  }

  // MARK: Shared numbers

  /// A move or a fade that is told already costs nothing more, so it explains what else it can beside
  /// it, and the two are then one region.
  private func shareCauses(_ drafts: inout [Draft]) {
    let causes = drafts.indices.filter { i in
      guard drafts[i].component.pixels >= 24 else { return false }
      switch drafts[i].explanation {
      case .shift(let s): return s.drift == 0 && drafts[i].unexplained.share <= 0.05
      case .opacity(let o): return o.ground.a == 255
      default: return false
      }
    }.map { (index: $0, explanation: drafts[$0].explanation, bounds: drafts[$0].component.bounds) }
    var tries = 0
    for i in drafts.indices where tries < Self.objectLimit {
      let c = drafts[i].component
      let near = causes.filter { cause in
        if cause.index == i { return false }
        var reach = Self.beside
        if case .shift(let s) = cause.explanation {
          reach = max(reach, Int(2 * max(abs(s.dx), abs(s.dy))))
        }
        return !cause.bounds.outset(by: reach).intersection(c.bounds).isEmpty
      }.map(\.explanation).filter { $0 != drafts[i].explanation }
      guard !near.isEmpty, c.bounds.area <= PatchReader.limit else { continue }
      tries += 1
      let patch = reader.patch(of: c, margin: 40, reach: options.reach)
      guard patch.energy > 0 else { continue }
      let score = Score(patch)
      var seen: [Explanation] = []
      for cause in near where !seen.contains(cause) {
        seen.append(cause)
        for proposal in shared(cause, patch) {
          let worth = score.saved(proposal)
          let remaining = patch.remaining(of: proposal)
          // It will be one region with the other.
          guard worth + Fitted.region > drafts[i].worth,
            remaining <= max(0.05, drafts[i].unexplained.share / 2)
          else { continue }
          let choice = Choice(proposal: proposal, worth: worth, remaining: remaining)
          drafts[i].explanation = proposal.explanation
          drafts[i].worth = worth
          drafts[i].unexplained = chooser.remainder(patch, choice)
          drafts[i].colour = nil
        }
      }
    }
  }

  private func shared(_ cause: Explanation, _ patch: Patch) -> [Proposal] {
    switch cause {
    case .shift(let s):
      return Shift.proposals(patch, ShiftFit(dx: s.dx, dy: s.dy, centre: 0), parameters: 0)
    case .opacity(let o):
      let ground = SIMD4<Float>(Float(o.ground.r), Float(o.ground.g), Float(o.ground.b), 255)
      return [
        Proposal(
          explanation: cause, parameters: 0, rounding: Float(max(1, (1 + o.factor) / 2)),
          predict: { places in places.map { ground + (patch.a[$0] - ground) * Float(o.factor) } })
      ]
    default: return []
    }
  }

  /// Px between two regions of one explanation that are still one thing to the eye: three lines of
  /// small text.
  private static let beside = 48

  /// Numbers that agree say that it is one thing; without any, only what touches is.
  private func isBeside(_ one: PixelRect, _ two: PixelRect, _ found: Explanation) -> Bool {
    let gap: Int
    switch found {
    case .added, .removed, .changed:
      gap = max(options.reach, min(Self.beside, min(one.height, two.height) / 2))
    default: gap = Self.beside
    }
    return !one.outset(by: gap).intersection(two).isEmpty
  }

  /// Corners of one box are aligned, however far apart.
  private func joinCorners(_ drafts: [Draft], _ labels: inout Labels) {
    let corners = drafts.indices.filter { drafts[$0].explanation.kind == .corner }
    for (k, i) in corners.enumerated() {
      let one = drafts[i].component.bounds
      for j in corners[..<k] where drafts[i].explanation.agrees(with: drafts[j].explanation) {
        let two = drafts[j].component.bounds
        let isRow = abs(one.y0 - two.y0) <= 1 && abs(one.y1 - two.y1) <= 1
        let isColumn = abs(one.x0 - two.x0) <= 1 && abs(one.x1 - two.x1) <= 1
        if isRow || isColumn { labels.join(i, j) }
      }
    }
  }

  /// Regions beside each other that say the same are one.
  private func joinAlike(_ drafts: inout [Draft]) {
    var labels = Labels()
    for _ in drafts { _ = labels.new() }
    let order = drafts.indices.sorted {
      drafts[$0].component.bounds.y0 < drafts[$1].component.bounds.y0
    }
    for (k, i) in order.enumerated() {
      let one = drafts[i].component.bounds
      for j in order[(k + 1)...] {
        let two = drafts[j].component.bounds
        if two.y0 > one.y1 + Self.beside { break }
        guard drafts[i].explanation.agrees(with: drafts[j].explanation) else { continue }
        if isBeside(one, two, drafts[i].explanation) { labels.join(i, j) }
      }
    }
    joinCorners(drafts, &labels)
    var groups: [Int: Int] = [:]
    var result: [Draft] = []
    for i in drafts.indices {
      let root = labels.root(i)
      guard let home = groups[root] else {
        groups[root] = result.count
        result.append(drafts[i])
        continue
      }
      result[home].join(drafts[i])
    }
    drafts = result
  }

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
    return energy > 16 * n && rest <= 0.05 * energy
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

extension RegionExplainer.Draft {
  /// Takes in another one that says the same.
  mutating func join(_ other: RegionExplainer.Draft) {
    let (mine, its) = (Double(component.pixels), Double(other.component.pixels))
    // The larger one knows its numbers better.
    if its > mine { explanation = other.explanation }
    component.join(other.component)
    worth += other.worth
    unexplained.share = (unexplained.share * mine + other.unexplained.share * its) / (mine + its)
    unexplained.pixels += other.unexplained.pixels
    unexplained.largestDistance = max(
      unexplained.largestDistance, other.unexplained.largestDistance)
    isSeenWithOthers = isSeenWithOthers || other.isSeenWithOthers
  }
}

extension Explanation {
  /// Whether two parts of one thing were explained alike, numbers included.
  func agrees(with other: Explanation) -> Bool {
    switch (self, other) {
    case (.shift(let p), .shift(let q)):
      abs(p.dx - q.dx) <= 0.25 && abs(p.dy - q.dy) <= 0.25 && p.drift == 0 && q.drift == 0
    case (.opacity(let p), .opacity(let q)):
      abs(p.factor - q.factor) <= 0.03 && p.ground.isNear(q.ground)
    case (.blur(let p), .blur(let q)): p.ratio <= 1.15 * q.ratio && q.ratio <= 1.15 * p.ratio
    case (.recolour(let p), .recolour(let q)):
      p.angleBefore == nil && q.angleBefore == nil ? p.isLike(q) : p.turnsLike(q)
    case (.corner(let p), .corner(let q)):
      abs(p.before - q.before) <= 0.75 && abs(p.after - q.after) <= 0.75
    case (.changed(let p), .changed(let q)): p.rotation == nil && q.rotation == nil
    case (.weight(let p), .weight(let q)): abs(p.ink - q.ink) <= 0.15
    case (.added, .added), (.removed, .removed): true
    default: false
    }
  }
}

extension Recolour {
  /// Whether both turn a gradient alike, to the degrees to which parts of it tell.
  fileprivate func turnsLike(_ other: Recolour) -> Bool {
    guard let p = angleBefore, let q = other.angleBefore, let r = angleAfter,
      let s = other.angleAfter
    else { return false }
    return abs(p - q) <= 3 && abs(r - s) <= 3
  }

  /// Whether the first colour, which is the one furthest from the ground, changed alike.
  fileprivate func isLike(_ other: Recolour) -> Bool {
    guard let p = colours.first, let q = other.colours.first else { return false }
    return p.from.isNear(q.from) && p.to.isNear(q.to)
  }
}

extension SRGBA8 {
  /// Within four steps in every channel: rounding and smoothing of both.
  fileprivate func isNear(_ other: SRGBA8) -> Bool {
    zip([r, g, b, a], [other.r, other.g, other.b, other.a]).allSatisfy {
      abs(Int($0) - Int($1)) <= 4
    }
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
