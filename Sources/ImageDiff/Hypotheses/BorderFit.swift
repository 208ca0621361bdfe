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
    if min(box.width, box.height) <= widest { return side(patch, best) }
    guard min(box.width, box.height) >= 3 * widest, isFrame(patch) else { return [] }
    let w = patch.width
    // Lines are looked at in the middle of each side.
    let (x, y) = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    func column(_ k: Int) -> Int { y * w + min(max(0, k), w - 1) }
    func row(_ k: Int) -> Int { min(max(0, k), patch.height - 1) * w + x }
    // What of a line stayed may lie on either side of what changed.
    let depths = -widest - 2...2 * widest
    let cuts = [
      depths.map { column(box.x0 + $0) }, depths.map { column(box.x1 - 1 - $0) },
      depths.map { row(box.y0 + $0) }, depths.map { row(box.y1 - 1 - $0) },
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
    // Corners alone are no frame: the middle of each side changed, too.
    func holdsMiddle(_ side: Set<Int>, _ from: Int, _ to: Int) -> Bool {
      let third = (to - from) / 3
      return side.contains { $0 >= from + third && $0 < to - third }
    }
    return isCovered(left, box.height) && isCovered(right, box.height)
      && isCovered(top, box.width) && isCovered(bottom, box.width)
      && holdsMiddle(left, box.y0, box.y1) && holdsMiddle(right, box.y0, box.y1)
      && holdsMiddle(top, box.x0, box.x1) && holdsMiddle(bottom, box.x0, box.x1)
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
    let sorted = found.sorted { $0.width < $1.width }
    // A border is as wide all around, where a shadow lies lower.
    guard sorted[sorted.count - 1].width - sorted[0].width <= 0.5 else { return nil }
    return sorted[sorted.count / 2]
  }

  /// A line along one side of a box, which came, went, or changed: at its ends the box ends, or goes
  /// on around the corner, on one side of it only.
  private static func side(_ patch: Patch, _ best: Choice) -> [Proposal] {
    let box = patch.box
    let isRow = box.width > box.height
    let (long, thin) = isRow ? (box.width, box.height) : (box.height, box.width)
    guard long >= 3 * widest, thin <= widest, patch.changed.count * 5 >= box.area * 4 else {
      return []
    }
    func at(_ side: [SIMD4<Float>], _ along: Int, _ across: Int) -> SIMD4<Float>? {
      let (x, y) = isRow ? (box.x0 + along, box.y0 + across) : (box.x0 + across, box.y0 + along)
      guard x >= 0, y >= 0, x < patch.width, y < patch.height else { return nil }
      return side[y * patch.width + x]
    }
    /// Whether something stands within the line's ends on that side of it and not beyond them.
    func isInside(_ across: Int) -> Bool? {
      guard let middle = at(patch.a, long / 2, across) else { return nil }
      // Along a box's side is its fill, and no text.
      let isFilled = (1...7).allSatisfy {
        at(patch.a, long * $0 / 8, across).map { magnitude($0 - middle).max() <= 3 } ?? false
      }
      if !isFilled { return nil }
      let ends = [-3, -2, -1, 0, 1, long - 2, long - 1, long, long + 1, long + 2].compactMap {
        at(patch.a, $0, across)
      }
      guard ends.count >= 5 else { return nil }
      return ends.contains { magnitude($0 - middle).max() > 3 }
    }
    let reach = 3
    guard let before = isInside(-1 - reach), let after = isInside(thin - 1 + reach), before != after
    else { return [] }
    func width(_ side: [SIMD4<Float>]) -> (width: Double, colour: SIMD4<Float>?) {
      let profile = (-1...thin).compactMap { at(side, long / 2, $0) }
      guard profile.count == thin + 2 else { return (0, nil) }
      let (p, q) = (profile[0], profile[thin + 1])
      func ink(_ v: SIMD4<Float>) -> Float { min(magnitude(v - p).max(), magnitude(v - q).max()) }
      guard let peak = profile.max(by: { ink($0) < ink($1) }), ink(peak) > 3 else {
        return (0, nil)
      }
      return (profile.reduce(0) { $0 + Double(min(1, ink($1) / ink(peak))) }, peak)
    }
    let (one, two) = (width(patch.a), width(patch.b))
    // What changed is the line, and no edge that moved.
    guard max(one.width, two.width) >= Double(thin) - 0.6 else { return [] }
    let part: Border.Part = isRow ? (after ? .top : .bottom) : (after ? .left : .right)
    return [
      Proposal(
        explanation: .border(
          Border(
            part: part, widthBefore: one.width, widthAfter: two.width,
            colourBefore: one.colour.map(straight), colourAfter: two.colour.map(straight))),
        parameters: 0, side: best.proposal.side, keepsOthers: true,
        rounding: best.proposal.rounding,
        isNew: best.proposal.isNew ?? (best.remaining < 1 ? nil : { _ in true }),
        predict: best.proposal.predict)
    ]
  }
}
