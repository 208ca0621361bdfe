internal import CFreeType
public import Raster

/// A glyph and where it stands, in device px of the canvas, y down.
public struct PlacedGlyph: Sendable, Hashable {
  public var glyph: GlyphID
  /// The origin's x, not yet quantised: `GlyphPositioning` does that.
  public var penX: Double
  /// The line's baseline by the rounding rule, with the glyph's own offset (marks) added.
  public var baselineY: Double
  /// Index of the UTF-16 unit of the block's text at which the glyph's cluster starts.
  public var cluster: Int
}

/// A line and where it stands, in points of the canvas.
public struct PlacedLine: Sendable, Hashable {
  /// Without the white space or newline at its end; with the hyphen where it wraps at a soft one.
  public var text: String
  /// The left end.
  public var xPt: Double
  public var baselinePt: Double
  /// Without the white space at its end; with tracking after the last cluster where the rules keep
  /// it, and stretched where it is justified.
  public var widthPt: Double
  /// From left to right.
  public var glyphs: [PlacedGlyph]
  /// UTF-16 units of the block's text.
  public var range: Range<Int>
}

/// What a reader of the text should know, since nothing is cut without a word.
public enum TextProblem: Sendable, Hashable {
  /// The text is higher than its frame, by so many points.
  case overflowsFrame(bottom: Double)
  /// A word is wider than the frame, on this line (from 0): broken, or running out of the frame.
  case wordWiderThanFrame(line: Int)
  /// The font lacks the character; .notdef is drawn.
  case missingGlyph(Unicode.Scalar)
  /// So many lines are beyond the limit, and not drawn.
  case truncatedLines(Int)
  /// A tab is drawn as a space.
  case tabDrawnAsSpace
}

/// A text set in lines.
public struct TextLayout: Sendable, Hashable {
  public var lines: [PlacedLine]
  /// The widest line's, in points.
  public var widthPt: Double
  /// From the top of the first line to the bottom of the last, in points.
  public var heightPt: Double
  public var problems: [TextProblem]

  /// In UTF-16 units: what the arrays of a layout hold in less than 100 MB.
  public static let textLimit = 1 << 20

  /// Sets `block` in `font`. An empty text has no lines; a newline at the end starts one more.
  ///
  /// - Precondition: The font size is finite and > 0.
  public init(
    _ block: TextBlock, font: Font, rules: TypesettingRules, scale: DeviceScale
  ) throws(FontError) {
    precondition(block.fontSize > 0 && block.fontSize.isFinite, "a font size is > 0")
    let units = block.text.utf16.count
    guard units <= Self.textLimit else {
      throw .textTooLong(units: units, limit: Self.textLimit)
    }
    var builder = try LayoutBuilder(block, font: font, rules: rules, scale: scale)
    try builder.breakLines()
    self = try builder.placed()
  }
}

private struct LayoutBuilder {
  let block: TextBlock
  let font: Font
  let rules: TypesettingRules
  let scale: DeviceScale
  let setter: LineSetter
  let breaks: [TextEngine.LineBreak]
  let metrics: LineMetrics

  var lines: [Line] = []
  var problems: [TextProblem] = []
  var missing: Set<Unicode.Scalar> = []

  struct Line {
    var line: LineBreaker.Line
    var paragraph: Paragraph
    var advance: Advance
  }

  init(
    _ block: TextBlock, font: Font, rules: TypesettingRules, scale: DeviceScale
  ) throws(FontError) {
    self.block = block
    self.font = font
    self.rules = rules
    self.scale = scale
    let text = TextUnits(block.text)
    breaks = try font.engine.lineBreaks(in: text.all)
    setter = LineSetter(
      text: text, font: font, graphemeStarts: try font.engine.graphemeStarts(in: text.all),
      ligatures: block.tracking == 0 || rules.ligaturesWithTracking)
    metrics = LineMetrics(
      font.metrics, unitsPerEm: font.unitsPerEm, family: font.familyName, block: block,
      rules: rules, scale: scale)
  }

