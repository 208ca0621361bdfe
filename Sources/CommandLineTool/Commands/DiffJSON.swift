internal import ImageCodec
internal import ImageDiff
internal import Raster
internal import RenderAudit

/// What `diff` prints for scripts.
enum DiffJSON {
  static let schemaVersion = 1

  static func document(
    _ outcome: DiffOutcome, _ reference: String, _ candidate: String, _ request: DiffRequest
  ) -> String {
    JSONWriter.text(
      .object(
        head + [
          .init("reference", .string(reference)), .init("candidate", .string(candidate)),
        ] + members(outcome)))
  }

  static let head: [JSONValue.Member] = [
    .init("schemaVersion", .integer(schemaVersion)),
    .init("tool", ["name": "renderaudit", "version": .string(Tool.version)]),
  ]

  /// Everything but the names.
  static func members(_ outcome: DiffOutcome) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("verdict", .string(outcome.outcome.rawValue)),
      .init("fails", .bool(outcome.fails)),
      .init("metric", .string(outcome.metric)),
    ]
    if let step = outcome.justNoticeable { members.append(.init("justNoticeable", .number(step))) }
    members.append(.init("colour", colour(outcome)))
    let (a, b) = (outcome.referenceSize, outcome.candidateSize)
    members.append(.init("referenceSizePx", .integers([a.width, a.height])))
    members.append(.init("candidateSizePx", .integers([b.width, b.height])))
    if let first = outcome.warnings.first {
      members.append(.init("warning", .string(first)))
      members.append(.init("warnings", .array(outcome.warnings.map(JSONValue.string))))
    }
    return members + finding(outcome)
  }

  private static func colour(_ outcome: DiffOutcome) -> JSONValue {
    [
      "space": .string(outcome.space.rawValue),
      "assumed": [
        "reference": .bool(outcome.assumedReference), "candidate": .bool(outcome.assumedCandidate),
      ],
    ]
  }

  private static func finding(_ outcome: DiffOutcome) -> [JSONValue.Member] {
    switch outcome.finding {
    case .sameBytes:
      let (width, height) = outcome.referenceSize
      return [.init("sameBytes", true)] + report(.equal(width: width, height: height), outcome)
    case .report(let report):
      return self.report(report, outcome)
    case .frames(let first, let second, let reports, let delaysDiffer):
      return [
        .init("framesCompared", .integer(reports.count)),
        .init("referenceFrames", .integer(first)), .init("candidateFrames", .integer(second)),
        .init("delaysDiffer", .bool(delaysDiffer)),
        .init(
          "frames",
          .array(
            reports.map { report in
              .object(
                [.init("verdict", .string(report.verdict.outcome.rawValue))]
                  + self.report(report, outcome))
            })),
      ]
    case .count(let count):
      return [
        .init("differingPixels", .integer(count.differing)),
        .init("antialiasedPixels", .integer(count.antialiased)),
        .init("totalPixels", .integer(count.total)),
        .init("percent", .number(rounded(count.percent))),
      ] + (count.bounds.map { [.init("boundsPx", bounds($0))] } ?? [])
    case .look(let look):
      return [
        .init("looksSame", .bool(look.isEqual)), .init("differingPixels", .integer(look.differing)),
        .init("sizesDiffer", .bool(outcome.referenceSize != outcome.candidateSize)),
      ] + (look.bounds.map { [.init("boundsPx", bounds($0))] } ?? [])
    case .score(let score, let limit):
      return [.init("score", .number(score)), .init("limit", .number(limit))]
    case .sizes:
      return [.init("sizesDiffer", true)]
    }
  }

  // MARK: Reports

  private static func report(_ r: DiffReport, _ outcome: DiffOutcome) -> [JSONValue.Member] {
    let c = r.counts
    // Counting looks no further than whether pixels differ.
    let looksFurther = outcome.justNoticeable != nil
    func further(_ value: JSONValue) -> JSONValue? { looksFurther ? value : nil }
    var members: [JSONValue.Member] = [
      .init("reason", .string(DiffWords.verdict(r))),
      .init(
        "judge",
        .members([
          "bits": further(.number(rounded(r.judgement.bits))),
          "margin": further(.number(rounded(Judgement.margin))),
          "visibility": further(.number(rounded(r.judgement.visibility))),
          "mayBeDrawing": further(.bool(r.judgement.mayBeDrawing)),
        ])),
      .init(
        "counts",
        .members([
          "comparedPixels": .integer(c.comparedPixels),
          "differingPixels": .integer(c.differingPixels),
          "perceptiblePixels": further(.integer(c.perceptiblePixels)),
          "ignoredDifferingPixels": .integer(c.ignoredDifferingPixels),
          "differingAfterReflow": c.differingAfterReflow.map(JSONValue.integer),
          "maxDelta": further(.number(rounded(c.maxDelta))),
          "meanDelta": further(.number(rounded(c.meanDelta))),
          "maxDistance": further(.number(rounded(c.largestDistance))),
          "boundsPx": c.bounds.isEmpty ? nil : bounds(c.bounds),
        ])),
    ]
    if let size = r.size {
      members.append(
        .init(
          "size",
          [
            "offsetPx": .integers([size.offsetX, size.offsetY]),
            "referenceOnlyPixels": .integer(size.referenceOnlyPixels),
            "candidateOnlyPixels": .integer(size.candidateOnlyPixels),
            "overlapIsEqual": .bool(size.overlapIsEqual),
          ]))
    }
    members.append(.init("regions", .array((r.reflows + r.regions).map(region))))
    if r.unlistedRegions > 0 {
      members.append(.init("unlistedRegions", .integer(r.unlistedRegions)))
      members.append(.init("unlistedPixels", .integer(r.unlistedPixels)))
    }
    return members
  }

  private static func region(_ r: DiffRegion) -> JSONValue {
    .members([
      "class": .string(r.kind.rawValue),
      "boundsPx": bounds(r.bounds),
      "candidateBoundsPx": r.candidateBounds == r.bounds ? nil : bounds(r.candidateBounds),
      "sentence": .string(r.explanation.description),
      "differingPixels": .integer(r.pixels),
      "perceptiblePixels": .integer(r.perceptiblePixels),
      "maxDistance": .number(rounded(r.largestDistance)),
      "meanDistance": .number(rounded(r.meanDistance)),
      "perceptible": .bool(r.isPerceptible),
      "evidence": r.explanation.facts.isEmpty ? nil : evidence(r.explanation.facts),
      "unexplained": [
        "share": .number(rounded(r.unexplained.share)),
        "perceptiblePixels": .integer(r.unexplained.pixels),
        "maxDistance": .number(rounded(r.unexplained.largestDistance)),
      ],
    ])
  }

  private static func evidence(_ facts: [Fact]) -> JSONValue {
    .object(facts.map { .init($0.name, value($0.value)) })
  }

  private static func value(_ value: Fact.Value) -> JSONValue {
    switch value {
    case .number(let v): .number(rounded(v))
    case .whole(let v): .integer(v)
    case .flag(let v): .bool(v)
    case .text(let v): .string(v)
    case .area(let v): bounds(v)
    case .list(let v): .array(v.map(evidence))
    }
  }

  /// x, y, width, height.
  private static func bounds(_ r: PixelRect) -> JSONValue {
    .integers([r.x0, r.y0, r.width, r.height])
  }

  /// Six decimal places: more would be the noise of sums.
  private static func rounded(_ v: Double) -> Double {
    abs(v) < 1e9 ? (v * 1e6).rounded() / 1e6 : v
  }
}
