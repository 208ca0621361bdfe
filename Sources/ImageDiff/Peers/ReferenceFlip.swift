/// `flip`, literally: every filter is a square of weights in Double, every pixel is visited.
///
/// - Complexity: O(pixels × pixels per degree²). For tests.
func referenceFlip(_ p: PeerPicture, _ q: PeerPicture, pixelsPerDegree: Double) -> Double {
  let filters = ReferenceFlipFilters(pixelsPerDegree: pixelsPerDegree)
  let (c, d) = (ReferenceFlipPicture(p), ReferenceFlipPicture(q))
  var total = 0.0
  for y in 0..<p.height {
    for x in 0..<p.width {
      let distance = FlipColour.hyAB(
        filters.colour(c, x: x, y: y), filters.colour(d, x: x, y: y))
      let colour = FlipColour.error(distance: distance)
      let (f, g) = (filters.features(c, x: x, y: y), filters.features(d, x: x, y: y))
      let feature = max(abs(f.edge - g.edge), abs(f.point - g.point))
      let strength = (feature / 2.0.squareRoot()).squareRoot()
      total += PeerMath.power(colour, 1 - strength)
    }
  }
  return total / Double(p.width * p.height)
}

/// A picture in YCxCz; pixels outside repeat the outermost ones.
private struct ReferenceFlipPicture {
  let width: Int
  let height: Int
  let pixels: [FlipColour.Triple]

  init(_ p: PeerPicture) {
    width = p.width
    height = p.height
    pixels = (0..<(p.width * p.height)).map { i in
      FlipColour.yCxCz(
        (
          FlipColour.linear[p.overWhite(0, of: i)], FlipColour.linear[p.overWhite(1, of: i)],
          FlipColour.linear[p.overWhite(2, of: i)]
        ))
    }
  }

  func at(x: Int, y: Int) -> FlipColour.Triple {
    pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }
}

/// A square of weights around its centre.
private struct Square {
  let radius: Int
  var weights: [Double]

  init(radius: Int, _ weight: (_ x: Int, _ y: Int) -> Double) {
    self.radius = radius
    weights = (-radius...radius).flatMap { y in (-radius...radius).map { x in weight(x, y) } }
  }

  /// Scaled to a sum of 1.
  func normalised() -> Square {
    let sum = weights.reduce(0, +)
    var square = self
    square.weights = weights.map { $0 / sum }
    return square
  }

  /// Scaled so that positive weights add up to 1 and negative ones to −1.
  func balanced() -> Square {
    let up = weights.filter { $0 > 0 }.reduce(0, +)
    let down = -weights.filter { $0 < 0 }.reduce(0, +)
    var square = self
    square.weights = weights.map { $0 > 0 ? $0 / up : $0 / down }
    return square
  }

  func sum(x: Int, y: Int, _ value: (_ x: Int, _ y: Int) -> Double) -> Double {
    var total = 0.0
    var k = 0
    for dy in -radius...radius {
      for dx in -radius...radius {
        total += weights[k] * value(x + dx, y + dy)
        k += 1
      }
    }
    return total
  }
}

private struct ReferenceFlipFilters {
  private let luminance: Square
  private let redGreen: Square
  private let blueYellow: Square
  private let edgeX: Square
  private let edgeY: Square
  private let pointX: Square
  private let pointY: Square

  init(pixelsPerDegree: Double) {
    let reach = FlipSensitivity(pixelsPerDegree: pixelsPerDegree).radius
    func sensitivity(_ terms: [(a: Double, b: Double)]) -> Square {
      Square(radius: reach) { x, y in
        let r2 = Double(x * x + y * y) / (pixelsPerDegree * pixelsPerDegree)
        return terms.reduce(0) {
          $0 + $1.a * (Double.pi / $1.b).squareRoot()
            * PeerMath.exp(-Double.pi * Double.pi * r2 / $1.b)
        }
      }.normalised()
    }
    luminance = sensitivity([(1, 0.0047)])
    redGreen = sensitivity([(1, 0.0053)])
    blueYellow = sensitivity([(34.1, 0.04), (13.5, 0.025)])

    let sigma = 0.5 * 0.082 * pixelsPerDegree
    let radius = Int((3 * sigma).rounded(.up))
    func gaussian(_ x: Int, _ y: Int) -> Double {
      PeerMath.exp(-Double(x * x + y * y) / (2 * sigma * sigma))
    }
    func bend(_ t: Int) -> Double { Double(t * t) / (sigma * sigma) - 1 }
    edgeX = Square(radius: radius) { -Double($0) * gaussian($0, $1) }.balanced()
    edgeY = Square(radius: radius) { -Double($1) * gaussian($0, $1) }.balanced()
    pointX = Square(radius: radius) { bend($0) * gaussian($0, $1) }.balanced()
    pointY = Square(radius: radius) { bend($1) * gaussian($0, $1) }.balanced()
  }

  /// L*a*b* with the Hunt effect, after the contrast sensitivity filters.
  func colour(_ p: ReferenceFlipPicture, x: Int, y: Int) -> FlipColour.Triple {
    let seen = (
      luminance.sum(x: x, y: y) { p.at(x: $0, y: $1).0 },
      redGreen.sum(x: x, y: y) { p.at(x: $0, y: $1).1 },
      blueYellow.sum(x: x, y: y) { p.at(x: $0, y: $1).2 }
    )
    return FlipColour.huntLab(FlipColour.linearLight(yCxCz: seen))
  }

  func features(_ p: ReferenceFlipPicture, x: Int, y: Int) -> (edge: Double, point: Double) {
    func length(_ across: Square, _ down: Square) -> Double {
      let u = across.sum(x: x, y: y) { (p.at(x: $0, y: $1).0 + 16) / 116 }
      let v = down.sum(x: x, y: y) { (p.at(x: $0, y: $1).0 + 16) / 116 }
      return (u * u + v * v).squareRoot()
    }
    return (length(edgeX, edgeY), length(pointX, pointY))
  }
}

/// `filter_correlate`, literally: the same sums in the same order.
func referenceCorrelate(_ row: [Float], _ weights: [Float], count: Int) -> [Float] {
  (0..<count).map { x in
    var sum: Float = 0
    for (t, weight) in weights.enumerated() { sum += weight * row[x + t] }
    return sum
  }
}

/// `filter_combine`, literally: the same sums in the same order.
func referenceCombine(_ rows: [[Float]], _ weights: [Float], onto start: [Float]) -> [Float] {
  start.indices.map { x in
    var sum = start[x]
    for (row, weight) in zip(rows, weights) { sum += weight * row[x] }
    return sum
  }
}
