internal import CFreeType

/// Finds and keeps fonts. One library per thread: neither it nor its fonts may be shared.
public final class FontLibrary {
  /// FreeType, HarfBuzz and ICU, from the first font on: a spec without text never waits for them.
  private var loadedEngine: TextEngine?
  private var fonts: [Key: Font] = [:]
  private var files: [String: FontFile] = [:]
  private var named: [String: Font] = [:]

  private struct Key: Hashable {
    var path: String
    var face: Int
    var instance: Int
  }

  /// Loads nothing. The first font loads FreeType, HarfBuzz and ICU, and the first name that is
  /// neither in a spec's fonts nor a path with a slash loads fontconfig.
  public init() {}

  /// The paths of the font files that were read.
  public var openedFiles: [String] { files.keys.sorted() }

  private func engine() throws(FontError) -> TextEngine {
    if let loadedEngine { return loadedEngine }
    let engine = try TextEngine()
    loadedEngine = engine
    return engine
  }

  /// The font of that name: a name in `files`, else the PostScript or full name of an installed
  /// font, else the path of a font file. Names match exactly; nothing is ever substituted.
  ///
  /// In a file with several faces or named instances, the one whose PostScript or full name is
  /// `name` counts; without one, a variable font's default, while a collection is an error.
  ///
  /// - Parameter files: Names and the paths of their files.
  public func font(named name: String, files: [String: String] = [:]) throws(FontError) -> Font {
    if let path = files[name] { return try font(named: name, at: path) }
    if let known = named[name] { return known }
    let font = try find(name, files: files)
    named[name] = font
    return font
  }

  private func find(_ name: String, files: [String: String]) throws(FontError) -> Font {
    // What C would cut short names nothing, and a name with a slash is a path.
    let isCString = !name.isEmpty && !name.utf8.contains(0)
    if isCString, !name.contains("/"), let font = try installed(name) { return font }
    if isCString, isFile(name) { return try font(named: name, at: name) }
    let fonts = (try? InstalledFont.all()) ?? []
    throw .notFound(name: name, nearest: nearestNames(to: name, among: fonts, and: files.keys))
  }

  private func installed(_ name: String) throws(FontError) -> Font? {
    let byPostScriptName = try InstalledFont.with(postScriptName: name)
    for candidate in byPostScriptName {
      let font = try font(candidate)
      // For an instance without a PostScript name fontconfig invents one, the same for all.
      if !candidate.isVariable || byPostScriptName.count == 1 || font.postScriptName == name {
        return font
      }
    }
    if let candidate = try InstalledFont.with(fullName: name).first { return try font(candidate) }
    // And for an instance that has one fontconfig gives another, made of its coordinates.
    for candidate in try InstalledFont.all() where candidate.instance > 0 {
      if let font = try? font(candidate), font.postScriptName == name { return font }
    }
    return nil
  }

  private func font(_ installed: InstalledFont) throws(FontError) -> Font {
    try font(at: installed.path, face: installed.face, instance: installed.instance)
  }

  /// A path of a file that is not there is a name that was not found.
  private func isFile(_ path: String) -> Bool {
    do {
      _ = try file(path)
      return true
    } catch .unreadable {
      return false
    } catch {
      return true
    }
  }

  private func font(named name: String, at path: String) throws(FontError) -> Font {
    let first = try font(at: path, face: 0, instance: 0)
    if first.faceCount == 1 && first.instanceCount == 0 { return first }
    var names: [String] = []
    for face in 0..<first.faceCount {
      let instances = try font(at: path, face: face, instance: 0).instanceCount
      for instance in 0...instances {
        let candidate = try font(at: path, face: face, instance: instance)
        if candidate.postScriptName == name || candidate.fullName == name { return candidate }
        if instance == 0 { names.append(candidate.postScriptName) }
      }
    }
    guard first.faceCount == 1 else { throw .notFound(name: name, nearest: names) }
    return first
  }

  private func font(at path: String, face: Int, instance: Int) throws(FontError) -> Font {
    let key = Key(path: path, face: face, instance: instance)
    if let known = fonts[key] { return known }
    let font = try Font(file(path), face: face, instance: instance, engine: try engine())
    fonts[key] = font
    return font
  }

  private func file(_ path: String) throws(FontError) -> FontFile {
    if let known = files[path] { return known }
    let file = try FontFile(path: path)
    files[path] = file
    return file
  }
}
