import ImageCodec
import TestSupport
import Testing

@testable import Raster

/// What Sketch and Core Animation drew, to the byte: the numbers are those of the cases.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct CoreGraphicsTests {
  /// Straight red, green, blue, alpha of a reference image.
  static func reference(_ path: String) throws -> (pixels: [UInt8], width: Int) {
    let image = try decode(Shared.bytes("ground-truth/\(path)")).image
    guard case .eight(let samples) = image.samples else { return ([], 0) }
    return (samples, image.width)
  }

  static func samples(_ pixmap: Pixmap) -> [UInt8] {
    guard case .eight(let samples) = pixmap.straightened().samples else { return [] }
    return samples
  }

  static func shadow(_ sigma: Double, _ y: Double, _ colour: Colour) -> Shadow {
    Shadow(offset: Point(x: 0, y: y), sigma: Sigma(devicePixels: sigma), colour: colour)
  }

  /// Sketch 48 at 3x: blur 4 and 10 pt are sigma 6 and 15 px, alpha 0.5 and 0.2.
  @Test func sketch48Shadows() throws {
    var pixmap = Pixmap(width: 1125, height: 1200)
    for (y, offset, sigma, alpha) in [(156.0, 6.0, 6.0, 0.5), (714, 12, 15, 0.2)] {
      let box = Outline.rounded(rounded(120, y, 885, 330))
      pixmap.drawShadow(Self.shadow(sigma, offset, Colour.black.withAlpha(alpha)), of: box)
      pixmap.fill(box, with: .solid(.white))
    }
    #expect(try Self.samples(pixmap) == Self.reference("sketch48-shadows-3x/reference.png").pixels)
  }

  /// Sketch 72 at 1x: sigma 4, an opaque colour, spread 0 and 10, with and without a fill.
  @Test func sketch72Spread() throws {
    var pixmap = Pixmap(width: 420, height: 420)
    pixmap.clear(.white)
    let colour = Colour(red: 56.7 / 255, green: 39.01 / 255, blue: 119.83 / 255)
    let fill = Colour(red: 246.0 / 255, green: 233.0 / 255, blue: 1)
    for (x, y, spread) in [(0.0, 0.0, 0.0), (220, 0, 0), (0, 220, 10), (220, 220, 10)] {
      let box = rounded(x + 50, y + 50, 100, 100)
      pixmap.drawShadow(
        Self.shadow(4, 4, colour), of: .rounded(box.outset(by: spread, corners: .add)))
      if x == 0 { pixmap.fill(.rounded(box), with: .solid(fill)) }
    }
    let reference = try Self.reference("sketch72-shadow-spread-1x/reference.png")
    for y in 0..<420 {
      let row = reference.pixels[y * reference.width * 4..<(y * reference.width + 420) * 4]
      #expect(pixmap.withRow(y) { Array($0) } == Array(row), "row \(y)")
    }
  }

  /// Core Animation at 2x and 3x: shadowRadius 5, opacity 1.
  @Test(arguments: [2, 3]) func coreAnimationShadow(scale: Int) throws {
    let s = Double(scale)
    var pixmap = Pixmap(width: 400 * scale, height: 400 * scale)
    let box = Outline.rounded(rounded(100 * s, 100 * s, 200 * s, 200 * s))
    pixmap.drawShadow(Self.shadow(5 * s, 0, .black), of: box)
    pixmap.fill(box, with: .solid(Colour(red: 1, green: 0, blue: 0)))
    #expect(
      try Self.samples(pixmap)
        == Self.reference("ios-shadow-r5-opacity1/reference_\(scale)x.png").pixels)
  }

  /// A rounded shadowPath and fill at 1x; our area is the exact one, theirs is that of 32-bit
  /// floats: a coverage may fall to the other side of a whole 256th, and a fill's too.
  @Test func coreAnimationRoundedShadow() throws {
    var pixmap = Pixmap(width: 100, height: 100)
    pixmap.clear(.white)
    let box = Outline.rounded(rounded(20, 20, 60, 60, radius: 10))
    pixmap.drawShadow(Self.shadow(8, 0, Colour(red: 1, green: 0, blue: 1)), of: box)
    pixmap.fill(
      box, with: .solid(Colour(red: 0, green: 1, blue: 0)), flattening: .coreGraphics)
    try Self.expect(pixmap, "ios-shadow-r8-corner10/reference.png", within: 1, onlyIn: 40)
  }

  @Test func coreAnimationCircularCorner() throws {
    var pixmap = Pixmap(width: 400, height: 400)
    pixmap.fill(
      .rounded(rounded(0, 0, 400, 400, radius: 40)),
      with: .solid(Colour(red: 1, green: 0, blue: 0)), flattening: .coreGraphics)
    try Self.expect(pixmap, "ios-corner-circular-r20/reference_2x.png", within: 1, onlyIn: 40)
  }

  /// The layer masks its own round background: coverage counts twice.
  @Test func coreAnimationContinuousCorner() throws {
    let shape = Outline.rounded(rounded(75, 75, 150, 150, radius: 30, .continuous))
    var coverage = Pixmap(width: 300, height: 300)
    coverage.fill(shape, with: .solid(.black), flattening: .coreGraphics)
    let reference = try Self.reference("ios-corner-continuous/reference.png").pixels
    for i in stride(from: 0, to: reference.count, by: 4) {
      let c = Double(coverage.bytes[i + 3]) / 255
      #expect(abs(255 * (1 - c * c) - Double(reference[i + 1])) <= 2.5)
    }
  }

  /// No channel differs by more than `limit`, and none but `count` differ at all.
  static func expect(
    _ pixmap: Pixmap, _ path: String, within limit: Int, onlyIn count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let differences = zip(samples(pixmap), try reference(path).pixels).map {
      abs(Int($0) - Int($1))
    }
    #expect(differences.max() ?? 0 <= limit, sourceLocation: sourceLocation)
    let found = differences.count { $0 > 0 }
    #expect(found <= count, sourceLocation: sourceLocation)
  }
}
