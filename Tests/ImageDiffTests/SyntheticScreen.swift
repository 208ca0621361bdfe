internal import Raster
internal import TestSupport

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A canvas of channels 0…255 on which tests draw what screens show.
struct Canvas {
  let width: Int
  let height: Int
  var pixels: [SIMD3<Double>]

  init(_ width: Int, _ height: Int, _ colour: SIMD3<Double>) {
    self.width = width
    self.height = height
    pixels = [SIMD3<Double>](repeating: colour, count: width * height)
  }

  var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: width, y1: height) }

  subscript(_ x: Int, _ y: Int) -> SIMD3<Double> {
    get { pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }
    set { pixels[y * width + x] = newValue }
  }

  /// Rounded to 8 bits, opaque.
  var image: RGBAImage {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    for (i, p) in pixels.enumerated() {
      for c in 0..<3 { bytes[i * 4 + c] = UInt8(max(0, min(255, p[c].rounded()))) }
    }
    return RGBAImage(width: width, height: height, samples: .eight(bytes))
  }

  /// Draws `colour` where `coverage` (of a pixel's centre, 0…1) says so, within `area`.
  mutating func draw(
    _ colour: SIMD3<Double>, in area: PixelRect, coverage: (Double, Double) -> Double
  ) {
    let cut = area.intersection(bounds)
    guard !cut.isEmpty else { return }
    for y in cut.y0..<cut.y1 {
      for x in cut.x0..<cut.x1 {
        let c = max(0, min(1, coverage(Double(x) + 0.5, Double(y) + 0.5)))
        if c > 0 { self[x, y] += (colour - self[x, y]) * c }
      }
    }
  }

  mutating func roundedRectangle(
    _ x: Double, _ y: Double, _ w: Double, _ h: Double, radius: Double, _ colour: SIMD3<Double>
  ) {
    let area = PixelRect(
      x0: Int(x) - 2, y0: Int(y) - 2, x1: Int(x + w) + 3, y1: Int(y + h) + 3)
    draw(colour, in: area) { px, py in
      let dx = max(abs(px - x - w / 2) - w / 2 + radius, 0)
      let dy = max(abs(py - y - h / 2) - h / 2 + radius, 0)
      let inside = min(
        max(abs(px - x - w / 2) - w / 2 + radius, abs(py - y - h / 2) - h / 2 + radius), 0)
      return 0.5 + radius - (dx * dx + dy * dy).squareRoot() - inside
    }
  }

  mutating func stroke(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, radius: Double,
    _ colour: SIMD3<Double>
  ) {
    let area = PixelRect(
      x0: Int(min(x0, x1) - radius) - 1, y0: Int(min(y0, y1) - radius) - 1,
      x1: Int(max(x0, x1) + radius) + 2, y1: Int(max(y0, y1) + radius) + 2)
    let (vx, vy) = (x1 - x0, y1 - y0)
    let length = max(1e-9, vx * vx + vy * vy)
    draw(colour, in: area) { px, py in
      let t = max(0, min(1, ((px - x0) * vx + (py - y0) * vy) / length))
      let (dx, dy) = (px - x0 - t * vx, py - y0 - t * vy)
      return 0.5 + radius - (dx * dx + dy * dy).squareRoot()
    }
  }

  /// A line of made-up letters; `extra` is added to every advance.
  mutating func text(
    _ x: Double, _ y: Double, letters: Int, size: Double, _ colour: SIMD3<Double>, seed: UInt64,
    extra: Double = 0
  ) {
    var random = SplitMix(seed)
    var pen = x
    for k in 0..<letters {
      if k % 6 == 5 {
        pen += size * 0.35 + extra
        continue
      }
      let w = size * random.double(0.35, 0.6)
      for _ in 0..<random.int(2...4) {
        stroke(
          pen + random.double(0, w), y + random.double(0, size), pen + random.double(0, w),
          y + random.double(0, size), radius: size * 0.06, colour)
      }
      pen += w + size * 0.15 + extra
    }
  }

  /// Four lines of text, each 40 px below the one before it: what a page has besides what is looked at.
  mutating func lines(_ x: Double = 12, _ y: Double = 0, _ colour: SIMD3<Double>) {
    for k in 0..<4 {
      text(
        x, y + Double(12 + 40 * k), letters: 14, size: 15, colour, seed: UInt64(60 + k))
    }
  }

  /// A made-up photograph: a few soft blobs.
  mutating func photo(_ area: PixelRect, seed: UInt64) {
    var random = SplitMix(seed)
    let blobs = (0..<12).map { _ in
      (
        x: random.double(Double(area.x0), Double(area.x1)),
        y: random.double(Double(area.y0), Double(area.y1)), size: random.double(4, 18),
        colour: SIMD3(random.double(0, 255), random.double(0, 255), random.double(0, 255))
      )
    }
    let cut = area.intersection(bounds)
    for y in cut.y0..<cut.y1 {
      for x in cut.x0..<cut.x1 {
        var (sum, weight) = (SIMD3<Double>(repeating: 6), 0.05)
        for b in blobs {
          let (dx, dy) = (Double(x) - b.x, Double(y) - b.y)
          let w = exp(-(dx * dx + dy * dy) / (2 * b.size * b.size))
          sum += b.colour * w
          weight += w
        }
        self[x, y] = sum / weight
      }
    }
  }
}

/// A screen with a page, cards, buttons, text, sometimes a gradient and a photograph.
func syntheticScreen(seed: UInt64, width: Int = 260, height: Int = 200) -> Canvas {
  var random = SplitMix(seed &* 0x2545_F491_4F6C_DD1D)
  func colour(_ low: Double, _ high: Double) -> SIMD3<Double> {
    SIMD3(random.double(low, high), random.double(low, high), random.double(low, high))
      .rounded(.toNearestOrEven)
  }
  let isDark = random.below(4) == 0
  let page = isDark ? colour(10, 40) : colour(235, 256)
  var canvas = Canvas(width, height, page)
  let ink = isDark ? colour(200, 250) : colour(10, 80)
  if random.below(3) == 0 {
    // A header with a gradient.
    let (from, to) = (colour(30, 230), colour(30, 230))
    for y in 0..<40 {
      for x in 0..<width {
        canvas[x, y] = from + (to - from) * ((Double(x) + Double(y)) / Double(width + 40))
      }
    }
  }
  for _ in 0..<random.int(1...3) {
    let (x, y) = (random.double(4, 120), random.double(30, 120))
    let (w, h) = (random.double(70, 130), random.double(40, 75))
    canvas.roundedRectangle(
      x.rounded(), y.rounded(), w.rounded(), h.rounded(), radius: random.double(3, 12),
      colour(30, 250))
    canvas.text(
      x + 10, y + 10, letters: random.int(5...14), size: random.double(9, 15), colour(0, 255),
      seed: random.next())
  }
  if random.below(3) == 0 {
    let (x, y) = (random.int(10...150), random.int(40...120))
    canvas.photo(PixelRect(x0: x, y0: y, x1: x + 80, y1: y + 60), seed: random.next())
  }
  for k in 0..<random.int(3...7) {
    canvas.text(
      random.double(5, 60), 10 + Double(k) * 26 + random.double(0, 8), letters: random.int(8...26),
      size: random.double(9, 18), random.below(3) == 0 ? colour(0, 255) : ink,
      seed: random.next())
  }
  return canvas
}
