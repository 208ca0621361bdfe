internal import Conventions
internal import Raster
internal import Typesetting

/// An element under the reference with some of the candidate's choices: every mix of the axes that
/// matter, each read once.
final class Mixes {
  let element: Element
  let reference: Convention
  let candidate: Convention
  let audit: Audit
  /// The axes that differ and, in some mix, change what is drawn; sorted by name, so that nothing
  /// depends on the order in which they are listed.
  private(set) var axes: [Axis] = []

  typealias Set = Attribution.Set
  typealias Reading = (drawing: Drawing, text: TextLayout?)

  private var readings: [Set: Reading] = [:]

  init(
    of element: Element, reference: Convention, candidate: Convention, audit: Audit
  ) throws(FontError) {
    self.element = element
    self.reference = reference
    self.candidate = candidate
    self.audit = audit
    let differing = reference.differences(from: candidate).filter(element.canDepend(on:)).sorted()
    axes = differing
    var kept: [Axis] = []
    for i in differing.indices where try changes(i) { kept.append(differing[i]) }
    if kept.count == axes.count { return }
    let whole = try drawing(all)
    restart(kept)
    // Axes that only matter three at a time would show here.
    if try drawing(all) != whole { restart(differing) }
  }

  private func restart(_ axes: [Axis]) {
    self.axes = axes
    readings = [:]
  }

  /// The set of all axes.
  var all: Set { (Set(1) << Set(axes.count)) - 1 }

  func drawing(_ set: Set) throws(FontError) -> Drawing { try reading(set).drawing }

  /// The element under the mix that takes the axes of `set` from the candidate.
  func reading(_ set: Set) throws(FontError) -> Reading {
    if let known = readings[set] { return known }
    let taken = axes.indices.filter { set >> Set($0) & 1 == 1 }.map { axes[$0] }
    let mixed = reference.taking(taken, from: candidate)
    let reading = try audit.draft(under: mixed).draw(element)
    readings[set] = reading
    return reading
  }

  /// Whether axis `i` changes the drawing alone, beside any one other axis, as the last, or as the
  /// last but one.
  private func changes(_ i: Int) throws(FontError) -> Bool {
    let bit = Set(1) << Set(i)
    let others = axes.indices.filter { $0 != i }.map { Set(1) << Set($0) }
    let contexts = [0] + others + [all & ~bit] + others.map { all & ~bit & ~$0 }
    for context in contexts where try drawing(context) != drawing(context | bit) { return true }
    return false
  }
}

extension Element {
  /// Whether the axis says anything about this kind of element.
  func canDepend(on axis: Axis) -> Bool {
    let isOfText = axis.rawValue.hasPrefix("text.")
    switch content {
    case .rectangle: return !isOfText
    case .text: return isOfText || axis == .colorSpace || axis == .opacityGrouping
    }
  }
}
