internal import Raster

/// An opaque picture that views draw on.
struct ViewCanvas {
  let width: Int
  let height: Int
  private var bytes: [UInt8]

  init(width: Int, height: Int, grey: UInt8 = 0) {
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: grey, count: width * height * 4)
    for i in stride(from: 3, to: bytes.count, by: 4) { bytes[i] = 255 }
  }

  /// Draws a picture over white, its corner at (`x`, `y`); it lies inside.
  mutating func draw(_ picture: Picture, x: Int, y: Int) {
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let v = picture.drawn(column, row)
        self[x + column, y + row] = SRGBA8(drawn: v + (255 - v.w))
      }
    }
  }

  subscript(_ x: Int, _ y: Int) -> SRGBA8 {
    get {
      let i = (y * width + x) * 4
      return SRGBA8(r: bytes[i], g: bytes[i + 1], b: bytes[i + 2], a: bytes[i + 3])
    }
    set {
      let i = (y * width + x) * 4
      bytes[i] = newValue.r
      bytes[i + 1] = newValue.g
      bytes[i + 2] = newValue.b
    }
  }

  var image: RGBAImage { RGBAImage(width: width, height: height, samples: .eight(bytes)) }

  private mutating func fill(_ r: PixelRect, _ colour: SRGBA8) {
    let cut = r.intersection(PixelRect(x0: 0, y0: 0, x1: width, y1: height))
    guard !cut.isEmpty else { return }
    for y in cut.y0..<cut.y1 {
      for x in cut.x0..<cut.x1 { self[x, y] = colour }
    }
  }

  /// A frame 2 px wide, inside `r`.
  mutating func frame(_ r: PixelRect, _ colour: SRGBA8) {
    fill(PixelRect(x0: r.x0, y0: r.y0, x1: r.x1, y1: r.y0 + 2), colour)
    fill(PixelRect(x0: r.x0, y0: r.y1 - 2, x1: r.x1, y1: r.y1), colour)
    fill(PixelRect(x0: r.x0, y0: r.y0, x1: r.x0 + 2, y1: r.y1), colour)
    fill(PixelRect(x0: r.x1 - 2, y0: r.y0, x1: r.x1, y1: r.y1), colour)
  }

  /// Digits of 3 × 5 dots, a row a number with the left dot as 4.
  private static let digits: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  /// Writes a number with dots of 2 px, on black; its upper left corner is moved into the picture.
  mutating func number(_ value: Int, x: Int, y: Int, _ colour: SRGBA8) {
    let text = "\(value)".compactMap(\.wholeNumberValue)
    let left = max(0, min(x, width - text.count * 8))
    let top = max(0, min(y, height - 12))
    fill(
      PixelRect(x0: left, y0: top, x1: left + text.count * 8, y1: top + 12),
      SRGBA8(r: 0, g: 0, b: 0, a: 255))
    for (k, digit) in text.enumerated() {
      for (row, bits) in Self.digits[digit].enumerated() {
        for column in 0..<3 where bits & (4 >> column) != 0 {
          let (dx, dy) = (left + k * 8 + 1 + column * 2, top + 1 + row * 2)
          fill(PixelRect(x0: dx, y0: dy, x1: dx + 2, y1: dy + 2), colour)
        }
      }
    }
  }
}

extension SRGBA8 {
  static let black = SRGBA8(r: 0, g: 0, b: 0, a: 255)

  /// The channels as they are, 0…255, rounded.
  init(drawn v: SIMD4<Float>) {
    func byte(_ x: Float) -> UInt8 { UInt8(max(0, min(255, x)) + 0.5) }
    self.init(r: byte(v.x), g: byte(v.y), b: byte(v.z), a: byte(v.w))
  }
}

extension Picture {
  /// What is drawn at a pixel, premultiplied, rounded to 8 bits.
  func premultiplied8(_ x: Int, _ y: Int) -> SRGBA8 { SRGBA8(drawn: drawn(x, y)) }
}
