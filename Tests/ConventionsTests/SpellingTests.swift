internal import Testing

@testable import Conventions

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("blur", "blur", 0), ("blur", "bulr", 1),
    ("blur", "blue", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `distance`(a: String, b: String, distance: Int) {
    #expect(Spelling.distance(Array(a.utf8), Array(b.utf8)) == distance)
    #expect(Spelling.distance(Array(b.utf8), Array(a.utf8)) == distance)
  }

  @Test(
    arguments: [
      ("colour", "color"), ("radius", nil), ("corner-radius", "cornerRadius"), ("blurr", "blur"),
      ("background", "background"), ("bgcolor", "color"), ("opac", "opacity"),
      ("Opacity", "opacity"),
      ("corner", "cornerRadius"), ("x", nil), ("", nil),
    ] as [(String, String?)])
  func `the nearest key`(word: String, nearest: String?) {
    let keys = ["color", "blur", "cornerRadius", "opacity", "background"]
    #expect(Spelling.nearest(to: word, among: keys) == nearest)
  }

  @Test func `a word of megabytes is near to nothing`() {
    let word = String(repeating: "blur", count: 1_000_000)
    #expect(Spelling.nearest(to: word, among: ["blur"]) == nil)
  }
}
