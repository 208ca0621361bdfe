internal import Raster
internal import RenderAudit
internal import Typesetting

/// A board's drawings as JSON, in device px: what another renderer needs to draw the same.
func describe(_ audit: Audit, _ drawings: [Drawing]) -> JSONValue {
  [
    "width": .integer(audit.canvasPixels.width), "height": .integer(audit.canvasPixels.height),
    "steps": .array(drawings.flatMap { $0.steps.map(describe) }),
  ]
}

private func describe(_ step: Drawing.Step) -> JSONValue {
  switch step {
  case .shadow(let shadow, let outline, _):
    return [
      "kind": "shadow", "shape": describe(outline), "sigma": .number(shadow.sigma.devicePixels),
      "offset": .numbers([shadow.offset.x, shadow.offset.y]), "colour": describe(shadow.colour),
    ]
  case .fill(let outline, .solid(let colour)):
    return ["kind": "fill", "shape": describe(outline), "colour": describe(colour)]
  case .fill(let outline, .linearGradient(let gradient)):
    // Any line along the field's own direction draws it.
    let (kx, ky, c) = (gradient.field.kx, gradient.field.ky, gradient.field.c)
    let square = kx * kx + ky * ky
    let from = Point(x: -c * kx / square, y: -c * ky / square)
    return [
      "kind": "gradient", "shape": describe(outline),
      "from": .numbers([from.x, from.y]),
      "to": .numbers([from.x + kx / square, from.y + ky / square]),
      "colours": .array(gradient.ramp.stops.map { describe($0.colour) }),
      "positions": .numbers(gradient.ramp.stops.map(\.position)),
    ]
  case .text(let text):
    return [
      "kind": "text", "font": .string(text.font.font.file), "size": .number(text.pixelSize),
      "colour": describe(text.colour),
      "glyphs": .array(
        text.glyphs.map { [.integer(Int($0.id.rawValue)), .number($0.x), .number($0.y)] }),
    ]
  case .innerShadow, .shadowOfContent:
    preconditionFailure("the article's artboards have outer shadows of opaque shapes only")
  }
}

private func describe(_ outline: Outline) -> JSONValue {
  guard case .rounded(let r) = outline, r.radii.isUniform else {
    preconditionFailure("the article's artboards have plain rectangles only")
  }
  return .numbers([r.rect.x, r.rect.y, r.rect.width, r.rect.height, r.radii.topLeft])
}

private func describe(_ c: Colour) -> JSONValue { .numbers([c.red, c.green, c.blue, c.alpha]) }
