internal import Conventions
internal import Raster
internal import RenderAudit
internal import Typesetting

/// Options that several commands share, and how they are read.
enum SpecOptions {
  static let help = OptionGrammar(name: "help", short: "h", help: "Prints this.")
  static let scale = OptionGrammar(
    name: "scale", value: "N",
    help: "Device pixels per point, > 0 and at most 8, may be fractional. Default: the spec's.")
  static let format = OptionGrammar(
    name: "format", value: "text|json",
    help: "text for people, or one JSON document for scripts. Default: text.",
    words: ["text", "json"])
  static func convention(_ name: String, _ help: String, repeats: Bool = false) -> OptionGrammar {
    OptionGrammar(name: name, value: "NAME", help: help, repeats: repeats)
  }

  static func readScale(_ arguments: Arguments) throws(Failure) -> DeviceScale? {
    guard let word = arguments.value("scale") else { return nil }
    guard let number = Double(word), let scale = DeviceScale(number) else {
      throw Failure(
        UsageError.badValue(
          option: "--scale", expected: "a number > 0 and at most 8", found: word,
          hint: "Try: --scale 3"))
    }
    return scale
  }

  static func readConvention(
    _ name: String, option: String, spec: Spec
  ) throws(Failure) -> Convention {
    if let convention = spec.convention(named: name) { return convention }
    let names = Convention.builtIns.map(\.name) + spec.conventions.keys.sorted()
    throw Failure(
      UsageError.badValue(
        option: option, expected: "a convention: \(orList(names))", found: name,
        hint: Spelling.nearest(to: name, among: names).map { "Did you mean \($0)?" }))
  }

  /// Sets up fonts and checks the canvas; what is wrong is the spec's fault.
  static func audit(
    _ spec: Spec, scale: DeviceScale?, path: String
  ) throws(Failure) -> Audit {
    do { return try Audit(spec, scale: scale) } catch {
      throw Failure(error.description(of: path), .badData)
    }
  }

  /// What drawing a spec reads: the spec and its fonts.
  static func inputs(_ path: String, _ audit: Audit) -> Inputs {
    Inputs([path] + audit.fontFiles)
  }

  /// Runs what draws. The spec's fonts are known to be there by then, so a failure is ours.
  static func drawing<Result>(
    _ body: () throws(FontError) -> Result
  ) throws(Failure) -> Result {
    do { return try body() } catch {
      throw Failure(
        "error: setting text: \(error.description)\n  This is a bug of ours; please report it.",
        .internalError)
    }
  }
}
