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
  /// Edge pixels, and those of them that are equal, away from any clear change.
  private var allEdges = 0
  private var stillEdges = 0
  /// Of each line of content whose edges changed, the root mean square of difference / contrast.
  private(set) var lines: [Double] = []

  /// How far edges moved in px, if all that changed is that they were drawn anew; nil where more of the
  /// page stayed than a rasteriser would leave, or where they moved farther than one moves them.
  var moved: Double? {
    if lines.isEmpty { return nil }
    if redrawnShare < JudgeConstants.redrawn
      && Double(stillEdges) > JudgeConstants.still * Double(allEdges)
    {
      return nil
    }
    let moved = JudgeConstants.movedPerSpread * lines.sorted()[lines.count / 2]
    return moved <= JudgeConstants.farthest ? moved : nil
  }

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
    allEdges += other.allEdges
    stillEdges += other.stillEdges
    lines += other.lines
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
    let height = pair.reference.height
    let parts = WorkQueue(bands.count, threads: threads) { index, _ in
      let tile = JudgeTile(pair)
      var part = PairEvidence()
      let rows = bands[index].first!.y0..<bands[index].last!.y1
      var edges = [judge_row_edges](repeating: judge_row_edges(), count: rows.count)
      for core in bands[index] {
        tile.read(core)
        part.add(tile, &edges, from: rows.lowerBound)
      }
      return (part, rows, edges)
    }.results()
    var edges = [judge_row_edges](repeating: judge_row_edges(), count: height)
    for (part, rows, some) in parts {
      add(part)
      for (y, row) in zip(rows, some) {
        edges[y].edges += row.edges
        edges[y].changed += row.changed
        edges[y].squares += row.squares
      }
    }
    lines = Self.lines(edges)
  }

  /// Lines of content are parted by rows in which no edge changed.
  private static func lines(_ rows: [judge_row_edges]) -> [Double] {
    rows.split { $0.changed == 0 }.compactMap { line in
      guard line.reduce(0, { $0 + Int($1.changed) }) >= JudgeConstants.witness else { return nil }
      let edges = line.reduce(0) { $0 + Int($1.edges) }
      return (Double(line.reduce(0) { $0 + $1.squares }) / 65536 / Double(edges)).squareRoot()
    }
  }

  private mutating func add(_ tile: JudgeTile, _ rows: inout [judge_row_edges], from top: Int) {
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
        allEdges += 1
        if !tile.differs {
          edges += 1
          stillEdges += 1
        } else if near[i] <= clear {
          edges += 1
          if distance[i] > 0 { redrawnEdges += 1 } else { stillEdges += 1 }
        }
      }
    }
    if tile.differs {
      countLines(tile, &rows, from: top)
      stripes.add(tile, distance, clear)
    }
  }

  private mutating func countLines(
    _ tile: JudgeTile, _ rows: inout [judge_row_edges], from top: Int
  ) {
    let (w, h, n) = (Int32(tile.width), Int32(tile.height), tile.count)
    let (first, second) = (tile.residuals[0], tile.residuals[1])
    let (one, two, low) = (tile.slacks[0], tile.slacks[1], tile.slacks[2])
    for (planes, luma, slack) in [(tile.one, first, one), (tile.two, second, two)] {
      ImageDiff.planes(planes) { judge_luma($0, n, luma) }
      judge_largest(luma, w, h, 1, 1, slack, tile.scratch)
      judge_smallest(luma, w, h, 1, 1, low, tile.scratch)
      for i in 0..<n { slack[i] -= low[i] }
    }
    let (core, area) = (tile.core, tile.area)
    rows.withUnsafeMutableBufferPointer {
      judge_edges(
        first, second, one, two, w, Int32(core.x0 - area.x0), Int32(core.x1 - area.x0),
        Int32(core.y0 - area.y0), Int32(core.y1 - area.y0), $0.baseAddress! + (core.y0 - top))
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
