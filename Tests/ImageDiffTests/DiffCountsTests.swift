internal import TestSupport
internal import Testing

@testable internal import ImageDiff
@testable internal import Raster

@Suite struct DiffCountsTests {
  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Pixmap {
    var picture = Pixmap(width: width, height: height)
    var random = SplitMix(seed)
    for i in stride(from: 0, to: picture.bytes.count, by: 4) {
      let word = random.next()
      let alpha = word & 7 == 0 ? UInt8(truncatingIfNeeded: word >> 24) : 255
      for c in 0..<3 {
        picture.bytes[i + c] = min(alpha, UInt8(truncatingIfNeeded: word >> (32 + 8 * c)))
      }
      picture.bytes[i + 3] = alpha
    }
    return picture
  }

  /// The definition, pixel by pixel.
  static func literally(_ a: Pixmap, _ b: Pixmap, in area: PixelRect) -> DiffCounts {
    var result = DiffCounts()
    var sum = 0
    var distances = 0.0
    let measure = PixelDistance()
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 {
        let i = (y * a.width + x) * 4
        let deltas = (i..<(i + 4)).map { abs(Int(a.bytes[$0]) - Int(b.bytes[$0])) }
        sum += deltas.reduce(0, +)
        guard let most = deltas.max(), most > 0 else { continue }
        result.differingPixels += 1
        result.maxDelta = max(result.maxDelta, most)
        result.bounds = result.bounds.union(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))
        func colour(_ p: Pixmap) -> SIMD4<Double> {
          SIMD4(
            Double(p.bytes[i]), Double(p.bytes[i + 1]), Double(p.bytes[i + 2]),
            Double(p.bytes[i + 3])) / 255
        }
        let distance = measure.between(colour(a), colour(b))
        if distance >= 1 {
          result.perceptiblePixels += 1
          distances += distance
        }
      }
    }
    result.meanDelta = Double(sum) / Double(area.area * 4)
    if result.perceptiblePixels > 0 {
      result.meanPerceptibleDistance = distances / Double(result.perceptiblePixels)
    }
    return result
  }

  @Test func `agrees with the definition`() {
    for seed in 0..<200 { agreesWithTheDefinition(seed) }
  }

  private func agreesWithTheDefinition(_ seed: Int) {
    var random = SplitMix(UInt64(seed))
    let width = 1 + random.below(90)
    let height = 1 + random.below(20)
    let a = Self.noise(width, height, seed: random.next())
    var b = a
    for _ in 0..<random.below(40) {
      let i = random.below(width * height) * 4
      let alpha = Int(b.bytes[i + 3])
      b.bytes[i + random.below(3)] = UInt8(random.below(alpha + 1))
    }
    let area = PixelRect(
      x0: random.below(width), y0: random.below(height), x1: width - random.below(2),
      y1: height - random.below(2)
    ).intersection(a.bounds)
    if !area.isEmpty {
      #expect(count(a, b, in: area) == Self.literally(a, b, in: area))
    }
    #expect(count(a, b) == Self.literally(a, b, in: a.bounds))
  }

  @Test func `a picture equals itself`() {
    let a = Self.noise(70, 40, seed: 3)
    #expect(count(a, a) == DiffCounts())
  }

  @Test func `wide rows are counted in blocks`() {
    let a = Self.noise(2500, 2, seed: 5)
    let b = Self.noise(2500, 2, seed: 6)
    #expect(count(a, b) == Self.literally(a, b, in: a.bounds))
  }

  @Test func `an area outside the picture holds nothing`() {
    let a = Self.noise(5, 5, seed: 1)
    let b = Self.noise(5, 5, seed: 2)
    #expect(count(a, b, in: PixelRect(x0: 9, y0: 9, x1: 12, y1: 12)) == DiffCounts())
    #expect(count(Pixmap(width: 0, height: 0), Pixmap(width: 0, height: 0)) == DiffCounts())
  }
}
