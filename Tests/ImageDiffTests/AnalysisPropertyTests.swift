internal import Raster
internal import Testing

@testable internal import ImageDiff

/// Laws of the whole analysis, over planted changes.
@Suite struct AnalysisPropertyTests {
  /// Seeds of plants that exist, of all kinds in turn.
  static func plants(_ count: Int) -> [Plant] {
    var found: [Plant] = []
    var seed: UInt64 = 5000
    while found.count < count {
      seed += 1
      let kind = Plant.Kind.allCases[Int(seed) % Plant.Kind.allCases.count]
      if let plant = Plant(kind, seed: seed) { found.append(plant) }
    }
    return found
  }

  @Test func `a picture differs from itself in nothing`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let image = syntheticScreen(seed: seed).image
      let report = DiffAnalysis.analyse(reference: image, candidate: image)
      #expect(report.verdict.outcome == .identical)
      #expect(!report.verdict.fails)
      #expect(report.all.isEmpty)
      #expect(report.counts.differingPixels == 0)
    }
  }

  /// What an explanation becomes when the pictures change places.
  private func mirrored(_ kind: DiffKind) -> DiffKind {
    switch kind {
    case .added: .removed
    case .removed: .added
    default: kind
    }
  }

  @Test func `exchanging the pictures mirrors the answer`() {
    for plant in Self.plants(160) {
      let (a, b) = (plant.before.image, plant.after.image)
      let there = DiffAnalysis.analyse(reference: a, candidate: b)
      let back = DiffAnalysis.analyse(reference: b, candidate: a)
      #expect(there.counts == back.counts)
      #expect(there.verdict.outcome == back.verdict.outcome)
      #expect(there.verdict.fails == back.verdict.fails)
      #expect(there.judgement.bits == back.judgement.bits)
      // Where rows moved, one of the two has rows that the other lacks.
      if !there.reflows.isEmpty || !back.reflows.isEmpty { continue }
      #expect(there.regions.map(\.bounds) == back.regions.map(\.bounds))
      for (p, q) in zip(there.regions, back.regions) {
        #expect(isMirror(p.explanation, q.explanation), "\(p) and \(q)")
      }
    }
  }

  private func isMirror(_ one: Explanation, _ two: Explanation) -> Bool {
    switch (one, two) {
    case (.shift(let p), .shift(let q)):
      abs(p.dx + q.dx) <= 0.1 && abs(p.dy + q.dy) <= 0.1
    case (.opacity(let p), .opacity(let q)):
      abs(p.factor * q.factor - 1) <= 0.05
    case (.blur(let p), .blur(let q)):
      abs(p.added - q.added) <= 0.05 && (p.ratio > 1) != (q.ratio > 1)
    default:
      two.kind == mirrored(one.kind)
    }
  }

  /// Regions, layers of one region, and whole objects are explained on whatever thread is free.
  @Test func `the answer does not depend on threads`() {
    for plant in Self.plants(40) {
      let (a, b) = (plant.before.image, plant.after.image)
      let one = DiffAnalysis.analyse(reference: a, candidate: b)
      for threads in [2, 5] {
        var options = DiffOptions()
        options.threads = threads
        #expect(DiffAnalysis.analyse(reference: a, candidate: b, options: options) == one)
      }
    }
    let (before, after) = (manyChanges(false), manyChanges(true))
    let one = DiffAnalysis.analyse(reference: before.image, candidate: after.image)
    #expect(one.regions.count >= 20)
    var options = DiffOptions()
    options.threads = 3
    #expect(
      DiffAnalysis.analyse(reference: before.image, candidate: after.image, options: options)
        == one)
  }

  /// Buttons that moved, text that changed, and a card whose shadow and fill both did.
  private func manyChanges(_ isAfter: Bool) -> Canvas {
    var canvas = Canvas(600, 400, SIMD3(repeating: 245))
    for k in 0..<24 {
      let (x, y) = (Double(20 + k % 6 * 60), Double(20 + k / 6 * 60))
      // Each by another step: those that move alike side by side are one region.
      let moved = isAfter && k % 2 == 0 ? Double(2 + k / 2 % 5) : 0
      canvas.roundedRectangle(
        x + moved, y, 36, 24, radius: 6, SIMD3(Double(10 * k), 90, isAfter ? 200 : 180))
      canvas.text(x, y + 46, letters: 5, size: 12, SIMD3(repeating: 20), seed: UInt64(k), extra: 0)
    }
    canvas.roundedRectangle(
      420, 40, 150, 220, radius: 12, isAfter ? SIMD3(250, 240, 230) : SIMD3(220, 230, 250))
    canvas.text(
      430, 80, letters: 12, size: 14, SIMD3(repeating: 30), seed: 9, extra: moved(isAfter))
    return canvas
  }

  private func moved(_ isAfter: Bool) -> Double { isAfter ? 0.4 : 0 }

  @Test func `added and removed are told apart by the order`() {
    var with = Canvas(200, 120, SIMD3(repeating: 250))
    let without = with
    with.roundedRectangle(60, 40, 50, 30, radius: 6, SIMD3(30, 90, 200))
    let added = DiffAnalysis.analyse(reference: without.image, candidate: with.image)
    let removed = DiffAnalysis.analyse(reference: with.image, candidate: without.image)
    #expect(added.regions.map(\.kind) == [.added])
    #expect(removed.regions.map(\.kind) == [.removed])
  }

  @Test func `moving both pictures by whole pixels moves the answer`() {
    for plant in Self.plants(40) {
      let (x, y) = (37, 21)
      let one = DiffAnalysis.analyse(
        reference: plant.before.padded(60, 0, 0).image,
        candidate: plant.after.padded(60, 0, 0).image)
      let two = DiffAnalysis.analyse(
        reference: plant.before.padded(60, x, y).image,
        candidate: plant.after.padded(60, x, y).image)
      #expect(one.counts.differingPixels == two.counts.differingPixels)
      #expect(one.regions.count == two.regions.count)
      for (p, q) in zip(one.regions, two.regions) {
        let moved = PixelRect(
          x0: p.bounds.x0 + x, y0: p.bounds.y0 + y, x1: p.bounds.x1 + x, y1: p.bounds.y1 + y)
        #expect(q.bounds == moved)
        #expect(q.kind == p.kind)
        #expect(q.pixels == p.pixels)
      }
    }
  }

  @Test func `the answer does not depend on who else is computing`() async {
    let plants = Self.plants(12)
    let alone = plants.map {
      DiffAnalysis.analyse(reference: $0.before.image, candidate: $0.after.image)
    }
    let together = await withTaskGroup(of: (Int, DiffReport).self) { group in
      for (i, plant) in plants.enumerated() {
        group.addTask {
          (i, DiffAnalysis.analyse(reference: plant.before.image, candidate: plant.after.image))
        }
      }
      return await group.reduce(into: [Int: DiffReport]()) { $0[$1.0] = $1.1 }
    }
    for (i, report) in alone.enumerated() { #expect(together[i] == report) }
  }

  @Test func `sixteen bits of the same values give the same answer`() {
    for plant in Self.plants(12) {
      let narrow = DiffAnalysis.analyse(
        reference: plant.before.image, candidate: plant.after.image)
      let wide = DiffAnalysis.analyse(
        reference: plant.before.image.widened, candidate: plant.after.image.widened)
      let mixed = DiffAnalysis.analyse(
        reference: plant.before.image, candidate: plant.after.image.widened)
      #expect(wide == mixed)
      #expect(wide.regions.map(\.bounds) == narrow.regions.map(\.bounds))
      #expect(wide.regions.map(\.kind) == narrow.regions.map(\.kind))
      #expect(wide.counts.differingPixels == narrow.counts.differingPixels)
      #expect(wide.verdict == narrow.verdict)
    }
  }
}

extension Canvas {
  /// In the middle of a larger canvas of its corner's colour, moved by (x, y).
  func padded(_ margin: Int, _ x: Int, _ y: Int) -> Canvas {
    var result = Canvas(width + 2 * margin, height + 2 * margin, self[0, height - 1])
    for row in 0..<height {
      for column in 0..<width {
        let (px, py) = (column + margin + x, row + margin + y)
        if px < result.width && py < result.height { result[px, py] = self[column, row] }
      }
    }
    return result
  }
}

extension RGBAImage {
  /// The same values in 16 bits.
  var widened: RGBAImage {
    guard case .eight(let bytes) = samples else { return self }
    return RGBAImage(
      width: width, height: height, samples: .sixteen(bytes.map { UInt16($0) * 257 }))
  }
}