  // MARK: Breaking

  mutating func breakLines() throws(FontError) {
    let width = width
    let breaker = LineBreaker(
      setter: setter, breaks: breaks, limit: block.wraps ? block.width : .infinity,
      longWord: rules.longWord, doubt: block.fontSize, width: width)
    var start = 0
    for end in breaks.indices where breaks[end] == .mandatory && end > start {
      try append(setter.text.withoutNewline(start..<end), breaker)
      start = end
    }
    if setter.text.endsWithNewline { try append(start..<start, breaker) }
  }

  private mutating func append(_ range: Range<Int>, _ breaker: LineBreaker) throws(FontError) {
    let paragraph = try Paragraph(range, of: setter.text, engine: font.engine)
    for line in try breaker.lines(of: paragraph) {
      let advance = try setter.advance(of: line.range, in: paragraph)
      lines.append(Line(line: line, paragraph: paragraph, advance: advance))
    }
  }

  /// Advance → points.
  private var width: (Advance) -> Double {
    let points = block.fontSize / Double(font.unitsPerEm * Int(RA_POSITIONS_PER_UNIT))
    let (tracking, trailing) = (block.tracking, rules.trailingTracking)
    return { advance in
      let spaces = trailing == .dropped ? max(0, advance.clusters - 1) : advance.clusters
      return Double(advance.units) * points + Double(spaces) * tracking
    }
  }

  // MARK: Placing

  mutating func placed() throws(FontError) -> TextLayout {
    let shown = block.maxLines > 0 ? min(block.maxLines, lines.count) : lines.count
    let widest = lines[..<shown].map { width($0.advance) }.max() ?? 0
    let frameWidth = block.wraps ? block.width : widest
    var placed: [PlacedLine] = []
    for index in 0..<shown { placed.append(try place(index, frameWidth: frameWidth)) }
    let height = shown == 0 ? 0 : Double(shown - 1) * metrics.pitch + metrics.lastHeight
    if block.height > 0, height > block.height + roundingSlack {
      problems.append(.overflowsFrame(bottom: height - block.height))
    }
    if shown < lines.count { problems.append(.truncatedLines(lines.count - shown)) }
    if block.text.utf8.contains(0x09) { problems.append(.tabDrawnAsSpace) }
    return TextLayout(
      lines: placed, widthPt: placed.map(\.widthPt).max() ?? 0, heightPt: height,
      problems: problems)
  }

  private func baseline(of index: Int) -> Double {
    let points = block.origin.y + Double(index) * metrics.pitch + metrics.baseline
    let pixels = scale.devicePixels(points)
    return switch rules.rounding {
    case .devicePixel: (pixels + 0.5 + roundingSlack).rounded(.down)
    case .none: pixels
    }
  }

  private mutating func place(_ index: Int, frameWidth: Double) throws(FontError) -> PlacedLine {
    let line = lines[index]
    if line.line.startsWithLongWord { problems.append(.wordWiderThanFrame(line: index)) }
    let content = line.line.range.content
    let natural = width(line.advance)
    let alignment = Alignment(
      block.alignment, free: frameWidth - natural, line: line, spaces: spaces(in: content))
    let x = block.origin.x + alignment.indent
    let baseline = baseline(of: index)
    let glyphs = try glyphs(
      of: line, from: scale.devicePixels(x), baseline: baseline,
      stretch: scale.devicePixels(alignment.stretch))
    return PlacedLine(
      text: text(of: line.line.range), xPt: x, baselinePt: baseline / scale.pixelsPerPoint,
      widthPt: natural + alignment.stretch * Double(spaces(in: content)), glyphs: glyphs,
      range: content)
  }

