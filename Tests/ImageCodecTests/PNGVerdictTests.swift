import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// What the collections of PNGs say about their own files, and what two other decoders, Pillow and
/// pypng, said of each.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct PNGVerdictTests {
  /// Files of which we say other than the decoders that agree, and why.
  static let ours: [String: (reads: Bool, because: String)] = [
    "image-png/bugfixes/issue_430.png":
      (true, "the checksum that does not fit is the colour profile's, which is then left out"),
    "libpng-testpngs/crashers/empty_ancillary_chunks.png":
      (true, "what is empty are notes beside the pixels; libpng reads the pixels too"),
  ]

  @Test(arguments: ["image-png", "image-png-fuzz", "libpng-testpngs"])
  func `where Pillow and pypng agree, so do we`(folder: String) throws {
    let verdicts = try table("\(folder)/verdicts-pillow-pypng.json")
    var compared = 0
    for (name, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
      guard let pillow = verdict["pillow"] as? String, let pypng = verdict["pypng"] as? String,
        let decoded = try self.decoded("\(folder)/\(name)")
      else { continue }
      let words = [pillow, pypng].map { $0.hasPrefix("ok") }
      let exception = Self.ours["\(folder)/\(name)"]
      guard words[0] == words[1] else { continue }
      compared += 1
      switch decoded {
      case .success(let picture):
        #expect(words[0] || exception?.reads == true, "\(name) is read; others: \(pillow)")
        guard words[0] else { continue }
        let size = "ok \(picture.image.width)x\(picture.image.height)"
        #expect(pypng == size || pypng.hasPrefix(size + " "), "\(name)")
      case .failure(let error):
        #expect(!words[0] && exception == nil, "\(name) is refused: \(error)")
      }
    }
    // Of what lies in the folders: 22, 66 and 108 files.
    #expect(compared >= 20)
  }

  @Test func `files that must fail do`() throws {
    var refused = 0
    for file in try names("image-png").filter({ $0.contains("/x_") })
      + names("image-png-fuzz") + names("libpng-testpngs").filter({ $0.contains("/huge_") })
    {
      let found = try #require(try decoded(file))
      guard case .failure = found else {
        Issue.record("\(file) is read")
        continue
      }
      refused += 1
    }
    // 6 names, 66 of the fuzzer, 17 that promise a chunk of a gigabyte.
    #expect(refused >= 80)
  }

  @Test func `a chunk of a promised gigabyte ends early`() throws {
    let files = try names("libpng-testpngs").filter { $0.contains("/huge_") }
    #expect(files.count >= 15)
    for file in files {
      guard case .failure(.truncated(.png, _, let expected, let found))? = try decoded(file) else {
        Issue.record("\(file) does not end early")
        continue
      }
      #expect(expected > 1 << 29 && found < 1024, "\(file)")
    }
  }

  // MARK: PngSuite

  @Test func `sizes, depths and samples of PngSuite are those that others read`() throws {
    let expected = try table("pngsuite/expected.json")
    var compared = 0
    for (name, row) in expected.sorted(by: { $0.key < $1.key }) {
      guard let found = try decoded("pngsuite/png/\(name)") else { continue }
      guard let width = row["w"] as? Int, let height = row["h"] as? Int else {
        guard case .failure = found else {
          Issue.record("\(name) is read")
          continue
        }
        continue
      }
      guard case .success(let picture) = found else {
        Issue.record("\(name): \(found)")
        continue
      }
      #expect(picture.image.width == width && picture.image.height == height, "\(name)")
      let depth = try #require(row["bitdepth"] as? Int)
      if case .sixteen = picture.image.samples {
        #expect(depth == 16, "\(name)")
      } else {
        #expect(depth <= 8, "\(name)")
      }
      // The bytes of a row as the file packs them, where a channel is a byte or two.
      guard depth >= 8, row["palette"] as? Bool == false, let planes = row["planes"] as? Int,
        let sum = row["native_crc32"] as? Int
      else { continue }
      #expect(crc32(picture.image.packed(planes)) == UInt32(sum), "\(name): other samples")
      compared += 1
    }
    // Of 107 good files here, those of 8 or 16 bits without a palette.
    #expect(compared >= 40)
  }

  @Test func `interlaced twins and other packings hold the same pixels`() throws {
    let files = try names("pngsuite")
    var pairs = 0
    for file in files {
      let name = (file as NSString).lastPathComponent
      // basi is interlaced; oi2, oi4 and oi9 cut the same bytes into more chunks.
      guard name.hasPrefix("basi") || name.hasPrefix("oi") else { continue }
      let rest = name.hasPrefix("oi") ? name.dropFirst(3) : "n" + name.dropFirst(4)
      let twins = ["bas", "oi1"].map { "pngsuite/png/\($0)\(rest)" }
      guard let twin = twins.first(where: { $0 != file && files.contains($0) }) else { continue }
      guard case .success(let one)? = try decoded(file),
        case .success(let other)? = try decoded(twin)
      else {
        Issue.record("\(name) or its twin is refused")
        continue
      }
      pairs += 1
      #expect(one.image == other.image, "\(name) and \(twin)")
    }
    // Nine interlaced ones, and four in many chunks.
    #expect(pairs >= 13)
  }

  // MARK: Files

  /// Nil where there is no such file here.
  private func decoded(_ path: String) throws -> Result<DecodedImage, ImageError>? {
    let url = Shared.url("cases/files/\(path)")
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let bytes = try [UInt8](Data(contentsOf: url))
    return Result { () throws(ImageError) in try decode(bytes) }
  }

  private func table(_ path: String) throws -> [String: [String: Any]] {
    let bytes = try Shared.bytes("cases/files/\(path)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [String: Any]])
  }

  /// PNGs below a folder of the cases, by path.
  private func names(_ folder: String) throws -> [String] {
    let root = Shared.url("cases/files/\(folder)")
    let all = try #require(FileManager.default.enumerator(atPath: root.path))
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".png") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// As PNG defines it.
  private func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

extension RGBAImage {
  /// Grey, grey and alpha, three colours or four channels; 16 bits with the high byte first.
  fileprivate func packed(_ planes: Int) -> [UInt8] {
    let channels = [[0], [0, 3], [0, 1, 2], [0, 1, 2, 3]][planes - 1]
    return (0..<(width * height)).flatMap { i in
      channels.flatMap { c -> [UInt8] in
        switch samples {
        case .eight(let s): [s[i * 4 + c]]
        case .sixteen(let s): [UInt8(s[i * 4 + c] >> 8), UInt8(s[i * 4 + c] & 0xFF)]
        }
      }
    }
  }
}
