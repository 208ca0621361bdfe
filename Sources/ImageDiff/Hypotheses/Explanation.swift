public import Raster

/// What kind of difference a region shows. What each says, with its numbers, stands in its own file.
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
  /// Another shadow under the same thing.
  case shadow
  /// Corners of another radius.
  case corner
  /// Another line around a thing, or along one side of it.
  case border
  /// Other letters in a line of text.
  case text
  /// The same letters with bolder or lighter strokes.
  case weight

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
  case shadow(Shadow)
  case corner(Corner)
  case border(Border)
  case text(TextChange)
  case weight(Weight)

  public var kind: DiffKind { described.kind }

  /// The class with its numbers.
  var described: any Described {
    switch self {
    case .dither(let d): d
    case .compression(let c): c
    case .antialiasing(let a): a
    case .shift(let s): s
    case .reflow(let r): r
    case .recolour(let r): r
    case .opacity(let o): o
    case .blur(let b): b
    case .resize(let r): r
    case .added: Presence(kind: .added)
    case .removed: Presence(kind: .removed)
    case .changed(let c): c
    case .shadow(let s): s
    case .corner(let c): c
    case .border(let b): b
    case .text(let t): t
    case .weight(let w): w
    }
  }
}

/// What a class says of itself: its name, half a sentence, and its numbers.
protocol Described {
  var kind: DiffKind { get }
  /// What happened, with its numbers, as half a sentence without a full stop.
  var words: String { get }
  /// The numbers, each named with its unit, in a fixed order.
  var facts: [Fact] { get }
}

/// A number, colour or place that an explanation found; the unit is in the name.
public struct Fact: Hashable, Sendable {
  public indirect enum Value: Hashable, Sendable {
    case number(Double)
    case whole(Int)
    case flag(Bool)
    case text(String)
    case area(PixelRect)
    case list([[Fact]])
  }

  public var name: String
  public var value: Value

  init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  init(_ name: String, _ value: Double) { self.init(name, .number(value)) }

  /// Nil where there is none.
  init?(_ name: String, _ value: Double?) {
    guard let value else { return nil }
    self.init(name, value)
  }

  /// Likewise.
  init?(_ name: String, _ value: SRGBA8?) {
    guard let value else { return nil }
    self.init(name, .text(value.hex))
  }
}

extension Explanation: CustomStringConvertible {
  /// What happened, with its numbers, as half a sentence.
  public var description: String { described.words }

  public var facts: [Fact] { described.facts }
}
