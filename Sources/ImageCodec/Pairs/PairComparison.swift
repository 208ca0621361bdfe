internal import CCodecs
public import Raster

/// What an exact comparison of two pictures of one size found.
public struct PairComparison {
  /// In pixels.
  public var width: Int
  public var height: Int
  /// Pixels of which any sample differs, alpha included; the colour under alpha 0 is nothing.
  public var differingPixels: Int
  /// The smallest rectangle that holds them; empty where there is none.
  public var bounds: PixelRect
  /// What the files say of their colours: the same, but that one may say nothing.
  public var colours: (ColourDescription, ColourDescription)
  /// The neighbourhoods of what differs, for a closer look; none overlaps another.
  public var crops: PairCrops
  let pictures: (PairPicture, PairPicture)
  let threads: Int

  /// Inflates both again, whole; straight alpha, in the files' own colour space.
  public func wholePictures() -> (RGBAImage, RGBAImage) {
    onBothSides(threads: threads) { side in (side == .first ? pictures.0 : pictures.1).whole() }
  }
}

/// Parts of two pictures around their differences, cut out while they were compared.
///
/// What differs and at least 64 px around it is as in the pictures. Further away, inside a crop's
/// rectangle, equal pixels may have been replaced by others that are equal on both sides: what
/// stands beside them. `isComplete` tells.
public struct PairCrops {
  public let rectangles: [PixelRect]
  let tiles: TileStore

  init(tiles: TileStore) {
    self.tiles = tiles
    rectangles = tiles.clusters()
  }

  /// The same parts of two decoded pictures of one size and one depth as of the files they came from,
  /// so what is found in them does not depend on how they were encoded.
  public init(of first: RGBAImage, _ second: RGBAImage) {
    precondition(
      first.width == second.width && first.height == second.height,
      "parts are of pictures of one size")
    switch (first.samples, second.samples) {
    case (.eight(let a), .eight(let b)):
      self.init(tiles: TileStore(first.width, first.height, a, b, RA_RGBA8))
    case (.sixteen(let a), .sixteen(let b)):
      self.init(tiles: TileStore(first.width, first.height, a, b, RA_RGBA16))
    default: preconditionFailure("parts are of pictures of one depth")
    }
  }

  /// Whether a crop is as in the pictures all over.
  public func isComplete(_ index: Int) -> Bool { tiles.isComplete(rectangles[index]) }

  /// The two sides of `rectangles[index]`, straight alpha, in the files' own colour space.
  ///
  /// - Parameter releasing: Gives the memory of the parts back as they are used, where a crop is as
  ///   wide as the picture: it can then be had only once.
  public func images(_ index: Int, releasing: Bool = false) -> (RGBAImage, RGBAImage) {
    tiles.images(in: rectangles[index], releasing: releasing)
  }
}

/// Which of two pictures.
public enum PairSide: String, Hashable, Sendable {
  case first
  case second
}

/// Why a pair could not be compared.
public enum PairError: Error, Hashable, Sendable {
  case file(PairSide, FileError)
  case image(PairSide, ImageError)
  /// Both together need too much.
  case memory(MemoryError)
}
