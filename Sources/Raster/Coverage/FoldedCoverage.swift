/// Coverage of an outline within a clip, with its equal columns and rows folded.
struct FoldedCoverage {
  /// Within the clip; not folded.
  let bounds: PixelRect
  let mask: CoverageMask
  let columns: Fold
  let rows: Fold

  init(_ outline: Outline, flattening: Flattening, clip: PixelRect) {
    let folded = FoldedOutline(outline, reach: 0)
    bounds = outline.pixelBox.intersection(clip)
    columns = folded.columns
    rows = folded.rows
    let target =
      bounds.isEmpty
      ? PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
      : PixelRect(columns(bounds.columns), rows(bounds.rows))
    let (path, rule) = folded.outline.path()
    let drawn = CoverageMask(path: path, rule: rule, flattening: flattening, clip: target)
    // A path may stop short of its box: then the mask is brought up to it.
    if drawn.bounds == target {
      mask = drawn
    } else {
      var whole = CoverageMask(bounds: target)
      whole.unite(drawn, dx: 0, dy: 0)
      mask = whole
    }
  }

  init(_ mask: CoverageMask, clip: PixelRect) {
    self.mask = mask
    bounds = mask.bounds.intersection(clip)
    columns = .none
    rows = .none
  }

  /// Calls `body` with the parts of row `y` (in `bounds`) from the left: coverage column by column,
  /// and the folded middle, which has one coverage.
  func forEachPart(of y: Int, _ body: (RowPart) -> Void) {
    let start = (rows(y) - mask.bounds.y0) * mask.bounds.width - mask.bounds.x0
    mask.values.withUnsafeBufferPointer { values in
      for part in columns.parts(of: bounds.columns) {
        let first = values.baseAddress! + (start + columns(part.columns.lowerBound))
        body(part.isEqual ? .equal(part.columns, first.pointee) : .each(part.columns, first))
      }
    }
  }
}

enum RowPart {
  case each(Range<Int>, UnsafePointer<UInt8>)
  case equal(Range<Int>, UInt8)
}

extension Fold {
  /// Splits columns into what lies before the folded ones, these, and what lies after; no part is
  /// empty.
  func parts(of range: Range<Int>) -> [(columns: Range<Int>, isEqual: Bool)] {
    guard removed > 0 else { return range.isEmpty ? [] : [(range, false)] }
    let folded = start..<start + removed + 1
    return [
      (range.clamped(to: min(range.lowerBound, folded.lowerBound)..<folded.lowerBound), false),
      (range.clamped(to: folded), true),
      (range.clamped(to: folded.upperBound..<max(range.upperBound, folded.upperBound)), false),
    ].filter { !$0.0.isEmpty }
  }
}
