internal import CCodecs
internal import Raster
internal import Threads

/// Inflates two PNGs and compares them, on one thread or two.
///
/// There are three lines of work: inflating the first file, inflating the second, and comparing.
/// Each goes band by band in order, on whatever thread is free; comparing comes first, then the
/// file that is behind. What is found does not depend on who did it.
final class PairRun: @unchecked Sendable {
  private let monitor = Monitor()
  private let pictures: (first: PairPicture, second: PairPicture)
  private let matcher: RowMatcher
  private let bandCount: Int
  // What follows is read and written under the lock only.
  private var first: InflatingLine
  private var second: InflatingLine
  private var compared = 0
  private var isComparing = false
  private var hasFailed = false

  private enum Task {
    case inflate(PairSide, BandBuffer)
    case compare(Int, BandBuffer, BandBuffer)
  }

  init(_ first: PairPicture, _ second: PairPicture, keepsTiles: Bool, asideBytes: Int) {
    pictures = (first, second)
    let band = first.stream.bands[0].byteCount
    let aside = max(4, asideBytes / band)
    matcher = RowMatcher(first, second, keepsTiles: keepsTiles, mostAside: aside)
    self.first = InflatingLine(first.stream.bands, buffers: aside + 3)
    self.second = InflatingLine(second.stream.bands, buffers: 3)
    bandCount = first.stream.bands.count
  }

  /// Compares everything. A damaged file's error is the one that reading the first file and then
  /// the second would meet, whichever thread met which first.
  func run(threads: Int) throws(PairError) -> RowMatcher {
    onThreads(threads) { _ in self.work() }
    if hasFailed {
      try pictures.first.readAgain()
      try pictures.second.readAgain()
    }
    matcher.finish()
    return matcher
  }

  private func work() {
    monitor.lock()
    while !hasFailed, compared < bandCount {
      if let task = nextTask() {
        monitor.unlock()
        perform(task)
        monitor.wakeAll()
      } else {
        monitor.wait()
      }
    }
    monitor.unlock()
  }

  private func nextTask() -> Task? {
    if !isComparing, let a = first.ready[compared], let b = second.ready[compared] {
      isComparing = true
      return .compare(compared, a, b)
    }
    if first.canInflate, !second.canInflate || first.next <= second.next {
      return .inflate(.first, first.takeBuffer())
    }
    return second.canInflate ? .inflate(.second, second.takeBuffer()) : nil
  }

  /// Called without the lock, returns with it.
  private func perform(_ task: Task) {
    switch task {
    case .inflate(let side, let buffer):
      let stream = (side == .first ? pictures.first : pictures.second).stream
      let isGood = (try? stream.inflate(into: buffer)) != nil
      monitor.lock()
      if side == .first { first.inflated(buffer) } else { second.inflated(buffer) }
      if !isGood { hasFailed = true }
    case .compare(let index, let a, let b):
      let done = try? matcher.match(index, a, b)
      monitor.lock()
      for band in done ?? [] { first.release(band) }
      second.release(index)
      compared += 1
      isComparing = false
      if done == nil { hasFailed = true }
    }
  }
}

/// A file's bands on their way: which are inflated, and which buffers are free.
private struct InflatingLine {
  private let bandBytes: Int
  private(set) var next = 0
  private(set) var isBusy = false
  /// Inflated bands that the comparison has not let go.
  private(set) var ready: [BandBuffer?]
  private var free: [BandBuffer] = []
  private var unmade: Int
  /// The newest band's buffer once the comparison is done with it: the next band still looks back
  /// into it.
  private var tail: BandBuffer?

  init(_ bands: [PNGStream.Band], buffers: Int) {
    bandBytes = bands[0].byteCount
    unmade = buffers
    ready = Array(repeating: nil, count: bands.count)
  }

  var canInflate: Bool { !isBusy && next < ready.count && (!free.isEmpty || unmade > 0) }

  mutating func takeBuffer() -> BandBuffer {
    isBusy = true
    if let buffer = free.popLast() { return buffer }
    unmade -= 1
    return BandBuffer(byteCount: bandBytes)
  }

  mutating func inflated(_ buffer: BandBuffer) {
    ready[next] = buffer
    next += 1
    isBusy = false
    if let tail { free.append(tail) }
    tail = nil
  }

  mutating func release(_ band: Int) {
    guard let buffer = ready[band] else { return }
    ready[band] = nil
    if band == next - 1 { tail = buffer } else { free.append(buffer) }
  }
}
