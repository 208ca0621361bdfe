internal import Raster
internal import TestSupport
internal import Testing

@testable internal import ImageDiff

@Suite struct ComponentTests {
  private func scan(_ picture: [[Bool]], reach: Int, limit: Int = 1000) -> Scan {
    let (h, w) = (picture.count, picture[0].count)
    let white = [UInt8](repeating: 255, count: w * h * 4)
    var marked = white
    for y in 0..<h {
      for x in 0..<w where picture[y][x] { marked[(y * w + x) * 4] = 0 }
    }
    let a = RGBAImage(width: w, height: h, samples: .eight(white))
    let b = RGBAImage(width: w, height: h, samples: .eight(marked))
    return withPictures(a, b) { p, q in
      ImageDiff.scan(
        p, q, Pairing(reference: p, candidate: q), ignoring: nil,
        ScanSettings(metric: .ciede2000, primaries: .sRGB, reach: reach, limit: limit))
    }
  }

  /// The definition: pixels at most `reach` columns and rows apart hang together.
  private func literally(_ picture: [[Bool]], reach: Int) -> [(PixelRect, Int)] {
    let (h, w) = (picture.count, picture[0].count)
    var seen = picture.map { $0.map { !$0 } }
    var found: [(PixelRect, Int)] = []
    for y in 0..<h {
      for x in 0..<w where !seen[y][x] {
        var stack = [(x, y)]
        var (bounds, count) = (PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1), 0)
        seen[y][x] = true
        while let (cx, cy) = stack.popLast() {
          count += 1
          bounds = bounds.union(PixelRect(x0: cx, y0: cy, x1: cx + 1, y1: cy + 1))
          for ny in max(0, cy - reach)...min(h - 1, cy + reach) {
            for nx in max(0, cx - reach)...min(w - 1, cx + reach) where !seen[ny][nx] {
              seen[ny][nx] = true
              stack.append((nx, ny))
            }
          }
        }
        found.append((bounds, count))
      }
    }
    return found
  }

  @Test func `clusters are those of the definition`() {
    var random = SplitMix(21)
    for round in 0..<300 {
      let (w, h) = (random.int(1...40), random.int(1...30))
      let density = [0.02, 0.08, 0.2, 0.5][round % 4]
      let picture = (0..<h).map { _ in (0..<w).map { _ in random.unit() < density } }
      let reach = random.int(1...4)
      let found = scan(picture, reach: reach).components.map { ($0.bounds, $0.pixels) }
      let meant = literally(picture, reach: reach)
      #expect(found.count == meant.count)
      for (p, q) in zip(found, meant) {
        #expect(p.0 == q.0)
        #expect(p.1 == q.1)
      }
    }
  }

  @Test func `of too many clusters the strongest are kept and the rest is counted`() {
    let dots = (0..<60).map { y in (0..<60).map { x in x % 3 == 0 && y % 3 == 0 } }
    let found = scan(dots, reach: 1, limit: 7)
    #expect(found.components.count == 7)
    #expect(found.unlisted == 400 - 7)
    #expect(found.unlistedPixels == 400 - 7)
    #expect(found.differing == 400)
  }

  @Test func `a picture of which every pixel differs is one cluster`() {
    let all = (0..<300).map { _ in [Bool](repeating: true, count: 200) }
    let found = scan(all, reach: 4)
    #expect(found.components.count == 1)
    #expect(found.components[0].pixels == 60_000)
  }

  @Test func `retired clusters are renumbered`() {
    // More than 4096 clusters are open at once on their way, in rows that cannot reach each other.
    let dots = (0..<9).map { y in (0..<9000).map { x in x % 6 == 0 && y % 3 == 0 } }
    let found = scan(dots, reach: 2, limit: 10_000)
    #expect(found.components.count == 4500)
    #expect(found.components.allSatisfy { $0.pixels == 1 })
  }
}
