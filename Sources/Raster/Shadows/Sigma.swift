/// The standard deviation of a blur.
///
/// *Blur radius* is a tool's word: a convention turns it into this.
public struct Sigma: Hashable, Sendable {
  /// Device px, 0…65536. 0 does not blur.
  public let devicePixels: Double

  /// Wider than any canvas we draw, a blur leaves next to nothing: larger values are taken as this.
  public static let largest = 65536.0

  /// Values outside 0…65536 are taken as the nearest end.
  public init(devicePixels: Double) {
    self.devicePixels = devicePixels > 0 ? min(devicePixels, Self.largest) : 0
  }
}

/// A blurred outline in one colour.
public struct Shadow: Hashable, Sendable {
  /// Device px, y down.
  public var offset: Point
  public var sigma: Sigma
  public var kernel: BlurKernel
  public var colour: Colour

  public init(
    offset: Point, sigma: Sigma, kernel: BlurKernel = .gaussianCutAtTwoSigma, colour: Colour
  ) {
    self.offset = offset
    self.sigma = sigma
    self.kernel = kernel
    self.colour = colour
  }
}
