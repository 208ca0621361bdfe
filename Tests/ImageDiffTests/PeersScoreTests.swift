import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDiff

/// One row of `Fixtures/peers/scores.csv`: two pictures and what the tools said of them.
struct RecordedScore: CustomTestStringConvertible, Sendable {
  let scene: PeerScene
  let width: Int
  let height: Int
  let seed: UInt32
  let digest: String
  let ssimUniform: Double
  let ssimGaussian: Double
  /// By pixels per degree.
  let flip: [(pixelsPerDegree: Double, mean: Double)]

  var testDescription: String { "\(scene.rawValue) \(width)×\(height) seed \(seed)" }

  init?(_ line: String) {
    let f = line.split(separator: ",").map(String.init)
    guard f.count == 10, let scene = PeerScene(rawValue: f[0]), let width = Int(f[1]),
      let height = Int(f[2]), let seed = UInt32(f[3])
    else { return nil }
    let scores = f[5...].compactMap { Double($0) }
    guard scores.count == 5 else { return nil }
    (self.scene, self.width, self.height, self.seed) = (scene, width, height, seed)
    digest = f[4]
    (ssimUniform, ssimGaussian) = (scores[0], scores[1])
    flip = [(flipPixelsPerDegree, scores[2]), (30, scores[3]), (120, scores[4])]
  }

  func draw() -> (a: RGBAImage, b: RGBAImage) {
    scene.draw(width: width, height: height, seed: seed)
  }

  static let all: [RecordedScore] = {
    let text = try? String(contentsOf: fixture("peers/scores.csv"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { RecordedScore(String($0)) }
  }()
}

@Suite struct PeersScoreTests {
  @Test func `every recorded row is read`() throws {
    let text = try String(contentsOf: fixture("peers/scores.csv"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.count - 1
    #expect(RecordedScore.all.count == rows && rows >= 10)
  }

  @Test(arguments: RecordedScore.all) func `both sides draw the same`(_ r: RecordedScore) {
    let (a, b) = r.draw()
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for image in [a, b] {
      for (i, byte) in image.eightBits.enumerated() where i % 4 != 3 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    #expect(UInt64(r.digest, radix: 16) == hash)
  }

  /// Both sides compute in Double. scikit-image slides its means along a row of n px, which can add
  /// up n roundings of 255² × 1e-16 in a variance; divided by the constant 58.5 that is n × 1e-13,
  /// and 1e-9 leaves room for rows of 10,000 px. Measured: at most 1.2e-14. The smallest real bug,
  /// one step in one px of these pictures, moves a score by more than 1e-7.
  @Test(arguments: RecordedScore.all) func `SSIM is scikit-image's`(_ r: RecordedScore) throws {
    let (a, b) = r.draw()
    let uniform = try structuralSimilarity(a, b)
    let gaussian = try structuralSimilarity(a, b, window: .gaussian)
    #expect(abs(uniform - r.ssimUniform) < 1e-9)
    #expect(abs(gaussian - r.ssimGaussian) < 1e-9)
  }

  /// flip-evaluator computes and adds up in Float. Its mean of up to 24,000 errors takes a rounding
  /// of 6e-8 of the sum at each step, √24,000 of which add up to 9e-6 when their signs are random;
  /// measured: at most 3.5e-6. A radius one px too small moves these scores by up to 5e-4.
  @Test(arguments: RecordedScore.all) func `FLIP is flip-evaluator's`(_ r: RecordedScore) throws {
    let (a, b) = r.draw()
    for (pixelsPerDegree, mean) in r.flip {
      let score = try flip(a, b, pixelsPerDegree: pixelsPerDegree)
      #expect(abs(score - mean) < 1e-5)
    }
  }
}
