internal import ImageCodec
internal import ImageDiff
internal import Raster
internal import Threads

/// How much of two pictures is looked at: parts around what differs, where they are less than half.
/// It is decided by the pixels alone, so that the answer is the same for every encoding, and whether
/// or not the files were compared as they were inflated.
extension DiffPair {
  /// - Parameters:
  ///   - crops: Of both pictures, of one size.
  ///   - part: A crop by its number, in one space, and whether its memory may be let go.
  ///   - whole: Both pictures, in one space.
  func analyse(
    _ crops: PairCrops, width: Int, height: Int, part: @escaping (Int, Bool) -> CommonPair,
    whole: () -> CommonPair
  ) -> DiffReport {
    let all = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    let rectangles = crops.rectangles
    if rectangles.isEmpty { return .equal(width: width, height: height) }
    let isWhole = rectangles == [all] && crops.isComplete(0)
    let area = rectangles.reduce(0) { $0 + $1.area }
    // Two pictures of a megapixel are read whole in a millisecond.
    if all.area <= 1 << 20 || area > all.area / 2 && !isWhole || request.options.isLossy {
      return analyse(whole(), threads: threads)
    }
    // How the pair was drawn is told from all parts before one of them is judged.
    var whole: PairEvidence?
    if rectangles.count > 1, !countsOnly {
      whole = WorkQueue(rectangles.count, threads: threads) { i, threads in
        evidence(part(i, false), threads: threads)
      }.results().reduce(into: PairEvidence()) { $0.add($1) }.settled()
    }
    let parts = WorkQueue(rectangles.count, threads: threads) { [whole] i, threads in
      // Pictures as wide as the whole let go of their memory as they are cut out: one at a time.
      let report = analyse(part(i, rectangles.count == 1), of: whole, threads: threads)
      return (report: report, x: rectangles[i].x0, y: rectangles[i].y0)
    }.results()
    return DiffReport.joined(parts, width: width, height: height, options: request.options)
  }

  /// Two pictures that are there whole. Where their sizes differ, or something does not count, all of
  /// both is looked at.
  func analyseWhole(_ pair: CommonPair) -> DiffReport {
    let (a, b) = (pair.first, pair.second)
    let options = request.options
    guard a.width == b.width, a.height == b.height, !countsOnly, !options.isAboutPlaces else {
      return analyse(pair, threads: threads)
    }
    let crops = PairCrops(of: a, b)
    // The samples and their conversions differ in the same places, so their crops are the same.
    let stored = pair.stored.map { PairCrops(of: $0.first, $0.second) }
    return analyse(
      crops, width: a.width, height: a.height,
      part: { i, _ in
        let (first, second) = crops.images(i)
        var part = CommonPair(
          first: first, second: second, space: pair.space, stored: pair.stored)
        if let (first, second) = stored?.images(i) {
          part.stored?.first = first
          part.stored?.second = second
        }
        return part
      }, whole: { pair })
  }
}

extension DiffOptions {
  /// Whether a picture comes from a lossy file, which is not cut into parts.
  fileprivate var isLossy: Bool {
    rounding.isKnown || recoding.first != nil || recoding.second != nil
  }

  /// Whether places in the whole pictures are named: some that do not count, or an alignment.
  fileprivate var isAboutPlaces: Bool {
    if case .at = placement { return true }
    return !ignored.isEmpty || ignoreMask != nil
  }
}
