public import Conventions
internal import ImageCodec
internal import ImageDiff
internal import Raster

/// A picture to write: its path below the output folder, and its PNG.
public struct PictureFile {
  public var path: String
  public var png: [UInt8]
}

extension Audit {
  /// The paths of all pictures that `forEachPicture` may give for this candidate.
  public func pictureNames(under candidate: Convention) -> [String] {
    let names = [PictureNames(candidate)] + spec.elements.map { PictureNames(candidate, $0) }
    return [PictureNames.panels(candidate)]
      + names.flatMap { [$0.reference, $0.candidate, $0.overlay] }
  }
}

extension Comparison {
  /// The pictures of the canvas and of each element, one at a time, so that no two PNGs are held.
  public func forEachPicture<E: Error>(_ body: (PictureFile) throws(E) -> Void) throws(E) {
    let marks = try Self.pictures(
      canvas.reference, canvas.candidate, names: PictureNames(candidate), body)
    if canvas.reference.width * canvas.reference.height <= Self.panelLimit {
      try body(
        PictureFile(path: PictureNames.panels(candidate), png: encodePNG(panels(marks))))
    }
    for e in elements where e.hasPictures {
      _ = try Self.pictures(
        e.reference.picture, e.candidate.picture, names: PictureNames(candidate, e.element), body)
    }
  }

  /// Pixels of a canvas above which nobody looks at three of it side by side.
  private static let panelLimit = 1 << 24

  /// Gives the overlay back.
  private static func pictures<E: Error>(
    _ a: Pixmap, _ b: Pixmap, names: PictureNames, _ body: (PictureFile) throws(E) -> Void
  ) throws(E) -> RGBAImage {
    try body(PictureFile(path: names.reference, png: encodePNG(a)))
    try body(PictureFile(path: names.candidate, png: encodePNG(b)))
    let marks = overlay(reference: a, candidate: b)
    try body(PictureFile(path: names.overlay, png: encodePNG(marks)))
    return marks
  }
}
