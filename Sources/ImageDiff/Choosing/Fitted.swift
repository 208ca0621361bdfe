/// The numbers that no derivation gives, fitted to planted and real changes.
///
/// The planted ones are `Tests/ImageDiffTests/Plants.swift`; the real ones are pages of a browser of
/// which one property was changed.
enum Fitted {
  /// Bits for a class, by how often it is what happened: −log₂ of its share among changes that people
  /// make, in whole bits. `changed` says nothing: it costs what a flat colour with its parameters and
  /// its code's first pixels does, so that one line in another grey is still told. Frames, rings around a box,
  /// corners and lines of letters are only proposed where a cluster has their form, and given the
  /// form they are what it is, one time in two.
  static func rarity(_ kind: DiffKind) -> Double {
    switch kind {
    case .added, .removed: 2
    case .recolour, .shift: 3
    case .opacity, .text: 4
    case .shadow, .border, .corner, .weight: 1
    case .resize, .blur: 6
    case .changed: 40
    case .dither, .compression, .antialiasing, .reflow: 0
    }
  }

  /// Share of the difference that a class may leave; with more unexplained, its sentence misleads. Of
  /// 60 kinds of real changes what was named wrongly left 0.126 to 0.5, and what was named rightly at
  /// most 0.06; wrong fades left 0.058 and more, right ones 0.002. Letters of another weight are drawn
  /// anew: what lies under their edges is what changed.
  static func mostLeft(_ kind: DiffKind) -> Double {
    switch kind {
    case .opacity, .added, .removed: 0.03
    // A map of colours keeps every form, so it leaves noise only.
    case .recolour: 0.05
    case .weight: 0.6
    // Drawn anew at another angle, or with another outline: resampling leaves up to a quarter.
    case .changed, .corner, .shadow: 0.25
    default: 0.12
    }
  }

  /// Bits for one more region: where it lies and how large it is, four numbers of about a dozen bits,
  /// of which its neighbours tell half.
  static let region = 24.0
}
