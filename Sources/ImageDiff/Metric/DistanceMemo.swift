internal import Raster

/// Remembers the distances of pairs of pixels: flat areas and edges repeat the same few pairs.
///
/// Direct-mapped, so what it answers never depends on what it was asked before.
struct DistanceMemo {
  let distance: PixelDistance
  private var keys: [UInt64]
  private var values: [Double]

  /// 4096 pairs: 64 KiB, which fits in the second-level cache.
  private static let bits = 12

  init(_ distance: PixelDistance) {
    self.distance = distance
    // No pair of equal pixels is ever asked for, so an equal pair marks a free place.
    keys = [UInt64](repeating: 0, count: 1 << Self.bits)
    values = [Double](repeating: 0, count: 1 << Self.bits)
  }

  /// Pixels as they lie in memory: straight red, green, blue, alpha.
  mutating func straight(_ one: UInt32, _ two: UInt32) -> Double {
    remember(one, two) { distance, one, two in
      distance.between(SRGBA8(memory: one), SRGBA8(memory: two))
    }
  }

  /// Pixels as they lie in memory: premultiplied red, green, blue, alpha.
  mutating func premultiplied(_ one: UInt32, _ two: UInt32) -> Double {
    remember(one, two) { distance, one, two in
      let (p, q) = (SRGBA8(memory: one), SRGBA8(memory: two))
      if p.a == 255 && q.a == 255 { return distance.between(p, q) }
      return distance.between(p.unitRange, q.unitRange)
    }
  }

  @inline(__always)
  private mutating func remember(
    _ one: UInt32, _ two: UInt32, _ measure: (PixelDistance, UInt32, UInt32) -> Double
  ) -> Double {
    if one == two { return 0 }
    let key = UInt64(one) << 32 | UInt64(two)
    // 2⁶⁴ divided by the golden ratio spreads neighbouring keys over the table.
    let place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bits))
    if keys[place] == key { return values[place] }
    let value = measure(distance, one, two)
    keys[place] = key
    values[place] = value
    return value
  }
}

extension SRGBA8 {
  /// From four bytes read as one little-endian number.
  init(memory: UInt32) {
    let word = UInt32(littleEndian: memory)
    self.init(
      r: UInt8(truncatingIfNeeded: word), g: UInt8(truncatingIfNeeded: word >> 8),
      b: UInt8(truncatingIfNeeded: word >> 16), a: UInt8(truncatingIfNeeded: word >> 24))
  }

  /// The channels as they are, each 0…1.
  var unitRange: SIMD4<Double> {
    SIMD4(Double(r), Double(g), Double(b), Double(a)) / 255
  }
}
