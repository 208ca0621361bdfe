internal import Raster
internal import Testing

@testable internal import ImageDiff

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The same outlines drawn bolder, moved by a part of a pixel, replaced, or turned.
@Suite struct RedrawnCasesTests {
  static let white = SIMD3<Double>(repeating: 255)
  static let ink = SIMD3<Double>(24, 28, 40)

  private func diff(_ a: Canvas, _ b: Canvas) -> DiffReport {
    DiffAnalysis.analyse(reference: a.image, candidate: b.image)
  }

  // MARK: Smoothing strength

  private var text: Canvas {
    var canvas = Canvas(240, 180, Self.white)
    canvas.lines(20.3, 0.2, Self.ink)
    return canvas
  }

  private var shapes: Canvas {
    var canvas = Canvas(240, 280, Self.white)
    canvas.roundedRectangle(20.5, 180.5, 90, 60, radius: 10, Self.ink)
    canvas.stroke(140, 180, 210, 250, radius: 4, Self.ink)
    canvas.stroke(140, 255, 214, 230, radius: 2, Self.ink)
    canvas.lines(20.3, 0.2, Self.ink)
    return canvas
  }

  /// Coverage c becomes c^gamma, as one system smooths bolder than the other.
  private func smoothed(_ canvas: Canvas, _ gamma: Double) -> Canvas {
    var result = canvas
    for (i, p) in canvas.pixels.enumerated() {
      let coverage = (Self.white.x - p.x) / (Self.white.x - Self.ink.x)
      result.pixels[i] = Self.white + (Self.ink - Self.white) * pow(coverage, gamma)
    }
    return result
  }

  @Test(arguments: [
    (0.7, true), (0.8, true), (1.25, true), (1.4, true), (1.25, false), (1.4, false),
  ])
  func `another strength of smoothing is antialiasing, and tells how strong`(
    gamma: Double, isText: Bool
  ) {
    let a = isText ? text : shapes
    let b = smoothed(a, gamma)
    let report = diff(a, b)
    #expect(report.counts.differingPixels > 200)
    #expect(!report.verdict.fails)
    for region in report.regions where region.pixels >= 50 {
      guard case .antialiasing(let found) = region.explanation else {
        Issue.record("\(region)")
        continue
      }
      #expect(abs(found.dx) <= 0.1 && abs(found.dy) <= 0.1)
      guard isText else { continue }
      // Ink over ink within the region. Half a step of rounding in some hundred edge pixels out of
      // some thousand steps of ink: below one in a hundred, and letters that touch the bounds.
      let wanted = ink(b, region.bounds) / ink(a, region.bounds)
      #expect(abs(found.strength - wanted) <= 0.02, "\(found.strength) for \(wanted)")
      #expect((found.strength > 1) == (gamma < 1))
    }
  }

  private func ink(_ canvas: Canvas, _ bounds: PixelRect) -> Double {
    var sum = 0.0
    for y in bounds.y0..<bounds.y1 {
      for x in bounds.x0..<bounds.x1 { sum += Self.white.x - canvas[x, y].x }
    }
    return sum
  }

  // MARK: A move that is no smoothing

