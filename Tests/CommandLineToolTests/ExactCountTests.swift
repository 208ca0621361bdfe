import ImageCodec
import Raster
import TestSupport
import Testing

@testable import CommandLineTool
@testable import ImageDiff

/// Two files that say the same of their colours differ where their stored samples do: to `--count`, to
/// the default, to the library and to its C interface, in every format, at every depth, under every
/// description, and as was counted from the samples that the files were made of.
@Suite struct ExactCountTests {
  /// What a file may say of its colours: a PNG's chunks, and a profile where it is one.
  struct Description: CustomTestStringConvertible, Sendable {
    var name: String
    var chunks: [UInt8]
    var profile: [UInt8]?

    var testDescription: String { name }

    static func icc(_ name: String, _ profile: [UInt8]) -> Description {
      Description(name: name, chunks: StoredPicture.profileChunk(profile), profile: profile)
    }

    static func plain(_ name: String, _ chunks: [(String, [UInt8])]) -> Description {
      Description(
        name: name, chunks: chunks.flatMap { StoredPicture.chunk($0.0, $0.1) }, profile: nil)
    }

    private static func words(_ values: [Int]) -> [UInt8] {
      values.flatMap { v in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) } }
    }

    /// Chromaticities × 100,000: sRGB's, and some that no display has.
    private static let srgb = words([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])
    private static let odd = words([34567, 35850, 73470, 26530, 11520, 82640, 15660, 1770])

    static let all: [Description] = [
      .plain("nothing", []),
      .plain("sRGB", [("sRGB", [0])]),
      .plain("gAMA 1", [("gAMA", words([100_000]))]),
      .plain("gAMA 1/2.2", [("gAMA", words([45455]))]),
      .plain("gAMA 0.35 and cHRM", [("gAMA", words([35_000])), ("cHRM", srgb)]),
      .plain("gAMA and a wide cHRM", [("gAMA", words([45455])), ("cHRM", odd)]),
      .icc("sRGB primaries, 2.2", TestProfile.matrix(TestProfile.srgb, exponent: 2.2)),
      .icc("Display P3, 2.2", TestProfile.matrix(TestProfile.displayP3, exponent: 2.2)),
      .icc("Adobe RGB", TestProfile.matrix(TestProfile.adobeRGB, exponent: 2.19921875)),
      .icc("ProPhoto", TestProfile.matrix(TestProfile.proPhoto, exponent: 1.8)),
      .icc("a table", table),
      .icc("no profile at all", Array(repeating: 7, count: 200)),
      .plain("cICP BT.2020", [("cICP", [9, 1, 0, 1])]),
      .plain("cICP P3", [("cICP", [12, 13, 0, 1])]),
      .plain("cICP that nobody knows", [("cICP", [2, 2, 0, 1])]),
    ]

    /// L*, a* and b* of the corners, black, blue, green, cyan, red, magenta, yellow and white; two are
    /// the same colour, as tables may have it.
    private static let table = TestProfile.table(
      "RGB ", channels: 3,
      corners: [
        [0, 0, 0], [0, 0, 0], [88, -79, 81], [91, -51, -15], [54, 81, 70], [60, 94, -60],
        [98, -16, 93], [100, 0, 0],
      ])
  }

  static let pngs: [(StoredPicture.Kind, Int)] = [
    (.grey, 1), (.grey, 2), (.grey, 4), (.grey, 8), (.grey, 16), (.palette, 1), (.palette, 2),
    (.palette, 4), (.palette, 8), (.greyAlpha, 8), (.greyAlpha, 16), (.colour, 8), (.colour, 16),
    (.colourAlpha, 8), (.colourAlpha, 16),
  ]

  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: Description.all)
  func `PNG of every kind`(description: Description) throws {
    var rng = SplitMix(41)
    for (kind, depth) in Self.pngs {
      for round in 0..<4 {
        let (a, b) = pair(kind, depth, round, &rng)
        try check(
          a, b, a.png(description.chunks, &rng), b.png(description.chunks, &rng),
          "\(kind), \(depth) bits, round \(round)")
      }
    }
  }

  @Test(arguments: Description.all)
  func `8 bits against 16`(description: Description) throws {
    var rng = SplitMix(42)
    for kind in [StoredPicture.Kind.grey, .colour, .colourAlpha] {
      for round in 0..<4 {
        let (a, _) = pair(kind, 8, round, &rng)
        var b = a
        b.depth = 16
        b.samples = a.samples.map { $0 * 257 }
        for _ in 0..<round { b.changeOne(&rng) }
        let files = (a.png(description.chunks, &rng), b.png(description.chunks, &rng))
        try check(a, b, files.0, files.1, "\(kind), round \(round)")
        try check(b, a, files.1, files.0, "\(kind), round \(round), the other way")
      }
    }
  }

  @Test(arguments: Description.all.filter { $0.profile != nil || $0.name == "nothing" })
  func `TIFF, BMP and WebP`(description: Description) throws {
    var rng = SplitMix(43)
    for (kind, depth) in Self.pngs where depth >= 8 && kind != .palette {
      for round in 0..<3 {
        let (a, b) = pair(kind, depth, round, &rng)
        let what = "\(kind), \(depth) bits, round \(round)"
        let profile = description.profile
        try check(a, b, a.tiff(profile: profile), b.tiff(profile: profile), "TIFF \(what)")
        if kind == .colour, depth == 8 {
          try check(a, b, a.bmp(profile: profile), b.bmp(profile: profile), "BMP \(what)")
        }
        // libwebp may write another colour under alpha 0, which is nothing.
        if kind == .colourAlpha, depth == 8 {
          try check(a, b, a.webP(profile: profile), b.webP(profile: profile), "WebP \(what)")
        }
      }
    }
  }

  /// The pair of the report: greens that no display has, one step apart.
  @Test func `greens beyond Display P3 are not identical`() throws {
    var rng = SplitMix(44)
    var a = StoredPicture(width: 40, height: 40, kind: .colour, depth: 8, samples: [])
    a.samples = (0..<1600).flatMap { _ in [0, 240, 0] }
    var b = a
    for i in 0..<400 { b.samples[i * 3 + 1] = 255 }
    let chunks = StoredPicture.chunk("cICP", [9, 1, 0, 1])
    try check(a, b, a.png(chunks, &rng), b.png(chunks, &rng), "greens")
    // 15 steps of the green are 2.8 CIEDE2000, which clipping made 0.
    let run = ToolRun("diff", folder.path("a.png"), folder.path("b.png"))
    #expect(run.status == .differs)
    #expect(run.text.hasPrefix("400 of 1600 pixels differ"))
  }

  // MARK: Parts

  /// Nothing, one, three or six changes of single samples.
  private func pair(
    _ kind: StoredPicture.Kind, _ depth: Int, _ round: Int, _ rng: inout SplitMix
  ) -> (StoredPicture, StoredPicture) {
    let a = StoredPicture.random(kind, depth: depth, &rng)
    var b = a
    for _ in 0..<[1, 3, 0, 6][round] { b.changeOne(&rng) }
    return (a, b)
  }

  private func check(
    _ a: StoredPicture, _ b: StoredPicture, _ one: [UInt8], _ two: [UInt8], _ what: String
  ) throws {
    let wanted = a.difference(b)
    let paths = (folder.path("a.png"), folder.path("b.png"))
    try writeFileAtomically(one, to: paths.0)
    try writeFileAtomically(two, to: paths.1)
    let counted = ToolRun("diff", paths.0, paths.1, "--count", "--format", "json")
    #expect(counted.status == (wanted.pixels > 0 ? .differs : .agrees), "\(what)")
    try expect(counted, wanted, "counting: \(what)")
    let told = ToolRun("diff", paths.0, paths.1, "--format", "json")
    try expect(told, wanted, "default: \(what)")
    let strict = ToolRun("diff", paths.0, paths.1, "--fail-on", "different")
    #expect(strict.status == (wanted.pixels > 0 ? .differs : .agrees), "\(what)")
    try expectLibrary(one, two, wanted.pixels, what)
  }

  private func expect(
    _ run: ToolRun, _ wanted: (pixels: Int, largest: Double), _ what: String
  ) throws {
    let json = try run.json
    let counts = try #require(json["counts"] as? [String: Any], "\(what)")
    #expect(counts["differingPixels"] as? Int == wanted.pixels, "\(what)")
    #expect((json["verdict"] as? String == "identical") == (wanted.pixels == 0), "\(what)")
    guard let largest = counts["maxDelta"] as? Double else { return }
    // A float of 24 bits, and six decimal places.
    #expect(abs(largest - wanted.largest) <= 255.0 / Double(1 << 22), "\(what)")
  }

  private func expectLibrary(_ one: [UInt8], _ two: [UInt8], _ pixels: Int, _ what: String) throws {
    let pair = inCommonSpace(try decode(one), try decode(two))
    let report = DiffAnalysis.analyse(
      reference: pair.first, candidate: pair.second,
      stored: pair.stored.map { ($0.first, $0.second) })
    #expect(report.counts.differingPixels == pixels, "library: \(what)")
    #expect((report.verdict.outcome == .identical) == (pixels == 0), "library: \(what)")
    #expect(report.regions.reduce(0) { $0 + $1.pixels } == pixels, "regions: \(what)")
    let (a, b) = pair.stored.map { ($0.first, $0.second) } ?? (pair.first, pair.second)
    #expect(throughC(a, b) == pixels, "C: \(what)")
  }

  private func throughC(_ a: RGBAImage, _ b: RGBAImage) -> Int {
    func compare(_ p: UnsafeRawBufferPointer, _ q: UnsafeRawBufferPointer, _ bits: Int32) -> Int {
      let stride = Int64(a.width * Int(bits) / 2)
      let handle = raDiffCompare(
        p.baseAddress, Int64(a.width), Int64(a.height), stride, q.baseAddress, Int64(b.width),
        Int64(b.height), stride, bits, 1)
      defer { raDiffFree(handle) }
      return handle.map { Int(raDiffDifferingPixels($0)) } ?? -1
    }
    switch (a.samples, b.samples) {
    case (.eight(let p), .eight(let q)):
      return p.withUnsafeBytes { p in q.withUnsafeBytes { compare(p, $0, 8) } }
    case (.sixteen(let p), .sixteen(let q)):
      return p.withUnsafeBytes { p in q.withUnsafeBytes { compare(p, $0, 16) } }
    default: return -1
    }
  }
}
