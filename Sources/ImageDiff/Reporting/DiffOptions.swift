public import Raster

/// How two pictures are compared.
public struct DiffOptions: Sendable {
  public var metric: PerceptualMetric = .ciede2000
  /// What the numbers of both pictures stand for.
  public var primaries: Primaries = .sRGB
  /// Device px per point of the pictures; scales `gap`.
  public var scale = DeviceScale(1)!
  /// Differing pixels at most this far apart belong to one region. Points.
  public var gap = 4.0
  /// Pixels of the reference that do not count.
  public var ignored: [PixelRect] = []
  public var ignoreMask: IgnoreMask?
  /// Where the candidate lies on the reference when their sizes differ.
  public var placement = Placement.topLeft
  /// Rows that were inserted or removed are looked for, and what moved with them is compared there.
  public var followsReflow = true
  /// How JPEG rounded the pictures, where they are JPEGs. Of others it is looked for.
  public var rounding = PairRounding()
  /// Writes one picture as the other's file was written, where that is lossy.
  public var recoding = Recoding()
  public var gate = Gate()
  /// Regions that are listed and explained; of more, the strongest are.
  public var regionLimit = 1000
  /// Threads that explain regions, at least 1; what is found does not depend on it.
  public var threads = 1
  /// Where the pictures are parts of larger ones: what those tell about how they were drawn.
  var whole: PairEvidence?

  public init() {}

  /// For a part of two pictures that are judged as one.
  public func part(of whole: PairEvidence) -> DiffOptions {
    var options = self
    options.whole = whole
    return options
  }

  /// `gap` in device px, at least 1.
  var reach: Int { max(1, Int(min(4096, scale.devicePixels(max(0, gap))).rounded())) }
}

public enum Placement: Hashable, Sendable {
  /// Top left corners lie on each other.
  case topLeft
  /// The candidate's top left corner lies at this pixel of the reference.
  case at(x: Int, y: Int)
  /// Where most of the content agrees.
  case bestOffset
}

/// When a difference counts as a failure.
public struct Gate: Hashable, Sendable {
  public enum Threshold: String, Hashable, Sendable, CaseIterable {
    /// Any pixel that differs at all.
    case different
    /// A region that a person can see, and that is neither dither nor antialiasing.
    case perceptible
    case never
  }

  public var failOn = Threshold.perceptible
  /// Differing pixels that are allowed, whatever they show; overrides `failOn`.
  public var maxPixels: Int?
  /// The same as a percentage of the larger picture, 0…100.
  public var maxPercent: Double?
  /// The largest distance of a pixel that is allowed, in the metric's unit; overrides `failOn`.
  public var maxDistance: Double?
  /// Whether a visible region of antialiasing shuts the gate, too.
  public var countsAntialiasing = false
  /// Whether limits, and `failOn` different, leave out the pixels of regions of antialiasing.
  public var leavesOutAntialiasing = false

  public init() {}
}
