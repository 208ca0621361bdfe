import TestSupport
import Testing

@testable import Raster

@Suite struct CompositingTests {
  static let canvas = Outline.rounded(rounded(0, 0, 16, 9))

  /// A canvas of many colours, partly transparent.
  static func noise(seed: UInt64) -> Pixmap {
    var random = SplitMix(seed)
    var pixmap = Pixmap(width: 16, height: 9)
    for y in 0..<9 {
      for x in 0..<16 {
        let pixel = Outline.rounded(rounded(Double(x), Double(y), 1, 1))
        pixmap.fill(pixel, with: .solid(random.colour()))
      }
    }
    return pixmap
  }

  @Test func sourceOverWithOpaqueIsTheSource() {
    var random = SplitMix(4)
    for _ in 0..<20 {
      let colour = random.colour(alpha: 1...1)
      var over = Self.noise(seed: 5)
      over.fill(Self.canvas, with: .solid(colour))
      var cleared = Pixmap(width: 16, height: 9)
      cleared.clear(colour)
      #expect(over == cleared)
    }
  }

  @Test func transparentChangesNothing() {
    let before = Self.noise(seed: 6)
    var after = before
    after.fill(Self.canvas, with: .solid(Colour.white.withAlpha(0)))
    after.fill(Self.canvas, with: .solid(.white), opacity: 0)
    after.composite(Pixmap(width: 16, height: 9))
    #expect(after == before)
  }

  @Test func channelsStayPremultiplied() {
    for seed in 10..<30 {
      let pixmap = Self.noise(seed: UInt64(seed))
      for i in stride(from: 0, to: pixmap.bytes.count, by: 4) {
        #expect(pixmap.bytes[i..<i + 3].allSatisfy { $0 <= pixmap.bytes[i + 3] })
      }
    }
  }

  @Test func halfOfBlackOnWhite() {
    var pixmap = Pixmap(width: 16, height: 9)
    pixmap.clear(.white)
    pixmap.fill(Self.canvas, with: .solid(.black), opacity: 0.5)
    // 127.5, halves up.
    #expect(pixmap.pixel(x: 3, y: 3) == SRGBA8(r: 128, g: 128, b: 128, a: 255))
  }

  @Test func wholePixelMovesMoveThePicture() {
    var random = SplitMix(7)
    for _ in 0..<20 {
      let rect = random.rect(about: 20)
      let shape = RoundedRectangle(rect: rect, radii: random.radii(upTo: 5)).fitted(.scale)
      let gradient = GradientRamp(stops: [
        GradientStop(position: 0, colour: random.colour()),
        GradientStop(position: 1, colour: random.colour()),
      ])
      func draw(_ dx: Double, _ dy: Double) -> Pixmap {
        var pixmap = Pixmap(width: 64, height: 64)
        let moved = Outline.rounded(shape).offset(x: dx, y: dy)
        let shadow = Shadow(
          offset: Point(x: 1.5, y: 2.25), sigma: Sigma(devicePixels: 2), colour: .black)
        pixmap.drawShadow(shadow, of: moved, knockingOut: moved)
        let field = GradientField.perpendicular(
          from: Point(x: rect.x + dx, y: rect.y + dy),
          to: Point(x: rect.x + dx + 17.5, y: rect.y + dy + 9.25))
        pixmap.fill(moved, with: .linearGradient(LinearGradient(field: field, ramp: gradient)))
        return pixmap
      }
      let still = draw(12, 12).cropped(to: PixelRect(x0: 0, y0: 0, x1: 50, y1: 50))
      let moved = draw(19, 17).cropped(to: PixelRect(x0: 7, y0: 5, x1: 57, y1: 55))
      #expect(still == moved)
    }
  }

  @Test func aLayerOfOneShapeEqualsTheShape() {
    let shape = Outline.rounded(rounded(2.5, 1.25, 9, 6, radius: 2))
    var layer = Pixmap(width: 16, height: 9)
    layer.fill(shape, with: .solid(.white))
    var composited = Self.noise(seed: 8)
    composited.composite(layer)
    var direct = Self.noise(seed: 8)
    direct.fill(shape, with: .solid(.white))
    #expect(composited == direct)
  }
}
