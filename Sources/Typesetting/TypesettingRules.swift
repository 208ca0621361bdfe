/// How a text system places lines: one answer for each question on which systems differ.
public struct TypesettingRules: Sendable, Hashable {
  public var metrics: Metrics
  public var lineHeight: LineHeightPlacement
  public var rounding: Rounding
  public var trailingTracking: TrailingTracking
  public var lineBreak: LineBreak
  public var longWord: LongWord
  /// Whether `liga` and `clig` stay on where tracking is not 0.
  public var ligaturesWithTracking: Bool

  public init(
    metrics: Metrics, lineHeight: LineHeightPlacement, rounding: Rounding,
    trailingTracking: TrailingTracking = .kept, lineBreak: LineBreak = .greedy,
    longWord: LongWord = .brokenAtClusters, ligaturesWithTracking: Bool = true
  ) {
    self.metrics = metrics
    self.lineHeight = lineHeight
    self.rounding = rounding
    self.trailingTracking = trailingTracking
    self.lineBreak = lineBreak
    self.longWord = longWord
    self.ligaturesWithTracking = ligaturesWithTracking
  }

  /// Ascent A and descent D (both positive) and line gap, before lines are placed.
  public enum Metrics: String, CaseIterable, Sendable {
    /// A and D of the hhea table rounded to whole points each, halves up; the gap is ignored.
    /// Natural lines of the families Helvetica and Times are round(1.2 × size) high, with what
    /// that adds above: AppKit's exception, as measured in Sketch.
    case roundedPoints
    /// The hhea table as it is; a natural line includes the gap, below.
    case exact
    /// A, D and gap rounded to whole device px each; the typo metrics where the font asks for them
    /// or has no hhea metrics, and the win metrics where it has neither. Half of the gap stands
    /// above a natural line, floored to device px.
    case roundedPixels
  }

  /// Where the space goes that an explicit line height adds. LH less than A + D takes space away
  /// by the same formula; what the systems do then has not been measured.
  public enum LineHeightPlacement: String, CaseIterable, Sendable {
    /// baseline = top + (LH − (A + D)) / 2 + A.
    case centred
    /// baseline = top + LH − D.
    case above
    /// As `centred`, with the half floored to device px.
    case halfLeadingFloor
    /// baseline = top + LH · A / (A + D).
    case proportional
    /// baseline = top + A; the last line is only A + D high.
    case below
  }

  /// Where a baseline may stand.
  public enum Rounding: String, CaseIterable, Sendable {
    /// On whole device px of the canvas, halves down the page.
    case devicePixel
    case none
  }

  /// Whether tracking follows a line's last cluster: part of the line's width for wrapping and
  /// alignment.
  public enum TrailingTracking: String, CaseIterable, Sendable {
    case kept
    case dropped
    /// Half before and half after each cluster.
    case split
  }

  /// How lines are chosen among the allowed breaks.
  public enum LineBreak: String, CaseIterable, Sendable {
    /// Each line takes as many words as fit.
    case greedy
  }

  /// A word wider than the line, which is reported in any case.
  public enum LongWord: String, CaseIterable, Sendable {
    /// Broken between grapheme clusters, at least one on a line.
    case brokenAtClusters
    /// Runs out of the frame.
    case overflows
  }
}
