internal import Raster

/// A flat object whose edge a cluster is, and how far its edges moved.
///
/// A cluster of which one side is ground and the other one flat colour, beside unchanged pixels of
/// that colour, is the strip between the old and the new edge of something larger. Runs of the
/// colour through the strip tell which edges moved, for objects too large or too full to be searched
/// as a whole.
struct FlatObject {
  let reader: PatchReader

  /// A run of the colour on each side, along one line.
  private struct Runs {
    var before: Range<Int>
    var after: Range<Int>
    var length: Int { before.count + after.count }
  }

  private enum Direction { case row, column }

  /// Nil where the colour does not go on beyond the strip on both sides of the comparison.
  func extent(of colour: SIMD4<Float>, through strip: PixelRect) -> Resize? {
    let isTall = strip.height >= strip.width
    guard let main = longest(colour, strip, isTall ? .row : .column) else { return nil }
    let thickness = isTall ? strip.width : strip.height
    guard min(main.before.count, main.after.count) > thickness else { return nil }
    let low = max(main.before.lowerBound, main.after.lowerBound)
    let high = min(main.before.upperBound, main.after.upperBound)
    guard low < high else { return nil }
    let middle = (low + high) / 2
    let across =
      isTall
      ? PixelRect(x0: middle, y0: strip.y0, x1: middle + 1, y1: strip.y1)
      : PixelRect(x0: strip.x0, y0: middle, x1: strip.x1, y1: middle + 1)
    let own = isTall ? strip.y0..<strip.y1 : strip.x0..<strip.x1
    let other =
      longest(colour, across, isTall ? .column : .row) ?? Runs(before: own, after: own)
    // The edge that moved is most of the strip's length.
    guard 2 * min(other.before.count, other.after.count) >= own.count else { return nil }
    let before = rectangle(main.before, other.before, isTall)
    let after = rectangle(main.after, other.after, isTall)
    guard before != after else { return nil }
    return Resize(
      before: before, after: after, horizontal: Double(after.width) / Double(before.width),
      vertical: Double(after.height) / Double(before.height))
  }

  private func rectangle(_ main: Range<Int>, _ other: Range<Int>, _ isTall: Bool) -> PixelRect {
    let (x, y) = isTall ? (main, other) : (other, main)
    return PixelRect(x0: x.lowerBound, y0: y.lowerBound, x1: x.upperBound, y1: y.upperBound)
  }

  /// Of up to nine lines through the strip the one with the longest runs: text cuts the others.
  private func longest(
    _ colour: SIMD4<Float>, _ strip: PixelRect, _ direction: Direction
  ) -> Runs? {
    let (from, to) = direction == .row ? (strip.y0, strip.y1) : (strip.x0, strip.x1)
    let count = min(9, to - from)
    let lines = (0..<count).map { from + ($0 * 2 + 1) * (to - from) / (2 * count) }
    return lines.compactMap { runs(colour, strip, direction, at: $0) }
      .max { $0.length < $1.length }
  }

  private func runs(
    _ colour: SIMD4<Float>, _ strip: PixelRect, _ direction: Direction, at line: Int
  ) -> Runs? {
    let isRow = direction == .row
    let (from, to) = isRow ? (strip.x0, strip.x1) : (strip.y0, strip.y1)
    let length = isRow ? reader.reference.width : reader.reference.height
    func isColour(_ side: Int, _ k: Int) -> Bool {
      guard let v = reader.colour(side, isRow ? k : line, isRow ? line : k) else { return false }
      return magnitude(v - colour).max() <= ObjectSearch.tolerance
    }
    func run(_ side: Int) -> Range<Int>? {
      // Inside the strip, or just beyond its smoothed edge.
      let near = max(0, from - 3)..<min(length, to + 3)
      guard let inside = near.first(where: { isColour(side, $0) }) else { return nil }
      var (low, high) = (inside, inside + 1)
      while low > 0 && isColour(side, low - 1) { low -= 1 }
      while high < length && isColour(side, high) { high += 1 }
      return low..<high
    }
    guard let before = run(0), let after = run(1) else { return nil }
    return Runs(before: before, after: after)
  }
}

extension PatchReader {
  /// Both pictures, to look for lines of text.
  var lines: LineSource {
    LineSource(page: reference.bounds) { side, x, y in colour(side, x, y) }
  }

  /// The premultiplied colour at a pixel of the reference: its own (side 0) or its counterpart's
  /// (side 1); nil outside.
  func colour(_ side: Int, _ x: Int, _ y: Int) -> SIMD4<Float>? {
    guard x >= 0, y >= 0, x < reference.width, y < reference.height else { return nil }
    if side == 0 { return reference.drawn(x, y) }
    let other = Int(pairing.rows[y])
    guard other >= 0, pairing.columns.contains(x) else { return nil }
    return candidate.drawn(x - pairing.xOffset, other)
  }
}

extension Patch {
  /// Both sides, to look for lines of text.
  var lines: LineSource {
    LineSource(page: area) { [self] side, x, y in
      guard area.contains(x: x, y: y) else { return nil }
      let i = (y - area.y0) * width + x - area.x0
      return side == 0 ? a[i] : b[i]
    }
  }

  /// The same on the ground's colour in the middle, its slopes taken away.
  func flattened(_ ground: Ground) -> Patch {
    func flat(_ side: [SIMD4<Float>]) -> [SIMD4<Float>] {
      side.indices.map { side[$0] - ground.colour($0 % width, $0 / width) + ground.middle }
    }
    return Patch(area: area, a: flat(a), b: flat(b), roles: roles)
  }
}
