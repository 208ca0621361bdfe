public import Raster

/// What kind of difference a region shows.
public enum DiffKind: String, Hashable, Sendable, CaseIterable {
  /// Noise of at most 2 steps without structure.
  case dither
  /// What JPEG's rounding of frequencies leaves of equal pictures.
  case compression
  /// The same edges, drawn by another rasteriser: smoothing, LCD against grey, a position that is
  /// off by at most half a pixel.
  case antialiasing
  /// Content that moved.
  case shift
  /// Rows that were inserted or removed, with everything below moved.
  case reflow
  /// The same coverage in other colours.
  case recolour
  /// The same content, faded into its ground or out of it.
  case opacity
  /// Softer or sharper.
  case blur
  /// The same content at another size.
  case resize
  /// Content where the reference shows its ground.
  case added
  /// Ground where the reference shows content.
  case removed
  /// None of these.
  case changed

  /// Whether only the drawing differs.
  public var isHarmless: Bool { [.dither, .compression, .antialiasing].contains(self) }
}

/// Why a region differs, with the numbers that were found.
public enum Explanation: Hashable, Sendable {
  case dither(Dither)
  case compression(Compression)
  case antialiasing(Antialiasing)
  case shift(Shift)
  case reflow(Reflow)
  case recolour(Recolour)
  case opacity(Opacity)
  case blur(Blur)
  case resize(Resize)
  case added
  case removed
  case changed(Change)

  public var kind: DiffKind {
    switch self {
    case .dither: .dither
    case .compression: .compression
    case .antialiasing: .antialiasing
    case .shift: .shift
    case .reflow: .reflow
    case .recolour: .recolour
    case .opacity: .opacity
    case .blur: .blur
    case .resize: .resize
    case .added: .added
    case .removed: .removed
    case .changed: .changed
    }
  }
}

public struct Dither: Hashable, Sendable {
  /// The largest difference of a channel, in steps of 1/255; at most 2.
  public var largestStep: Double
  /// The mean signed difference, in steps: near 0 for noise.
  public var bias: Double
  /// Correlation of neighbouring differences, -1…1: near 0 for noise.
  public var correlation: Double
}

public struct Compression: Hashable, Sendable {
  /// The largest difference of a frequency as a share of what rounding can make of it, 0…1.
  public var share: Double
}

public struct Antialiasing: Hashable, Sendable {
  /// How far the edges lie from the reference's, in device px, right and down.
  public var dx: Double
  public var dy: Double
  /// Ink of the candidate over that of the reference: above 1 is bolder smoothing.
  public var strength: Double
  /// One side smooths red, green and blue by themselves (LCD), the other does not.
  public var isSubpixel: Bool
}

public struct Shift: Hashable, Sendable {
  /// Device px from the reference to the candidate, right and down.
  public var dx: Double
  public var dy: Double
  /// What is added to `dx` per device px to the right: 0 for a plain move, else the advances of a
  /// line of text differ.
  public var drift: Double
}

public struct Reflow: Hashable, Sendable {
  /// Rows that the candidate has more; negative where it has fewer.
  public var rows: Int
  /// The first such row: of the candidate where rows were inserted, of the reference where removed.
  public var row: Int
  /// How far everything below moved, in device px; negative is up.
  public var moved: Int
  /// Whether the rows stand at the lower edge, with nothing below them.
  public var isAtEnd: Bool
}

public struct ColourChange: Hashable, Sendable {
  public var from: SRGBA8
  public var to: SRGBA8
  /// Between the two, in the metric's unit.
  public var distance: Double
  /// WCAG 2 contrast ratio against the ground, before and after; nil where no ground is known.
  public var contrastBefore: Double?
  public var contrastAfter: Double?
  /// Share of the region's pixels, 0…1.
  public var share: Double
}

public struct Recolour: Hashable, Sendable {
  /// The colours that changed, most frequent first, at most 8.
  public var colours: [ColourChange]
  /// Where both sides are gradients: their directions in degrees, 0 to the right, 90 down.
  public var angleBefore: Double?
  public var angleAfter: Double?
}

public struct Opacity: Hashable, Sendable {
  /// c' = ground + factor · (c − ground): below 1 is fainter.
  public var factor: Double
  public var ground: SRGBA8
}

public struct Blur: Hashable, Sendable {
  /// Standard deviations of the edges' profiles in device px, the pixel itself included.
  public var sigmaBefore: Double
  public var sigmaAfter: Double
  /// The Gaussian that turns the sharper side into the softer one, in device px.
  public var added: Double
  /// sigmaAfter / sigmaBefore: above 1 is softer.
  public var ratio: Double { sigmaAfter / sigmaBefore }
}

public struct Resize: Hashable, Sendable {
  /// The content's bounds in pixels of the reference.
  public var before: PixelRect
  public var after: PixelRect
  public var horizontal: Double
  public var vertical: Double
}

public struct Change: Hashable, Sendable {
  /// Degrees clockwise about the middle of the region that turn the reference into the candidate,
  /// where a rotation explains it.
  public var rotation: Double?
}
