internal import ImageCodec
internal import ImageDiff
internal import Raster

/// What `diff` prints for people.
enum DiffWords {
  /// Regions that are told one by one; the rest is counted.
  private static let mostRegions = 20

  static func text(_ outcome: DiffOutcome) -> String {
    lines(outcome).joined(separator: "\n") + "\n"
  }

  /// One line, without a name.
  static func summary(_ outcome: DiffOutcome) -> String { lines(outcome)[0] }

  private static func lines(_ outcome: DiffOutcome) -> [String] {
    var lines: [String]
    switch outcome.finding {
    case .sameBytes:
      let pixels = outcome.referenceSize.width * outcome.referenceSize.height
      lines = ["0 of \(pixels) pixels differ: identical, the files are the same."]
    case .report(let report):
      lines = self.lines(report, outcome)
    case .frames(let first, let second, let reports, let delaysDiffer):
      lines = frames(first, second, reports, delaysDiffer: delaysDiffer, outcome)
    case .count(let count):
      let smoothed = count.antialiased > 0 ? ", and \(count.antialiased) of antialiasing" : ""
      lines = [
        "\(count.differing) of \(count.total) pixels differ (\(decimals(count.percent, 4)) %)"
          + "\(smoothed), counted as \(outcome.metric) does."
      ]
    case .look where outcome.referenceSize != outcome.candidateSize:
      lines = [sizes(outcome) + ", which \(outcome.metric) takes for different."]
    case .look(let look):
      let place = look.bounds.map { " around \(bounds($0))" } ?? ""
      lines = [
        look.isEqual
          ? "0 pixels look different, as \(outcome.metric) judges."
          : "\(look.differing) pixels look different\(place), as \(outcome.metric) judges."
      ]
    case .score(let score, let limit):
      lines = ["\(outcome.metric): \(score); \(decimals(limit, 6)) agrees."]
    case .sizes:
      lines = [sizes(outcome) + ", which \(outcome.metric) does not compare."]
    }
    lines += outcome.warnings.map { "Note: \($0)." }
    return lines
  }

  private static func sizes(_ outcome: DiffOutcome) -> String {
    let (a, b) = (outcome.referenceSize, outcome.candidateSize)
    return "Sizes differ: \(a.width)×\(a.height) px against \(b.width)×\(b.height) px"
  }

  // MARK: Reports

  private static func lines(_ report: DiffReport, _ outcome: DiffOutcome) -> [String] {
    var lines: [String] = []
    if let size = report.size {
      let rest =
        emptiness(report)
        ?? (size.overlapIsEqual ? "what lies on each other is equal" : "compared where both are")
      lines.append(
        "\(sizes(outcome)); \(rest). \(size.referenceOnlyPixels) pixels are the first's only, "
          + "\(size.candidateOnlyPixels) the second's.")
    }
    if let empty = emptiness(report), report.size == nil {
      let ignored = report.counts.ignoredDifferingPixels
      lines.append(
        capitalised(empty) + (ignored > 0 ? "; \(ignored) differ where they are ignored." : "."))
    } else {
      lines.append(counts(report, outcome))
    }
    lines.append(verdict(report))
    let all = report.reflows + report.regions
    for region in all.prefix(mostRegions) { lines.append("  " + self.region(region)) }
    let left = all.count - min(all.count, mostRegions) + report.unlistedRegions
    if left > 0 { lines.append("  and \(left) more regions: --format json lists up to 1000.") }
    if outcome.space != .sRGB { lines.append("Compared in \(outcome.space.rawValue).") }
    return lines
  }

  private static func counts(_ report: DiffReport, _ outcome: DiffOutcome) -> String {
    let counts = report.counts
    var text = "\(counts.differingPixels) of \(counts.comparedPixels) pixels differ"
    if counts.differingPixels > 0 {
      let percent =
        100 * Double(counts.differingPixels) / Double(max(1, counts.comparedPixels))
      text += " (\(decimals(percent, 4)) %)"
      if outcome.justNoticeable != nil {
        text += ", \(counts.perceptiblePixels) by a step that can be seen; the largest distance is "
        text += "\(decimals(counts.largestDistance, 3)) (\(outcome.metric))"
      }
    }
    if let rest = counts.differingAfterReflow { text += "; \(rest) after following moved rows" }
    if counts.ignoredDifferingPixels > 0 {
      text += "; \(counts.ignoredDifferingPixels) more differ where they are ignored"
    }
    return text + "."
  }

