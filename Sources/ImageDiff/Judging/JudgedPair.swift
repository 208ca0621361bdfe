internal import CKernels
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The two pictures as the judge sees them: in an order that does not depend on which is the
/// reference, so that exchanging them never changes a verdict.
struct JudgedPair {
  let reference: Picture
  let candidate: Picture
  let pairing: Pairing
  let ignored: IgnoredPixels?
  /// Whether `second` is the reference: of the first pixel that differs, the smaller bytes are first.
  let isExchanged: Bool
  /// 3, or 4 where some pixel is not opaque.
  let channels: Int

  init(_ reference: Picture, _ candidate: Picture, _ pairing: Pairing, _ ignored: IgnoredPixels?) {
    self.reference = reference
    self.candidate = candidate
    self.pairing = pairing
    self.ignored = ignored
    isExchanged = Self.order(reference, candidate, pairing) > 0
    channels = reference.isOpaque && candidate.isOpaque ? 3 : 4
  }

  /// In the judge's order.
  var first: Picture { isExchanged ? candidate : reference }
  var second: Picture { isExchanged ? reference : candidate }
  /// Whether each pixel stands against the one at its own place.
  var isUnmoved: Bool {
    reference.width == candidate.width && reference.height == candidate.height
      && pairing.xOffset == 0 && pairing.rows.indices.allSatisfy { pairing.rows[$0] == Int32($0) }
  }

  /// Of the first rows that differ: below 0 where the reference's bytes come first.
  private static func order(_ reference: Picture, _ candidate: Picture, _ pairing: Pairing) -> Int {
    let size = reference.bytesPerPixel
    let from = pairing.columns.lowerBound
    for y in 0..<reference.height where pairing.rows[y] >= 0 {
      let a = reference.row(y) + from * size
      let b = candidate.row(Int(pairing.rows[y])) + (from - pairing.xOffset) * size
      let order = memcmp(a, b, pairing.columns.count * size)
      if order != 0 { return Int(order) }
    }
    return 0
  }

  /// Bounds of the pixels of a part that differ, those that are ignored included; nil where none do.
  func differing(in part: PixelRect) -> PixelRect? {
    let size = reference.bytesPerPixel
    let both = pairing.columns.clamped(to: part.x0..<part.x1)
    if both.isEmpty { return nil }
    var found = PixelRect(x0: part.x1, y0: part.y1, x1: part.x0, y1: part.y0)
    for y in part.y0..<part.y1 where pairing.rows[y] >= 0 {
      let p = reference.row(y) + both.lowerBound * size
      let q = candidate.row(Int(pairing.rows[y])) + (both.lowerBound - pairing.xOffset) * size
      if diff_equal(p, q, both.count * size) != 0 { continue }
      func differs(_ x: Int) -> Bool {
        size == 4
          ? p.load(fromByteOffset: 4 * x, as: UInt32.self)
            != q.load(fromByteOffset: 4 * x, as: UInt32.self)
          : memcmp(p + x * size, q + x * size, size) != 0
      }
      // Only what lies beyond the bounds that are known is looked at.
      if let first = (0..<min(both.count, found.x0 - both.lowerBound)).first(where: differs) {
        found.x0 = both.lowerBound + first
      }
      if let last = (max(0, found.x1 - both.lowerBound)..<both.count).last(where: differs) {
        found.x1 = both.lowerBound + last + 1
      }
      found.y0 = min(found.y0, y)
      found.y1 = y + 1
    }
    return found.y0 < found.y1 ? found : nil
  }

  /// Writes a row of both sides as planes; what has no counterpart, or is ignored, is equal on both.
  ///
  /// - Returns: Whether any sample differs.
  func read(
    _ y: Int, _ columns: Range<Int>, _ one: [UnsafeMutablePointer<Int16>],
    _ two: [UnsafeMutablePointer<Int16>], at start: Int
  ) -> Bool {
    let a = (isExchanged ? two : one).map { $0 + start }
    let b = (isExchanged ? one : two).map { $0 + start }
    split(reference, y, columns, a)
    let count = columns.count
    func copy() { for c in 0..<channels { b[c].update(from: a[c], count: count) } }
    let other = Int(pairing.rows[y])
    let both = other < 0 ? 0..<0 : pairing.columns.clamped(to: columns)
    if both.isEmpty {
      copy()
      return false
    }
    let size = reference.bytesPerPixel
    let p = reference.row(y) + both.lowerBound * size
    let q = candidate.row(other) + (both.lowerBound - pairing.xOffset) * size
    let isEqual = diff_equal(p, q, both.count * size) != 0
    if isEqual || both != columns { copy() }
    if isEqual { return false }
    let place = both.lowerBound - columns.lowerBound
    split(
      candidate, other, (both.lowerBound - pairing.xOffset)..<(both.upperBound - pairing.xOffset),
      b.map { $0 + place })
    for range in ignored?.ranges(y) ?? [] {
      let cut = (Int(range.lowerBound)..<Int(range.upperBound)).clamped(to: both)
      if cut.isEmpty { continue }
      let place = cut.lowerBound - columns.lowerBound
      for c in 0..<channels { (b[c] + place).update(from: a[c] + place, count: cut.count) }
    }
    return true
  }

  /// Premultiplied samples in sixteenths of a step, a plane for each channel.
  private func split(
    _ picture: Picture, _ y: Int, _ columns: Range<Int>, _ out: [UnsafeMutablePointer<Int16>]
  ) {
    let n = columns.count
    let (r, g, b) = (out[0], out[1], out[2])
    if channels == 3 && picture.bytesPerSample == 1 {
      judge_split8(picture.pixels8(y) + columns.lowerBound, n, r, g, b)
      return
    }
    for i in 0..<n {
      let v = picture.drawn(columns.lowerBound + i, y) * 16 + 0.5
      r[i] = Int16(v.x)
      g[i] = Int16(v.y)
      b[i] = Int16(v.z)
      if channels > 3 { out[3][i] = Int16(v.w) }
    }
  }
}

extension Picture {
  fileprivate var isOpaque: Bool {
    for y in 0..<height {
      if judge_opaque(row(y), width, Int32(bytesPerSample)) == 0 { return false }
    }
    return true
  }
}
