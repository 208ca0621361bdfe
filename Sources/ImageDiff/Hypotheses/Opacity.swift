public import Raster

public struct Opacity: Hashable, Sendable {
  /// c' = ground + factor · (c − ground): below 1 is fainter.
  public var factor: Double
  public var ground: SRGBA8
}

extension Opacity: Described {
  var kind: DiffKind { .opacity }
  var words: String { "\(factor.shown(2)) times as strong against its ground \(ground.hex)" }
  var facts: [Fact] { [Fact("factor", factor), Fact("ground", ground)].compactMap(\.self) }
}
