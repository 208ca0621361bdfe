internal import CKernels
internal import Raster

/// A part of both pictures with room around it, as planes, and what is computed of it.
///
/// Planes are reused from tile to tile: a tile of 256 × 256 samples takes about 12 MB.
final class JudgeTile {
  /// Pixels that a tile decides about, a side, and around them what its windows look at: 12 px of the
  /// wider window, on pixels whose ink is looked for 10 px away, then 4 px for what is visible near.
  static let side = 192
  static let margin = 32
  private static let room = (side + 2 * margin) * (side + 2 * margin)

  let pair: JudgedPair
  let channels: Int
  private(set) var core = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
  private(set) var area = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
  private(set) var differs = false
  var width: Int { area.width }
  var height: Int { area.height }
  var count: Int { area.area }

  let one: [UnsafeMutablePointer<Int16>]
  let two: [UnsafeMutablePointer<Int16>]
  let residuals: [UnsafeMutablePointer<Int16>]
  let slacks: [UnsafeMutablePointer<Int16>]
  let predicted: [UnsafeMutablePointer<Int16>]
  let spare: [UnsafeMutablePointer<Int16>]
  let scratch: UnsafeMutablePointer<Int16>
  let sums: UnsafeMutablePointer<Int32>
  let bits: [UnsafeMutablePointer<Float>]
  /// Sums over cells of 4 × 4 samples, for windows of many sums.
  let cells: UnsafeMutablePointer<Int64>
  private let all: UnsafeMutableRawPointer

  init(_ pair: JudgedPair) {
    self.pair = pair
    channels = pair.channels
    let n = Self.room
    let rows = 2 * (Self.side + 2 * Self.margin)
    let bytes = n * 2 * (6 * 4 + 22) + n * 4 * (12 + 4) + n * 3 * 8 + rows * 8
    let all = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    self.all = all
    var at = all
    func take<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
      let p = at.bindMemory(to: type, capacity: count)
      at += count * MemoryLayout<T>.stride
      return p
    }
    func planes() -> [UnsafeMutablePointer<Int16>] { (0..<4).map { _ in take(Int16.self, n) } }
    one = planes()
    two = planes()
    residuals = planes()
    slacks = planes()
    predicted = planes()
    spare = planes()
    sums = take(Int32.self, n * 12 + rows)
    cells = take(Int64.self, n * 3)
    bits = (0..<4).map { _ in take(Float.self, n) }
    scratch = take(Int16.self, n * 22 + rows)
  }

  deinit { all.deallocate() }

  /// Reads the part around `core`.
  func read(_ core: PixelRect) {
    self.core = core
    area = core.outset(by: Self.margin).intersection(pair.reference.bounds)
    differs = false
    for y in area.y0..<area.y1 {
      let start = (y - area.y0) * width
      if pair.read(y, area.x0..<area.x1, one, two, at: start) { differs = true }
    }
  }

  /// The tiles of a picture, in reading order.
  static func cores(_ bounds: PixelRect) -> [PixelRect] {
    stride(from: bounds.y0, to: bounds.y1, by: side).flatMap { y in
      stride(from: bounds.x0, to: bounds.x1, by: side).map { x in
        PixelRect(x0: x, y0: y, x1: x + side, y1: y + side).intersection(bounds)
      }
    }
  }
}
