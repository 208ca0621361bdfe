internal import Raster

/// Predicts the candidate's colours from the reference's colours alone, pixel by pixel.
struct ColourFit {
  enum Model {
    /// c' = k·c + t with one k for all channels.
    case fade(factor: Double, ground: SIMD4<Float>)
    /// c' = k·c + t, channel by channel.
    case channels
    /// The same colour becomes the same colour everywhere.
    case table
    /// c' = M·c + t.
    case matrix
  }
  let model: Model
  /// Share of the cluster's energy that remains.
  let remaining: Double
  /// Numbers that were fitted.
  var parameters = 0.0
  /// Says nothing of what did not change.
  var isOfChanged = false
  /// By how much a step of the reference grows, where that is known.
  var gain: Float?
  /// What becomes of a colour.
  var map: (SIMD4<Float>) -> SIMD4<Float> = { $0 }
}

/// The models of `ColourFit`, each fitted to one patch.
struct ColourSearch {
  let patch: Patch
  let ground: Ground?

  /// How much the reference's colours vary over the cluster: Σ |a − mean|² / n, all channels.
  let variety: Double
  /// How much of that lies off the main direction of colours, 0…1.
  let spread: Double
  /// Share of the energy in pixels whose eight neighbours have their colour, within 2 steps.
  let flatShare: Double
  /// What rounding both sides to 8 bits leaves of any map's energy: 1/12 for each of eight channels.
  var rounding: Double { 8.0 / 12 * count / max(patch.probeEnergy, 1e-9) }
  private let count: Double
  private let meanA: SIMD4<Double>
  private let meanB: SIMD4<Double>
  private let held: [Int]

  init(_ patch: Patch, _ ground: Ground?) {
    self.patch = patch
    self.ground = ground
    var (sumA, sumB) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for i in patch.probe {
      sumA += SIMD4<Double>(patch.a[i])
      sumB += SIMD4<Double>(patch.b[i])
    }
    count = Double(max(1, patch.probe.count))
    meanA = sumA / count
    meanB = sumB / count
    var rows = Array(repeating: SIMD4<Double>.zero, count: 4)
    for i in patch.probe {
      let d = SIMD4<Double>(patch.a[i]) - meanA
      for c in 0..<4 { rows[c] += d * d[c] }
    }
    let total = (0..<4).reduce(0.0) { $0 + rows[$1][$1] }
    variety = total / count
    spread = total > 0 ? max(0, 1 - Self.largestEigenvalue(rows) / total) : 0
    flatShare = Self.flatShare(patch)
    held = Self.held(patch)
  }

  private static func flatShare(_ patch: Patch) -> Double {
    let (w, h) = (patch.width, patch.height)
    let probe = patch.probe
    var flat = 0.0
    patch.a.withUnsafeBufferPointer { a in
      patch.b.withUnsafeBufferPointer { b in
        for i in probe {
          let (y, x) = i.quotientAndRemainder(dividingBy: w)
          let v = a[i]
          var isFlat = true
          for ny in max(0, y - 1)...min(h - 1, y + 1) where isFlat {
            for nx in max(0, x - 1)...min(w - 1, x + 1) {
              let d = a[ny * w + nx] - v
              if any(d .> 2 .| d .< -2) {
                isFlat = false
                break
              }
            }
          }
          if isFlat {
            let d = b[i] - v
            flat += Double((d * d).sum())
          }
        }
      }
    }
    return patch.probeEnergy > 0 ? flat / patch.probeEnergy : 0
  }

  /// By power iteration, from the channel that varies most.
  private static func largestEigenvalue(_ rows: [SIMD4<Double>]) -> Double {
    var v = SIMD4<Double>(rows[0][0], rows[1][1], rows[2][2], rows[3][3]) + 1e-9
    var value = 0.0
    for _ in 0..<24 {
      let next = SIMD4<Double>(
        (rows[0] * v).sum(), (rows[1] * v).sum(), (rows[2] * v).sum(), (rows[3] * v).sum())
      let length = (next * next).sum().squareRoot()
      if length == 0 { return 0 }
      value = length / (v * v).sum().squareRoot()
      v = next / length
    }
    return value
  }

  // MARK: One factor for all channels

