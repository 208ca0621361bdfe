internal import Conventions
internal import Testing

@Suite struct BlurReadingTests {
  static let readings: [BlurReading] = [
    .factor(0.5), .factor(1), .factor(0.3), .skiaPoints, .skiaDevicePixels,
  ]

  @Test(
    arguments: [
      (BlurReading.factor(0.5), 10.0, 3.0, 5.0), (.factor(1), 10, 3, 10),
      (.skiaPoints, 10, 3, 6.2735), (.skiaDevicePixels, 10, 2, 6.0235),
      (.skiaPoints, 0, 3, 0), (.skiaDevicePixels, 0, 3, 0), (.factor(1), 0, 3, 0),
    ] as [(BlurReading, Double, Double, Double)])
  func `the number becomes sigma`(
    reading: BlurReading, blur: Double, scale: Double, sigma: Double
  ) {
    // One product and one sum of numbers below 16: at most 2 roundings of 2^-50.
    #expect(abs(reading.sigmaPoints(blur: blur, scale: scale) - sigma) <= 0x1p-49)
  }

  @Test(arguments: readings)
  func `the inverse gives the number back`(reading: BlurReading) throws {
    for blur in [0, 0.001, 0.5, 1, 4, 10, 33.3, 60, 1000] {
      for scale in [0.5, 1, 2, 3] {
        let sigma = reading.sigmaPoints(blur: blur, scale: scale)
        let back = try #require(reading.blur(forSigmaPoints: sigma, scale: scale))
        // Sums with 0.5 lose up to 2^-53 of half a pixel, which 1 / 0.57735 magnifies.
        #expect(abs(back - blur) <= 4 * (max(blur, 1 / scale)).ulp)
      }
    }
  }

  @Test(arguments: [(0.5, 1.0), (0.2, 1.0), (0.25, 2.0), (-1, 1), (.nan, 1)] as [(Double, Double)])
  func `Skia cannot blur by half a pixel or less`(sigma: Double, scale: Double) {
    #expect(BlurReading.skiaDevicePixels.blur(forSigmaPoints: sigma, scale: scale) == nil)
  }

  @Test func `the catalogue's example`() throws {
    let radius = try #require(BlurReading.skiaPoints.blur(forSigmaPoints: 10, scale: 1))
    #expect(abs(radius - 16.4545) < 0.0001)  // given with four decimals
  }

  @Test(arguments: [
    ("half", "half"), ("0.5", "half"), ("5e-1", "half"), ("sigma", "sigma"), ("1", "sigma"),
    ("1.0", "sigma"), ("2", "2"), ("0.235", "0.235"), ("skia", "skia"), ("skia-px", "skia-px"),
    ("10", "10"),
  ])
  func `words have one spelling`(written: String, word: String) {
    #expect(BlurReading(word: written)?.word == word)
  }

  @Test(arguments: ["", "Half", "0", "-1", "nan", "inf", "10.5", "1e999", " 1", "1 ", "0x1"])
  func `other words are none`(word: String) {
    #expect(BlurReading(word: word) == nil)
  }
}
