internal import Foundation
internal import Raster
internal import TestSupport
internal import Testing

@testable internal import Typesetting

/// A broken font file is an error or draws something, but it never ends the process.
@Suite struct BrokenFontTests {
  static let fonts = [
    BlockFont.regular, BlockFont.variable, BlockFont.cff, BlockFont.collection,
  ]

  @Test(arguments: fonts)
  func `a font cut anywhere is an error`(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // Tables are padded to four bytes: less than the last table's padding is not missed.
    for length in stride(from: 0, to: bytes.count - 3, by: max(1, bytes.count / 300)) {
      #expect(throws: FontError.self, "cut to \(length) bytes") {
        try use(Array(bytes.prefix(length)))
      }
    }
  }

  @Test func `text, pictures and noise are no fonts`() throws {
    var generator = SplitMix(1)
    let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let samples = [
      [], Array("wOF2 a web font".utf8), Array("%!PS-AdobeFont-1.0: Type1".utf8), noise,
      [0x89] + Array("PNG\r\n".utf8), Array("ttcf".utf8), [0, 1, 0, 0] + noise,
    ]
    for sample in samples {
      #expect(throws: FontError.self) { try use(sample) }
    }
  }

  @Test(arguments: fonts)
  func `a font with wrong bytes never ends the process`(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var generator = SplitMix(2)
    var outcomes = (errors: 0, layouts: 0)
    for _ in 0..<400 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        broken[index] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        try use(broken)
        outcomes.layouts += 1
      } catch is FontError {
        outcomes.errors += 1
      }
    }
    #expect(outcomes.errors > 0 && outcomes.layouts > 0)
  }

  /// Opens the font, sets a text and loads its outlines.
  private func use(_ bytes: [UInt8]) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("renderaudit-\(UUID().uuidString).ttf").path
    // Foundation's own writing waits for the disk, each time.
    let file = try #require(fopen(path, "wb"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    defer { unlink(path) }
    let font = try FontLibrary().font(
      named: "RenderAuditBlock-Wide", files: ["RenderAuditBlock-Wide": path])
    let block = TextBlock(
      text: "AVfi To. e\u{301} \u{5D0}\u{5D1} 12\u{301} oooo", fontSize: 10, width: 30)
    let layout = try TextLayout(block, font: font, rules: .sketch, scale: DeviceScale(2)!)
    for line in layout.lines {
      for glyph in line.glyphs { _ = font.outline(of: glyph.glyph) }
    }
  }
}
