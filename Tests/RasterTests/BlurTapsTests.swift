import Foundation
import Testing

@testable import Raster

@Suite struct BlurTapsTests {
  static let sigmas = [0.1, 0.25, 0.5, 1, 1.9, 2, 3, 5, 6, 8, 10, 15, 20, 32, 32.5, 100, 1000]

  @Test(arguments: BlurEquivalenceTests.kernels, sigmas)
  func symmetricWholeAndComplete(_ kernel: BlurKernel, _ sigma: Double) {
    let taps = BlurTaps(kernel, Sigma(devicePixels: sigma))
    #expect(taps.weights == taps.weights.reversed())
    #expect(taps.weights.count == 2 * taps.radius + 1)
    #expect(taps.weights.allSatisfy { $0 >= 0 && $0 == $0.rounded() })
    #expect(taps.weights.reduce(0, +) == taps.total)
    let isCut = taps.roundsPasses && sigma <= BlurTaps.cutDownUpTo
    // Each weight that is cut down loses less than 1.
    #expect(isCut ? taps.total > 16384 - Double(taps.weights.count) : taps.total == 16384)
    let small = taps.shrunk(by: 4)
    #expect(small.total == 16384 && !small.roundsPasses)
    #expect(small.weights == small.weights.reversed())
  }

  @Test func sigmaZeroIsTheShape() {
    for kernel in BlurEquivalenceTests.kernels {
      #expect(BlurTaps(kernel, Sigma(devicePixels: 0)).weights == [16384])
      #expect(BlurTaps(kernel, Sigma(devicePixels: -.nan)).weights == [16384])
    }
  }

  @Test func cutGaussian() {
    let taps = BlurTaps(.gaussianCutAtTwoSigma, Sigma(devicePixels: 10))
    #expect(taps.radius == 20)
    let raw = (-20...20).map { exp(-Double($0 * $0) / 200) }
    let total = raw.reduce(0, +)
    #expect(taps.weights == raw.map { ($0 / total * 16384).rounded(.down) })
  }

  /// The profile of an edge is the error function within half a unit of 2^−14 and the rest of
  /// 1/1020 that is spread.
  @Test(arguments: [0.5, 2, 7, 30]) func gaussianIsTheErrorFunction(_ sigma: Double) {
    let taps = BlurTaps(.gaussian, Sigma(devicePixels: sigma))
    for k in -taps.radius - 1...taps.radius {
      let exact = 0.5 + erf((Double(k) + 0.5) / (sigma * 2.0.squareRoot())) / 2
      #expect(abs(taps.sum(upTo: k) / 16384 - exact) < 1.0 / 1020 + 1.0 / 16384)
    }
  }

  /// Sigma to box width to the standard deviation that is drawn (catalogue 1.2).
  @Test(arguments: [(5.0, 4.472), (6, 5.477), (8, 7.483), (10, 9.487), (20, 19.16)])
  func threeBoxes(_ sigma: Double, _ deviation: Double) {
    let taps = BlurTaps(.threeBoxes, Sigma(devicePixels: sigma))
    var variance = 0.0
    for (i, w) in taps.weights.enumerated() {
      let k = Double(i - taps.radius)
      variance += w / 16384 * k * k
    }
    // Weights of less than half a unit at the far ends are lost.
    #expect(abs(variance.squareRoot() - deviation) < 0.01)
  }
}
