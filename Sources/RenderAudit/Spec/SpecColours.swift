internal import Conventions
internal import Raster

extension SpecColour {
  static let black = SpecColour.hex(SRGBA8(r: 0, g: 0, b: 0, a: 255))
}

extension SpecReader {
  /// Nil only when something was reported.
  mutating func readColour(_ value: LocatedValue) -> SpecColour? {
    if case .string(let text) = value.node.value {
      if let pixel = SRGBA8(hex: text) { return .hex(pixel) }
      findings.report(.malformedColour(text, mistake: mistake(inColour: text)), at: value)
      return nil
    }
    guard
      let fields = value.fields(
        "a colour such as \"#RRGGBB\"", keys: ["space", "components", "alpha"], &findings)
    else { return nil }
    let words = orList(ColourSpaceReading.allCases.map { quoted($0.rawValue) })
    let space = fields.required("space", words, &findings)?
      .word(ColourSpaceReading.self, &findings)
    let expected = "[red, green, blue]"
    let components = fields.required("components", expected, &findings)?
      .numbers(
        expected, counts: [3], ranges: Array(repeating: .component, count: 3), &findings)
    let alpha = fields.number("alpha", .alpha, default: 1, &findings)
    guard let space, let components else { return nil }
    return .components(
      space: space, red: components[0], green: components[1], blue: components[2], alpha: alpha)
  }

  private func mistake(inColour text: String) -> SpecProblem.ColourMistake {
    if text == "transparent" { return .transparent }
    if text.utf8.contains(UInt8(ascii: "(")) { return .function }
    let hasHash = text.utf8.first == UInt8(ascii: "#")
    let rest = hasHash ? text.dropFirst() : text[...]
    let isHexadecimal = rest.utf8.allSatisfy { hexadecimalDigit($0) != nil }
    let isCount = [3, 4, 6, 8].contains(rest.utf8.count)
    if hasHash { return isHexadecimal ? .count(rest.utf8.count) : .digits }
    if isHexadecimal, isCount { return .noHash }
    let isWord = rest.utf8.allSatisfy {
      $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
    }
    return isWord && !rest.isEmpty ? .name : .other
  }

  /// Nil only when something was reported.
  mutating func readFill(_ value: LocatedValue) -> Fill? {
    let isGradient =
      if case .object(let members) = value.node.value {
        !members.contains { $0.key == "space" || $0.key == "components" }
      } else {
        false
      }
    guard isGradient else { return readColour(value).map(Fill.colour) }
    let expected = "an object with stops, and from and to or angle"
    guard
      let fill = value.fields(
        "a colour or an object with linearGradient", keys: ["linearGradient"], &findings),
      // Another key was reported already.
      let gradient = fill.members.isEmpty
        ? fill.required("linearGradient", expected, &findings) : fill["linearGradient"],
      let fields = gradient.fields(
        expected, keys: ["from", "to", "angle", "stops"], &findings)
    else { return nil }
    let line = readLine(fields)
    let stops = readStops(fields)
    guard let line, let stops else { return nil }
    return .linearGradient(GradientSpec(line: line, stops: stops))
  }

  private mutating func readLine(_ fields: SpecFields) -> GradientSpec.Line? {
    let hasPoint = fields["from"] != nil || fields["to"] != nil
    if let value = fields["angle"] {
      if hasPoint {
        findings.report(.gradientLine(hasPoints: true), at: fields.object)
        return nil
      }
      return value.number(.degrees, &findings).map(GradientSpec.Line.angle)
    }
    guard hasPoint else {
      findings.report(.gradientLine(hasPoints: false), at: fields.object)
      return nil
    }
    let from = readPoint("from", fields)
    let to = readPoint("to", fields)
    guard let from, let to else { return nil }
    if from == to {
      findings.report(.gradientWithoutLength, at: fields.object)
      return nil
    }
    return .points(from: from, to: to)
  }

  private mutating func readPoint(_ key: String, _ fields: SpecFields) -> Point? {
    fields.required(key, "[x, y]", &findings)?
      .numbers("[x, y]", counts: [2], ranges: [.fraction, .fraction], &findings)
      .map { Point(x: $0[0], y: $0[1]) }
  }

  private mutating func readStops(_ fields: SpecFields) -> [GradientSpec.Stop]? {
    let expected = "an array of [colour, position]"
    guard let value = fields.required("stops", expected, &findings),
      let elements = value.elements(expected, &findings)
    else { return nil }
    if elements.count < 2 { findings.report(.tooFewStops(found: elements.count), at: value) }
    var stops: [GradientSpec.Stop] = []
    var previous: Double?
    for element in elements {
      guard let pair = element.elements("[colour, position]", &findings) else { continue }
      guard pair.count == 2 else {
        findings.report(.wrongCount(expected: "[colour, position]", found: pair.count), at: element)
        continue
      }
      let colour = readColour(pair[0])
      guard let position = pair[1].number(.fraction, &findings) else { continue }
      if let previous, position < previous {
        findings.report(.stopsOutOfOrder(previous: previous, found: position), at: pair[1])
      }
      previous = position
      if let colour { stops.append(GradientSpec.Stop(colour: colour, position: position)) }
    }
    return stops.count >= 2 && stops.count == elements.count ? stops : nil
  }
}

extension SRGBA8 {
  /// `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`; nil for anything else.
  init?(hex text: String) {
    var digits: [UInt8] = []
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 9 else { return nil }
    for byte in text.utf8.dropFirst() {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      digits.append(digit)
    }
    let channels: [UInt8]
    switch digits.count {
    case 3, 4: channels = digits.map { $0 * 17 }
    case 6, 8:
      channels = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(
      r: channels[0], g: channels[1], b: channels[2], a: channels.count > 3 ? channels[3] : 255)
  }
}
