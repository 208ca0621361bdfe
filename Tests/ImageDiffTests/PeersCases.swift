import Foundation
import ImageCodec
import ImageDiff
import Raster
import TestSupport
import Testing

/// The real cases of other tools, in `cases/files` of the shared folder. Each folder has a
/// `meta.json` with the tool's own expectations and with counts measured by running pixelmatch.
enum PeerCases {
  /// Folders whose pairs were measured with pixelmatch.
  static let measured = [
    "odiff", "looks-same", "resemble", "reg-cli", "playwright-image-tools", "odiff-darwin-vs-linux",
  ]

  /// Nil where the shared folder, or this part of it, is absent.
  static func meta(_ folder: String) -> [String: Any]? {
    guard Shared.isPresent, let bytes = try? Shared.bytes("cases/files/\(folder)/meta.json")
    else { return nil }
    return try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
  }

  static func pairs(_ folder: String) -> [[String: Any]] {
    meta(folder)?["pairs"] as? [[String: Any]] ?? []
  }

  static func image(_ folder: String, _ name: String) throws -> RGBAImage {
    try decode(complete(Shared.bytes("cases/files/\(folder)/\(name)"))).image
  }

  /// odiff writes its pictures without the closing chunk; libpng and our decoder refuse such files.
  private static func complete(_ png: [UInt8]) -> [UInt8] {
    let closing: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    return png.suffix(closing.count) == closing[...] ? png : png + closing
  }
}

/// One count that pixelmatch gave.
struct PixelmatchCase: CustomTestStringConvertible, Sendable {
  let folder: String
  let a: String
  let b: String
  let options: PixelmatchOptions
  let label: String
  let expected: Int

  var testDescription: String { "\(folder): \(a) \(b) \(label)" }

  /// The rows of pixelmatch's own tables, `"1a/1b mask t.05": 143`; a mask changes no count.
  static let tables: [PixelmatchCase] = {
    let tables = PeerCases.meta("pixelmatch")?["tables"] as? [String: [String: Int]] ?? [:]
    return tables.flatMap { version, rows in
      rows.compactMap { row, expected in
        let words = row.split(separator: " ")
        let names = words[0].split(separator: "/")
        guard names.count == 2, let options = PixelmatchOptions(version: version, row: row)
        else { return nil }
        return PixelmatchCase(
          folder: "pixelmatch", a: "\(names[0]).png", b: "\(names[1]).png", options: options,
          label: "\(version) \(row)", expected: expected)
      }
    }.sorted { $0.testDescription < $1.testDescription }
  }()

  /// The counts that were measured by running pixelmatch on every pair. Files that are not PNG are
  /// left out: another JPEG decoder gives other pixels.
  static let measured: [PixelmatchCase] = {
    (["pixelmatch"] + PeerCases.measured).flatMap { folder in
      PeerCases.pairs(folder).flatMap { pair -> [PixelmatchCase] in
        guard let a = pair["a"] as? String, let b = pair["b"] as? String, a.hasSuffix(".png")
        else { return [] }
        let keys = ["rerun_here", "measured_pixelmatch", "rerun_with_pixelmatch"]
        let counts = keys.compactMap { pair[$0] as? [String: [String: Int]] }
        return counts.flatMap { rows(folder, a, b, $0) }
      }
    }.sorted { $0.testDescription < $1.testDescription }
  }()

  private static func rows(
    _ folder: String, _ a: String, _ b: String, _ counts: [String: [String: Int]]
  ) -> [PixelmatchCase] {
    counts.flatMap { row, versions in
      versions.compactMap { version, expected in
        guard let options = PixelmatchOptions(version: version, row: row) else { return nil }
        return PixelmatchCase(
          folder: folder, a: a, b: b, options: options, label: "\(version) \(row)",
          expected: expected)
      }
    }
  }
}

