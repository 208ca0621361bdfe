import CKernels
import Foundation
import Raster
import Testing

@testable import ImageDiff

/// The fast paths against the literal ones beside them.
@Suite struct PeersReferenceTests {
  private static let scenes: [(scene: PeerScene, width: Int, height: Int)] = [
    (.noise, 23, 17), (.cards, 40, 33), (.strokes, 41, 26), (.soften, 24, 30), (.extremes, 16, 21),
    (.spot, 37, 29), (.spot, 9, 8), (.recolour, 31, 7), (.noise, 7, 31),
  ]

  /// The sums of the window are exact integers on one side, and sums of squares around the mean in
  /// Double on the other: 49 roundings of 255² × 1e-16 over the constant 58.5, below 1e-11.
  @Test(arguments: scenes.indices) func `similarity is the literal one`(_ k: Int) throws {
    let (scene, width, height) = Self.scenes[k]
    let (a, b) = scene.draw(width: width, height: height, seed: UInt32(k))
    let fast = try structuralSimilarity(a, b)
    let literal = withPeerPictures(a, b, narrowing: .rounded) {
      referenceStructuralSimilarity($0, $1)
    }
    #expect(abs(fast - literal) < 1e-11)
  }

  /// Filtered in Float on one side, in Double on the other. A Float sum of 21 products rounds by
  /// 21 × 6e-8 of its value at the worst. That is 1.5e-4 of L* = 116, of which the exponent 0.7 and
  /// the slope 0.058 below the knee make 1.2e-4; and 1.3e-6 of a feature, whose root is 1.1e-3,
  /// which moves c^(1 − f) by 0.37 of it, 4e-4. Both at once in every pixel would be 5e-4; random
  /// signs leave a fifth. Measured: at most 2.6e-5. A wrong row at a border moves these by ≥ 3e-4.
  @Test(arguments: scenes.indices, [15.0, 40]) func `FLIP is the literal one`(
    _ k: Int, _ pixelsPerDegree: Double
  ) throws {
    let (scene, width, height) = Self.scenes[k]
    let (a, b) = scene.draw(width: width, height: height, seed: UInt32(k))
    let fast = try flip(a, b, pixelsPerDegree: pixelsPerDegree)
    let literal = withPeerPictures(a, b, narrowing: .rounded) {
      referenceFlip($0, $1, pixelsPerDegree: pixelsPerDegree)
    }
    #expect(abs(fast - literal) < 1e-4)
  }

  /// Pictures of one row, one column, one pixel, and one that crosses from one band of 512 columns
  /// to the next; the tolerance is derived above.
  @Test(arguments: [(1, 1), (1, 40), (40, 1), (3, 2), (560, 3)])
  func `FLIP of thin and of wide pictures`(_ width: Int, _ height: Int) throws {
    let (a, b) = PeerScene.noise.draw(width: width, height: height, seed: 77)
    let fast = try flip(a, b, pixelsPerDegree: 30)
    let literal = withPeerPictures(a, b, narrowing: .rounded) {
      referenceFlip($0, $1, pixelsPerDegree: 30)
    }
    #expect(literal > 0 && abs(fast - literal) < 1e-4)
  }

  /// Bit for bit, on either side of the kernel's block of 32 columns; what lies beyond the row is
  /// NaN and must not be read.
  @Test(arguments: [1, 3, 31, 32, 33, 64, 100], [1, 2, 7, 21])
  func `kernels add in the literal order`(_ count: Int, _ taps: Int) {
    var random = SceneRandom(seed: UInt32(count * 31 + taps))
    func values(_ n: Int) -> [Float] { (0..<n).map { _ in Float(random.below(2001) - 1000) / 7 } }
    let weights = values(taps)

    let row = values(count + taps - 1)
    var correlated = [Float](repeating: .nan, count: count + 8)
    filter_correlate(row + [Float](repeating: .nan, count: 64), weights, taps, &correlated, count)
    #expect(Array(correlated.prefix(count)) == referenceCorrelate(row, weights, count: count))
    let untouched = correlated.suffix(8).filter(\.isNaN).count
    #expect(untouched == 8)

    let rows = (0..<taps).map { _ in values(count) }
    let padded = rows.flatMap { $0 + [Float](repeating: .nan, count: 64) }
    for adding in [false, true] {
      let start = adding ? values(count) : [Float](repeating: 0, count: count)
      var combined = (adding ? start : [Float](repeating: .nan, count: count)) + [.nan]
      padded.withUnsafeBufferPointer { padded in
        let starts = (0..<taps).map { padded.baseAddress.map { [k = $0] in $0 + k * (count + 64) } }
        filter_combine(starts, weights, taps, &combined, count, adding)
      }
      #expect(Array(combined.prefix(count)) == referenceCombine(rows, weights, onto: start))
      #expect(combined[count].isNaN)
    }
  }
}

@Suite struct PeersMathTests {
  @Test(arguments: [1.0 / 3, 0.7, 2.4, 0.5, 1, 0.01]) func `powers are those of the C library`(
    _ exponent: Double
  ) {
    var random = SceneRandom(seed: 9)
    for _ in 0..<2000 {
      let x = Double(random.below(1 << 24)) / Double(1 + random.below(1 << 20))
      let expected = pow(x, exponent)
      #expect(abs(PeerMath.power(x, exponent) - expected) <= 1e-13 * expected)
    }
  }

  @Test func `powers at the ends`() {
    #expect(PeerMath.power(0, 0.7) == 0)
    #expect(PeerMath.power(1, 0.3) == 1)
    #expect(PeerMath.exp(0) == 1)
    #expect(PeerMath.exp(-3000) == 0)
    #expect(PeerMath.exp2(10) == 1024)
  }
}
