public import Conventions
public import ImageDiff
public import Raster
public import Typesetting

/// A spec under two conventions.
public struct Comparison {
  public var reference: Convention
  public var candidate: Convention
  public var scale: DeviceScale
  public var canvas: CanvasComparison
  /// In the order of the spec.
  public var elements: [ElementComparison]

  /// What `diff` says of the two canvases.
  public var verdict: Verdict.Outcome { canvas.verdict }
}

public struct CanvasComparison {
  public var counts: DiffCounts
  public var verdict: Verdict.Outcome
  public var reference: Pixmap
  public var candidate: Pixmap
}

/// One element alone, on a transparent canvas, so that nothing hides its differences.
public struct ElementComparison {
  public var element: Element
  public var counts: DiffCounts
  /// Device px of the canvas that the element inks on either side.
  public var bounds: PixelRect
  public var reference: Side
  public var candidate: Side
  /// How much the difference strikes the eye.
  public var severity: Severity
  public var causes: [Cause]
  public var translation: TranslationOutcome

  /// Of the element alone, as of a canvas.
  public var verdict: Verdict.Outcome
  /// Whether there is anything to show: an element may draw nothing, or nothing on the canvas.
  public var hasPictures: Bool { !bounds.isEmpty }

  public struct Side {
    public var drawing: Drawing
    public var text: TextLayout?
    let pictureBounds: PixelRect
    let glyphs: GlyphMasks

    /// The element's tile of the canvas: `pictureBounds` of it. Drawn when it is asked for: the
    /// pictures of all elements together have no limit.
    public var picture: Pixmap { drawing.tile(over: pictureBounds, glyphs: glyphs) }
  }

  /// Device px of the canvas that the pictures show: `bounds` and a margin, within the canvas.
  public var pictureBounds: PixelRect
}

extension Audit {
  /// Device px around an element's ink in its pictures.
  static let pictureMargin = 12

  /// Draws the spec under both conventions and compares, element by element and as a whole.
  ///
  /// - Parameter progress: Told what comes next.
  public func compare(
    reference: Convention, candidate: Convention, progress: (String) -> Void = { _ in }
  ) throws(FontError) -> Comparison {
    let drafts = (draft(under: reference), draft(under: candidate))
    var elements: [ElementComparison] = []
    for element in spec.elements {
      progress("comparing \(element.id) under \(reference.name) and \(candidate.name)")
      var comparison = try compare(element, drafts.0, drafts.1)
      if comparison.counts.differingPixels > 0 {
        progress("explaining \(element.id) under \(candidate.name)")
        comparison.causes = try causes(of: element, reference: reference, candidate: candidate)
        comparison.translation = try translate(
          element, from: reference, to: candidate, known: comparison.counts)
      }
      elements.append(comparison)
    }
    let a = try canvas(under: reference)
    let b = try canvas(under: candidate)
    return Comparison(
      reference: reference, candidate: candidate, scale: scale,
      canvas: CanvasComparison(
        counts: count(a, b), verdict: verdict(a, b), reference: a, candidate: b),
      elements: elements)
  }

  /// What the judge says of two pictures: as files hold them, so that it says the same of those.
  private func verdict(_ a: Pixmap, _ b: Pixmap) -> Verdict.Outcome {
    if a == b { return .identical }
    return DiffAnalysis.verdict(reference: a.straightened(), candidate: b.straightened()).outcome
  }

  private func compare(
    _ element: Element, _ referenceDraft: Draft, _ candidateDraft: Draft
  ) throws(FontError) -> ElementComparison {
    let a = try referenceDraft.draw(element)
    let b = try candidateDraft.draw(element)
    let canvas = PixelRect(x0: 0, y0: 0, x1: canvasPixels.width, y1: canvasPixels.height)
    let reach = a.drawing.reach(glyphs: glyphs).union(b.drawing.reach(glyphs: glyphs))
    let tileBounds = reach.outset(by: Audit.pictureMargin).intersection(canvas)
    let tiles = (tile(a.drawing, over: tileBounds), tile(b.drawing, over: tileBounds))
    let ink = tiles.0.inkBounds.union(tiles.1.inkBounds)
    let picture = ink.outset(by: Audit.pictureMargin).intersection(tiles.0.bounds)
      .offset(x: tileBounds.x0, y: tileBounds.y0)
    func side(_ side: (drawing: Drawing, text: TextLayout?)) -> ElementComparison.Side {
      .init(drawing: side.drawing, text: side.text, pictureBounds: picture, glyphs: glyphs)
    }
    let counts = count(tiles.0, tiles.1, in: ink)
    return ElementComparison(
      element: element, counts: counts,
      bounds: ink.isEmpty ? .empty : ink.offset(x: tileBounds.x0, y: tileBounds.y0),
      reference: side(a), candidate: side(b),
      severity: Severity(counts, pixelsPerPoint: scale.pixelsPerPoint),
      causes: [], translation: .notNeeded, verdict: verdict(tiles.0, tiles.1),
      pictureBounds: picture)
  }
}

extension Pixmap {
  /// The smallest rectangle outside which all alpha is 0; empty where all of it is.
  var inkBounds: PixelRect {
    var result = PixelRect.empty
    for y in 0..<height {
      withRow(y) { row in
        var first = 0
        while first < width, row[first * 4 + 3] == 0 { first += 1 }
        guard first < width else { return }
        var last = width - 1
        while row[last * 4 + 3] == 0 { last -= 1 }
        result = result.union(PixelRect(x0: first, y0: y, x1: last + 1, y1: y + 1))
      }
    }
    return result
  }
}
