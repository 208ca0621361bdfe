internal import CKernels
internal import Raster

/// What one pass over both pictures finds: exact counts and clusters.
struct Scan {
  var differing = 0
  var perceptible = 0
  /// Largest difference of a channel in steps of 1/255 of what is drawn, alpha included.
  var maxDelta = 0.0
  /// Sum over all pixels and the four channels, in the same steps.
  var sumDelta = 0.0
  var bounds = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
  var differingRows = 0
  var ignoredDiffering = 0
  var largest: Float = 0
  /// The strongest, in reading order.
  var components: [Component] = []
  var unlisted = 0
  var unlistedPixels = 0
  /// Of those that are not listed, what a person can see, the strongest first; and how many more there
  /// are.
  var visibleRest: [Component] = []
  var visibleBeyond = 0
}

struct ScanSettings {
  var metric: PerceptualMetric
  var primaries: Primaries
  /// Device px.
  var reach: Int
  /// Clusters that are listed.
  var limit: Int
  /// Clusters beyond them that are kept, in case the gate hangs on them: 1.6 MB.
  static let reserve = 1 << 14
  var threshold: Float { Float(metric.justNoticeable) }
}

/// Compares row by row; equal rows cost a `memcmp`.
///
/// - Parameter stored: What is counted, where the two pictures are conversions of it; clusters are of
///   the conversions.
func scan(
  _ reference: Picture, _ candidate: Picture, _ pairing: Pairing,
  _ stored: (Picture, Picture)? = nil, ignoring ignored: IgnoredPixels?, _ settings: ScanSettings
) -> Scan {
  let pass = ScanPass(reference, candidate, pairing, stored, ignored, settings)
  var lastRow: Int32 = -1
  for y in 0..<reference.height {
    let other = pairing.rows[y]
    if other != lastRow + 1 && y > 0 { pass.builder.finishAll() }
    lastRow = other
    if other >= 0 { pass.compareRow(y, Int(other)) }
  }
  return pass.finish()
}

private final class ScanPass {
  let reference: Picture
  let candidate: Picture
  let pairing: Pairing
  let stored: (Picture, Picture)?
  let ignored: IgnoredPixels?
  let settings: ScanSettings
  let batch: DistanceBatch
  var builder: ComponentBuilder
  var result = Scan()

  // Of the current row: columns that differ, and the pairs they show, each told once in a row.
  private var columns: [Int32]
  private var pairOf: [Int32]
  private var one8: [UInt32] = []
  private var two8: [UInt32] = []
  private var one16: [UInt64] = []
  private var two16: [UInt64] = []
  private var distances: [Float]

  init(
    _ reference: Picture, _ candidate: Picture, _ pairing: Pairing,
    _ stored: (Picture, Picture)?, _ ignored: IgnoredPixels?, _ settings: ScanSettings
  ) {
    self.reference = reference
    self.candidate = candidate
    self.pairing = pairing
    self.stored = stored
    self.ignored = ignored
    self.settings = settings
    batch = DistanceBatch(metric: settings.metric, primaries: settings.primaries)
    builder = ComponentBuilder(
      reach: settings.reach, limit: settings.limit + ScanSettings.reserve,
      step: settings.metric.justNoticeable)
    let width = pairing.columns.count
    columns = [Int32](repeating: 0, count: width)
    pairOf = [Int32](repeating: 0, count: width)
    distances = [Float](repeating: 0, count: width)
  }

  func compareRow(_ y: Int, _ other: Int) {
    let (first, second) = stored ?? (reference, candidate)
    let found = differingColumns(first, second, y, other)
    let ignoring = ignored?.ranges(y) ?? []
    let count = ignoring.isEmpty ? found : dropIgnored(ignoring, found)
    result.ignoredDiffering += found - count
    if count > 0 {
      addCount(y, count)
      readPairs(first, second, y, other, count)
      addDeltas(first.bytesPerPixel, count)
    }
    guard stored != nil else {
      if count > 0 {
        measure(first.bytesPerPixel)
        addRuns(y, count)
      }
      return
    }
    if found == 0 { return }
    let seen = differingColumns(reference, candidate, y, other)
    let left = ignoring.isEmpty ? seen : dropIgnored(ignoring, seen)
    if left == 0 { return }
    readPairs(reference, candidate, y, other, left)
    measure(reference.bytesPerPixel)
    addRuns(y, left)
  }

  /// The start of a row of both, where they lie on each other.
  private func rows(
    _ a: Picture, _ b: Picture, _ y: Int, _ other: Int
  ) -> (UnsafeRawPointer, UnsafeRawPointer) {
    let from = pairing.columns.lowerBound
    let size = a.bytesPerPixel
    return (a.row(y) + from * size, b.row(other) + (from - pairing.xOffset) * size)
  }

  /// Fills `columns`; how many there are.
  private func differingColumns(_ a: Picture, _ b: Picture, _ y: Int, _ other: Int) -> Int {
    let (p, q) = rows(a, b, y, other)
    let (size, width) = (a.bytesPerPixel, pairing.columns.count)
    if diff_equal(p, q, width * size) != 0 { return 0 }
    return size == 4
      ? diff_columns8(p, q, width, &columns) : diff_columns16(p, q, width, &columns)
  }

