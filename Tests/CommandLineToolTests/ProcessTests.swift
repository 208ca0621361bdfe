import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@testable import CommandLineTool

/// What the system does to a run: limits, signals, names that are not text.
@Suite(.enabled(if: BuiltTool.url != nil, "\(BuiltTool.reason)"), .serialized)
struct ProcessTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Noise does not compress: a file of `width` × `height` × 3 bytes.
  private func noise(_ width: Int, _ height: Int, seed: UInt64) -> RGBAImage {
    var rng = SplitMix(seed)
    var samples = [UInt8](repeating: 255, count: width * height * 4)
    for i in stride(from: 0, to: samples.count, by: 4) {
      let word = rng.next()
      for c in 0..<3 { samples[i + c] = UInt8(truncatingIfNeeded: word >> (8 * c)) }
    }
    return RGBAImage(width: width, height: height, samples: .eight(samples))
  }

  private func write(_ image: RGBAImage, _ name: String) throws {
    try writeFileAtomically(encodePNG(image), to: folder.path(name))
  }

  /// Names of what is in the folder, hidden ones included.
  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
  }

  @Test func `a file that may not grow is no file`() throws {
    try write(noise(60, 60, seed: 1), "a.png")
    try write(noise(60, 60, seed: 2), "b.png")
    let run = try BuiltTool("ulimit -f 1; exec \"$TOOL\" diff a.png b.png --out o.png", in: folder)
    #expect(!run.wasKilled && run.status == 73, "\(run.errors)")
    #expect(run.errors.contains("error: o.png: cannot be written: "), "\(run.errors)")
    #expect(names == ["a.png", "b.png"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted run leaves nothing`(number: Int32) throws {
    try write(noise(1600, 1200, seed: 1), "a.png")
    try write(noise(1600, 1200, seed: 2), "b.png")
    // The tests themselves may run under nohup(1), which the tool would heed.
    let before = signal(SIGHUP, SIG_DFL)
    defer { signal(SIGHUP, before) }
    var caught = 0
    for _ in 0..<6 where caught < 2 {
      let run = try BuiltTool(
        "exec \"$TOOL\" diff a.png b.png --view side-by-side --out o.png", in: folder
      ) { id in
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end, kill(id, 0) == 0 {
          // As soon as the picture is on its way, or done.
          let found = names
          if found.contains(where: { $0.hasPrefix(".renderaudit.") }) || found.contains("o.png") {
            break
          }
          usleep(200)
        }
        kill(id, number)
      }
      #expect(!run.wasKilled && [130, 1].contains(run.status), "\(run.status) \(run.errors)")
      if run.status == 130 { caught += 1 }
      #expect(!names.contains { $0.hasPrefix(".renderaudit.") }, "\(names)")
      try? FileManager.default.removeItem(atPath: folder.path("o.png"))
    }
    #expect(caught > 0, "never interrupted while a picture was written")
  }

  @Test func `a pipe without an end`() throws {
    let run = try BuiltTool("cat /dev/zero | \"$TOOL\" compare -", in: folder)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("expected at most 64 MiB, found more"), "\(run.errors)")
  }

  @Test func `little memory is told`() throws {
    let limit = "ulimit -v 524288 2>/dev/null || exit 99; "
    let probe = try BuiltTool(limit + "exec \"$TOOL\" --version", in: folder)
    guard probe.status == 0 else {
      print("not tried: this build needs more address space than the test leaves it")
      return
    }
    let frame = noise(1000, 1000, seed: 1)
    try writeFileAtomically(
      encodeAPNG(Array(repeating: frame, count: 3), milliseconds: 100), to: folder.path("ani.png"))
    let grey = RGBAImage(
      width: 9000, height: 8000, samples: .eight([UInt8](repeating: 255, count: 9000 * 8000 * 4)))
    try write(grey, "large.png")
    try write(noise(8, 8, seed: 1), "small.png")
    for pair in ["ani.png small.png", "large.png small.png", "small.png large.png"] {
      let run = try BuiltTool(limit + "exec \"$TOOL\" diff \(pair) --memory 9GB", in: folder)
      #expect(!run.wasKilled && [1, 65].contains(run.status), "\(pair): \(run.status)")
      if run.status == 65 {
        #expect(run.errors.hasPrefix("error: "), "\(run.errors)")
        #expect(run.errors.contains("memory"), "\(run.errors)")
        #expect(run.errors.contains("\n  Try: "), "\(run.errors)")
      }
    }
  }

  @Test func `names that are not text are names`() throws {
    try write(noise(8, 8, seed: 1), "a.png")
    let made = try BuiltTool(#"cp a.png $'caf\xe9.png'"#, in: folder)
    guard made.status == 0 else {
      print("not tried: this file system takes names of text only")
      return
    }
    let equal = try BuiltTool(
      #"exec "$TOOL" diff a.png $'caf\xe9.png' --out $'o\xff.png'"#, in: folder)
    #expect(equal.status == 0, "\(equal.errors)")
    let written = try BuiltTool(#"test -s $'o\xff.png'"#, in: folder)
    #expect(written.status == 0, "the picture has the name that was asked for")
    let over = try BuiltTool(
      #"exec "$TOOL" diff a.png $'caf\xe9.png' --out $'./caf\xe9.png'"#, in: folder)
    #expect(over.status == 64)
    #expect(over.errors.contains(#"caf\xe9.png, which it would overwrite"#), "\(over.errors)")
    let missing = try BuiltTool(#"exec "$TOOL" diff a.png $'none\xe9\x9b.png'"#, in: folder)
    #expect(missing.status == 66)
    #expect(missing.errors.contains(#"none\xe9\x9b.png"#), "\(missing.errors)")
  }

  /// The cases that were found from outside, as they were given.
  @Test(.enabled(if: Shared.isPresent, "\(Shared.reason)"))
  func `what was handed in`() throws {
    let cases = Shared.url("cases/turn2/hostile")
    guard FileManager.default.fileExists(atPath: cases.path) else {
      print("not tried: no hostile cases in ../shared")
      return
    }
    let rows: [(String, Int32)] = [
      ("diff H/apng_fctl_overflow.png H/ok.png", 65), ("compare H/shadows_segv.json", 1),
      ("diff H/ok.png H/ok.png --align -9223372036854775808,0", 64),
      ("diff H/apngbomb.png H/ok.png", 1), ("diff H/g1_30000.png H/g1_30000b.png", 65),
      ("compare H/title_escape.json", 1), ("layout H/zwj8000.json --convention ios", 0),
      ("compare H/shadows100_slow.json", 1), ("diff /dev/zero H/ok.png", 65),
    ]
    for (line, status) in rows {
      let words = line.replacingOccurrences(of: "H/", with: cases.path + "/")
      let run = try BuiltTool("exec \"$TOOL\" \(words)", in: folder)
      #expect(!run.wasKilled && run.status == status, "\(line): \(run.status) \(run.errors)")
      #expect(!(run.text + run.errors).unicodeScalars.contains { $0.value == 0x1B }, "\(line)")
    }
  }
}
