internal import Raster

public struct Shift: Hashable, Sendable {
  /// Device px from the reference to the candidate, right and down.
  public var dx: Double
  public var dy: Double
  /// What is added to `dx` per device px to the right: 0 for a plain move, else the advances of a
  /// line of text differ.
  public var drift: Double
}

extension Shift: Described {
  var kind: DiffKind { .shift }

  var words: String {
    "moved \(Self.words(dx, dy))"
      + (drift == 0 ? "" : ", \((drift * 100).shown(2)) px more per 100 px to the right")
  }

  var facts: [Fact] { [Fact("dxPx", dx), Fact("dyPx", dy), Fact("driftPerPx", drift)] }

  /// "3 px right and 0.5 px up"
  static func words(_ dx: Double, _ dy: Double) -> String {
    var parts: [String] = []
    if abs(dx) >= 0.05 { parts.append("\(abs(dx).shown(2)) px \(dx > 0 ? "right" : "left")") }
    if abs(dy) >= 0.05 { parts.append("\(abs(dy).shown(2)) px \(dy > 0 ? "down" : "up")") }
    return parts.isEmpty ? "less than 0.05 px" : parts.joined(separator: " and ")
  }
}

extension Shift {
  /// The move `fit`, which predicts the candidate from the reference and the other way round.
  static func proposals(_ patch: Patch, _ fit: ShiftFit, parameters: Double = 2) -> [Proposal] {
    let explanation = Explanation.shift(Shift(dx: fit.dx, dy: fit.dy, drift: fit.drift))
    let count = parameters + (fit.drift == 0 ? 0 : 1)
    var back = fit
    (back.dx, back.dy, back.drift) = (-fit.dx, -fit.dy, -fit.drift)
    let swapped = patch.exchanged
    return [
      Proposal(
        explanation: explanation, parameters: count, predict: { patch.moved(fit, $0) }),
      Proposal(
        explanation: explanation, parameters: count, side: .reference,
        predict: { swapped.moved(back, $0) }),
    ]
  }
}
