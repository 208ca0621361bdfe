public import Conventions
public import Raster
public import Typesetting

/// Reads elements as a convention does: numbers in, drawings out.
public struct Draft {
  public let convention: Convention
  public let scale: DeviceScale
  public let fonts: FontLibrary
  /// The spec's own font files, by name.
  public let fontFiles: [String: String]

  public init(
    convention: Convention, scale: DeviceScale, fonts: FontLibrary, fontFiles: [String: String]
  ) {
    self.convention = convention
    self.scale = scale
    self.fonts = fonts
    self.fontFiles = fontFiles
  }

  /// What the convention draws for `element`; for text, with its lines.
  public func draw(_ element: Element) throws(FontError) -> (drawing: Drawing, text: TextLayout?) {
    switch element.content {
    case .rectangle(let content):
      return (finished(rectangleSteps(content, frame: element.frame), element.opacity), nil)
    case .text(let content):
      let font = try fonts.font(named: content.font, files: fontFiles)
      let layout = try layOut(content, font: font, frame: element.frame)
      let step = textStep(content, font: font, layout: layout)
      return (finished(step.glyphs.isEmpty ? [] : [.text(step)], element.opacity), layout)
    }
  }

  private func finished(_ steps: [Drawing.Step], _ opacity: Double) -> Drawing {
    // A single step is its own group.
    let matters = opacity < 1 && steps.count > 1
    return Drawing(
      steps: steps, opacity: opacity,
      isFlattened: matters && convention.opacityGrouping == .group)
  }
}
