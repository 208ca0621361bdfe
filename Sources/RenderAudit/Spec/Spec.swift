public import Conventions
public import Raster

/// What a spec.json states: numbers, in points, origin top left, y down. What they mean is a
/// convention's business.
public struct Spec: Sendable {
  public var title: String?
  public var canvas: Canvas
  /// Font name → file path, absolute or relative to the working directory. Besides the spec's own
  /// `fonts` it holds the files that texts name by their path.
  public var fonts: [String: String]
  /// The user's own conventions, resolved: every axis has a choice. Built-in ones are not in it.
  public var conventions: [String: Convention]
  public var comparison: Comparison
  public var elements: [Element]
  /// Where values stand in the file, by JSON path, for later complaints: the canvas, each element
  /// (`elements[2]`), each text's `font`, the paths in `fonts` and the names in `compare`.
  public var places: [String: TextPlace] = [:]

  public struct Canvas: Sendable, Equatable {
    /// Points.
    public var size: Size
    public var scale: DeviceScale
    /// Nil: transparent.
    public var background: SpecColour?
  }

  public struct Comparison: Sendable, Equatable {
    public var reference: String?
    public var candidates: [String]
  }

  /// The same spec at another scale.
  ///
  /// - Throws: When its canvas or an element would then need too many device pixels.
  public func scaled(to scale: DeviceScale) throws(SpecError) -> Spec {
    var spec = self
    spec.canvas.scale = scale
    let factor = scale.pixelsPerPoint
    var problems: [SpecProblem] = []
    if !Spec.fits(canvas.size, scale: factor) {
      let kind = SpecProblem.Kind.canvasTooLarge(
        width: canvas.size.width, height: canvas.size.height, scale: factor)
      problems.append(problem(kind, at: "canvas"))
    }
    for (index, element) in elements.enumerated() {
      let size = element.reach.size
      if !Spec.fits(size, scale: factor) {
        let kind = SpecProblem.Kind.elementTooLarge(
          width: size.width, height: size.height, scale: factor)
        problems.append(problem(kind, at: "elements[\(index)]"))
      }
    }
    if !problems.isEmpty { throw SpecError(problems) }
    return spec
  }

  /// A problem with the value at a path that `places` knows; at the start of the file otherwise.
  public func problem(_ kind: SpecProblem.Kind, at path: String) -> SpecProblem {
    SpecProblem(kind, at: places[path] ?? TextPlace(line: 1, column: 1), path: path)
  }

  /// A convention by name: the spec's own, else a built-in one.
  public func convention(named name: String) -> Convention? {
    conventions[name] ?? Convention.builtIn(named: name)
  }
}

/// One thing to draw.
public struct Element: Sendable, Equatable {
  public var id: String
  /// Points.
  public var frame: Rect
  /// 0…1.
  public var opacity: Double
  public var content: Content

  public enum Content: Sendable, Equatable {
    case rectangle(RectangleContent)
    case text(TextContent)
  }
}

public struct RectangleContent: Sendable, Equatable {
  /// Points.
  public var radii: CornerRadii
  public var fill: Fill?
  public var border: Border?
  /// In the order of the spec.
  public var shadows: [ShadowSpec]
  /// Nil: as the convention draws corners.
  public var cornerCurve: CornerCurveReading? = nil
}

/// A colour as the spec states it.
public enum SpecColour: Sendable, Equatable {
  /// `#RRGGBBAA` or its kin: the numbers, in the space that the convention says.
  case hex(SRGBA8)
  /// Components 0…1 with their space named.
  case components(
    space: ColourSpaceReading, red: Double, green: Double, blue: Double, alpha: Double)
}

public enum Fill: Sendable, Equatable {
  case colour(SpecColour)
  case linearGradient(GradientSpec)
}

public struct GradientSpec: Sendable, Equatable {
  public var line: Line
  /// At least two, positions in order.
  public var stops: [Stop]

  public enum Line: Sendable, Equatable {
    /// In units of the frame; may lie outside 0…1. The two differ.
    case points(from: Point, to: Point)
    /// Degrees, read as the convention reads them.
    case angle(Double)
  }

  public struct Stop: Sendable, Equatable {
    public var colour: SpecColour
    public var position: Double
  }
}

public struct Border: Sendable, Equatable {
  /// Points, ≥ 0.
  public var width: Double
  public var colour: SpecColour
  /// Nil: where the convention puts it.
  public var position: BorderPositionReading?
}

public struct ShadowSpec: Sendable, Equatable {
  /// Points, y down.
  public var offset: Point
  /// The number called blur or radius; ≥ 0, points.
  public var blur: Double
  /// Points; negative shrinks.
  public var spread: Double
  public var colour: SpecColour
  public var isInner: Bool
  /// The outline that throws it, opaque, instead of what the convention has throw it; then there is
  /// no spread. Of outer shadows only.
  public var path: ShadowPath? = nil
  /// Whether it is cut out under its element; nil: as the convention does. Of outer shadows only.
  public var knockout: Bool? = nil
}

/// A shadow path: the element's frame, larger or smaller, with corner radii of its own.
public struct ShadowPath: Sendable, Equatable {
  /// Points on every side; negative is smaller.
  public var outset: Double
  /// Points.
  public var radii: CornerRadii
}

public struct TextContent: Sendable, Equatable {
  public var text: String
  /// As the spec names it.
  public var font: String
  /// Points.
  public var size: Double
  /// Points; nil: the font's own, under the convention.
  public var lineHeight: Double?
  /// Points between lines, besides the line height.
  public var lineSpacing: Double
  /// Added after each cluster, in the convention's unit.
  public var tracking: Double
  public var colour: SpecColour
  public var alignment: TextAlignment
  /// 0: no limit.
  public var maxLines: Int
}

public enum TextAlignment: String, CaseIterable, Sendable {
  case left, center, right, justified
}