  /// c' = g + k (c − g) with the ground `g` that lies around the cluster.
  func fadeIntoGround() -> ColourFit? {
    guard let ground, ground.support >= 0.5 || ground.error <= 3 else { return nil }
    let w = patch.width
    var (ab, aa) = (0.0, 0.0)
    for i in patch.probe {
      let g = ground.colour(i % w, i / w)
      let (p, q) = (SIMD4<Double>(patch.a[i] - g), SIMD4<Double>(patch.b[i] - g))
      ab += (p * q).sum()
      aa += (p * p).sum()
    }
    guard aa > 0 else { return nil }
    let k = ab / aa
    let rest = patch.probeShare(
      of: patch.probe.map { i in
        let g = ground.colour(i % w, i / w)
        return g + (patch.a[i] - g) * Float(k)
      })
    return ColourFit(
      model: .fade(factor: k, ground: ground.middle), remaining: rest, parameters: 1)
  }

  /// c' = k c, alpha included: a layer whose alpha was scaled.
  func fadeToNothing() -> ColourFit? {
    var (ab, aa) = (0.0, 0.0)
    for i in patch.probe {
      ab += Double((patch.a[i] * patch.b[i]).sum())
      aa += Double((patch.a[i] * patch.a[i]).sum())
    }
    guard aa > 0 else { return nil }
    let k = ab / aa
    let rest = patch.probeShare(of: patch.probe.map { patch.a[$0] * Float(k) })
    return ColourFit(
      model: .fade(factor: k, ground: .zero), remaining: rest, parameters: 1,
      map: { $0 * Float(k) })
  }

  /// c' = k c + t, where the ground t / (1 − k) is free.
  func fadeIntoAnything() -> ColourFit? {
    guard variety > 4 else { return nil }
    var (ab, aa) = (0.0, 0.0)
    for i in patch.probe {
      let p = SIMD4<Double>(patch.a[i]) - meanA
      ab += (p * (SIMD4<Double>(patch.b[i]) - meanB)).sum()
      aa += (p * p).sum()
    }
    let k = ab / aa
    guard abs(1 - k) > 0.01 else { return nil }
    let ground = SIMD4<Float>((meanB - meanA * k) / (1 - k))
    // What stays within it, and is the ground that all else fades into, is ink on another ground, unless
    // that is the ground around.
    let staying = held.count { magnitude(patch.a[$0] - ground).max() <= 8 }
    let isAround = self.ground.map { magnitude($0.middle - ground).max() <= 8 } ?? false
    if !isAround && staying * 20 > patch.probe.count { return nil }
    func rest(_ places: [Int]) -> Double {
      places.reduce(0) { sum, i in
        let d = patch.b[i] - (ground + (patch.a[i] - ground) * Float(k))
        return sum + Double((d * d).sum())
      } / patch.probeEnergy
    }
    let changed = rest(patch.probe)
    // A part of a photograph, beyond doubt: see `exactChannels`.
    let isExact =
      patch.probe.count >= 512 && changed <= max(0.003, 3 * rounding) && hasManyColours
    return ColourFit(
      model: .fade(factor: k, ground: ground), remaining: isExact ? changed : changed + rest(held),
      parameters: 4, isOfChanged: isExact, map: { ground + ($0 - ground) * Float(k) })
  }

  // MARK: Other maps of colour

  /// Pixels inside the cluster's bounds that did not change, as sparse as the probe: a map must keep
  /// them.
  private static func held(_ patch: Patch) -> [Int] {
    let every = max(1, patch.changed.count / max(1, patch.probe.count))
    var (seen, places) = (0, [Int]())
    for y in patch.box.y0..<patch.box.y1 {
      for x in patch.box.x0..<patch.box.x1 where patch.roles[y * patch.width + x] == .same {
        if seen % every == 0 { places.append(y * patch.width + x) }
        seen += 1
      }
    }
    return places
  }

