internal import CKernels
internal import Raster
internal import Threads

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How both pictures were drawn, as one model of the whole pair.
struct RenderingModel: Hashable, Sendable {
  /// One rasteriser drew both: edges that did not change are equal to the byte.
  var isSameRasteriser: Bool
  /// One side smooths text by stripes.
  var stripes: StripeModel?
  /// How far edges may have moved where everything was drawn anew, in px; 0 where it was not.
  var moved = 0.0

  init(_ evidence: PairEvidence) {
    stripes = evidence.stripes.model()
    // What stripes change is predicted by their own model.
    if stripes == nil, let moved = evidence.moved, moved > JudgeConstants.otherwise,
      evidence.lines.count >= JudgeConstants.witnesses
    {
      self.moved = moved
    }
    isSameRasteriser = moved == 0 && evidence.redrawnShare < JudgeConstants.redrawn
  }

  var antialiasing: Antialiasing {
    Antialiasing(dx: 0, dy: 0, strength: 1, isSubpixel: stripes != nil)
  }
}

/// A judgement, and what still knows how JPEG rounded the pictures.
struct JudgedRegions {
  var judgement = Judgement()
  fileprivate(set) var blocks: BlockTest?
  /// By how much clusters moved that were drawn anew, by their place in reading order.
  private var moves: [Int: Antialiasing] = [:]

  init() {}

  /// What a cluster of differing pixels is where only the drawing differs; nil where it is a change.
  mutating func harmless(_ component: Component) -> Explanation? {
    if judgement.map.most(in: component.bounds) > Judgement.margin { return nil }
    if let share = blocks?.share(in: component.bounds) {
      return .compression(Compression(share: share))
    }
    return judgement.model.map { .antialiasing(moves[component.order] ?? $0.antialiasing) }
  }

  /// Clusters whose move is measured, to be told.
  private static let measured = 64

  /// Measures how clusters differ that were drawn anew: moved by a part of a pixel, or smoothed with
  /// another strength.
  mutating func measureMoves(_ components: [Component], _ reader: PatchReader, reach: Int) {
    guard let model = judgement.model, model.moved > 0, blocks == nil else { return }
    let map = judgement.map
    for component in components.lazy.filter({
      $0.pixels >= JudgeConstants.witness && map.most(in: $0.bounds) <= Judgement.margin
        && $0.bounds.area <= PatchReader.limit
    }).prefix(Self.measured) {
      let patch = reader.patch(of: component, margin: 16, reach: reach)
      if patch.energy == 0 { continue }
      let shift = ShiftSearch(patch).near()
      var found = model.antialiasing
      if max(abs(shift.dx), abs(shift.dy)) <= model.moved + 0.1 {
        (found.dx, found.dy) = (shift.dx, shift.dy)
      }
      if let ground = patch.ground, ground.support >= 0.75 {
        found.strength = patch.ink(against: ground) ?? 1
      }
      moves[component.order] = found
    }
  }

  /// Takes away the evidence that JPEG's rounding explains.
  ///
  /// - Returns: Whether it explains any of the first places that were tried; else JPEG has nothing to
  ///   do with it.
  fileprivate mutating func explain(_ test: BlockTest, _ bounds: PixelRect) -> Bool {
    var blocks = test
    // What lies in the wider window of a place.
    let reach = 12
    var explained = 0
    let places = judgement.map.places(beyond: Judgement.margin)
    for (i, place) in places.enumerated() {
      if blocks.share(in: place.outset(by: reach).intersection(bounds)) != nil {
        explained += 1
        judgement.map.clear(x: place.x0, y: place.y0)
      }
      if i == 23 && explained == 0 { return false }
    }
    judgement.bits = places.map { judgement.map.most(in: $0.intersection(bounds)) }.max() ?? 0
    self.blocks = blocks
    return explained > 0 || places.isEmpty
  }
}

/// What the judge found: bits of evidence that more than the drawing differs, and where.
public struct Judgement: Hashable, Sendable {
  /// The most that any window holds whose remainder a person can see; 0 where none can.
  public var bits = 0.0
  /// Σ d² over what the model of the drawing does not explain, in squared steps of the metric.
  public var visibility = 0.0
  /// Bits beyond which a difference counts as a change.
  public static let margin = JudgeConstants.margin
  /// Whether more than the drawing differs, and a person can see it.
  public var isChanged: Bool { bits > Self.margin && visibility >= Visibility.area }

  var model: RenderingModel?
  var map = EvidenceMap(width: 0, height: 0)

  public init() {}
}

