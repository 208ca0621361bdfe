internal import Conventions
internal import Raster

private let anElement =
  "an element such as { \"id\": \"card\", \"type\": \"rectangle\", \"frame\": [0, 0, 100, 50] }"

private enum ElementType: String, CaseIterable {
  case rectangle, text

  var keys: [String] {
    let common = ["id", "type", "frame", "opacity"]
    return switch self {
    case .rectangle: common + ["cornerRadius", "cornerCurve", "fill", "border", "shadows"]
    case .text:
      common + [
        "text", "font", "size", "lineHeight", "lineSpacing", "tracking", "color", "align",
        "maxLines",
      ]
    }
  }
}

extension SpecReader {
  /// Nil only when something was reported.
  mutating func readElement(_ value: LocatedValue, scale: Double) -> Element? {
    guard let all = value.fields(anElement, keys: nil, &findings) else { return nil }
    let words = orList(ElementType.allCases.map { quoted($0.rawValue) })
    guard let typeValue = all.required("type", words, &findings),
      let type = typeValue.word(ElementType.self, &findings),
      let fields = value.fields(anElement, keys: type.keys, &findings)
    else {
      _ = readID(all)
      return nil
    }
    findings.note(value)
    let id = readID(fields)
    let frame = readFrame(fields, mayLackHeight: type == .text)
    let opacity = fields.number("opacity", .alpha, default: 1, &findings)
    let content: Element.Content? =
      switch type {
      case .rectangle: readRectangle(fields).map(Element.Content.rectangle)
      case .text: readText(fields).map(Element.Content.text)
      }
    guard let id, let frame, let content else { return nil }
    let element = Element(id: id, frame: frame, opacity: opacity, content: content)
    let size = element.reach.size
    if !Spec.fits(size, scale: scale) {
      findings.report(
        .elementTooLarge(width: size.width, height: size.height, scale: scale), at: value)
    }
    return element
  }

  private mutating func readID(_ fields: SpecFields) -> String? {
    let expected = "a name between quotes"
    guard let value = fields.required("id", expected, &findings),
      let id = value.string(expected, &findings)
    else { return nil }
    if let mistake = mistake(inName: id) {
      findings.report(.unusableName(id, mistake: mistake), at: value)
      return nil
    }
    if let first = ids[id] {
      findings.report(.duplicateID(id, first: first), at: value)
      return nil
    }
    ids[id] = value.node.place
    return id
  }

  private mutating func readFrame(_ fields: SpecFields, mayLackHeight: Bool) -> Rect? {
    let expected =
      mayLackHeight ? "[x, y, width] or [x, y, width, height]" : "[x, y, width, height]"
    guard
      let numbers = fields.required("frame", expected, &findings)?
        .numbers(
          expected, counts: mayLackHeight ? [3, 4] : [4],
          ranges: [.coordinate, .coordinate, .length, .length], &findings)
    else { return nil }
    return Rect(
      x: numbers[0], y: numbers[1], width: numbers[2], height: numbers.count > 3 ? numbers[3] : 0)
  }

  private mutating func readRectangle(_ fields: SpecFields) -> RectangleContent? {
    let radii = fields["cornerRadius"].map { readRadii($0) } ?? .zero
    let curve = fields["cornerCurve"].map { $0.word(CornerCurveReading.self, &findings) }
    let fill = fields["fill"].map { readFill($0) }
    let border = fields["border"].map { readBorder($0) }
    let shadows = fields["shadows"]?.elements("an array of shadows", &findings)?
      .map { readShadow($0) }
    if fill == .some(nil) || border == .some(nil) || shadows?.contains(nil) == true { return nil }
    return RectangleContent(
      radii: radii, fill: fill ?? nil, border: border ?? nil,
      shadows: (shadows ?? []).compactMap(\.self), cornerCurve: curve ?? nil)
  }

