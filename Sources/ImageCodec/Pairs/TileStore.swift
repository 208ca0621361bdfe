internal import CCodecs
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Squares of 64×64 px of both pictures, as red, green, blue, alpha, where they are wanted: where a
/// pixel differs, around that, and between two such places of one row of tiles.
final class TileStore {
  static let side = RA_TILE

  let width: Int
  let height: Int
  /// 1 or 2.
  let bytesPerSample: Int
  let columns: Int
  let rows: Int
  /// Whether a tile holds a differing pixel, row by row.
  var isDirty: [UInt8]
  private var bands: [Band?]

  /// The kept tiles of one row of tiles, in memory of their own.
  private struct Band {
    var memory: PageMemory
    var runs: [Run]
  }

  /// Neighbouring kept tiles, as rows of pixels.
  private struct Run {
    var columns: Range<Int>
    /// In pixels.
    var x: Int
    var width: Int
    /// Place of the first and the second picture's pixels; one place where they are equal.
    var first: Int
    var second: Int
  }

  private var bytesPerPixel: Int { 4 * bytesPerSample }

  init(width: Int, height: Int, bytesPerSample: Int) {
    self.width = width
    self.height = height
    self.bytesPerSample = bytesPerSample
    columns = (width + Self.side - 1) / Self.side
    rows = (height + Self.side - 1) / Self.side
    isDirty = [UInt8](repeating: 0, count: columns * rows)
    bands = Array(repeating: nil, count: rows)
  }

  /// Whether any tile of a row is dirty.
  func rowIsDirty(_ row: Int) -> Bool {
    row >= 0 && row < rows && isDirty[(row * columns)..<((row + 1) * columns)].contains(1)
  }

  /// Columns of `row` with a dirty tile among the nine around.
  private func wanted(in row: Int) -> [Int] {
    let above = max(0, row - 1)
    let below = min(rows - 1, row + 1)
    return (0..<columns).filter { column in
      (above...below).contains { y in
        (max(0, column - 1)...min(columns - 1, column + 1)).contains {
          isDirty[y * columns + $0] != 0
        }
      }
    }
  }

  /// Keeps what is wanted of a row of tiles. `copy` writes `width` pixels from column x of row y
  /// of the picture's tile row; the second side's only where `secondDiffers`.
  func keep(
    row: Int, secondDiffers: Bool,
    copy: (PairSide, _ x: Int, _ y: Int, _ width: Int, UnsafeMutableRawPointer) -> Void
  ) {
    let rows = min(Self.side, height - row * Self.side)
    var byteCount = 0
    let runs = runs(wanted(in: row)).map { columns in
      let x = columns.lowerBound * Self.side
      var run = Run(
        columns: columns, x: x, width: min(width, columns.upperBound * Self.side) - x,
        first: byteCount, second: byteCount)
      let size = run.width * rows * bytesPerPixel
      if secondDiffers { run.second += size }
      byteCount = run.second + size
      return run
    }
    guard !runs.isEmpty else { return }
    let memory = PageMemory(byteCount: byteCount)
    for y in 0..<rows {
      for run in runs {
        let offset = y * run.width * bytesPerPixel
        copy(.first, run.x, y, run.width, memory.base + run.first + offset)
        if secondDiffers { copy(.second, run.x, y, run.width, memory.base + run.second + offset) }
      }
    }
    bands[row] = Band(memory: memory, runs: runs)
  }

  /// Neighbouring columns as ranges, and what lies between two ranges with them, unless the
  /// picture is so large (over 2²⁴ pixels, 64 MiB) that all of it may be too much to keep.
  private func runs(_ columns: [Int]) -> [Range<Int>] {
    let bridged = width * height <= 1 << 24 ? self.columns : 4
    var runs: [Range<Int>] = []
    for column in columns {
      if let last = runs.last, column - last.upperBound <= bridged {
        runs[runs.count - 1] = last.lowerBound..<(column + 1)
      } else {
        runs.append(column..<(column + 1))
      }
    }
    return runs
  }

