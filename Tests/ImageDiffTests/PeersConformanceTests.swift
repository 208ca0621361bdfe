import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@testable import ImageDiff

@Suite struct PeersPixelmatchConformanceTests {
  @Test(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
  func `every row of the tables is read`() throws {
    let tables = try #require(PeerCases.meta("pixelmatch")?["tables"] as? [String: [String: Int]])
    #expect(PixelmatchCase.tables.count == tables.values.reduce(0) { $0 + $1.count })
    #expect(PixelmatchCase.tables.count >= 15)
    #expect(PixelmatchCase.measured.count >= 200)
  }

  @Test(
    .enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)),
    arguments: PixelmatchCase.tables)
  func `pixelmatch's own tables`(_ c: PixelmatchCase) throws { try check(c) }

  @Test(
    .enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)),
    arguments: PixelmatchCase.measured)
  func `measured counts`(_ c: PixelmatchCase) throws { try check(c) }

  private func check(_ c: PixelmatchCase) throws {
    let a = try PeerCases.image(c.folder, c.a)
    let b = try PeerCases.image(c.folder, c.b)
    let found = try pixelmatch(a, b, c.options).differing
    #expect(found == c.expected)
  }
}

@Suite struct PeersOdiffConformanceTests {
  @Test(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
  func `every row with a count is read`() {
    #expect(OdiffCase.all.count == OdiffCase.numberOfRows && OdiffCase.numberOfRows >= 6)
  }

  @Test(
    .enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)), arguments: OdiffCase.all)
  func `odiff's own counts`(_ c: OdiffCase) throws {
    let a = try PeerCases.image("odiff", c.a)
    let b = try PeerCases.image("odiff", c.b)
    let found = try odiff(a, b, c.options)
    #expect(found.differing == c.differing)
    if let percent = c.percent { #expect(found.percent == percent) }
    // Without ignored regions, which lie in the first picture, the order does not matter.
    #expect(try odiff(b, a, c.options).differing == c.differing)
  }

  @Test(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
  func `the lines and columns that differ`() throws {
    let a = try PeerCases.image("odiff", "png/orange.png")
    let b = try PeerCases.image("odiff", "png/orange_diff.png")
    #expect(try odiff(a, b).bounds == PixelRect(x0: 28, y0: 37, x1: 295, y1: 192))
  }
}

@Suite struct PeersLooksSameConformanceTests {
  @Test(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
  func `every row is read`() {
    #expect(LooksSameCase.all.count == LooksSameCase.numberOfRows)
    #expect(LooksSameCase.numberOfRows >= 15)
  }

  @Test(
    .enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)), arguments: LooksSameCase.all)
  func `looks-same's own verdicts`(_ c: LooksSameCase) throws {
    let a = try PeerCases.image("looks-same", c.a)
    let b = try PeerCases.image("looks-same", c.b)
    let found = try looksSame(a, b, c.options)
    #expect(found.isEqual == c.equal)
    #expect((found.bounds == nil) == c.equal)
    if let bounds = c.bounds { #expect(found.bounds.map(inclusive) == bounds) }
  }

  private func inclusive(_ r: PixelRect) -> [String: Int] {
    ["left": r.x0, "top": r.y0, "right": r.x1 - 1, "bottom": r.y1 - 1]
  }
}
