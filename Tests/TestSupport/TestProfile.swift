/// ICC profiles of version 2, byte by byte.
public enum TestProfile {
  private static func word(_ v: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) }
  }
  private static func half(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
  private static func fixed(_ v: Double) -> [UInt8] { word(Int((v * 65536).rounded())) }
  private static func xyz(_ v: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + word(0) + v.flatMap(fixed)
  }
  private static let white = [0.9642, 1, 0.8249]

  /// Three colorants, X, Y and Z of each, and one exponent, which is stored in steps of 1/256.
  public static func matrix(_ colorants: [[Double]], exponent: Double) -> [UInt8] {
    let curve =
      Array("curv".utf8) + word(0) + word(1) + half(Int(exponent * 256)) + [0, 0]
    return file(
      "mntrRGB XYZ ",
      [
        ("wtpt", xyz(white)), ("rXYZ", xyz(colorants[0])), ("gXYZ", xyz(colorants[1])),
        ("bXYZ", xyz(colorants[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  /// A table with two nodes on each axis, the first channel's being the slowest; L* 0…100, a* and b*.
  public static func table(_ space: String, channels: Int, corners: [[Double]]) -> [UInt8] {
    precondition(corners.count == 1 << channels, "a colour for each corner")
    var body = Array("mft2".utf8) + word(0) + [UInt8(channels), 3, 2, 0]
    for i in 0..<9 { body += fixed(i % 4 == 0 ? 1 : 0) }
    body += half(2) + half(2)
    for _ in 0..<channels { body += half(0) + half(65535) }
    for lab in corners {
      // ICC.1 of version 2: 100 is FF00, and 0 of a* and b* is 8000.
      body += half(Int((lab[0] * 652.8).rounded()))
      for v in lab[1...] { body += half(Int(((v + 128) * 256).rounded())) }
    }
    for _ in 0..<3 { body += half(0) + half(65535) }
    return file(
      (space == "CMYK" ? "prtr" : "mntr") + space + "Lab ", [("wtpt", xyz(white)), ("A2B0", body)])
  }

  private static func file(_ kind: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var table = word(tags.count)
    var body: [UInt8] = []
    for (name, data) in tags {
      table += Array(name.utf8) + word(132 + 12 * tags.count + body.count) + word(data.count)
      body += data + [UInt8](repeating: 0, count: -data.count & 3)
    }
    var header = word(132 + 12 * tags.count + body.count) + word(0) + word(0x0210_0000)
    header += Array(kind.utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + body
  }

  /// Colorants relative to D50, as profiles of these spaces store them.
  public static let srgb = [
    [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  public static let displayP3 = [
    [0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841],
  ]
  public static let adobeRGB = [
    [0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446],
  ]
  public static let proPhoto = [
    [0.7977, 0.2880, 0.0000], [0.1352, 0.7119, 0.0000], [0.0313, 0.0001, 0.8249],
  ]
}
