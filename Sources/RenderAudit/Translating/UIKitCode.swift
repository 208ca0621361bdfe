internal import Conventions
internal import Raster

/// An element as Swift for UIKit and Core Animation.
struct UIKitCode {
  let element: Element
  private let name: String

  init(_ element: Element) {
    self.element = element
    name = identifier(element.id)
  }

  func rectangle() -> String {
    guard case .rectangle(let content) = element.content else { return "" }
    var lines = ["let \(name) = UIView(frame: \(rect(element.frame)))"]
    if element.opacity < 1 { lines.append("\(name).alpha = \(literal(element.opacity))") }
    let outer = content.shadows.filter { !$0.isInner }
    // One plain shadow can be the fill's own; a layer has only one.
    let own = outer.count == 1 && outer[0].path == nil && outer[0].knockout != true ? outer[0] : nil
    if own == nil {
      for (i, shadow) in outer.enumerated() {
        lines +=
          [""] + shadowLayer(shadow, "\(name)Shadow\(outer.count > 1 ? "\(i + 1)" : "")", content)
      }
    }
    lines += [""] + fill(content, own)
    for (i, shadow) in content.shadows.filter(\.isInner).enumerated() {
      lines += [""] + innerShadow(shadow, "\(name)InnerShadow\(i + 1)", content)
    }
    if let border = content.border, border.width > 0 {
      lines += [""] + self.border(border, content)
    }
    return lines.joined(separator: "\n")
  }

  func text(_ content: TextContent) -> String {
    let paragraph = "\(name)Paragraph"
    var lines = ["let \(paragraph) = NSMutableParagraphStyle()"]
    if let height = content.lineHeight {
      lines.append("\(paragraph).minimumLineHeight = \(literal(height))")
      lines.append("\(paragraph).maximumLineHeight = \(literal(height))")
    }
    if content.lineSpacing != 0 {
      lines.append("\(paragraph).lineSpacing = \(literal(content.lineSpacing))")
    }
    lines.append("\(paragraph).alignment = .\(content.alignment.rawValue)")
    var attributes = [
      ".font: UIFont(name: \(quotedLiteral(content.font)), size: \(literal(content.size)))!",
      ".paragraphStyle: \(paragraph)", ".foregroundColor: \(colour(content.colour))",
    ]
    if content.tracking != 0 { attributes.append(".kern: \(literal(content.tracking))") }
    lines.append("let \(name) = UILabel(frame: \(rect(element.frame)))")
    lines.append("\(name).numberOfLines = \(content.maxLines)")
    if element.opacity < 1 { lines.append("\(name).alpha = \(literal(element.opacity))") }
    lines.append("\(name).attributedText = NSAttributedString(")
    lines.append("  string: \(quotedLiteral(content.text)),")
    lines.append("  attributes: [")
    lines += attributes.map { "    \($0)," }
    lines.append("  ])")
    if element.frame.height == 0 { lines.append("\(name).sizeToFit()") }
    return lines.joined(separator: "\n")
  }

  // MARK: Layers

  private func fill(_ content: RectangleContent, _ shadow: ShadowSpec?) -> [String] {
    let layer = "\(name)Fill"
    var lines: [String]
    switch content.fill {
    case .linearGradient(let gradient):
      let (from, to) = gradient.points
      lines = ["let \(layer) = CAGradientLayer()", "\(layer).frame = \(name).bounds"]
      let colours = gradient.stops.map { "\(colour($0.colour)).cgColor" }
      lines.append("\(layer).colors = [")
      lines += colours.map { "  \($0)," }
      lines.append("]")
      let locations = gradient.stops.map { literal($0.position) }.joined(separator: ", ")
      lines.append("\(layer).locations = [\(locations)]")
      lines.append("\(layer).startPoint = \(point(from))")
      lines.append("\(layer).endPoint = \(point(to))")
    case .colour(let c):
      lines = ["let \(layer) = CALayer()", "\(layer).frame = \(name).bounds"]
      lines.append("\(layer).backgroundColor = \(colour(c)).cgColor")
    case nil:
      lines = ["let \(layer) = CALayer()", "\(layer).frame = \(name).bounds"]
    }
    lines += corners(content, of: layer)
    if let shadow { lines += self.shadow(shadow, of: layer) }
    return lines + ["\(name).layer.addSublayer(\(layer))"]
  }

  private func corners(_ content: RectangleContent, of layer: String) -> [String] {
    let r = content.radii
    if r.isZero { return [] }
    let curve =
      content.cornerCurve == .continuous ? ["\(layer).cornerCurve = .continuous"] : []
    let all = [
      ("layerMinXMinYCorner", r.topLeft), ("layerMaxXMinYCorner", r.topRight),
      ("layerMaxXMaxYCorner", r.bottomRight), ("layerMinXMaxYCorner", r.bottomLeft),
    ]
    let round = all.filter { $0.1 > 0 }
    if Set(round.map(\.1)).count == 1 {
      let mask =
        round.count == 4
        ? []
        : ["\(layer).maskedCorners = [\(round.map { ".\($0.0)" }.joined(separator: ", "))]"]
      return ["\(layer).cornerRadius = \(literal(round[0].1))"] + mask + curve
    }
    return [
      "let \(layer)Mask = CAShapeLayer()",
      "\(layer)Mask.path = \(path("\(layer).bounds", r))",
      "\(layer).mask = \(layer)Mask",
    ]
  }

  private func shadow(_ shadow: ShadowSpec, of layer: String) -> [String] {
    let c = CodeColour(shadow.colour)
    return [
      "\(layer).shadowColor = \(colour(c.opaque)).cgColor",
      "\(layer).shadowOpacity = \(literal(c.alpha))",
      "\(layer).shadowRadius = \(literal(shadow.blur))",
      "\(layer).shadowOffset = CGSize(width: \(literal(shadow.offset.x)), height: "
        + "\(literal(shadow.offset.y)))",
    ]
  }

