public import Raster
internal import Typesetting

extension Drawing {
  /// Paints onto `pixmap`, whose top left pixel is (`origin.x`, `origin.y`) of the canvas.
  ///
  /// Moving by whole px moves the picture and changes nothing else.
  public func paint(
    onto pixmap: inout Pixmap, origin: (x: Int, y: Int) = (0, 0), glyphs: GlyphMasks
  ) {
    let moved = origin == (0, 0) ? steps : steps.map { $0.moved(x: -origin.x, y: -origin.y) }
    if !isFlattened {
      for step in moved { step.paint(onto: &pixmap, opacity: opacity, glyphs: glyphs) }
      return
    }
    let bounds = moved.reach(glyphs: glyphs).intersection(pixmap.bounds)
    bounds.forEachBand { band in
      let layer = moved.layer(over: band, glyphs: glyphs)
      pixmap.composite(layer, opacity: opacity, x: band.x0, y: band.y0)
    }
  }

  /// The part of the canvas that `bounds` are, with this drawing alone.
  func tile(over bounds: PixelRect, glyphs: GlyphMasks) -> Pixmap {
    var pixmap = Pixmap(width: bounds.width, height: bounds.height)
    paint(onto: &pixmap, origin: (bounds.x0, bounds.y0), glyphs: glyphs)
    return pixmap
  }

  /// Device px of the canvas that may change when this is painted; all others stay.
  public func reach(glyphs: GlyphMasks) -> PixelRect { steps.reach(glyphs: glyphs) }
}

extension [Drawing.Step] {
  fileprivate func reach(glyphs: GlyphMasks) -> PixelRect {
    reduce(.empty) { $0.union($1.reach(glyphs: glyphs)) }
  }

  /// The steps on a transparent part of the canvas.
  fileprivate func layer(over bounds: PixelRect, glyphs: GlyphMasks) -> Pixmap {
    var layer = Pixmap(width: bounds.width, height: bounds.height)
    for step in self {
      step.moved(x: -bounds.x0, y: -bounds.y0).paint(onto: &layer, opacity: 1, glyphs: glyphs)
    }
    return layer
  }
}

extension PixelRect {
  /// Calls `body` with the rows in bands of at most 2^24 px, or one row: a layer of one takes 64 MiB.
  fileprivate func forEachBand(_ body: (PixelRect) -> Void) {
    guard !isEmpty else { return }
    for y in stride(from: y0, to: y1, by: max(1, (1 << 24) / width)) {
      body(PixelRect(x0: x0, y0: y, x1: x1, y1: min(y1, y + max(1, (1 << 24) / width))))
    }
  }
}

extension Drawing.Step {
  fileprivate func paint(onto pixmap: inout Pixmap, opacity: Double, glyphs: GlyphMasks) {
    switch self {
    case .shadow(let shadow, let outline, let knockedOut):
      pixmap.drawShadow(shadow.faded(opacity), of: outline, knockingOut: knockedOut)
    case .shadowOfContent(let shadow, let content, let knockedOut):
      pixmap.drawShadow(
        shadow.faded(opacity),
        of: Self.caster(content, of: shadow, onto: pixmap.bounds, glyphs: glyphs),
        knockingOut: knockedOut)
    case .innerShadow(let shadow, let hole, let inside):
      pixmap.drawInnerShadow(shadow.faded(opacity), hole: hole, inside: inside)
    case .fill(let outline, let paint):
      pixmap.fill(outline, with: paint, opacity: opacity)
    case .text(let text):
      let mask = glyphs.joined(text, clip: pixmap.bounds)
      pixmap.fill(mask, with: .solid(text.colour), opacity: opacity)
    }
  }

  /// The alpha of what `content` paints, on the canvas and off it, where its shadow falls on
  /// `canvas`.
  private static func caster(
    _ content: [Drawing.Step], of shadow: Shadow, onto canvas: PixelRect, glyphs: GlyphMasks
  ) -> CoverageMask {
    var back = shadow
    back.offset = Point(x: -shadow.offset.x, y: -shadow.offset.y)
    let bounds = content.reach(glyphs: glyphs).intersection(back.reach(of: canvas))
    var mask = CoverageMask(bounds: bounds.isEmpty ? .empty : bounds)
    bounds.forEachBand { band in
      let layer = content.layer(over: band, glyphs: glyphs)
      mask.unite(CoverageMask(alphaOf: layer), dx: band.x0, dy: band.y0)
    }
    return mask
  }

  fileprivate func reach(glyphs: GlyphMasks) -> PixelRect {
    switch self {
    case .shadow(let shadow, let outline, _): shadow.reach(of: outline.reach)
    case .shadowOfContent(let shadow, let content, _):
      shadow.reach(of: content.reach(glyphs: glyphs))
    case .innerShadow(_, _, let inside): inside.reach
    case .fill(let outline, _): outline.reach
    case .text(let text): glyphs.reach(text)
    }
  }

  fileprivate func moved(x: Int, y: Int) -> Drawing.Step {
    let (dx, dy) = (Double(x), Double(y))
    switch self {
    case .shadow(let shadow, let outline, let knockedOut):
      return .shadow(
        shadow, of: outline.moved(x: dx, y: dy), knockingOut: knockedOut?.moved(x: dx, y: dy))
    case .shadowOfContent(let shadow, let content, let knockedOut):
      return .shadowOfContent(
        shadow, content.map { $0.moved(x: x, y: y) }, knockingOut: knockedOut?.moved(x: dx, y: dy))
    case .innerShadow(let shadow, let hole, let inside):
      return .innerShadow(
        shadow, hole: hole.moved(x: dx, y: dy), inside: inside.moved(x: dx, y: dy))
    case .fill(let outline, let paint):
      return .fill(outline.moved(x: dx, y: dy), paint.moved(x: dx, y: dy))
    case .text(var text):
      for i in text.glyphs.indices {
        text.glyphs[i].x += dx
        text.glyphs[i].y += dy
      }
      return .text(text)
    }
  }
}

extension Shadow {
  fileprivate func faded(_ opacity: Double) -> Shadow {
    var result = self
    result.colour.alpha *= opacity
    return result
  }
}
