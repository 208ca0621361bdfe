/// A run of equal columns (or rows) folded to one: what a nine-patch leaves out.
///
/// Columns `start...start + removed` are equal; in the folded picture `start` stands for all of
/// them, and what follows moves up.
struct Fold: Hashable {
  var start: Int
  var removed: Int

  static let none = Fold(start: 0, removed: 0)

  /// Folds the columns of a picture that was blurred with taps of ±`reach`, whose source has equal
  /// columns in `equal`.
  init(equal: Range<Int>, reach: Int) {
    let count = equal.count - 2 * reach
    if count > 1 {
      start = equal.lowerBound + reach
      removed = count - 1
    } else {
      self = .none
    }
  }

  init(start: Int, removed: Int) {
    self.start = start
    self.removed = removed
  }

  /// The folded column that shows column `i`.
  func callAsFunction(_ i: Int) -> Int { i <= start ? i : max(start, i - removed) }

  func callAsFunction(_ r: Range<Int>) -> Range<Int> {
    r.isEmpty
      ? self(r.lowerBound)..<self(r.lowerBound) : self(r.lowerBound)..<self(r.upperBound - 1) + 1
  }

  /// The columns that folded column `i` shows.
  func columns(shownBy i: Int) -> Range<Int> {
    if i < start || removed == 0 { return i..<i + 1 }
    return i == start ? start..<start + removed + 1 : i + removed..<i + removed + 1
  }
}

extension PixelRect {
  init(_ columns: Range<Int>, _ rows: Range<Int>) {
    self.init(
      x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound)
  }

  /// Empty ranges where there are no columns or rows.
  var columns: Range<Int> { x0..<max(x0, x1) }
  var rows: Range<Int> { y0..<max(y0, y1) }
}

/// An outline with its straight middle taken out, so that large shapes cost as much as small ones.
struct FoldedOutline {
  let outline: Outline
  let columns: Fold
  let rows: Fold

  /// - Parameter reach: How far the taps of a blur reach, in device px; 0 for the coverage itself.
  init(_ outline: Outline, reach: Int) {
    guard let (x, y) = Self.equalRuns(outline) else {
      self.outline = outline  // A path, or nothing.
      columns = .none
      rows = .none
      return
    }
    columns = Fold(equal: x, reach: reach)
    rows = Fold(equal: y, reach: reach)
    let dx = Double(columns.removed)
    let dy = Double(rows.removed)
    func shrunk(_ r: RoundedRectangle) -> RoundedRectangle {
      var result = r
      // Continuous corners are limited by their side: keep what the whole shape has.
      result.rect = r.rect.onGrid
      result.radii = r.drawnRadii
      result.rect.width -= dx
      result.rect.height -= dy
      return result
    }
    switch outline {
    case .rounded(let r): self.outline = .rounded(shrunk(r))
    case .ring(let outer, let inner):
      self.outline = .ring(outer: shrunk(outer), inner: shrunk(inner))
    case .path: self.outline = outline
    }
  }

  /// The columns that are equal to each other, and the rows.
  private static func equalRuns(_ outline: Outline) -> (Range<Int>, Range<Int>)? {
    func run(_ low: Double, _ high: Double) -> Range<Int> {
      let a = Int(low.rounded(.up))
      let b = Int(high.rounded(.down))
      return a..<max(a, b)
    }
    func runs(_ r: RoundedRectangle) -> (Range<Int>, Range<Int>) {
      let r = RoundedRectangle(rect: r.rect.onGrid, radii: r.radii, curve: r.curve)
      let c = r.cornerReach
      return (
        run(
          r.rect.minX + max(c.topLeft, c.bottomLeft), r.rect.maxX - max(c.topRight, c.bottomRight)),
        run(
          r.rect.minY + max(c.topLeft, c.topRight), r.rect.maxY - max(c.bottomLeft, c.bottomRight))
      )
    }
    switch outline {
    case .path: return nil
    case .rounded(let r): return r.rect.isEmpty ? nil : runs(r)
    case .ring(let outer, let inner):
      guard !outer.rect.isEmpty, !inner.rect.isEmpty else { return nil }
      let (a, b) = (runs(outer), runs(inner))
      return (a.0.clamped(to: b.0), a.1.clamped(to: b.1))
    }
  }
}
