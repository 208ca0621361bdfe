public import Raster
public import Typesetting

/// An element as one convention reads it, in device px of the canvas: nothing is left to interpret.
///
/// Two conventions that give equal drawings give equal pixels; that is how causes are told from
/// axes that differ but do not matter.
public struct Drawing: Hashable {
  /// In painting order.
  public var steps: [Step]
  /// 0…1.
  public var opacity: Double
  /// Whether the steps are flattened before the opacity is applied, or each gets it.
  public var isFlattened: Bool

  public enum Step: Hashable {
    case shadow(Shadow, of: Outline, knockingOut: Outline?)
    /// The shadow of what the steps paint, by its alpha.
    case shadowOfContent(Shadow, [Step], knockingOut: Outline?)
    case innerShadow(Shadow, hole: Outline, inside: Outline)
    case fill(Outline, Paint)
    case text(TextStep)
  }

  public struct TextStep: Hashable {
    public var glyphs: [Glyph]
    public var font: FontIdentity
    /// Device px per em.
    public var pixelSize: Double
    public var raster: TextRaster
    public var colour: Colour
  }

  /// A glyph's origin in device px, where the raster places it.
  public struct Glyph: Hashable {
    public var id: GlyphID
    public var x: Double
    public var y: Double
  }

  /// How outlines of glyphs become coverage.
  public struct TextRaster: Hashable {
    public var flattening: Flattening
    /// Skia's contrast and gamma for the text's colour; else coverage is alpha.
    public var usesSkiaCurve: Bool
  }
}

/// A font, equal only to itself.
public struct FontIdentity: Hashable {
  public let font: Font

  public init(_ font: Font) { self.font = font }

  public static func == (a: FontIdentity, b: FontIdentity) -> Bool { a.font === b.font }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(font)) }
}