extension Judgement {
  /// Of parts of one pair, for the verdict alone.
  mutating func join(_ parts: [Judgement]) {
    for part in parts {
      bits = max(bits, part.bits)
      visibility += part.visibility
      model = model ?? part.model
    }
  }
}

/// The most bits in each block of 8 × 8 pixels.
struct EvidenceMap: Hashable, Sendable {
  static let side = 8
  let columns: Int
  private(set) var bits: [Float]

  init(width: Int, height: Int) {
    columns = (width + Self.side - 1) / Self.side
    bits = [Float](repeating: 0, count: columns * ((height + Self.side - 1) / Self.side))
  }

  mutating func note(_ value: Float, x: Int, y: Int) {
    let i = y / Self.side * columns + x / Self.side
    bits[i] = max(bits[i], value)
  }

  mutating func clear(x: Int, y: Int) { bits[y / Self.side * columns + x / Self.side] = 0 }

  func places(beyond margin: Double) -> [PixelRect] {
    bits.indices.filter { Double(bits[$0]) > margin }.map { i in
      let (x, y) = (i % columns * Self.side, i / columns * Self.side)
      return PixelRect(x0: x, y0: y, x1: x + Self.side, y1: y + Self.side)
    }
  }

  mutating func join(_ other: EvidenceMap) {
    for i in bits.indices { bits[i] = max(bits[i], other.bits[i]) }
  }

  func most(in bounds: PixelRect) -> Double {
    if bits.isEmpty || bounds.isEmpty { return 0 }
    var most: Float = 0
    for y in (bounds.y0 / Self.side)...((bounds.y1 - 1) / Self.side) {
      for x in (bounds.x0 / Self.side)...((bounds.x1 - 1) / Self.side) {
        most = max(most, bits[y * columns + x])
      }
    }
    return Double(most)
  }
}

/// Decides once for a pair whether more than the drawing differs.
///
/// One model of the drawing for the whole pair predicts one picture from the other; what it leaves is
/// weighed at each pixel as log₂ of how much likelier it is if something changed than if only the
/// drawing did, and added up in windows. No part of the picture has parameters of its own.
struct PairJudge {
  let pair: JudgedPair
  let model: RenderingModel
  let batch: PerceptualMetric
  let primaries: Primaries
  let threads: Int
  /// How JPEG rounded the two, in the judge's order.
  let rounding: PairRounding
  private let redrawnShare: Double
  private let isPart: Bool

  init(_ pair: JudgedPair, _ options: DiffOptions) {
    self.pair = pair
    batch = options.metric
    primaries = options.primaries
    threads = options.threads
    rounding = pair.isExchanged ? options.rounding.exchanged : options.rounding
    isPart = options.whole != nil
    let evidence = options.whole ?? PairEvidence(pair, threads: threads)
    redrawnShare = evidence.redrawnShare
    model = RenderingModel(evidence)
  }

  func judged() -> JudgedRegions {
    var judged = JudgedRegions()
    judged.judgement = withoutCompression()
    guard pair.isUnmoved, judged.judgement.bits > Judgement.margin || rounding.isKnown else {
      return judged
    }
    var best = judged
    for rounding in roundings() {
      guard let blocks = BlockTest(pair.first, pair.second, rounding) else { continue }
      var explained = judged
      if explained.explain(blocks, pair.reference.bounds),
        explained.judgement.bits < best.judgement.bits || rounding == self.rounding
      {
        best = explained
      }
      if best.judgement.bits <= Judgement.margin { break }
    }
    return best
  }

  /// What files say, or what is found in the pictures where their edges differ all over.
  private func roundings() -> [PairRounding] {
    if rounding.isKnown { return [rounding] }
    // JPEG leaves no part alone that is not flat.
    if isPart || redrawnShare < JudgeConstants.recompressed { return [] }
    guard let found = LatticeSearch(pair.first, pair.second).found() else { return [] }
    return [1, 2].map { ratio in
      let rounding = BlockRounding(quality: found.quality, chromaRatio: ratio)
      return found.isFirst ? PairRounding(first: rounding) : PairRounding(second: rounding)
    }
  }

  private func withoutCompression() -> Judgement {
    let bounds = pair.reference.bounds
    let cores = JudgeTile.cores(bounds)
    let workers = max(1, min(threads, cores.count))
    // Each worker takes every so many-th tile: neighbours cost about the same.
    let parts = WorkQueue(workers, threads: workers) { index, _ in
      let work = TileWork(self)
      for i in stride(from: index, to: cores.count, by: workers) { work.judge(cores[i]) }
      return work.result
    }.results()
    var whole = parts[0]
    for part in parts.dropFirst() {
      whole.bits = max(whole.bits, part.bits)
      whole.map.join(part.map)
    }
    // Sums in an order that does not depend on the number of threads.
    whole.visibility = 0
    for i in cores.indices { whole.visibility += parts[i % workers].squares[i / workers] }
    var result = Judgement()
    result.bits = whole.bits
    result.visibility = whole.visibility
    result.model = model
    result.map = whole.map
    return result
  }
}

