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
  static let sameMargin: Float = 3.5
  /// Net ink that a rasteriser may add or lose, as a share of the contrast in a window.
  static let systematic: Float = 0.05
  /// The same where edges moved: of a move of a pixel, windows of 9 and 25 px lose or gain about a fifth
  /// of their ink at their sides.
  static func systematic(moved: Double) -> Float { Float(0.05 + 0.2 * moved) }
  /// Rounding of both sides: two uniform errors of a step have 0.41 together; drawing in layers rounds
  /// four times.
  static let rounding = 0.9

  /// Coverage by another rasteriser errs by this share of the contrast.
  static let otherwise = 0.13
  static let otherRasteriser = drawnAnew(moved: otherwise)
  static let sameRasteriser = weights([0.02, 0.02, 0.02, 0.02], near: [0, 0, 0, 0])
  /// Errors of `StripeModel` by channel, and steps near ink.
  static let stripes = weights([0.2, 0.07, 0.2, 0.07], near: [4, 1, 4, 1])

  /// Edges that were drawn anew: `moved` is how far a value may lie, as a share of the local contrast. A
  /// move by a part of a pixel changes a smoothed value by at most that part of it.
  static func drawnAnew(moved: Double) -> [judge_weights] {
    weights([moved, moved, moved, moved], near: [0, 0, 0, 0])
  }

  // MARK: Edges drawn anew

  /// Changed edge pixels that make a line of content say something.
  static let witness = 12
  /// Lines of content that must agree before edges may have moved: one alone could be anything.
  static let witnesses = 3
  /// Root mean square of difference / contrast over the edges of a line, to how far its edges moved:
  /// pages whose text moved by 0.25 and 0.4 px have 0.17 and 0.27.
  static let movedPerSpread = 1.5
  /// How far edges may move, in px: a rasteriser places outlines on whole pixels at the coarsest.
  static let farthest = 0.5
  /// Above this share of edges away from any clear change, equal to the byte, the page was not drawn anew.
  static let still = 0.4

  // MARK: Recolour

  /// Bits that a recolour's two parameters cost, ½ log₂ n each over about 100 pixels, and the choice
  /// among 10⁵ places, two windows and three channels.
  static let recolourPrice = log(100.0) / logOfTwo + log(6e5) / logOfTwo
  static let halfPrecision = 0.5 / (rounding * rounding) / logOfTwo
  /// An edge that was drawn anew keeps its value but for rounding, differs by little (4 % of the local
  /// contrast) or by as much as another rasteriser's (13 %): each as often.
  static let redrawCost: [judge_redraw_cost] = {
    var table = [judge_redraw_cost()]
    table.withUnsafeMutableBytes { bytes in
      let cost = bytes.bindMemory(to: Int16.self)
      for slack in 0..<64 {
        let contrast = Double(4 * slack + 2)
        for step in 0..<256 {
          let d = Double(step * step)
          var likelihood = 0.0
          for share in [0, 0.04, 0.13] {
            let variance = rounding * rounding + share * share * contrast * contrast
            likelihood += exp(-d / 2 / variance) * rounding / variance.squareRoot() / 3
          }
          cost[slack * 256 + step] = Int16(min(mostBits, -log(likelihood) / logOfTwo) * 64)
        }
      }
    }
    return table
  }()
  /// What one pixel may say at most: beyond, some other thing happened.
  private static let mostBits = 20.0

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
