import Conventions
import Testing

@testable import RenderAudit

@Suite(.serialized) struct ExplainingSpeedTests {
  /// Why and what to type may take three times as long as what differs. The best of several runs
  /// counts, because other tests run at the same time; a debug build says nothing about it.
  @Test func `causes and translation of the card take their time`() throws {
    let audit = try Audit(try SpecFixtureTests.read("card"))
    let clock = ContinuousClock()
    var whole = Duration.seconds(1000)
    var explaining = Duration.seconds(1000)
    let known = try audit.compare(reference: .sketch, candidate: .ios).elements.map(\.counts)
    for _ in 0..<5 {
      whole = min(
        whole,
        try clock.measure { _ = try audit.compare(reference: .sketch, candidate: .ios) })
      explaining = min(
        explaining,
        try clock.measure {
          for (element, counts) in zip(audit.spec.elements, known) {
            _ = try audit.causes(of: element, reference: .sketch, candidate: .ios)
            _ = try audit.translate(element, from: .sketch, to: .ios, known: counts)
          }
        })
    }
    let plain = whole - explaining
    print("card: comparing \(plain), causes and translation \(explaining)")
    #if !DEBUG
      #expect(explaining <= plain * 3)
    #endif
  }
}
