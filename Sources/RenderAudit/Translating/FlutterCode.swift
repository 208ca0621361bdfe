internal import Raster

/// An element as Flutter widgets, to stand in a Stack.
struct FlutterCode {
  let element: Element

  init(_ element: Element) { self.element = element }

  func rectangle() -> String {
    guard case .rectangle(let content) = element.content else { return "" }
    var shadows: [String] = []
    var layers: [String] = []
    for shadow in content.shadows where !shadow.isInner {
      if let path = shadow.path {
        layers.append(pathLayer(shadow, path, content))
      } else {
        shadows.append(self.shadow(shadow))
      }
    }
    var parts: [String] = []
    switch content.fill {
    case .colour(let c): parts.append("color: \(colour(c))")
    case .linearGradient(let gradient): parts.append("gradient: \(self.gradient(gradient))")
    case nil: break
    }
    if !content.radii.isZero { parts.append("borderRadius: \(radii(content.radii))") }
    if let border = content.border, border.width > 0 {
      parts.append("border: \(self.border(border))")
    }
    if !shadows.isEmpty {
      parts.append("boxShadow: [\n\(indented(shadows.map { $0 + ",\n" }.joined()))]")
    }
    var box =
      "DecoratedBox(\n  decoration: BoxDecoration(\n"
      + indented(parts.map { $0 + ",\n" }.joined(), by: 2) + "  ),\n)"
    if content.shadows.contains(where: \.isInner) {
      box = "// BoxDecoration has no inner shadows: draw them with a CustomPainter.\n" + box
    }
    layers.append(positioned(box))
    return layers.joined(separator: ",\n") + ","
  }

  func text(_ content: TextContent) -> String {
    var style = ["fontFamily: \(quotedLiteral(content.font, escapingDollar: true))"]
    style.append("fontSize: \(literal(content.size))")
    if let height = content.lineHeight {
      style.append("height: \(literal((height + content.lineSpacing) / content.size))")
      style.append("leadingDistribution: TextLeadingDistribution.proportional")
    }
    if content.tracking != 0 { style.append("letterSpacing: \(literal(content.tracking))") }
    style.append("color: \(colour(content.colour))")
    let alignment = content.alignment == .justified ? "justify" : content.alignment.rawValue
    var lines = [quotedLiteral(content.text, escapingDollar: true)]
    lines.append("textAlign: TextAlign.\(alignment)")
    if content.maxLines > 0 { lines.append("maxLines: \(content.maxLines)") }
    lines.append("style: TextStyle(\n\(indented(style.map { $0 + ",\n" }.joined())))")
    return positioned("Text(\n\(indented(lines.map { $0 + ",\n" }.joined())))") + ","
  }

  // MARK: Parts

  private func positioned(_ child: String) -> String {
    let f = element.frame
    var place = "left: \(literal(f.x)), top: \(literal(f.y))"
    if f.width > 0 { place += ", width: \(literal(f.width))" }
    if f.height > 0 { place += ", height: \(literal(f.height))" }
    var child = child
    if element.opacity < 1 {
      child =
        "Opacity(\n  opacity: \(literal(element.opacity)),\n  child: "
        + indented(child).drop { $0 == " " } + ",\n)"
    }
    return "Positioned(\n  \(place),\n  child: " + indented(child).drop { $0 == " " } + ",\n)"
  }

  /// A box behind the element that paints nothing but its shadow.
  private func pathLayer(
    _ shadow: ShadowSpec, _ path: ShadowPath, _ content: RectangleContent
  ) -> String {
    let r = element.frame.outset(by: path.outset)
    var own = shadow
    own.path = nil
    return """
      Positioned(
        left: \(literal(r.x)), top: \(literal(r.y)), width: \(literal(r.width)), \
      height: \(literal(r.height)),
        child: DecoratedBox(
          decoration: BoxDecoration(
            borderRadius: \(radii(path.radii)),
            boxShadow: [\(self.shadow(own))],
          ),
        ),
      )
      """
  }

  private func shadow(_ s: ShadowSpec) -> String {
    var parts = ["color: \(colour(s.colour))"]
    parts.append("offset: Offset(\(literal(s.offset.x)), \(literal(s.offset.y)))")
    parts.append("blurRadius: \(literal(s.blur))")
    if s.spread != 0 { parts.append("spreadRadius: \(literal(s.spread))") }
    if s.knockout == true { parts.append("blurStyle: BlurStyle.outer") }
    return "BoxShadow(\(parts.joined(separator: ", ")))"
  }

  private func gradient(_ gradient: GradientSpec) -> String {
    let (from, to) = gradient.points
    // Alignment runs from −1 to 1.
    func alignment(_ p: Point) -> String {
      "Alignment(\(literal(2 * p.x - 1)), \(literal(2 * p.y - 1)))"
    }
    return """
      LinearGradient(
        begin: \(alignment(from)),
        end: \(alignment(to)),
        colors: [\(gradient.stops.map { colour($0.colour) }.joined(separator: ", "))],
        stops: [\(gradient.stops.map { literal($0.position) }.joined(separator: ", "))],
      )
      """
  }

  private func border(_ border: Border) -> String {
    let place: String =
      switch border.position {
      case nil, .inside: ""
      case .centre: ", strokeAlign: BorderSide.strokeAlignCenter"
      case .outside: ", strokeAlign: BorderSide.strokeAlignOutside"
      }
    return "Border.all(color: \(colour(border.colour)), width: \(literal(border.width))\(place))"
  }

  private func radii(_ r: CornerRadii) -> String {
    if r.isUniform { return "BorderRadius.circular(\(literal(r.topLeft)))" }
    let corners = [
      ("topLeft", r.topLeft), ("topRight", r.topRight), ("bottomRight", r.bottomRight),
      ("bottomLeft", r.bottomLeft),
    ].map { "\($0): Radius.circular(\(literal($1)))" }
    return "BorderRadius.only(\(corners.joined(separator: ", ")))"
  }

  private func colour(_ spec: SpecColour) -> String {
    let c = CodeColour(spec)
    if let argb = c.argb { return "const Color(\(argb))" }
    let space = c.isDisplayP3 ? "displayP3" : "sRGB"
    return "const Color.from(alpha: \(literal(c.alpha)), red: \(literal(c.red)), "
      + "green: \(literal(c.green)), blue: \(literal(c.blue)), colorSpace: ColorSpace.\(space))"
  }
}
