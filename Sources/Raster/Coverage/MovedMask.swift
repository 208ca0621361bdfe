extension CoverageMask {
  /// The mask moved by device px; by fractions, each pixel's coverage is shared between the (up to
  /// four) pixels it falls on, rounded to the nearest step.
  func moved(x dx: Double, y dy: Double) -> CoverageMask {
    let limit = 0x1p30
    let (sx, sy) = (min(max(dx, -limit), limit), min(max(dy, -limit), limit))
    let (wx, wy) = (sx.rounded(.down), sy.rounded(.down))
    let (fx, fy) = (sx - wx, sy - wy)
    let (ix, iy) = (Int(wx), Int(wy))
    if fx == 0, fy == 0 {
      var result = CoverageMask(
        bounds: PixelRect(
          x0: bounds.x0 + ix, y0: bounds.y0 + iy, x1: bounds.x1 + ix, y1: bounds.y1 + iy))
      result.values = values
      return result
    }
    guard !bounds.isEmpty else { return self }
    var result = CoverageMask(
      bounds: PixelRect(
        x0: bounds.x0 + ix, y0: bounds.y0 + iy, x1: bounds.x1 + ix + 1, y1: bounds.y1 + iy + 1))
    let width = bounds.width
    func value(_ x: Int, _ y: Int) -> Double {
      x < 0 || y < 0 || x >= width || y >= bounds.height ? 0 : Double(values[y * width + x])
    }
    for y in 0...bounds.height {
      for x in 0...width {
        let above = value(x - 1, y - 1) * fx + value(x, y - 1) * (1 - fx)
        let here = value(x - 1, y) * fx + value(x, y) * (1 - fx)
        result.values[y * (width + 1) + x] = UInt8((above * fy + here * (1 - fy)).rounded())
      }
    }
    return result
  }
}
