public import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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

  /// The verdict of `analyse` without explaining anything.
  public static func verdict(
    reference: RGBAImage, candidate: RGBAImage, options: DiffOptions = DiffOptions()
  ) -> Verdict {
    withPictures(reference, candidate) { Analysis($0, $1, options).verdict() }
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
    if options.followsReflow, let found = follow(pairing, exact), !isMove(found, exact) {
      (aligned, rest) = (found.pairing, found.scan)
      reflows = found.edits.map { reflow($0, exact) }
      counts.differingAfterReflow = rest.differing
    }
    let judged = judge(exact, pairing)
    let listed = reflows.isEmpty ? judged : judge(rest, aligned)
    var listing = listed
    // Of what is too weak to be listed, changes are.
    let further = rest.visibleRest.filter { listing.harmless($0) == nil }
      .prefix(options.regionLimit)
    let components = (rest.components + further).sorted { $0.order < $1.order }
    var report = DiffReport(
      verdict: Verdict(outcome: .identical, reason: .equalPixels, fails: false),
      counts: counts, size: sizes(pairing, place, exact), reflows: reflows,
      regions: explain(components, aligned, listing),
      unlistedRegions: rest.unlisted - further.count,
      unlistedPixels: rest.unlistedPixels - further.reduce(0) { $0 + $1.pixels },
      judgement: judged.judgement)
    report.verdict = options.gate.verdict(of: report)
    return report
  }

  /// Whether more than the drawing differs; nothing where no pixel does, or only a count is wanted.
  private func judge(_ scan: Scan, _ pairing: Pairing) -> JudgedRegions {
    if scan.differing == 0 || options.regionLimit == 0 { return JudgedRegions() }
    let pair = JudgedPair(reference, candidate, pairing, ignored)
    return PairJudge(pair, options).judged()
  }

  /// The report without regions, for the verdict alone.
  func verdict() -> Verdict {
    let place = place()
    let pairing = Pairing(reference: reference, candidate: candidate, x: place.x, y: place.y)
    let exact = scan(reference, candidate, pairing, ignoring: ignored, settings)
    let report = DiffReport(
      verdict: Verdict(outcome: .identical, reason: .equalPixels, fails: false),
      counts: counts(exact, pairing), size: sizes(pairing, place, exact), reflows: [], regions: [],
      unlistedRegions: 0, unlistedPixels: 0, judgement: judge(exact, pairing).judgement)
    return options.gate.verdict(of: report)
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

  /// Whether as many rows came as went, above and below of a few things that are told as moved by
  /// themselves: then these moved, and no page.
  private func isMove(_ found: Followed, _ exact: Scan) -> Bool {
    guard reference.height == candidate.height, found.edits.count == 2,
      found.edits[0].rows == -found.edits[1].rows,
      exact.components.count <= found.edits.count, exact.unlisted == 0
    else { return false }
    let plain = Pairing(reference: reference, candidate: candidate, x: 0, y: 0)
    let regions = explain(exact.components, plain, JudgedRegions())
    return regions.allSatisfy { $0.kind == .shift && $0.unexplained.share <= 0.05 }
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

  private func explain(
    _ components: [Component], _ pairing: Pairing, _ judged: JudgedRegions
  ) -> [DiffRegion] {
    var judged = judged
    let reader = PatchReader(
      reference: reference, candidate: candidate, pairing: pairing, ignored: ignored)
    judged.measureMoves(components, reader, reach: options.reach)
    let harmless = components.map { component in
      judged.harmless(component).map { dither(component, reader) ?? $0 }
    }
    let isSeen = judged.judgement.isChanged
    guard isExplainedBackwards(pairing) else {
      return RegionExplainer(reader, options).regions(
        components, harmless: harmless, isSeen: isSeen)
    }
    let backwards = PatchReader(
      reference: candidate, candidate: reference, pairing: pairing, ignored: ignored)
    return RegionExplainer(backwards, options).regions(
      components, harmless: harmless.map { $0?.mirrored }, isSeen: isSeen
    ).map {
      var region = $0
      region.explanation = region.explanation.mirrored
      return region
    }
  }

  /// Models predict one picture from the other. Which from which must not depend on who is called the
  /// reference: of the first rows that differ, the smaller bytes are explained as if they were. Only
  /// where every pixel stands against the one at its own place; else rows are told of the reference.
  private func isExplainedBackwards(_ pairing: Pairing) -> Bool {
    guard reference.width == candidate.width, reference.height == candidate.height,
      reference.bytesPerSample == candidate.bytesPerSample, pairing.xOffset == 0,
      pairing.rows.indices.allSatisfy({ pairing.rows[$0] == Int32($0) })
    else { return false }
    for y in 0..<reference.height {
      let order = memcmp(
        reference.row(y), candidate.row(y), reference.width * reference.bytesPerPixel)
      if order != 0 { return order > 0 }
    }
    return false
  }

  /// Noise of a step or two; two steps are at most 4 of CIEDE2000, in the darkest colours.
  private func dither(_ component: Component, _ reader: PatchReader) -> Explanation? {
    guard Double(component.largest) <= 4 * options.metric.justNoticeable,
      component.bounds.area <= PatchReader.limit
    else { return nil }
    let noise = NoiseTest(reader.patch(of: component, margin: 1, reach: options.reach))
    guard noise.isNoise else { return nil }
    return .dither(
      Dither(largestStep: noise.largest, bias: noise.bias, correlation: noise.correlation))
  }
}
