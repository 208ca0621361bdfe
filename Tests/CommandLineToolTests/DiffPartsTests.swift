import Foundation
import ImageCodec
import Raster
import Testing

@testable import CommandLineTool

/// Large pictures are looked at in parts, around what differs: the answer must not tell how they were
/// encoded or read, nor where the parts lie.
@Suite struct DiffPartsTests {
  static let (width, height) = (1100, 1400)

  /// A light page with a badge of several colours at each place.
  private func page(_ badges: [(x: Int, y: Int)]) -> RGBAImage {
    var bytes = [UInt8](repeating: 250, count: Self.width * Self.height * 4)
    for i in stride(from: 3, to: bytes.count, by: 4) { bytes[i] = 255 }
    for badge in badges {
      for y in 0..<28 {
        for x in 0..<60 where (x / 5 + y / 7) % 3 > 0 {
          let at = ((badge.y + y) * Self.width + badge.x + x) * 4
          bytes[at] = UInt8(20 + 3 * x)
          bytes[at + 1] = UInt8(30 + 6 * y)
          bytes[at + 2] = 180
        }
      }
    }
    return RGBAImage(width: Self.width, height: Self.height, samples: .eight(bytes))
  }

  private func run(_ a: [UInt8], _ b: [UInt8], _ options: String...) throws -> [String: Any] {
    let folder = try ScratchFolder()
    try writeFileAtomically(a, to: folder.path("a"))
    try writeFileAtomically(b, to: folder.path("b"))
    let out = options.contains("--out") ? ["--out", folder.path("out.png")] : []
    let words = ["diff", folder.path("a"), folder.path("b"), "--format", "json"]
    return try ToolRun(words + out).json
  }

  private func classes(_ report: [String: Any]) throws -> [String] {
    let regions = try #require(report["regions"] as? [[String: Any]])
    return regions.compactMap { $0["class"] as? String }
  }

  /// Further than what is kept around a difference, so in two parts.
  @Test func `what went here and came far away moved`() throws {
    let (a, b) = (page([(100, 80), (700, 700)]), page([(100, 80), (260, 1250)]))
    for options in [[], ["--out"]] {
      let report =
        options.isEmpty
        ? try run(encodePNG(a), encodePNG(b)) : try run(encodePNG(a), encodePNG(b), "--out")
      #expect(try classes(report) == ["shift"])
      let region = try #require((report["regions"] as? [[String: Any]])?.first)
      let evidence = try #require(region["evidence"] as? [String: Any])
      #expect(evidence["dxPx"] as? Double == -440)
      #expect(evidence["dyPx"] as? Double == 550)
      #expect(report["fails"] as? Bool == true)
    }
  }

  @Test func `the answer is the same whole and in parts, and for every encoding`() throws {
    let a = page([(40, 60), (500, 300), (800, 900), (300, 1300)])
    let b = page([(43, 60), (500, 300), (800, 902), (420, 1300)])
    let parts = try run(encodePNG(a), encodePNG(b))
    let whole = try run(encodePNG(a), encodePNG(b), "--out")
    let bitmaps = try run(bitmap(a), bitmap(b))
    for other in [whole, bitmaps] {
      for key in ["counts", "regions", "verdict", "fails"] {
        #expect(parts[key] as? NSObject == other[key] as? NSObject, "\(key)")
      }
    }
  }

  /// Rows that came in are a place of height 0 in the first picture, far below the part's upper edge.
  @Test func `rows that came in are told at their place in the whole picture`() throws {
    let a = page((0..<40).map { (500 + 7 * ($0 % 5), 900 + 12 * $0) })
    guard case .eight(var bytes) = a.samples else { return }
    let row = Self.width * 4
    bytes.insert(contentsOf: bytes[(1000 * row)..<(1007 * row)], at: 1000 * row)
    bytes.removeLast(7 * row)
    let b = RGBAImage(width: Self.width, height: Self.height, samples: .eight(bytes))
    let files = [(encodePNG(a), encodePNG(b)), (bitmap(a), bitmap(b))]
    let places = try files.map { a, b in
      let report = try run(a, b)
      let regions = try #require(report["regions"] as? [[String: Any]])
      let reflow = try #require(regions.first { $0["class"] as? String == "reflow" })
      let row = try #require((reflow["evidence"] as? [String: Any])?["rowPx"] as? Int)
      let bounds = try #require(reflow["boundsPx"] as? [Int])
      #expect(bounds[1] == row && bounds[3] == 0)
      #expect((1000...1007).contains(row))
      return bounds
    }
    #expect(places[0] == places[1])
  }

  /// A BMP of 24 bits, rows from the bottom.
  private func bitmap(_ image: RGBAImage) -> [UInt8] {
    func word(_ v: Int) -> [UInt8] { (0..<4).map { UInt8(v >> (8 * $0) & 255) } }
    let row = (image.width * 3 + 3) / 4 * 4
    var bytes: [UInt8] = Array("BM".utf8) + word(54 + row * image.height) + word(0) + word(54)
    bytes += word(40) + word(image.width) + word(image.height) + [1, 0, 24, 0] + word(0)
    bytes += word(row * image.height) + word(2835) + word(2835) + word(0) + word(0)
    guard case .eight(let samples) = image.samples else { return [] }
    for y in (0..<image.height).reversed() {
      for x in 0..<image.width {
        let at = (y * image.width + x) * 4
        bytes += [samples[at + 2], samples[at + 1], samples[at]]
      }
      bytes += [UInt8](repeating: 0, count: row - image.width * 3)
    }
    return bytes
  }
}
