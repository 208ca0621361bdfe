internal import Conventions
internal import ImageDiff
internal import Raster
internal import Typesetting

/// The report of comparisons, as data for scripts: report.json.
public enum Report {
  public static let schemaVersion = 1

  /// - Parameters:
  ///   - specName: As the user named the spec.
  ///   - version: Of the tool.
  ///   - withImages: Whether pictures were written beside it, to be named.
  public static func json(
    _ comparisons: [Comparison], specName: String, version: String, withImages: Bool
  ) -> JSONValue {
    .members([
      "schemaVersion": .integer(schemaVersion),
      "tool": ["name": "renderaudit", "version": .string(version)],
      "spec": .string(specName),
      "comparisons": .array(comparisons.map { comparison($0, withImages: withImages) }),
    ])
  }

  private static func comparison(_ c: Comparison, withImages: Bool) -> JSONValue {
    let size: [(String, JSONValue)] = [
      ("widthPx", .integer(c.canvas.reference.width)),
      ("heightPx", .integer(c.canvas.reference.height)),
    ]
    return .members([
      "reference": .string(c.reference.name),
      "candidate": .string(c.candidate.name),
      "scale": .number(c.scale.pixelsPerPoint),
      "verdict": .string(c.verdict.rawValue),
      "canvas": .object(
        (size + counts(c.canvas.counts)).map(JSONValue.Member.init)
          + (withImages ? [.init("images", images(PictureNames(c.candidate)))] : [])),
      "elements": .array(
        c.elements.map { element($0, candidate: c.candidate, withImages: withImages) }),
    ])
  }

  private static func counts(_ counts: DiffCounts) -> [(String, JSONValue)] {
    [
      ("differingPixels", .integer(counts.differingPixels)),
      ("perceptiblePixels", .integer(counts.perceptiblePixels)),
      ("maxDelta", .integer(counts.maxDelta)),
      ("meanDelta", .number(rounded(counts.meanDelta, places: 6))),
    ]
  }

  private static func element(
    _ e: ElementComparison, candidate: Convention, withImages: Bool
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .string(e.element.id)),
      ("type", .string(e.element.typeName)),
      ("verdict", .string(e.verdict.rawValue)),
      ("severity", .string(e.severity.word)),
    ]
    members += counts(e.counts)
    members.append(
      ("boundsPx", .integers([e.bounds.x0, e.bounds.y0, e.bounds.width, e.bounds.height])))
    members.append(("causes", .array(e.causes.map(cause))))
    members += translation(e.translation)
    if let a = e.reference.text, let b = e.candidate.text {
      members.append(
        (
          "lines",
          [
            "reference": .strings(a.lines.map(\.text)), "candidate": .strings(b.lines.map(\.text)),
          ]
        ))
      let problems = Problems.sentences(reference: a, candidate: b)
      if !problems.isEmpty { members.append(("problems", .strings(problems))) }
    }
    if withImages, e.hasPictures {
      members.append(("images", images(PictureNames(candidate, e.element))))
    }
    return .object(members.map(JSONValue.Member.init))
  }

  private static func cause(_ cause: Cause) -> JSONValue {
    .members([
      "axis": .string(cause.axis.rawValue),
      "referenceValue": .string(cause.reference.value),
      "candidateValue": .string(cause.candidate.value),
      "share": .number(rounded(cause.share, places: 6)),
      "sampled": cause.isSampled ? true : nil,
      "sentence": .string(cause.sentence),
      "source": .string(cause.candidate.source),
      "confidence": .string(cause.candidate.confidence.rawValue),
      "referenceSource": .string(cause.reference.source),
      "referenceConfidence": .string(cause.reference.confidence.rawValue),
    ])
  }

  private static func translation(_ outcome: TranslationOutcome) -> [(String, JSONValue)] {
    switch outcome {
    case .notNeeded: []
    case .impossible(let why): [("translation", .null), ("translationNote", .string(why))]
    case .translated(let t): [("translation", t.json)]
    }
  }

  private static func images(_ names: PictureNames) -> JSONValue {
    [
      "reference": .string(names.reference), "candidate": .string(names.candidate),
      "overlay": .string(names.overlay),
    ]
  }
}

/// The files of one picture in three versions, relative to the output folder.
public struct PictureNames {
  public let reference: String
  public let candidate: String
  public let overlay: String

  /// The canvas's, or an element's.
  init(_ candidate: Convention, _ element: Element? = nil) {
    let stem = "\(candidate.name)/\(element?.id ?? "canvas")"
    reference = "\(stem)-reference.png"
    self.candidate = "\(stem)-candidate.png"
    overlay = "\(stem)-overlay.png"
  }

  /// The canvas three times, side by side.
  static func panels(_ candidate: Convention) -> String { "\(candidate.name)/canvas-panels.png" }
}

extension Element {
  /// The word that specs use.
  public var typeName: String {
    switch content {
    case .rectangle: "rectangle"
    case .text: "text"
    }
  }
}

/// `value` to so many decimal places, halves away from zero.
func rounded(_ value: Double, places: Int) -> Double {
  let factor = (0..<places).reduce(1.0) { f, _ in f * 10 }
  return (value * factor).rounded() / factor
}