  /// A layer that paints nothing but a shadow.
  private func shadowLayer(
    _ shadow: ShadowSpec, _ layer: String, _ content: RectangleContent
  ) -> [String] {
    let outline = shadow.path ?? ShadowPath(outset: 0, radii: content.radii)
    let bounds =
      outline.outset == 0
      ? "\(layer).bounds"
      : "\(layer).bounds.insetBy(dx: \(literal(-outline.outset)), dy: \(literal(-outline.outset)))"
    var lines = ["let \(layer) = CALayer()", "\(layer).frame = \(name).bounds"]
    lines += self.shadow(shadow, of: layer)
    lines.append("\(layer).shadowPath = \(path(bounds, outline.radii))")
    if shadow.knockout == true {
      let reach =
        3 * shadow.blur + max(0, outline.outset) + abs(shadow.offset.x)
        + abs(shadow.offset.y)
      lines += [
        "let \(layer)Outside = CGMutablePath()",
        "\(layer)Outside.addRect(\(layer).bounds.insetBy(dx: \(literal(-reach)), dy: "
          + "\(literal(-reach))))",
        "\(layer)Outside.addPath(\(path("\(layer).bounds", content.radii)))",
        "let \(layer)Mask = CAShapeLayer()",
        "\(layer)Mask.path = \(layer)Outside",
        "\(layer)Mask.fillRule = .evenOdd",
        "\(layer).mask = \(layer)Mask",
      ]
    }
    return lines + ["\(name).layer.addSublayer(\(layer))"]
  }

  /// The shadow of a frame around the shape, clipped to the shape.
  private func innerShadow(
    _ shadow: ShadowSpec, _ layer: String, _ content: RectangleContent
  ) -> [String] {
    let hole = RoundedRectangle(
      rect: Rect(x: 0, y: 0, width: element.frame.width, height: element.frame.height),
      radii: content.radii
    ).inset(by: shadow.spread)
    let reach = 3 * shadow.blur + abs(shadow.offset.x) + abs(shadow.offset.y) + shadow.spread
    var lines = ["let \(layer) = CALayer()", "\(layer).frame = \(name).bounds"]
    lines += self.shadow(shadow, of: layer)
    return lines + [
      "let \(layer)Frame = CGMutablePath()",
      "\(layer)Frame.addRect(\(layer).bounds.insetBy(dx: \(literal(-reach)), dy: "
        + "\(literal(-reach))))",
      "\(layer)Frame.addPath(\(path(rect(hole.rect), hole.radii, reversed: true)))",
      "\(layer).shadowPath = \(layer)Frame",
      "let \(layer)Mask = CAShapeLayer()",
      "\(layer)Mask.path = \(path("\(layer).bounds", content.radii))",
      "\(layer).mask = \(layer)Mask",
      "\(name).layer.addSublayer(\(layer))",
    ]
  }

  private func border(_ border: Border, _ content: RectangleContent) -> [String] {
    let layer = "\(name)Border"
    let outset: Double =
      switch border.position {
      case nil, .inside: 0
      case .centre: border.width / 2
      case .outside: border.width
      }
    var grown = content
    grown.radii = content.radii.map { $0 > 0 ? $0 + outset : 0 }
    let bounds =
      outset == 0
      ? "\(name).bounds"
      : "\(name).bounds.insetBy(dx: \(literal(-outset)), dy: \(literal(-outset)))"
    return ["let \(layer) = CALayer()", "\(layer).frame = \(bounds)"]
      + corners(grown, of: layer) + [
        "\(layer).borderWidth = \(literal(border.width))",
        "\(layer).borderColor = \(colour(border.colour)).cgColor",
        "\(name).layer.addSublayer(\(layer))",
      ]
  }

  // MARK: Values

  /// Circular corners: UIBezierPath(roundedRect:) would draw continuous ones.
  private func path(_ rect: String, _ r: CornerRadii, reversed: Bool = false) -> String {
    let path: String
    if r.isZero {
      path = "CGPath(rect: \(rect), transform: nil)"
    } else if r.isUniform {
      let radius = literal(r.topLeft)
      path =
        "CGPath(roundedRect: \(rect), cornerWidth: \(radius), cornerHeight: \(radius), "
        + "transform: nil)"
    } else {
      let radii = [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].map(literal)
      path = "roundedPath(\(rect), radii: [\(radii.joined(separator: ", "))])"
    }
    return reversed ? "UIBezierPath(cgPath: \(path)).reversing().cgPath" : path
  }

  private func rect(_ r: Rect) -> String {
    "CGRect(x: \(literal(r.x)), y: \(literal(r.y)), width: \(literal(r.width)), height: "
      + "\(literal(r.height)))"
  }

  private func point(_ p: Point) -> String { "CGPoint(x: \(literal(p.x)), y: \(literal(p.y)))" }

  private func colour(_ spec: SpecColour) -> String { colour(CodeColour(spec)) }

  private func colour(_ c: CodeColour) -> String {
    let label = c.isDisplayP3 ? "displayP3Red" : "red"
    func channel(_ v: Double, _ byte: UInt8?) -> String {
      byte.map { $0 == 0 || $0 == 255 ? literal(v) : "\($0) / 255" } ?? literal(v)
    }
    return
      "UIColor(\(label): \(channel(c.red, c.bytes?.r)), green: \(channel(c.green, c.bytes?.g)), "
      + "blue: \(channel(c.blue, c.bytes?.b)), alpha: \(literal(c.alpha)))"
  }
}
