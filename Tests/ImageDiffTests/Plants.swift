internal import Raster
internal import TestSupport

@testable internal import ImageDiff

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A change of a known kind in a random crop of a synthetic screen.
struct Plant {
  enum Kind: CaseIterable { case shift, recolour, opacity, blur }
  var before: Canvas
  var after: Canvas
  var crop: PixelRect
  var dx = 0.0
  var dy = 0.0
  var factor = 1.0
  var sigma = 0.0

  /// Nil where the crop shows too little for anybody to tell what happened.
  init?(_ kind: Kind, seed: UInt64) {
    var random = SplitMix(seed)
    let screen = syntheticScreen(seed: random.next())
    let (w, h) = (random.int(30...110), random.int(24...80))
    let x = random.int(24...(screen.width - w - 24))
    let y = random.int(24...(screen.height - h - 24))
    crop = PixelRect(x0: x, y0: y, x1: x + w, y1: y + h)
    before = screen
    after = screen
    switch kind {
    case .shift:
      (dx, dy) = (Double(random.int(-9...9)), Double(random.int(-9...9)))
      if abs(dx) + abs(dy) < 1 { dx = 3 }
      after.mapCrop(crop) { screen[$0 - Int(dx), $1 - Int(dy)] }
    case .recolour:
      let gain = SIMD3(random.double(0.4, 1), random.double(0.4, 1), random.double(0.4, 1))
      let offset = SIMD3(random.double(0, 90), random.double(0, 90), random.double(0, 90))
      after.mapCrop(crop) { screen[$0, $1] * gain + offset }
    case .opacity:
      factor = random.double(0.2, 0.85)
      let ground = random.below(2) == 0 ? SIMD3(repeating: 255.0) : screen[2, 196]
      after.mapCrop(crop) { ground + (screen[$0, $1] - ground) * factor }
    case .blur:
      sigma = random.double(0.6, 4)
      after.blur(crop, sigma: sigma)
    }
    // At least 40 pixels must differ clearly, and hold more than one colour before.
    var (clear, colours) = (0, Set<SIMD3<Double>>())
    for y in crop.y0..<crop.y1 {
      for x in crop.x0..<crop.x1 {
        let d = after[x, y] - before[x, y]
        if max(abs(d.x), abs(d.y), abs(d.z)) >= 6 {
          clear += 1
          colours.insert(before[x, y].rounded(.toNearestOrEven))
        }
      }
    }
    if clear < 40 || colours.count < 8 { return nil }
  }
}

extension Canvas {
  mutating func mapCrop(_ crop: PixelRect, _ colour: (Int, Int) -> SIMD3<Double>) {
    var result = pixels
    for y in crop.y0..<crop.y1 {
      for x in crop.x0..<crop.x1 { result[y * width + x] = colour(x, y) }
    }
    pixels = result
  }

  /// Blurs a crop; what lies around it counts.
  mutating func blur(_ crop: PixelRect, sigma: Double) {
    let radius = Int((4 * sigma).rounded(.up))
    let taps = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = taps.reduce(0, +)
    let source = self
    var across = self
    across.mapCrop(
      PixelRect(
        x0: crop.x0, y0: max(0, crop.y0 - radius), x1: crop.x1,
        y1: min(height, crop.y1 + radius))
    ) { x, y in
      var v = SIMD3<Double>.zero
      for (k, t) in taps.enumerated() { v += source[x + k - radius, y] * (t / sum) }
      return v
    }
    mapCrop(crop) { x, y in
      var v = SIMD3<Double>.zero
      for (k, t) in taps.enumerated() { v += across[x, y + k - radius] * (t / sum) }
      return v
    }
  }
}
