internal import Conventions
internal import Testing

@Suite struct TrackingTableTests {
  @Test(arguments: [
    // Measured in Sketch's file and pixels and on an iPhone X: 0.12, −0.154, −0.32 pt.
    (10.0, 0.12, 0.12), (14, -0.154, -0.154), (16, -0.32, -0.32),
    (17, -0.442, -0.442), (34, 0.374, 0.408), (20, 0.38, -0.46),
    (12, 0, 0),
    // Not listed: the previous listed size. 23 → 22, 26 → 25 in the static table.
    (23, 0.368, -0.092), (26, 0.364, 0.208), (13.5, -0.081, -0.081), (19.99, -0.47976, -0.47976),
    (120, 0, 0), (3, 0.123, 0.123),
  ])
  func `points by size`(size: Double, fixed: Double, variable: Double) {
    // A product and a quotient of numbers below 1: 2 roundings of 2^-54.
    #expect(abs(TrackingTable.sfStatic.points(forSize: size) - fixed) <= 0x1p-52)
    #expect(abs(TrackingTable.sfVariable.points(forSize: size) - variable) <= 0x1p-52)
  }

  @Test(arguments: [TrackingTable.sfStatic, .sfVariable])
  func `sizes rise`(table: TrackingTable) {
    #expect(zip(table.entries, table.entries.dropFirst()).allSatisfy { $0.size < $1.size })
    #expect(table.entries.first?.size == 6)
    #expect(table.entries.last?.size == 80)
  }

  @Test(arguments: [
    ("SFProText-Bold", true), ("SF Pro Text", true), ("SFProDisplay-Regular", true),
    ("SF Pro", true), (".SFUI-Regular", true), (".SFUIText-Medium", true), ("SFUIDisplay", true),
    (".SF UI Text", true), (".SFNS-Regular", true), ("Inter", true), ("Inter-SemiBold", true),
    ("Inter Semi Bold", true), ("InterDisplay-Bold", true), ("InterVariable", true),
    ("Interstate-Bold", false), ("International", false), ("SFProRounded-Bold", false),
    ("SFMono-Regular", false), ("SFCompact-Regular", false), ("Lato-Bold", false), ("", false),
  ])
  func `the system's fonts and Inter get the table`(name: String, isSystem: Bool) throws {
    let ios = try #require(Convention.builtIn(named: "ios"))
    #expect((ios.trackingPoints(fontName: name, size: 17) != 0) == isSystem)
  }

  @Test func `a convention without a table adds nothing`() throws {
    let sketch = try #require(Convention.builtIn(named: "sketch"))
    #expect(sketch.trackingPoints(fontName: "SFProText-Bold", size: 17) == 0)
  }

  @Test func `a convention may track every font`() throws {
    var mine = try #require(Convention.builtIn(named: "ios")).extended(as: "mine")
    try mine.set("text.trackingFonts", to: "all")
    #expect(mine.trackingPoints(fontName: "Lato-Bold", size: 10) == 0.12)
  }
}
