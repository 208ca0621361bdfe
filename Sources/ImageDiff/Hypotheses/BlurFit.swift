internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds the Gaussian that turns the sharper side into the softer one.
struct BlurFit {
  /// Device px.
  var added: Double
  /// The candidate is the softer side.
  var isSofter: Bool
  /// Share of the cluster's energy that remains.
  var remaining: Double
}

struct BlurSearch {
  let patch: Patch

  /// Nil where the sides are about equally sharp, or where one shows edges of which the other has no
  /// trace.
  func fit() -> BlurFit? {
    let (sharpA, sharpB) = sharpness()
    // A Gaussian of 0.35 px takes 15 % of the squared slopes of text; less is smoothing strength.
    if sharpB < sharpA * 0.85 { return search(patch, isSofter: true) }
    if sharpA < sharpB * 0.85 { return search(patch.exchanged, isSofter: false) }
    return nil
  }

  /// Sums of squared slopes of both sides over the cluster.
  private func sharpness() -> (Double, Double) {
    let w = patch.width
    var (a, b) = (0.0, 0.0)
    for i in patch.probe where i % w + 1 < w && i + w < patch.a.count {
      let (ax, ay) = (patch.a[i + 1] - patch.a[i], patch.a[i + w] - patch.a[i])
      let (bx, by) = (patch.b[i + 1] - patch.b[i], patch.b[i + w] - patch.b[i])
      a += Double((ax * ax + ay * ay).sum())
      b += Double((bx * bx + by * by).sum())
    }
    return (a, b)
  }

  /// Side of the largest area on which candidates are tried.
  private static let windowSide = 192

  /// The part of a large cluster around its strongest change.
  private static func window(_ patch: Patch) -> PixelRect {
    if patch.box.width <= windowSide && patch.box.height <= windowSide { return patch.box }
    var (place, most) = (patch.probe[0], Float(-1))
    for i in patch.probe {
      let d = patch.b[i] - patch.a[i]
      let e = (d * d).sum()
      if e > most { (place, most) = (i, e) }
    }
    let (x, y) = (place % patch.width, place / patch.width)
    let half = windowSide / 2
    return PixelRect(x0: x - half, y0: y - half, x1: x + half, y1: y + half)
      .intersection(patch.box)
  }

  private func search(_ patch: Patch, isSofter: Bool) -> BlurFit? {
    let window = Self.window(patch)
    let w = patch.width
    var (places, seen, energy) = ([Int](), [SIMD4<Float>](), 0.0)
    for i in patch.changed where window.contains(x: i % w, y: i / w) {
      let d = patch.b[i] - patch.a[i]
      energy += Double((d * d).sum())
      places.append((i / w - window.y0) * window.width + i % w - window.x0)
      seen.append(patch.b[i])
    }
    func rest(_ side: [SIMD4<Float>], _ sigma: Double) -> Double {
      let soft = BlurredWindow(side, w, patch.height, sigma: sigma, area: window)
      var rest = 0.0
      soft.values.withUnsafeBufferPointer { soft in
        for k in places.indices {
          let d = seen[k] - soft[places[k]]
          rest += Double((d * d).sum())
        }
      }
      return rest
    }
    func remaining(_ sigma: Double) -> Double { rest(patch.a, sigma) / energy }
    // A blur reaches three sigma to either side of what it softens.
    let widest = Double(max(patch.box.width, patch.box.height)) / 4
    let grid = [0.35, 0.5, 0.75, 1.1, 1.6, 2.4, 3.5, 5, 7.5, 11].filter { $0 <= max(0.5, widest) }
    var (best, lowest) = (0, Double.infinity)
    for (k, sigma) in grid.enumerated() {
      let r = remaining(sigma)
      if r < lowest { (best, lowest) = (k, r) }
      // The error has one valley: once it rises well above it, larger ones cannot win.
      if r > lowest * 1.5 + 0.02 { break }
    }
    guard lowest < 0.7 else { return nil }
    let low = best > 0 ? grid[best - 1] : 0.2
    let high = best + 1 < grid.count ? grid[best + 1] : 1.5 * grid[best]
    let (sigma, least) = goldenMinimum(log(low), log(high), steps: 12) { remaining(exp($0)) }
    // The softer side must come from the sharper one, not just from itself: a dot that came is no
    // sharpening of the ground it came to.
    guard least * energy < 0.5 * rest(patch.b, exp(sigma)) else { return nil }
    return BlurFit(added: exp(sigma), isSofter: isSofter, remaining: least)
  }
}

/// The minimum of a function with one valley between `low` and `high`.
func goldenMinimum(
  _ low: Double, _ high: Double, steps: Int, _ f: (Double) -> Double
) -> (Double, Double) {
  let ratio = 0.6180339887498949
  var (low, high) = (low, high)
  var x1 = high - ratio * (high - low)
  var x2 = low + ratio * (high - low)
  var (f1, f2) = (f(x1), f(x2))
  for _ in 0..<steps {
    if f1 < f2 {
      (high, x2, f2) = (x2, x1, f1)
      x1 = high - ratio * (high - low)
      f1 = f(x1)
    } else {
      (low, x1, f1) = (x1, x2, f2)
      x2 = low + ratio * (high - low)
      f2 = f(x2)
    }
  }
  return f1 < f2 ? (x1, f1) : (x2, f2)
}

/// The standard deviation of the strongest edges of one side, device px, the pixel included.
///
/// A step of sigma σ that is blurred again by s keeps σ / √(σ² + s²) of its slope, so the ratio R
/// of both slopes gives σ = s / √(R² − 1), whatever the contrast. Source: Zhuo and Sim, *Defocus map
/// estimation from a single image* (2011). The median over the steepest tenth of the changed pixels
/// counts.
func edgeSigma(_ side: [SIMD4<Float>], _ patch: Patch) -> Double? {
  let (w, h) = (patch.width, patch.height)
  let s = 1.0
  let inner = patch.box.grown(in: patch)
  let again = BlurredWindow(side, w, h, sigma: s, area: inner)
  var slopes: [(before: Float, after: Float)] = []
  for i in patch.changed {
    let (x, y) = (i % w, i / w)
    guard x > 0, y > 0, x + 1 < w, y + 1 < h else { continue }
    // Beside unchanged pixels the steepest edge may be theirs.
    let around = [patch.roles[i - 1], patch.roles[i + 1], patch.roles[i - w], patch.roles[i + w]]
    guard around.allSatisfy({ $0 == .differs }) else { continue }
    func slope(_ gx: SIMD4<Float>, _ gy: SIMD4<Float>) -> Float { (gx * gx + gy * gy).sum() }
    let before = slope(side[i + 1] - side[i - 1], side[i + w] - side[i - w])
    guard before > 16 else { continue }
    let after = slope(again[x + 1, y] - again[x - 1, y], again[x, y + 1] - again[x, y - 1])
    slopes.append((before, after))
  }
  guard slopes.count >= 4 else { return nil }
  slopes.sort { $0.before > $1.before }
  let ratios = slopes.prefix(max(4, slopes.count / 10))
    .filter { $0.after > 0 }.map { Double($0.before / $0.after) }.sorted()
  guard !ratios.isEmpty else { return nil }
  let squared = ratios[ratios.count / 2]
  guard squared > 1.0001 else { return nil }
  return s / (squared - 1).squareRoot()
}