  /// Another ink on an even ground, whose smoothing is bent: renderers raise the contrast of dark and
  /// of light text differently. Of the share c of the old ink a cubic of c is seen, a channel at a
  /// time, that is 0 at 0.
  func ink() -> ColourFit? {
    guard let ground, ground.support >= 0.5, ground.slopeX == .zero, ground.slopeY == .zero else {
      return nil
    }
    let middle = ground.middle
    var far = SIMD4<Float>.zero
    for i in patch.probe {
      let v = patch.a[i] - middle
      if (v * v).sum() > (far * far).sum() { far = v }
    }
    let size = (far * far).sum()
    guard size > 256 else { return nil }
    func terms(_ v: SIMD4<Float>) -> SIMD3<Float> {
      let c = ((v - middle) * far).sum() / size
      return SIMD3(c, c * (1 - c), c * c * (1 - c))
    }
    var normal = Array(repeating: Array(repeating: 0.0, count: 3), count: 3)
    var right = Array(repeating: Array(repeating: 0.0, count: 4), count: 3)
    for i in patch.probe {
      let (t, b) = (SIMD3<Double>(terms(patch.a[i])), SIMD4<Double>(patch.b[i] - middle))
      for r in 0..<3 {
        for c in 0..<3 { normal[r][c] += t[r] * t[c] }
        for c in 0..<4 { right[r][c] += t[r] * b[c] }
      }
    }
    // Where hardly any smoothing is seen, it is taken to be straight.
    for r in 1..<3 { normal[r][r] += 1e-3 * normal[0][0] }
    guard let s = solved(normal, right) else { return nil }
    let curve = s.map { SIMD4<Float>(Float($0[0]), Float($0[1]), Float($0[2]), Float($0[3])) }
    func map(_ v: SIMD4<Float>) -> SIMD4<Float> {
      let t = terms(v)
      return middle + curve[0] * t.x + curve[1] * t.y + curve[2] * t.z
    }
    // What is seen of the new ink lies between none and all of it, to a tenth.
    let new = (curve[0] * curve[0]).sum()
    guard new > 256 else { return nil }
    for k in 1..<10 {
      let seen = ((map(middle + far * Float(k) / 10) - middle) * curve[0]).sum() / new
      if seen < -0.1 || seen > 1.1 { return nil }
    }
    let rest = patch.probeShare(of: patch.probe.map { map(patch.a[$0]) })
    return ColourFit(
      model: .channels, remaining: rest, parameters: 9, gain: (new / size).squareRoot(), map: map)
  }

  func channels() -> ColourFit {
    let places = patch.probe + held
    let n = Double(places.count)
    var (a, b) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for i in places {
      a += SIMD4<Double>(patch.a[i])
      b += SIMD4<Double>(patch.b[i])
    }
    (a, b) = (a / n, b / n)
    var (ab, aa) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for i in places {
      let p = SIMD4<Double>(patch.a[i]) - a
      ab += p * (SIMD4<Double>(patch.b[i]) - b)
      aa += p * p
    }
    // A channel that hardly varies keeps its gain: one step squared a pixel is the prior for 1.
    let k = (ab + n) / (aa + n)
    // Without flat parts an inversion is more likely a line that changed places with its ground.
    if flatShare < 0.3 && k.min() < 0 { return ColourFit(model: .channels, remaining: 1) }
    // Colours that all become one, or one that becomes many, are no map: something came or went.
    let size = magnitude(SIMD4<Float>(k))
    if variety > 64 && (size.max() < 0.1 || size.min() > 10) {
      return ColourFit(model: .channels, remaining: 1)
    }
    let gain = SIMD4<Float>(k)
    let offset = SIMD4<Float>(b - a * k)
    var rest = 0.0
    for i in places {
      let d = patch.b[i] - (patch.a[i] * gain + offset)
      rest += Double((d * d).sum())
    }
    return ColourFit(
      model: .channels, remaining: rest / patch.probeEnergy,
      // One colour has no gain.
      parameters: variety > 4 ? 6 : 3, gain: magnitude(gain).max(),
      map: { $0 * gain + offset })
  }

  /// The same, of the changed pixels alone: a part of a photograph that was inverted or tinted.
  ///
  /// Nil unless it holds for hundreds of pixels of many colours, and leaves next to nothing: then
  /// what did not change around them says nothing against it.
  func exactChannels() -> ColourFit? {
    guard patch.probe.count >= 512, variety > 64, hasManyColours else { return nil }
    var (ab, aa) = (SIMD4<Double>.zero, SIMD4<Double>(repeating: 1e-9))
    for i in patch.probe {
      let p = SIMD4<Double>(patch.a[i]) - meanA
      ab += p * (SIMD4<Double>(patch.b[i]) - meanB)
      aa += p * p
    }
    let k = ab / aa
    let size = magnitude(SIMD4<Float>(k))
    if max(size.x, size.y, size.z) < 0.1 { return nil }
    let (gain, offset) = (SIMD4<Float>(k), SIMD4<Float>(meanB - meanA * k))
    let remaining = patch.probeShare(of: patch.probe.map { patch.a[$0] * gain + offset })
    guard remaining <= 0.003 else { return nil }
    return ColourFit(
      model: .channels, remaining: remaining, parameters: 6, gain: magnitude(gain).max(),
      map: { $0 * gain + offset })
  }

  /// At least 64 in the reference: a line and its ground, with what smoothing mixes of them, have few.
  private var hasManyColours: Bool {
    var seen: Set<UInt64> = []
    for i in patch.probe {
      seen.insert(rounded(patch.a[i]).word)
      if seen.count >= 64 { return true }
    }
    return false
  }

