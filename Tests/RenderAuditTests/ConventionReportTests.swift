internal import Conventions
internal import Testing

@testable import RenderAudit

@Suite struct ConventionReportTests {
  let sketch: Convention
  let ios: Convention

  init() throws {
    sketch = try #require(Convention.builtIn(named: "sketch"))
    ios = try #require(Convention.builtIn(named: "ios"))
  }

  @Test func `differences are sentences`() throws {
    var mine = sketch.extended(as: "mine")
    try mine.set("shadow.blur", to: "sigma")
    try mine.set("shadow.kernel", to: "gaussian")
    #expect(
      ConventionReport.differencesText(sketch, mine) == """
        Sketch and mine differ on 2 axes of 27.

        Shadow blur — Sketch: the number is two sigma (sigma = blur / 2). mine: the
          number is sigma, so the same number reaches twice as far.
          shadow.blur: half (measured) → sigma (user-defined)

        Shadow softness — Sketch: a Gaussian that ends at two sigma. mine: a Gaussian to
          where it cannot be seen, about three sigma, so shadows fade by other steps, at
          most 7 of 255.
          shadow.kernel: gaussian-2sigma (measured) → gaussian (user-defined)

        """)
  }

  @Test func `conventions that agree say so`() {
    #expect(
      ConventionReport.differencesText(sketch, sketch)
        == "Sketch and Sketch agree on all 27 axes.\n")
  }

  @Test func `every difference of two built-in conventions has its line`() {
    for a in Convention.builtIns {
      for b in Convention.builtIns {
        let text = ConventionReport.differencesText(a, b)
        for axis in Axis.allCases {
          #expect(text.contains("\n  \(axis.rawValue): ") == (a[axis].value != b[axis].value))
        }
        let sentences = text.split(separator: "\n").filter { !$0.contains(" → ") }
        #expect(sentences.filter { $0.count > 80 } == [])
      }
    }
  }

  @Test(arguments: Convention.builtInNames)
  func `one convention shows every axis with its source`(name: String) throws {
    let convention = try #require(Convention.builtIn(named: name))
    let text = ConventionReport.text(convention)
    #expect(text.hasPrefix("\(convention.title) (\(name))\n\n"))
    let json = JSONReader(Array(ConventionReport.json(convention).utf8))
    let root = LocatedValue(node: try #require(json.root), path: JSONPath())
    var findings = SpecFindings()
    let axes = root.fields("", keys: nil, &findings)?["axes"]?.fields("", keys: nil, &findings)
    for axis in Axis.allCases {
      #expect(
        text.contains(
          "  \(axis.rawValue): \(convention[axis].value), \(convention[axis].confidence.rawValue)\n"
        ))
      let source = axes?[axis.rawValue]?.fields("", keys: nil, &findings)?["source"]
      #expect(source?.string("", &findings) == convention[axis].source)
    }
  }

  @Test func `the list names every convention with how well it is known`() {
    let lines = ConventionReport.listText(Convention.builtIns).split(separator: "\n")
    #expect(lines.count == Convention.builtInNames.count)
    #expect(
      lines[0] == "sketch                Sketch — 14 measured, 3 documented, 10 reported")
    #expect(
      ConventionReport.listJSON([sketch]) == """
        {
          "schemaVersion": 1,
          "conventions": [
            {
              "name": "sketch",
              "title": "Sketch"
            }
          ]
        }

        """)
  }

  @Test func `differences as JSON name both sides`() throws {
    var mine = sketch.extended(as: "mine")
    try mine.set("corner.curve", to: "continuous")
    #expect(
      ConventionReport.differencesJSON(sketch, mine) == """
        {
          "schemaVersion": 1,
          "reference": "sketch",
          "candidate": "mine",
          "axes": 27,
          "differences": [
            {
              "axis": "corner.curve",
              "title": "Corner curve",
              "sentence": "Sketch: a quarter circle. mine: the smooth corner of iOS, which begins \
        1.53 radii from the corner, so corners differ by at most 1.4 % of their radius.",
              "reference": {
                "value": "circular",
                "confidence": "measured",
                "source": "\(sketch[.cornerCurve].source)"
              },
              "candidate": {
                "value": "continuous",
                "confidence": "user-defined",
                "source": "Set in the spec."
              }
            }
          ]
        }

        """)
  }
}
