internal import Raster

extension Border {
  /// Px of the widest line that counts as a border.
  private static let widest = 8

  /// A frame of lines along all four sides of the cluster's bounds, which came, went, or changed. It
  /// is predicted as what it looks like without knowing that it is a frame.
  static func proposals(_ patch: Patch, _ best: Choice) -> [Proposal] {
    switch best.proposal.explanation.kind {
    case .added, .removed, .recolour, .changed, .opacity: break
    default: return []
    }
    let box = patch.box
    guard min(box.width, box.height) >= 3 * widest, isFrame(patch) else { return [] }
    let w = patch.width
    // Lines are looked at in the middle of each side.
    let (x, y) = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    func column(_ k: Int) -> Int { y * w + min(max(0, k), w - 1) }
    func row(_ k: Int) -> Int { min(max(0, k), patch.height - 1) * w + x }
    let cuts = [
      (-2...widest).map { column(box.x0 + $0) }, (-2...widest).map { column(box.x1 - 1 - $0) },
      (-2...widest).map { row(box.y0 + $0) }, (-2...widest).map { row(box.y1 - 1 - $0) },
    ]
    let before = line(patch.a, cuts)
    let after = line(patch.b, cuts)
    if before == nil && after == nil { return [] }
    if let before, let after, abs(before.width - after.width) < 0.25,
      magnitude(before.colour - after.colour).max() <= 2
    {
      return []
    }
    return [
      Proposal(
        explanation: .border(
          Border(
            part: .around, widthBefore: before?.width ?? 0, widthAfter: after?.width ?? 0,
            colourBefore: before.map { straight($0.colour) },
            colourAfter: after.map { straight($0.colour) })),
        // Width and colour are read off, and what predicts is not fitted anew.
        parameters: 0, side: best.proposal.side, keepsOthers: true,
        rounding: best.proposal.rounding,
        isNew: best.remaining < 1 ? nil : { _ in true }, predict: best.proposal.predict)
    ]
  }

  /// Whether nearly all that changed lies along the bounds, and along most of each side.
  private static func isFrame(_ patch: Patch) -> Bool {
    let box = patch.box
    let inner = box.outset(by: -widest)
    var inside = 0
    var (left, right) = (Set<Int>(), Set<Int>())
    var (top, bottom) = (Set<Int>(), Set<Int>())
    for i in patch.probe {
      let (x, y) = (i % patch.width, i / patch.width)
      if inner.contains(x: x, y: y) { inside += 1 }
      if x < box.x0 + widest { left.insert(y) }
      if x >= box.x1 - widest { right.insert(y) }
      if y < box.y0 + widest { top.insert(x) }
      if y >= box.y1 - widest { bottom.insert(x) }
    }
    if inside * 50 > patch.probe.count { return false }
    // Rounded corners leave some of each side without a straight line; a sparse probe leaves more.
    let share = Double(patch.probe.count) / Double(max(1, patch.changed.count))
    func isCovered(_ side: Set<Int>, _ length: Int) -> Bool {
      Double(side.count) >= 0.6 * min(1, share * 4) * Double(length)
    }
    return isCovered(left, box.height) && isCovered(right, box.height)
      && isCovered(top, box.width) && isCovered(bottom, box.width)
  }

  /// The line that most cuts show: what stands out from both of their ends.
  private static func line(
    _ side: [SIMD4<Float>], _ cuts: [[Int]]
  ) -> (width: Double, colour: SIMD4<Float>)? {
    var found: [(width: Double, colour: SIMD4<Float>)] = []
    for cut in cuts {
      let (outer, inner) = (side[cut[0]], side[cut[cut.count - 1]])
      func ink(_ v: SIMD4<Float>) -> Float {
        min(magnitude(v - outer).max(), magnitude(v - inner).max())
      }
      guard let peak = cut.map({ side[$0] }).max(by: { ink($0) < ink($1) }), ink(peak) > 3 else {
        continue
      }
      // A line is hard: smoothing takes a pixel on either side of it, where a shadow takes more.
      let between = cut.count { (0.15...0.85).contains(ink(side[$0]) / ink(peak)) }
      guard between <= 2 else { continue }
      let width = cut.reduce(0.0) { $0 + Double(min(1, ink(side[$1]) / ink(peak))) }
      found.append((width, peak))
    }
    guard found.count >= 3 else { return nil }
    return found.sorted { $0.width < $1.width }[found.count / 2]
  }
}
