public import Raster

/// Pictures of what differs between two pictures of any size and depth, straight alpha.
///
/// All are opaque, of 8 bits, and as large as both pictures laid on each other. Colours of 16 bits are
/// rounded for the eye, but a pixel that differs in its last bit is marked.
public struct DiffView {
  /// Height and width of `overlay`, `heat`, `regions` and of each frame of `flicker`.
  public let width: Int
  public let height: Int
  private let reference: RGBAImage
  private let candidate: RGBAImage
  private let options: DiffOptions
  private let report: DiffReport?
  private let ignored: IgnoredPixels?
  /// Pixel of the reference under the candidate's corner, and pixel of the view under the reference's.
  private let offset: (x: Int, y: Int)
  private let origin: (x: Int, y: Int)
  private let scale = MarkScale()

  /// - Parameter report: What `DiffAnalysis` found for the same pictures and options, to follow where
  ///   rows came or went and where the candidate was placed; without it the top left corners lie on
  ///   each other.
  public init(
    reference: RGBAImage, candidate: RGBAImage, options: DiffOptions = DiffOptions(),
    report: DiffReport? = nil
  ) {
    self.reference = reference
    self.candidate = candidate
    self.options = options
    self.report = report
    offset = (report?.size?.offsetX ?? 0, report?.size?.offsetY ?? 0)
    origin = (max(0, -offset.x), max(0, -offset.y))
    width = origin.x + max(reference.width, offset.x + candidate.width)
    height = origin.y + max(reference.height, offset.y + candidate.height)
    let ignoresNothing = options.ignored.isEmpty && options.ignoreMask == nil
    ignored =
      ignoresNothing
      ? nil
      : IgnoredPixels(
        rectangles: options.ignored, mask: options.ignoreMask, width: reference.width,
        height: reference.height)
  }

  /// The reference dimmed to grey, every differing pixel marked by how much it differs.
  ///
  /// Where rows came or went, pixels are compared with those they moved to: removed rows are striped,
  /// and a bright line shows where rows were inserted. What only one of the two has is striped too.
  /// Ignored areas are hatched in grey, so that what they hold can still be seen.
  public func overlay() -> RGBAImage {
    var canvas = drawn(page: true)
    for region in report?.reflows ?? [] where region.bounds.isEmpty {
      let y = min(height - 1, region.bounds.y0 + origin.y)
      for x in 0..<width { canvas[x, y] = scale.mark(steps: 100) }
    }
    return canvas.image
  }

  /// The marks alone, on black.
  public func heat() -> RGBAImage { drawn(page: false).image }

  /// The overlay with a numbered frame around each region, in the order of the report: in the
  /// strongest mark's colour where a person can see it, else in grey.
  public func regions(_ report: DiffReport) -> RGBAImage {
    var canvas = drawn(page: true)
    let grey = SRGBA8(r: 150, g: 150, b: 150, a: 255)
    for (k, region) in report.all.enumerated() {
      let colour = region.isPerceptible ? scale.mark(steps: 100) : grey
      let frame = region.bounds.moved(by: origin).outset(by: 3)
      canvas.frame(frame, colour)
      canvas.number(k + 1, x: frame.x0, y: frame.y0 - 12, colour)
    }
    return canvas.image
  }

  /// Reference, overlay and candidate in a row, 16 px apart.
  public func sideBySide() -> RGBAImage {
    let step = width + 16
    var canvas = ViewCanvas(width: step * 3 - 16, height: height, grey: 128)
    let marks = overlay()
    withPictures(reference, candidate) { a, b in
      canvas.draw(a, x: origin.x, y: origin.y)
      canvas.draw(b, x: 2 * step + origin.x + offset.x, y: origin.y + offset.y)
    }
    withPictures(marks, marks) { picture, _ in canvas.draw(picture, x: step, y: 0) }
    return canvas.image
  }

  /// Reference and candidate, each on a canvas that holds both, to be shown in turn.
  public func flicker() -> [RGBAImage] {
    withPictures(reference, candidate) { a, b in
      var (one, two) = (
        ViewCanvas(width: width, height: height), ViewCanvas(width: width, height: height)
      )
      one.draw(a, x: origin.x, y: origin.y)
      two.draw(b, x: origin.x + offset.x, y: origin.y + offset.y)
      return [one.image, two.image]
    }
  }

