internal import Conventions
internal import Raster

extension Spec: Equatable {
  /// Whether both state the same; where they state it in their files does not count.
  public static func == (a: Spec, b: Spec) -> Bool {
    a.title == b.title && a.canvas == b.canvas && a.fonts == b.fonts
      && a.conventions == b.conventions && a.comparison == b.comparison
      && a.elements == b.elements
  }
}

extension Spec {
  /// This spec as the text of a spec.json, which reads back as an equal spec.
  ///
  /// - Parameter folder: Where the file is going to stand: font paths below it become relative.
  public func write(folder: String = "") -> String {
    let comparison: JSONValue = .members([
      "reference": self.comparison.reference.map(JSONValue.string),
      "candidates": self.comparison.candidates.isEmpty
        ? nil : .strings(self.comparison.candidates),
    ])
    return JSONWriter.text(
      .members([
        "version": 1,
        "title": title.map(JSONValue.string),
        "canvas": canvas.json,
        "fonts": fonts.isEmpty
          ? nil : .sorted(fonts) { .string(relative($0, to: folder)) },
        "conventions": conventions.isEmpty
          ? nil : .sorted(conventions) { json(of: $0) },
        "compare": comparison == .object([]) ? nil : comparison,
        "elements": .array(elements.map(\.json)),
      ]))
  }

  private func relative(_ path: String, to folder: String) -> String {
    let start = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }

  private func json(of convention: Convention) -> JSONValue {
    let base = convention.base.flatMap { self.convention(named: $0) }
    let changes = Axis.allCases.filter { convention[$0] != base?[$0] }
    return .members([
      "extends": convention.base.map(JSONValue.string),
      "set": changes.isEmpty
        ? nil
        : .object(changes.map { .init($0.rawValue, .string(convention[$0].value)) }),
    ])
  }
}

extension JSONValue {
  /// An object whose keys are sorted, whatever the order of the dictionary.
  fileprivate static func sorted<Value>(
    _ dictionary: [String: Value], _ json: (Value) -> JSONValue
  ) -> JSONValue {
    .object(dictionary.sorted { $0.key < $1.key }.map { Member($0.key, json($0.value)) })
  }
}

extension Spec.Canvas {
  fileprivate var json: JSONValue {
    .members([
      "width": .number(size.width), "height": .number(size.height),
      "scale": .number(scale.pixelsPerPoint),
      "background": background?.json ?? "transparent",
    ])
  }
}

extension Element {
  /// As a spec states it; what has its default value is left out.
  var json: JSONValue {
    let type: JSONValue
    let members: [JSONValue.Member]
    switch content {
    case .rectangle(let rectangle): (type, members) = ("rectangle", rectangle.members)
    case .text(let text): (type, members) = ("text", text.members)
    }
    let start: JSONValue = .members([
      "id": .string(id), "type": type,
      "frame": .numbers([frame.x, frame.y, frame.width, frame.height]),
      "opacity": opacity == 1 ? nil : .number(opacity),
    ])
    guard case .object(let first) = start else { return start }
    return .object(first + members)
  }
}

extension RectangleContent {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if !radii.isZero { members.append(.init("cornerRadius", radii.json)) }
    if let cornerCurve { members.append(.init("cornerCurve", .string(cornerCurve.rawValue))) }
    if let fill { members.append(.init("fill", fill.json)) }
    if let border { members.append(.init("border", border.json)) }
    if !shadows.isEmpty { members.append(.init("shadows", .array(shadows.map(\.json)))) }
    return members
  }
}

extension TextContent {
  fileprivate var members: [JSONValue.Member] {
    let object: JSONValue = .members([
      "text": .string(text), "font": .string(font), "size": .number(size),
      "lineHeight": lineHeight.map(JSONValue.number),
      "lineSpacing": lineSpacing == 0 ? nil : .number(lineSpacing),
      "tracking": tracking == 0 ? nil : .number(tracking),
      "color": colour.json,
      "align": alignment == .left ? nil : .string(alignment.rawValue),
      "maxLines": maxLines == 0 ? nil : .integer(maxLines),
    ])
    guard case .object(let members) = object else { return [] }
    return members
  }
}

extension Fill {
  fileprivate var json: JSONValue {
    switch self {
    case .colour(let colour): colour.json
    case .linearGradient(let gradient): ["linearGradient": gradient.json]
    }
  }
}

extension GradientSpec {
  fileprivate var json: JSONValue {
    let stops: JSONValue = .array(
      self.stops.map { .array([$0.colour.json, .number($0.position)]) })
    return switch line {
    case .points(let from, let to):
      ["from": .numbers([from.x, from.y]), "to": .numbers([to.x, to.y]), "stops": stops]
    case .angle(let angle): ["angle": .number(angle), "stops": stops]
    }
  }
}

extension Border {
  fileprivate var json: JSONValue {
    .members([
      "width": .number(width), "color": colour.json,
      "position": (position?.rawValue).map(JSONValue.string),
    ])
  }
}

extension ShadowSpec {
  fileprivate var json: JSONValue {
    .members([
      "offset": .numbers([offset.x, offset.y]), "blur": .number(blur),
      "spread": spread == 0 ? nil : .number(spread), "color": colour.json,
      "inner": isInner ? true : nil,
      "path": path.map { path in
        .members([
          "outset": .number(path.outset),
          "cornerRadius": path.radii.isZero ? nil : path.radii.json,
        ])
      },
      "knockout": knockout.map(JSONValue.bool),
    ])
  }
}

extension CornerRadii {
  fileprivate var json: JSONValue {
    isUniform
      ? .number(topLeft) : .numbers([topLeft, topRight, bottomRight, bottomLeft])
  }
}

extension SpecColour {
  fileprivate var json: JSONValue {
    switch self {
    case .hex(let pixel): .string(pixel.hex)
    case .components(let space, let red, let green, let blue, let alpha):
      .members([
        "space": .string(space.rawValue), "components": .numbers([red, green, blue]),
        "alpha": alpha == 1 ? nil : .number(alpha),
      ])
    }
  }
}

extension SRGBA8 {
  /// `#RRGGBB` when opaque, else `#RRGGBBAA`.
  var hex: String {
    let channels = a == 255 ? [r, g, b] : [r, g, b, a]
    return channels.reduce(into: "#") { text, channel in
      text += channel < 16 ? "0" : ""
      text += String(channel, radix: 16, uppercase: true)
    }
  }
}
