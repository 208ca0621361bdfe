import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@testable import CommandLineTool

/// `renderaudit diff` as a person types it.
@Suite struct DiffCommandTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A page with a button; more than a megapixel is compared by parts.
  static func page(
    width: Int = 400, height: Int = 300, button: [UInt8] = [40, 120, 240], at: (Int, Int) = (80, 90)
  ) -> RGBAImage {
    var samples = [UInt8](repeating: 250, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let i = (y * width + x) * 4
        if x >= at.0, x < at.0 + 120, y >= at.1, y < at.1 + 40 {
          for c in 0..<3 { samples[i + c] = button[c] }
        }
        samples[i + 3] = 255
      }
    }
    return RGBAImage(width: width, height: height, samples: .eight(samples))
  }

  private func write(_ image: RGBAImage, _ name: String) throws -> String {
    try writeFileAtomically(encodePNG(image), to: folder.path(name))
    return folder.path(name)
  }

  @Test func `equal pictures agree, whether their bytes are equal or not`() throws {
    let a = try write(Self.page(), "a.png")
    let run = ToolRun("diff", a, a)
    #expect(run.status == .agrees)
    #expect(run.text == "0 of 120000 pixels differ: identical, the files are the same.\n")
    var sixteen = Self.page()
    if case .eight(let s) = sixteen.samples {
      sixteen.samples = .sixteen(s.map { UInt16($0) * 257 })
    }
    let deep = try write(sixteen, "deep.png")
    #expect(ToolRun("diff", a, deep).text.hasPrefix("0 of 120000 pixels differ.\nIdentical."))
  }

  @Test(arguments: [(400, 300), (1200, 1500)])
  func `a recoloured button is one region with both colours`(width: Int, height: Int) throws {
    let a = try write(Self.page(width: width, height: height), "a.png")
    let b = try write(Self.page(width: width, height: height, button: [46, 126, 236]), "b.png")
    let run = ToolRun("diff", a, b, "--format", "json")
    #expect(run.status == .differs)
    let json = try run.json
    #expect(json["verdict"] as? String == "different")
    let counts = try #require(json["counts"] as? [String: Any])
    #expect(counts["differingPixels"] as? Int == 4800)
    #expect(counts["boundsPx"] as? [Int] == [80, 90, 120, 40])
    let regions = try #require(json["regions"] as? [[String: Any]])
    #expect(regions.count == 1)
    #expect(regions.first?["class"] as? String == "recolour")
    #expect(regions.first?["boundsPx"] as? [Int] == [80, 90, 120, 40])
    let sentence = try #require(regions.first?["sentence"] as? String)
    #expect(sentence.hasPrefix("#2878F0 → #2E7EEC"))
  }

  @Test func `the gate opens as far as it is told`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [46, 126, 236]), "b.png")
    let c = try write(Self.page(button: [41, 120, 240]), "c.png")
    #expect(ToolRun("diff", a, b).status == .differs)
    #expect(ToolRun("diff", a, b, "--fail-on", "never").status == .agrees)
    #expect(ToolRun("diff", a, b, "--max-pixels", "4800").status == .agrees)
    #expect(ToolRun("diff", a, b, "--max-pixels", "4799").status == .differs)
    #expect(ToolRun("diff", a, b, "--max-percent", "4").status == .agrees)
    #expect(ToolRun("diff", a, b, "--max-percent", "3.9").status == .differs)
    #expect(ToolRun("diff", a, b, "--max-distance", "3").status == .agrees)
    #expect(ToolRun("diff", a, b, "--threshold", "1").status == .differs)
    #expect(ToolRun("diff", a, c).status == .agrees)
    #expect(ToolRun("diff", a, c, "--fail-on", "different").status == .differs)
  }

  @Test func `what is ignored does not count and is told`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [46, 126, 236]), "b.png")
    let run = ToolRun("diff", a, b, "--ignore", "80,90,120,40")
    #expect(run.status == .agrees)
    #expect(run.text.contains("4800 more differ where they are ignored"))
    // 40×20 points at 3 px a point.
    #expect(
      ToolRun("diff", a, b, "--ignore", "26.6,30,40.1,13.4", "--scale", "3").status == .agrees)
    #expect(ToolRun("diff", a, b, "--ignore", "0,0,50,50").status == .differs)

    var mask = Self.page(button: [255, 255, 255])
    if case .eight(var s) = mask.samples {
      for i in stride(from: 0, to: s.count, by: 4) where s[i] == 250 { s[i..<(i + 3)] = [0, 0, 0] }
      mask.samples = .eight(s)
    }
    let maskPath = try write(mask, "mask.png")
    #expect(ToolRun("diff", a, b, "--mask", maskPath).status == .agrees)
    let small = try write(Self.page(width: 10, height: 10), "small.png")
    #expect(ToolRun("diff", a, b, "--mask", small).status == .badData)
  }

  @Test func `presets know the devices`() throws {
    let (width, height) = (1170, 2532)
    let a = try write(Self.page(width: width, height: height, at: (60, 40)), "a.png")
    let b = try write(
      Self.page(width: width, height: height, button: [0, 0, 0], at: (60, 40)), "b.png")
    #expect(ToolRun("diff", a, b).status == .differs)
    #expect(ToolRun("diff", a, b, "--ignore-preset", "ios-status-bar").status == .agrees)
    let small = try write(Self.page(), "small.png")
    #expect(
      ToolRun("diff", small, small, "--ignore-preset", "ios-status-bar").status == .usage)
  }

  @Test func `sizes are told first and never agree`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(height: 301), "b.png")
    let run = ToolRun("diff", a, b)
    #expect(run.status == .differs)
    #expect(run.text.hasPrefix("Sizes differ: 400×300 px against 400×301 px; "))
    let scaled = ToolRun("diff", a, b, "--scale-to", "smaller")
    #expect(scaled.text.contains("was resampled to 400×300 px"))
    let twice = try write(Self.page(width: 800, height: 600, at: (160, 180)), "c.png")
    #expect(ToolRun("diff", a, twice, "--scale-to", "smaller").text.contains("resampled"))
  }

  @Test func `other tools' counts are theirs`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [240, 60, 20]), "b.png")
    for metric in ["pixelmatch", "pixelmatch-v5", "odiff"] {
      let run = ToolRun("diff", a, b, "--metric", metric)
      #expect(run.status == .differs)
      #expect(run.text.hasPrefix("4800 of 120000 pixels differ (4 %)"), "\(metric)")
    }
    // A button that another tool's threshold does not see.
    let c = try write(Self.page(button: [46, 126, 236]), "c.png")
    #expect(ToolRun("diff", a, c, "--metric", "odiff").status == .agrees)
    #expect(ToolRun("diff", a, c, "--metric", "looks-same").status == .agrees)
    #expect(ToolRun("diff", a, b, "--metric", "looks-same").status == .differs)
    let tall = try write(Self.page(height: 301), "tall.png")
    #expect(
      ToolRun("diff", a, tall, "--metric", "looks-same").text
        == "Sizes differ: 400×300 px against 400×301 px, which looks-same takes for different.\n")
    #expect(ToolRun("diff", a, b, "--metric", "ssim").status == .differs)
    #expect(ToolRun("diff", a, a, "--metric", "ssim").status == .agrees)
    #expect(ToolRun("diff", a, b, "--metric", "flip", "--threshold", "1").status == .agrees)
    #expect(ToolRun("diff", a, b, "--metric", "flip", "--mask", a).status == .usage)
  }

  @Test func `every view is a picture`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [46, 126, 236]), "b.png")
    for view in ["overlay", "side-by-side", "flicker", "heat", "regions"] {
      let out = folder.path("\(view).png")
      #expect(ToolRun("diff", a, b, "--out", out, "--view", view).status == .differs)
      let picture = try decode(try readFile(out))
      #expect(picture.image.height == 300)
      #expect(picture.image.width == (view == "side-by-side" ? 1232 : 400))
      #expect(picture.frames.count == (view == "flicker" ? 2 : 0))
      guard view != "flicker", view != "side-by-side", case .eight(let s) = picture.image.samples
      else { continue }
      // The button is marked in colour, the page is not.
      let (inside, outside) = ((100 * 400 + 100) * 4, (10 * 400 + 10) * 4)
      #expect(s[inside] != s[inside + 2], "\(view)")
      #expect(s[outside] == s[outside + 2], "\(view)")
    }
    #expect(ToolRun("diff", a, b, "--view", "heat").status == .usage)
  }

  /// A page of rows that are all different, as lines of text are.
  private func lines(
    _ rows: Range<Int>, width: Int = 200, x: Int = 0, inserting inserted: Int = 0, at place: Int = 0
  ) -> RGBAImage {
    var samples: [UInt8] = []
    for y in rows {
      if y == place {
        samples += [UInt8](repeating: 255, count: inserted * width * 4)
      }
      for column in 0..<width {
        var seed = UInt64(y) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(column + x) &* 0xD1B5_4A32_D192_ED03
        seed = (seed ^ (seed >> 31)) &* 0x94D0_49BB_1331_11EB
        let ink: UInt8 = seed >> 62 == 0 ? 40 : 245
        samples += [ink, ink, ink, 255]
      }
    }
    return RGBAImage(width: width, height: samples.count / 4 / width, samples: .eight(samples))
  }

  /// Rows of a view in which some pixel is marked in colour.
  private func markedRows(_ path: String, columns: Range<Int>) throws -> [Int] {
    let image = try decode(try readFile(path)).image
    guard case .eight(let s) = image.samples else { return [] }
    return (0..<image.height).filter { y in
      columns.contains { x in
        let i = (y * image.width + x) * 4
        return s[i] != s[i + 1] || s[i + 1] != s[i + 2]
      }
    }
  }

  @Test(arguments: ["overlay", "heat", "side-by-side"])
  func `views follow rows that moved: below an insertion nothing is marked`(view: String) throws {
    let a = try write(lines(0..<200), "a.png")
    let b = try write(lines(0..<188, inserting: 12, at: 90), "b.png")
    let out = folder.path("out.png")
    let run = ToolRun("diff", a, b, "--out", out, "--view", view, "--format", "json")
    #expect(run.status == .differs)
    let regions = try #require(try run.json["regions"] as? [[String: Any]])
    #expect(regions.map { $0["class"] as? String } == ["reflow"])
    // In the middle of three panels, 16 px apart.
    let columns = view == "side-by-side" ? 216..<416 : 0..<200
    // The line where rows came in, which the heat map leaves out, and the rows that the lower edge
    // pushed out.
    let wanted = (view == "heat" ? [] : [90]) + Array(188..<200)
    #expect(try markedRows(out, columns: columns) == wanted)
  }

  @Test func `views lay a cut-out where it was found`() throws {
    let a = try write(lines(0..<200), "a.png")
    let b = try write(lines(40..<160, width: 120, x: 30), "b.png")
    let out = folder.path("out.png")
    let run = ToolRun(
      "diff", a, b, "--align", "30,40", "--out", out, "--view", "overlay", "--format", "json")
    #expect((try run.json["size"] as? [String: Any])?["offsetPx"] as? [Int] == [30, 40])
    #expect(try markedRows(out, columns: 30..<150) == Array(0..<40) + Array(160..<200))

    let flicker = folder.path("flicker.png")
    _ = ToolRun("diff", a, b, "--align", "30,40", "--out", flicker, "--view", "flicker")
    let frames = try decode(try readFile(flicker)).frames.map { $0.image.eightBits }
    try #require(frames.count == 2)
    for (x, y) in [(30, 40), (149, 40), (30, 159), (149, 159), (77, 101)] {
      let i = (y * 200 + x) * 4
      #expect(frames[0][i..<(i + 4)] == frames[1][i..<(i + 4)], "\(x), \(y)")
    }
  }

  @Test func `animations are compared frame by frame`() throws {
    let frames = [Self.page(), Self.page(button: [46, 126, 236])]
    let a = folder.path("a.png")
    let b = folder.path("b.png")
    try writeFileAtomically(encodeAPNG(frames, milliseconds: 100), to: a)
    try writeFileAtomically(encodeAPNG([frames[0], frames[0]], milliseconds: 100), to: b)
    let run = ToolRun("diff", a, b)
    #expect(run.status == .differs)
    #expect(run.text.hasPrefix("1 of 2 frames differ."))
    #expect(run.text.contains("Frame 2:"))
    try writeFileAtomically(encodeAPNG(frames, milliseconds: 200), to: b)
    #expect(ToolRun("diff", a, b).text.contains("shown for other times"))
    let still = try write(Self.page(), "still.png")
    #expect(ToolRun("diff", a, still).status == .differs)
    #expect(
      ToolRun("diff", a, still).text
        == "Different: the first is an animation of 2 frames, the second a still picture.\n")
    #expect(
      ToolRun("diff", still, a).text
        == "Different: the first is a still picture, the second an animation of 2 frames.\n")
  }

  @Test func `folders are paired by path`() throws {
    for (place, names) in [
      ("a", ["same.png", "sub/changed.png", "missing.png", "bad.png"]),
      ("b", ["same.png", "sub/changed.png", "new.png", "bad.png"]),
    ] {
      try createFolder(folder.path("\(place)/sub"))
      for name in names {
        let changed = place == "b" && name.hasPrefix("sub")
        _ = try write(
          Self.page(button: changed ? [0, 0, 0] : [40, 120, 240]), "\(place)/\(name)")
      }
      try writeFileAtomically(Array("notes".utf8), to: folder.path("\(place)/notes.txt"))
    }
    let good = ToolRun("diff", folder.path("a"), folder.path("b") + "/", "--format", "json")
    #expect(good.status == .differs)
    let counts = try #require(try good.json["counts"] as? [String: Int])
    #expect(
      counts == [
        "different": 1, "withinTolerance": 0, "identical": 2, "new": 1, "missing": 1,
        "unreadable": 0,
      ])
    let paths = try #require(try good.json["pairs"] as? [[String: Any]]).map {
      $0["path"] as? String
    }
    #expect(paths == ["bad.png", "missing.png", "new.png", "same.png", "sub/changed.png"])

    // One bad file is one error, not the end.
    try writeFileAtomically([1, 2, 3], to: folder.path("b/bad.png"))
    let run = ToolRun("diff", folder.path("a"), folder.path("b"), "--out", folder.path("out"))
    #expect(run.status == .badData)
    #expect(run.text.contains("1 different, 1 identical, 1 new, 1 missing, 1 unreadable"))
    #expect(run.errors.contains("bad.png"))
    #expect(folder.files.keys.filter { $0.hasPrefix("out/") } == ["out/sub/changed.png.png"])
  }

  @Test func `an input is never written over`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [0, 0, 0]), "b.png")
    try createFolder(folder.path("sub"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.png"), withDestinationPath: b)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("sub/up"), withDestinationPath: "..")
    let before = folder.files
    for out in [a, b, folder.path("./a.png"), folder.path("link.png"), folder.path("sub/up/b.png")]
    {
      let run = ToolRun("diff", a, b, "--out", out)
      #expect(run.status == .usage, "\(out)")
      #expect(run.errors.contains("expected a file of its own"), "\(out)")
      #expect(run.errors.contains("Try: --out"))
    }
    #expect(ToolRun("diff", a, b, "--mask", b, "--out", b).status == .usage)
    #expect(folder.files == before)
  }

  @Test(arguments: ["text", "json"])
  func `a picture on standard output is alone there`(format: String) throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [0, 0, 0]), "b.png")
    let run = ToolRun("diff", a, b, "--out", "-", "--format", format)
    #expect(run.status == .differs)
    #expect(try decode(run.output).image.width == 400)
    #expect(ToolRun("diff", a, b, "--out", folder.path("o.png")).status == .differs)
    #expect(run.output == folder.files["o.png"])
    #expect(run.errors == ToolRun("diff", a, b, "--format", format).text)
    #expect(ToolRun("diff", folder.path("."), folder.path("."), "--out", "-").status == .usage)
  }

  @Test func `pictures are never written among those that are compared`() throws {
    for place in ["a/sub", "b/sub"] { try createFolder(folder.path(place)) }
    _ = try write(Self.page(), "a/sub/x.png")
    _ = try write(Self.page(button: [0, 0, 0]), "b/sub/x.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "b")
    let before = folder.files
    for out in ["a", "b/", "a/sub", "b/new/deep", "link/new"] {
      let run = ToolRun("diff", folder.path("a"), folder.path("b"), "--out", folder.path(out))
      #expect(run.status == .usage, "\(out)")
      #expect(run.errors.contains("expected a folder outside of both"), "\(out)")
    }
    #expect(folder.files == before)
    // A name that only begins like the folder's is another one.
    let run = ToolRun("diff", folder.path("a"), folder.path("b"), "--out", folder.path("a2"))
    #expect(run.status == .differs)
    #expect(folder.files.count == before.count + 1)
  }

  @Test func `names do not reach the terminal raw`() throws {
    let name = "a\u{1B}]0;title\u{7}\n\u{9B}2J.png"
    let shown = #"a\x1b]0;title\x07\x0a\xc2\x9b2J.png"#
    try createFolder(folder.path("a"))
    try createFolder(folder.path("b"))
    _ = try write(Self.page(), "a/\(name)")
    try writeFileAtomically([1, 2, 3], to: folder.path("b/\(name)"))
    _ = try write(Self.page(), "b/new\u{7F}.png")
    let (a, b) = (folder.path("a/\(name)"), folder.path("b/\(name)"))
    for words in [
      ["diff", folder.path("a"), folder.path("b")], ["diff", a, b], ["diff", a, b + "none"],
      ["diff", a, a, "--out", a], ["diff", a, a, b], ["diff", a, a, "--ignore", name],
      ["diff", a, a, "--mask", b],
    ] {
      let run = ToolRun(words)
      #expect((run.text + run.errors).contains(shown), "\(words)")
      let raw = (run.text + run.errors).unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n"
      }
      #expect(raw.isEmpty, "\(words)")
    }
    let folders = ToolRun("diff", folder.path("a"), folder.path("b")).text
    #expect(folders.contains(#"+ new\x7f.png: only in"#))
    let json = try ToolRun("diff", folder.path("a"), folder.path("b"), "--format", "json").json
    let pairs = try #require(json["pairs"] as? [[String: Any]])
    #expect(pairs.map { $0["path"] as? String } == [name, "new\u{7F}.png"])
  }

  /// Writes a picture under a name of any bytes; false where the file system takes none but text.
  private func write(_ image: RGBAImage, _ place: String, bytes: [UInt8]) -> Bool {
    let path = Array(folder.path(place).utf8) + [UInt8(ascii: "/")] + bytes + [0]
    guard let file = fopen(path.map(CChar.init(bitPattern:)), "w") else { return false }
    defer { fclose(file) }
    let png = encodePNG(image)
    return fwrite(png, 1, png.count, file) == png.count
  }

  @Test(arguments: [["a"], ["b"], ["a", "b"]])
  func `a name that is not text is a name`(places: [String]) throws {
    for place in ["a", "b"] {
      try createFolder(folder.path(place))
      _ = try write(Self.page(), "\(place)/same.png")
    }
    for place in places {
      let written = write(Self.page(), place, bytes: [0x63, 0x61, 0x66, 0xE9] + Array(".png".utf8))
      if !written { return }
    }
    let isPair = places.count == 2
    let run = ToolRun("diff", folder.path("a"), folder.path("b"))
    #expect(run.status == (isPair ? .agrees : .differs))
    #expect(
      run.text.hasPrefix(
        "2 pictures: "
          + (isPair ? "2 identical" : "1 identical, 1 \(places == ["a"] ? "missing" : "new")")
          + "."))
    #expect(isPair || run.text.contains(#" caf\xe9.png: only in "#))
    let json = ToolRun("diff", folder.path("a"), folder.path("b"), "--format", "json")
    let pair = try #require((try json.json["pairs"] as? [[String: Any]])?.first)
    #expect(pair["path"] as? String == #"caf\xe9.png"#)
    #expect(pair["state"] as? String == (isPair ? "compared" : places == ["a"] ? "missing" : "new"))
  }

  @Test func `two spellings of one letter are two names`() throws {
    let names = ["\u{E9}.png", "e\u{301}.png"]
    for (place, name) in zip(["a", "b"], names) {
      try createFolder(folder.path(place))
      let written = write(Self.page(), place, bytes: Array(name.utf8))
      try #require(written)
    }
    let run = ToolRun("diff", folder.path("a"), folder.path("b"), "--allow-empty")
    #expect(run.text.utf8.starts(with: "2 pictures: 1 new, 1 missing.".utf8))
  }

  @Test func `it is told when nothing was compared`() throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(button: [0, 0, 0]), "b.png")
    let opaque = try write(Self.page(button: [255, 255, 255]), "mask.png")
    for words in [["--ignore", "0,0,400,300"], ["--mask", opaque]] {
      let run = ToolRun(["diff", a, b] + words)
      #expect(run.status == .agrees)
      #expect(
        run.text.hasPrefix(
          "Nothing was compared, for every pixel is ignored; "
            + "4800 differ where they are ignored.\n"))
      #expect(!run.text.contains("Identical."))
      let json = try ToolRun(["diff", a, b, "--format", "json"] + words).json
      let reason = json["reason"] as? String
      #expect(reason?.contains("nothing was compared, for every pixel is ignored") == true)
    }
    let apart = ["diff", a, b, "--align", "1000,2000"]
    let run = ToolRun(apart)
    #expect(run.status == .differs)
    let first = try #require(run.text.split(separator: "\n").first)
    #expect(
      first.contains("nothing was compared, for at 1000, 2000 the second lies beside the first"))
    let reason = try ToolRun(apart + ["--format", "json"]).json["reason"] as? String
    #expect(reason?.contains("nothing was compared") == true)
  }

  @Test func `limits leave antialiasing out where that is asked for`() throws {
    // Discs on whole pixels, and 0.3 px further.
    func discs(at corner: Double) -> RGBAImage {
      var page = Self.page(button: [250, 250, 250])
      guard case .eight(var s) = page.samples else { return page }
      for y in 0..<page.height {
        for x in 0..<page.width {
          // Coverage by the distance from the nearest centre of a grid of 50 px.
          func away(_ v: Int) -> Double {
            let at = Double(v) + 0.5 - corner
            return at - (at / 50).rounded() * 50
          }
          let distance = (away(x) * away(x) + away(y) * away(y)).squareRoot()
          let coverage = max(0, min(1, 12.5 - distance))
          for k in 0..<3 {
            s[(y * page.width + x) * 4 + k] = UInt8((250 - 210 * coverage).rounded())
          }
        }
      }
      page.samples = .eight(s)
      return page
    }
    let a = try write(discs(at: 25), "a.png")
    let b = try write(discs(at: 25.3), "b.png")
    let json = try ToolRun("diff", a, b, "--format", "json").json
    let regions = try #require(json["regions"] as? [[String: Any]])
    try #require(Set(regions.map { $0["class"] as? String }) == ["antialiasing"])
    for limit in [["--max-pixels", "9"], ["--max-distance", "1"], ["--fail-on", "different"]] {
      #expect(ToolRun(["diff", a, b] + limit).status == .differs, "\(limit)")
      #expect(
        ToolRun(["diff", a, b, "--ignore-antialiasing"] + limit).status == .agrees, "\(limit)")
    }
    #expect(ToolRun("diff", a, b, "--count", "--ignore-antialiasing").status == .usage)
  }

  /// A PNG with another chunk in place of sRGB.
  private func write(
    _ image: RGBAImage, chunk: String, _ body: [UInt8], _ name: String
  ) throws -> String {
    func word(_ v: UInt32) -> [UInt8] { (0..<4).map { UInt8(v >> (24 - 8 * $0) & 255) } }
    var crc = ~UInt32(0)
    for byte in Array(chunk.utf8) + body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    var bytes = encodePNG(image)
    // Signature and IHDR are 33 bytes, sRGB is 13.
    try #require(bytes[37..<41].elementsEqual("sRGB".utf8))
    bytes.replaceSubrange(
      33..<46, with: word(UInt32(body.count)) + Array(chunk.utf8) + body + word(~crc))
    try writeFileAtomically(bytes, to: folder.path(name))
    return folder.path(name)
  }

  @Test(arguments: [(UInt8(16), "PQ"), (18, "HLG")])
  func `HDR is refused with what to do`(transfer: UInt8, name: String) throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(), chunk: "cICP", [9, transfer, 0, 1], "b.png")
    let run = ToolRun("diff", a, b)
    #expect(run.status == .badData)
    #expect(
      run.errors.contains("expected a picture for standard displays, found HDR (\(name)) by cICP"))
    #expect(run.errors.contains("Try: convert it to sRGB or Display P3 first."))
  }

  @Test(arguments: [
    ("iCCP", Array("x".utf8) + [0, 0, 1, 2, 3]), ("cICP", [200, 200, 9, 9]),
    ("cICP", [12, 99, 0, 1]),
  ])
  func `a colour space that cannot be used is told`(chunk: String, body: [UInt8]) throws {
    let a = try write(Self.page(), "a.png")
    let b = try write(Self.page(), chunk: chunk, body, "b.png")
    for extra in [[], ["--out", folder.path("o.png")]] {
      let run = ToolRun(["diff", a, b] + extra)
      #expect(run.status == .agrees)
      let note = "what \(b) says of its colour space cannot be used; taken for sRGB"
      #expect(run.text.contains("Note: \(note)."))
      let json = try ToolRun(["diff", a, b, "--format", "json"] + extra).json
      #expect(json["warnings"] as? [String] == [note])
      let colour = try #require(json["colour"] as? [String: Any])
      #expect((colour["assumed"] as? [String: Bool])?["candidate"] == true)
    }
  }

  @Test func `mistakes have their statuses`() throws {
    let a = try write(Self.page(), "a.png")
    let words = try folder.write("no picture", as: "words.png")
    #expect(ToolRun("diff", a, folder.path("none.png")).status == .cannotOpenInput)
    #expect(ToolRun("diff", a, words).status == .badData)
    #expect(ToolRun("diff", a, words).errors.contains("expected PNG, JPEG, WebP, TIFF or BMP"))
    #expect(ToolRun("diff", a).status == .usage)
    #expect(ToolRun("diff", "-", "-").status == .usage)
    #expect(ToolRun("diff", a, a, "--metric", "odif").errors.contains("Did you mean odiff?"))
    #expect(ToolRun("diff", a, a, "--ignore", "1,2,3").status == .usage)
    #expect(ToolRun("diff", a, a, "--max-percent", "101").status == .usage)
    let b = try write(Self.page(button: [0, 0, 0]), "b.png")
    #expect(ToolRun("diff", a, b, "--out", "/no/such/folder/x.png").status == .cannotWriteOutput)
  }
}
