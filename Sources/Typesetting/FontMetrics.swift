/// A font's vertical metrics, in font units, y up: descenders are negative. Where a variable font
/// varies them (MVAR), those of the instance.
public struct FontMetrics: Hashable, Sendable {
  /// The hhea table: what Apple's text systems read.
  public var ascender: Int
  public var descender: Int
  public var lineGap: Int
  /// The OS/2 table; 0 where the font has none.
  public var typoAscender: Int
  public var typoDescender: Int
  public var typoLineGap: Int
  /// Positive, below the baseline.
  public var winAscent: Int
  public var winDescent: Int
  /// Bit 7 of OS/2 fsSelection: the font asks for its typo metrics.
  public var useTypoMetrics: Bool

  public init(
    ascender: Int, descender: Int, lineGap: Int, typoAscender: Int = 0, typoDescender: Int = 0,
    typoLineGap: Int = 0, winAscent: Int = 0, winDescent: Int = 0, useTypoMetrics: Bool = false
  ) {
    self.ascender = ascender
    self.descender = descender
    self.lineGap = lineGap
    self.typoAscender = typoAscender
    self.typoDescender = typoDescender
    self.typoLineGap = typoLineGap
    self.winAscent = winAscent
    self.winDescent = winDescent
    self.useTypoMetrics = useTypoMetrics
  }
}
