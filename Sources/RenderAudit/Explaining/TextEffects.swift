internal import Typesetting

/// What became of a text's lines from one layout of it to another.
struct TextEffects: Equatable {
  /// A run of neighbouring words that stand on another line. Lines count from 1.
  struct Move: Equatable {
    var words: [String]
    var from: Int
    /// Nil: no longer shown.
    var to: Int?
  }

  var moves: [Move]
  /// Words that only the second layout shows.
  var appeared: [String]
  var lineCounts: (before: Int, after: Int)
  /// Points that each line's baseline moves down, for lines on both sides.
  var baselineShifts: [Double]
  /// Points that each line's left end moves to the right, for lines of equal words.
  var leftShifts: [Double]
  /// Line from 0, and the points by which it got wider; for lines of equal words.
  var widenings: [(line: Int, points: Double)]
  /// Points by which the text reaches below its frame, or 0.
  var overflow: (before: Double, after: Double)

  static func == (a: TextEffects, b: TextEffects) -> Bool {
    a.moves == b.moves && a.appeared == b.appeared && a.lineCounts == b.lineCounts
      && a.baselineShifts == b.baselineShifts && a.leftShifts == b.leftShifts
      && a.overflow == b.overflow
      && a.widenings.elementsEqual(b.widenings) { $0.line == $1.line && $0.points == $1.points }
  }

  init(of text: String, from before: TextLayout, to after: TextLayout) {
    let words = Word.all(in: text)
    moves = TextEffects.moves(of: words, from: before, to: after)
    appeared = words.filter { $0.line(in: before) == nil && $0.line(in: after) != nil }.map(\.text)
    lineCounts = (before.lines.count, after.lines.count)
    let lines = Array(zip(before.lines, after.lines))
    baselineShifts = lines.map { $1.baselinePt - $0.baselinePt }
    let same = lines.enumerated().filter { $0.element.0.range == $0.element.1.range }
    leftShifts = same.map { $0.element.1.xPt - $0.element.0.xPt }
    widenings = same.map { ($0.offset, $0.element.1.widthPt - $0.element.0.widthPt) }
    overflow = (before.overflow, after.overflow)
  }

  /// Whether every line holds the same words on both sides.
  var keepsLines: Bool {
    moves.isEmpty && appeared.isEmpty && lineCounts.before == lineCounts.after
  }

  private static func moves(
    of words: [Word], from before: TextLayout, to after: TextLayout
  ) -> [Move] {
    var result: [Move] = []
    var previous: (from: Int, to: Int?)?
    for word in words {
      guard let from = word.line(in: before) else { continue }
      let to = word.line(in: after)
      if from == to {
        previous = nil
      } else if let p = previous, p == (from, to) {
        result[result.count - 1].words.append(word.text)
      } else {
        result.append(Move(words: [word.text], from: from + 1, to: to.map { $0 + 1 }))
        previous = (from, to)
      }
    }
    return result
  }

  /// What stands between white space, and where.
  private struct Word {
    var text: String
    /// UTF-16 unit of the text.
    var start: Int

    static func all(in text: String) -> [Word] {
      text.split(whereSeparator: \.isWhitespace).map {
        Word(text: String($0), start: $0.startIndex.utf16Offset(in: text))
      }
    }

    /// The line, from 0, on which the word begins; nil where it is not shown.
    func line(in layout: TextLayout) -> Int? {
      layout.lines.firstIndex { $0.range.contains(start) }
    }
  }
}

extension TextLayout {
  /// Points by which the text reaches below its frame; 0 where it fits.
  var overflow: Double {
    for case .overflowsFrame(let bottom) in problems { return bottom }
    return 0
  }
}

// MARK: In words

extension TextEffects {
  /// Below this nothing is said: less than a hundredth of a point.
  private static let least = 0.005

  /// Each effect as a clause; empty where nothing moved.
  func clauses() -> [String] {
    lineClauses() + widthClauses() + positionClauses() + frameClauses()
  }

  /// Which words moved, vanished or appeared, and how many lines there are.
  func lineClauses() -> [String] {
    var clauses: [String] = []
    let shown = moves.prefix(2).map { move in
      let words = quoted(move.words)
      let verb = move.words.count == 1 ? "moves" : "move"
      guard let to = move.to else {
        return "\(words) \(move.words.count == 1 ? "is" : "are") no longer shown"
      }
      return "\(words) \(verb) from line \(move.from) to line \(to)"
    }
    clauses += shown
    let rest = moves.dropFirst(2).reduce(0) { $0 + $1.words.count }
    if rest > 0 {
      clauses.append("\(rest) further \(rest == 1 ? "word changes" : "words change") line")
    }
    if !appeared.isEmpty { clauses.append("\(quoted(appeared)) now shown") }
    if lineCounts.before != lineCounts.after {
      clauses.append("there are \(lineCounts.after) lines instead of \(lineCounts.before)")
    }
    return clauses
  }

  /// How much wider each line got.
  func widthClauses() -> [String] {
    let changed = widenings.filter { abs($0.points) >= TextEffects.least }
    guard !changed.isEmpty else { return [] }
    let isWider = changed[0].points > 0
    let word = isWider ? "wider" : "narrower"
    guard changed.allSatisfy({ ($0.points > 0) == isWider }), changed.count > 2 else {
      let parts = changed.map {
        "line \($0.line + 1) is \(points(abs($0.points))) \($0.points > 0 ? "wider" : "narrower")"
      }
      return [andList(parts)]
    }
    let sizes = changed.map { abs($0.points) }
    let (least, most) = (sizes.min()!, sizes.max()!)
    return [
      most - least < TextEffects.least
        ? "lines are \(points(most)) \(word)"
        : "lines are \(numeral(least)) to \(points(most)) \(word)"
    ]
  }

  /// How far baselines and left ends moved.
  func positionClauses() -> [String] {
    shift(baselineShifts, "the baseline stands", "baselines stand", "lower", "higher")
      + shift(
        leftShifts, "the line starts", "lines start", "further right", "further left")
  }

  private func shift(
    _ shifts: [Double], _ one: String, _ many: String, _ positive: String, _ negative: String
  ) -> [String] {
    guard shifts.contains(where: { abs($0) >= TextEffects.least }) else { return [] }
    let (least, most) = (shifts.min()!, shifts.max()!)
    let subject = shifts.count == 1 ? one : many
    func words(_ d: Double) -> String { "\(points(abs(d))) \(d > 0 ? positive : negative)" }
    if most - least < TextEffects.least { return ["\(subject) \(words(most))"] }
    if least >= 0 || most <= 0 {
      let ends = [abs(least), abs(most)].sorted()
      return ["\(subject) \(numeral(ends[0])) to \(words(most > 0 ? ends[1] : -ends[1]))"]
    }
    return ["\(subject) between \(words(least)) and \(words(most))"]
  }

  /// What overflows the frame now, or no longer.
  func frameClauses() -> [String] {
    let (before, after) = overflow
    if before > 0, after > 0 {
      return abs(after - before) < TextEffects.least
        ? [] : ["the text overflows its frame by \(points(after)) instead of \(points(before))"]
    }
    if after > 0 { return ["the text overflows its frame by \(points(after))"] }
    return before > 0 ? ["the text no longer overflows its frame"] : []
  }

  private func quoted(_ words: [String]) -> String {
    let shown = words.count > 4 ? words.prefix(2) + ["…"] + words.suffix(1) : words[...]
    return "“\(shown.joined(separator: " "))”"
  }
}
