internal import Conventions
internal import Raster

/// An element as Kotlin for Jetpack Compose, to stand in a Box.
struct ComposeCode {
  let element: Element

  init(_ element: Element) { self.element = element }

  func rectangle() -> String {
    guard case .rectangle(let content) = element.content else { return "" }
    var boxes: [String] = []
    var modifiers = placing()
    let shape = shape(content.radii)
    for shadow in content.shadows where !shadow.isInner {
      if let path = shadow.path {
        boxes.append(pathBox(shadow, path, content))
      } else {
        modifiers += dropShadow(shadow, shape, content)
      }
    }
    switch content.fill {
    case .colour(let c): modifiers.append(".background(\(colour(c)), \(shape))")
    case .linearGradient(let gradient):
      boxes.insert(brush(gradient), at: 0)
      modifiers.append(".background(\(name)Brush, \(shape))")
    case nil: break
    }
    for shadow in content.shadows where shadow.isInner {
      modifiers.append(".innerShadow(\(shape), \(self.shadow(shadow)))")
    }
    if let border = content.border, border.width > 0 {
      modifiers.append(self.border(border, content))
    }
    boxes.append(box(modifiers))
    return boxes.joined(separator: "\n")
  }

  func text(_ content: TextContent) -> String {
    var style = [
      "fontFamily = FontFamily(Typeface.create(\(quoted(content.font)), Typeface.NORMAL))",
      "fontSize = \(literal(content.size)).sp", "color = \(colour(content.colour))",
    ]
    if let height = content.lineHeight {
      style.append("lineHeight = \(literal(height + content.lineSpacing)).sp")
      style.append(
        "lineHeightStyle = LineHeightStyle(LineHeightStyle.Alignment.Proportional, "
          + "LineHeightStyle.Trim.Both)")
    }
    if content.tracking != 0 {
      style.append("letterSpacing = \(literal(content.tracking)).sp")
    }
    let alignment: String =
      switch content.alignment {
      case .left: "Left"
      case .center: "Center"
      case .right: "Right"
      case .justified: "Justify"
      }
    style.append("textAlign = TextAlign.\(alignment)")
    style.append("platformStyle = PlatformTextStyle(includeFontPadding = false)")
    let limit = content.maxLines > 0 ? "\n  maxLines = \(content.maxLines)," : ""
    return """
      Text(
        text = \(quoted(content.text)),
        modifier = Modifier
      \(indented(placing().joined(separator: "\n"), by: 2)),\(limit)
        style = TextStyle(
      \(indented(style.map { $0 + "," }.joined(separator: "\n"), by: 2))
        ),
      )
      """
  }

  // MARK: Parts

  private var name: String { identifier(element.id) }

  private func quoted(_ text: String) -> String { quotedLiteral(text, escapingDollar: true) }

  private func placing() -> [String] {
    let f = element.frame
    var result = [".offset(\(dp(f.x)), \(dp(f.y)))"]
    if f.width > 0 {
      result.append(
        f.height > 0 ? ".size(\(dp(f.width)), \(dp(f.height)))" : ".width(\(dp(f.width)))")
    }
    if element.opacity < 1 { result.append(".alpha(\(literal(element.opacity))f)") }
    return result
  }

  private func box(_ modifiers: [String]) -> String {
    "Box(\n  Modifier\n\(indented(modifiers.joined(separator: "\n"), by: 2)),\n)"
  }

  private func dp(_ length: Double) -> String {
    length < 0 ? "(\(literal(length))).dp" : "\(literal(length)).dp"
  }

  private func shape(_ r: CornerRadii) -> String {
    if r.isZero { return "RectangleShape" }
    if r.isUniform { return "RoundedCornerShape(\(dp(r.topLeft)))" }
    let radii = [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].map(dp)
    return "RoundedCornerShape(\(radii.joined(separator: ", ")))"
  }

  private func shadow(_ s: ShadowSpec) -> String {
    "Shadow(radius = \(dp(s.blur)), spread = \(dp(s.spread)), offset = DpOffset(\(dp(s.offset.x)), "
      + "\(dp(s.offset.y))), color = \(colour(s.colour)))"
  }

  private func dropShadow(
    _ s: ShadowSpec, _ shape: String, _ content: RectangleContent
  ) -> [String] {
    let modifier = ".dropShadow(\(shape), \(shadow(s)))"
    guard s.knockout == true else { return [modifier] }
    return [
      """
      .drawWithContent {
        val outline = \(shape).createOutline(size, layoutDirection, this)
        clipPath(Path().apply { addOutline(outline) }, ClipOp.Difference) {
          this@drawWithContent.drawContent()
        }
      }
      """, modifier,
    ]
  }

  /// A box behind the element that paints nothing but its shadow.
  private func pathBox(
    _ s: ShadowSpec, _ path: ShadowPath, _ content: RectangleContent
  ) -> String {
    let r = element.frame.outset(by: path.outset)
    var own = s
    own.spread = 0
    return box([
      ".offset(\(dp(r.x)), \(dp(r.y)))", ".size(\(dp(r.width)), \(dp(r.height)))",
      ".dropShadow(\(shape(path.radii)), \(shadow(own)))",
    ])
  }

  private func brush(_ gradient: GradientSpec) -> String {
    let (from, to) = gradient.points
    func offset(_ p: Point) -> String {
      let (x, y) = (p.x * element.frame.width, p.y * element.frame.height)
      return "Offset(\(dp(x)).toPx(), \(dp(y)).toPx())"
    }
    let stops = gradient.stops.map { "\(literal($0.position))f to \(colour($0.colour))," }
    return """
      val \(name)Brush = with(LocalDensity.current) {
        Brush.linearGradient(
      \(indented(stops.joined(separator: "\n"), by: 2))
          start = \(offset(from)),
          end = \(offset(to)),
        )
      }
      """
  }

  private func border(_ border: Border, _ content: RectangleContent) -> String {
    let line = "\(dp(border.width)), \(colour(border.colour))"
    // The middle of the line, outwards from the outline. Compose's own border stands inside.
    let out: Double
    switch border.position {
    case nil, .inside: return ".border(\(line), \(shape(content.radii)))"
    case .centre: out = 0
    case .outside: out = border.width / 2
    }
    let radius = content.radii.topLeft > 0 ? content.radii.topLeft + out : 0
    return """
      .drawWithContent {
        drawContent()
        val out = \(dp(out)).toPx()
        drawRoundRect(
          \(colour(border.colour)), Offset(-out, -out),
          Size(size.width + 2 * out, size.height + 2 * out),
          CornerRadius(\(dp(radius)).toPx()),
          style = Stroke(\(dp(border.width)).toPx()),
        )
      }
      """
  }

  private func colour(_ spec: SpecColour) -> String {
    let c = CodeColour(spec)
    if let argb = c.argb { return "Color(\(argb))" }
    let space = c.isDisplayP3 ? "DisplayP3" : "Srgb"
    return "Color(\(literal(c.red))f, \(literal(c.green))f, \(literal(c.blue))f, "
      + "\(literal(c.alpha))f, ColorSpaces.\(space))"
  }
}
