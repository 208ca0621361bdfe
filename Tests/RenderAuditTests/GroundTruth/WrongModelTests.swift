import Conventions
import TestSupport
import Testing

@testable import RenderAudit

/// Each accuracy test can fail: with the wrong model in the right one's place it does.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct WrongModelTests {
  typealias Truth = GroundTruthTests
  typealias Geometry = GroundTruthGeometryTests

  private func sketch(_ axis: String, _ value: String) throws -> Convention {
    var result = Truth.sketch
    try result.set(axis, to: value)
    return result
  }

  private func ios(_ axis: String, _ value: String) throws -> Convention {
    var result = Truth.ios
    try result.set(axis, to: value)
    return result
  }

  @Test func `sigma equal to blur is not Sketch's shadow`() throws {
    let score = try Truth.sketchShadows(sketch("shadow.blur", "sigma"))
    #expect(!score.holds(max: 2, mean: 0.9), "\(score)")
  }

  @Test func `a full Gaussian is not Sketch's shadow`() throws {
    let score = try Truth.sketchShadows(sketch("shadow.kernel", "gaussian"))
    #expect(!score.holds(max: 2, mean: 0.9), "\(score)")
  }

  @Test func `half of the radius is not Core Animation's sigma`() throws {
    let score = try Truth.iosShadow(ios("shadow.blur", "half"), scale: 3)
    #expect(!score.holds(max: 2, mean: 0.4), "\(score)")
  }

  @Test(arguments: [0, 2]) func `the unit square is not Sketch's gradient`(
    rectangle: Int
  ) throws {
    let score = try Truth.sketchGradient(
      sketch("gradient.geometry", "unit-square"), rectangle: rectangle)
    #expect(!score.holds(max: 2, mean: 0.3), "\(score)")
  }

  @Test(arguments: ["axial", "diag25"]) func `perpendicular in pixels is not CAGradientLayer's`(
    name: String
  ) throws {
    let score = try Geometry.iosGradient(
      ios("gradient.geometry", "pixel-perpendicular"), name: name)
    #expect(!score.holds(max: 3, mean: 0.5), "\(score)")
  }

  @Test(arguments: ["orange", "blue"]) func `perpendicular in pixels is not the iPhone's`(
    name: String
  ) throws {
    let score = try Geometry.iPhoneGradient(
      ios("gradient.geometry", "pixel-perpendicular"), name: name)
    #expect(!score.holds(max: 8, mean: 0.8), "\(score)")
  }

  @Test func `a shadow without its spread is not Sketch's`() throws {
    let score = try Truth.sketchSpread(sketch("shadow.spread", "none"), artboard: "Regular Spread")
    #expect(!score.holds(max: 3, mean: 0.6), "\(score)")
  }

  @Test func `pens left unrounded are not Sketch's text`() throws {
    let score = try Truth.latoPage(sketch("text.raster", "exact"))
    #expect(!score.holds(max: 4, mean: 0.2), "\(score)")
  }

  @Test func `a circle is not the continuous corner`() throws {
    let score = try Geometry.continuousCorner(Truth.ios)
    #expect(score.largest > 18, "\(score)")
  }

  @Test func `centred lines are not UILabel's`() throws {
    let baseline = try Geometry.labelBaseline(ios("text.lineHeight", "centred"))
    #expect(abs(baseline - 29) > 1, "baseline \(baseline)")
  }
}
