public import Raster

public struct Resize: Hashable, Sendable {
  /// The content's bounds in pixels of the reference.
  public var before: PixelRect
  public var after: PixelRect
  public var horizontal: Double
  public var vertical: Double
}

extension Resize: Described {
  var kind: DiffKind { .resize }

  var words: String {
    "\(before.width)×\(before.height) px became \(after.width)×\(after.height), "
      + "\(horizontal.shown(3)) times across and \(vertical.shown(3)) down"
  }

  var facts: [Fact] {
    [
      Fact("horizontal", horizontal), Fact("vertical", vertical), Fact("beforePx", .area(before)),
      Fact("afterPx", .area(after)),
    ]
  }
}
