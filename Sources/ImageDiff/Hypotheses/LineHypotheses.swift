internal import Raster

/// What may have happened to a line of letters: some are others, they stand further apart, or all are
/// bolder or larger.
struct LineHypotheses {
  let line: TextLine
  let patch: Patch
  private let before: InkPlane
  private let after: InkPlane

  /// Px around the line.
  private static let margin = 4

  init(line: TextLine, source: LineSource, patch: Patch) {
    (self.line, self.patch) = (line, patch)
    before = line.plane(source, 0, margin: Self.margin)
    after = line.plane(source, 1, margin: Self.margin)
  }

  func proposals() -> [Proposal] {
    guard isOneColour, let low = lowered() else { return [] }
    // Letters that are all bolder are no other letters.
    if let bolder = weight(low) { return read(bolder) + [resized()].compactMap(\.self) }
    let plain = written(from: before.lowered(by: low), dy: low)
    // Nor are those that are all there, to each column.
    if plain.came.isEmpty, plain.went.isEmpty, let moved = moved(plain) {
      return read(moved) + [resized()].compactMap(\.self)
    }
    return [moved(plain), letters(plain), resized(), otherLetters()].compactMap(\.self)
  }

  /// What letter by letter agrees is told even where edges are drawn otherwise, which nobody predicts.
  private func read(_ proposal: Proposal) -> [Proposal] {
    var other = proposal
    other.isNew = { _ in true }
    return [proposal, other]
  }

  /// Whether both sides' letters are of one colour: else it is no matter of form.
  private var isOneColour: Bool {
    func strongest(_ letters: [TextLine.Letter]) -> SIMD4<Float> {
      letters.map(\.peak).max { magnitude($0).sum() < magnitude($1).sum() } ?? .zero
    }
    let (p, q) = (strongest(line.letters.before), strongest(line.letters.after))
    let dots = (p * q).sum()
    // Within about 15°: cos² ≥ 0.93.
    return before.isOneColour && after.isOneColour && dots > 0
      && dots * dots >= 0.93 * (p * p).sum() * (q * q).sum()
  }

  /// By how much the candidate's line lies lower, px: whole where that is within a tenth.
  private func lowered() -> Double? {
    let (p, q) = (before.vertical, after.vertical)
    let dy = q.middle - p.middle
    guard abs(dy) <= Double(Self.margin) - 1 else { return nil }
    // Other letters have their middle elsewhere; the rows' ends say whether the line moved.
    let tops = (
      line.letters.before.map(\.rows.lowerBound), line.letters.after.map(\.rows.lowerBound)
    )
    let feet = (
      line.letters.before.map(\.rows.upperBound), line.letters.after.map(\.rows.upperBound)
    )
    func median(_ v: [Int]) -> Int { v.sorted()[v.count / 2] }
    let same = median(tops.0) == median(tops.1) && median(feet.0) == median(feet.1)
    if same && abs(dy) < 0.75 { return 0 }
    return abs(dy - dy.rounded()) < 0.15 ? dy.rounded() : dy
  }

  // MARK: How the candidate's line is written from the reference's

  /// A line written from a plane, column by column.
  private struct Written {
    var source: InkPlane
    var path: LineAlignment
    var dy: Double
    /// Indices of letters that came, and that went.
    var came: [Int] = []
    var went: [Int] = []
    /// Letters that came of which no part did, but drawn out.
    var drawnOut = 0
    /// Letters of the candidate with more ink than where they come from, and with less, by a fiftieth.
    var bolder = 0
    var lighter = 0
    /// Where each kept letter of the candidate lies, its ink, and its move.
    var kept: [(centre: Double, ink: Double, move: Double)] = []
  }

  /// - Parameter wider: Share of its width by which a letter may be drawn out.
  private func written(
    from source: InkPlane, dy: Double = 0, wider: Double = 0
  ) -> Written {
    let path = LineAlignment(from: source, to: after)
    var result = Written(source: source, path: path, dy: dy)
    // A letter is another one where more than a quarter of its ink is, or where it is drawn out: glyphs
    // stand on quarters of a pixel, and are told to one of them to either side.
    for (k, letter) in line.letters.after.enumerated() {
      var (new, all, moves) = (0.0, 1e-9, [(move: Double, ink: Double)]())
      var own = 1e-9
      for x in letter.columns {
        let ink = column(after, x)
        all += ink
        if let move = path.moves[x - after.area.x0] {
          moves.append((Double(move), ink))
          own += column(before, x - Int(move.rounded()))
        } else {
          new += ink
        }
      }
      let range = (moves.map(\.move).max() ?? 0) - (moves.map(\.move).min() ?? 0)
      // Several that touch have room between them.
      let touching = max(1, 1.5 * Double(letter.width) / Double(line.bounds.height))
      if all - new > 1.02 * own { result.bolder += 1 }
      if all - new < 0.98 * own { result.lighter += 1 }
      if new > all / 4 || wider == 0 && isOther(letter, result)
        || range > 0.75 * touching + wider * Double(letter.width)
      {
        result.came.append(k)
        if new <= all / 4 { result.drawnOut += 1 }
      } else if let move = median(moves) {
        result.kept.append((letter.centre, all, move))
      }
    }
    for (k, letter) in line.letters.before.enumerated() {
      var (gone, all) = (0.0, 1e-9)
      for x in letter.columns {
        let ink = column(before, x)
        all += ink
        if path.gone[x - before.area.x0] { gone += ink }
      }
      if gone > all / 4 { result.went.append(k) }
    }
    return result
  }

