internal import CFreeType
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Typesetting

/// HarfBuzz's own expectations, those without options: glyphs, clusters, offsets and advances of one
/// run each.
@Suite(.enabled(if: Shared.isPresent, Comment(rawValue: Shared.reason)))
struct ShapingTests {
  struct Expectation: CustomTestStringConvertible {
    var font: String
    var scalars: [Unicode.Scalar]
    /// Cluster, x and y offset, advance of each glyph; nil: must only not crash.
    var glyphs: [[Int]]?
    var testDescription: String {
      "\(font.prefix(8)) \(scalars.map { String($0.value, radix: 16) }.joined(separator: " "))"
    }
  }

  static let folder = "cases/files/harfbuzz-shape"

  static let expectations: [Expectation] = {
    guard Shared.isPresent else { return [] }
    let tests = Shared.url(folder).appendingPathComponent("tests")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: tests.path)) ?? []
    return files.sorted().flatMap { file in
      let text =
        (try? String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap(parse)
    }
  }()

  /// font;options;code points;[glyph=cluster@dx,dy+advance|…]
  private static func parse(_ line: Substring) -> Expectation? {
    let fields = line.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count == 4, !line.hasPrefix("#") else { return nil }
    // Its OpenType functions are what we shape with in any case.
    guard fields[1].isEmpty || fields[1] == "--font-funcs=ot" else { return nil }
    let scalars = fields[2].split(separator: ",").compactMap {
      UInt32($0.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    let font = String(fields[0].split(separator: "/").last!)
    guard fields[3] != "*" else { return Expectation(font: font, scalars: scalars) }
    let glyphs = fields[3].dropFirst().dropLast().split(separator: "|").map(glyph)
    return Expectation(font: font, scalars: scalars, glyphs: glyphs)
  }

  private static func glyph(_ field: Substring) -> [Int] {
    let numbers = field[field.lastIndex(of: "=")!...].dropFirst()
    let plus = numbers.lastIndex(of: "+")!
    let advance = Int(numbers[numbers.index(after: plus)...])!
    let parts = numbers[..<plus].split(separator: "@")
    let offsets = parts.count > 1 ? parts[1].split(separator: ",").map { Int($0)! } : [0, 0]
    return [Int(parts[0])!] + offsets + [advance]
  }

  /// Not tested: HarfBuzz 6, which Debian 12 has, gives something else, and its own hb-shape agreed
  /// with us on each of the 11. The lists are younger; marks on ligatures and after a grapheme
  /// joiner, and half-finished fractions, have changed since.
  static let changedSinceHarfBuzz6: Set<String> = [
    "15dfc433 2044 34 35 36", "15dfc433 31 32 33 2044", "c2d32013 daf dcf daf",
    "bf962d32 20 6cc 64e 34f 651", "cee44257 635 650 34f 651 627",
    "b895f8ff 5de 5b4 5ea 5bc 5b8 591 34f 5b7 59c 5d7 5b7 5ea",
    "b895f8ff 5d5 5bd 34f 5b7 5d9 5b0 5d4 5b4 5d9 5be 5af 5db 5b5 5bd 5df",
    "73c3222a 628 64e 645 64e 644 64e", "55db4d55 66e 64e 644 64e",
    "1af86850 628 64e 644 64e 647 64e",
    "152825a1 633 64e 6cc 64e 642 64f 648 652 644 64f 20 20 633 64e 642 64e 645 64f 646 64e",
  ]

  @Test func `the lists were read`() {
    #expect(Self.expectations.count == 120)
  }

  @Test(arguments: expectations.filter { !changedSinceHarfBuzz6.contains($0.testDescription) })
  func `HarfBuzz's expectations hold`(expected: Expectation) throws {
    let path = Shared.url(Self.folder).appendingPathComponent("fonts/\(expected.font)").path
    let font = try FontLibrary().font(named: path)
    // The lists count clusters in scalars.
    let units = expected.scalars.flatMap { Array(UTF16.encode($0)!) }
    let scalarIndex = expected.scalars.enumerated().flatMap { index, scalar in
      [Int](repeating: index, count: UTF16.width(scalar))
    }
    var scripts = [UInt32](repeating: 0, count: units.count)
    ra_scripts(units, Int32(units.count), &scripts)
    let found = try units.withUnsafeBufferPointer { text in
      try font.shape(
        0..<units.count, of: text, script: scripts[0],
        rightToLeft: ra_script_is_right_to_left(scripts[0])
      ) { glyphs in
        glyphs.map { glyph in
          [scalarIndex[Int(glyph.cluster)]]
            + [glyph.x_offset, glyph.y_offset, glyph.advance].map {
              Int((Double($0) / Double(RA_POSITIONS_PER_UNIT)).rounded())
            }
        }
      }
    }
    if let glyphs = expected.glyphs { #expect(found == glyphs) }
  }
}