  /// How long a frame of `flicker` is shown: two changes a second, below the three that WCAG 2.3.1
  /// allows.
  public static let flickerMilliseconds = 500

  // MARK: Drawing

  private func drawn(page: Bool) -> ViewCanvas {
    var canvas = ViewCanvas(width: width, height: height)
    withPictures(reference, candidate) { a, b in
      let rows = pairing(a, b)
      var memo = DistanceMemo(PixelDistance(metric: options.metric, primaries: options.primaries))
      for y in 0..<a.height { drawRow(y, a, b, rows, page, &memo, &canvas) }
      stripeOverhang(a, b, &canvas)
    }
    return canvas
  }

  private func drawRow(
    _ y: Int, _ a: Picture, _ b: Picture, _ pairing: Pairing, _ page: Bool,
    _ memo: inout DistanceMemo, _ canvas: inout ViewCanvas
  ) {
    let other = Int(pairing.rows[y])
    let hatched = ignored?.ranges(y) ?? []
    for x in 0..<a.width {
      let ground = page ? scale.grey(a.premultiplied8(x, y)) : SRGBA8.black
      let pixel: SRGBA8
      if hatched.contains(where: { $0.contains(Int32(x)) }) {
        pixel = (x + y) & 7 < 2 ? SRGBA8(r: 112, g: 112, b: 112, a: 255) : ground
      } else if other < 0 || !pairing.columns.contains(x) {
        pixel = (x + y) & 7 < 2 ? scale.mark(steps: 100) : ground
      } else {
        pixel = mark(a, x, y, b, x - pairing.xOffset, other, &memo) ?? ground
      }
      canvas[x + origin.x, y + origin.y] = pixel
    }
  }

  /// Nil where the pixels are equal; colour under alpha 0 is nothing.
  private func mark(
    _ a: Picture, _ x: Int, _ y: Int, _ b: Picture, _ u: Int, _ v: Int, _ memo: inout DistanceMemo
  ) -> SRGBA8? {
    let distance: Double
    if a.bytesPerSample == 1 {
      let (p, q) = (a.pixels8(y)[x], b.pixels8(v)[u])
      if p == q || UInt32(littleEndian: p | q) >> 24 == 0 { return nil }
      distance = memo.straight(p, q)
    } else {
      let (p, q) = (a.pixels16(y)[x], b.pixels16(v)[u])
      if p == q || UInt64(littleEndian: p | q) >> 48 == 0 { return nil }
      distance = memo.distance.between(
        SIMD4<Double>(drawn16(p)) / 255, SIMD4<Double>(drawn16(q)) / 255)
    }
    return scale.mark(steps: distance / options.metric.justNoticeable)
  }

  /// What only the candidate covers.
  private func stripeOverhang(_ a: Picture, _ b: Picture, _ canvas: inout ViewCanvas) {
    for v in 0..<b.height {
      for u in 0..<b.width {
        let (x, y) = (u + offset.x, v + offset.y)
        if x >= 0 && y >= 0 && x < a.width && y < a.height { continue }
        canvas[x + origin.x, y + origin.y] =
          (x + y) & 7 < 2 ? scale.mark(steps: 100) : scale.grey(b.premultiplied8(u, v))
      }
    }
  }

  /// The rows that stand against each other, from the edits that the report tells.
  private func pairing(_ a: Picture, _ b: Picture) -> Pairing {
    var pairing = Pairing(reference: a, candidate: b, x: offset.x, y: offset.y)
    var (row, moved) = (0, 0)
    func follow(to end: Int) {
      for y in row..<max(row, end) {
        pairing.rows[y] = y + moved < b.height && y + moved >= 0 ? Int32(y + moved) : -1
      }
    }
    for region in report?.reflows ?? [] {
      guard case .reflow(let reflow) = region.explanation else { continue }
      follow(to: min(a.height, region.bounds.y0))
      for y in region.bounds.y0..<min(a.height, region.bounds.y1) { pairing.rows[y] = -1 }
      row = min(a.height, region.bounds.y1)
      moved = reflow.moved
    }
    if row > 0 || moved != 0 { follow(to: a.height) }
    return pairing
  }
}

extension PixelRect {
  fileprivate func moved(by offset: (x: Int, y: Int)) -> PixelRect {
    PixelRect(x0: x0 + offset.x, y0: y0 + offset.y, x1: x1 + offset.x, y1: y1 + offset.y)
  }
}
