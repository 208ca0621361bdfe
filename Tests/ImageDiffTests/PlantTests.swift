internal import Raster
internal import Testing

@testable internal import ImageDiff

@Suite struct PlantTests {
  /// Whether most of the change, by squared distance, is in regions of the expected class and number.
  static func isFound(_ plant: Plant, _ kind: Plant.Kind) -> Bool {
    let report = DiffAnalysis.analyse(
      reference: plant.before.image, candidate: plant.after.image)
    var (right, all) = (0.0, 0.0)
    for region in report.all {
      let weight = Double(region.pixels) * region.meanDistance
      all += weight
      if matches(region.explanation, plant, kind) { right += weight }
    }
    return right >= 0.8 * all
  }

  static func matches(_ found: Explanation, _ plant: Plant, _ kind: Plant.Kind) -> Bool {
    switch (kind, found) {
    case (.shift, .shift(let s)):
      // To a tenth of a pixel.
      abs(s.dx - plant.dx) <= 0.1 && abs(s.dy - plant.dy) <= 0.1 && abs(s.drift) < 1e-3
    case (.recolour, .recolour):
      true
    case (.opacity, .opacity(let o)):
      // Rounding to 8 bits moves a factor by less than one step in fifty.
      abs(o.factor - plant.factor) <= 0.02
    case (.blur, .blur(let b)):
      // The kernel is cut at 3 sigma, and the crop's own edge is sharp: a tenth.
      abs(b.added - plant.sigma) <= 0.1 * plant.sigma + 0.05 && b.ratio > 1
    default:
      false
    }
  }

  @Test(arguments: Plant.Kind.allCases)
  func `a planted change comes back with its class and number`(kind: Plant.Kind) {
    var (right, count, seed) = (0, 0, UInt64(0))
    var wrong: [UInt64] = []
    while count < 1000 {
      seed += 1
      guard let plant = Plant(kind, seed: seed) else { continue }
      count += 1
      if Self.isFound(plant, kind) { right += 1 } else { wrong.append(seed) }
    }
    #expect(right >= 950, "wrong seeds: \(wrong.prefix(40))")
    print("\(kind): \(right) of \(count)")
  }
}