  /// The same text from the exact area of each pixel: drawn five times as large, moved by whole pixels
  /// there, and averaged.
  private func exactText(_ dx: Int, _ dy: Int, of large: Canvas) -> Canvas {
    var canvas = Canvas(large.width / 5, large.height / 5, Self.white)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        var sum = SIMD3<Double>.zero
        for v in 0..<5 { for u in 0..<5 { sum += large[5 * x + u - dx, 5 * y + v - dy] } }
        canvas[x, y] = sum / 25
      }
    }
    return canvas
  }

  @Test(arguments: [(4, 0), (-4, 0), (0, 4), (4, -2), (6, 1)])
  func `text moved by more than half a pixel is a move, to a tenth of a pixel`(
    fifthsX: Int, fifthsY: Int
  ) {
    for seed in 1...6 as ClosedRange<UInt64> {
      var large = Canvas(1200, 400, Self.white)
      large.text(101, 150, letters: 16, size: 80, Self.ink, seed: seed)
      let report = diff(exactText(0, 0, of: large), exactText(fifthsX, fifthsY, of: large))
      #expect(report.verdict.fails)
      #expect(report.regions.contains { $0.pixels >= 50 })
      for region in report.regions where region.pixels >= 50 {
        guard case .shift(let s) = region.explanation else {
          Issue.record("seed \(seed): \(region)")
          continue
        }
        let (dx, dy) = (Double(fifthsX) / 5, Double(fifthsY) / 5)
        #expect(abs(s.dx - dx) <= 0.1 && abs(s.dy - dy) <= 0.1 && s.drift == 0, "\(s)")
      }
    }
  }

  // MARK: Another icon

  /// Strokes in a square of 1 × 1: a cross, a plus, a tick, an arrow, a menu, a lens.
  static let icons: [[(Double, Double, Double, Double)]] = [
    [(0.2, 0.2, 0.8, 0.8), (0.8, 0.2, 0.2, 0.8)],
    [(0.5, 0.1, 0.5, 0.9), (0.1, 0.5, 0.9, 0.5)],
    [(0.1, 0.5, 0.4, 0.8), (0.4, 0.8, 0.9, 0.2)],
    [(0.1, 0.5, 0.9, 0.5), (0.6, 0.2, 0.9, 0.5), (0.6, 0.8, 0.9, 0.5)],
    [(0.1, 0.25, 0.9, 0.25), (0.1, 0.5, 0.9, 0.5), (0.1, 0.75, 0.9, 0.75)],
    (0..<16).map { k in
      let (p, q) = (Double(k) * .pi / 8, Double(k + 1) * .pi / 8)
      return (
        0.4 + 0.28 * cos(p), 0.4 + 0.28 * sin(p), 0.4 + 0.28 * cos(q), 0.4 + 0.28 * sin(q)
      )
    } + [(0.6, 0.6, 0.9, 0.9)],
  ]

  private func icon(_ strokes: [(Double, Double, Double, Double)], _ size: Double) -> Canvas {
    var canvas = Canvas(80, 80, Self.white)
    for (x0, y0, x1, y1) in strokes {
      canvas.stroke(
        20 + x0 * size, 20 + y0 * size, 20 + x1 * size, 20 + y1 * size, radius: size / 20, Self.ink)
    }
    return canvas
  }

  @Test(arguments: [16.0, 24, 32]) func `another icon fails, and is neither smoothing nor noise`(
    size: Double
  ) {
    for (i, before) in Self.icons.enumerated() {
      for (k, after) in Self.icons.enumerated() where i != k {
        let report = diff(icon(before, size), icon(after, size))
        #expect(report.verdict.fails, "\(i) and \(k)")
        let seen = report.regions.filter(\.isPerceptible)
        #expect(!seen.isEmpty, "\(i) and \(k)")
        for region in seen {
          #expect(
            ![.antialiasing, .dither, .compression].contains(region.kind), "\(i), \(k): \(region)")
        }
      }
    }
  }

  // MARK: Smoothing strength of large shapes: a fade over the ink's own colour explains the edges alone.

  @Test(arguments: [0.7, 0.8]) func `bolder edges of large shapes are antialiasing`(gamma: Double) {
    let report = diff(shapes, smoothed(shapes, gamma))
    #expect(!report.verdict.fails)
    for region in report.regions where region.pixels >= 50 {
      #expect(region.kind == .antialiasing, "\(region)")
    }
  }

  // MARK: Another icon

  @Test(arguments: [16.0, 24, 32]) func `another icon is another content`(size: Double) {
    var kinds: [DiffKind: Int] = [:]
    for (i, before) in Self.icons.enumerated() {
      // A tick's strokes are the lower half of a cross's, only longer: that may count as a move.
      for (k, after) in Self.icons.enumerated() where i != k && i + k != 2 {
        let report = diff(icon(before, size), icon(after, size))
        #expect(report.verdict.fails, "\(i) and \(k)")
        // The end of a stroke, which is a dot, may well be another stroke's.
        for region in report.regions where region.isPerceptible && region.pixels >= 24 {
          kinds[region.kind, default: 0] += 1
          #expect([.changed, .added, .removed].contains(region.kind), "\(i), \(k): \(region)")
        }
      }
    }
    // At least one region of most of the 28 pairs is neither on its ground before nor after.
    #expect(kinds[.changed, default: 0] >= 15, "\(kinds)")
  }

  // MARK: Turned

  /// Twelve spokes on a circle, each fainter than the one before it, the first at `degrees` clockwise
  /// from the right.
  private func spinner(_ degrees: Double, radius: Double) -> Canvas {
    var canvas = Canvas(120, 120, Self.white)
    for k in 0..<12 {
      let angle = (degrees - Double(k) * 30) * .pi / 180
      let alpha = 1 - Double(k) / 12
      let colour = Self.white + (Self.ink - Self.white) * alpha
      let (c, s) = (cos(angle), sin(angle))
      canvas.stroke(
        60 + c * radius * 0.5, 60 + s * radius * 0.5, 60 + c * radius, 60 + s * radius,
        radius: radius / 12, colour)
    }
    return canvas
  }

  @Test(arguments: [20.0, 30, 44], [30.0, 45, 60, -30])
  func `a spinner that turned tells by how much`(radius: Double, degrees: Double) {
    let report = diff(spinner(0, radius: radius), spinner(degrees, radius: radius))
    #expect(report.verdict.fails)
    #expect(report.regions.count == 1, "\(report.regions)")
    guard case .changed(let change)? = report.regions.first?.explanation,
      let turned = change.rotation
    else {
      Issue.record("\(report.regions)")
      return
    }
    // Half a pixel at the end of a spoke of 20 px is 1.4°.
    #expect(abs(turned - degrees) <= 2, "\(turned)")
  }

  // MARK: Another rasteriser, and another content

  /// Made-up words with one letter of their own in the middle.
  private func line(_ letter: UInt64, dx: Double = 0) -> Canvas {
    var canvas = Canvas(240, 220, Self.white)
    canvas.lines(20 + dx, 0, Self.ink)
    canvas.text(20 + dx, 180, letters: 4, size: 14, Self.ink, seed: 3)
    canvas.text(62 + dx, 180, letters: 1, size: 14, Self.ink, seed: letter)
    canvas.text(74 + dx, 180, letters: 4, size: 14, Self.ink, seed: 8)
    return canvas
  }

  /// Drawn anew, the whole line differs by a little, and the letter must not hide in that.
  @Test func `a letter that was replaced in a line that was drawn anew fails`() {
    var failed = 0
    for letter in 21...40 as ClosedRange<UInt64> {
      #expect(!diff(line(letter), smoothed(line(letter, dx: 0.25), 0.9)).verdict.fails, "\(letter)")
      if diff(line(letter), smoothed(line(letter + 100, dx: 0.25), 0.9)).verdict.fails {
        failed += 1
      }
    }
    // Strokes at random may come out alike: one letter in ten.
    #expect(failed >= 18, "\(failed) of 20")
  }

  private func lines(_ gammas: [Double]) -> Canvas {
    var canvas = Canvas(300, 40 * gammas.count, Self.white)
    for (k, gamma) in gammas.enumerated() {
      var line = Canvas(300, 40 * gammas.count, Self.white)
      line.text(20.3, Double(12 + 40 * k), letters: 20, size: 14, Self.ink, seed: UInt64(k))
      let bolder = smoothed(line, gamma)
      for y in (40 * k)..<(40 * k + 40) {
        for x in 0..<300 { canvas[x, y] = bolder[x, y] }
      }
    }
    return canvas
  }

  @Test func `one bolder line among others that stayed is a change, all bolder is smoothing`() {
    let plain = lines([1, 1, 1, 1, 1])
    let one = diff(plain, lines([1, 1, 0.6, 1, 1]))
    #expect(one.verdict.fails, "\(one.regions)")
    #expect(one.regions.allSatisfy { $0.kind != .antialiasing || !$0.isPerceptible })
    #expect(!diff(plain, lines([0.75, 0.75, 0.75, 0.75, 0.75])).verdict.fails)
  }

  // MARK: Marks

  /// A dot of 14 CIEDE2000 is not seen alone (14² < 256), but a grid of them is.
  @Test func `a grid of dots that went is seen, two dots far apart are not`() {
    let empty = Canvas(200, 120, Self.white)
    var (grid, two) = (empty, empty)
    for y in stride(from: 10, to: 110, by: 12) {
      for x in stride(from: 10, to: 190, by: 12) { grid[x, y] = SIMD3(repeating: 208) }
    }
    two[20, 20] = SIMD3(repeating: 208)
    two[150, 90] = SIMD3(repeating: 208)
    #expect(diff(grid, empty).verdict.fails)
    #expect(diff(empty, grid).verdict.fails)
    #expect(!diff(two, empty).verdict.fails)
    #expect(diff(two, empty).counts.differingPixels == 2)
  }

  // MARK: Very large

  /// More than a megapixel differs: parts tell for the whole, if they agree.
  @Test func `a very large picture that faded, or that is another one, is told by its parts`() {
    var before = Canvas(1200, 1000, Self.white)
    before.photo(PixelRect(x0: 0, y0: 0, x1: 1200, y1: 1000), seed: 2)
    var (faded, other) = (before, before)
    for i in faded.pixels.indices { faded.pixels[i] = 255 + (before.pixels[i] - 255) * 0.6 }
    other.photo(PixelRect(x0: 0, y0: 0, x1: 1200, y1: 1000), seed: 77)
    let report = diff(before, faded)
    #expect(report.regions.count == 1)
    guard case .opacity(let opacity)? = report.regions.first?.explanation else {
      Issue.record("\(report.regions)")
      return
    }
    #expect(abs(opacity.factor - 0.6) <= 0.02)
    #expect(diff(before, other).verdict.fails)
  }
}
