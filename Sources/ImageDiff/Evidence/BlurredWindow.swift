internal import CKernels
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One side of a patch seen through a Gaussian, within a part of it. The kernel ends at 3 sigma and
/// sums to 1; pixels beyond the patch repeat its border.
struct BlurredWindow {
  let area: PixelRect
  /// Row-major over `area`.
  let values: [SIMD4<Float>]

  subscript(x: Int, y: Int) -> SIMD4<Float> {
    values[(y - area.y0) * area.width + x - area.x0]
  }

  /// - Parameters:
  ///   - source: Row-major over `width` × `height`.
  ///   - sigma: Px, > 0.
  init(
    _ source: [SIMD4<Float>], _ width: Int, _ height: Int, sigma: Double, area: PixelRect
  ) {
    self.area = area
    let kernel = Self.kernel(sigma)
    let radius = kernel.count / 2
    let rows = max(0, area.y0 - radius)..<min(height, area.y1 + radius)
    let floats = 4 * area.width
    let across = Floats(count: rows.count * floats)
    let padded = Floats(count: floats + 8 * radius)
    var taps = [UnsafePointer<Float>?](repeating: nil, count: kernel.count)
    for t in taps.indices { taps[t] = UnsafePointer(padded.base + 4 * t) }
    // Columns that are there.
    let (first, last) = (max(0, area.x0 - radius), min(width, area.x1 + radius))
    for y in rows {
      padded.base.withMemoryRebound(to: SIMD4<Float>.self, capacity: area.width + 2 * radius) {
        let inside = $0 + (first - area.x0 + radius)
        source.withUnsafeBufferPointer {
          inside.update(from: $0.baseAddress! + y * width + first, count: last - first)
        }
        for x in 0..<(first - area.x0 + radius) { $0[x] = inside[0] }
        for x in (last - area.x0 + radius)..<(area.width + 2 * radius) {
          $0[x] = inside[last - first - 1]
        }
      }
      let out = across.base + (y - rows.lowerBound) * floats
      filter_combine(taps, kernel, kernel.count, out, floats, false)
    }
    values = [SIMD4<Float>](unsafeUninitializedCapacity: area.area) { memory, count in
      memory.withMemoryRebound(to: Float.self) { out in
        for y in area.y0..<area.y1 {
          for t in taps.indices {
            let row = min(max(y - radius + t, 0), height - 1) - rows.lowerBound
            taps[t] = UnsafePointer(across.base + row * floats)
          }
          let line = out.baseAddress! + (y - area.y0) * floats
          filter_combine(taps, kernel, kernel.count, line, floats, false)
        }
      }
      count = area.area
    }
  }

  private static func kernel(_ sigma: Double) -> [Float] {
    let radius = max(1, Int((3 * sigma).rounded(.up)))
    let bell = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = bell.reduce(0, +)
    return bell.map { Float($0 / sum) }
  }
}

/// Memory for numbers on their way, aligned for pixels of four.
private final class Floats {
  let base: UnsafeMutablePointer<Float>

  init(count: Int) {
    base = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 64)
      .bindMemory(to: Float.self, capacity: count)
  }

  deinit { base.deallocate() }
}
