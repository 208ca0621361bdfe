public import Raster

/// What `DiffAnalysis` found.
public struct DiffReport: Hashable, Sendable {
  public var verdict: Verdict
  public var counts: Counts
  /// Nil where both pictures are of one size.
  public var size: SizeDifference?
  /// Rows that came or went, from the top; regions are then told apart on what is left.
  public var reflows: [DiffRegion]
  /// From the top, then from the left.
  public var regions: [DiffRegion]
  /// Regions that are counted, but not listed, because there are more than the limit.
  public var unlistedRegions: Int
  public var unlistedPixels: Int
  /// Whether more than the drawing differs.
  public var judgement = Judgement()
  /// Every region and reflow, what `regions` holds and what `reflows` holds, for the gate.
  public var all: [DiffRegion] { reflows + regions }
  /// Why no pixel was compared; nil where some was.
  public var emptiness: Emptiness? {
    if counts.comparedPixels > 0 { return nil }
    guard let size else { return .allIgnored }
    let shared = size.referenceWidth * size.referenceHeight - size.referenceOnlyPixels
    return shared == 0 ? .noOverlap : .allIgnored
  }

  public enum Emptiness: Hashable, Sendable {
    case allIgnored
    /// Where the second picture was laid, it lies beside the first.
    case noOverlap
  }

  /// Exact, of the pixels as they lie on each other, before any reflow is followed.
  public struct Counts: Hashable, Sendable {
    /// Pixels of the reference that have a counterpart and are not ignored.
    public var comparedPixels: Int
    public var differingPixels: Int
    public var perceptiblePixels: Int
    /// Differing pixels in ignored areas; in no other number.
    public var ignoredDifferingPixels: Int
    /// Largest difference of a channel in steps of 1/255 of what is drawn (premultiplied), alpha
    /// included; a fraction between 16-bit pictures.
    public var maxDelta: Double
    /// Mean over all compared pixels and the four channels, in the same steps.
    public var meanDelta: Double
    /// Largest distance of a pixel, in the metric's unit.
    public var largestDistance: Double
    public var bounds: PixelRect
    /// Differing pixels that remain after following reflows; nil where there were none.
    public var differingAfterReflow: Int?
  }
}

/// The sizes, when they differ, and what hangs over.
public struct SizeDifference: Hashable, Sendable {
  public var referenceWidth: Int
  public var referenceHeight: Int
  public var candidateWidth: Int
  public var candidateHeight: Int
  /// Pixel of the reference under the candidate's top left corner.
  public var offsetX: Int
  public var offsetY: Int
  /// Pixels of the reference, and of the candidate, without a counterpart.
  public var referenceOnlyPixels: Int
  public var candidateOnlyPixels: Int
  /// Whether the pixels that lie on each other are all equal.
  public var overlapIsEqual: Bool
}

/// A cluster of differing pixels and why it differs.
public struct DiffRegion: Hashable, Sendable {
  /// In pixels of the reference.
  public var bounds: PixelRect
  /// The same place in pixels of the candidate.
  public var candidateBounds: PixelRect
  public var pixels: Int
  public var perceptiblePixels: Int
  /// Of the differing pixels, in the metric's unit.
  public var largestDistance: Double
  public var meanDistance: Double
  public var explanation: Explanation
  public var unexplained: Remainder
  /// Whether a person can see it at its size: see `Visibility`.
  public var isPerceptible: Bool
  /// Of what came or went, a hash of its pixels, unless they are all one colour: it may have gone in
  /// another part of the picture.
  var content: UInt64?

  public var kind: DiffKind { explanation.kind }

  /// What an explanation leaves over.
  public struct Remainder: Hashable, Sendable {
    /// Share of the region's squared difference, 0…1.
    public var share: Double
    /// Pixels whose colour lies at least a just-noticeable step from what is explained.
    public var pixels: Int
    public var largestDistance: Double

    public static let nothing = Remainder(share: 0, pixels: 0, largestDistance: 0)
  }
}

/// The answer of the gate.
public struct Verdict: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// No pixel differs, and the sizes are equal.
    case identical
    case withinTolerance = "within-tolerance"
    case different
  }
  public enum Reason: Hashable, Sendable {
    case equalPixels
    /// No pixel was compared: all are ignored, or none lies on another.
    case nothingCompared
    case sizes
    case anyPixel(count: Int)
    case perceptibleRegions(count: Int)
    case nothingPerceptible
    case tooManyPixels(count: Int, allowed: Int)
    case tooManyPercent(percent: Double, allowed: Double)
    case tooFar(distance: Double, allowed: Double)
    case withinLimits
    case neverFails
  }

  public var outcome: Outcome
  public var reason: Reason
  /// Whether the gate is shut.
  public var fails: Bool
}
