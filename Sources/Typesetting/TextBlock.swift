public import Raster

/// A text in one font and the frame it is set in. Lengths in points, y down.
public struct TextBlock: Sendable, Hashable {
  public var text: String
  /// > 0.
  public var fontSize: Double
  /// Nil: the font's natural one.
  public var lineHeight: Double?
  /// Between lines, besides the line height.
  public var lineSpacing: Double
  /// Added after each cluster, all sources together. A cluster is a grapheme cluster, or several
  /// that the font draws as one ligature.
  public var tracking: Double
  public var alignment: Alignment
  /// Lines beyond are not drawn but reported; there is no ellipsis. 0: no limit.
  public var maxLines: Int
  /// The frame's top left corner on the canvas.
  public var origin: Point
  /// Wraps the text. Not positive or not finite: lines end at newlines only, and align within the
  /// widest of them.
  public var width: Double
  /// 0: as high as the text.
  public var height: Double

  /// Left and right are sides of the page, whichever way the text runs.
  public enum Alignment: String, CaseIterable, Sendable {
    case left, center, right
    /// Lines that wrap are stretched at their spaces; the last of a paragraph stands at the side
    /// where its text starts.
    case justified
  }

  public init(
    text: String, fontSize: Double, lineHeight: Double? = nil, lineSpacing: Double = 0,
    tracking: Double = 0, alignment: Alignment = .left, maxLines: Int = 0,
    origin: Point = Point(x: 0, y: 0), width: Double = 0, height: Double = 0
  ) {
    self.text = text
    self.fontSize = fontSize
    self.lineHeight = lineHeight
    self.lineSpacing = lineSpacing
    self.tracking = tracking
    self.alignment = alignment
    self.maxLines = maxLines
    self.origin = origin
    self.width = width
    self.height = height
  }

  var wraps: Bool { width > 0 && width.isFinite }
}
