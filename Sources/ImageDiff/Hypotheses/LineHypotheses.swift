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
    var sources: [Int: Int] = [:]
    for pair in pairs { sources[pair.after] = pair.before }
    return Proposal(
      explanation: .text(
        TextChange(
          line: line.bounds, lettersBefore: a.count, lettersAfter: b.count, changedBefore: lost,
          changedAfter: came)),
      parameters: Double(lost + came), keepsOthers: true, isNew: isNew(sources),
      predict: { drawn($0, sources, ink: 1) })
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

  private func weight() -> Proposal? {
    let (a, b) = (line.letters.before, line.letters.after)
    guard a.count >= 3, a.count == b.count else { return nil }
    var ratios: [Double] = []
    for (p, q) in zip(a, b) {
      // Bolder letters are as high, and hardly wider.
      guard abs(p.height - q.height) <= 1, abs(p.rows.lowerBound - q.rows.lowerBound) <= 1,
        4 * abs(p.width - q.width) <= max(p.width, q.width) + 4
      else { return nil }
      ratios.append(q.ink / max(1, p.ink))
    }
    let ink = b.reduce(0) { $0 + $1.ink } / max(1, a.reduce(0) { $0 + $1.ink })
    // What rounds one way at one place of a pixel and another way at the next stays within 7 %.
    guard abs(ink - 1) > 0.07 else { return nil }
    let agree = ratios.count { ink > 1 ? $0 > 1.02 : $0 < 0.98 }
    guard agree * 5 >= ratios.count * 4 else { return nil }
    let sources = Dictionary(uniqueKeysWithValues: a.indices.map { ($0, $0) })
    return Proposal(
      explanation: .weight(Weight(ink: ink)), parameters: Double(a.count) / 2 + 1,
      keepsOthers: true, isNew: { _ in false }, predict: { drawn($0, sources, ink: Float(ink)) })
  }

  // MARK: Drawing

  /// The candidate's letters drawn from the reference's, each in its own box; ground elsewhere.
  private func drawn(
    _ places: [Int], _ sources: [Int: Int], ink: Float
  ) -> [SIMD4<Float>] {
    let (a, b) = (line.letters.before, line.letters.after)
    var owner = [Int](repeating: -1, count: patch.width)
    for (k, letter) in b.enumerated() {
      for x in letter.columns where owner.indices.contains(x - patch.area.x0) {
        owner[x - patch.area.x0] = k
      }
    }
    let limit = a.map { magnitude($0.peak) }.reduce(.zero, pointwiseMax)
    return places.map { i in
      let (x, y) = (i % patch.width + patch.area.x0, i / patch.width + patch.area.y0)
      guard line.bounds.contains(x: x, y: y) else { return patch.a[i] }
      let k = owner[i % patch.width]
      guard k >= 0, let source = sources[k] else { return line.ground }
      let (from, to) = (a[source], b[k])
      let place =
        (Float(x - to.columns.lowerBound) + 0.5) * Float(from.width) / Float(to.width) - 0.5
      let left = Int(place.rounded(.down))
      let t = place - Float(left)
      let v = (from.at(left, y) * (1 - t) + from.at(left + 1, y) * t) * ink
      return line.ground + pointwiseMax(-limit, pointwiseMin(limit, v))
    }
  }
}
