/// How one of two pictures was rounded by JPEG: the steps of its frequencies.
public struct BlockRounding: Hashable, Sendable {
  /// Steps of the luma's 64 frequencies, row by row of an 8×8 block, then of the chroma's.
  public var luma: [Double]
  public var chroma: [Double]
  /// Pixels across and down for each sample of chroma, at least 1.
  public var chromaWidth: Int
  public var chromaHeight: Int
  /// Blocks begin at a multiple of 8 samples from here, in pixels.
  public var originX: Int
  public var originY: Int

  public init(
    luma: [Double], chroma: [Double], chromaWidth: Int, chromaHeight: Int, originX: Int,
    originY: Int
  ) {
    precondition(luma.count == 64 && chroma.count == 64, "a block has 64 frequencies")
    self.luma = luma
    self.chroma = chroma
    self.chromaWidth = max(1, chromaWidth)
    self.chromaHeight = max(1, chromaHeight)
    self.originX = originX
    self.originY = originY
  }
}

/// How JPEG rounded either of two pictures, where that is known.
///
/// A JPEG holds each frequency of a block within half a step of the picture's. So two encodings of
/// one picture lie within half the sum of their steps of each other, and an encoding within half a
/// step of the picture; a difference beyond that in one frequency of one block is a difference of
/// the pictures. Where a JPEG shows 0 or 255, its decoder may have clipped it: there it may lie
/// beyond, and it is searched for values that keep to the limits. Two JPEGs must have their blocks
/// in the same places.
public struct PairRounding: Hashable, Sendable {
  public var first: BlockRounding?
  public var second: BlockRounding?

  public init(first: BlockRounding? = nil, second: BlockRounding? = nil) {
    self.first = first
    self.second = second
  }

  public var isKnown: Bool { first != nil || second != nil }
  var exchanged: PairRounding { PairRounding(first: second, second: first) }
}