  /// Whether a quarter of a letter's energy is not what is written there.
  private func isOther(_ letter: TextLine.Letter, _ line: Written) -> Bool {
    var (rest, all) = (Float(0), Float(0))
    for x in letter.columns {
      let px = x - after.area.x0
      guard let move = line.path.moves[px] else { continue }
      for py in 0..<after.area.height {
        let v = after.at(px, py)
        let d = v - line.source.sample(Float(px) - move, Float(py))
        rest += (d * d).sum()
        all += (v * v).sum()
      }
    }
    return 4 * rest > all
  }

  /// Ink of a column of the page.
  private func column(_ plane: InkPlane, _ x: Int) -> Double {
    (0..<plane.area.height).reduce(0) {
      $0 + Double(magnitude(plane.at(x - plane.area.x0, $1)).sum())
    }
  }

  private func median(_ values: [(move: Double, ink: Double)]) -> Double? {
    let sorted = values.sorted { $0.move < $1.move }
    var rest = sorted.reduce(0) { $0 + $1.ink } / 2
    for v in sorted {
      rest -= v.ink
      if rest <= 0 { return v.move }
    }
    return sorted.last?.move
  }

  /// Moves that change from one letter to the next, in numbers of ½ log₂ n bits: each is one of a few
  /// quarters of a pixel, which is two bits.
  private func changes(_ line: Written) -> Double {
    let count = zip(line.kept, line.kept.dropFirst()).count { abs($0.move - $1.move) > 0.2 }
    return 2 * Double(count) / (logarithm(Double(max(4, patch.probe.count))) / 2)
  }

  /// The candidate's line drawn so; ground elsewhere.
  private func drawn(_ line: Written) -> ([Int]) -> [SIMD4<Float>] {
    let (patch, bounds, ground) = (patch, self.line.bounds.outset(by: 1), self.line.ground)
    let origin = line.source.area
    return { places in
      places.map { i in
        let (x, y) = (i % patch.width + patch.area.x0, i / patch.width + patch.area.y0)
        guard bounds.contains(x: x, y: y) else { return patch.a[i] }
        let (px, py) = (x - origin.x0, y - origin.y0)
        guard let move = line.path.moves[px] else { return ground }
        return ground + line.source.sample(Float(px) - move, Float(py))
      }
    }
  }

  // MARK: The same letters

  /// All letters stand further to one side, or further apart. A move keeps the ink: what rounds one way
  /// at one place of a pixel and another way at the next stays within 7 %; a rasteriser that draws
  /// bolder does so to all of them.
  private func moved(_ line: Written) -> Proposal? {
    let keepsInk = abs(after.total / max(1, before.total) - 1) <= 0.07
    guard !line.kept.isEmpty, keepsInk || line.came.isEmpty,
      line.came.count == line.drawnOut, line.went.isEmpty,
      8 * line.drawnOut <= self.line.letters.after.count
    else { return nil }
    // By least squares over the ink.
    let all = line.kept.reduce(0) { $0 + $1.ink }
    let centre = line.kept.reduce(0) { $0 + $1.ink * $1.centre } / all
    let move = line.kept.reduce(0) { $0 + $1.ink * $1.move } / all
    let (xx, xy) = line.kept.reduce((1e-9, 0.0)) {
      let arm = $1.centre - centre
      return ($0.0 + $1.ink * arm * arm, $0.1 + $1.ink * arm * $1.move)
    }
    // Less than a quarter of a pixel from one end to the other is where glyphs are placed.
    let spread = Double(self.line.bounds.width) * xy / xx
    let drift = abs(spread) > 0.25 ? xy / xx : 0
    let largest = max(abs(move) + abs(spread) / 2, abs(line.dy))
    guard largest > 0.25 else { return nil }
    return Proposal(
      explanation: .shift(Shift(dx: move, dy: line.dy, drift: drift)),
      parameters: 2 + changes(line), keepsOthers: true, predict: drawn(line))
  }

