internal import CCodecs
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Compares two PNGs of one size band by band, in order, from their filtered rows.
///
/// *Lazy unfiltering.* While everything so far is equal and both files store pixels alike, a band
/// whose filtered bytes equal its counterpart's holds equal pixels, whatever they are: it is put
/// aside, filtered. When a difference comes, the first picture is caught up from the last row
/// whose filter does not look upwards. Once rows are equal again, bands are put aside again.
final class RowMatcher {
  private(set) var differingPixels = 0
  private(set) var bounds = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
  let tiles: TileStore

  private let first: PairPicture
  private let second: PairPicture
  private let keepsTiles: Bool
  private let isAlike: Bool
  private let nativeKind: ra_pixel_kind?
  /// Bands of the first picture that were put aside, in order.
  private var aside: [(index: Int, buffer: BandBuffer)] = []
  private let mostAside: Int
  /// Whether the last row that was looked at is equal.
  private var isEqualAbove = true
  private var states: [BandState]
  /// The first picture's last reconstructed row; zeros at first.
  private let reached: UnsafeMutablePointer<UInt8>

  private enum BandState {
    /// Equal, and not reconstructed.
    case aside
    /// Equal, and the first picture's rows are there.
    case equal
    /// The rows of both are there.
    case compared
  }

  init(_ first: PairPicture, _ second: PairPicture, keepsTiles: Bool, mostAside: Int) {
    self.first = first
    self.second = second
    self.keepsTiles = keepsTiles
    self.mostAside = mostAside
    let header = first.header
    isAlike = first.storesAlike(second)
    nativeKind = isAlike ? first.nativeKind : nil
    tiles = TileStore(
      width: header.width, height: header.height,
      bytesPerSample: max(header.depth, second.header.depth) == 16 ? 2 : 1)
    states = Array(repeating: .aside, count: first.stream.bands.count)
    let rowBytes = header.rowBytes(width: header.width)
    reached = .allocate(capacity: rowBytes)
    reached.update(repeating: 0, count: rowBytes)
  }

  deinit { reached.deallocate() }

  /// Takes the next band of both. Returns the first picture's bands whose buffers are done with;
  /// the second's always is.
  func match(_ index: Int, _ a: BandBuffer, _ b: BandBuffer) throws(PairError) -> [Int] {
    let isEqual =
      isAlike && isEqualAbove
      && memcmp(a.rows, b.rows, first.stream.bands[index].byteCount) == 0
    if isEqual, !tiles.rowIsDirty(index - 1) {
      keepTiles(index - 1)
      try checkFilters(index, a)
      aside.append((index, a))
      return aside.count >= mostAside ? try catchUp() : []
    }
    let done = try catchUp()
    if isEqual {
      try reconstructFirst(index, a)
      states[index] = .equal
    } else {
      let above: UnsafeMutablePointer<UInt8>? =
        isAlike && isEqualAbove ? reached : index > 0 ? second.lastRow(index - 1) : nil
      try second.reconstruct(index, b, above: above)
      try reconstructFirst(index, a)
      states[index] = .compared
      compare(index)
    }
    keepTiles(index - 1)
    return done + [index]
  }

  /// After the last band.
  func finish() { keepTiles(states.count - 1) }

  private func reconstructFirst(
    _ index: Int, _ buffer: BandBuffer, from start: Int = 0
  ) throws(PairError) {
    try first.reconstruct(index, buffer, from: start, above: reached)
    reached.update(from: first.lastRow(index), count: first.stream.bands[index].rowBytes)
  }

  private func checkFilters(_ index: Int, _ a: BandBuffer) throws(PairError) {
    let band = first.stream.bands[index]
    for y in 0..<band.rows where a.filter(y, band) > 4 {
      throw .image(.first, .badFilter(a.filter(y, band)))
    }
  }

  /// Reconstructs what was put aside: the last band of it whole, because tiles may want it, and of
  /// those before it what the last one hangs on.
  private func catchUp() throws(PairError) -> [Int] {
    guard let last = aside.last else { return [] }
    defer { aside = [] }
    var start = (item: aside.count - 1, row: 0)
    let bands = first.stream.bands
    if last.buffer.filter(0, bands[last.index]) > 1 {
      start = (0, 0)
      search: for i in aside.indices.dropLast().reversed() {
        let band = bands[aside[i].index]
        for y in (0..<band.rows).reversed() where aside[i].buffer.filter(y, band) <= 1 {
          start = (i, y)
          break search
        }
      }
    }
    for i in start.item..<aside.count {
      let from = i == start.item ? start.row : 0
      try reconstructFirst(aside[i].index, aside[i].buffer, from: from)
    }
    states[last.index] = .equal
    return aside.map(\.index)
  }

  private func compare(_ index: Int) {
    let band = first.stream.bands[index]
    tiles.isDirty.withUnsafeMutableBufferPointer { dirty in
      let flags = dirty.baseAddress! + index * tiles.columns
      for y in 0..<band.rows {
        let found = compareRow(index, y, flags)
        guard found.differing > 0 else { continue }
        differingPixels += found.differing
        bounds = bounds.union(
          PixelRect(
            x0: found.first, y0: band.y + y, x1: found.last + 1, y1: band.y + y + 1))
      }
    }
    isEqualAbove =
      isAlike && memcmp(first.lastRow(index), second.lastRow(index), band.rowBytes) == 0
  }

  private func compareRow(
    _ index: Int, _ y: Int, _ flags: UnsafeMutablePointer<UInt8>
  ) -> ra_row_difference {
    let width = first.header.width
    if let nativeKind {
      return ra_compare_row(
        first.rows(index).row(y), second.rows(index).row(y), width, nativeKind, flags)
    }
    let size = tiles.bytesPerSample
    return ra_compare_row(
      first.widened(index, y, bytesPerSample: size),
      second.widened(index, y, bytesPerSample: size), width, size == 1 ? RA_RGBA8 : RA_RGBA16,
      flags)
  }

  private func keepTiles(_ row: Int) {
    guard keepsTiles, row >= 0, states[row] != .aside else { return }
    tiles.keep(row: row, secondDiffers: states[row] == .compared) { side, x, y, width, out in
      (side == .first ? first : second).copy(
        row, x: x, y: y, width: width, bytesPerSample: tiles.bytesPerSample, to: out)
    }
  }
}

extension BandBuffer {
  fileprivate func filter(_ y: Int, _ band: PNGStream.Band) -> UInt8 {
    rows[y * (band.rowBytes + 1)]
  }
}
