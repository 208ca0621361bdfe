extension Explanation {
  /// What it says when the two pictures change places.
  var mirrored: Explanation {
    switch self {
    case .dither(var d):
      d.bias = -d.bias
      return .dither(d)
    case .antialiasing(var a):
      (a.dx, a.dy, a.strength) = (-a.dx, -a.dy, 1 / a.strength)
      return .antialiasing(a)
    case .shift(let s): return .shift(Shift(dx: -s.dx, dy: -s.dy, drift: -s.drift))
    case .recolour(let r):
      return .recolour(
        Recolour(
          colours: r.colours.map(\.mirrored), angleBefore: r.angleAfter,
          angleAfter: r.angleBefore))
    case .opacity(var o):
      o.factor = 1 / o.factor
      return .opacity(o)
    case .blur(let b):
      return .blur(Blur(sigmaBefore: b.sigmaAfter, sigmaAfter: b.sigmaBefore, added: b.added))
    case .resize(let r):
      return .resize(
        Resize(
          before: r.after, after: r.before, horizontal: 1 / r.horizontal, vertical: 1 / r.vertical))
    case .added: return .removed
    case .removed: return .added
    case .changed(let c): return .changed(Change(rotation: c.rotation.map { -$0 }))
    case .shadow(let s): return .shadow(Shadow(before: s.after, after: s.before))
    case .corner(let c): return .corner(Corner(before: c.after, after: c.before))
    case .border(let b):
      return .border(
        Border(
          part: b.part, widthBefore: b.widthAfter, widthAfter: b.widthBefore,
          colourBefore: b.colourAfter, colourAfter: b.colourBefore))
    case .text(let t):
      return .text(
        TextChange(
          line: t.line, lettersBefore: t.lettersAfter, lettersAfter: t.lettersBefore,
          changedBefore: t.changedAfter, changedAfter: t.changedBefore))
    case .weight(let w): return .weight(Weight(ink: 1 / w.ink))
    // Judged for both at once, or of whole rows.
    case .compression, .reflow: return self
    }
  }
}

extension ColourChange {
  fileprivate var mirrored: ColourChange {
    ColourChange(
      from: to, to: from, distance: distance, contrastBefore: contrastAfter,
      contrastAfter: contrastBefore, share: share)
  }
}
