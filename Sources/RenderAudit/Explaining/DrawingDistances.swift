internal import ImageDiff
internal import Raster

/// How far drawings are from one of them, in pixels: each distinct drawing is painted once, and
/// steps that several begin with are painted once for all of them.
struct DrawingDistances {
  private let drawing: Drawing
  private let reference: Pixmap
  private let origin: (x: Int, y: Int)
  private let glyphs: GlyphMasks

  /// - Parameter bounds: Device px of the canvas that count.
  init(from reference: Drawing, over bounds: PixelRect, glyphs: GlyphMasks) {
    origin = (bounds.x0, bounds.y0)
    self.glyphs = glyphs
    drawing = reference
    var pixmap = Pixmap(width: bounds.width, height: bounds.height)
    reference.paint(onto: &pixmap, origin: origin, glyphs: glyphs)
    self.reference = pixmap
  }

  /// The sum of |Δ| over pixels and channels for each drawing.
  func measure(_ drawings: [Drawing]) -> [Drawing: Int] {
    var result = [drawing: 0]
    let empty = Pixmap(width: reference.width, height: reference.height)
    var groups: [Group: [Drawing]] = [:]
    for drawing in Set(drawings) where drawing != self.drawing {
      groups[Group(drawing), default: []].append(drawing)
    }
    for (group, drawings) in groups {
      visit(drawings, on: empty, opacity: group.stepOpacity) { drawing, picture in
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

  /// Drawings that have their first steps in common, which are painted.
  private struct Branch {
    var drawings: [Drawing]
    var depth: Int
    var picture: Pixmap
  }

  /// Calls `body` with each drawing's steps painted, beginning on `empty`.
  ///
  /// A list of what is to be done stands for the stack: an element may have thousands of steps. It
  /// holds a picture for each branch at most, however many steps there are.
  private func visit(
    _ drawings: [Drawing], on empty: Pixmap, opacity: Double, _ body: (Drawing, Pixmap) -> Void
  ) {
    var waiting = [Branch(drawings: drawings, depth: 0, picture: empty)]
    while var branch = waiting.popLast() {
      var after: [(step: Drawing.Step, drawings: [Drawing])] = []
      var places: [Drawing.Step: Int] = [:]
      for drawing in branch.drawings {
        guard drawing.steps.count > branch.depth else {
          body(drawing, branch.picture)
          continue
        }
        let step = drawing.steps[branch.depth]
        if let place = places[step] {
          after[place].drawings.append(drawing)
        } else {
          places[step] = after.count
          after.append((step, [drawing]))
        }
      }
      for (index, next) in after.enumerated() {
        var picture = branch.picture
        // The last one may have the picture itself: where nothing branches, none is copied.
        if index == after.count - 1 { branch.picture = Pixmap(width: 0, height: 0) }
        Drawing(steps: [next.step], opacity: opacity, isFlattened: false)
          .paint(onto: &picture, origin: origin, glyphs: glyphs)
        waiting.append(
          Branch(drawings: next.drawings, depth: branch.depth + 1, picture: picture))
      }
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
