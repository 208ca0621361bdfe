public import Raster

/// Two pictures become a report: what differs, where, why, and whether that fails.
///
/// First every pixel is compared exactly. Then differing pixels get a perceptual distance and are
/// joined into regions, and each region is explained by the simplest model that predicts the
/// candidate from the reference. No file access, nothing learned, the same bytes on every run.
public enum DiffAnalysis {
  /// - Parameters:
  ///   - reference: What should be seen. Straight alpha, in the space of `options.primaries`.
  ///   - candidate: What is seen; the same space. 8 bits stand for 16 bits × 257.
  ///   - stored: The samples that both were converted from, if they were, of the same sizes: pixels and
  ///     their steps are counted there, so that no conversion's rounding hides one. Regions, distances
  ///     and classes are of the converted ones.
  /// - Complexity: O(pixels) for the comparison; the models cost about 1 µs a differing pixel.
  public static func analyse(
    reference: RGBAImage, candidate: RGBAImage,
    stored: (reference: RGBAImage, candidate: RGBAImage)? = nil,
    options: DiffOptions = DiffOptions()
  ) -> DiffReport {
    withPictures(reference, candidate) { a, b in
      guard let stored else { return analyse(a, b, options) }
      return withPictures(stored.reference, stored.candidate) {
        precondition(
          $0.bounds == a.bounds && $1.bounds == b.bounds, "what is stored is of the same sizes")
        return Analysis(a, b, options, stored: ($0, $1)).report()
      }
    }
  }

  static func analyse(
    _ reference: Picture, _ candidate: Picture, _ options: DiffOptions
  ) -> DiffReport {
    Analysis(reference, candidate, options).report()
  }
}

/// One run; its stages read from the top.
struct Analysis {
  let reference: Picture
  let candidate: Picture
  /// What pixels are counted in; nil where it is `reference` and `candidate`.
  let stored: (Picture, Picture)?
  let options: DiffOptions
  let ignored: IgnoredPixels?
  let settings: ScanSettings

  init(
    _ reference: Picture, _ candidate: Picture, _ options: DiffOptions,
    stored: (Picture, Picture)? = nil
  ) {
    self.reference = reference
    self.candidate = candidate
    self.stored = stored
    self.options = options
    let ignoresNothing = options.ignored.isEmpty && options.ignoreMask == nil
    ignored =
      ignoresNothing
      ? nil
      : IgnoredPixels(
        rectangles: options.ignored, mask: options.ignoreMask, width: reference.width,
        height: reference.height)
    settings = ScanSettings(
      metric: options.metric, primaries: options.primaries, reach: options.reach,
      limit: max(0, options.regionLimit))
  }

  func report() -> DiffReport {
    let place = place()
    let pairing = Pairing(reference: reference, candidate: candidate, x: place.x, y: place.y)
    let exact = scan(reference, candidate, pairing, stored, ignoring: ignored, settings)
    var counts = counts(exact, pairing)
    var (aligned, rest) = (pairing, exact)
    var reflows: [DiffRegion] = []
    if options.followsReflow, let found = follow(pairing, exact) {
      (aligned, rest) = (found.pairing, found.scan)
      reflows = found.edits.map { reflow($0, exact) }
      counts.differingAfterReflow = rest.differing
    }
    var report = DiffReport(
      verdict: Verdict(outcome: .identical, reason: .equalPixels, fails: false),
      counts: counts, size: sizes(pairing, place, exact), reflows: reflows,
      regions: explain(rest.components, aligned), unlistedRegions: rest.unlisted,
      unlistedPixels: rest.unlistedPixels)
    report.verdict = options.gate.verdict(of: report)
    if options.gate.looksAtRegions, report.verdict.outcome != .different {
      lookFurther(&report, rest, aligned)
    }
    return report
  }

  /// Nothing that is listed shuts the gate: looks at the regions that are not, the strongest first,
  /// until one does, and lists that.
  private func lookFurther(_ report: inout DiffReport, _ scan: Scan, _ pairing: Pairing) {
    var left = scan.visibleRest[...]
    while !left.isEmpty {
      let found = explain(Array(left.prefix(1000)), pairing).filter(options.gate.shuts)
      left = left.dropFirst(1000)
      if found.isEmpty { continue }
      report.regions += found
      report.regions.sort { ($0.bounds.y0, $0.bounds.x0) < ($1.bounds.y0, $1.bounds.x0) }
      report.unlistedRegions -= found.count
      report.unlistedPixels -= found.reduce(0) { $0 + $1.pixels }
      break
    }
    if left.isEmpty { report.unexplainedRegions = scan.visibleBeyond }
    report.verdict = options.gate.verdict(of: report)
  }

  // MARK: Stages

  private func place() -> (x: Int, y: Int) {
    switch options.placement {
    case .topLeft: (0, 0)
    // Nothing lies further away than both pictures are long.
    case .at(let x, let y): (max(-(1 << 24), min(1 << 24, x)), max(-(1 << 24), min(1 << 24, y)))
    case .bestOffset:
      reference.width == candidate.width && reference.height == candidate.height
        ? (0, 0) : OffsetSearch(reference: reference, candidate: candidate).best()
    }
  }

