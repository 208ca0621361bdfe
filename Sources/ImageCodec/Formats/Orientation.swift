internal import Raster

/// How a picture is to be turned before it is looked at: EXIF's and TIFF's tag 274.
enum Orientation: Int, Hashable {
  case asStored = 1
  case mirrored = 2
  case turned180 = 3
  case flipped = 4
  case transposed = 5
  case turnedClockwise = 6
  case transverse = 7
  case turnedAnticlockwise = 8

  var swapsSides: Bool { rawValue >= 5 }
  /// Whether stored columns are read from the last to the first, and rows.
  var readsColumnsBackwards: Bool { [2, 3, 7, 8].contains(rawValue) }
  var readsRowsBackwards: Bool { [3, 4, 6, 7].contains(rawValue) }

  func applied(to image: RGBAImage) -> RGBAImage {
    guard self != .asStored else { return image }
    let samples: RGBAImage.Samples =
      switch image.samples {
      case .eight(let s): .eight(turned(s, width: image.width, height: image.height))
      case .sixteen(let s): .sixteen(turned(s, width: image.width, height: image.height))
      }
    return RGBAImage(
      width: swapsSides ? image.height : image.width,
      height: swapsSides ? image.width : image.height, samples: samples)
  }

  private func turned<Sample>(_ from: [Sample], width: Int, height: Int) -> [Sample] {
    let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
    // Steps through the stored picture for one column and one row of the shown one.
    let along = readsColumnsBackwards ? -1 : 1
    let down = readsRowsBackwards ? -width : width
    let corner =
      (readsColumnsBackwards ? width - 1 : 0) + (readsRowsBackwards ? (height - 1) * width : 0)
    let (columnStep, rowStep) = swapsSides ? (down, along) : (along, down)
    return [Sample](unsafeUninitializedCapacity: from.count) { out, count in
      from.withUnsafeBufferPointer { source in
        var to = out.baseAddress!
        for y in 0..<newHeight {
          var at = corner + y * rowStep
          for _ in 0..<newWidth {
            to.update(from: source.baseAddress! + at * 4, count: 4)
            to += 4
            at += columnStep
          }
        }
      }
      count = from.count
    }
  }
}

extension Orientation {
  /// Reads tag 274 of the first directory of EXIF data (a TIFF header and what follows). Anything
  /// malformed is as stored.
  init(exif bytes: UnsafeRawBufferPointer) {
    self = Self.find(bytes) ?? .asStored
  }

  private static func find(_ bytes: UnsafeRawBufferPointer) -> Orientation? {
    guard bytes.count >= 8 else { return nil }
    let isBig = bytes[0] == 0x4D
    guard bytes[0] == bytes[1], isBig || bytes[0] == 0x49 else { return nil }
    func word16(_ at: Int) -> Int {
      let v = bytes.bigEndian16(at: at)
      return Int(isBig ? v : v.byteSwapped)
    }
    func word32(_ at: Int) -> Int {
      let v = bytes.bigEndian32(at: at)
      return Int(isBig ? v : v.byteSwapped)
    }
    let directory = word32(4)
    guard word16(2) == 42, directory + 2 <= bytes.count else { return nil }
    for i in 0..<word16(directory) {
      let entry = directory + 2 + 12 * i
      guard entry + 12 <= bytes.count else { return nil }
      // Type 3 is a 16-bit number.
      if word16(entry) == 274, word16(entry + 2) == 3 {
        return Orientation(rawValue: word16(entry + 8))
      }
    }
    return nil
  }
}
