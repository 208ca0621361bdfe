import TestSupport
import Testing

@testable import ImageCodec

/// Names are bytes: each has one text, and back.
@Suite struct PathTextTests {
  @Test func `text is itself`() {
    for name in ["", "a/b.png", "caf\u{E9}.png", "cafe\u{301}", "\u{1F468}\u{200D}", "\u{10FFFF}"] {
      #expect(Array(pathText(Array(name.utf8)).utf8) == Array(name.utf8))
      #expect(isText(name))
    }
  }

  @Test func `any bytes come back`() {
    var rng = SplitMix(7)
    var texts: Set<[UInt8]> = []
    var names: Set<[UInt8]> = []
    for _ in 0..<20_000 {
      // Bytes of stand-ins among them.
      let pool: [UInt8] = [0xF4, 0x8F, 0xBA, 0xBB, 0x80, 0xBF, 0xE9, 0x41, 0x2F, 0xC2, 0xFF]
      let name = (0..<Int.random(in: 0...8, using: &rng)).map { _ in
        Bool.random(using: &rng)
          ? pool.randomElement(using: &rng)! : UInt8.random(in: 1...255, using: &rng)
      }
      let text = pathText(name)
      #expect(pathBytes(text) == name)
      names.insert(name)
      texts.insert(Array(text.utf8))
    }
    #expect(names.count == texts.count)
  }

  @Test func `what a terminal obeys is escaped`() {
    #expect(printable("a\u{1B}\u{9B}\u{7F}\n") == #"a\x1b\xc2\x9b\x7f\x0a"#)
    #expect(printable(pathText([0x61, 0xFF, 0x9B])) == #"a\xff\x9b"#)
    #expect(printableLines("a\n\tb\r\u{85}") == "a\n\tb\\x0d\\xc2\\x85")
    #expect(printableLines("caf\u{E9}\n") == "caf\u{E9}\n")
  }
}