  private struct Followed {
    var pairing: Pairing
    var scan: Scan
    var edits: [RowAlignment.Edit]
  }

  /// Pairs rows across what came or went, if that leaves less to explain.
  private func follow(_ pairing: Pairing, _ exact: Scan) -> Followed? {
    if pairing.xOffset != 0 || pairing.rows.first != 0 { return nil }
    let search = ReflowSearch(reference: reference, candidate: candidate, pairing: pairing)
    guard let alignment = search.alignment(exact) else { return nil }
    var aligned = pairing
    aligned.rows = alignment.rows
    let rest = scan(reference, candidate, aligned, stored, ignoring: ignored, settings)
    let sameHeight = reference.height == candidate.height
    if rest.differing * 10 > exact.differing * 3 && (sameHeight || exact.differing > 0) {
      return nil
    }
    // Rows that fall off the lower edge, because others came, are no event of their own.
    let edits = alignment.edits.filter {
      !sameHeight || $0.reference < reference.height && $0.candidate < candidate.height
        || alignment.edits.count == 1
    }
    return Followed(pairing: aligned, scan: rest, edits: edits)
  }

  private func reflow(_ edit: RowAlignment.Edit, _ exact: Scan) -> DiffRegion {
    let n = abs(edit.rows)
    let inserted = edit.rows > 0
    let (top, other) =
      inserted ? (edit.reference, edit.candidate - n) : (edit.reference - n, edit.candidate)
    let bounds = PixelRect(x0: 0, y0: top, x1: reference.width, y1: edit.reference)
    let candidateBounds = PixelRect(x0: 0, y0: other, x1: candidate.width, y1: edit.candidate)
    return DiffRegion(
      bounds: bounds, candidateBounds: candidateBounds,
      pixels: n * (inserted ? candidate.width : reference.width), perceptiblePixels: 0,
      largestDistance: 0, meanDistance: 0,
      explanation: .reflow(
        Reflow(
          rows: edit.rows, row: inserted ? other : top, moved: edit.candidate - edit.reference,
          isAtEnd: edit.reference == reference.height)),
      unexplained: .nothing,
      isPerceptible: reference.height != candidate.height || exact.perceptible > 0)
  }

  private func sizes(
    _ pairing: Pairing, _ place: (x: Int, y: Int), _ exact: Scan
  ) -> SizeDifference? {
    let sameSize = reference.width == candidate.width && reference.height == candidate.height
    if sameSize && place == (0, 0) { return nil }
    let rows = pairing.rows.count { $0 >= 0 }
    let shared = rows * pairing.columns.count
    return SizeDifference(
      referenceWidth: reference.width, referenceHeight: reference.height,
      candidateWidth: candidate.width, candidateHeight: candidate.height,
      offsetX: place.x, offsetY: place.y,
      referenceOnlyPixels: reference.width * reference.height - shared,
      candidateOnlyPixels: candidate.width * candidate.height - shared,
      overlapIsEqual: exact.differing == 0)
  }

  private func counts(_ scan: Scan, _ pairing: Pairing) -> DiffReport.Counts {
    let rows = pairing.rows.reduce(0) { $0 + ($1 >= 0 ? 1 : 0) }
    let compared = rows * pairing.columns.count - (ignored?.count ?? 0)
    return DiffReport.Counts(
      comparedPixels: compared, differingPixels: scan.differing,
      perceptiblePixels: scan.perceptible, ignoredDifferingPixels: scan.ignoredDiffering,
      maxDelta: scan.maxDelta,
      meanDelta: compared > 0 ? scan.sumDelta / Double(compared * 4) : 0,
      largestDistance: Double(scan.largest), bounds: scan.bounds, differingAfterReflow: nil)
  }

  private func explain(_ components: [Component], _ pairing: Pairing) -> [DiffRegion] {
    let reader = PatchReader(
      reference: reference, candidate: candidate, pairing: pairing, ignored: ignored)
    return RegionExplainer(reader, options).regions(components)
  }
}

extension Explainer {
  /// Measures what a finding leaves over.
  func remainder(_ patch: Patch, _ finding: Finding) -> DiffRegion.Remainder {
    // Most models predict most pixels to the byte.
    var (meant, seen) = ([SIMD4<Float>](), [SIMD4<Float>]())
    for (k, i) in patch.changed.enumerated() where finding.prediction[k] != patch.b[i] {
      meant.append(finding.prediction[k])
      seen.append(patch.b[i])
    }
    if patch.changed.isEmpty { return .nothing }
    var distances = [Float](repeating: 0, count: seen.count)
    batch.measure(meant, seen, seen.count, into: &distances)
    return DiffRegion.Remainder(
      share: finding.remaining, pixels: distances.count { Double($0) >= jnd },
      largestDistance: Double(distances.max() ?? 0))
  }
}
