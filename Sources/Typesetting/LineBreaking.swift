/// Chooses where the lines of a paragraph end: greedy, as many words as fit.
struct LineBreaker {
  let setter: LineSetter
  let breaks: [TextEngine.LineBreak]
  /// Points.
  let limit: Double
  let longWord: TypesettingRules.LongWord
  /// Points by which a line of its own may be narrower than its part of the paragraph: what
  /// kerning across the break can take away. Beyond it, shaping a line to be sure would make a
  /// long word cost the square of its length.
  let doubt: Double
  /// Advance → points.
  let width: (Advance) -> Double

  struct Line: Equatable {
    var range: LineRange
    var endsParagraph: Bool
    /// The line starts with a word that no line could hold.
    var startsWithLongWord = false
  }

  func lines(of paragraph: Paragraph) throws(FontError) -> [Line] {
    let end = paragraph.range.upperBound
    var search = Search(
      breaker: self, paragraph: paragraph, sums: try setter.runningAdvances(of: paragraph),
      opportunities: (paragraph.range.lowerBound + 1..<max(end, paragraph.range.lowerBound + 1))
        .filter { breaks[$0] != .none } + [end])
    var lines: [Line] = []
    while let line = try search.next() { lines.append(line) }
    return lines
  }

  private var isUnlimited: Bool { !limit.isFinite }

  /// The state of one paragraph's breaking.
  private struct Search {
    let breaker: LineBreaker
    let paragraph: Paragraph
    let sums: [Advance]
    /// Where lines may end, in order; the last is the paragraph's end.
    let opportunities: [Int]

    /// Where the next line starts; nil after the last.
    var start: Int?
    /// Index of the first opportunity after `start`.
    var first = 0
    var isInsideLongWord = false

    init(breaker: LineBreaker, paragraph: Paragraph, sums: [Advance], opportunities: [Int]) {
      self.breaker = breaker
      self.paragraph = paragraph
      self.sums = sums
      self.opportunities = opportunities
      start = paragraph.range.lowerBound
    }

    mutating func next() throws(FontError) -> Line? {
      guard let start else { return nil }
      let last = try lastThatFits(from: start)
      if last >= first { return finish(start, at: last, longWord: false) }
      let word = breaker.setter.text.withoutTrailingSpace(start..<opportunities[first])
      let cut =
        breaker.longWord == .overflows
        ? word.upperBound : try lastClusterThatFits(in: word)
      if cut == word.upperBound { return finish(start, at: first, longWord: true) }
      let line = Line(
        range: LineRange(content: word.lowerBound..<cut), endsParagraph: false,
        startsWithLongWord: !isInsideLongWord)
      isInsideLongWord = true
      self.start = cut
      return line
    }

    private mutating func finish(_ start: Int, at index: Int, longWord: Bool) -> Line {
      let isLast = index == opportunities.count - 1
      let line = Line(
        range: range(from: start, to: index), endsParagraph: isLast,
        startsWithLongWord: longWord && !isInsideLongWord)
      self.start = isLast ? nil : opportunities[index]
      first = index + 1
      isInsideLongWord = false
      return line
    }

    private func range(from start: Int, to index: Int) -> LineRange {
      let text = breaker.setter.text
      let content = text.withoutTrailingSpace(start..<opportunities[index])
      let isWrapped = index < opportunities.count - 1
      let hyphenated = isWrapped && !content.isEmpty && text[content.upperBound - 1] == 0xAD
      return LineRange(content: content, hyphenated: hyphenated)
    }

    /// Index of the last opportunity up to which a line from `start` fits; first − 1 if none does.
    ///
    /// The sums over the whole paragraph point near the place; what is there is shaped as a line
    /// of its own, since kerning and joining end where a line ends.
    private func lastThatFits(from start: Int) throws(FontError) -> Int {
      if breaker.isUnlimited { return opportunities.count - 1 }
      var low = first
      var high = opportunities.count
      while low < high {
        let middle = (low + high) / 2
        if seemsToFit(range(from: start, to: middle).content) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var last = low - 1
      let candidate = last
      while last >= first {
        if try fits(range(from: start, to: last)) { break }
        last -= 1
      }
      guard last == candidate else { return last }
      while last + 1 < opportunities.count {
        let next = range(from: start, to: last + 1)
        guard seemsToFit(next.content, within: breaker.doubt), try fits(next) else { break }
        last += 1
      }
      return last
    }

    /// The end of the longest start of `word` that fits between grapheme clusters; at least one.
    private func lastClusterThatFits(in word: Range<Int>) throws(FontError) -> Int {
      let start = word.lowerBound
      var low = start + 1
      var high = word.upperBound
      while low < high {
        let middle = (low + high) / 2
        if seemsToFit(start..<middle + 1) { low = middle + 1 } else { high = middle }
      }
      let minimum = nextCluster(after: start, before: word.upperBound)
      var cut = low
      while cut > minimum && !breaker.setter.graphemeStarts[cut] { cut -= 1 }
      cut = max(cut, minimum)
      while cut > minimum {
        if try fits(LineRange(content: start..<cut)) { break }
        repeat { cut -= 1 } while !breaker.setter.graphemeStarts[cut]
      }
      while cut < word.upperBound {
        let next = nextCluster(after: cut, before: word.upperBound)
        guard seemsToFit(start..<next, within: breaker.doubt) else { break }
        guard try fits(LineRange(content: start..<next)) else { break }
        cut = next
      }
      return cut
    }

    private func nextCluster(after index: Int, before end: Int) -> Int {
      var next = index + 1
      while next < end && !breaker.setter.graphemeStarts[next] { next += 1 }
      return min(next, end)
    }

    private func seemsToFit(_ range: Range<Int>, within doubt: Double = 0) -> Bool {
      let origin = paragraph.range.lowerBound
      let (a, b) = (sums[range.lowerBound - origin], sums[range.upperBound - origin])
      let sum = Advance(units: b.units - a.units, clusters: b.clusters - a.clusters)
      return breaker.width(sum) <= breaker.limit + doubt
    }

    private func fits(_ range: LineRange) throws(FontError) -> Bool {
      let advance = try breaker.setter.advance(of: range, in: paragraph)
      return breaker.width(advance) <= breaker.limit + roundingSlack
    }
  }
}
