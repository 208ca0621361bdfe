internal import ImageDiff
internal import Raster

/// How far drawings are from one of them, in pixels: each distinct drawing is painted once, and
/// steps that several begin with are painted once for all of them.
struct DrawingDistances {
  private let reference: Pixmap
  private let origin: (x: Int, y: Int)
  private let glyphs: GlyphMasks

  /// - Parameter bounds: Device px of the canvas that count.
  init(from reference: Drawing, over bounds: PixelRect, glyphs: GlyphMasks) {
    origin = (bounds.x0, bounds.y0)
    self.glyphs = glyphs
    var pixmap = Pixmap(width: bounds.width, height: bounds.height)
    reference.paint(onto: &pixmap, origin: origin, glyphs: glyphs)
    self.reference = pixmap
  }

  /// The sum of |Δ| over pixels and channels for each drawing.
  func measure(_ drawings: [Drawing]) -> [Drawing: Int] {
    var result: [Drawing: Int] = [:]
    let empty = Pixmap(width: reference.width, height: reference.height)
    var groups: [Group: [Drawing]] = [:]
    for drawing in Set(drawings) {
      groups[Group(drawing), default: []].append(drawing)
    }
    for (group, drawings) in groups {
      visit(drawings, below: 0, on: empty, opacity: group.stepOpacity) { drawing, picture in
        var whole = picture
        if drawing.isFlattened {
          whole = empty
          whole.composite(picture, opacity: drawing.opacity)
        }
        result[drawing] = totalDifference(whole, reference)
      }
    }
    return result
  }

  /// Drawings whose equal steps give equal pixels.
  private struct Group: Hashable {
    var stepOpacity: Double
    var isFlattened: Bool

    init(_ drawing: Drawing) {
      isFlattened = drawing.isFlattened
      stepOpacity = isFlattened ? 1 : drawing.opacity
    }
  }

  /// Calls `body` with each drawing's steps painted, given that those before `depth`, which all
  /// have in common, are painted on `pixmap`.
  private func visit(
    _ drawings: [Drawing], below depth: Int, on pixmap: Pixmap, opacity: Double,
    _ body: (Drawing, Pixmap) -> Void
  ) {
    var branches: [Drawing.Step: [Drawing]] = [:]
    for drawing in drawings {
      if drawing.steps.count == depth {
        body(drawing, pixmap)
      } else {
        branches[drawing.steps[depth], default: []].append(drawing)
      }
    }
    for (step, drawings) in branches {
      var next = pixmap
      Drawing(steps: [step], opacity: opacity, isFlattened: false)
        .paint(onto: &next, origin: origin, glyphs: glyphs)
      visit(drawings, below: depth + 1, on: next, opacity: opacity, body)
    }
  }
}

extension Pixmap {
  /// The sum of Δ² over all bytes: premultiplied channels, alpha included, in steps of 1/255.
  func squaredDifference(from other: Pixmap) -> Int {
    precondition(width == other.width && height == other.height, "pixmaps of one size")
    var total = 0
    for y in 0..<height where width > 0 {
      withRow(y) { one in
        other.withRow(y) { two in
          let (a, b) = (one.baseAddress!, two.baseAddress!)
          // In pieces whose sums fit 32 bits: 2^15 · 255² < 2^31.
          var i = 0
          while i < one.count {
            let end = min(i + 32768, one.count)
            var sum: Int32 = 0
            while i < end {
              let d = Int32(a[i]) &- Int32(b[i])
              sum &+= d &* d
              i += 1
            }
            total += Int(sum)
          }
        }
      }
    }
    return total
  }
}
