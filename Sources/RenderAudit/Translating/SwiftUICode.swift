internal import Conventions
internal import Raster

/// An element as a SwiftUI view, placed by `offset` in a ZStack aligned at the top left.
struct SwiftUICode {
  let element: Element

  init(_ element: Element) { self.element = element }

  func rectangle() -> String {
    guard case .rectangle(let content) = element.content else { return "" }
    let shape = shape(content.radii, content.cornerCurve)
    var lines = [shape]
    var modifiers: [String] = []
    switch content.fill {
    case .colour(let c): modifiers.append(".fill(\(styled(colour(c), content)))")
    case .linearGradient(let gradient):
      modifiers.append(".fill(\(styled(self.gradient(gradient), content)))")
    case nil: modifiers.append(".fill(.clear)")
    }
    if let border = content.border, border.width > 0 {
      modifiers.append(".overlay(\(self.border(border, content)))")
    }
    modifiers.append(
      ".frame(width: \(literal(element.frame.width)), height: \(literal(element.frame.height)))")
    // The first of a spec is at the bottom; a modifier paints below what it modifies.
    for shadow in content.shadows.reversed() where !shadow.isInner {
      modifiers.append(self.shadow(shadow, content))
    }
    modifiers += placing()
    lines += modifiers.map { indented($0) }
    return lines.joined(separator: "\n")
  }

  func text(_ content: TextContent) -> String {
    var modifiers = [
      ".font(.custom(\(quotedLiteral(content.font)), fixedSize: \(literal(content.size))))",
      ".foregroundStyle(\(colour(content.colour)))",
    ]
    if content.tracking != 0 { modifiers.append(".kerning(\(literal(content.tracking)))") }
    if let height = content.lineHeight {
      // SwiftUI has a distance between lines, not a height of them.
      modifiers.append(
        ".lineSpacing(\(literal(height + content.lineSpacing)) - UIFont(name: "
          + "\(quotedLiteral(content.font)), size: \(literal(content.size)))!.lineHeight)")
    } else if content.lineSpacing != 0 {
      modifiers.append(".lineSpacing(\(literal(content.lineSpacing)))")
    }
    let alignment: (text: String, frame: String) =
      switch content.alignment {
      case .left, .justified: ("leading", "topLeading")
      case .center: ("center", "top")
      case .right: ("trailing", "topTrailing")
      }
    modifiers.append(".multilineTextAlignment(.\(alignment.text))")
    if content.maxLines > 0 { modifiers.append(".lineLimit(\(content.maxLines))") }
    let f = element.frame
    if f.width > 0 {
      let height = f.height > 0 ? ", height: \(literal(f.height))" : ""
      modifiers.append(
        ".frame(width: \(literal(f.width))\(height), alignment: .\(alignment.frame))")
    }
    modifiers += placing()
    return (["Text(\(quotedLiteral(content.text)))"] + modifiers.map { indented($0) })
      .joined(separator: "\n")
  }

  // MARK: Parts

  private func placing() -> [String] {
    let opacity = element.opacity < 1 ? [".opacity(\(literal(element.opacity)))"] : []
    return opacity + [".offset(x: \(literal(element.frame.x)), y: \(literal(element.frame.y)))"]
  }

  private func shape(_ r: CornerRadii, _ curve: CornerCurveReading?) -> String {
    if r.isZero { return "Rectangle()" }
    let style = curve == .circular ? "circular" : "continuous"
    if r.isUniform {
      return "RoundedRectangle(cornerRadius: \(literal(r.topLeft)), style: .\(style))"
    }
    return "UnevenRoundedRectangle(topLeadingRadius: \(literal(r.topLeft)), bottomLeadingRadius: "
      + "\(literal(r.bottomLeft)), bottomTrailingRadius: \(literal(r.bottomRight)), "
      + "topTrailingRadius: \(literal(r.topRight)), style: .\(style))"
  }

  /// A fill with its inner shadows.
  private func styled(_ fill: String, _ content: RectangleContent) -> String {
    content.shadows.filter(\.isInner).reduce(fill) { fill, s in
      "\(fill)\n  .shadow(.inner(color: \(colour(s.colour)), radius: \(literal(s.blur)), x: "
        + "\(literal(s.offset.x)), y: \(literal(s.offset.y))))"
    }
  }

  private func gradient(_ gradient: GradientSpec) -> String {
    let (from, to) = gradient.points
    func point(_ p: Point) -> String { "UnitPoint(x: \(literal(p.x)), y: \(literal(p.y)))" }
    let stops = gradient.stops.map {
      ".init(color: \(colour($0.colour)), location: \(literal($0.position))),"
    }
    return """
      LinearGradient(
        stops: [
      \(indented(stops.joined(separator: "\n"), by: 2))
        ],
        startPoint: \(point(from)), endPoint: \(point(to)))
      """
  }

  private func border(_ border: Border, _ content: RectangleContent) -> String {
    let line = "(\(colour(border.colour)), lineWidth: \(literal(border.width)))"
    let shape = shape(content.radii, content.cornerCurve)
    switch border.position {
    case nil, .inside: return "\(shape).strokeBorder\(line)"
    case .centre: return "\(shape).stroke\(line)"
    case .outside:
      let grown = content.radii.map { $0 > 0 ? $0 + border.width : 0 }
      return "\(self.shape(grown, content.cornerCurve)).strokeBorder\(line)"
        + ".padding(\(literal(-border.width)))"
    }
  }

  private func shadow(_ s: ShadowSpec, _ content: RectangleContent) -> String {
    if s.path == nil, s.knockout != true {
      return ".shadow(color: \(colour(s.colour)), radius: \(literal(s.blur)), x: "
        + "\(literal(s.offset.x)), y: \(literal(s.offset.y)))"
    }
    // A blurred shape of its own is the shadow.
    let path = s.path ?? ShadowPath(outset: 0, radii: content.radii)
    var lines = [
      shape(path.radii, content.cornerCurve), "  .fill(\(colour(s.colour)))",
      "  .padding(\(literal(-path.outset)))", "  .blur(radius: \(literal(s.blur)))",
      "  .offset(x: \(literal(s.offset.x)), y: \(literal(s.offset.y)))",
    ]
    if s.knockout == true {
      let reach = 3 * s.blur + max(0, path.outset) + abs(s.offset.x) + abs(s.offset.y)
      lines += [
        "  .mask {", "    Rectangle().padding(\(literal(-reach)))",
        "      .overlay(\(shape(content.radii, content.cornerCurve)).blendMode(.destinationOut))",
        "      .compositingGroup()", "  }",
      ]
    }
    return ".background {\n\(indented(lines.joined(separator: "\n")))\n}"
  }

  private func colour(_ spec: SpecColour) -> String {
    let c = CodeColour(spec)
    func channel(_ v: Double, _ byte: UInt8?) -> String {
      byte.map { $0 == 0 || $0 == 255 ? literal(v) : "\($0) / 255" } ?? literal(v)
    }
    return "Color(.\(c.isDisplayP3 ? "displayP3" : "sRGB"), red: \(channel(c.red, c.bytes?.r)), "
      + "green: \(channel(c.green, c.bytes?.g)), blue: \(channel(c.blue, c.bytes?.b)), opacity: "
      + "\(literal(c.alpha)))"
  }
}
