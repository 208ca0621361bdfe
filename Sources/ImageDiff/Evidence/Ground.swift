internal import Raster

/// What lies behind a cluster: the colour, or the even gradient, of the pixels around it that are
/// equal on both sides.
struct Ground {
  /// Colour at the middle of the patch, and its slopes per pixel to the right and down.
  let middle: SIMD4<Float>
  let slopeX: SIMD4<Float>
  let slopeY: SIMD4<Float>
  let centre: SIMD2<Float>
  /// Root mean square distance of the surrounding pixels from it, steps a channel.
  let error: Float
  /// Share of the surrounding pixels within 2 steps of it.
  let support: Double

  @inline(__always)
  func colour(_ x: Int, _ y: Int) -> SIMD4<Float> {
    middle + slopeX * (Float(x) - centre.x) + slopeY * (Float(y) - centre.y)
  }

  /// Nil where too few pixels around the cluster are equal on both sides.
  init?(_ patch: Patch) {
    let (vote, votes, total) = patch.roles.withUnsafeBufferPointer { roles in
      patch.a.withUnsafeBufferPointer { a in Self.vote(roles, a) }
    }
    guard total >= 8 else { return nil }
    let centre = SIMD2(Float(patch.width) / 2, Float(patch.height) / 2)
    self.centre = centre
    if votes * 2 > total {
      middle = SIMD4<Float>(vote)
      slopeX = .zero
      slopeY = .zero
    } else {
      (middle, slopeX, slopeY) = Self.plane(patch, centre)
    }
    let (middle, slopeX, slopeY) = (self.middle, self.slopeX, self.slopeY)
    var (squares, near) = (Float(0), 0)
    patch.roles.withUnsafeBufferPointer { roles in
      patch.a.withUnsafeBufferPointer { a in
        for y in 0..<patch.height {
          let row = y * patch.width
          let down = slopeY * (Float(y) - centre.y)
          for x in 0..<patch.width where roles[row + x] == .same {
            let ground = middle + slopeX * (Float(x) - centre.x) + down
            let d = a[row + x] - ground
            squares += (d * d).sum() / 4
            if all(d.replacing(with: -d, where: d .< 0) .<= 2) { near += 1 }
          }
        }
      }
    }
    error = (squares / Float(total)).squareRoot()
    support = Double(near) / Double(total)
  }

  /// The colour that more than half of the pixels have, if there is one (majority vote), how many have
  /// it, and of how many.
  private static func vote(
    _ roles: UnsafeBufferPointer<Patch.Role>, _ a: UnsafeBufferPointer<SIMD4<Float>>
  ) -> (vote: SIMD4<Int16>, votes: Int, total: Int) {
    var (vote, lead, total) = (SIMD4<Int16>.zero, 0, 0)
    for i in roles.indices where roles[i] == .same {
      let c = rounded(a[i])
      total += 1
      if lead == 0 { vote = c }
      lead += c == vote ? 1 : -1
    }
    var votes = 0
    for i in roles.indices where roles[i] == .same && rounded(a[i]) == vote { votes += 1 }
    return (vote, votes, total)
  }

  private static func plane(
    _ patch: Patch, _ centre: SIMD2<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    var fit = PlaneFit()
    for y in 0..<patch.height {
      for x in 0..<patch.width where patch.roles[y * patch.width + x] == .same {
        fit.add(
          Double(Float(x) - centre.x), Double(Float(y) - centre.y),
          SIMD4<Double>(patch.a[y * patch.width + x]))
      }
    }
    let p = fit.solved()
    return (SIMD4<Float>(p.0), SIMD4<Float>(p.1), SIMD4<Float>(p.2))
  }
}

/// Least squares of c = c₀ + x·cₓ + y·c_y.
struct PlaneFit {
  private var n = 0.0
  private var (sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0)
  private var (c, cx, cy) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)

  mutating func add(_ x: Double, _ y: Double, _ v: SIMD4<Double>) {
    n += 1
    sx += x
    sy += y
    sxx += x * x
    sxy += x * y
    syy += y * y
    c += v
    cx += v * x
    cy += v * y
  }

  /// Slopes are 0 where the points lie on a line or are too few.
  func solved() -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    guard n > 0 else { return (.zero, .zero, .zero) }
    let (mx, my, mean) = (sx / n, sy / n, c / n)
    let (xx, xy, yy) = (sxx / n - mx * mx, sxy / n - mx * my, syy / n - my * my)
    let (vx, vy) = (cx / n - mean * mx, cy / n - mean * my)
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-6 * (xx + yy) * (xx + yy), xx + yy > 0 else {
      return (mean, .zero, .zero)
    }
    let slopeX = (vx * yy - vy * xy) / determinant
    let slopeY = (vy * xx - vx * xy) / determinant
    return (mean - slopeX * mx - slopeY * my, slopeX, slopeY)
  }
}

/// A colour as whole steps, to count equal ones; channels are 0…255.
@inline(__always)
func rounded(_ c: SIMD4<Float>) -> SIMD4<Int16> {
  // Adding 2²³ leaves the rounded value in the low bits; converting lane by lane costs ten times more.
  let bits = unsafeBitCast(c + 8_388_608, to: SIMD4<UInt32>.self)
  return SIMD4<Int16>(truncatingIfNeeded: bits & 0xFFFF)
}

extension SIMD4 where Scalar == Int16 {
  /// All four as one number: it hashes faster.
  @inline(__always)
  var word: UInt64 { unsafeBitCast(self, to: UInt64.self) }
  /// A fixed order, to break ties the same way every time.
  var key: Int {
    Int(self.x) << 48 | Int(self.y) << 32 | Int(self.z) << 16 | Int(self.w)
  }
}

/// A premultiplied colour of 0…255 as a straight one.
func straight(_ c: SIMD4<Float>) -> SRGBA8 {
  func byte(_ v: Float) -> UInt8 { UInt8(max(0, min(255, v.rounded()))) }
  if c.w <= 0 { return SRGBA8(r: 0, g: 0, b: 0, a: 0) }
  let k = 255 / c.w
  return SRGBA8(r: byte(c.x * k), g: byte(c.y * k), b: byte(c.z * k), a: byte(c.w))
}
