public import Raster

/// The window over which structural similarity takes its means, variances and covariance.
public enum SimilarityWindow: Hashable, Sendable {
  /// 7×7 px of equal weight, variances of a sample (÷ 48): what scikit-image does by default,
  /// `structural_similarity(a, b, channel_axis=-1, data_range=255)`.
  case uniform
  /// 11×11 px, a Gaussian of sigma 1.5 px, variances of the population, as Wang et al. define it:
  /// `gaussian_weights=True, sigma=1.5, use_sample_covariance=False`.
  case gaussian

  /// The side in device px, odd.
  public var side: Int { self == .uniform ? 7 : 11 }
}

/// The mean structural similarity of two pictures: 1 where they are equal, down to −1.
///
/// Each of red, green and blue is judged for itself, gamma-encoded, in the windows that lie wholly
/// inside; the result is the mean over windows and channels. Translucent pixels are blended over
/// white and rounded to a step; 16-bit samples are rounded to 8 bits. Agrees with scikit-image to
/// 1e-9 (`PeersScoreTests`): both compute in Double and differ only in the order of sums.
///
/// - Complexity: O(pixels) for `.uniform`, O(22 × pixels) for `.gaussian`; windows in which the
///   pictures are equal by rows cost nothing.
/// - SeeAlso: Z. Wang, A. Bovik, H. Sheikh, E. Simoncelli, *Image quality assessment: from error
///   visibility to structural similarity*, IEEE Trans. Image Processing 13 (2004).
public func structuralSimilarity(
  _ a: RGBAImage, _ b: RGBAImage, window: SimilarityWindow = .uniform
) throws(PeerError) -> Double {
  try requireOneSize(a, b)
  guard min(a.width, a.height) >= window.side else {
    throw .smallerThanWindow(width: a.width, height: a.height, window: window.side)
  }
  return withPeerPictures(a, b, narrowing: .rounded) { p, q in
    switch window {
    case .uniform: UniformSimilarity(p, q).mean()
    case .gaussian: GaussianSimilarity(p, q).mean()
    }
  }
}

/// The two constants that keep the quotient calm near 0: (0.01 × 255)² and (0.03 × 255)².
enum SimilarityConstant {
  static let means = 6.5025
  static let variances = 58.5225
}

/// For each top row of a window of `side` rows, whether all its rows are equal in both pictures.
///
/// Equal windows have a similarity of exactly 1: numerator and denominator are the same sums.
func equalWindows(_ p: PeerPicture, _ q: PeerPicture, side: Int) -> [Bool] {
  let equal = (0..<p.height).map { p.isRowEqual($0, to: q) }
  var run = 0
  var result = [Bool](repeating: false, count: p.height - side + 1)
  for (y, isEqual) in equal.enumerated() {
    run = isEqual ? run + 1 : 0
    if y >= side - 1 { result[y - side + 1] = run >= side }
  }
  return result
}

/// Similarity in uniform windows, from exact integer sums that slide down and along.
private struct UniformSimilarity {
  private let p: PeerPicture
  private let q: PeerPicture
  private let side = SimilarityWindow.uniform.side

  init(_ p: PeerPicture, _ q: PeerPicture) {
    self.p = p
    self.q = q
  }

  func mean() -> Double {
    let equal = equalWindows(p, q, side: side)
    let windows = Double((p.width - side + 1) * equal.count)
    var total = 0.0
    for channel in 0..<3 {
      total += sum(channel: channel, equal: equal) / windows
    }
    return total / 3
  }

  private func sum(channel: Int, equal: [Bool]) -> Double {
    var columns = [WindowSums](repeating: WindowSums(), count: p.width)
    var held: Int? = nil  // the top row of the windows whose column sums `columns` holds
    var total = 0.0
    for top in equal.indices {
      if equal[top] {
        total += Double(p.width - side + 1)
        continue
      }
      if held == top - 1 {
        add(row: top - 1, channel, sign: -1, to: &columns)
        add(row: top + side - 1, channel, sign: 1, to: &columns)
      } else {
        for x in columns.indices { columns[x] = WindowSums() }
        for y in top..<(top + side) { add(row: y, channel, sign: 1, to: &columns) }
      }
      held = top
      total += rowSum(columns)
    }
    return total
  }

  private func add(row y: Int, _ channel: Int, sign: Int32, to columns: inout [WindowSums]) {
    columns.withUnsafeMutableBufferPointer { columns in
      var x = 0
      var i = y * p.width
      while x < columns.count {
        columns[x].add(
          Int32(truncatingIfNeeded: p.overWhite(channel, of: i)),
          Int32(truncatingIfNeeded: q.overWhite(channel, of: i)), sign: sign)
        x += 1
        i += 1
      }
    }
  }

  private func rowSum(_ columns: [WindowSums]) -> Double {
    columns.withUnsafeBufferPointer { columns in
      var window = WindowSums()
      var total = 0.0
      var x = 0
      while x < columns.count {
        window += columns[x]
        if x >= side { window -= columns[x - side] }
        if x >= side - 1 { total += window.similarity }
        x += 1
      }
      return total
    }
  }
}

/// Sums over up to 7×7 samples 0…255 of x, y, x² + y² and xy: at most 49 × 2 × 255², well in range.
private struct WindowSums {
  var x: Int32 = 0
  var y: Int32 = 0
  var squares: Int32 = 0
  var products: Int32 = 0

  @inline(__always) mutating func add(_ u: Int32, _ v: Int32, sign: Int32) {
    x &+= sign &* u
    y &+= sign &* v
    squares &+= sign &* (u &* u &+ v &* v)
    products &+= sign &* (u &* v)
  }

  @inline(__always) static func += (a: inout WindowSums, b: WindowSums) {
    a.x &+= b.x
    a.y &+= b.y
    a.squares &+= b.squares
    a.products &+= b.products
  }

  @inline(__always) static func -= (a: inout WindowSums, b: WindowSums) {
    a.x &-= b.x
    a.y &-= b.y
    a.squares &-= b.squares
    a.products &-= b.products
  }

  /// The index of Wang et al. for n = 49 samples: with sums Σ, a mean is Σx / n, a product of means
  /// ΣxΣy / n², and a covariance of the sample (n Σxy − ΣxΣy) / (n (n − 1)). Numerators stay below
  /// 49² × 2 × 255² = 3.2e8: exact.
  @inline(__always) var similarity: Double {
    let n: Int32 = 49
    let xy = x &* y
    let xxyy = x &* x &+ y &* y
    let (c1, c2) = (SimilarityConstant.means, SimilarityConstant.variances)
    let (perMean, perVariance) = (Double(n * n), Double(n * (n - 1)))
    let numerator =
      (2 * Double(xy) / perMean + c1) * (2 * Double(n &* products &- xy) / perVariance + c2)
    let denominator =
      (Double(xxyy) / perMean + c1) * (Double(n &* squares &- xxyy) / perVariance + c2)
    return numerator / denominator
  }
}
