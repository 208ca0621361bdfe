import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// PngSuite by Willem van Schaik, as far as it lies in the shared folder.
@Suite struct PNGConformanceTests {
  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"))
  func `PngSuite's broken files are refused`() throws {
    let files = try suite().filter { $0.hasPrefix("x") }
    #expect(!files.isEmpty)
    for name in files {
      #expect(throws: ImageError.self, "\(name)") {
        try decode(try Shared.bytes("cases/files/pngsuite/png/\(name)"))
      }
    }
  }

  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"))
  func `PngSuite's good files are read`() throws {
    for name in try suite() where !name.hasPrefix("x") {
      #expect(throws: Never.self, "\(name)") {
        try decode(try Shared.bytes("cases/files/pngsuite/png/\(name)"))
      }
    }
  }

  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"))
  func `interlaced files hold the pixels of their plain twins`() throws {
    for name in try suite() where name.hasPrefix("basi") {
      let twin = "basn" + name.dropFirst(4)
      let a = try decode(try Shared.bytes("cases/files/pngsuite/png/\(name)"))
      let b = try decode(try Shared.bytes("cases/files/pngsuite/png/\(twin)"))
      #expect(a.image == b.image, "\(name)")
    }
  }

  private func suite() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Shared.url("cases/files/pngsuite/png").path
    ).filter { $0.hasSuffix(".png") }.sorted()
  }
}
