internal import CFreeType
public import Raster

/// The index of a glyph in its font; 0 is .notdef, the sign for a missing glyph.
public struct GlyphID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let notdef = GlyphID(rawValue: 0)
}

/// One face of a font file, or one named instance of a variable font. Not for several threads.
public final class Font {
  public let postScriptName: String
  public let fullName: String
  public let familyName: String
  /// The path it was opened from.
  public let file: String
  public let unitsPerEm: Int
  public let metrics: FontMetrics

  let engine: TextEngine
  private let bytes: FontFile
  private let handle: OpaquePointer
  private var outlines: [GlyphID: Path] = [:]

  let faceCount: Int
  let instanceCount: Int

  init(_ bytes: FontFile, face: Int, instance: Int, engine: TextEngine) throws(FontError) {
    var handle: OpaquePointer?
    let code = ra_font_open(
      engine.library, bytes.bytes.baseAddress, bytes.bytes.count, Int32(face), Int32(instance),
      &handle)
    guard let handle, code == 0 else { throw Self.error(code, in: bytes.path) }
    self.handle = handle
    self.bytes = bytes
    self.engine = engine
    file = bytes.path

    let info = ra_font_get_info(handle)
    unitsPerEm = Int(info.units_per_em)
    faceCount = Int(info.face_count)
    instanceCount = Int(info.instance_count)
    metrics = FontMetrics(
      ascender: Int(info.ascender), descender: Int(info.descender), lineGap: Int(info.line_gap),
      typoAscender: Int(info.typo_ascender), typoDescender: Int(info.typo_descender),
      typoLineGap: Int(info.typo_line_gap), winAscent: Int(info.win_ascent),
      winDescent: Int(info.win_descent), useTypoMetrics: info.use_typo_metrics)
    familyName = Self.name(RA_NAME_FAMILY, of: handle)
    fullName = Self.name(RA_NAME_FULL, of: handle)
    let postScriptName = Self.name(RA_NAME_POSTSCRIPT, of: handle)
    self.postScriptName = postScriptName.isEmpty ? fullName : postScriptName
  }

  deinit { ra_font_close(handle) }

  private static func error(_ code: Int32, in file: String) -> FontError {
    switch code {
    case Int32(RA_NO_OUTLINES): .unusable(file: file, flaw: .noOutlines)
    case Int32(RA_BAD_UNITS_PER_EM): .unusable(file: file, flaw: .unitsPerEm)
    case Int32(RA_OUT_OF_MEMORY): .call("malloc", code: 0)
    default: .unusable(file: file, flaw: .damaged(code: Int(code)))
    }
  }

  private static func name(_ which: some BinaryInteger, of handle: OpaquePointer) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      let length = ra_font_name(handle, Int32(which), buffer.baseAddress, buffer.count)
      return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Whether the font maps `scalar` to a glyph.
  public func hasGlyph(for scalar: Unicode.Scalar) -> Bool {
    ra_font_has_glyph(handle, scalar.value)
  }

  /// The outline of a glyph in font units, y up, unhinted; an instance's outline may lie between
  /// font units. Every contour is closed. Empty for a blank glyph, and for one that FreeType
  /// cannot load.
  ///
  /// The first call for a glyph loads it, later ones look it up.
  public func outline(of glyph: GlyphID) -> Path {
    if let known = outlines[glyph] { return known }
    var outline = ra_outline()
    let loaded = ra_font_outline(handle, glyph.rawValue, &outline) == 0
    let path = loaded ? Path(outline) : Path()
    outlines[glyph] = path
    return path
  }

  /// Shapes `range` of `text`, one run of one script and direction, in the context of all of it.
  ///
  /// The glyphs go from left to right and are valid within `body` only. Clusters are indices into
  /// `text`; positions are in font units × `RA_POSITIONS_PER_UNIT`.
  func shape<Result>(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt16>, script: UInt32, rightToLeft: Bool,
    ligatures: Bool = true, _ body: (UnsafeBufferPointer<ra_glyph>) -> Result
  ) throws(FontError) -> Result {
    var glyphs: UnsafePointer<ra_glyph>?
    let count = ra_font_shape(
      handle, text.baseAddress, Int32(text.count), Int32(range.lowerBound), Int32(range.count),
      script, rightToLeft, ligatures, &glyphs)
    guard count >= 0 else { throw .call("hb_shape", code: Int(count)) }
    return body(UnsafeBufferPointer(start: glyphs, count: Int(count)))
  }
}

extension Path {
  fileprivate init(_ outline: ra_outline) {
    self.init()
    let unit = 1 / outline.units
    var next = 0
    func point() -> Point {
      defer { next += 2 }
      return Point(
        x: Double(outline.coordinates[next]) * unit, y: Double(outline.coordinates[next + 1]) * unit
      )
    }
    var start = Point(x: 0, y: 0)
    for index in 0..<outline.verb_count {
      switch Int(outline.verbs[index]) {
      case Int(RA_MOVE):
        if index > 0 { close() }
        start = point()
        move(to: start)
      case Int(RA_LINE):
        let end = point()
        let endsContour =
          index + 1 == outline.verb_count || outline.verbs[index + 1] == UInt8(RA_MOVE)
        // FreeType draws the line that closing a contour implies.
        if !(endsContour && end == start) { line(to: end) }
      case Int(RA_QUAD):
        let control = point()
        quad(control: control, to: point())
      default:
        let first = point()
        let second = point()
        cubic(control1: first, control2: second, to: point())
      }
    }
    if outline.verb_count > 0 { close() }
  }
}
