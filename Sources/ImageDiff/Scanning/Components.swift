internal import Raster

/// A connected cluster of differing pixels, as the scan leaves it.
struct Component {
  var bounds: PixelRect
  /// A pixel of the cluster.
  var seedX: Int32
  var seedY: Int32
  var pixels: Int
  var perceptible: Int
  var largest: Float
  /// Of the distances, and of their squares.
  var sum: Double
  var squares: Double
  /// Row of the first pixel that was found: clusters are listed in reading order.
  var order: Int { Int(seedY) << 32 | Int(seedX) }

  /// By the sum of squared distances; ties by reading order.
  func isStronger(than other: Component) -> Bool {
    (squares, -order) > (other.squares, -other.order)
  }

  func isPerceptible(_ step: Double) -> Bool {
    Visibility.isPerceptible(largest: Double(largest), squares: squares, step: step)
  }

  mutating func join(_ other: Component) {
    bounds = bounds.union(other.bounds)
    if other.order < order { (seedX, seedY) = (other.seedX, other.seedY) }
    pixels += other.pixels
    perceptible += other.perceptible
    largest = max(largest, other.largest)
    sum += other.sum
    squares += other.squares
  }
}

/// Joins runs of differing pixels into clusters, row by row, with memory for the last few rows and
/// the clusters only: a picture of which every pixel differs costs no more than one of which none
/// does.
///
/// Two pixels belong together when they are at most `reach` columns and `reach` rows apart.
struct ComponentBuilder {
  let reach: Int
  /// Clusters that are kept, the strongest; of the rest only the sums are.
  let limit: Int
  /// The metric's just-noticeable step, to know of the rest how many a person can see.
  let step: Double

  private(set) var finished: [Component] = []
  /// Clusters that were dropped because there were more than `limit`, weakest first.
  private(set) var dropped = 0
  private(set) var droppedPixels = 0
  private(set) var droppedPerceptible = 0

  private struct Run {
    var x0: Int32
    var x1: Int32
    var label: Int32
  }
  private var recent: [(y: Int, runs: [Run])] = []
  private var open: [Component] = []
  private var parents: [Int32] = []

  init(reach: Int, limit: Int, step: Double = .infinity) {
    self.reach = reach
    self.limit = limit
    self.step = step
  }

  /// Starts a row; rows come in rising order.
  mutating func begin(_ y: Int) {
    while let first = recent.first, first.y + reach < y { recent.removeFirst() }
    if recent.isEmpty && !open.isEmpty { finishAll() }
    if open.count > 4096 { retire(before: y) }
    recent.append((y, []))
  }

  /// Adds a run of the current row, left to right; its bounds are one row high.
  mutating func add(_ part: Component) {
    let (x0, x1) = (Int32(part.bounds.x0), Int32(part.bounds.x1))
    var label: Int32 = -1
    let last = recent.count - 1
    for i in 0..<last { join(recent[i].runs, x0, x1, &label) }
    if label < 0 {
      label = Int32(open.count)
      open.append(part)
      parents.append(label)
    } else {
      open[Int(label)].join(part)
    }
    recent[last].runs.append(Run(x0: x0, x1: x1, label: label))
  }

  private mutating func join(_ runs: [Run], _ x0: Int32, _ x1: Int32, _ label: inout Int32) {
    // The first run that ends late enough to be reached from x0.
    var (low, high) = (0, runs.count)
    let from = x0 - Int32(reach)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].x1 - 1 < from { low = middle + 1 } else { high = middle }
    }
    while low < runs.count, runs[low].x0 <= x1 - 1 + Int32(reach) {
      let root = find(runs[low].label)
      if label < 0 {
        label = root
      } else if label != root {
        let (to, gone) = (min(label, root), max(label, root))
        open[Int(to)].join(open[Int(gone)])
        parents[Int(gone)] = to
        label = to
      }
      low += 1
    }
  }

  private mutating func find(_ label: Int32) -> Int32 {
    var l = label
    while parents[Int(l)] != l {
      parents[Int(l)] = parents[Int(parents[Int(l)])]
      l = parents[Int(l)]
    }
    return l
  }

  /// No later row can reach what is open: for example where the rows that follow are not neighbours.
  mutating func finishAll() {
    for l in 0..<open.count where parents[l] == Int32(l) { finished.append(open[l]) }
    open.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    recent.removeAll(keepingCapacity: true)
    drop()
  }

  /// Moves clusters that row `y` cannot reach out of the way and renumbers the others.
  private mutating func retire(before y: Int) {
    var renumbered = [Int32](repeating: -1, count: open.count)
    var kept: [Component] = []
    for l in 0..<open.count where parents[l] == Int32(l) {
      if open[l].bounds.y1 - 1 + reach < y {
        finished.append(open[l])
      } else {
        renumbered[l] = Int32(kept.count)
        kept.append(open[l])
      }
    }
    for i in recent.indices {
      for k in recent[i].runs.indices {
        recent[i].runs[k].label = renumbered[Int(find(recent[i].runs[k].label))]
      }
    }
    open = kept
    parents = (0..<Int32(kept.count)).map { $0 }
    drop()
  }

  /// Keeps the strongest by the sum of squared distances; ties by reading order.
  private mutating func drop() {
    guard finished.count / 2 > limit else { return }
    trim()
  }

  private mutating func trim() {
    guard finished.count > limit else { return }
    finished.sort { $0.isStronger(than: $1) }
    for gone in finished[limit...] {
      dropped += 1
      droppedPixels += gone.pixels
      if gone.isPerceptible(step) { droppedPerceptible += 1 }
    }
    finished.removeLast(finished.count - limit)
  }

  /// The clusters in reading order; nothing can be added any more.
  mutating func finish() -> [Component] {
    finishAll()
    trim()
    return finished.sorted { $0.order < $1.order }
  }
}