extension PixelmatchOptions {
  /// Reads `t.05`, `t0.1_incAA`, `t0.2(playwright default)`, `t0.05_includeAA` or `default` out of
  /// a row's name. Nil for the version in development, which has another metric.
  init?(version: String, row: String) {
    self.init()
    switch version.prefix(3) {
    case "v4.": self = PixelmatchOptions(version: .v4)
    case "v5.": self = PixelmatchOptions(version: .v5)
    case "v7.": self = PixelmatchOptions(version: .v7)
    default: return nil
    }
    if let range = row.range(of: "t[0-9.]+", options: .regularExpression),
      let value = Double("0" + row[range].dropFirst())
    {
      threshold = value
    }
    includeAntialiasing = row.contains("_inc")
  }

}

/// One count that odiff's tests expect.
struct OdiffCase: CustomTestStringConvertible, Sendable {
  let a: String
  let b: String
  let label: String
  let options: OdiffOptions
  let differing: Int
  let percent: Double?

  var testDescription: String { "\(a) \(b) \(label)" }

  /// The rows that name a count. Those that only name a picture of the differences have none.
  static let all: [OdiffCase] = PeerCases.pairs("odiff").flatMap { pair -> [OdiffCase] in
    let rows = pair["peer_expected"] as? [[String: Any]] ?? []
    guard let a = pair["a"] as? String, let b = pair["b"] as? String else { return [] }
    return rows.compactMap { row in
      guard let label = row["options"] as? String, let differing = row["diff"] as? Int,
        let options = OdiffOptions(label: label)
      else { return nil }
      return OdiffCase(
        a: a, b: b, label: label, options: options, differing: differing,
        percent: row["pct"] as? Double)
    }
  }

  /// Rows with a count, whether they could be read or not.
  static let numberOfRows = PeerCases.pairs("odiff")
    .flatMap { $0["peer_expected"] as? [[String: Any]] ?? [] }.filter { $0["diff"] is Int }.count
}

extension OdiffOptions {
  /// Reads the words of `odiff/meta.json`.
  init?(label: String) {
    self.init()
    switch label {
    case "default", "default (t .1, AA detection off)", "antialiasing false, both orders": break
    case "threshold .5": threshold = 0.5
    case "ignore (150,30)-(310,105) and (20,175)-(105,200)":
      ignoredRegions = [
        PixelRect(x0: 150, y0: 30, x1: 311, y1: 106), PixelRect(x0: 20, y0: 175, x1: 106, y1: 201),
      ]
    case "ignore exactly that rect":
      // The rectangle of the row before: lines and columns 28,37–294,191 differ.
      ignoredRegions = [PixelRect(x0: 28, y0: 37, x1: 295, y1: 192)]
    default: return nil
    }
  }
}

/// One verdict that looks-same's tests expect.
struct LooksSameCase: CustomTestStringConvertible, Sendable {
  let a: String
  let b: String
  let label: String
  let options: LooksSameOptions
  let equal: Bool
  /// Inclusive on all sides: left, top, right, bottom.
  let bounds: [String: Int]?

  var testDescription: String { "\(a) \(b) \(label)" }

  static let all: [LooksSameCase] = PeerCases.pairs("looks-same").flatMap { pair in
    let rows = pair["peer_expected"] as? [[String: Any]] ?? []
    return rows.compactMap { row -> LooksSameCase? in
      guard let a = pair["a"] as? String, let b = pair["b"] as? String,
        let label = row["options"] as? String, let equal = row["equal"] as? Bool,
        let options = LooksSameOptions(label: label)
      else { return nil }
      return LooksSameCase(
        a: a, b: b, label: label, options: options, equal: equal,
        bounds: equal ? nil : pair["diff_bounds"] as? [String: Int])
    }
  }

  static let numberOfRows = PeerCases.pairs("looks-same")
    .reduce(0) { $0 + ($1["peer_expected"] as? [[String: Any]] ?? []).count }
}

extension LooksSameOptions {
  /// Reads the words of `looks-same/meta.json`. That a caret is ignored, too, changes none of them.
  init?(label: String) {
    self.init()
    switch label {
    case "default", "default tolerance 2.3",
      "ignoreAntialiasing true, ignoreCaret false, default antialiasingTolerance":
      break
    case "tolerance 50": colours = .tolerance(50)
    case "strict": colours = .strict
    case "ignoreAntialiasing false": ignoresAntialiasing = false
    case "antialiasingTolerance 4": antialiasingTolerance = 4
    default: return nil
    }
  }
}
