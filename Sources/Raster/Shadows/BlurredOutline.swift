internal import CKernels

/// A blurred shape, by the row: 0…1 for each device pixel.
struct BlurredOutline {
  /// The pixels that the shape reaches, within the clip.
  let bounds: PixelRect
  /// Rows come folded: their columns and they themselves.
  let columns: Fold
  let rows: Fold
  private let body: Body

  private enum Body {
    case rectangle(x: [Double], y: [Double])
    case mask(MaskBlur)
  }

  private init(bounds: PixelRect, columns: Fold, rows: Fold, body: Body) {
    self.bounds = bounds
    self.columns = columns
    self.rows = rows
    self.body = body
  }

  init(_ outline: Outline, kernel: BlurKernel, sigma: Sigma, clip: PixelRect) {
    let taps = BlurTaps(kernel, sigma)
    // Without a blur coverage itself is drawn, exact to its own grid.
    if taps.radius > 0, let rect = outline.uprightRectangle {
      self.init(rect.onGrid, taps: taps, clip: clip)
      return
    }
    let folded = FoldedOutline(outline, reach: taps.radius)
    let (path, rule) = folded.outline.path()
    let reached = outline.pixelBox.outset(by: taps.radius).intersection(clip)
    let target = PixelRect(folded.columns(reached.columns), folded.rows(reached.rows))
    let scan = CoverageScan(
      path, rule, flattening: .smooth, clip: target.outset(by: taps.radius))
    self.init(
      bounds: reached, columns: folded.columns, rows: folded.rows,
      body: .mask(MaskBlur(source: .scan(scan), taps: taps, bounds: target)))
  }

  init(_ mask: CoverageMask, kernel: BlurKernel, sigma: Sigma, clip: PixelRect) {
    let taps = BlurTaps(kernel, sigma)
    let reached =
      mask.bounds.isEmpty
      ? mask.bounds : mask.bounds.outset(by: taps.radius).intersection(clip)
    self.init(
      bounds: reached, columns: .none, rows: .none,
      body: .mask(MaskBlur(source: .mask(mask), taps: taps, bounds: reached)))
  }

  private init(_ rect: Rect, taps: BlurTaps, clip: PixelRect) {
    let x = EdgeProfile(low: rect.minX, high: rect.maxX)
    let y = EdgeProfile(low: rect.minY, high: rect.maxY)
    let sums = taps.sums
    let isEmpty = x.pixels.isEmpty || y.pixels.isEmpty
    let reached =
      isEmpty
      ? PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
      : PixelRect(x.pixels, y.pixels).outset(by: taps.radius).intersection(clip)
    let columns = Fold(equal: x.full, reach: taps.radius)
    let rows = Fold(equal: y.full, reach: taps.radius)
    self.init(
      bounds: reached, columns: columns, rows: rows,
      body: .rectangle(
        x: x.blurred(taps, sums: sums, at: reached.columns, folded: columns),
        y: y.blurred(taps, sums: sums, at: reached.rows, folded: rows)))
  }

  /// Calls `use` with each folded row from the top: its number, and its folded columns' values.
  func forEachFoldedRow(_ use: (Int, UnsafeMutablePointer<Float>) -> Void) {
    let range = columns(bounds.columns)
    guard !bounds.isEmpty else { return }
    let out = UnsafeMutablePointer<Float>.allocate(capacity: range.count)
    defer { out.deallocate() }
    switch body {
    case .rectangle(let x, let y):
      for (i, row) in rows(bounds.rows).enumerated() {
        raster_product_row(x, y[i], 0x1p-52, out, range.count)
        use(row, out)
      }
    case .mask(let blur):
      blur.forEachRow { row, values in
        raster_scale_row(values, 0x1p-52, out, range.count)
        use(row, out)
      }
    }
  }
}

extension EdgeProfile {
  /// The pixels that are covered entirely.
  var full: Range<Int> {
    let a = Int(low.rounded(.up))
    return a..<max(a, Int(high.rounded(.down)))
  }

  /// The blurred profile at folded columns; equal columns give equal values.
  func blurred(
    _ taps: BlurTaps, sums: [Double], at range: Range<Int>, folded fold: Fold
  ) -> [Double] {
    fold.parts(of: range).flatMap { part in
      let columns = part.isEqual ? part.columns.prefix(1) : part.columns
      return blurred(taps, sums: sums, at: columns)
    }
  }
}
