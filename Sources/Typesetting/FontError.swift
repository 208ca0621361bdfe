/// Why a font cannot be had, or a text not be set with it.
public enum FontError: Error, Equatable, Sendable {
  /// A system library is not installed, or lacks a function we call: its file name.
  case libraryMissing(String)
  /// No font of exactly that name; the closest names that there are, nearest first.
  case notFound(name: String, nearest: [String])
  /// The system could not open or read the file: errno.
  case unreadable(file: String, errno: Int32)
  /// The file was read, but it is no font that we can set text with.
  case unusable(file: String, flaw: Flaw)
  /// Text longer than `limit`, both in UTF-16 units.
  case textTooLong(units: Int, limit: Int)
  /// A C function failed: its name and its code.
  case call(String, code: Int)

  public enum Flaw: Error, Equatable, Sendable {
    /// Neither TrueType nor OpenType nor a collection of them; web fonts and Type 1 are not read.
    case notAFont
    /// The file ends before the tables that its directory promises. Bytes.
    case truncated(expected: Int, found: Int)
    /// Bytes.
    case tooLarge(limit: Int, found: Int)
    /// Only bitmaps or colour images.
    case noOutlines
    /// The units per em are not within 16…16384, as OpenType demands.
    case unitsPerEm
    /// FreeType's error code.
    case damaged(code: Int)
  }
}

extension FontError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .libraryMissing(let file): "\(file) is not installed, or too old. \(install(file))"
    case .notFound(let name, let nearest):
      "no font is named \"\(name)\""
        + (nearest.isEmpty ? "" : "; the closest are \(nearest.joined(separator: ", "))")
    case .unreadable(let file, let errno): "\(file) cannot be read (errno \(errno))"
    case .unusable(let file, let flaw): "\(file) \(flaw)"
    case .textTooLong(let units, let limit):
      "a text has \(units) UTF-16 units, expected at most \(limit)"
    case .call(let function, let code): "\(function) failed with code \(code)"
    }
  }

  private func install(_ file: String) -> String {
    let packages = [
      ("freetype", "libfreetype6"), ("harfbuzz", "libharfbuzz0b"),
      ("fontconfig", "libfontconfig1"), ("icu", "libicu-dev"),
    ]
    guard let package = packages.first(where: { file.hasPrefix("lib\($0.0)") }) else { return "" }
    return "Try: apt-get install \(package.1)"
  }
}

extension FontError.Flaw: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAFont: "is not a TrueType or OpenType font"
    case .truncated(let expected, let found):
      "ends early: expected \(expected) bytes, found \(found)"
    case .tooLarge(let limit, let found):
      "is too large: expected at most \(limit) bytes, found \(found)"
    case .noOutlines: "has no outlines, only bitmaps"
    case .unitsPerEm: "states units per em outside 16…16384"
    case .damaged(let code): "is damaged (FreeType error \(code))"
    }
  }
}
