import Raster

/// Pictures drawn from integers only, by the same rules as in `scripts/peers/record-scores.py`.
enum PeerScene: String, CaseIterable, Sendable {
  case noise, cards, strokes, soften, recolour, extremes, spot

  func draw(width: Int, height: Int, seed: UInt32) -> (a: RGBAImage, b: RGBAImage) {
    var random = SceneRandom(seed: seed)
    var a = SceneCanvas(width: width, height: height)
    var b = a
    switch self {
    case .noise: noise(&a, &b, &random)
    case .cards: cards(&a, &b, &random)
    case .strokes: strokes(&a, &b, &random)
    case .soften: soften(&a, &b, &random)
    case .recolour: recolour(&a, &b)
    case .extremes: extremes(&a, &b)
    case .spot: b.rectangle(width - 2, 1, 1, 1, (0, 0, 0))
    }
    return (a.image, b.image)
  }

  private func noise(_ a: inout SceneCanvas, _ b: inout SceneCanvas, _ random: inout SceneRandom) {
    for y in 0..<a.height {
      for x in 0..<a.width {
        let c = (random.below(256), random.below(256), random.below(256))
        a.rectangle(x, y, 1, 1, c)
        func near(_ v: Int) -> Int { min(max(v + random.below(17) - 8, 0), 255) }
        b.rectangle(x, y, 1, 1, (near(c.0), near(c.1), near(c.2)))
      }
    }
  }

  private func cards(_ a: inout SceneCanvas, _ b: inout SceneCanvas, _ random: inout SceneRandom) {
    let (w, h) = (a.width, a.height)
    for y in 0..<h {
      let c = 40 + 150 * y / h
      a.rectangle(0, y, w, 1, (c, c + 20, 255 - c))
      b.rectangle(0, y, w, 1, (c, c + 20, 255 - c))
    }
    for k in 0..<12 {
      let (x, y) = (random.below(w), random.below(h))
      let (rw, rh) = (4 + random.below(w / 2), 4 + random.below(h / 3))
      let c = (random.below(256), random.below(256), random.below(256))
      a.rectangle(x, y, rw, rh, c)
      b.rectangle(x + (k == 8 ? 1 : 0), y, rw, rh, k == 5 ? (c.0 ^ 64, c.1 ^ 64, c.2 ^ 64) : c)
    }
  }

  private func strokes(
    _ a: inout SceneCanvas, _ b: inout SceneCanvas, _ random: inout SceneRandom
  ) {
    for _ in 0..<(a.width * a.height / 60) {
      let (x, y, length) = (random.below(a.width), random.below(a.height), 3 + random.below(10))
      let (rw, rh) = random.below(2) == 0 ? (length, 1) : (1, length)
      let shade = random.below(120)
      a.rectangle(x, y, rw, rh, (shade, shade, shade + 20))
      b.rectangle(x + 1, y, rw, rh, (shade, shade, shade + 20))
    }
  }

  private func soften(_ a: inout SceneCanvas, _ b: inout SceneCanvas, _ random: inout SceneRandom) {
    let (w, h) = (a.width, a.height)
    for y in stride(from: 0, to: h, by: 8) {
      for x in stride(from: 0, to: w, by: 8) {
        a.rectangle(x, y, 8, 8, (random.below(256), random.below(256), random.below(256)))
      }
    }
    for y in 0..<h {
      for x in 0..<w {
        var sum = (0, 0, 0)
        for j in -1...1 {
          for i in -1...1 {
            let c = a.colour(min(max(x + i, 0), w - 1), min(max(y + j, 0), h - 1))
            sum = (sum.0 + c.0, sum.1 + c.1, sum.2 + c.2)
          }
        }
        b.rectangle(x, y, 1, 1, (sum.0 / 9, sum.1 / 9, sum.2 / 9))
      }
    }
  }

  private func recolour(_ a: inout SceneCanvas, _ b: inout SceneCanvas) {
    let (w, h) = (a.width, a.height)
    a.rectangle(0, 0, w, h, (246, 247, 250))
    b.rectangle(0, 0, w, h, (246, 247, 250))
    a.rectangle(w / 4, h / 4, w / 2, h / 2, (40, 120, 240))
    b.rectangle(w / 4, h / 4, w / 2, h / 2, (46, 126, 236))
  }

  private func extremes(_ a: inout SceneCanvas, _ b: inout SceneCanvas) {
    let (w, h) = (a.width, a.height)
    a.rectangle(0, 0, w, h, (0, 255, 0))
    b.rectangle(0, 0, w, h, (0, 0, 255))
    b.rectangle(0, 0, w / 2, h, (0, 255, 0))
    a.rectangle(0, 0, w, h / 4, (0, 0, 0))
  }
}

/// The linear congruential generator of Numerical Recipes; the low 8 bits are not used.
struct SceneRandom {
  private var state: UInt32

  init(seed: UInt32) { state = seed }

  mutating func below(_ n: Int) -> Int {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int(state >> 8) % n
  }
}

/// An opaque picture, white at first.
struct SceneCanvas {
  let width: Int
  let height: Int
  private var bytes: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 255, count: width * height * 4)
  }

  mutating func rectangle(_ x: Int, _ y: Int, _ w: Int, _ h: Int, _ c: (Int, Int, Int)) {
    for row in max(y, 0)..<max(y, 0, min(y + h, height)) {
      for column in max(x, 0)..<max(x, 0, min(x + w, width)) {
        let i = (row * width + column) * 4
        (bytes[i], bytes[i + 1], bytes[i + 2]) = (UInt8(c.0), UInt8(c.1), UInt8(c.2))
      }
    }
  }

  func colour(_ x: Int, _ y: Int) -> (Int, Int, Int) {
    let i = (y * width + x) * 4
    return (Int(bytes[i]), Int(bytes[i + 1]), Int(bytes[i + 2]))
  }

  var image: RGBAImage { RGBAImage(width: width, height: height, samples: .eight(bytes)) }
}

extension RGBAImage {
  /// The 8-bit samples.
  ///
  /// - Precondition: The picture has 8 bits a channel.
  var eightBits: [UInt8] {
    guard case .eight(let s) = samples else { preconditionFailure("8 bits a channel") }
    return s
  }

  /// One colour, straight RGBA.
  static func flat(_ c: [UInt8], width: Int = 1, height: Int = 1) -> RGBAImage {
    let samples = (0..<(width * height)).flatMap { _ in c }
    return RGBAImage(width: width, height: height, samples: .eight(samples))
  }
}