/// What one worker found.
private struct PartialJudgement: Sendable {
  var bits = 0.0
  var visibility = 0.0
  var squares: [Double] = []
  var map: EvidenceMap
}

private final class TileWork {
  let judge: PairJudge
  let tile: JudgeTile
  let batch: DistanceBatch
  var result: PartialJudgement

  private let edgeWeights: [judge_weights]
  private let systematic: Float

  init(_ judge: PairJudge) {
    self.judge = judge
    let moved = judge.model.moved
    edgeWeights =
      moved > 0 ? JudgeConstants.drawnAnew(moved: moved) : JudgeConstants.otherRasteriser
    systematic =
      moved > 0 ? JudgeConstants.systematic(moved: moved) : JudgeConstants.systematic
    tile = JudgeTile(judge.pair)
    batch = DistanceBatch(metric: judge.batch, primaries: judge.primaries)
    let bounds = judge.pair.reference.bounds
    result = PartialJudgement(map: EvidenceMap(width: bounds.width, height: bounds.height))
  }

  func judge(_ core: PixelRect) {
    tile.read(core)
    guard tile.differs else {
      result.squares.append(0)
      return
    }
    // Slacks of an edge that both pictures have.
    let straight = judge.model.isSameRasteriser
    identity(straight)
    let n = tile.count
    let (edges, same, stripes, out) = (tile.bits[0], tile.bits[1], tile.bits[2], tile.bits[3])
    evidence(edgeWeights, systematic, offset: 1, edges)
    if straight {
      evidence(JudgeConstants.sameRasteriser, systematic, offset: 0.5, same)
      for i in 0..<n { out[i] = max(edges[i], same[i] / JudgeConstants.sameMargin) }
    } else {
      out.update(from: edges, count: n)
    }
    recolour(out)
    var isPredicted = false
    if let model = judge.model.stripes {
      predict(model)
      evidence(JudgeConstants.stripes, systematic, offset: 0.5, stripes)
      isPredicted = true
    }
    see(out, isPredicted ? stripes : nil)
  }

  /// Residual and slack where nothing but smoothed edges may differ.
  private func identity(_ straight: Bool) {
    let (w, h, n) = (Int32(tile.width), Int32(tile.height), tile.count)
    for c in 0..<tile.channels {
      let (a, b, r, s, t) = (
        tile.one[c], tile.two[c], tile.residuals[c], tile.slacks[c], tile.spare[0]
      )
      for i in 0..<n { r[i] = b[i] - a[i] }
      judge_slack(a, w, h, straight ? 1 : 0, s, tile.scratch)
      judge_slack(b, w, h, straight ? 1 : 0, t, tile.scratch)
      for i in 0..<n { s[i] = min(s[i], t[i]) }
    }
  }

  /// Raises the evidence where one recolour tells all of the differences.
  private func recolour(_ out: UnsafeMutablePointer<Float>) {
    let (first, second) = (tile.spare[0], tile.spare[1])
    planes(tile.one) { judge_luma($0, tile.count, first) }
    planes(tile.two) { judge_luma($0, tile.count, second) }
    planes(tile.residuals) { residuals in
      planes(tile.slacks) { slacks in
        judge_recolour(
          first, second, residuals, slacks, Int32(tile.channels), JudgeConstants.redrawCost,
          Int32(tile.width), Int32(tile.height), JudgeConstants.halfPrecision,
          JudgeConstants.recolourPrice, out, tile.cells)
      }
    }
  }

