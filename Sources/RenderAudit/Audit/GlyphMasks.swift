internal import Raster
internal import Typesetting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Glyphs as coverage, kept: the same glyph at the same size and phase is rasterised once.
///
/// Not thread-safe; one per thread that draws.
public final class GlyphMasks {
  private struct Key: Hashable {
    var font: FontIdentity
    var glyph: GlyphID
    var pixelSize: Double
    /// Fractions of a device px, 0..<1.
    var phaseX: Double
    var phaseY: Double
    var flattening: Flattening
  }

  /// A glyph about its origin's pixel.
  private enum Shape {
    case mask(CoverageMask)
    /// Too large to be kept as a mask: rasterised where it is seen.
    case outline(Path, PixelRect)

    var bounds: PixelRect {
      switch self {
      case .mask(let mask): mask.bounds
      case .outline(_, let bounds): bounds
      }
    }
  }

  /// Device px of the largest mask that is kept.
  private static let largest = 1 << 20
  /// Bytes; when the masks together take more they are forgotten.
  private static let capacity = 1 << 26

  private var shapes: [Key: Shape] = [:]
  private var bytes = 0

  public init() {}

  /// The shape of a glyph whose origin is at (`x`, `y`) device px, and whole px to move it by.
  private func shape(
    _ glyph: Drawing.Glyph, of text: Drawing.TextStep
  ) -> (shape: Shape, dx: Int, dy: Int) {
    let (wholeX, wholeY) = (glyph.x.rounded(.down), glyph.y.rounded(.down))
    let key = Key(
      font: text.font, glyph: glyph.id, pixelSize: text.pixelSize, phaseX: glyph.x - wholeX,
      phaseY: glyph.y - wholeY, flattening: text.raster.flattening)
    if let known = shapes[key] { return (known, Int(wholeX), Int(wholeY)) }
    let font = text.font.font
    let em = text.pixelSize / Double(font.unitsPerEm)
    let path = font.outline(of: glyph.id)
      .transformed(sx: em, sy: -em, dx: key.phaseX, dy: key.phaseY)
    let bounds = Outline.path(path, .nonzero).reach
    let isLarge = bounds.area > Self.largest
    if bytes > Self.capacity {
      shapes = [:]
      bytes = 0
    }
    let shape: Shape =
      isLarge
      ? .outline(path, bounds) : .mask(CoverageMask(path: path, flattening: key.flattening))
    bytes += isLarge ? path.elements.count * MemoryLayout<Path.Element>.stride : bounds.area
    shapes[key] = shape
    return (shape, Int(wholeX), Int(wholeY))
  }

  /// All glyphs of `text` joined as a + b − a·b, inside `clip`.
  func joined(_ text: Drawing.TextStep, clip: PixelRect) -> CoverageMask {
    var result = CoverageMask(bounds: reach(text).intersection(clip))
    if result.bounds.isEmpty { return result }
    for glyph in text.glyphs {
      let (shape, dx, dy) = shape(glyph, of: text)
      switch shape {
      case .mask(let mask): result.unite(mask, dx: dx, dy: dy)
      case .outline(let path, _):
        let mask = CoverageMask(
          path: path, flattening: text.raster.flattening,
          clip: result.bounds.offset(x: -dx, y: -dy))
        result.unite(mask, dx: dx, dy: dy)
      }
    }
    guard text.raster.usesSkiaCurve else { return result }
    return result.applying(.skia(luminance: text.colour.skiaLuminance))
  }

  /// The device px that the glyphs of `text` may touch.
  func reach(_ text: Drawing.TextStep) -> PixelRect {
    text.glyphs.reduce(PixelRect.empty) { all, glyph in
      let (shape, dx, dy) = shape(glyph, of: text)
      return all.union(shape.bounds.offset(x: dx, y: dy))
    }
  }
}

extension PixelRect {
  static let empty = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  func offset(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x0: x0 + dx, y0: y0 + dy, x1: x1 + dx, y1: y1 + dy)
  }
}

extension Colour {
  /// The luminance that Skia's coverage curve depends on, 0…1: Rec. 709 weights on channels raised
  /// to its device gamma of 1.2, lowered again.
  fileprivate var skiaLuminance: Double {
    func raised(_ v: Double) -> Double { pow(min(1, max(0, v)), 1.2) }
    return pow(0.2126 * raised(red) + 0.7152 * raised(green) + 0.0722 * raised(blue), 1 / 1.2)
  }
}
