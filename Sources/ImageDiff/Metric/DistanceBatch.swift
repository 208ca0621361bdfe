internal import CKernels

/// Measures many pairs of pixels at once with the fast kernels, within 0.002 (CIEDE2000) or 2e-5
/// (OKLab) of `PixelDistance`, which is the definition. The same bytes on every machine.
final class DistanceBatch {
  let metric: PerceptualMetric
  private let matrix: [Float]
  private let linear8: [Float]
  private let linear = EncodedLight.table

  private static let size = 256
  /// Reds, greens and blues of both sides, then the distances.
  private let one = UnsafeMutablePointer<Float>.allocate(capacity: 3 * size)
  private let two = UnsafeMutablePointer<Float>.allocate(capacity: 3 * size)
  private let out = UnsafeMutablePointer<Float>.allocate(capacity: size)
  private let owners = UnsafeMutablePointer<Int>.allocate(capacity: size)
  private var filled = 0

  init(metric: PerceptualMetric, primaries: Primaries) {
    self.metric = metric
    let m = primaries.toXYZ
    switch metric {
    case .ciede2000:
      let white = WhitePoint(m)
      let rows = [white.x, white.y, white.z]
      matrix = m.indices.map { Float(m[$0] / rows[$0 / 3]) }
    case .oklab:
      let cones = OKLab.fromXYZ
      matrix = m.indices.map { i in
        let (row, column) = (i / 3 * 3, i % 3)
        let first = cones[row] * m[column]
        return Float(first + cones[row + 1] * m[3 + column] + cones[row + 2] * m[6 + column])
      }
    }
    linear8 = linearOf8Bit.map { Float($0) }
    one.initialize(repeating: 0, count: 3 * Self.size)
    two.initialize(repeating: 0, count: 3 * Self.size)
    out.initialize(repeating: 0, count: Self.size)
    owners.initialize(repeating: 0, count: Self.size)
  }

  deinit {
    one.deallocate()
    two.deallocate()
    out.deallocate()
    owners.deallocate()
  }

  /// Distances of `count` pairs of 8-bit straight pixels.
  func measure8(
    _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ count: Int,
    into result: UnsafeMutablePointer<Float>
  ) {
    result.update(repeating: 0, count: count)
    for i in 0..<count {
      let (p, q) = (UInt32(littleEndian: a[i]), UInt32(littleEndian: b[i]))
      if p >> 24 == 255 && q >> 24 == 255 {
        put8(p, one)
        put8(q, two)
        advance(i, result)
      } else {
        put(drawn8(a[i]), drawn8(b[i]), i, result)
      }
    }
    flush(result)
  }

  /// Distances of `count` pairs of 16-bit straight pixels.
  func measure16(
    _ a: UnsafePointer<UInt64>, _ b: UnsafePointer<UInt64>, _ count: Int,
    into result: UnsafeMutablePointer<Float>
  ) {
    result.update(repeating: 0, count: count)
    for i in 0..<count { put(drawn16(a[i]), drawn16(b[i]), i, result) }
    flush(result)
  }

  /// Distances of `count` pairs of premultiplied colours, channels 0…255.
  func measure(
    _ a: UnsafePointer<SIMD4<Float>>, _ b: UnsafePointer<SIMD4<Float>>, _ count: Int,
    into result: UnsafeMutablePointer<Float>
  ) {
    result.update(repeating: 0, count: count)
    for i in 0..<count { put(a[i], b[i], i, result) }
    flush(result)
  }

  func distance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    var (p, q, result) = (a, b, Float(0))
    measure(&p, &q, 1, into: &result)
    return result
  }

  @inline(__always)
  private func put8(_ p: UInt32, _ side: UnsafeMutablePointer<Float>) {
    let k = filled
    side[k] = linear8[Int(p & 255)]
    side[Self.size + k] = linear8[Int(p >> 8 & 255)]
    side[2 * Self.size + k] = linear8[Int(p >> 16 & 255)]
  }

  /// Over black, and where either is not opaque over white too.
  private func put(
    _ p: SIMD4<Float>, _ q: SIMD4<Float>, _ owner: Int, _ result: UnsafeMutablePointer<Float>
  ) {
    put(p, one)
    put(q, two)
    advance(owner, result)
    if p.w >= 255 && q.w >= 255 { return }
    put(p + (255 - p.w), one)
    put(q + (255 - q.w), two)
    advance(owner, result)
  }

  @inline(__always)
  private func put(_ p: SIMD4<Float>, _ side: UnsafeMutablePointer<Float>) {
    let k = filled
    side[k] = linear(p.x)
    side[Self.size + k] = linear(p.y)
    side[2 * Self.size + k] = linear(p.z)
  }

  @inline(__always)
  private func advance(_ owner: Int, _ result: UnsafeMutablePointer<Float>) {
    owners[filled] = owner
    filled += 1
    if filled == Self.size { flush(result) }
  }

  /// The worse of the two grounds counts.
  private func flush(_ result: UnsafeMutablePointer<Float>) {
    if filled == 0 { return }
    diff_distances(
      one, two, filled, Self.size,
      metric == .ciede2000 ? Int32(DIFF_CIEDE2000) : Int32(DIFF_OKLAB), matrix,
      out)
    for k in 0..<filled { result[owners[k]] = max(result[owners[k]], out[k]) }
    filled = 0
  }
}

/// Linear light of what lies between two 8-bit values, from a table at every sixteenth of a step.
///
/// The curve's second derivative is at most 2.4 · 1.4 / 1.055² = 3.1 per unit², so a straight line
/// between two places of the table errs by at most 3.1 / 8 / 4080² = 2.4e-8: less than the rounding
/// of a float near 1.
private struct EncodedLight {
  private let sixteenths: [Float]

  static let table = EncodedLight(
    sixteenths: (0...4081).map { Float(ImageDiff.linear(Double($0) / 4080)) })

  /// - Parameter encoded: 0…255; what lies beyond is cut off.
  @inline(__always)
  func callAsFunction(_ encoded: Float) -> Float {
    let place = max(0, min(255, encoded)) * 16
    let k = Int(place)
    let (low, high) = (sixteenths[k], sixteenths[k + 1])
    return low + (high - low) * (place - Float(k))
  }
}
