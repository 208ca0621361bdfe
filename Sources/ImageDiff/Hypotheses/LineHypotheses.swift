internal import Raster

/// What may have happened to a line of letters: some are others, or all are bolder.
struct LineHypotheses {
  let line: TextLine
  let patch: Patch

  func proposals() -> [Proposal] {
    guard isOneColour else { return [] }
    return [letters(), weight()].compactMap(\.self)
  }

  /// Whether both sides' letters are of one colour: else it is no matter of form.
  private var isOneColour: Bool {
    func strongest(_ letters: [TextLine.Letter]) -> SIMD4<Float> {
      letters.map(\.peak).max { magnitude($0).sum() < magnitude($1).sum() } ?? .zero
    }
    let (p, q) = (strongest(line.letters.before), strongest(line.letters.after))
    let dots = (p * q).sum()
    // Within about 15°: cos² ≥ 0.93.
    return dots > 0 && dots * dots >= 0.93 * (p * p).sum() * (q * q).sum()
  }

  // MARK: Other letters

  private func letters() -> Proposal? {
    let (a, b) = (line.letters.before, line.letters.after)
    let pairs = line.pairs()
    let (lost, came) = (a.count - pairs.count, b.count - pairs.count)
    // A line of which less than a third stayed is another line.
    guard lost + came > 0, 3 * pairs.count >= max(a.count, b.count) else { return nil }
    // Letters move where others came or went, not each by itself: that is another spacing.
    guard jumps(pairs) * 8 <= max(8, pairs.count) else { return nil }
    // An icon beside a line is no letter of it: higher than all that stayed.
    let (keptA, keptB) = (Set(pairs.map(\.before)), Set(pairs.map(\.after)))
    let stayed = keptA.map { a[$0].height }.max() ?? 0
    let others =
      a.indices.filter { !keptA.contains($0) }.map { a[$0].height }
      + b.indices.filter { !keptB.contains($0) }.map { b[$0].height }
    guard others.allSatisfy({ 3 * $0 <= 4 * stayed }) else { return nil }
    var sources: [Int: Int] = [:]
    for pair in pairs { sources[pair.after] = pair.before }
    return Proposal(
      explanation: .text(
        TextChange(
          line: line.bounds, lettersBefore: a.count, lettersAfter: b.count, changedBefore: lost,
          changedAfter: came)),
      parameters: Double(lost + came), keepsOthers: true, isNew: isNew(sources),
      predict: { drawn($0, a, b, sources, ink: 1) })
  }

  /// Pairs beside each other, with nobody else's letters between them, of which one moved by another
  /// step: more than the two quarters of a pixel on which glyphs are placed.
  private func jumps(_ pairs: [(before: Int, after: Int)]) -> Int {
    let (a, b) = (line.letters.before, line.letters.after)
    func move(_ pair: (before: Int, after: Int)) -> Double {
      b[pair.after].centre - a[pair.before].centre
    }
    return zip(pairs, pairs.dropFirst()).count { p, q in
      q.before == p.before + 1 && q.after == p.after + 1 && abs(move(p) - move(q)) > 0.5
    }
  }

  /// Pixels of letters that came, which nobody can predict, and of those that went, on their ground.
  private func isNew(_ sources: [Int: Int]) -> (Int) -> Bool {
    var columns = [Bool](repeating: false, count: patch.width)
    for (k, letter) in line.letters.after.enumerated() where sources[k] == nil {
      for x in letter.columns.lowerBound - 1...letter.columns.upperBound {
        let i = x - patch.area.x0
        if columns.indices.contains(i) { columns[i] = true }
      }
    }
    let w = patch.width
    return { columns[$0 % w] }
  }

  // MARK: Bolder letters

  /// By letters, or by words where letters touch on one side and not on the other.
  private func weight() -> Proposal? {
    let (a, b) = (line.letters.before, line.letters.after)
    if a.count == b.count, a.count >= 3, let found = weight(a, b) { return found }
    return weight(line.words(a), line.words(b))
  }

  private func weight(_ a: [TextLine.Letter], _ b: [TextLine.Letter]) -> Proposal? {
    guard a.count == b.count else { return nil }
    var (ratios, likeness) = ([Double](), 0.0)
    for (p, q) in zip(a, b) {
      // Bolder letters are as high, and hardly wider.
      guard abs(p.height - q.height) <= 1, abs(p.rows.lowerBound - q.rows.lowerBound) <= 1,
        5 * abs(p.width - q.width) <= max(p.width, q.width) + 5
      else { return nil }
      ratios.append(q.ink / max(1, p.ink))
      likeness += p.likeness(q) * p.ink
    }
    let all = max(1, a.reduce(0) { $0 + $1.ink })
    let ink = b.reduce(0) { $0 + $1.ink } / all
    // What rounds one way at one place of a pixel and another way at the next stays within 7 %; and
    // most of the ink's profile is the same.
    guard abs(ink - 1) > 0.07, likeness > 0.85 * all else { return nil }
    let agree = ratios.count { ink > 1 ? $0 > 1.02 : $0 < 0.98 }
    guard agree * 5 >= ratios.count * 4 else { return nil }
    let sources = Dictionary(uniqueKeysWithValues: a.indices.map { ($0, $0) })
    return Proposal(
      explanation: .weight(Weight(ink: ink)), parameters: Double(a.count) / 2 + 1,
      keepsOthers: true, isNew: { _ in false },
      predict: { drawn($0, a, b, sources, ink: Float(ink)) })
  }

  // MARK: Drawing

  /// The candidate's letters drawn from the reference's, each moved to its place, or stretched to its
  /// box where it is of another weight; ground elsewhere.
  private func drawn(
    _ places: [Int], _ a: [TextLine.Letter], _ b: [TextLine.Letter], _ sources: [Int: Int],
    ink: Float
  ) -> [SIMD4<Float>] {
    var owner = [Int](repeating: -1, count: patch.width)
    for (k, letter) in b.enumerated() {
      for x in letter.columns where owner.indices.contains(x - patch.area.x0) {
        owner[x - patch.area.x0] = k
      }
    }
    let moves = b.indices.map { k in
      Float(sources[k].map { b[k].centre - a[$0].centre } ?? 0)
    }
    let limit = a.map { magnitude($0.peak) }.reduce(.zero, pointwiseMax)
    return places.map { i in
      let (x, y) = (i % patch.width + patch.area.x0, i / patch.width + patch.area.y0)
      guard line.bounds.contains(x: x, y: y) else { return patch.a[i] }
      let k = owner[i % patch.width]
      guard k >= 0, let source = sources[k] else { return line.ground }
      let (from, to) = (a[source], b[k])
      let place =
        ink == 1
        ? Float(x - from.columns.lowerBound) - moves[k]
        : (Float(x - to.columns.lowerBound) + 0.5) * Float(from.width) / Float(to.width) - 0.5
      let left = Int(place.rounded(.down))
      let t = place - Float(left)
      let v = (from.at(left, y) * (1 - t) + from.at(left + 1, y) * t) * ink
      return line.ground + pointwiseMax(-limit, pointwiseMin(limit, v))
    }
  }
}
