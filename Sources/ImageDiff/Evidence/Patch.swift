internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

private func logarithm(_ v: Float) -> Float { log2(v) }
func logarithm(_ v: Double) -> Double { log2(v) }

/// The pixels around one cluster, of both sides, ready for arithmetic: premultiplied, channels
/// 0…255, row-major. It lives while the cluster is being explained.
final class Patch {
  /// What a pixel of a patch is.
  enum Role: UInt8 {
    /// Equal on both sides.
    case same = 0
    /// Differs, and belongs to the cluster.
    case differs = 1
    /// Has no counterpart, is ignored, or differs and belongs to another cluster.
    case other = 2
  }

  /// The area in pixels of the reference, margin included.
  let area: PixelRect
  let width: Int
  let height: Int
  let a: [SIMD4<Float>]
  let b: [SIMD4<Float>]
  let roles: [Role]
  /// Places of the pixels of the cluster, in reading order.
  private(set) var changed: [Int] = []
  /// Σ |b − a|² over the cluster, all channels.
  private(set) var energy = 0.0
  /// Bounds of the cluster in pixels of the patch.
  private(set) var box = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
  /// Pixels that did not change, inside the bounds and within 2 px of one that did: a move must keep
  /// them.
  private(set) lazy var halo: [Int] = haloPlaces()
  /// What lies behind the cluster.
  private(set) lazy var ground: Ground? = Ground(self)
  /// A share of the changed pixels for estimates, evenly spread, and its energy.
  private(set) lazy var probe: [Int] = spread(changed, Self.probeLimit)
  /// A quarter of a large probe: enough to find a move, which is then measured on the probe.
  private(set) lazy var sparseProbe: [Int] = spread(probe, Self.probeLimit / 4)
  private(set) lazy var probeEnergy: Double = probe.reduce(0) { sum, i in
    let d = b[i] - a[i]
    return sum + Double((d * d).sum())
  }
  /// Σ |c − mean|² of each side over the probe.
  private(set) lazy var varietyA: Double = variety(a)
  private(set) lazy var varietyB: Double = variety(b)
  /// What lies beyond the patch, where that is known.
  var outside: SIMD4<Float>?
  /// Whether every pixel of both sides is opaque.
  private(set) var isOpaque = true

