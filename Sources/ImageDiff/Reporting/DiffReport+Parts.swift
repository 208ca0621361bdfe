internal import Raster

extension DiffReport {
  /// One report of several parts of a picture that were looked at by themselves.
  ///
  /// - Parameters:
  ///   - parts: Reports with the place of each part's top left corner.
  ///   - width: Of the whole picture, in pixels; what lies in no part is equal.
  public static func joined(
    _ parts: [(report: DiffReport, x: Int, y: Int)], width: Int, height: Int, options: DiffOptions
  ) -> DiffReport {
    var whole = DiffReport.equal(width: width, height: height)
    var sum = 0.0
    for (report, x, y) in parts {
      let counts = report.counts
      whole.counts.differingPixels += counts.differingPixels
      whole.counts.perceptiblePixels += counts.perceptiblePixels
      whole.counts.maxDelta = max(whole.counts.maxDelta, counts.maxDelta)
      whole.counts.largestDistance = max(whole.counts.largestDistance, counts.largestDistance)
      if !counts.bounds.isEmpty {
        whole.counts.bounds = whole.counts.bounds.union(counts.bounds.moved(x, y))
      }
      sum += counts.meanDelta * Double(counts.comparedPixels)
      whole.reflows += report.reflows.map { $0.moved(x, y) }
      whole.regions += report.regions.map { $0.moved(x, y) }
      whole.unlistedRegions += report.unlistedRegions
      whole.unlistedPixels += report.unlistedPixels
    }
    whole.counts.meanDelta = sum / Double(max(1, whole.counts.comparedPixels))
    if parts.contains(where: { $0.report.counts.differingAfterReflow != nil }) {
      whole.counts.differingAfterReflow = parts.reduce(0) {
        $0 + ($1.report.counts.differingAfterReflow ?? $1.report.counts.differingPixels)
      }
    }
    whole.judgement.join(parts.map(\.report.judgement))
    if whole.judgement.isChanged {
      for i in whole.regions.indices where !whole.regions[i].kind.isHarmless {
        whole.regions[i].isPerceptible = true
      }
    }
    whole.joinMoves()
    whole.regions.sort { ($0.bounds.y0, $0.bounds.x0) < ($1.bounds.y0, $1.bounds.x0) }
    whole.verdict = options.gate.verdict(of: whole)
    return whole
  }

  /// What went in one part and came in another, pixel for pixel, moved.
  private mutating func joinMoves() {
    var came: [Content: [Int]] = [:]
    for (i, region) in regions.enumerated() where region.kind == .added {
      if let content = Content(region) { came[content, default: []].append(i) }
    }
    var joined: Set<Int> = []
    for i in regions.indices where regions[i].kind == .removed {
      guard let content = Content(regions[i]), let partners = came[content], !partners.isEmpty
      else {
        continue
      }
      // In reading order, as they went.
      let k = came[content]!.removeFirst()
      regions[i].move(to: regions[k])
      joined.insert(k)
    }
    regions = regions.indices.filter { !joined.contains($0) }.map { regions[$0] }
  }

  private struct Content: Hashable {
    var width: Int
    var height: Int
    var hash: UInt64

    init?(_ region: DiffRegion) {
      guard let hash = region.content else { return nil }
      self.hash = hash
      (width, height) = (region.bounds.width, region.bounds.height)
    }
  }

  /// Of two pictures of one size whose pixels are all equal.
  public static func equal(width: Int, height: Int) -> DiffReport {
    DiffReport(
      verdict: Verdict(outcome: .identical, reason: .equalPixels, fails: false),
      counts: Counts(
        comparedPixels: width * height, differingPixels: 0, perceptiblePixels: 0,
        ignoredDifferingPixels: 0, maxDelta: 0, meanDelta: 0, largestDistance: 0,
        bounds: PixelRect(x0: 0, y0: 0, x1: 0, y1: 0), differingAfterReflow: nil),
      size: nil, reflows: [], regions: [], unlistedRegions: 0, unlistedPixels: 0)
  }
}

extension DiffRegion {
  /// Makes one region of what went here and came there.
  fileprivate mutating func move(to other: DiffRegion) {
    let sum = meanDistance * Double(pixels) + other.meanDistance * Double(other.pixels)
    explanation = .shift(
      Shift(
        dx: Double(other.bounds.x0 - bounds.x0), dy: Double(other.bounds.y0 - bounds.y0), drift: 0))
    unexplained = .nothing
    content = nil
    bounds = bounds.union(other.bounds)
    candidateBounds = candidateBounds.union(other.candidateBounds)
    pixels += other.pixels
    perceptiblePixels += other.perceptiblePixels
    largestDistance = max(largestDistance, other.largestDistance)
    meanDistance = sum / Double(pixels)
    isPerceptible = isPerceptible || other.isPerceptible
  }

  fileprivate func moved(_ x: Int, _ y: Int) -> DiffRegion {
    var region = self
    region.bounds = bounds.moved(x, y)
    region.candidateBounds = candidateBounds.moved(x, y)
    switch explanation {
    case .reflow(var reflow):
      reflow.row += y
      region.explanation = .reflow(reflow)
    case .resize(var resize):
      resize.before = resize.before.moved(x, y)
      resize.after = resize.after.moved(x, y)
      region.explanation = .resize(resize)
    default: break
    }
    return region
  }
}

extension PixelRect {
  /// Empty ones too: rows that came in are a place of height 0.
  fileprivate func moved(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y)
  }
}
