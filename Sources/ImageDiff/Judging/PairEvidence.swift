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
  /// Edge pixels.
  private var allEdges = 0
  /// Lines of content whose edges changed, where all may have been drawn anew.
  private(set) var lines: [LineEdges] = []
  /// What all of it tells, once nothing is added any more: parts of one pair share it.
  private(set) var model: RenderingModel?

  /// Whether no more of the page stayed than another rasteriser leaves.
  private var mayBeDrawnAnew: Bool {
    redrawnShare >= JudgeConstants.redrawn
      || Double(edges - redrawnEdges) <= JudgeConstants.still * Double(allEdges)
  }

  /// How edges were drawn anew, if that is all that happened; nil where more of the page stayed than a
  /// rasteriser would leave, or where they moved farther than one moves them.
  var drawnAnew: DrawnAnew? {
    if lines.isEmpty || !mayBeDrawnAnew { return nil }
    let found = DrawnAnew(lines)
    return found.moved <= JudgeConstants.farthest ? found : nil
  }

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
    allEdges += other.allEdges
    lines += other.lines
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
    if mayBeDrawnAnew { lines = Self.lines(pair, bands, threads) }
  }

  private static func lines(
    _ pair: JudgedPair, _ bands: [[PixelRect]], _ threads: Int
  ) -> [LineEdges] {
    let parts = WorkQueue(bands.count, threads: threads) { index, _ in
      let tile = JudgeTile(pair)
      let rows = bands[index].first!.y0..<bands[index].last!.y1
      var edges = [judge_row_edges](repeating: judge_row_edges(), count: rows.count)
      for core in bands[index] {
        tile.read(core, margin: JudgeTile.lineMargin)
        if tile.differs { count(tile, &edges, from: rows.lowerBound) }
      }
      return (rows, edges)
    }.results()
    var edges = [judge_row_edges](repeating: judge_row_edges(), count: pair.reference.height)
    for (rows, some) in parts {
      for (y, row) in zip(rows, some) { edges[y].add(row) }
    }
    return lines(edges)
  }

  /// Lines of content are parted by rows in which no edge changed.
  private static func lines(_ rows: [judge_row_edges]) -> [LineEdges] {
    rows.split { $0.changed == 0 }.compactMap { line in
      var sum = judge_row_edges()
      for row in line { sum.add(row) }
      return sum.changed >= JudgeConstants.witness ? LineEdges(sum) : nil
    }
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
    allEdges += Int(found.all)
    edges += Int(found.edges)
    redrawnEdges += Int(found.redrawn)
    if tile.differs { stripes.add(tile, distance, Int16(JUDGE_CLEAR)) }
  }

  private static func count(
    _ tile: JudgeTile, _ rows: inout [judge_row_edges], from top: Int
  ) {
    let (w, h, n) = (Int32(tile.width), Int32(tile.height), tile.count)
    let (first, second) = (tile.residuals[0], tile.residuals[1])
    let (high, low, slack, dark) = (tile.slacks[0], tile.slacks[1], tile.slacks[2], tile.slacks[3])
    planes(tile.two) { judge_luma($0, n, second) }
    judge_largest(second, w, h, 1, 1, slack, tile.scratch)
    judge_smallest(second, w, h, 1, 1, low, tile.scratch)
    for i in 0..<n { slack[i] -= low[i] }
    planes(tile.one) { judge_luma($0, n, first) }
    judge_largest(first, w, h, 1, 1, high, tile.scratch)
    judge_smallest(first, w, h, 1, 1, low, tile.scratch)
    judge_polarity(first, high, low, w, h, dark, tile.sums)
    let (core, area) = (tile.core, tile.area)
    rows.withUnsafeMutableBufferPointer {
      judge_line_edges(
        first, second, high, low, slack, dark, w, Int32(core.x0 - area.x0),
        Int32(core.x1 - area.x0),
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

/// What the edges of one line of content say, with r and x of `judge_row_edges`.
struct LineEdges: Hashable, Sendable {
  let count: Double
  let rr: Double
  let rx: Double
  let xx: Double

  init(_ sum: judge_row_edges) {
    count = Double(sum.edges)
    (rr, rx, xx) = (Double(sum.rr) / 65536, Double(sum.rx) / 65536, Double(sum.xx) / 65536)
  }

  /// The root mean square of what a gain of ink leaves, as a share of the contrast.
  func spread(_ gain: Double) -> Double {
    (max(0, rr - 2 * gain * rx + gain * gain * xx) / count).squareRoot()
  }
}

/// How the edges of a page were drawn anew: moved by parts of a pixel, and smoothed with another strength.
struct DrawnAnew: Hashable, Sendable {
  /// How far edges moved, in px.
  var moved: Double
  /// What smoothed ink gained: 1 would add c (1 − c) to a coverage of c.
  var gain: Double

  /// Whether it is more than any rasteriser's own way of drawing the same edges.
  var isMore: Bool { moved > JudgeConstants.otherwise || gain != 0 }

  init(_ lines: [LineEdges]) {
    // The median of the lines: a line that changed more says nothing about the others.
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func spread(_ gain: Double) -> Double { median(lines.map { $0.spread(gain) }) }
    let gain = median(lines.map { $0.xx > 0 ? $0.rx / $0.xx : 0 })
    // A gain that leaves more than it explains is none.
    let (without, with) = (spread(0), spread(gain))
    let isGain = 2 * with * with <= without * without
    self.gain = isGain ? gain : 0
    moved = JudgeConstants.movedPerSpread * (isGain ? with : without)
  }
}

extension judge_row_edges {
  fileprivate mutating func add(_ other: judge_row_edges) {
    edges += other.edges
    changed += other.changed
    rr += other.rr
    rx += other.rx
    xx += other.xx
  }
}
