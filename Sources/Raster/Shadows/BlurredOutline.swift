/// A blurred shape, or the blur of all around it, by the row: 0…1 for each device pixel.
struct BlurredOutline {
  /// The pixels that differ from `background`, within the clip.
  let bounds: PixelRect
  /// What is drawn outside of `bounds`.
  let background: Float
  /// Rows come folded: their columns and they themselves.
  let columns: Fold
  let rows: Fold
  private let body: Body

  private enum Body {
    case rectangle(RectangleBlur)
    case mask(MaskBlur)
    indirect case wide(WideBlur)
  }

  /// - Parameters:
  ///   - flattening: How the outline becomes coverage; finer than that where sigma is wide.
  ///   - isComplement: Blurs what lies around the outline instead of the outline.
  init(
    _ outline: Outline, kernel: BlurKernel, sigma: Sigma, flattening: Flattening, clip: PixelRect,
    isComplement: Bool = false
  ) {
    let scale = WideBlur.scale(sigma, downTo: WideBlur.limit)
    // A rectangle's closed form costs no more at full size.
    let isWide =
      outline.uprightRectangle == nil
      ? scale > 1 : sigma.devicePixels > WideBlur.fullSizeLimit
    guard isWide else {
      let taps = BlurTaps(kernel, sigma)
      self.init(outline, taps, flattening, clip: clip, isComplement: isComplement)
      return
    }
    let box = outline.pixelBox
    let wide = WideBlur(
      scale: scale, origin: (box.x0, box.y0), roundsBytes: kernel.roundsPasses, clip: clip
    ) {
      let atOrigin = outline.onGrid.offset(x: -Double(box.x0), y: -Double(box.y0))
      return BlurredOutline(
        atOrigin.shrunk(by: scale), WideBlur.taps(kernel, sigma, scale: scale), .smooth, clip: $0,
        isComplement: isComplement)
    }
    self.init(wide, within: box.outset(byReach: WideBlur.reach(kernel, sigma)).intersection(clip))
  }

  init(_ mask: CoverageMask, kernel: BlurKernel, sigma: Sigma, clip: PixelRect) {
    let scale = WideBlur.scale(sigma, downTo: WideBlur.limit)
    guard scale > 1 else {
      self.init(mask, BlurTaps(kernel, sigma), clip: clip)
      return
    }
    let box = mask.bounds
    let wide = WideBlur(
      scale: scale, origin: (box.x0, box.y0), roundsBytes: kernel.roundsPasses, clip: clip
    ) {
      BlurredOutline(
        mask.shrunk(by: scale), WideBlur.taps(kernel, sigma, scale: scale), clip: $0)
    }
    self.init(wide, within: box.outset(byReach: WideBlur.reach(kernel, sigma)).intersection(clip))
  }

  /// At full size, however wide the taps are.
  init(
    _ outline: Outline, _ taps: BlurTaps, _ flattening: Flattening, clip: PixelRect,
    isComplement: Bool
  ) {
    let arithmetic = BlurArithmetic(taps: taps, isComplement: isComplement)
    let folded = FoldedOutline(outline, reach: taps.radius)
    let reached = outline.pixelBox.outset(byReach: taps.radius).intersection(clip)
    let target =
      reached.isEmpty
      ? PixelRect.nothing : PixelRect(folded.columns(reached.columns), folded.rows(reached.rows))
    bounds = reached
    background = arithmetic.background
    columns = folded.columns
    rows = folded.rows
    if let rect = outline.uprightRectangle {
      // Equal columns stand for the first of them that is in sight.
      let shown = target.columns.map {
        folded.columns.columns(shownBy: $0).clamped(to: reached.columns).lowerBound
      }
      body = .rectangle(RectangleBlur(rect.onGrid, flattening, arithmetic, at: shown))
    } else {
      let (path, rule) = folded.outline.path()
      let scan = CoverageScan(
        path, rule, flattening: flattening, clip: target.outset(byReach: taps.radius))
      body = .mask(MaskBlur(source: .scan(scan), arithmetic: arithmetic, bounds: target))
    }
  }

  init(_ mask: CoverageMask, _ taps: BlurTaps, clip: PixelRect) {
    let arithmetic = BlurArithmetic(taps: taps, isComplement: false)
    bounds = mask.bounds.outset(byReach: taps.radius).intersection(clip)
    background = 0
    columns = .none
    rows = .none
    body = .mask(MaskBlur(source: .mask(mask), arithmetic: arithmetic, bounds: bounds))
  }

  private init(_ wide: WideBlur, within reached: PixelRect) {
    bounds = reached
    background = wide.background
    columns = .none
    rows = .none
    body = .wide(wide)
  }

  /// Calls `use` with each folded row from the top: its number, and its folded columns' values.
  func forEachFoldedRow(_ use: (Int, UnsafeMutablePointer<Float>) -> Void) {
    guard !bounds.isEmpty else { return }
    switch body {
    case .mask(let blur): blur.forEachRow(use)
    case .wide(let blur): blur.forEachRow(in: bounds, use)
    case .rectangle(let blur):
      withUnsafeTemporaryAllocation(of: Float.self, capacity: columns(bounds.columns).count) {
        for row in rows(bounds.rows) {
          let y = rows.columns(shownBy: row).clamped(to: bounds.rows).lowerBound
          blur.write(row: y, to: $0.baseAddress!)
          use(row, $0.baseAddress!)
        }
      }
    }
  }

  /// Writes a folded row to all columns of `bounds`.
  func expand(_ row: UnsafePointer<Float>, to out: UnsafeMutablePointer<Float>) {
    let origin = columns(bounds.x0)
    for part in columns.parts(of: bounds.columns) {
      let first = row + (columns(part.columns.lowerBound) - origin)
      let to = out + (part.columns.lowerBound - bounds.x0)
      if part.isEqual {
        to.update(repeating: first.pointee, count: part.columns.count)
      } else {
        to.update(from: first, count: part.columns.count)
      }
    }
  }
}

extension PixelRect {
  static let nothing = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  /// Where the blur of what lies in the rectangle may be seen.
  func outset(byReach reach: Int) -> PixelRect {
    isEmpty ? .nothing : outset(by: reach)
  }
}
