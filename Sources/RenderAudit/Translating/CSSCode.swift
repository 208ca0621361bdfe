internal import Raster

/// An element as a rule of CSS.
struct CSSCode {
  let element: Element

  init(_ element: Element) { self.element = element }

  func rectangle(_ content: RectangleContent) -> String {
    var lines = box()
    if !content.radii.isZero { lines.append("border-radius: \(radii(content.radii))") }
    lines += fill(content)
    if let border = content.border, border.width > 0 { lines += self.border(border) }
    if !content.shadows.isEmpty {
      // The first of CSS is on top, the first of a spec at the bottom.
      let shadows = content.shadows.reversed().map(shadow)
      lines.append("box-shadow: \(shadows.joined(separator: ",\n    "))")
    }
    return rule(lines)
  }

  func text(_ content: TextContent) -> String {
    var lines = box(isText: true)
    lines.append("font: \(literal(content.size))px \(quotedLiteral(content.font))")
    let spacing = content.lineSpacing
    if let height = content.lineHeight {
      lines.append("line-height: \(literal(height + spacing))px")
      // Half of what the line height adds would stand above the first line.
      if spacing != 0 { lines.append("margin-top: \(literal(-spacing / 2))px") }
    } else {
      lines.append("line-height: normal")
    }
    lines.append("letter-spacing: \(literal(content.tracking))px")
    lines.append("color: \(colour(content.colour))")
    let alignment = content.alignment == .justified ? "justify" : content.alignment.rawValue
    lines.append("text-align: \(alignment)")
    lines.append("white-space: pre-wrap")
    if content.maxLines > 0 {
      lines += ["display: -webkit-box", "-webkit-box-orient: vertical"]
      lines += ["-webkit-line-clamp: \(content.maxLines)", "overflow: hidden"]
    }
    return rule(lines)
  }

  // MARK: Parts

  private func rule(_ lines: [String]) -> String {
    "#\(escaped(element.id)) {\n" + lines.map { "  \($0);\n" }.joined() + "}"
  }

  /// An id in a selector: what is not a letter, digit, hyphen or underscore gets a backslash.
  private func escaped(_ id: String) -> String {
    var result = ""
    for (index, scalar) in id.unicodeScalars.enumerated() {
      let isDigit = scalar >= "0" && scalar <= "9"
      let isLetter = scalar >= "a" && scalar <= "z" || scalar >= "A" && scalar <= "Z"
      let isPlain = isLetter || isDigit || scalar == "-" || scalar == "_" || scalar.value > 0x7F
      if isDigit && index == 0 {
        result += "\\3\(scalar) "
      } else {
        result += (isPlain ? "" : "\\") + String(scalar)
      }
    }
    return result
  }

  private func box(isText: Bool = false) -> [String] {
    let f = element.frame
    var lines = ["position: absolute"]
    lines.append("left: \(literal(f.x))px")
    lines.append("top: \(literal(f.y))px")
    if f.width > 0 { lines.append("width: \(literal(f.width))px") }
    if f.height > 0 || !isText { lines.append("height: \(literal(f.height))px") }
    if element.opacity < 1 { lines.append("opacity: \(literal(element.opacity))") }
    return lines
  }

  private func radii(_ radii: CornerRadii) -> String {
    if radii.isUniform { return "\(literal(radii.topLeft))px" }
    return [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
      .map { "\(literal($0))px" }.joined(separator: " ")
  }

  private func fill(_ content: RectangleContent) -> [String] {
    switch content.fill {
    case .colour(let c): return ["background: \(colour(c))"]
    case .linearGradient(let gradient):
      let lines = ["background: \(self.gradient(gradient))"]
      // Else the gradient's box ends where the border begins.
      return content.border == nil ? lines : lines + ["background-origin: border-box"]
    case nil: return []
    }
  }

  private func gradient(_ gradient: GradientSpec) -> String {
    var (angle, stops) = (0.0, gradient.stops)
    switch gradient.line {
    case .angle(let degrees): angle = degrees
    case .points(let from, let to):
      let box = Rect(
        x: 0, y: 0, width: element.frame.width, height: element.frame.height)
      let field = GradientField.perpendicular(from: box.point(unit: from), to: box.point(unit: to))
      if let css = field.cssAngle(in: box) {
        angle = css.degrees
        for i in stops.indices { stops[i].position = css.scale * stops[i].position + css.offset }
      }
    }
    let list = stops.map { "\(colour($0.colour)) \(literal(100 * $0.position))%" }
    return "linear-gradient(\(literal(angle))deg, \(list.joined(separator: ", ")))"
  }

  private func border(_ border: Border) -> [String] {
    let line = "\(literal(border.width))px solid \(colour(border.colour))"
    switch border.position {
    case nil, .inside: return ["border: \(line)", "box-sizing: border-box"]
    case .centre: return ["outline: \(line)", "outline-offset: \(literal(-border.width / 2))px"]
    case .outside: return ["outline: \(line)"]
    }
  }

  private func shadow(_ shadow: ShadowSpec) -> String {
    let lengths = [shadow.offset.x, shadow.offset.y, shadow.blur, shadow.spread]
      .map { "\(literal($0))px" }
    return (shadow.isInner ? "inset " : "") + lengths.joined(separator: " ")
      + " \(colour(shadow.colour))"
  }

  private func colour(_ spec: SpecColour) -> String {
    let c = CodeColour(spec)
    if let bytes = c.bytes { return bytes.hex }
    let alpha = c.alpha == 1 ? "" : " / \(literal(c.alpha))"
    let channels = [c.red, c.green, c.blue]
    if c.isDisplayP3 {
      return "color(display-p3 \(channels.map(literal).joined(separator: " "))\(alpha))"
    }
    return "rgb(\(channels.map { literal($0 * 255) }.joined(separator: " "))\(alpha))"
  }
}
