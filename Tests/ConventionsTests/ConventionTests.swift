internal import Conventions
internal import Testing

@Suite struct ConventionTests {
  let ios: Convention

  init() throws {
    ios = try #require(Convention.builtIn(named: "ios"))
  }

  @Test func `an extended convention differs where it is set`() throws {
    var mine = ios.extended(as: "mine")
    try mine.set("text.tracking", to: "none")
    try mine.set("shadow.blur", to: "0.5")
    #expect(mine.name == "mine")
    #expect(mine.base == "ios")
    #expect(mine.differences(from: ios) == [.shadowBlur, .textTracking])
    #expect(mine[.shadowBlur] == Choice("half", .userDefined, "Set in the spec."))
  }

  @Test(
    arguments: [
      ("shadow.blurr", Axis.shadowBlur), ("shadowBlur", .shadowBlur),
      ("text.traking", .textTracking),
      ("colour.space", .colorSpace), ("lineheight", .textLineHeight),
      ("text.lineheight", .textLineHeight),
      ("", nil), ("xyzzy", nil),
    ] as [(String, Axis?)])
  func `an unknown axis names the nearest`(name: String, nearest: Axis?) {
    var mine = ios.extended(as: "mine")
    #expect(throws: ConventionError.unknownAxis(name, nearest: nearest)) {
      try mine.set(name, to: "none")
    }
    #expect(mine == ios.extended(as: "mine"))
  }

  @Test(
    arguments: [
      (Axis.shadowBlur, "sigmas", "sigma"), (.shadowBlur, "-1", nil), (.cornerCurve, "circle", nil),
      (.cornerCurve, "circuler", "circular"), (.textLineHeight, "Above", "above"),
    ] as [(Axis, String, String?)])
  func `an unknown value names the nearest`(axis: Axis, value: String, nearest: String?) {
    var mine = ios.extended(as: "mine")
    #expect(throws: ConventionError.unknownValue(axis: axis, found: value, nearest: nearest)) {
      try mine.set(axis.rawValue, to: value)
    }
  }

  @Test func `errors say what is allowed`() {
    let value = ConventionError.unknownValue(axis: .cornerCurve, found: "round", nearest: nil)
    #expect(
      value.description
        == "unknown value of corner.curve: expected circular or continuous, found round")
    let axis = ConventionError.unknownAxis("corner.curv", nearest: .cornerCurve)
    #expect(
      axis.description
        == "unknown axis corner.curv: expected an axis such as corner.curve, found corner.curv")
  }

  @Test func `every pair of built-in conventions says what its differences do`() {
    for a in Convention.builtIns {
      for b in Convention.builtIns {
        for axis in Axis.allCases {
          let differs = a[axis].value != b[axis].value
          #expect((b.consequence(of: axis, for: a) != nil) == differs)
        }
      }
    }
  }

  @Test(arguments: [
    ("sketch", "ios", Axis.shadowBlur, "the same number reaches twice as far"),
    ("ios", "sketch", .shadowBlur, "the same number reaches half as far"),
    (
      "sketch", "flutter", .shadowBlur,
      "a blur of 10 has sigma 6.27 pt instead of 5 pt at 2×"
    ),
    (
      "sketch", "ios", .textTracking,
      "text at 17 pt gets −0.44 pt a letter instead of 0, and lines may break at other words"
    ),
    ("ios", "swiftui", .textTracking, "letters are spaced differently at some sizes"),
    ("sketch", "ios", .textLineHeight, "text with an explicit line height stands lower"),
    ("ios", "sketch", .textLineHeight, "text with an explicit line height stands higher"),
    ("css", "flutter", .shadowKnockout, "it darkens translucent fills"),
  ])
  func `consequences`(reference: String, candidate: String, axis: Axis, text: String) throws {
    let a = try #require(Convention.builtIn(named: reference))
    let b = try #require(Convention.builtIn(named: candidate))
    #expect(b.consequence(of: axis, for: a) == text)
  }
}
