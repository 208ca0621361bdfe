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
  /// What all of it tells, once nothing is added any more: parts of one pair share it.
  private(set) var model: RenderingModel?

  /// Whether most of what is smoothed differs, as where all edges were drawn anew. Where text moved
  /// along a line, the edges along it stay: up to three in five.
  var isRedrawn: Bool { smoothed >= 30 && 5 * equal <= 3 * smoothed }

  /// Of a part of two pictures of one size; parts are added up.
  public init(reference: RGBAImage, candidate: RGBAImage, options: DiffOptions) {
    self = withPictures(reference, candidate) { a, b in
      PairEvidence(
        JudgedPair(a, b, Pairing(reference: a, candidate: b), nil), threads: options.threads)
    }
  }

  /// The same with the model that it asks for, for parts that are judged one by one.
  public func settled() -> PairEvidence {
    var result = self
    result.model = RenderingModel(self)
    return result
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
        tile.read(core, margin: JudgeTile.edgeMargin)
        part.add(tile)
      }
      return part
    }.results()
    for part in parts { add(part) }
  }

  private mutating func add(_ tile: JudgeTile) {
    let (area, core, distance) = (tile.area, tile.core, tile.spare[0])
    let inside = [core.x0 - area.x0, core.y0 - area.y0, core.x1 - area.x0, core.y1 - area.y0]
    var found = judge_edges()
    planes(tile.one) { one in
      planes(tile.two) { two in
        judge_count_edges(
          one, tile.differs ? two : nil, Int32(tile.channels), Int32(tile.width),
          Int32(tile.height), inside.map(Int32.init), distance, &found, tile.scratch)
      }
    }
    edges += Int(found.edges)
    redrawnEdges += Int(found.redrawn)
    smoothed += Int(found.smoothed)
    equal += Int(found.equal)
    if tile.differs { stripes.add(tile, distance, Int16(JUDGE_CLEAR)) }
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
