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
    #expect(String(repeating: "0", count: hash.leadingZeroBitCount / 4) + String(hash, radix: 16) == r.digest)
  }

  /// Both sides compute in Double; ours sums integers, scikit-image running means, whose rounding
  /// grows by 1e-16 × 255² a step: 1e-9 leaves ten times that for a row of a thousand px.
  @Test(arguments: RecordedScore.all) func `SSIM is scikit-image's`(_ r: RecordedScore) throws {
    let (a, b) = r.draw()
    let uniform = try structuralSimilarity(a, b)
    let gaussian = try structuralSimilarity(a, b, window: .gaussian)
    print("ssim", abs(uniform - r.ssimUniform), abs(gaussian - r.ssimGaussian))
    #expect(abs(uniform - r.ssimUniform) < 1e-9)
    #expect(abs(gaussian - r.ssimGaussian) < 1e-9)
  }

  @Test(arguments: RecordedScore.all) func `FLIP is flip-evaluator's`(_ r: RecordedScore) throws {
    let (a, b) = r.draw()
    for (pixelsPerDegree, mean) in r.flip {
      let score = try flip(a, b, pixelsPerDegree: pixelsPerDegree)
      print("flip", r.scene, pixelsPerDegree, score - mean)
      #expect(abs(score - mean) < 2e-5)
    }
  }
}
