internal import Conventions
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Spec {
  /// Reads a spec.json strictly.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - folder: The spec's folder, to which its font paths are relative; empty for the working
  ///     directory.
  /// - Throws: Every mistake at once, in the order of the text. After a mistake in the JSON itself
  ///   only what precedes it is known.
  public static func read(bytes: [UInt8], folder: String) throws(SpecError) -> Spec {
    let json = JSONReader(bytes)
    var findings = SpecFindings()
    let spec = json.root.flatMap { root -> Spec? in
      var reader = SpecReader(folder: folder, findings: findings)
      let spec = reader.read(LocatedValue(node: root, path: JSONPath()))
      findings = reader.findings
      return spec
    }
    let problems =
      json.problems.map { SpecProblem(.json($0.error), at: $0.place, path: $0.path) }
      + findings.problems
    guard problems.isEmpty, let spec else { throw SpecError(problems) }
    return spec
  }
}

/// Turns JSON into a spec, one method for each object of the format.
struct SpecReader {
  /// To which font paths are relative.
  var folder: String
  var findings: SpecFindings
  /// Where each id was first met.
  var ids: [String: TextPlace] = [:]
  /// The spec's `fonts`, and files that texts name by their path; as `Spec.fonts`.
  var fonts: [String: String] = [:]

  /// Nil only when something was reported.
  mutating func read(_ document: LocatedValue) -> Spec? {
    let keys = [
      "version", "title", "canvas", "fonts", "conventions", "compare", "elements", "$schema",
    ]
    guard let fields = document.fields("a JSON object", keys: keys, &findings) else { return nil }
    readVersion(fields)
    _ = fields["$schema"]?.string("the path of a schema", &findings)
    let title = fields["title"]?.string("a title between quotes", &findings)
    let canvas = readCanvas(fields)
    readFonts(fields["fonts"])
    let conventions = readConventions(fields["conventions"])
    let comparison = readComparison(fields["compare"], conventions: conventions)
    let scale = canvas?.scale.pixelsPerPoint ?? 1
    let elements =
      fields.required("elements", "an array of elements", &findings)?
      .elements("an array of elements", &findings)?
      .map { readElement($0, scale: scale) }
    guard findings.problems.isEmpty, let canvas, let elements else { return nil }
    return Spec(
      title: title, canvas: canvas, fonts: fonts, conventions: conventions.known,
      comparison: comparison, elements: elements.compactMap(\.self), places: findings.places)
  }

  private mutating func readVersion(_ fields: SpecFields) {
    guard let value = fields.required("version", "which is 1", &findings) else { return }
    guard case .number(let version) = value.node.value else {
      let _: Never? = value.wrongType("1", instead: "1", &findings)
      return
    }
    if version != 1 { findings.report(.version(found: version), at: value) }
  }

  private mutating func readCanvas(_ fields: SpecFields) -> Spec.Canvas? {
    let expected = "an object with width and height"
    guard let value = fields.required("canvas", expected, &findings),
      let canvas = value.fields(
        expected, keys: ["width", "height", "scale", "background"], &findings)
    else { return nil }
    let width = canvas.requiredNumber("width", .positiveLength, &findings)
    let height = canvas.requiredNumber("height", .positiveLength, &findings)
    let scale = canvas.number("scale", .scale, default: 1, &findings)
    var background: SpecColour?
    if let value = canvas["background"] {
      if case .string("transparent") = value.node.value {
        background = nil
      } else {
        background = readColour(value)
      }
    }
    guard let width, let height, let deviceScale = DeviceScale(scale) else { return nil }
    let size = Size(width: width, height: height)
    if !Spec.fits(size, scale: scale) {
      findings.report(
        .canvasTooLarge(width: width, height: height, scale: scale), at: value)
    }
    findings.note(value)
    return Spec.Canvas(size: size, scale: deviceScale, background: background)
  }

  private mutating func readFonts(_ value: LocatedValue?) {
    let expected = "an object of names and paths"
    guard let fields = value?.fields(expected, keys: nil, &findings) else { return }
    for member in fields.members {
      let value = fields.value(of: member)
      guard let path = value.string("a path between quotes", &findings) else { continue }
      let resolved = resolve(path)
      if isReadableFile(resolved) {
        fonts[member.key] = resolved
        findings.note(value)
      } else {
        findings.report(.missingFontFile(path), at: value)
      }
    }
  }

  /// A text may name a font by its file. Like every path it is relative to the spec's folder,
  /// which nobody knows later.
  mutating func noteFontFile(_ font: String) {
    guard fonts[font] == nil, font.utf8.contains(UInt8(ascii: "/")) || hasFontSuffix(font) else {
      return
    }
    let path = resolve(font)
    if isReadableFile(path) { fonts[font] = path }
  }

  private func hasFontSuffix(_ name: String) -> Bool {
    [".ttf", ".otf", ".ttc", ".otc"].contains(name.suffix(4).lowercased())
  }

  private func resolve(_ path: String) -> String {
    path.hasPrefix("/") || folder.isEmpty
      ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}

extension Spec {
  /// The most device pixels that a canvas, or an element by itself, may take: 2^28, or 1 GiB of
  /// RGBA.
  public static let pixelLimit = 1 << 28

  /// Whether a canvas of that size, in points, stays within `pixelLimit`.
  static func fits(_ size: Size, scale: Double) -> Bool {
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    return max(width, height, width * height) <= Double(pixelLimit)
  }
}

private func isReadableFile(_ path: String) -> Bool {
  // A NUL would end the path for C, which would then look for another file.
  guard !path.isEmpty, !path.utf8.contains(0) else { return false }
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
}
