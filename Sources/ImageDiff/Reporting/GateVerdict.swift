extension Gate {
  /// Judges a report; limits that are given override `failOn`.
  public func verdict(of report: DiffReport) -> Verdict {
    let counts = leavesOutAntialiasing ? report.countsWithoutAntialiasing : report.counts
    let sameSize = report.size == nil
    if report.counts.differingPixels == 0 && sameSize {
      let reason: Verdict.Reason = report.emptiness == nil ? .equalPixels : .nothingCompared
      return Verdict(outcome: .identical, reason: reason, fails: false)
    }
    if failOn == .never {
      return Verdict(
        outcome: seen(report) ? .different : .withinTolerance, reason: .neverFails,
        fails: false)
    }
    if !sameSize { return Verdict(outcome: .different, reason: .sizes, fails: true) }
    if let failure = limits(counts) {
      return Verdict(outcome: .different, reason: failure, fails: true)
    }
    if maxPixels != nil || maxPercent != nil || maxDistance != nil {
      return Verdict(outcome: .withinTolerance, reason: .withinLimits, fails: false)
    }
    if failOn == .different {
      if counts.differingPixels == 0 {
        return Verdict(outcome: .withinTolerance, reason: .nothingPerceptible, fails: false)
      }
      return Verdict(
        outcome: .different, reason: .anyPixel(count: counts.differingPixels), fails: true)
    }
    if seen(report) {
      let visible = max(1, report.all.count(where: shuts))
      return Verdict(
        outcome: .different, reason: .perceptibleRegions(count: visible), fails: true)
    }
    return Verdict(outcome: .withinTolerance, reason: .nothingPerceptible, fails: false)
  }

  private func seen(_ report: DiffReport) -> Bool {
    report.size != nil || report.judgement.isChanged
      || countsAntialiasing
        && report.regions.contains { $0.kind == .antialiasing && $0.isPerceptible }
  }

  /// Whether a region shuts the default gate.
  func shuts(_ region: DiffRegion) -> Bool {
    region.isPerceptible
      && (!region.kind.isHarmless || countsAntialiasing && region.kind == .antialiasing)
  }

  private func limits(_ counts: DiffReport.Counts) -> Verdict.Reason? {
    if let allowed = maxPixels, counts.differingPixels > allowed {
      return .tooManyPixels(count: counts.differingPixels, allowed: allowed)
    }
    if let allowed = maxPercent {
      let percent = Double(counts.differingPixels) * 100 / Double(max(1, counts.comparedPixels))
      if percent > allowed { return .tooManyPercent(percent: percent, allowed: allowed) }
    }
    if let allowed = maxDistance, counts.largestDistance > allowed {
      return .tooFar(distance: counts.largestDistance, allowed: allowed)
    }
    return nil
  }
}

extension DiffReport {
  /// What differs without the pixels of regions that are antialiasing: the number of pixels, and the
  /// largest distance.
  ///
  /// Never too little: where rows moved, regions are told on what is left after following them, and
  /// where there are more regions than are listed, the rest is not known. What they could hold counts.
  public var countsWithoutAntialiasing: Counts {
    var left = counts
    if counts.differingAfterReflow != nil { return left }
    left.differingPixels -= regions.reduce(0) {
      $0 + ($1.kind == .antialiasing ? $1.pixels : 0)
    }
    if unlistedRegions == 0 {
      left.largestDistance =
        regions.filter { $0.kind != .antialiasing }.map(\.largestDistance).max() ?? 0
    }
    return left
  }
}
