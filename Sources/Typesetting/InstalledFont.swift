internal import CFreeType

/// A font that fontconfig knows and that we can open.
struct InstalledFont {
  var path: String
  var face: Int
  var instance: Int
  var postScriptName: String?
  var fullName: String?
  var familyName: String?
  /// 16.16.
  var version: Int
  var isVariable: Bool

  /// Static before variable, then the latest version, then the first path.
  static func with(postScriptName name: String) throws(FontError) -> [InstalledFont] {
    try list(by: Int32(RA_BY_POSTSCRIPT_NAME), name: name).sorted { $0.rank < $1.rank }
  }

  /// As `with(postScriptName:)`.
  static func with(fullName name: String) throws(FontError) -> [InstalledFont] {
    try list(by: Int32(RA_BY_FULL_NAME), name: name).sorted { $0.rank < $1.rank }
  }

  static func all() throws(FontError) -> [InstalledFont] {
    try list(by: Int32(RA_BY_POSTSCRIPT_NAME), name: nil).sorted { $0.rank < $1.rank }
  }

  private var rank: (Int, Int, String, Int, Int) {
    (isVariable ? 1 : 0, -version, path, face, instance)
  }

  private static func list(by property: Int32, name: String?) throws(FontError) -> [InstalledFont] {
    if let missing = ra_load_fontconfig() { throw .libraryMissing(String(cString: missing)) }
    let set =
      name.map { $0.withCString { ra_font_set_find(property, $0) } }
      ?? ra_font_set_find(property, nil)
    guard let set else { return [] }
    defer { ra_font_set_close(set) }
    return (0..<ra_font_set_count(set)).compactMap { index in
      if let name, !ra_font_set_has_name(set, index, property, name) { return nil }
      return InstalledFont(ra_font_set_record(set, index))
    }
  }

  private init?(_ record: ra_font_record) {
    guard record.is_usable, let file = record.file else { return nil }
    path = String(cString: file)
    face = Int(record.face)
    instance = Int(record.instance)
    postScriptName = record.postscript_name.map { String(cString: $0) }
    fullName = record.full_name.map { String(cString: $0) }
    familyName = record.family.map { String(cString: $0) }
    version = Int(record.version)
    isVariable = record.is_variable
  }
}

/// The names nearest to `name`, at most five: by edit distance of their letters and digits, where
/// fonts whose family `name` starts with come before others.
func nearestNames(
  to name: String, among fonts: [InstalledFont], and aliases: some Sequence<String>
) -> [String] {
  let wanted = letters(of: name)
  var scores: [String: Int] = [:]
  func enter(_ candidate: String, family: String?) {
    let isFamily = family.map { !$0.isEmpty && wanted.starts(with: letters(of: $0)) } ?? false
    let distance = editDistance(wanted, letters(of: candidate)) + (isFamily ? 0 : wanted.count)
    scores[candidate] = min(scores[candidate] ?? .max, distance)
  }
  for alias in aliases { enter(alias, family: alias) }
  for font in fonts {
    if let candidate = font.postScriptName { enter(candidate, family: font.familyName) }
  }
  return scores.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(5).map(\.key)
}

/// Lower-case letters and digits, at most 64: names differ in spaces and hyphens for no reason.
private func letters(of name: String) -> [Character] {
  Array(name.prefix(64).lowercased().filter { $0.isLetter || $0.isNumber })
}

/// Insertions, deletions and replacements that turn one into the other (Levenshtein).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let replaced = diagonal + (x == y ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count]
}
