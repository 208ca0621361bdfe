internal import CKernels
public import Raster
internal import Threads

/// What the whole pair tells about how its pictures were drawn, before any part of it is judged.
public struct PairEvidence: Sendable {
  /// Edge pixels away from any clear change.
  var edges = 0
  /// Of those, how many differ at all.
  var redrawnEdges = 0
  /// Differing pixels that were looked at for smoothing by stripes.
  private(set) var stripes = StripeEvidence()
  /// Pixels that clearly differ or are smoothed, and those of them that are equal to the byte.
  private var smoothed = 0
  private var equal = 0

  /// Whether most of what is smoothed differs, as where all edges were drawn anew. Where text moved
  /// along a line, the edges along it stay: up to three in five.
  var isRedrawn: Bool { smoothed >= 30 && 5 * equal <= 3 * smoothed }

  /// How far a smoothed pixel lies from its darkest and lightest neighbour, in steps.
  private static let between = 16

  /// Of a part of two pictures of one size; parts are added up.
  public init(reference: RGBAImage, candidate: RGBAImage, options: DiffOptions) {
    self = withPictures(reference, candidate) { a, b in
      PairEvidence(
        JudgedPair(a, b, Pairing(reference: a, candidate: b), nil), threads: options.threads)
    }
  }

  public mutating func add(_ other: PairEvidence) {
    edges += other.edges
    redrawnEdges += other.redrawnEdges
    stripes.add(other.stripes)
    smoothed += other.smoothed
    equal += other.equal
  }

  /// Share of the unchanged edges that are not equal to the byte: about 0 where one rasteriser drew
  /// both pictures. Two runs of one GPU rasteriser reach 0.03; GPU against CPU has 0.17.
  var redrawnShare: Double { edges > 0 ? Double(redrawnEdges) / Double(edges) : 0 }

  /// Steps beyond which a difference is a clear change, and no noise of drawing.
  static let clear = 6
  /// Contrast among 3 × 3 pixels that makes an edge, in steps of luma.
  private static let edge = 24

  public init() {}

  init(_ pair: JudgedPair, threads: Int) {
    let cores = JudgeTile.cores(pair.reference.bounds)
    let bands = stride(from: 0, to: cores.count, by: 16).map {
      Array(cores[$0..<min(cores.count, $0 + 16)])
    }
    let parts = WorkQueue(bands.count, threads: threads) { index, _ in
      let tile = JudgeTile(pair)
      var part = PairEvidence()
      for core in bands[index] {
        tile.read(core)
        part.add(tile)
      }
      return part
    }.results()
    for part in parts { add(part) }
  }

  private mutating func add(_ tile: JudgeTile) {
    let (w, h, n) = (tile.width, tile.height, tile.count)
    let (luma, range, distance, near) = (tile.spare[0], tile.spare[1], tile.spare[2], tile.spare[3])
    planes(tile.one) { judge_luma($0, n, luma) }
    judge_largest(luma, Int32(w), Int32(h), 1, 1, range, tile.scratch)
    judge_smallest(luma, Int32(w), Int32(h), 1, 1, luma, tile.scratch)
    if tile.differs {
      planes(tile.one) { one in
        planes(tile.two) { two in
          judge_distance(one, two, Int32(tile.channels), n, distance)
        }
      }
      judge_largest(distance, Int32(w), Int32(h), 4, 4, near, tile.scratch)
    }
    let (edge, clear) = (Int16(Self.edge * 16), Int16(Self.clear * 16))
    for y in tile.core.y0..<tile.core.y1 {
      let row = (y - tile.area.y0) * w - tile.area.x0
      for i in (row + tile.core.x0)..<(row + tile.core.x1) where range[i] - luma[i] > edge {
        if !tile.differs {
          edges += 1
        } else if near[i] <= clear {
          edges += 1
          if distance[i] > 0 { redrawnEdges += 1 }
        }
      }
    }
    planes(tile.one) { judge_luma($0, n, luma) }
    countSmoothed(tile, luma, tile.differs ? distance : nil, clear)
    if tile.differs { stripes.add(tile, distance, clear) }
  }

  private mutating func countSmoothed(
    _ tile: JudgeTile, _ luma: UnsafePointer<Int16>, _ distance: UnsafePointer<Int16>?,
    _ clear: Int16
  ) {
    let (w, h) = (tile.width, tile.height)
    let between = Int16(Self.between * 16)
    for y in tile.core.y0..<tile.core.y1 {
      let at = y - tile.area.y0
      let (above, below) = (at > 0 ? -w : 0, at + 1 < h ? w : 0)
      for x in tile.core.x0..<tile.core.x1 {
        let column = x - tile.area.x0
        let i = at * w + column
        let (left, right) = (column > 0 ? -1 : 0, column + 1 < w ? 1 : 0)
        let high = max(luma[i + above], luma[i + below], luma[i + left], luma[i + right])
        let low = min(luma[i + above], luma[i + below], luma[i + left], luma[i + right])
        let apart = distance?[i] ?? 0
        if apart > clear || min(high - luma[i], luma[i] - low) >= between {
          smoothed += 1
          if apart == 0 { equal += 1 }
        }
      }
    }
  }
}

/// Lends the planes of a tile to a kernel.
func planes<R>(
  _ planes: [UnsafeMutablePointer<Int16>],
  _ body: (UnsafePointer<UnsafePointer<Int16>?>) -> R
) -> R {
  withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: 4) { list in
    for (i, p) in planes.enumerated() where i < 4 { list[i] = UnsafePointer(p) }
    return body(UnsafePointer(list.baseAddress!))
  }
}
