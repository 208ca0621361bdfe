import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@testable import CommandLineTool

/// Inputs made to hurt: each ends with a sentence or is done in time and memory in proportion.
@Suite struct HostileInputTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func page(_ width: Int, _ height: Int, grey: UInt8 = 200) -> RGBAImage {
    var samples = [UInt8](repeating: 255, count: width * height * 4)
    for i in stride(from: 0, to: samples.count, by: 4) {
      for c in 0..<3 { samples[i + c] = grey }
    }
    return RGBAImage(width: width, height: height, samples: .eight(samples))
  }

  private func write(_ image: RGBAImage, _ name: String) throws -> String {
    try writeFileAtomically(encodePNG(image), to: folder.path(name))
    return folder.path(name)
  }

  /// Seconds of this thread's own work: other tests run beside it.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try body()
    return now() - start
  }

  private func hasRawControls(_ run: ToolRun) -> Bool {
    (run.text + run.errors).unicodeScalars.contains {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
    }
  }

  // MARK: Animations

  /// `bytes` with numbers of their first fcTL written over, and its checksum made to fit.
  private func patched(_ bytes: [UInt8], _ numbers: [Int: UInt32]) throws -> [UInt8] {
    var bytes = bytes
    let name = Array("fcTL".utf8)
    let at = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name })
    func put(_ number: UInt32, _ place: Int) {
      for i in 0..<4 { bytes[place + i] = UInt8(truncatingIfNeeded: number >> (24 - 8 * i)) }
    }
    for (offset, number) in numbers { put(number, at + 4 + offset) }
    put(crc(bytes[at..<at + 30]), at + 30)
    return bytes
  }

  private func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  @Test(arguments: [
    [4: UInt32.max, 8: UInt32.max], [4: 0], [4: 5], [12: UInt32.max], [8: 1 << 31, 16: 1 << 31],
    [12: 1], [4: 1, 8: 1, 12: 4],
  ]) func `a frame outside of its picture`(numbers: [Int: UInt32]) throws {
    let good = encodeAPNG([page(4, 4), page(4, 4, grey: 9)], milliseconds: 100)
    try writeFileAtomically(try patched(good, numbers), to: folder.path("a.png"))
    let run = ToolRun("diff", folder.path("a.png"), try write(page(4, 4), "b.png"))
    #expect(run.status == .badData, "\(run.errors)")
    #expect(run.errors.contains("of frame 1: expected "), "\(run.errors)")
  }

  @Test func `frames are drawn one at a time`() throws {
    let frames = (0..<6).map { page(30, 20, grey: UInt8(40 * $0)) }
    let bytes = encodeAPNG(frames, milliseconds: 100)
    let found = try decode(bytes).frames
    #expect(found.count == 6)
    #expect(found.map(\.image) == frames)
    #expect(found[3].image == frames[3])
  }

  // MARK: Many shadows, long clusters

  private func shadows(_ count: Int, canvas: Int, _ shadow: String) throws -> String {
    let all = Array(repeating: shadow, count: count).joined(separator: ", ")
    return try folder.write(
      """
      { "version": 1, "canvas": { "width": \(canvas), "height": \(canvas) },
        "compare": { "reference": "sketch", "candidates": ["ios"] },
        "elements": [ { "id": "e", "type": "rectangle",
          "frame": [10, 10, \(canvas - 20), \(canvas - 20)], "fill": "#111",
          "shadows": [ \(all) ] } ] }
      """, as: "spec.json")
  }

  @Test func `thousands of shadows need no stack`() throws {
    let run = ToolRun("compare", try shadows(2200, canvas: 60, #"{ "blur": 5 }"#))
    #expect(run.status == .differs, "\(run.errors.prefix(300))")
  }

  /// Four times as many may take four times as long; sixteen times would be their square.
  @Test(arguments: [#"{ "blur": 5 }"#, ##"{ "blur": 9, "spread": 3, "color": "#00000011" }"##])
  func `shadows take time in proportion`(shadow: String) throws {
    for candidate in ["ios", "css"] {
      let few = try shadows(60, canvas: 80, shadow)
      let short = seconds { _ = ToolRun("compare", few, "--candidate", candidate) }
      let many = try shadows(240, canvas: 80, shadow)
      let long = seconds { _ = ToolRun("compare", many, "--candidate", candidate) }
      // Half a second for what does not depend on their number.
      #expect(long <= 8 * short + 0.5, "\(candidate): \(short) s for 60, \(long) s for 240")
    }
  }

  @Test(arguments: [
    ("joined", "\u{1F468}\u{200D}", 8000), ("marks", "\u{301}", 10_000),
    ("one letter's marks", "\u{323}\u{302}", 5000),
  ]) func `a long cluster takes time in proportion`(name: String, part: String, count: Int) throws {
    func spec(_ count: Int) throws -> String {
      try folder.write(
        """
        { "version": 1, "canvas": { "width": 390, "height": 100 },
          "elements": [ { "id": "t", "type": "text", "frame": [0, 0, 390, 0],
            "text": "a\(String(repeating: part, count: count))", "font": "Lato-Regular",
            "size": 4 } ] }
        """, as: "spec.json")
    }
    let time = try seconds {
      let run = ToolRun("layout", try spec(count), "--convention", "ios")
      #expect(run.status == .agrees, "\(run.errors.prefix(200))")
    }
    // 0.2 s on an idle machine; it took 4 to 10.
    #expect(time < 3, "\(name): \(time) s")
  }

  // MARK: What a terminal obeys

  @Test(arguments: ["text", "json"]) func `a spec's words are escaped`(format: String) throws {
    let spec = try folder.write(
      #"""
      { "version": 1, "title": "\u001b]0;pwn\u0007\u001b[2J\u001b[31mX\u009b2J",
        "canvas": { "width": 60, "height": 60 },
        "compare": { "reference": "sketch", "candidates": ["ios"] },
        "elements": [
          { "id": "t\u009b31m", "type": "text", "frame": [0, 0, 30, 0], "font": "Lato-Regular",
            "size": 12, "text": "a\u001b[31mb \u009b31m \u0085 \u007f ccc ddd eee" },
          { "id": "r\u0090", "type": "rectangle", "frame": [9, 9, 30, 30], "fill": "#111",
            "shadows": [ { "blur": 5 } ] } ] }
      """#, as: "spec.json")
    var runs = [
      ToolRun("compare", spec, "--format", format),
      ToolRun("compare", spec, "--format", format, "--out", folder.path("o\u{9B}ut")),
      ToolRun("layout", spec, "--convention", "ios"),
      ToolRun("render", spec, "--convention", "ios", "--element", "none\u{1B}", "-o", "-"),
    ]
    for form in ["text", "spec", "swift", "swiftui", "css", "kotlin", "dart"] {
      runs.append(ToolRun("translate", spec, "--from", "sketch", "--as", form, "--to", "ios"))
      runs.append(ToolRun("translate", spec, "--from", "sketch", "--as", form))
    }
    for run in runs { #expect(!hasRawControls(run), "\(run.text.prefix(500))\(run.errors)") }
    if format == "text" { #expect(runs[0].text.hasPrefix(#"\x1b]0;pwn\x07\x1b[2J"#)) }
  }

  // MARK: What is no picture file

  @Test func `a device is refused at once`() throws {
    let a = try write(page(4, 4), "a.png")
    for words in [["/dev/zero", a], [a, "/dev/zero"], ["/dev/null", a]] {
      let time = seconds {
        let run = ToolRun(["diff"] + words)
        #expect(run.status == .badData)
        #expect(run.errors.contains("expected a file or a pipe, found a device\n  Try: "))
      }
      #expect(time < 1)
    }
    #expect(ToolRun("compare", "/dev/zero").status == .badData)
    #expect(ToolRun("diff", a, a, "--mask", "/dev/zero", "--scale", "1").status != .internalError)
  }

  @Test func `what is left out of a folder is told`() throws {
    for place in ["a", "b"] {
      try createFolder(folder.path(place))
      _ = try write(page(4, 4), "\(place)/x.png")
    }
    try #require(mkfifo(folder.path("b/pipe.png"), 0o600) == 0)
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path("b/gone.png"), withDestinationPath: "nowhere.png")
    try files.createSymbolicLink(atPath: folder.path("b/other"), withDestinationPath: "../a")
    let run = ToolRun("diff", folder.path("a"), folder.path("b"))
    #expect(run.status == .agrees)
    for words in [
      "b/gone.png: left out, as it is a link that leads nowhere\n",
      "b/other: left out, as it is a link to a folder\n", "b/pipe.png: left out, as it is a pipe\n",
    ] {
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    let json = try ToolRun("diff", folder.path("a"), folder.path("b"), "--format", "json").json
    let leftOut = try #require(json["leftOut"] as? [[String: String]])
    #expect(
      leftOut.map { $0["is"] } == ["a link that leads nowhere", "a link to a folder", "a pipe"])
    // One that has a partner is missed there.
    _ = try write(page(4, 4), "a/gone.png")
    #expect(ToolRun("diff", folder.path("a"), folder.path("b")).status == .differs)
  }

  // MARK: Nothing compared is no agreement

  @Test func `folders without a picture in common`() throws {
    for place in ["a", "b", "c"] { try createFolder(folder.path(place)) }
    let (a, b, c) = (folder.path("a"), folder.path("b"), folder.path("c"))
    _ = try write(page(4, 4), "b/x.png")
    _ = try write(page(4, 4), "c/y.png")
    for pair in [[a, folder.path("b/../a/../c")], [a, b], [b, a], [b, c]] {
      for format in ["text", "json"] {
        let run = ToolRun(["diff"] + pair + ["--format", format])
        #expect(run.status == .cannotOpenInput)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("expected pictures of the same names, found none"))
        #expect(run.errors.contains("--allow-empty"))
      }
    }
    try createFolder(folder.path("d"))
    #expect(ToolRun("diff", a, folder.path("d")).status == .cannotOpenInput)
    #expect(ToolRun("diff", a, folder.path("d"), "--allow-empty").status == .agrees)
    // A picture without a partner is a difference still.
    #expect(ToolRun("diff", b, c, "--allow-empty").status == .differs)
    #expect(ToolRun("diff", b, c, "--allow-empty", "--fail-on", "never").status == .agrees)
  }

  @Test func `a folder compared with itself`() throws {
    try createFolder(folder.path("a/sub"))
    _ = try write(page(4, 4), "a/x.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a")
    let a = folder.path("a")
    for other in [a, a + "/", a + "//", folder.path("link"), folder.path("a/sub/.."), a + "/."] {
      let run = ToolRun("diff", a, other)
      #expect(run.status == .usage, "\(other)")
      #expect(run.errors.contains("expected two folders, found one and the same"), "\(other)")
      #expect(ToolRun("diff", a, other, "--allow-same").status == .agrees, "\(other)")
    }
  }

  @Test func `a folder that is not there is named as that`() throws {
    try createFolder(folder.path("expected"))
    let file = try write(page(4, 4), "file.png")
    let (a, b) = (folder.path("expected"), folder.path("actuall"))
    for pair in [[a, b], [b, a]] {
      let run = ToolRun(["diff"] + pair)
      #expect(run.status == .cannotOpenInput)
      #expect(
        run.errors.hasPrefix("error: \(b): expected a folder, as \(a) is, found no such folder"))
    }
    #expect(ToolRun("diff", a, file).errors.hasPrefix("error: \(file): expected a folder, as"))
    #expect(ToolRun("diff", a, "-").status == .cannotOpenInput)
  }

  // MARK: Memory

  /// A picture of one bit a pixel, not compressed; its pixels are all `white` or not, but for one.
  private func writeBilevel(
    _ width: Int, _ height: Int, white: Bool, _ name: String, other: (x: Int, y: Int)? = nil
  ) throws -> String {
    func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      let named = Array(name.utf8) + body
      return big(body.count) + named + big(Int(crc(named)))
    }
    var data: [UInt8] = [0x78, 0x01]
    var (low, high) = (1, 0)
    for y in 0..<height {
      var row = [0] + [UInt8](repeating: white ? 0xFF : 0, count: width / 8)
      if let other, other.y == y { row[1 + other.x / 8] ^= 0x80 >> UInt8(other.x % 8) }
      // A stored block for each row.
      let (a, b) = (UInt8(row.count & 0xFF), UInt8(row.count >> 8))
      data += [y == height - 1 ? 1 : 0, a, b, ~a, ~b] + row
      for byte in row {
        low = (low + Int(byte)) % 65521
        high = (high + low) % 65521
      }
    }
    let bytes =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width) + big(height) + [1, 0, 0, 0, 0])
      + chunk("IDAT", data + big(high << 16 | low)) + chunk("IEND", [])
    try writeFileAtomically(bytes, to: folder.path(name))
    return folder.path(name)
  }

  @Test func `a bit a pixel is no picture of four bytes a pixel`() throws {
    let (w, h) = (1600, 1200)
    let white = try writeBilevel(w, h, white: true, "white.png")
    let black = try writeBilevel(w, h, white: false, "black.png")
    let taller = try writeBilevel(w, h + 1, white: true, "taller.png")
    let dot = try writeBilevel(w, h, white: true, "dot.png", other: (800, 600))
    // All of both would be 15 MB.
    for other in [black, taller] {
      let run = ToolRun("diff", white, other, "--memory", "10MB")
      #expect(run.status == .badData, "\(run.errors)")
      #expect(run.errors.contains("found that 15 MB are needed"), "\(run.errors)")
      #expect(run.errors.contains("Try: --memory 1GB"), "\(run.errors)")
      #expect(ToolRun("diff", white, other, "--memory", "16MB").status == .differs)
    }
    // What is not looked at closely needs none, and what differs little needs little.
    #expect(ToolRun("diff", white, black, "--memory", "1KB", "--count").status == .differs)
    let few = ToolRun("diff", white, dot, "--memory", "10MB", "--fail-on", "different")
    #expect(few.status == .differs, "\(few.errors)")
    #expect(few.text.hasPrefix("1 of 1920000 pixels differ"), "\(few.text)")
  }

  @Test func `what is needed beyond the pictures has a limit`() throws {
    // RGB of 3 bytes a pixel becomes RGBA of 4: 120 kB more for each.
    let a = try write(page(400, 300), "a.png")
    let b = try write(page(400, 301), "b.png")
    let run = ToolRun("diff", a, b, "--memory", "1KB")
    if try readFile(a)[25] == 6 {
      #expect(run.status == .differs, "RGBA is decoded as it is stored")
    } else {
      #expect(run.status == .badData, "\(run.errors)")
      #expect(run.errors.contains("of memory beyond what the files store"))
      #expect(run.errors.contains("Try: --memory "))
    }
    #expect(ToolRun("diff", a, b, "--memory", "10MB").status == .differs)
    #expect(ToolRun("diff", a, b).status == .differs)
  }
}

/// Every number of a spec at the ends of what a Double holds: drawn, or refused in a sentence.
@Suite struct HostileNumbersTests {
  static let values: [Double] = [
    1e308, -1e308, 1e15, 9.3e18, -1e6, 65536, 1e-20, .leastNonzeroMagnitude, 0,
  ]

  /// A `~` stands before each number; one at a time is tried, the others are as they are here.
  static let spec = """
    { "version": 1, "canvas": { "width": ~60, "height": ~60, "scale": ~1 },
      "compare": { "reference": "sketch", "candidates": ["ios", "android"] },
      "elements": [
        { "id": "e", "type": "rectangle", "frame": [~10, ~10, ~40, ~40], "cornerRadius": ~4,
          "opacity": ~1, "border": { "width": ~1, "color": "#000" },
          "fill": { "linearGradient": { "from": [~0, ~0], "to": [~1, ~1],
            "stops": [["#58A7F8", ~0], ["#143B8A", ~1]] } },
          "shadows": [ { "offset": [~0, ~4], "blur": ~10, "spread": ~0, "color": "#00000033" } ] },
        { "id": "t", "type": "text", "frame": [~4, ~11, ~29, ~0], "text": "Check out",
          "font": "Lato-Regular", "size": ~7, "lineHeight": ~25, "lineSpacing": ~0,
          "tracking": ~0, "maxLines": ~0 } ] }
    """

  static let count = spec.count { $0 == "~" }

  @Test func `a canvas of next to nothing is a pixel`() throws {
    let folder = try ScratchFolder()
    let spec = try folder.write(
      Self.spec.replacingOccurrences(of: "~", with: "")
        .replacingOccurrences(of: "60", with: "0.1")
        .replacingOccurrences(of: "\"scale\": 1", with: "\"scale\": 5e-324"), as: "spec.json")
    let run = ToolRun("render", spec, "--convention", "figma", "-o", "-")
    #expect(run.status == .agrees, "\(run.errors)")
    let image = try decode(run.output).image
    #expect(image.width == 1 && image.height == 1)
  }

  @Test(arguments: 0..<count) func `a number that nobody means`(place: Int) throws {
    let folder = try ScratchFolder()
    let parts = Self.spec.split(separator: "~", omittingEmptySubsequences: false)
    for value in Self.values {
      var text = String(parts[0])
      for (index, part) in parts.dropFirst().enumerated() {
        text +=
          index == place
          ? "\(value)" + part.drop { $0.isNumber || $0 == "." } : String(part)
      }
      let spec = try folder.write(text, as: "spec.json")
      for words in [
        ["compare", spec], ["layout", spec, "--convention", "css"],
        ["translate", spec, "--from", "css", "--to", "android"],
        ["render", spec, "--convention", "figma", "-o", folder.path("out.png")],
      ] {
        let run = ToolRun(words)
        #expect(
          [.agrees, .differs, .badData].contains(run.status), "\(value): \(words) \(run.errors)")
        #expect(run.status != .badData || run.errors.contains("expected "), "\(run.errors)")
      }
    }
  }
}
