/// One JPEG's part of a block.
struct DecodedBlock {
  var window: BlockWindow
  var frequencies: [Float]
  /// How far each may lie from the source's.
  var limits: [Float]
  /// What the search aims for, within the limits.
  var aims: [Float]
}

/// Looks for values of clipped pixels, and of a source where there is none, that keep to the limits.
///
/// What is allowed is convex: ranges of pixels, ranges of frequencies, and a linear map between them.
/// So the squares of what is beyond the limits have no minimum but the least, and descent with
/// Nesterov's momentum and projection onto the pixels' ranges goes there.
struct ClippedBlock {
  let geometry: BlockGeometry
  let coders: [DecodedBlock]
  /// Nil between two JPEGs: their source is then any picture of 0…255.
  let source: [Float]?

  /// Blocks of text on white, encoded at qualities of 43 to 95, took 24 at most.
  private static let rounds = 48

  /// The largest share of its limit that a frequency has in what was found; nil where nothing was.
  func share() -> Float? {
    var unknowns = coders.map { coder in
      Unknown(
        least: coder.window.least, most: coder.window.most, planes: 6, count: geometry.pixels)
    }
    if source == nil { unknowns.append(Unknown(sourceOf: coders.map(\.window))) }
    // The largest eigenvalue of JFIF's weights times their transpose is below 0.74 (a row's sum of
    // magnitudes), luma and chroma by themselves add 1, and a source counts on both sides.
    let step: Float = 1 / (1.74 + (source == nil ? 2 * 0.74 : 0))
    var momentum: Float = 1
    for _ in 0..<Self.rounds {
      var gradients: [[[Float]]] = []
      var ofSource = [[Float]](repeating: [Float](repeating: 0, count: geometry.pixels), count: 3)
      let base = source ?? geometry.frequencies(unknowns[coders.count].lumaChroma, decoded: false)
      var worst: Float = 0
      for (i, coder) in coders.enumerated() {
        let moved =
          coder.window.isFree
          ? geometry.frequencies(unknowns[i].lumaChroma, decoded: true) : []
        var beyond = [Float](repeating: 0, count: geometry.count)
        for k in beyond.indices {
          let d = coder.frequencies[k] + (moved.isEmpty ? 0 : moved[k]) - base[k]
          worst = max(worst, abs(d) / coder.limits[k])
          beyond[k] = d - min(max(d, -coder.aims[k]), coder.aims[k])
        }
        gradients.append(coder.window.isFree ? geometry.transposed(beyond, decoded: true) : [])
        if source == nil {
          for (c, plane) in geometry.transposed(beyond, decoded: false).enumerated() {
            for p in plane.indices { ofSource[c][p] -= plane[p] }
          }
        }
      }
      if worst <= 1 { return worst }
      if source == nil { gradients.append(ofSource) }
      let next = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
      for i in unknowns.indices where !gradients[i].isEmpty {
        unknowns[i].descend(gradients[i], step: step, momentum: (momentum - 1) / next)
      }
      momentum = next
    }
    return nil
  }
}

/// Planes of red, green and blue, and for a JPEG of luma, blue and red difference, that may move.
private struct Unknown {
  /// Where the gradient is taken, and where the last step led.
  private var ahead: [[Float]]
  private var last: [[Float]]
  private let least: [[Float]]
  private let most: [[Float]]

  init(least: [[Float]], most: [[Float]], planes: Int, count: Int) {
    self.least = least
    self.most = most
    last = [[Float]](
      repeating: [Float](repeating: 0, count: count), count: most.isEmpty ? 0 : planes)
    ahead = last
  }

  /// A picture that begins between two.
  init(sourceOf windows: [BlockWindow]) {
    let count = windows[0].colours.count
    last = (0..<3).map { c in
      (0..<count).map { i in
        windows.reduce(0) { $0 + $1.colours[i][c] } / Float(windows.count)
      }
    }
    ahead = last
    least = [[Float]](repeating: [Float](repeating: 0, count: count), count: 3)
    most = [[Float]](repeating: [Float](repeating: 255, count: count), count: 3)
  }

  var lumaChroma: [[Float]] {
    (0..<3).map { k in
      let w = LumaChroma.weights[k]
      return (0..<ahead[0].count).map { i in
        w[0] * ahead[0][i] + w[1] * ahead[1][i] + w[2] * ahead[2][i]
          + (ahead.count > 3 ? ahead[3 + k][i] : 0)
      }
    }
  }

  /// - Parameter gradient: By luma, blue and red difference.
  mutating func descend(_ gradient: [[Float]], step: Float, momentum: Float) {
    for plane in ahead.indices {
      for i in ahead[plane].indices where least[plane][i] < most[plane][i] {
        var g: Float
        if plane < 3 {
          g = 0
          for k in 0..<3 { g += LumaChroma.weights[k][plane] * gradient[k][i] }
        } else {
          g = gradient[plane - 3][i]
        }
        let (low, high) = (least[plane][i], most[plane][i])
        let value = min(max(ahead[plane][i] - step * g, low), high)
        ahead[plane][i] = min(max(value + momentum * (value - last[plane][i]), low), high)
        last[plane][i] = value
      }
    }
  }
}
