internal import ImageCodec
internal import ImageDiff
internal import Raster

/// What `diff` found of one pair.
struct DiffOutcome: Sendable {
  enum Finding: Sendable {
    /// The files are one, byte for byte.
    case sameBytes
    case report(DiffReport)
    /// An animation, frame by frame; `reports` are of the frames that both have.
    case frames(first: Int, second: Int, [DiffReport], delaysDiffer: Bool)
    /// Another tool's count of differing pixels.
    case count(PeerCount)
    /// looks-same's verdict.
    case look(LooksSameResult)
    /// A score, and the one that just agrees.
    case score(Double, limit: Double)
    /// Sizes that the other tool does not compare.
    case sizes
  }

  var finding: Finding
  var metric: String
  /// The metric's just-noticeable step; nil for other tools' scores.
  var justNoticeable: Double?
  var referenceSize: (width: Int, height: Int)
  var candidateSize: (width: Int, height: Int)
  /// What was compared, and which of the files did not say so.
  var space = WorkingSpace.sRGB
  var assumedReference = false
  var assumedCandidate = false
  /// What was done to compare at all, as how much the larger picture was resampled; sentences without
  /// a full stop.
  var warnings: [String] = []
  var fails: Bool
  /// Kept for a picture of the difference, with what did not count in it.
  var pictures: CommonPair?
  var ignored: DiffOptions?

  var outcome: ImageDiff.Verdict.Outcome {
    switch finding {
    case .sameBytes: .identical
    case .report(let report): report.verdict.outcome
    case .frames(let first, let second, let reports, let delaysDiffer):
      first != second || delaysDiffer ? .different : Self.worst(reports)
    case .count(let count):
      count.differing == 0 && count.antialiased == 0
        ? .identical : fails ? .different : .withinTolerance
    case .look(let look): look.isEqual ? .withinTolerance : .different
    case .score: fails ? .different : .withinTolerance
    case .sizes: .different
    }
  }

  private static func worst(_ reports: [DiffReport]) -> ImageDiff.Verdict.Outcome {
    let outcomes = reports.map(\.verdict.outcome)
    if outcomes.contains(.different) { return .different }
    return outcomes.contains(.withinTolerance) ? .withinTolerance : .identical
  }
}
