internal import Conventions
internal import Raster
internal import Typesetting

/// Says what one axis does to one element, with the element's own numbers.
///
/// What is told is the difference between the reference and the reference with the candidate's
/// choice on that axis alone; where that alone changes nothing, between the candidate without and
/// with it.
struct Explainer {
  let mixes: Mixes

  init(_ mixes: Mixes) { self.mixes = mixes }

  var element: Element { mixes.element }
  /// The names of the two sides: "Sketch", "iOS".
  var referenceName: String { mixes.reference.shortTitle }
  var candidateName: String { mixes.candidate.shortTitle }

  /// One sentence, without a full stop.
  func sentence(for axisIndex: Int) throws(FontError) -> String {
    let axis = mixes.axes[axisIndex]
    let change = try Change(mixes, axisIndex)
    let effect: String?
    switch element.content {
    case .rectangle(let content): effect = self.effect(of: axis, change, on: content)
    case .text(let content): effect = try self.effect(of: axis, change, on: content)
    }
    let reading = reading(of: axis)
    return effect.map { "\(reading): \($0)" } ?? reading
  }

  /// What the two sides mean, in words and with the element's numbers where it has one.
  private func reading(of axis: Axis) -> String {
    let special: String? =
      switch element.content {
      case .rectangle(let content):
        switch axis {
        case .shadowBlur: content.shadows.first { $0.blur > 0 }.map(blurReading)
        case .gradientGeometry: geometryReading(content)
        default: nil
        }
      case .text(let content):
        switch axis {
        case .textTracking, .textTrackingFonts: trackingReading(content)
        case .textLineHeight: content.lineHeight.map(lineHeightReading)
        default: nil
        }
      }
    return special
      ?? "\(candidateName): \(meaning(axis, mixes.candidate)); "
      + "\(referenceName): \(meaning(axis, mixes.reference))"
  }

  func meaning(_ axis: Axis, _ convention: Convention) -> String {
    axis.meaning(of: convention[axis].value) ?? convention[axis].value
  }

  /// One axis changed, all others as they were.
  struct Change {
    let before: Mixes.Reading
    let after: Mixes.Reading
    let draftBefore: Draft
    let draftAfter: Draft
    let audit: Audit

    init(_ mixes: Mixes, _ i: Int) throws(FontError) {
      let bit = Mixes.Set(1) << Mixes.Set(i)
      let axis = mixes.axes[i]
      audit = mixes.audit
      let isEnough = try mixes.drawing(bit) != mixes.drawing(0)
      let without: Mixes.Set = isEnough ? 0 : mixes.all & ~bit
      before = try mixes.reading(without)
      after = try mixes.reading(without | bit)
      let base = isEnough ? mixes.reference : mixes.candidate
      draftBefore = audit.draft(under: base.taking([axis], from: mixes.reference))
      draftAfter = audit.draft(under: base.taking([axis], from: mixes.candidate))
    }

    var scale: Double { draftBefore.scale.pixelsPerPoint }
  }
}

extension Explainer {
  /// What becomes of the colours, told by the first of those that change.
  func colourEffect(_ change: Change, _ colours: [SpecColour]) -> String? {
    let pairs = colours.map { (change.draftBefore.colour($0), change.draftAfter.colour($0)) }
    let changed = pairs.filter { $0 != $1 }
    guard let first = changed.first else { return nil }
    let more = Swift.Set(changed.map(\.1)).count - 1
    return "the sRGB colour \(first.0.hex) becomes \(first.1.hex)"
      + (more > 0 ? ", and \(more) more \(more == 1 ? "colour" : "colours") likewise" : "")
  }
}

extension Colour {
  /// `#RRGGBB` or `#RRGGBBAA`, clipped to sRGB and rounded.
  var hex: String {
    let channels = alpha >= 1 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + channels.map { v in
        let byte = Int((min(max(v, 0), 1) * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
  }
}
