/// The spacing that a platform adds to its system font, by point size.
public struct TrackingTable: Hashable, Sendable {
  /// In rising order of size: points and 1/1000 em.
  public let entries: [Entry]

  public struct Entry: Hashable, Sendable {
    /// Points.
    public var size: Int
    /// 1/1000 em.
    public var value: Int
  }

  private init(_ entries: KeyValuePairs<Int, Int>) {
    self.entries = entries.map { Entry(size: $0, value: $1) }
  }

  /// The value for a size, in 1/1000 em: that of the largest listed size that is not larger, or of
  /// the first one below it.
  public func thousandthsOfEm(forSize size: Double) -> Int {
    (entries.last { Double($0.size) <= size } ?? entries[0]).value
  }

  /// What is added after each cluster, in points: size × value / 1000.
  public func points(forSize size: Double) -> Double {
    size * Double(thousandthsOfEm(forSize: size)) / 1000
  }
}

extension TrackingTable {
  /// SF Pro Text below 20 pt, SF Pro Display from 20 pt, as Apple published them for iOS 9 to 13.
  ///
  /// Checked against pixels at 10, 14 and 16 pt (Sketch 48, iPhone X) and at 25 to 58 pt (widths of
  /// UILabel); the other sizes are as published.
  public static let sfStatic = TrackingTable([
    6: 41, 7: 34, 8: 26, 9: 19, 10: 12, 11: 6, 12: 0, 13: -6, 14: -11, 15: -16, 16: -20, 17: -26,
    18: -25, 19: -24,
    20: 19, 21: 17, 22: 16, 24: 15, 25: 14, 27: 13, 30: 12, 33: 11, 36: 10, 41: 9, 44: 8, 49: 7,
    52: 6, 56: 5, 60: 4, 66: 3, 68: 2, 76: 1, 80: 0,
  ])

  /// SF Pro as a variable font, as Apple publishes it for newer systems.
  public static let sfVariable = TrackingTable([
    6: 41, 7: 34, 8: 26, 9: 19, 10: 12, 11: 6, 12: 0, 13: -6, 14: -11, 15: -16, 16: -20, 17: -26,
    18: -25, 19: -24, 20: -23, 21: -18, 22: -12, 23: -4, 24: 3, 25: 6, 26: 8, 27: 11, 28: 14,
    31: 13, 33: 12, 35: 11, 36: 10, 41: 9, 44: 8, 49: 7, 52: 6, 58: 5, 60: 4, 66: 3, 68: 2, 76: 1,
    80: 0,
  ])
}

extension TrackingReading {
  /// Nil: nothing is added.
  public var table: TrackingTable? {
    switch self {
    case .none: nil
    case .sfStatic: .sfStatic
    case .sfVariable: .sfVariable
    }
  }
}

extension TrackingFontsReading {
  /// Whether the font of that PostScript, full or family name gets the table.
  public func includes(fontName: String) -> Bool {
    switch self {
    case .all: true
    case .system: isSystemFont(fontName)
    }
  }
}

extension Convention {
  /// What the convention adds after each cluster by itself, besides the spec's `tracking`.
  ///
  /// - Parameters:
  ///   - fontName: PostScript, full or family name.
  ///   - size: Points.
  /// - Returns: Points; negative brings letters together.
  public func trackingPoints(fontName: String, size: Double) -> Double {
    guard let table = textTracking.table, textTrackingFonts.includes(fontName: fontName) else {
      return 0
    }
    return table.points(forSize: size)
  }
}

/// San Francisco by its many names (`SFProText-Bold`, `SF Pro Display`, `.SFUI-Regular`,
/// `.SFNS-Regular`), or Inter (`Inter-Regular`, `Inter Display`, `InterVariable`), but not the
/// rounded, compact and monospaced kin, which have tables of their own, nor `Interstate`.
private func isSystemFont(_ name: String) -> Bool {
  let folded = name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "." }
  if folded.hasPrefix("sfpro") || folded.hasPrefix("sfui") || folded.hasPrefix("sfns") {
    return !folded.contains("rounded") && !folded.contains("mono")
  }
  guard name.lowercased().hasPrefix("inter") else { return false }
  let rest = name.lowercased().dropFirst("inter".count)
  return rest.isEmpty || rest.first == "-" || rest.first == " " || rest.hasPrefix("display")
    || rest.hasPrefix("variable")
}
