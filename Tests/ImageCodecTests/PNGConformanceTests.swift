import Foundation
import Raster
import ReferenceCodecs
import TestSupport
import Testing

@testable import ImageCodec

/// The public collections of good, odd and broken PNGs, as far as they lie in the shared folder,
/// read by us and by libpng.
@Suite struct PNGConformanceTests {
  static let folders = [
    "pngsuite", "libpng-testpngs", "image-png", "image-png-fuzz", "odiff", "pixelmatch",
  ]

  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"), arguments: folders)
  func `the pixels are libpng's and so is the refusal`(folder: String) throws {
    let files = pngs(below: folder)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: file))
      let name = "\(folder)/\(file.lastPathComponent)"
      let (reference, message) = readByLibpng(bytes)
      switch (Result { () throws(ImageError) in try decode(bytes) }, reference) {
      case (.success(let ours), let theirs?):
        // libpng leaves turning a picture as its eXIf chunk says to others.
        let orientation = try bytes.withUnsafeBytes {
          try PNGFile($0, limit: .standard).orientation
        }
        #expect(ours.image == orientation.applied(to: theirs), "\(name): other pixels")
      case (.failure, nil): break
      case (.success, nil): Issue.record("\(name) is read, but libpng says: \(message)")
      case (.failure(let error), _?): Issue.record("\(name) is refused: \(error); \(message)")
      }
    }
  }

  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"))
  func `PngSuite's broken files are refused`() throws {
    let files = pngs(below: "pngsuite").filter { $0.lastPathComponent.hasPrefix("x") }
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: file))
      #expect(throws: ImageError.self, "\(file.lastPathComponent)") { try decode(bytes) }
    }
  }

  private func pngs(below folder: String) -> [URL] {
    let root = Shared.url("cases/files/\(folder)")
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter {
      guard let start = try? FileHandle(forReadingFrom: $0).read(upToCount: 8) else { return false }
      return start.starts(with: [0x89, 0x50, 0x4E, 0x47])
    }.sorted { $0.path < $1.path }
  }
}

/// libpng's reading, or nil and its words.
func readByLibpng(_ bytes: [UInt8]) -> (RGBAImage?, message: String) {
  var read = reference_png_read(bytes, bytes.count, 1 << 28)
  defer { reference_png_free(&read) }
  let message = withUnsafeBytes(of: read.message) {
    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
  }
  guard let samples = read.samples else { return (nil, message) }
  let count = Int(read.width) * Int(read.height) * 4
  let image =
    read.is_sixteen != 0
    ? RGBAImage.Samples.sixteen(
      Array(UnsafeRawBufferPointer(start: samples, count: count * 2).bindMemory(to: UInt16.self)))
    : .eight(Array(UnsafeRawBufferPointer(start: samples, count: count)))
  return (
    RGBAImage(width: Int(read.width), height: Int(read.height), samples: image), message
  )
}