  private func text(of range: LineRange) -> String {
    var units = Array(setter.text[range.content])
    if range.hyphenated { units[units.count - 1] = 0x2D }
    return String(decoding: units, as: UTF16.self)
  }

  private func spaces(in range: Range<Int>) -> Int {
    setter.text[range].count { isStretched($0) }
  }

  private func isStretched(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }

  private mutating func glyphs(
    of line: Line, from x: Double, baseline: Double, stretch: Double
  ) throws(FontError) -> [PlacedGlyph] {
    let pixels =
      scale.devicePixels(block.fontSize)
      / Double(font.unitsPerEm * Int(RA_POSITIONS_PER_UNIT))
    let tracking = scale.devicePixels(block.tracking)
    let lead = rules.trailingTracking == .split ? tracking / 2 : 0
    var result: [PlacedGlyph] = []
    var missingAt: [Int] = []
    // Sums stay whole numbers until a position is needed: nothing accumulates along the line.
    var pen = Advance()
    var stretched = 0
    try setter.forEachRun(of: line.line.range, in: line.paragraph, visually: true) {
      glyphs, start in
      setter.forEachCluster(of: glyphs, from: start) { cluster, units, isTracked in
        let before =
          x + Double(pen.clusters) * tracking + (isTracked ? lead : 0)
          + Double(stretched) * stretch
        var within = 0
        for glyph in glyphs[cluster.glyphs] {
          if glyph.glyph == 0 { missingAt.append(cluster.start) }
          let position = Double(pen.units + within + Int(glyph.x_offset)) * pixels
          result.append(
            PlacedGlyph(
              glyph: GlyphID(rawValue: glyph.glyph), penX: before + position,
              baselineY: baseline - Double(glyph.y_offset) * pixels, cluster: cluster.start))
          within += Int(glyph.advance)
        }
        pen.units += units
        pen.clusters += isTracked ? 1 : 0
        stretched += isStretched(setter.text[cluster.start]) ? 1 : 0
      }
    }
    reportMissing(at: missingAt, before: line.line.range.content)
    return result
  }

  /// Of each place's characters up to its grapheme cluster's end, those without a glyph of their own;
  /// if all have one, the first.
  ///
  /// One grapheme cluster may have thousands of places: it is gone through once, from the first.
  private mutating func reportMissing(at places: [Int], before line: Range<Int>) {
    /// The end of what was gone through, and the last character there without a glyph.
    var (end, last) = (0, -1)
    for start in Set(places).sorted() {
      if start < end {
        if last < start { report(setter.text.scalar(at: start)) }
        continue
      }
      var index = start
      repeat {
        let scalar = setter.text.scalar(at: index)
        if !font.hasGlyph(for: scalar) {
          report(scalar)
          last = index
        }
        index += scalar.value > 0xFFFF ? 2 : 1
      } while index < line.upperBound && !setter.graphemeStarts[index]
      end = index
      if last < start { report(setter.text.scalar(at: start)) }
    }
  }

  private mutating func report(_ scalar: Unicode.Scalar) {
    if missing.insert(scalar).inserted { problems.append(.missingGlyph(scalar)) }
  }

  private struct Alignment {
    /// Points from the frame's left side.
    var indent = 0.0
    /// Points added at each space.
    var stretch = 0.0

    init(_ alignment: TextBlock.Alignment, free: Double, line: Line, spaces: Int) {
      switch alignment {
      case .left: break
      case .center: indent = free / 2
      case .right: indent = free
      case .justified:
        if !line.line.endsParagraph, spaces > 0, free > 0 {
          stretch = free / Double(spaces)
        } else if line.paragraph.level & 1 == 1 {
          indent = free
        }
      }
    }
  }
}

extension TextLayout {
  fileprivate init(
    lines: [PlacedLine], widthPt: Double, heightPt: Double, problems: [TextProblem]
  ) {
    self.lines = lines
    self.widthPt = widthPt
    self.heightPt = heightPt
    self.problems = problems
  }
}
