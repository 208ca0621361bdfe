internal import Raster

/// Whether a cluster shows the same edges drawn by another rasteriser.
///
/// A pixel of one side may have any value that the other side takes within half a pixel of it:
/// between its own value and half-way to its darkest and lightest neighbours, channel by channel.
/// An edge that moved by more, a stroke that came or went, or a colour that no neighbour has falls
/// outside, so a glyph that was replaced, a line that moved by a whole pixel and a fill that
/// changed are never antialiasing.
struct EdgeTest {
  /// What lies outside: how far each changed pixel is from what would be allowed, in steps.
  let excess: [SIMD4<Float>]
  /// Share of the energy that lies outside.
  let remaining: Double
  /// Number of changed pixels outside.
  let outside: Int

  /// Beyond the half pixel, as a share of the local contrast. Linear interpolation of a sampled
  /// edge errs by at most 1/8 of its contrast; hinted stems and rounded positions add little.
  static let slack: Float = 0.15
  /// Rounding of both sides, and one step of dither on each.
  static let noise: Float = 2

  init(_ patch: Patch, _ a: [SIMD4<Float>], _ b: [SIMD4<Float>]) {
    let (w, h) = (patch.width, patch.height)
    var (excess, rest, outside) = ([SIMD4<Float>](), 0.0, 0)
    excess.reserveCapacity(patch.changed.count)
    for i in patch.changed {
      let (x, y) = (i % w, i / w)
      var (lowA, highA) = (a[i], a[i])
      var (lowB, highB) = (b[i], b[i])
      for ny in max(0, y - 1)...min(h - 1, y + 1) {
        for nx in max(0, x - 1)...min(w - 1, x + 1) {
          let n = ny * w + nx
          lowA = pointwiseMin(lowA, a[n])
          highA = pointwiseMax(highA, a[n])
          lowB = pointwiseMin(lowB, b[n])
          highB = pointwiseMax(highB, b[n])
        }
      }
      let contrast = pointwiseMax(highA, highB) - pointwiseMin(lowA, lowB)
      let fromA = Self.outside(b[i], a[i], lowA, highA)
      let fromB = Self.outside(a[i], b[i], lowB, highB)
      // Signed towards the candidate; the smaller of the two readings counts.
      let smaller = fromA.replacing(with: -fromB, where: magnitude(fromB) .< magnitude(fromA))
      let allowed = contrast * Self.slack + Self.noise
      let size = pointwiseMax(magnitude(smaller) - allowed, .zero)
      let beyond = size.replacing(with: -size, where: smaller .< 0)
      excess.append(beyond)
      let e = Double((beyond * beyond).sum())
      rest += e
      if e > 0 { outside += 1 }
    }
    self.excess = excess
    self.remaining = patch.energy > 0 ? rest / patch.energy : 0
    self.outside = outside
  }

  /// Steps that are weak beside any contrast, for more pixels than a corner has: a pale line beside a
  /// black fill is none of its edges.
  private static func weak(_ patch: Patch) -> Float { patch.changed.count < 64 ? 255 : 20 }

  /// Whether no pixel changed by more than the slack of its own contrast: the same coverage, rounded
  /// or hinted a little differently.
  static func isWeak(_ patch: Patch) -> Bool {
    let (w, h) = (patch.width, patch.height)
    let most = weak(patch)
    for i in patch.changed {
      let (x, y) = (i % w, i / w)
      var (low, high) = (patch.a[i], patch.a[i])
      for ny in max(0, y - 1)...min(h - 1, y + 1) {
        for nx in max(0, x - 1)...min(w - 1, x + 1) {
          let n = ny * w + nx
          low = pointwiseMin(low, pointwiseMin(patch.a[n], patch.b[n]))
          high = pointwiseMax(high, pointwiseMax(patch.a[n], patch.b[n]))
        }
      }
      let allowed = pointwiseMin((high - low) * slack, .init(repeating: most)) + noise
      let over = magnitude(patch.b[i] - patch.a[i]) - allowed
      if over.max() > 0 { return false }
    }
    return true
  }

  /// Whether nearly every pixel of an area changed, and not to and fro as at edges, but with a tint:
  /// over squares of 8 px the mean difference is 2.5 steps of some channel, about a just-noticeable
  /// one. The grain of a photograph takes on any colour near its own, so edges prove nothing there.
  static func isTinted(_ patch: Patch) -> Bool {
    let (w, box) = (patch.width, patch.box)
    guard box.area >= 1024, patch.changed.count * 5 >= box.area * 4 else { return false }
    let columns = (box.width + 7) / 8
    var sums = [SIMD4<Float>](repeating: .zero, count: columns * ((box.height + 7) / 8))
    var counts = [Float](repeating: 0, count: sums.count)
    for i in patch.changed {
      let block = (i / w - box.y0) / 8 * columns + (i % w - box.x0) / 8
      sums[block] += patch.b[i] - patch.a[i]
      counts[block] += 1
    }
    var squares = SIMD4<Float>.zero
    var full: Float = 0
    for (sum, n) in zip(sums, counts) where n >= 32 {
      squares += (sum / n) * (sum / n)
      full += 1
    }
    return full > 0 && (squares / full).max().squareRoot() >= 2.5
  }

  /// How far `v` lies outside the values within half a pixel of `centre`; negative below.
  @inline(__always)
  private static func outside(
    _ v: SIMD4<Float>, _ centre: SIMD4<Float>, _ low: SIMD4<Float>, _ high: SIMD4<Float>
  ) -> SIMD4<Float> {
    let top = (centre + high) * 0.5
    let bottom = (centre + low) * 0.5
    return pointwiseMax(v - top, .zero) + pointwiseMin(v - bottom, .zero)
  }
}

@inline(__always)
func magnitude(_ v: SIMD4<Float>) -> SIMD4<Float> { v.replacing(with: -v, where: v .< 0) }
