import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageCodec

/// Comparing while inflating against comparing the decoded pictures pixel by pixel.
@Suite struct PairTests {
  /// A pair of one size: the second with some pixels changed, and the same or another encoding.
  static func pair(_ rng: inout SplitMix) -> (GeneratedPNG, GeneratedPNG) {
    let kind = GeneratedPNG.kinds.randomElement(using: &rng)!
    let width = rng.chance(5) ? rng.int(1...30) : rng.int(60...400)
    let height = rng.chance(5) ? rng.int(1...30) : rng.int(60...400)
    let a = GeneratedPNG.random(kind, width: width, height: height, &rng)
    var b = a
    for _ in 0..<(rng.chance(4) ? 0 : rng.int(1...6)) {
      let n = a.rowBytes(width)
      let x = rng.int(0...(n - 1))
      let y = rng.int(0...(height - 1))
      for row in y..<min(height, y + rng.int(1...40)) {
        for i in x..<min(n, x + rng.int(1...60)) { b.rows[row][i] ^= UInt8(rng.int(0...255)) }
      }
    }
    if rng.chance(3) {
      b.level = rng.int(0...9)
      b.filters = [UInt8(rng.int(0...4))]
    }
    return (a, b)
  }

  @Test(arguments: 0..<10)
  func `counts, bounds and crops are those of the decoded pictures`(seed: Int) throws {
    var rng = SplitMix(UInt64(seed) + 2000)
    for round in 0..<5 {
      let (a, b) = Self.pair(&rng)
      var filters = rng
      let one = a.encoded(&filters)
      // The same filters in both half of the time, as one encoder would choose.
      if !rng.chance(2) { filters = rng }
      let two = b.encoded(&filters)
      try Self.check(one, two, "seed \(seed), round \(round)")
    }
  }

  /// Long files, of which only four bands may be put aside, equal but for a place or two.
  @Test(arguments: 0..<6)
  func `what was put aside is caught up with`(seed: Int) throws {
    var rng = SplitMix(UInt64(seed) + 4000)
    for round in 0..<6 {
      let kind = GeneratedPNG.kinds.filter { $0.depth >= 8 }.randomElement(using: &rng)!
      var a = GeneratedPNG.random(kind, width: rng.int(1...40), height: rng.int(700...1500), &rng)
      // Mostly filters that look upwards, now and then one that does not.
      a.filters = rng.chance(2) ? [2, 4] : [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 1, 0]
      var b = a
      for _ in 0..<rng.int(1...2) {
        b.rows[rng.int(0...(a.height - 1))][rng.int(0...(a.rowBytes(a.width) - 1))] ^= 0x40
      }
      var filters = rng
      let one = a.encoded(&filters)
      filters = rng
      let two = b.encoded(&filters)
      var reading = PairReading()
      reading.asideBytes = 1
      guard one != two, case .compared(let found) = try readPair(one, two, reading) else {
        Issue.record("not compared as it came")
        continue
      }
      let wanted = Self.differences(try decode(one).image, try decode(two).image)
      #expect(found.differingPixels == wanted.count, "seed \(seed), round \(round)")
      Self.checkCrops(
        found.crops, try decode(one).image, try decode(two).image, wanted, "seed \(seed)")
    }
  }

