public import Conventions
internal import ImageDiff
public import Raster
public import Typesetting

/// Draws a spec under conventions and compares what they draw.
///
/// Keeps fonts, glyphs and drawings between calls. Not thread-safe.
public final class Audit {
  public let spec: Spec
  let fonts = FontLibrary()
  let glyphs = GlyphMasks()

  /// - Parameter scale: Device px per point; nil: the spec's own.
  /// - Throws: `SpecError` when a font of the spec cannot be had, all such at once, or when the
  ///   canvas is too large at this scale.
  public init(_ spec: Spec, scale: DeviceScale? = nil) throws(SpecError) {
    self.spec = try scale.map { scale throws(SpecError) in try spec.scaled(to: scale) } ?? spec
    try checkFonts()
  }

  public var scale: DeviceScale { spec.canvas.scale }

  /// The canvas in device px: its points times the scale, rounded up; at least 1, also where the product
  /// is so small that it is 0.
  public var canvasPixels: (width: Int, height: Int) {
    func pixels(_ points: Double) -> Int {
      max(1, Int(scale.devicePixels(points).rounded(.up)))
    }
    return (pixels(spec.canvas.size.width), pixels(spec.canvas.size.height))
  }

  /// The whole canvas as `convention` draws it, or one element of it on the same background.
  public func canvas(
    under convention: Convention, only element: Element? = nil
  ) throws(FontError) -> Pixmap {
    let draft = draft(under: convention)
    let size = canvasPixels
    var pixmap = Pixmap(width: size.width, height: size.height)
    if let background = spec.canvas.background { pixmap.clear(draft.colour(background)) }
    for one in element.map({ [$0] }) ?? spec.elements {
      try draft.draw(one).drawing.paint(onto: &pixmap, glyphs: glyphs)
    }
    return pixmap
  }

  /// What `convention` draws for each element, in the order of the spec.
  public func drawings(under convention: Convention) throws(FontError) -> [Drawing] {
    let draft = draft(under: convention)
    var result: [Drawing] = []
    for element in spec.elements { result.append(try draft.draw(element).drawing) }
    return result
  }

  /// Where each line of each text stands under `convention`, in the order of the spec.
  public func layout(
    under convention: Convention
  ) throws(FontError) -> [(element: Element, text: TextLayout)] {
    let draft = draft(under: convention)
    var result: [(Element, TextLayout)] = []
    for element in spec.elements {
      if let text = try draft.draw(element).text { result.append((element, text)) }
    }
    return result
  }

  /// The font files that the spec names or that were read for it.
  public var fontFiles: [String] { spec.fonts.values.sorted() + fonts.openedFiles }

  func draft(under convention: Convention) -> Draft {
    Draft(convention: convention, scale: scale, fonts: fonts, fontFiles: spec.fonts)
  }

  /// Paints one element alone on a transparent tile of the canvas.
  func tile(_ drawing: Drawing, over bounds: PixelRect) -> Pixmap {
    drawing.tile(over: bounds, glyphs: glyphs)
  }

  private func checkFonts() throws(SpecError) {
    var problems: [SpecProblem] = []
    // A font that cannot be had is looked for once, however many texts want it.
    var known: [String: Result<Font, FontError>] = [:]
    for (index, element) in spec.elements.enumerated() {
      guard case .text(let text) = element.content else { continue }
      do throws(FontError) {
        let found =
          known[text.font]
          ?? Result { () throws(FontError) in
            try fonts.font(named: text.font, files: spec.fonts)
          }
        known[text.font] = found
        _ = try found.get()
        let units = text.text.utf16.count
        guard units <= TextLayout.textLimit else {
          throw FontError.textTooLong(units: units, limit: TextLayout.textLimit)
        }
      } catch {
        problems.append(problem(error, of: text, at: "elements[\(index)]"))
      }
    }
    if !problems.isEmpty { throw SpecError(problems) }
  }

  private func problem(_ error: FontError, of text: TextContent, at path: String) -> SpecProblem {
    let kind: SpecProblem.Kind =
      switch error {
      case .notFound(let name, let nearest): .missingFont(name, nearest: nearest)
      case .libraryMissing: .noTextEngine(reason: error.description)
      case .textTooLong(let units, let limit): .textTooLong(units: units, limit: limit)
      case .unreadable, .unusable, .call: .unusableFont(text.font, reason: error.description)
      }
    return spec.problem(kind, at: "\(path).font")
  }
}
