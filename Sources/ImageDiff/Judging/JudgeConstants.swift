internal import CKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The judge's numbers, with what fixed them.
enum JudgeConstants {
  /// Bits beyond which a difference is a change: the only dial. See Guides/Diff.md for the rates.
  static let margin = 100 / Double(logOfTwo)
  /// Evidence below this says nothing about a place.
  static let hot = 4 / Double(logOfTwo)
  private static let logOfTwo = log(2.0)
  /// Below this share of redrawn edges one rasteriser drew both pictures.
  static let redrawn = 0.04
  /// Above this share of redrawn edges a picture may have gone through JPEG.
  static let recompressed = 0.2
  /// How much more evidence the strict reading needs, where one rasteriser drew both.
  static let sameMargin: Float = 4
  /// Net ink that a rasteriser may add or lose, as a share of the contrast in a window.
  static let systematic: Float = 0.05
  /// Rounding of both sides: two uniform errors of a step have 0.41 together; drawing in layers rounds
  /// four times.
  static let rounding = 0.9

  /// Coverage by another rasteriser errs by 0.13 of the contrast.
  static let otherRasteriser = weights([0.13, 0.13, 0.13, 0.13], near: [0, 0, 0, 0])
  static let sameRasteriser = weights([0.02, 0.02, 0.02, 0.02], near: [0, 0, 0, 0])
  /// Errors of `StripeModel` by channel, and steps near ink.
  static let stripes = weights([0.2, 0.07, 0.2, 0.07], near: [4, 1, 4, 1])

  private static func weights(_ shares: [Double], near: [Double]) -> [judge_weights] {
    zip(shares, near).map { share, near in
      var w = judge_weights()
      withUnsafeMutableBytes(of: &w.half_precision) { half in
        withUnsafeMutableBytes(of: &w.half_log) { logs in
          withUnsafeMutableBytes(of: &w.variance) { variances in
            let (h, l, v) = (
              half.bindMemory(to: Float.self), logs.bindMemory(to: Float.self),
              variances.bindMemory(to: Float.self)
            )
            for slack in 0..<256 {
              let s0 = near > 0 ? (slack > 16 ? 1 + near : 1) : rounding
              let harmless = s0 * s0 + share * share * Double(slack * slack)
              let changed = harmless + 400 + 0.35 * 0.35 * Double(slack * slack)
              h[slack] = Float(0.5 * (1 / harmless - 1 / changed) / logOfTwo)
              l[slack] = Float(0.5 * log(changed / harmless) / logOfTwo)
              v[slack] = Float(harmless)
            }
          }
        }
      }
      return w
    }
  }
}