  @Test func `grey against colour, 8 against 16 bits, palette against both`() throws {
    let width = 150
    let height = 90
    let values = (0..<(width * height)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / width) }
    let forms: [(UInt8, UInt8, (UInt8) -> [UInt8])] = [
      (0, 8, { [$0] }), (0, 16, { [$0, $0] }), (2, 8, { [$0, $0, $0] }),
      (2, 16, { [$0, $0, $0, $0, $0, $0] }), (3, 8, { [$0] }), (4, 8, { [$0, 255] }),
      (6, 8, { [$0, $0, $0, 255] }), (6, 16, { [$0, $0, $0, $0, $0, $0, 255, 255] }),
    ]
    var rng = SplitMix(5)
    for a in forms {
      for b in forms {
        var files: [[UInt8]] = []
        for (i, form) in [a, b].enumerated() {
          var changed = values
          if i == 1 { changed[40 * width + 70] ^= 1 }
          var png = GeneratedPNG(
            width: width, height: height, type: form.0, depth: form.1,
            rows: (0..<height).map { y in
              changed[(y * width)..<((y + 1) * width)].flatMap(form.2)
            })
          if form.0 == 3 {
            png.chunks = [("PLTE", (0...255).flatMap { [UInt8($0), UInt8($0), UInt8($0)] })]
          }
          files.append(png.encoded(&rng))
        }
        guard case .compared(let found) = try readPair(files[0], files[1]) else {
          Issue.record("not compared as it came")
          continue
        }
        #expect(found.differingPixels == 1)
        #expect(found.bounds == PixelRect(x0: 70, y0: 40, x1: 71, y1: 41))
      }
    }
  }

  @Test func `equal bytes end at once`() throws {
    var rng = SplitMix(1)
    let bytes = GeneratedPNG.random((6, 8), width: 50, height: 40, &rng).encoded(&rng)
    guard case .sameBytes(50, 40, .assumedSRGB) = try readPair(bytes, bytes) else {
      Issue.record("expected the same bytes")
      return
    }
  }

  /// Longer than the parts in which files are compared.
  @Test func `files of the same bytes end at once, and one byte more or other does not`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pair-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var rng = SplitMix(2)
    let image = RGBAImage(
      width: 300, height: 200,
      samples: .eight((0..<(300 * 200 * 4)).map { _ in UInt8(rng.int(0...255)) }))
    let bytes = encodePNG(image)
    #expect(bytes.count > 2 << 16)
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
      let url = folder.appendingPathComponent(name)
      try Data(bytes).write(to: url)
      return url.path
    }
    let first = try file("first.png", bytes)
    guard case .sameBytes(300, 200, _) = try readPair(first, try file("copy.png", bytes)) else {
      Issue.record("expected the same bytes")
      return
    }
    var other = bytes
    other[70_000] ^= 1
    #expect(throws: PairError.self) { try readPair(first, try file("other.png", other)) }
    let longer = try file("longer.png", bytes + [0])
    #expect(
      (try? readPair(first, longer)).map { if case .sameBytes = $0 { true } else { false } } != true
    )
    #expect(throws: PairError.self) { try readPair(first, folder.path + "/missing.png") }
  }

  @Test func `the colour under alpha 0 is nothing`() throws {
    let a = RGBAImage(width: 2, height: 1, samples: .eight([255, 0, 0, 0, 1, 2, 3, 4]))
    let b = RGBAImage(width: 2, height: 1, samples: .eight([0, 255, 0, 0, 1, 2, 3, 4]))
    guard case .compared(let found) = try readPair(encodePNG(a), encodePNG(b)) else {
      Issue.record("not compared as it came")
      return
    }
    #expect(found.differingPixels == 0)
  }

  /// Whichever thread meets a mistake first, the first file's is told.
  @Test func `of two damaged files the first is named`() throws {
    var rng = SplitMix(3)
    let (a, b) = (
      GeneratedPNG.random((6, 8), width: 90, height: 300, &rng),
      GeneratedPNG.random((6, 8), width: 90, height: 300, &rng)
    )
    var one = a.encoded(&rng)
    let two = Array(b.encoded(&rng).dropLast(40))
    #expect(throws: PairError.self) { try readPair(one, two) }
    let whole = one
    one.removeLast(60)
    for threads in [1, 2, 2, 2] {
      do throws(PairError) {
        _ = try readPair(one, two, PairReading(threads: threads))
        Issue.record("expected an error")
      } catch {
        guard case .image(.first, _) = error else {
          Issue.record("expected the first file, found \(error)")
          continue
        }
      }
      do throws(PairError) {
        _ = try readPair(whole, two, PairReading(threads: threads))
        Issue.record("expected an error")
      } catch {
        guard case .image(.second, _) = error else {
          Issue.record("expected the second file, found \(error)")
          continue
        }
      }
    }
  }

  private static func check(_ one: [UInt8], _ two: [UInt8], _ what: String) throws {
    let (a, b) = (try decode(one).image, try decode(two).image)
    let differing = differences(a, b)
    var bounds = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
    for (x, y) in differing { bounds = bounds.union(PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)) }
    for threads in [1, 2] {
      switch try readPair(one, two, PairReading(threads: threads)) {
      case .sameBytes: #expect(one == two)
      case .decoded: Issue.record("\(what): not compared as it came")
      case .compared(let found):
        #expect(found.differingPixels == differing.count, "\(what), \(threads) threads")
        #expect(found.bounds == bounds, "\(what), \(threads) threads")
        checkCrops(found.crops, a, b, differing, what)
        let (wholeA, wholeB) = found.wholePictures()
        #expect(wholeA == a && wholeB == b, "\(what)")
      }
    }
  }

  /// Each differing pixel and 64 around lie in a crop with its true pixels.
  private static func checkCrops(
    _ crops: PairCrops, _ a: RGBAImage, _ b: RGBAImage, _ differing: [(Int, Int)], _ what: String
  ) {
    #expect(crops.rectangles.isEmpty == differing.isEmpty, "\(what)")
    for (i, r) in crops.rectangles.enumerated() {
      let (cutA, cutB) = crops.images(i)
      let near = { (x: Int, y: Int) in
        differing.contains { abs($0.0 - x) <= 64 && abs($0.1 - y) <= 64 }
      }
      for y in stride(from: r.y0, to: r.y1, by: 7) {
        for x in stride(from: r.x0, to: r.x1, by: 5) where crops.isComplete(i) || near(x, y) {
          let at = ((y - r.y0) * r.width + x - r.x0) * 4
          #expect(pixel(cutA, at) == pixel(a, (y * a.width + x) * 4), "\(what): first \(x), \(y)")
          #expect(pixel(cutB, at) == pixel(b, (y * b.width + x) * 4), "\(what): second \(x), \(y)")
        }
      }
      if !crops.isComplete(i) { checkEqualElsewhere(cutA, cutB, r, differing, what) }
      for j in crops.rectangles.indices where j != i {
        #expect(crops.rectangles[j].intersection(r).isEmpty)
      }
    }
    for (x, y) in differing {
      #expect(crops.rectangles.contains { $0.contains(x: x, y: y) }, "\(what): \(x), \(y)")
    }
  }

  /// What was made up is the same on both sides.
  private static func checkEqualElsewhere(
    _ a: RGBAImage, _ b: RGBAImage, _ r: PixelRect, _ differing: [(Int, Int)], _ what: String
  ) {
    let found = differences(a, b).map { [$0.0 + r.x0, $0.1 + r.y0] }
    let wanted = differing.filter { r.contains(x: $0.0, y: $0.1) }.map { [$0.0, $0.1] }
    #expect(found == wanted, "\(what)")
  }

  private static func pixel(_ image: RGBAImage, _ at: Int) -> [Int] {
    switch image.samples {
    case .eight(let s): (0..<4).map { Int(s[at + $0]) }
    case .sixteen(let s): (0..<4).map { Int(s[at + $0]) }
    }
  }

  private static func differences(_ a: RGBAImage, _ b: RGBAImage) -> [(Int, Int)] {
    var found: [(Int, Int)] = []
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (pixel(a, (y * a.width + x) * 4), pixel(b, (y * a.width + x) * 4))
        if p != q, p[3] | q[3] != 0 { found.append((x, y)) }
      }
    }
    return found
  }
}