  // MARK: Other letters

  private func letters(_ line: Written) -> Proposal? {
    let (a, b) = (self.line.letters.before, self.line.letters.after)
    // A line of which less than a third stayed is another line.
    guard !line.came.isEmpty || !line.went.isEmpty, 3 * line.kept.count >= b.count,
      3 * (a.count - line.went.count) >= a.count
    else { return nil }
    // An icon beside a line is no letter of it: higher than all that stayed.
    let stayed = a.indices.filter { !line.went.contains($0) }.map { a[$0].height }.max() ?? 0
    let others = line.went.map { a[$0].height } + line.came.map { b[$0].height }
    guard others.allSatisfy({ 3 * $0 <= 4 * stayed }) else { return nil }
    return Proposal(
      explanation: .text(
        TextChange(
          line: self.line.bounds, lettersBefore: a.count, lettersAfter: b.count,
          changedBefore: line.went.count, changedAfter: line.came.count)),
      parameters: Double(line.came.count + line.went.count) + changes(line), keepsOthers: true,
      isNew: isNew(line), predict: drawn(line))
  }

  /// Columns that came, which nobody can predict.
  private func isNew(_ line: Written) -> (Int) -> Bool {
    let (w, x0) = (patch.width, patch.area.x0 - line.source.area.x0)
    let moves = line.path.moves
    return { i in
      let x = i % w + x0
      return moves.indices.contains(x) && moves[x] == nil
    }
  }

  /// Letters on one baseline that changed, and nobody knows how: other words, or another font.
  private func otherLetters() -> Proposal? {
    guard line.hasBaseline else { return nil }
    let w = patch.width
    var isTouched = [Bool](repeating: false, count: w)
    for i in patch.changed { isTouched[i % w] = true }
    func touched(_ letters: [TextLine.Letter]) -> Int {
      letters.count { letter in
        letter.columns.contains { x in
          isTouched.indices.contains(x - patch.area.x0) && isTouched[x - patch.area.x0]
        }
      }
    }
    let (a, b) = (line.letters.before, line.letters.after)
    let (one, two) = (touched(a), touched(b))
    guard one + two > 0 else { return nil }
    return Proposal(
      explanation: .text(
        TextChange(
          line: line.bounds, lettersBefore: a.count, lettersAfter: b.count, changedBefore: one,
          changedAfter: two)),
      parameters: 1, keepsOthers: true, isNew: { _ in true },
      predict: { places in places.map { patch.a[$0] } })
  }

  // MARK: Bolder or larger letters

  private func weight(_ low: Double) -> Proposal? {
    let ratio = after.total / max(1, before.total)
    guard abs(ratio - 1) > 0.02, self.line.letters.after.count >= 3,
      let growth = before.growth(to: ratio)
    else { return nil }
    let line = written(from: before.lowered(by: low).grown(by: growth), dy: low, wider: 0.2)
    // Most letters of a line are bolder alike; and each stands where it was, or beside. Bold letters are
    // up to a fifth wider.
    guard 5 * (ratio > 1 ? line.bolder : line.lighter) >= 4 * self.line.letters.after.count,
      2 * line.kept.count >= self.line.letters.after.count
    else { return nil }
    return Proposal(
      explanation: .weight(Weight(ink: ratio)), parameters: 1 + changes(line), keepsOthers: true,
      predict: drawn(line))
  }

  private func resized() -> Proposal? {
    let (p, q) = (before.vertical, after.vertical)
    guard let one = before.ends, let two = after.ends, p.deviation > 0.5 else { return nil }
    let sx = (two.to - two.from) / (one.to - one.from)
    let sy = q.deviation / p.deviation
    // A font grows both ways, to the twentieth to which a dozen rows tell it.
    guard abs(sx - 1) > 0.02, abs(sy - 1) > 0.02, abs(sx - sy) < 0.05 * max(sx, sy) else {
      return nil
    }
    let scaled = before.scaled(
      sx, sx, from: SIMD2(one.from, p.middle), to: SIMD2(two.from, q.middle))
    let line = written(from: scaled)
    guard !line.kept.isEmpty else { return nil }
    func box(_ letters: [TextLine.Letter]) -> PixelRect {
      letters.map {
        PixelRect(
          x0: $0.columns.lowerBound, y0: $0.rows.lowerBound, x1: $0.columns.upperBound,
          y1: $0.rows.upperBound)
      }.reduce(into: nil) { (all: inout PixelRect?, r) in all = all?.union(r) ?? r }!
    }
    return Proposal(
      explanation: .resize(
        Resize(
          before: box(self.line.letters.before), after: box(self.line.letters.after),
          horizontal: sx, vertical: sx)),
      parameters: 4 + changes(line), keepsOthers: true, predict: drawn(line))
  }
}