  /// The tiles of two pictures that are there whole, straight alpha.
  convenience init<Sample: FixedWidthInteger>(
    _ width: Int, _ height: Int, _ a: [Sample], _ b: [Sample], _ kind: ra_pixel_kind
  ) {
    self.init(width: width, height: height, bytesPerSample: MemoryLayout<Sample>.size)
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        let rowBytes = width * bytesPerPixel
        for y in 0..<height {
          isDirty.withUnsafeMutableBufferPointer { dirty in
            _ = ra_compare_row(
              a.baseAddress! + y * rowBytes, b.baseAddress! + y * rowBytes, width, kind,
              dirty.baseAddress! + y / Self.side * columns)
          }
        }
        for row in 0..<rows {
          keep(row: row, secondDiffers: rowIsDirty(row)) { side, x, y, width, out in
            let from = (row * Self.side + y) * rowBytes + x * bytesPerPixel
            let source = side == .first ? a : b
            out.copyMemory(from: source.baseAddress! + from, byteCount: width * bytesPerPixel)
          }
        }
      }
    }
  }

  // MARK: Crops

  /// Rectangles in pixels around the kept tiles that touch each other, none in another's way, from
  /// the top.
  func clusters() -> [PixelRect] {
    var found: [PixelRect] = []
    for row in 0..<rows {
      for run in bands[row]?.runs ?? [] {
        merge(
          PixelRect(x0: run.columns.lowerBound, y0: row, x1: run.columns.upperBound, y1: row + 1),
          into: &found)
      }
    }
    let side = Self.side
    return found.map {
      PixelRect(
        x0: $0.x0 * side, y0: $0.y0 * side, x1: min(width, $0.x1 * side),
        y1: min(height, $0.y1 * side))
    }.sorted { ($0.y0, $0.x0) < ($1.y0, $1.x0) }
  }

  /// Adds a rectangle of tiles, in one with all that it touches, corners included.
  private func merge(_ rectangle: PixelRect, into found: inout [PixelRect]) {
    var grown = rectangle
    while let i = found.firstIndex(where: { !$0.outset(by: 1).intersection(grown).isEmpty }) {
      grown = grown.union(found.remove(at: i))
    }
    found.append(grown)
  }

  /// Whether every pixel of a rectangle of `clusters` was kept.
  func isComplete(_ rectangle: PixelRect) -> Bool {
    tileRows(rectangle).allSatisfy { row in
      (bands[row]?.runs ?? []).contains {
        $0.x <= rectangle.x0 && $0.x + $0.width >= rectangle.x1
      }
    }
  }

  private func tileRows(_ rectangle: PixelRect) -> Range<Int> {
    (rectangle.y0 / Self.side)..<((rectangle.y1 + Self.side - 1) / Self.side)
  }

  func images(in rectangle: PixelRect, releasing: Bool) -> (RGBAImage, RGBAImage) {
    if bytesPerSample == 1 {
      let (a, b): ([UInt8], [UInt8]) = samples(in: rectangle, releasing: releasing)
      return (
        RGBAImage(width: rectangle.width, height: rectangle.height, samples: .eight(a)),
        RGBAImage(width: rectangle.width, height: rectangle.height, samples: .eight(b))
      )
    }
    let (a, b): ([UInt16], [UInt16]) = samples(in: rectangle, releasing: releasing)
    return (
      RGBAImage(width: rectangle.width, height: rectangle.height, samples: .sixteen(a)),
      RGBAImage(width: rectangle.width, height: rectangle.height, samples: .sixteen(b))
    )
  }

  private func samples<Sample: FixedWidthInteger>(
    in rectangle: PixelRect, releasing: Bool
  ) -> ([Sample], [Sample]) {
    let count = rectangle.area * 4
    var second: [Sample] = []
    let first = [Sample](unsafeUninitializedCapacity: count) { a, written in
      preferHugePages(UnsafeMutableRawBufferPointer(a))
      second = [Sample](unsafeUninitializedCapacity: count) { b, alsoWritten in
        preferHugePages(UnsafeMutableRawBufferPointer(b))
        for row in tileRows(rectangle) {
          fill(a.baseAddress!, b.baseAddress!, row: row, of: rectangle)
          // Crops do not overlap, but two may share a row of tiles.
          if releasing, rectangle.width == width { bands[row] = nil }
        }
        alsoWritten = count
      }
      written = count
    }
    return (first, second)
  }

  /// Writes the part of a row of tiles that lies in the rectangle into both sides. What was not
  /// kept is equal on both; it becomes what stands beside it, on both from the first.
  private func fill<Sample: FixedWidthInteger>(
    _ a: UnsafeMutablePointer<Sample>, _ b: UnsafeMutablePointer<Sample>, row: Int,
    of rectangle: PixelRect
  ) {
    let band = bands[row]
    let runs = (band?.runs ?? []).filter { $0.x >= rectangle.x0 && $0.x < rectangle.x1 }
    let top = row * Self.side
    for y in 0..<min(Self.side, rectangle.y1 - top) {
      let start = (top + y - rectangle.y0) * rectangle.width * 4
      guard let band, let first = runs.first else {
        repeatRowAbove(a, b, start, rectangle.width * 4)
        continue
      }
      func copy(_ run: Run) {
        let at = start + (run.x - rectangle.x0) * 4
        for (out, place) in [(a, run.first), (b, run.second)] {
          let from = band.memory.base + place + y * run.width * bytesPerPixel
          (out + at).update(from: from.assumingMemoryBound(to: Sample.self), count: run.width * 4)
        }
      }
      copy(first)
      extend(a, b, start, from: first.x - rectangle.x0, over: 0..<(first.x - rectangle.x0))
      var x = first.x + first.width
      for run in runs.dropFirst() {
        copy(run)
        extend(
          a, b, start, from: x - 1 - rectangle.x0,
          over: (x - rectangle.x0)..<(run.x - rectangle.x0))
        x = run.x + run.width
      }
      extend(
        a, b, start, from: x - 1 - rectangle.x0, over: (x - rectangle.x0)..<rectangle.width)
    }
  }

  /// Writes the first side's pixel at column `from` over other columns of a row, on both sides.
  private func extend<Sample>(
    _ a: UnsafeMutablePointer<Sample>, _ b: UnsafeMutablePointer<Sample>, _ start: Int,
    from: Int, over columns: Range<Int>
  ) {
    for x in columns {
      for c in 0..<4 {
        a[start + x * 4 + c] = a[start + from * 4 + c]
        b[start + x * 4 + c] = a[start + from * 4 + c]
      }
    }
  }

  private func repeatRowAbove<Sample>(
    _ a: UnsafeMutablePointer<Sample>, _ b: UnsafeMutablePointer<Sample>, _ start: Int, _ count: Int
  ) {
    // A rectangle begins with a row of tiles of which some were kept.
    (a + start).update(from: a + start - count, count: count)
    (b + start).update(from: a + start - count, count: count)
  }
}

/// Asks for large pages where there is much to write: fresh small ones cost as much as the writing.
func preferHugePages(_ memory: UnsafeMutableRawBufferPointer) {
  #if canImport(Glibc)
    let page = 4096
    guard memory.count >= 4 << 20, let base = memory.baseAddress else { return }
    let start = (UInt(bitPattern: base) + UInt(page - 1)) & ~UInt(page - 1)
    let skipped = Int(start - UInt(bitPattern: base))
    madvise(
      UnsafeMutableRawPointer(bitPattern: start), memory.count - skipped, Int32(MADV_HUGEPAGE))
  #endif
}

/// Memory that goes back to the system as soon as it is let go.
final class PageMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  private let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    #if canImport(Glibc)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #else
      let flags = MAP_PRIVATE | MAP_ANON
    #endif
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard memory != MAP_FAILED, let memory else { fatalError("out of memory") }
    base = memory
    preferHugePages(UnsafeMutableRawBufferPointer(start: memory, count: byteCount))
  }

  deinit { munmap(base, byteCount) }
}
