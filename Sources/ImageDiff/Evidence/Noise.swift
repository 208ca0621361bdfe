internal import Raster

/// Tells noise of a step or two from a small change with structure.
struct NoiseTest {
  let largest: Double
  let bias: Double
  let correlation: Double

  init(_ patch: Patch) {
    var (most, sum, n) = (Float(0), 0.0, 0.0)
    for i in patch.changed {
      let d = patch.b[i] - patch.a[i]
      most = max(most, magnitude(d).max())
      sum += Double(d.x + d.y + d.z) / 3
      n += 1
    }
    largest = Double(most)
    bias = n > 0 ? sum / n : 0
    correlation = Self.neighbours(patch)
  }

  /// Correlation of the differences of pixels side by side and one above the other.
  private static func neighbours(_ patch: Patch) -> Double {
    let (w, h) = (patch.width, patch.height)
    var (cross, squares, pairs, count) = (0.0, 0.0, 0.0, 0.0)
    func light(_ i: Int) -> Double {
      let d = patch.b[i] - patch.a[i]
      return Double(d.x + d.y + d.z)
    }
    for y in patch.box.y0..<patch.box.y1 {
      for x in patch.box.x0..<patch.box.x1 where patch.roles[y * w + x] != .other {
        let v = light(y * w + x)
        squares += v * v
        count += 1
        if x + 1 < w, patch.roles[y * w + x + 1] != .other {
          cross += v * light(y * w + x + 1)
          pairs += 1
        }
        if y + 1 < h, patch.roles[(y + 1) * w + x] != .other {
          cross += v * light((y + 1) * w + x)
          pairs += 1
        }
      }
    }
    return squares > 0 && pairs > 0 ? (cross / pairs) / (squares / count) : 0
  }

  /// Small differences that know nothing of their neighbours: noise, if stronger than dither.
  var isUnstructured: Bool { largest <= 16 && abs(correlation) <= 0.35 && abs(bias) <= 1 }

  /// Two steps, as two ditherings of one step each can differ; half a step of bias and a third of
  /// correlation leave room for few pixels.
  var isNoise: Bool {
    largest <= 2.01 && abs(bias) <= 1 && abs(correlation) <= 0.35
  }
}