  /// Takes the ignored columns out of the list; returns what is left.
  private func dropIgnored(_ ranges: [Range<Int32>], _ count: Int) -> Int {
    var (kept, r) = (0, 0)
    for i in 0..<count {
      let x = columns[i] + Int32(pairing.columns.lowerBound)
      while r < ranges.count && ranges[r].upperBound <= x { r += 1 }
      if r < ranges.count && ranges[r].contains(x) { continue }
      columns[kept] = columns[i]
      kept += 1
    }
    return kept
  }

  /// Reads the pixels of `columns`.
  private func readPairs(_ a: Picture, _ b: Picture, _ y: Int, _ other: Int, _ count: Int) {
    let (p, q) = rows(a, b, y, other)
    if a.bytesPerPixel == 4 { pairs8(p, q, count) } else { pairs16(p, q, count) }
  }

  private func pairs8(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) {
    let p = a.assumingMemoryBound(to: UInt32.self)
    let q = b.assumingMemoryBound(to: UInt32.self)
    one8.removeAll(keepingCapacity: true)
    two8.removeAll(keepingCapacity: true)
    var (s, t) = (UInt32(0), UInt32(0))
    for i in 0..<count {
      let x = Int(columns[i])
      if i == 0 || p[x] != s || q[x] != t {
        (s, t) = (p[x], q[x])
        one8.append(s)
        two8.append(t)
      }
      pairOf[i] = Int32(one8.count - 1)
    }
  }

  private func pairs16(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) {
    let p = a.assumingMemoryBound(to: UInt64.self)
    let q = b.assumingMemoryBound(to: UInt64.self)
    one16.removeAll(keepingCapacity: true)
    two16.removeAll(keepingCapacity: true)
    for i in 0..<count {
      one16.append(p[Int(columns[i])])
      two16.append(q[Int(columns[i])])
      pairOf[i] = Int32(i)
    }
  }

  /// Fills `distances` for the pairs that were read.
  private func measure(_ size: Int) {
    if size == 4 {
      batch.measure8(one8, two8, one8.count, into: &distances)
    } else {
      batch.measure16(one16, two16, one16.count, into: &distances)
    }
  }

  private func addDeltas(_ size: Int, _ count: Int) {
    if size == 4 {
      addDeltas(count) { drawn8(one8[$0]) - drawn8(two8[$0]) }
    } else {
      addDeltas(count) { drawn16(one16[$0]) - drawn16(two16[$0]) }
    }
  }

  private func addDeltas(_ count: Int, _ delta: (Int) -> SIMD4<Float>) {
    var i = 0
    var (sum, most) = (Float(0), Float(0))
    while i < count {
      let pair = pairOf[i]
      var end = i + 1
      while end < count && pairOf[end] == pair { end += 1 }
      let d = delta(Int(pair))
      let magnitude = d.replacing(with: -d, where: d .< 0)
      sum += magnitude.sum() * Float(end - i)
      most = max(most, magnitude.max())
      i = end
    }
    result.sumDelta += Double(sum)
    result.maxDelta = max(result.maxDelta, Double(most))
  }

  private func addCount(_ y: Int, _ count: Int) {
    let from = pairing.columns.lowerBound
    result.differing += count
    result.differingRows += 1
    let (first, last) = (Int(columns[0]) + from, Int(columns[count - 1]) + from)
    result.bounds = result.bounds.union(PixelRect(x0: first, y0: y, x1: last + 1, y1: y + 1))
  }

  private func addRuns(_ y: Int, _ count: Int) {
    let from = pairing.columns.lowerBound
    let reach = Int32(settings.reach)
    builder.begin(y)
    var i = 0
    while i < count {
      var end = i + 1
      var (sum, squares, most, seen) = (0.0, 0.0, Float(0), 0)
      func take(_ k: Int) {
        let d = distances[Int(pairOf[k])]
        sum += Double(d)
        squares += Double(d) * Double(d)
        most = max(most, d)
        if d >= settings.threshold { seen += 1 }
      }
      take(i)
      while end < count && columns[end] - columns[end - 1] <= reach {
        take(end)
        end += 1
      }
      let x0 = Int(columns[i]) + from
      let bounds = PixelRect(x0: x0, y0: y, x1: Int(columns[end - 1]) + from + 1, y1: y + 1)
      builder.add(
        Component(
          bounds: bounds, seedX: Int32(x0), seedY: Int32(y), pixels: end - i, perceptible: seen,
          largest: most, sum: sum, squares: squares))
      result.perceptible += seen
      result.largest = max(result.largest, most)
      i = end
    }
  }

  func finish() -> Scan {
    let step = settings.metric.justNoticeable
    result.components = builder.finish()
    result.unlisted = builder.dropped
    result.unlistedPixels = builder.droppedPixels
    result.visibleBeyond = builder.droppedPerceptible
    if result.components.count > settings.limit {
      result.components.sort { $0.isStronger(than: $1) }
      let rest = result.components[settings.limit...]
      result.unlisted += rest.count
      result.unlistedPixels += rest.reduce(0) { $0 + $1.pixels }
      result.visibleRest = rest.filter { $0.isPerceptible(step) }
      result.components.removeLast(rest.count)
      result.components.sort { $0.order < $1.order }
    }
    return result
  }
}