  private func predict(_ model: StripeModel) {
    let (w, h, n) = (Int32(tile.width), Int32(tile.height), tile.count)
    let (from, to) = model.fromFirst ? (tile.one, tile.two) : (tile.two, tile.one)
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Int16>?.self, capacity: 3) { out in
      for c in 0..<3 { out[c] = tile.predicted[c] }
      planes(from) {
        judge_lcd($0, w, h, model.filter, StripeModel.gain, out.baseAddress!, tile.scratch)
      }
    }
    if tile.channels > 3 { tile.predicted[3].update(from: from[3], count: n) }
    let (high, low) = (tile.spare[0], tile.spare[1])
    for c in 0..<tile.channels {
      let (r, s, p, q) = (tile.residuals[c], tile.slacks[c], tile.predicted[c], to[c])
      for i in 0..<n { r[i] = q[i] - p[i] }
      judge_largest(from[c], w, h, 2, 1, high, tile.scratch)
      judge_smallest(from[c], w, h, 2, 1, low, tile.scratch)
      for i in 0..<n { s[i] = high[i] - low[i] }
      judge_largest(to[c], w, h, 2, 1, high, tile.scratch)
      judge_smallest(to[c], w, h, 2, 1, low, tile.scratch)
      for i in 0..<n { s[i] = min(s[i], high[i] - low[i]) }
    }
  }

  private func evidence(
    _ weights: [judge_weights], _ systematic: Float, offset: Float,
    _ out: UnsafeMutablePointer<Float>
  ) {
    planes(tile.residuals) { residuals in
      planes(tile.slacks) { slacks in
        judge_evidence(
          residuals, slacks, Int32(tile.channels), weights, Int32(tile.width), Int32(tile.height),
          systematic, offset, out, tile.sums)
      }
    }
  }

  /// Keeps what a person can see: near pixels whose remainder is at least a just-noticeable step.
  private func see(
    _ bits: UnsafeMutablePointer<Float>, _ predicted: UnsafeMutablePointer<Float>?
  ) {
    let (w, h, n) = (tile.width, tile.height, tile.count)
    let marks = tile.sums
    marks.update(repeating: 0, count: n)
    let hot = Float(JudgeConstants.hot)
    var (places, meant, seen) = ([Int](), [SIMD4<Float>](), [SIMD4<Float>]())
    let to = judge.model.stripes?.fromFirst == false ? tile.one : tile.two
    for i in 0..<n {
      var value = bits[i]
      var isPredicted = false
      if let predicted, predicted[i] < value {
        value = predicted[i]
        isPredicted = true
      }
      bits[i] = value
      if value <= hot { continue }
      let p = isPredicted ? colour(tile.predicted, i) : colour(tile.one, i)
      let q = isPredicted ? colour(to, i) : colour(tile.two, i)
      let d = p - q
      if max(d.max(), -d.min()) <= 0.5 { continue }
      places.append(i)
      meant.append(p)
      seen.append(q)
    }
    var squares = 0.0
    defer { result.squares.append(squares) }
    if places.isEmpty { return }
    var distances = [Float](repeating: 0, count: places.count)
    batch.measure(meant, seen, places.count, into: &distances)
    let step = Float(judge.batch.justNoticeable)
    let inside = PixelRect(
      x0: tile.core.x0 - tile.area.x0, y0: tile.core.y0 - tile.area.y0,
      x1: tile.core.x1 - tile.area.x0, y1: tile.core.y1 - tile.area.y0)
    for (k, i) in places.enumerated() {
      let d = distances[k] / step
      if d >= 1 { marks[i] = 1 }
      let (x, y) = (i % w, i / w)
      if x >= inside.x0 && x < inside.x1 && y >= inside.y0 && y < inside.y1 {
        squares += Double(d * d)
      }
    }
    let near = tile.sums + 2 * n
    judge_box(marks, Int32(w), Int32(h), 4, near, tile.sums + 4 * n)
    for i in places {
      let (x, y) = (i % w, i / w)
      guard near[i] > 0, x >= inside.x0, x < inside.x1, y >= inside.y0, y < inside.y1 else {
        continue
      }
      result.bits = max(result.bits, Double(bits[i]))
      result.map.note(bits[i], x: tile.area.x0 + x, y: tile.area.y0 + y)
    }
  }

  private func colour(_ planes: [UnsafeMutablePointer<Int16>], _ i: Int) -> SIMD4<Float> {
    SIMD4(
      Float(planes[0][i]), Float(planes[1][i]), Float(planes[2][i]),
      tile.channels > 3 ? Float(planes[3][i]) : 4080) / 16
  }
}

extension Patch {
  /// The ink of the candidate over that of the reference, on an even ground; nil where there is none.
  fileprivate func ink(against ground: Ground) -> Double? {
    var (before, after) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for y in box.y0..<box.y1 {
      for x in box.x0..<box.x1 where roles[y * width + x] != .other {
        let colour = ground.colour(x, y)
        before += a[y * width + x] - colour
        after += b[y * width + x] - colour
      }
    }
    let (p, q) = ((before * before).sum(), (after * after).sum())
    return p > 0 && q > 0 ? Double((q / p).squareRoot()) : nil
  }
}
