import ImageCodec
import TestSupport
import Testing

@testable import CommandLineTool

/// A file that cannot be read is no picture in any mode, and what helps is said.
@Suite struct OneAnswerTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Every chunk's sum is right, and the pixels' own is not, or a filter is none, or rows lack.
  static func damaged() -> [(String, [UInt8])] {
    let header = StoredPicture.chunk("IHDR", [0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0])
    func file(_ stream: [UInt8]) -> [UInt8] {
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header
        + StoredPicture.chunk("IDAT", stream) + StoredPicture.chunk("IEND", [])
    }
    var wrongSum = StoredPicture.zlib([0, 1, 2, 0, 3, 4])
    wrongSum[wrongSum.count - 1] ^= 1
    return [
      ("sum", file(wrongSum)), ("filter", file(StoredPicture.zlib([0, 1, 2, 9, 3, 4]))),
      ("short", file(StoredPicture.zlib([0, 1, 2]))),
    ]
  }

  @Test(arguments: damaged())
  func `a PNG whose pixels cannot be read`(name: String, bytes: [UInt8]) throws {
    #expect(throws: ImageError.self) { try decode(bytes) }
    let (a, b) = (folder.path("a.png"), folder.path("b.png"))
    try writeFileAtomically(bytes, to: a)
    try writeFileAtomically(bytes, to: b)
    for words in [
      [a, a], [a, b], [a, b, "--count"], [a, b, "--out", folder.path("out.png")],
      [a, b, "--metric", "pixelmatch"], [a, b, "--format", "json"],
    ] {
      let run = ToolRun(["diff"] + words)
      #expect(run.status == .badData, "\(name): \(words.dropFirst(2))")
      #expect(run.output.isEmpty)
      #expect(run.errors.hasSuffix("  Try: write the picture again.\n"), "\(run.errors)")
    }
  }

  @Test func `CMYK without a profile is to be saved as RGB`() throws {
    var tiff = StoredPicture(width: 3, height: 2, kind: .colourAlpha, depth: 8, samples: [])
    tiff.samples = (0..<24).map { $0 * 10 }
    var bytes = tiff.tiff(profile: nil)
    // Tag 262, photometric interpretation, is 2 for RGB and 5 for CMYK; no sample is alpha then.
    let at = try #require(
      bytes.indices.dropLast(12).first { Array(bytes[$0..<($0 + 4)]) == [1, 6, 0, 3] })
    bytes[at + 9] = 5
    let extra = try #require(
      bytes.indices.dropLast(12).last { Array(bytes[$0..<($0 + 4)]) == [1, 0x52, 0, 3] })
    bytes[extra + 9] = 0
    let path = folder.path("inks.tif")
    try writeFileAtomically(bytes, to: path)
    let run = ToolRun("diff", path, path)
    #expect(run.status == .badData)
    #expect(
      run.errors.hasSuffix(
        "inks.tif: TIFF: expected a colour profile for its CMYK colours, found none that can be used\n"
          + "  Try: save it as RGB.\n"), "\(run.errors)")
  }
}