  private mutating func readRadii(_ value: LocatedValue) -> CornerRadii {
    if case .number = value.node.value {
      return CornerRadii(value.number(.length, &findings) ?? 0)
    }
    let expected = "a radius, or [topLeft, topRight, bottomRight, bottomLeft]"
    guard
      let radii = value.numbers(
        expected, counts: [4], ranges: Array(repeating: .length, count: 4), &findings)
    else { return .zero }
    return CornerRadii(
      topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }

  private mutating func readBorder(_ value: LocatedValue) -> Border? {
    guard
      let fields = value.fields(
        "an object with width, color and position", keys: ["width", "color", "position"],
        &findings)
    else { return nil }
    let width = fields.requiredNumber("width", .length, &findings)
    let colour = fields["color"].map { readColour($0) } ?? .black
    let position = fields["position"].map {
      $0.word(BorderPositionReading.self, synonyms: ["center": .centre], &findings)
    }
    guard let width, let colour, position != .some(nil) else { return nil }
    return Border(width: width, colour: colour, position: position ?? nil)
  }

  private mutating func readShadow(_ value: LocatedValue) -> ShadowSpec? {
    // An inner shadow is thrown by the shape's edge and lies inside: there is nothing to tell.
    let isOuter =
      if case .object(let members) = value.node.value {
        !members.contains {
          if $0.key == "inner", case .bool(true) = $0.node.value { true } else { false }
        }
      } else {
        true
      }
    guard
      let fields = value.fields(
        "an object with offset, blur, spread, color and inner",
        keys: ["offset", "blur", "spread", "color", "inner"]
          + (isOuter ? ["path", "knockout"] : []), &findings)
    else { return nil }
    let offset =
      fields["offset"].map {
        $0.numbers("[x, y]", counts: [2], ranges: [.coordinate, .coordinate], &findings)
      } ?? [0, 0]
    let blur = fields.number("blur", .length, default: 0, &findings)
    let spread = fields.number("spread", .coordinate, default: 0, &findings)
    let colour = fields["color"].map { readColour($0) } ?? .black
    let isInner = fields["inner"].map { $0.bool(&findings) } ?? false
    let path = fields["path"].map { readPath($0) }
    let knockout = fields["knockout"].map { $0.bool(&findings) }
    guard let offset, let colour, let isInner, path != .some(nil) else { return nil }
    return ShadowSpec(
      offset: Point(x: offset[0], y: offset[1]), blur: blur, spread: spread, colour: colour,
      isInner: isInner, path: path ?? nil, knockout: knockout ?? nil)
  }

  private mutating func readPath(_ value: LocatedValue) -> ShadowPath? {
    guard
      let fields = value.fields(
        "an object with outset and cornerRadius", keys: ["outset", "cornerRadius"], &findings)
    else { return nil }
    return ShadowPath(
      outset: fields.number("outset", .coordinate, default: 0, &findings),
      radii: fields["cornerRadius"].map { readRadii($0) } ?? .zero)
  }

  private mutating func readText(_ fields: SpecFields) -> TextContent? {
    let text = fields.requiredString("text", "a text between quotes", &findings)
    let font = readFont(fields)
    let size = fields.requiredNumber("size", .fontSize, &findings)
    let lineHeight = fields["lineHeight"]?.number(.lineHeight, &findings)
    let lineSpacing = fields.number("lineSpacing", .spacing, default: 0, &findings)
    let tracking = fields.number("tracking", .spacing, default: 0, &findings)
    let colour = fields["color"].map { readColour($0) } ?? .black
    let alignment =
      fields["align"].map {
        $0.word(
          TextAlignment.self, synonyms: ["centre": .center, "justify": .justified], &findings)
      } ?? .left
    let maxLines = fields.number("maxLines", .lineCount, default: 0, &findings)
    guard let text, let font, let size, let colour, let alignment else { return nil }
    return TextContent(
      text: text, font: font, size: size, lineHeight: lineHeight, lineSpacing: lineSpacing,
      tracking: tracking, colour: colour, alignment: alignment, maxLines: Int(maxLines))
  }

  private mutating func readFont(_ fields: SpecFields) -> String? {
    let expected = "the name of a font"
    guard let value = fields.required("font", expected, &findings),
      let font = value.string(expected, &findings)
    else { return nil }
    findings.note(value)
    if font.isEmpty {
      findings.report(.wrongType(expected: expected, found: "\"\"", instead: nil), at: value)
      return nil
    }
    noteFontFile(font)
    return font
  }
}

extension Element {
  /// The frame with what its shadows and border can reach under any convention, in points: a
  /// shadow's sigma is at most its blur, and a Gaussian is seen up to three sigma.
  var reach: Rect {
    guard case .rectangle(let rectangle) = content else { return frame }
    var reach = frame.outset(by: rectangle.border?.width ?? 0)
    for shadow in rectangle.shadows where !shadow.isInner {
      let cast = frame.offset(x: shadow.offset.x, y: shadow.offset.y)
        .outset(by: max(0, shadow.spread, shadow.path?.outset ?? 0) + 3 * shadow.blur)
      reach = reach.union(cast)
    }
    return reach
  }
}

extension Rect {
  /// The smallest rectangle that holds both.
  fileprivate func union(_ other: Rect) -> Rect {
    let (x, y) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