  init(area: PixelRect, a: [SIMD4<Float>], b: [SIMD4<Float>], roles: [Role]) {
    self.area = area
    width = area.width
    height = area.height
    self.a = a
    self.b = b
    self.roles = roles
    var (x0, y0, x1, y1) = (width, height, 0, 0)
    var least: Float = 255
    var (places, energy) = ([Int](), 0.0)
    for y in 0..<height {
      for i in (y * width)..<((y + 1) * width) {
        least = min(least, a[i].w, b[i].w)
        guard roles[i] == .differs else { continue }
        places.append(i)
        let d = b[i] - a[i]
        energy += Double((d * d).sum())
        let x = i - y * width
        (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x + 1), max(y1, y + 1))
      }
    }
    changed = places
    self.energy = energy
    isOpaque = least >= 255
    if x1 > x0 { box = PixelRect(x0: x0, y0: y0, x1: x1, y1: y1) }
  }

  /// Share of the energy in pixels whose colours lie, on both sides, between those of unchanged pixels
  /// within 2 px of them.
  private(set) lazy var edgeShare: Double = {
    var (bracketed, all) = (0.0, 0.0)
    for i in probe {
      let (x, y) = (i % width, i / width)
      var (low, high) = (SIMD4<Float>(repeating: 256), SIMD4<Float>(repeating: -1))
      for ny in max(0, y - 2)...min(height - 1, y + 2) {
        for nx in max(0, x - 2)...min(width - 1, x + 2) where roles[ny * width + nx] == .same {
          low = pointwiseMin(low, a[ny * width + nx])
          high = pointwiseMax(high, a[ny * width + nx])
        }
      }
      let d = b[i] - a[i]
      let e = Double((d * d).sum())
      all += e
      let under = pointwiseMin(a[i], b[i]) - low
      let over = high - pointwiseMax(a[i], b[i])
      // Rounding on both sides.
      if min(under.min(), over.min()) >= -2 { bracketed += e }
    }
    return all > 0 ? bracketed / all : 0
  }()

  /// Squared slopes of the difference over its squares: about 1 where edges moved by a pixel or less,
  /// near 0 where something soft spread.
  private(set) lazy var roughness: Double = {
    var (slopes, squares) = (0.0, 0.0)
    for i in probe where i + width < a.count {
      let d = b[i] - a[i]
      squares += Double((d * d).sum())
      for n in [i + 1, i + width] where roles[n] == .differs {
        let step = b[n] - a[n] - d
        slopes += Double((step * step).sum())
      }
    }
    return squares > 0 ? slopes / squares : 0
  }()

  /// Bits of which pixels of the bounds changed: each coded by whether those to the left, above, and
  /// between them did, all of it learnt on the way (Langdon and Rissanen, 1981).
  private(set) lazy var outline: Double = {
    var counts = [Float](repeating: 0.5, count: 16)
    var bits = 0.0
    func differs(_ x: Int, _ y: Int) -> Int {
      x >= box.x0 && y >= box.y0 && roles[y * width + x] == .differs ? 1 : 0
    }
    for y in box.y0..<box.y1 {
      for x in box.x0..<box.x1 {
        let around = 4 * differs(x - 1, y) + 2 * differs(x, y - 1) + differs(x - 1, y - 1)
        let flag = differs(x, y)
        bits -= Double(
          logarithm(counts[2 * around + flag] / (counts[2 * around] + counts[2 * around + 1])))
        counts[2 * around + flag] += 1
      }
    }
    return bits
  }()

  /// At most as many of `halo` as a probe has.
  private(set) lazy var sparseHalo: [Int] = spread(halo, Self.probeLimit)

  private func variety(_ side: [SIMD4<Float>]) -> Double {
    var (sum, squares) = (SIMD4<Double>.zero, 0.0)
    for i in probe {
      let v = SIMD4<Double>(side[i])
      sum += v
      squares += (v * v).sum()
    }
    return probe.isEmpty ? 0 : squares - (sum * sum).sum() / Double(probe.count)
  }

  /// Pixels of a large cluster that estimates look at; what they find is then measured on all.
  private static let probeLimit = 8192

  private func spread(_ places: [Int], _ limit: Int) -> [Int] {
    if places.count <= limit { return places }
    return (0..<limit).map { places[$0 * places.count / limit] }
  }

  private func haloPlaces() -> [Int] {
    var near = [Bool](repeating: false, count: roles.count)
    var places: [Int] = []
    let (probe, box, width) = (probe, box, width)
    roles.withUnsafeBufferPointer { roles in
      near.withUnsafeMutableBufferPointer { near in
        for i in probe {
          let (y, x) = i.quotientAndRemainder(dividingBy: width)
          let columns = max(box.x0, x - 2)...min(box.x1 - 1, x + 2)
          for ny in max(box.y0, y - 2)...min(box.y1 - 1, y + 2) {
            for n in (ny * width + columns.lowerBound)...(ny * width + columns.upperBound)
            where roles[n] == .same && !near[n] {
              near[n] = true
              places.append(n)
            }
          }
        }
      }
    }
    return places
  }

  /// The same with only some of the changed pixels; the others are somebody else's.
  func restricted(to places: [Int]) -> Patch {
    var roles = roles.map { $0 == .differs ? Role.other : $0 }
    for i in places { roles[i] = .differs }
    return Patch(area: area, a: a, b: b, roles: roles)
  }

  /// The surroundings of some changed pixels; the others are somebody else's.
  func part(_ places: [Int], margin: Int) -> Patch {
    let cut = bounds(of: places, margin: margin)
    var (partA, partB, partRoles) = ([SIMD4<Float>](), [SIMD4<Float>](), [Role]())
    for y in cut.y0..<cut.y1 {
      let row = (y * width + cut.x0)..<(y * width + cut.x1)
      partA += a[row]
      partB += b[row]
      partRoles += roles[row].map { $0 == .differs ? .other : $0 }
    }
    for i in places {
      partRoles[(i / width - cut.y0) * cut.width + i % width - cut.x0] = .differs
    }
    let inPatch = PixelRect(
      x0: area.x0 + cut.x0, y0: area.y0 + cut.y0, x1: area.x0 + cut.x1, y1: area.y0 + cut.y1)
    return Patch(area: inPatch, a: partA, b: partB, roles: partRoles)
  }

  /// Pixels of the patch around some places.
  private func bounds(of places: [Int], margin: Int) -> PixelRect {
    var (x0, y0, x1, y1) = (width, height, 0, 0)
    for i in places {
      let (y, x) = i.quotientAndRemainder(dividingBy: width)
      (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x + 1), max(y1, y + 1))
    }
    return PixelRect(x0: x0, y0: y0, x1: x1, y1: y1).outset(by: margin).intersection(
      PixelRect(x0: 0, y0: 0, x1: width, y1: height))
  }

  /// The surroundings of some changed pixels, with what lies behind them made equal on both sides:
  /// an even gradient is fitted to the smooth pixels around, side by side, and taken away.
  func levelled(_ places: [Int]) -> Patch {
    let cut = bounds(of: places, margin: 12)
    var detail = [Bool](repeating: false, count: a.count)
    for i in places { detail[i] = true }
    var (behindA, behindB) = (PlaneFit(), PlaneFit())
    for y in cut.y0..<cut.y1 {
      for x in cut.x0..<cut.x1 where !detail[y * width + x] {
        behindA.add(Double(x), Double(y), SIMD4<Double>(a[y * width + x]))
        behindB.add(Double(x), Double(y), SIMD4<Double>(b[y * width + x]))
      }
    }
    let (p, q) = (behindA.solved(), behindB.solved())
    var (partA, partB, partRoles) = ([SIMD4<Float>](), [SIMD4<Float>](), [Role]())
    for y in cut.y0..<cut.y1 {
      for x in cut.x0..<cut.x1 {
        let i = y * width + x
        let behind = q.0 - p.0 + (q.1 - p.1) * Double(x) + (q.2 - p.2) * Double(y)
        let v = b[i] - SIMD4<Float>(behind)
        partA.append(a[i])
        // What is left of the ground is noise of the fit.
        let isGround = magnitude(v - a[i]).max() <= 8
        partB.append(isGround ? a[i] : v)
        partRoles.append(isGround ? .same : roles[i] == .other ? .other : .differs)
      }
    }
    let inPatch = PixelRect(
      x0: area.x0 + cut.x0, y0: area.y0 + cut.y0, x1: area.x0 + cut.x1, y1: area.y0 + cut.y1)
    return Patch(area: inPatch, a: partA, b: partB, roles: partRoles)
  }

  /// The same with the sides exchanged.
  func swapped() -> Patch { Patch(area: area, a: b, b: a, roles: roles) }

  private(set) lazy var exchanged: Patch = {
    let patch = swapped()
    patch.outside = outside
    return patch
  }()

  /// Σ |b − prediction|² over the cluster as a share of its energy: 0 explains all, 1 nothing.
  func share(of prediction: [SIMD4<Float>]) -> Double {
    share(of: prediction, changed, energy)
  }

  /// The same on the probe.
  func probeShare(of prediction: [SIMD4<Float>]) -> Double {
    share(of: prediction, probe, probeEnergy)
  }

  private func share(
    of prediction: [SIMD4<Float>], _ places: [Int], _ energy: Double
  ) -> Double {
    precondition(prediction.count == places.count, "one prediction a changed pixel")
    if energy == 0 { return 0 }
    var rest = 0.0
    for (k, i) in places.enumerated() {
      let d = b[i] - prediction[k]
      rest += Double((d * d).sum())
    }
    return rest / energy
  }

  /// The colour of `side` at a place between pixels; `outside` beyond the patch. Catmull-Rom, so that
  /// text keeps its sharpness.
  @inline(__always)
  func sample(_ side: UnsafePointer<SIMD4<Float>>, _ x: Float, _ y: Float) -> SIMD4<Float>? {
    let fx = x.rounded(.down)
    let fy = y.rounded(.down)
    let (ix, iy) = (Int(fx), Int(fy))
    let (tx, ty) = (x - fx, y - fy)
    if ix < 0 || iy < 0 || ix >= width || iy >= height { return outside }
    if tx == 0 && ty == 0 { return side[iy * width + ix] }
    if ix + 1 >= width && tx > 0 || iy + 1 >= height && ty > 0 { return outside }
    let wx = catmullRom(tx)
    let wy = catmullRom(ty)
    var sum = SIMD4<Float>.zero
    for j in 0..<4 where wy[j] != 0 {
      let row = side + min(max(iy + j - 1, 0), height - 1) * width
      var line = row[max(ix - 1, 0)] * wx.x
      line += row[ix] * wx.y
      line += row[min(ix + 1, width - 1)] * wx.z
      line += row[min(ix + 2, width - 1)] * wx.w
      sum += line * wy[j]
    }
    return sum
  }
  /// `sample`, and its slopes per pixel to the right and down.
  @inline(__always)
  func sampleWithSlope(
    _ side: UnsafePointer<SIMD4<Float>>, _ x: Float, _ y: Float
  ) -> (value: SIMD4<Float>, slopeX: SIMD4<Float>, slopeY: SIMD4<Float>)? {
    let (fx, fy) = (x.rounded(.down), y.rounded(.down))
    let (ix, iy) = (Int(fx), Int(fy))
    if ix < 0 || iy < 0 || ix >= width || iy >= height { return nil }
    let (tx, ty) = (x - fx, y - fy)
    let (wx, wy) = (catmullRom(tx), catmullRom(ty))
    let (dx, dy) = (catmullRomSlope(tx), catmullRomSlope(ty))
    var (value, slopeX, slopeY) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    let (x0, x2, x3) = (max(ix - 1, 0), min(ix + 1, width - 1), min(ix + 2, width - 1))
    for j in 0..<4 {
      let row = side + min(max(iy + j - 1, 0), height - 1) * width
      let (p0, p1, p2, p3) = (row[x0], row[ix], row[x2], row[x3])
      var line = p0 * wx.x
      line += p1 * wx.y
      line += p2 * wx.z
      line += p3 * wx.w
      var slope = p0 * dx.x
      slope += p1 * dx.y
      slope += p2 * dx.z
      slope += p3 * dx.w
      value += line * wy[j]
      slopeX += slope * wy[j]
      slopeY += line * dy[j]
    }
    return (value, slopeX, slopeY)
  }
}

@inline(__always)
private func catmullRomSlope(_ t: Float) -> SIMD4<Float> {
  let t2 = t * t
  return SIMD4(
    -0.5 + 2 * t - 1.5 * t2, -5 * t + 4.5 * t2, 0.5 + 4 * t - 4.5 * t2, 1.5 * t2 - t)
}

@inline(__always)
func catmullRom(_ t: Float) -> SIMD4<Float> {
  let t2 = t * t
  let t3 = t2 * t
  return SIMD4(
    -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
    0.5 * (t3 - t2))
}

@inline(__always)
func magnitude(_ v: SIMD4<Float>) -> SIMD4<Float> { v.replacing(with: -v, where: v .< 0) }
