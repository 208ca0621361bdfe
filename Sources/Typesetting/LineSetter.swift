internal import CFreeType

/// How far a stretch of text moves the pen: exact sums, turned into lengths at the end.
struct Advance: Equatable {
  /// Font units × RA_POSITIONS_PER_UNIT.
  var units = 0
  /// Clusters that tracking is added to.
  var clusters = 0
}

/// A line's part of the text, in UTF-16 units.
struct LineRange: Equatable {
  /// Without the white space and newline at its end.
  var content: Range<Int>
  /// The line wraps at a soft hyphen, which shows.
  var hyphenated = false
}

/// Shapes parts of a text as lines of their own: a font may kern across a break, so a line is not
/// the sum of its words.
struct LineSetter {
  let text: TextUnits
  let font: Font
  let graphemeStarts: [Bool]
  let ligatures: Bool

  /// Shapes the runs of `line`, from left to right or in the order of reading, and hands on the
  /// glyphs of each with the offset to add to their clusters.
  func forEachRun(
    of line: LineRange, in paragraph: Paragraph, visually: Bool,
    _ body: (UnsafeBufferPointer<ra_glyph>, Int) -> Void
  ) throws(FontError) {
    let start = line.content.lowerBound
    var runs = paragraph.runs(in: line.content)
    if visually { runs = visualOrder(runs) }
    let hyphenated = line.hyphenated ? withHyphen(line.content) : nil
    defer { hyphenated?.deallocate() }
    let units = hyphenated.map { UnsafeBufferPointer($0) } ?? text[line.content]
    for run in runs {
      let range = run.range.lowerBound - start..<run.range.upperBound - start
      try font.shape(
        range, of: units, script: run.script, rightToLeft: run.isRightToLeft, ligatures: ligatures
      ) { body($0, start) }
    }
  }

  private func withHyphen(_ range: Range<Int>) -> UnsafeMutableBufferPointer<UInt16> {
    let copy = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: range.count)
    _ = copy.initialize(from: text[range])
    copy[range.count - 1] = font.hasGlyph(for: "\u{2010}") ? 0x2010 : 0x2D
    return copy
  }

  func advance(of line: LineRange, in paragraph: Paragraph) throws(FontError) -> Advance {
    var sum = Advance()
    try forEachRun(of: line, in: paragraph, visually: false) { glyphs, start in
      forEachCluster(of: glyphs, from: start) { _, units, isTracked in
        sum.units += units
        sum.clusters += isTracked ? 1 : 0
      }
    }
    return sum
  }

  /// Sums over the paragraph shaped as one line: element i is the advance of all clusters that
  /// start before unit i of the paragraph.
  func runningAdvances(of paragraph: Paragraph) throws(FontError) -> [Advance] {
    let start = paragraph.range.lowerBound
    var sums = [Advance](repeating: Advance(), count: paragraph.range.count + 1)
    let whole = LineRange(content: paragraph.range)
    try forEachRun(of: whole, in: paragraph, visually: false) { glyphs, offset in
      forEachCluster(of: glyphs, from: offset) { cluster, units, isTracked in
        sums[cluster.start - start + 1].units += units
        sums[cluster.start - start + 1].clusters += isTracked ? 1 : 0
      }
    }
    for index in sums.indices.dropFirst() {
      sums[index].units += sums[index - 1].units
      sums[index].clusters += sums[index - 1].clusters
    }
    return sums
  }

  struct Cluster {
    /// UTF-16 unit of the text.
    var start: Int
    var glyphs: Range<Int>
  }

  /// Hands on each cluster with its advance and whether tracking follows it: not where it moves
  /// nothing (joiners, stray marks), nor within a grapheme cluster.
  func forEachCluster(
    of glyphs: UnsafeBufferPointer<ra_glyph>, from start: Int,
    _ body: (Cluster, _ units: Int, _ isTracked: Bool) -> Void
  ) {
    var first = 0
    while first < glyphs.count {
      let cluster = glyphs[first].cluster
      var end = first
      var units = 0
      while end < glyphs.count, glyphs[end].cluster == cluster {
        units += Int(glyphs[end].advance)
        end += 1
      }
      let unit = start + Int(cluster)
      body(Cluster(start: unit, glyphs: first..<end), units, units != 0 && graphemeStarts[unit])
      first = end
    }
  }
}