  /// Nil unless flat parts changed, and where too many colours occur to tell a map from chance.
  ///
  /// Edges alone prove nothing: evenly spaced stems that moved by a fraction map colours as well.
  func table() -> ColourFit? {
    guard flatShare >= 0.3 else { return nil }
    let n = patch.probe.count
    var bins: [UInt64: Bin] = [:]
    var (colour, bin) = (SIMD4<Int16>(repeating: -1).word, Bin())
    for i in patch.probe {
      let next = rounded(patch.a[i]).word
      if next != colour {
        if bin.count > 0 { bins[colour] = bin }
        if (bins.count + 1) * 3 > n { return nil }
        (colour, bin) = (next, bins[next] ?? Bin())
      }
      bin.add(SIMD4<Double>(patch.b[i]))
    }
    bins[colour] = bin
    // A colour that became another, and stayed elsewhere in the cluster, is no map.
    for i in held { bins[rounded(patch.a[i]).word]?.add(SIMD4<Double>(patch.b[i])) }
    var rest = 0.0
    // The order of a dictionary must not touch the sum: whole bins are added as integers.
    for bin in bins.values {
      rest += (bin.inside * 256).rounded()
    }
    // Every colour of its own costs a degree of freedom.
    let freedom = Double(n) / Double(n - bins.count)
    let means = bins.mapValues(\.mean)
    return ColourFit(
      model: .table, remaining: rest / 256 * freedom / patch.probeEnergy,
      parameters: 3 * Double(bins.count), map: { means[rounded($0).word] ?? $0 })
  }

  /// What one colour of the reference became.
  private struct Bin {
    private var sum = SIMD4<Double>.zero
    private var squares = 0.0
    private(set) var count = 0.0
    /// Σ |b − mean|².
    var inside: Double { max(0, squares - (sum * sum).sum() / count) }
    var mean: SIMD4<Float> { SIMD4<Float>(sum / count) }

    mutating func add(_ v: SIMD4<Double>) {
      sum += v
      squares += (v * v).sum()
      count += 1
    }
  }

  func matrix() -> ColourFit? {
    guard patch.probe.count >= 64, spread > 0.001, flatShare >= 0.1 else { return nil }
    let none = SIMD4<Double>.zero
    var (n0, n1, n2, n3) = (none, none, none, none)
    var (r0, r1, r2, r3) = (none, none, none, none)
    for i in patch.probe {
      let p = SIMD4<Double>(patch.a[i]) - meanA
      let q = SIMD4<Double>(patch.b[i] - patch.a[i]) - (meanB - meanA)
      n0 += p * p.x
      n1 += p * p.y
      n2 += p * p.z
      n3 += p * p.w
      r0 += q * p.x
      r1 += q * p.y
      r2 += q * p.z
      r3 += q * p.w
    }
    func rows(_ rows: SIMD4<Double>...) -> [[Double]] { rows.map { [$0.x, $0.y, $0.z, $0.w] } }
    var normal = rows(n0, n1, n2, n3)
    for r in 0..<4 { normal[r][r] += count }
    guard let m = solved(normal, rows(r0, r1, r2, r3)) else { return nil }
    let columns = m.map { row in SIMD4<Float>(row.map(Float.init)) }
    let (from, to) = (SIMD4<Float>(meanA), SIMD4<Float>(meanB))
    func map(_ c: SIMD4<Float>) -> SIMD4<Float> {
      let p = c - from
      var v = to + p
      for r in 0..<4 { v += columns[r] * p[r] }
      return v
    }
    let rest = patch.probeShare(of: patch.probe.map { map(patch.a[$0]) })
    return ColourFit(model: .matrix, remaining: rest, parameters: 12, map: map)
  }
}

/// Solves `a` x = `b` by elimination with pivoting; nil where `a` is singular.
func solved(_ a: [[Double]], _ b: [[Double]]) -> [[Double]]? {
  var (a, b) = (a, b)
  let n = a.count
  for k in 0..<n {
    var pivot = k
    for r in k..<n where abs(a[r][k]) > abs(a[pivot][k]) { pivot = r }
    guard abs(a[pivot][k]) > 1e-9 else { return nil }
    a.swapAt(k, pivot)
    b.swapAt(k, pivot)
    for r in 0..<n where r != k {
      let f = a[r][k] / a[k][k]
      if f == 0 { continue }
      for c in k..<n { a[r][c] -= f * a[k][c] }
      for c in 0..<b[r].count { b[r][c] -= f * b[k][c] }
    }
  }
  for k in 0..<n { b[k] = b[k].map { $0 / a[k][k] } }
  return b
}
