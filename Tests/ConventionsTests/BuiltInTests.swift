internal import Conventions
internal import Testing

@Suite struct BuiltInTests {
  @Test func `the built-in conventions have the names of the contract, in its order`() {
    let names = [
      "sketch", "ios", "css", "figma", "swiftui", "android", "compose", "flutter",
      "react-native-ios", "react-native-android", "svg",
    ]
    #expect(Convention.builtIns.map(\.name) == names)
    #expect(Convention.builtIn(named: "Sketch") == nil)
  }

  @Test(arguments: Convention.builtInNames)
  func `every axis is answered with a word of its own, and the answer has a source`(
    name: String
  ) throws {
    let convention = try #require(Convention.builtIn(named: name))
    for axis in Axis.allCases {
      let choice = convention[axis]
      #expect(axis.canonical(choice.value) == choice.value, "\(axis.rawValue)")
      #expect(axis.meaning(of: choice.value)?.isEmpty == false, "\(axis.rawValue)")
      #expect(choice.source.hasSuffix("."), "\(axis.rawValue): \(choice.source)")
      #expect(!choice.source.contains("\n"), "\(axis.rawValue): \(choice.source)")
      #expect(choice.confidence != .userDefined)
    }
  }

  @Test func `sketch and ios differ as measured`() throws {
    let sketch = try #require(Convention.builtIn(named: "sketch"))
    let ios = try #require(Convention.builtIn(named: "ios"))
    #expect(
      sketch.differences(from: ios) == [
        .shadowBlur, .shadowSpread, .shadowKnockout, .shadowCaster, .gradientGeometry,
        .textTracking, .textLineHeight, .textMetrics,
      ])
    #expect(sketch.shadowBlur == .factor(0.5))
    #expect(ios.shadowBlur == .factor(1))
    #expect(sketch.shadowKernel == .gaussianCutAtTwoSigma)
    #expect(ios.gradientGeometry == .unitSquare)
    #expect(ios.textLineHeight == .above)
  }

  @Test func `a mixed convention takes only what it is told to`() throws {
    let sketch = try #require(Convention.builtIn(named: "sketch"))
    let ios = try #require(Convention.builtIn(named: "ios"))
    let mixed = sketch.taking([.shadowBlur, .cornerCurve], from: ios)
    #expect(mixed.differences(from: sketch) == [.shadowBlur])
    #expect(sketch.taking(Axis.allCases, from: ios).differences(from: ios) == [])
  }

  @Test(arguments: [("ios", "iOS"), ("css", "CSS"), ("android", "Android"), ("svg", "SVG")])
  func `the short title leaves the explanation out`(name: String, title: String) {
    #expect(Convention.builtIn(named: name)?.shortTitle == title)
  }

  @Test func `every axis has a title of its own and a question`() {
    #expect(Set(Axis.allCases.map(\.title)).count == Axis.allCases.count)
    for axis in Axis.allCases { #expect(axis.question.hasSuffix("?")) }
  }
}