  /// That nothing was compared, and why; nil where something was.
  private static func emptiness(_ report: DiffReport) -> String? {
    switch report.emptiness {
    case nil: nil
    case .allIgnored: "nothing was compared, for every pixel is ignored"
    case .noOverlap:
      "nothing was compared, for at \(report.size?.offsetX ?? 0), \(report.size?.offsetY ?? 0) the "
        + "second lies beside the first"
    }
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  static func verdict(_ report: DiffReport) -> String {
    let verdict = report.verdict
    switch verdict.reason {
    case .nothingCompared: return "No difference found: " + (emptiness(report) ?? "") + "."
    case .sizes where report.emptiness != nil:
      return "Different: the sizes are not equal, and " + (emptiness(report) ?? "") + "."
    case .tooManyPixels(let count, _) where count < report.counts.differingPixels:
      return reason(verdict).dropLast() + ", antialiasing left out."
    default:
      return reason(verdict)
        + (report.judgement.mayBeDrawing && verdict.fails
          ? " Another smoothing of the same edges would explain it, too: so little cannot tell."
          : "")
    }
  }

  private static func reason(_ verdict: ImageDiff.Verdict) -> String {
    switch verdict.reason {
    case .equalPixels: "Identical."
    case .nothingCompared: "No difference found."
    case .sizes: "Different: the sizes are not equal."
    case .anyPixel: "Different: no pixel may differ."
    case .perceptibleRegions(let count):
      "Different: \(count) \(count == 1 ? "region" : "regions") that a person can see."
    case .nothingPerceptible: "Within tolerance: nothing that a person would see as a change."
    case .tooManyPixels(let count, let allowed):
      "Different: \(count) pixels, of which \(allowed) are allowed."
    case .tooManyPercent(let percent, let allowed):
      "Different: \(decimals(percent, 4)) % of the pixels, of which \(decimals(allowed, 4)) % "
        + "are allowed."
    case .tooFar(let distance, let allowed):
      "Different: a distance of \(decimals(distance, 3)), of which \(decimals(allowed, 3)) is "
        + "allowed."
    case .withinLimits: "Within tolerance: all limits are kept."
    case .neverFails:
      verdict.outcome == .different
        ? "Different, which was not to fail." : "Within tolerance."
    }
  }

  private static func frames(
    _ first: Int, _ second: Int, _ reports: [DiffReport], delaysDiffer: Bool,
    _ outcome: DiffOutcome
  ) -> [String] {
    if first == 0 || second == 0 {
      let still = "a still picture"
      return [
        "Different: the first is \(first == 0 ? still : animation(first)), the second "
          + "\(second == 0 ? still : animation(second))."
      ]
    }
    let differing = reports.count { $0.counts.differingPixels > 0 || $0.size != nil }
    var lines = ["\(differing) of \(reports.count) frames differ."]
    if first != second {
      lines.append("Different: \(first) frames against \(second).")
    }
    if delaysDiffer { lines.append("Different: the frames are shown for other times.") }
    for (i, report) in reports.enumerated() where report.counts.differingPixels > 0 {
      lines.append("Frame \(i + 1):")
      lines += self.lines(report, outcome).map { "  " + $0 }
    }
    return lines
  }

  private static func animation(_ frames: Int) -> String {
    "an animation of \(frames) \(frames == 1 ? "frame" : "frames")"
  }

  // MARK: Regions

  private static func region(_ region: DiffRegion) -> String {
    var text = "\(region.kind.rawValue), \(bounds(region.bounds)): \(region.explanation)."
    if region.pixels > 0, region.largestDistance > 0 {
      text += " \(region.pixels) px, at most \(decimals(region.largestDistance, 2))"
      text += region.isPerceptible ? "." : ", too faint or small to be seen."
    }
    if region.unexplained.share >= 0.005 {
      text += " \(decimals(region.unexplained.share * 100, 0)) % of it remains unexplained."
    }
    return text
  }

  static func bounds(_ r: PixelRect) -> String { "\(r.width)×\(r.height) px at \(r.x0), \(r.y0)" }
}

/// A number with at most so many decimal places, none that are 0; halves away from zero.
func decimals(_ value: Double, _ places: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let whole = (abs(value) * scale).rounded()
  guard whole < 1e18 else { return "\(value)" }
  let digits = String(Int(whole))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  var fraction = padded.suffix(places)
  while fraction.last == "0" { fraction.removeLast() }
  let sign = value < 0 && whole > 0 ? "-" : ""
  return sign + padded.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
}
