// Draws the seed article's artboards over and over, in process, for `scripts/bench.sh`.
//
//   artboards describe        the drawings as JSON, so that another renderer can draw the same
//   artboards time ROUNDS     milliseconds of each round: every artboard under both conventions
//   artboards explain ROUNDS  of the card: what causes and translation take, of the plain comparison

internal import Conventions
internal import ImageCodec
internal import Raster
internal import RenderAudit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

struct Board {
  let audit: Audit
  let drawings: [Drawing]
}

func boards() throws -> [Board] {
  let folder = "Fixtures/specs"
  return try ["gradients", "shadows", "type"].flatMap { name in
    let audit = try Audit(Spec.read(bytes: readFile("\(folder)/\(name).json"), folder: folder))
    return try ["sketch", "ios"].map { convention in
      Board(
        audit: audit, drawings: try audit.drawings(under: Convention.builtIn(named: convention)!))
    }
  }
}

func milliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The first rounds warm up caches and pages, and are not printed.
func time(_ boards: [Board], rounds: Int, warmUp: Int = 5) {
  let glyphs = GlyphMasks()
  var pixmaps = boards.map {
    Pixmap(width: $0.audit.canvasPixels.width, height: $0.audit.canvasPixels.height)
  }
  for round in 0..<(rounds + warmUp) {
    var laps: [Double] = []
    for (i, board) in boards.enumerated() {
      let start = milliseconds()
      pixmaps[i].clear(nil)
      for drawing in board.drawings { drawing.paint(onto: &pixmaps[i], glyphs: glyphs) }
      laps.append(milliseconds() - start)
    }
    if round >= warmUp { print(laps.map { JSONWriter.digits($0) }.joined(separator: " ")) }
  }
}

/// The best of some rounds of the plain comparison, and of why and what to type. Status 1 when those
/// take more than three times as long.
func explain(rounds: Int) throws -> Int32 {
  let folder = "Fixtures/specs"
  let card = try Audit(Spec.read(bytes: readFile("\(folder)/card.json"), folder: folder))
  let (sketch, ios) = (Convention.builtIn(named: "sketch")!, Convention.builtIn(named: "ios")!)
  let known = try card.compare(reference: sketch, candidate: ios).elements.map(\.counts)
  var (whole, explaining) = (Double.infinity, Double.infinity)
  for _ in 0..<rounds {
    var start = milliseconds()
    _ = try card.compare(reference: sketch, candidate: ios)
    whole = min(whole, milliseconds() - start)
    start = milliseconds()
    for (element, counts) in zip(card.spec.elements, known) {
      _ = try card.causes(of: element, reference: sketch, candidate: ios)
      _ = try card.translate(element, from: sketch, to: ios, known: counts)
    }
    explaining = min(explaining, milliseconds() - start)
  }
  let plain = whole - explaining
  func digits(_ v: Double) -> String { JSONWriter.digits((v * 100).rounded() / 100) }
  print(
    "card: comparing \(digits(plain)) ms, causes and translation \(digits(explaining)) ms, "
      + "ratio \(digits(explaining / plain)) of at most 3")
  return explaining <= 3 * plain ? 0 : 1
}

let all = try boards()
switch CommandLine.arguments.dropFirst().first {
case "describe":
  print(JSONWriter.text(.array(all.map { describe($0.audit, $0.drawings) })))
case "time": time(all, rounds: CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 30)
case "explain":
  exit(try explain(rounds: CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 9))
default: print("usage: artboards describe | artboards time ROUNDS | artboards explain ROUNDS")
}
