internal import Conventions
internal import ImageCodec
internal import ImageDiff

/// `renderaudit diff`: two pictures, or two folders of them.
enum DiffCommand: Command {
  static let metrics = [
    "ciede2000", "oklab", "pixelmatch", "pixelmatch-v5", "pixelmatch-v4", "odiff", "looks-same",
    "looks-same-strict", "ssim", "ssim-gaussian", "flip",
  ]

  static let grammar = CommandGrammar(
    name: "diff",
    summary: "Compares two pictures exactly and tells what kind of difference each region is.",
    synopsis: "A B [options]",
    examples: [
      ("diff before.png after.png", "counts, regions and their classes"),
      ("diff before.png after.png --out difference.png", "also a picture of what differs"),
      ("diff baselines/ screenshots/", "every picture of two folders, by relative path"),
    ],
    operands: 2...2, operandNames: ["A", "B"],
    options: [
      OptionGrammar(
        name: "out", short: "o", value: "FILE",
        help: "Writes a picture of the difference; a folder of them when A and B are folders. - is "
          + "standard output: the report then goes to standard error."),
      OptionGrammar(
        name: "view", value: "NAME",
        help: "The picture that --out writes: overlay (A in grey, differences marked by how "
          + "visible they are; the default), side-by-side, flicker (an APNG), heat, or regions.",
        words: DiffRequest.View.words),
      SpecOptions.format,
      OptionGrammar(
        name: "fail-on", value: "different|perceptible|never",
        help: "Exit with 1 when any pixel differs; when a person could see a difference that is "
          + "neither dither nor antialiasing (the default); or never.",
        words: Gate.Threshold.allCases.map(\.rawValue)),
      OptionGrammar(
        name: "max-pixels", value: "N", help: "Instead: exit with 1 when more pixels differ."),
      OptionGrammar(
        name: "max-percent", value: "P",
        help: "Instead: exit with 1 when more percent of the pixels differ, 0…100."),
      OptionGrammar(
        name: "max-distance", value: "D",
        help: "Instead: exit with 1 when a pixel is further off, in the metric's unit."),
      OptionGrammar(
        name: "count",
        help: "Counts differing pixels and looks no further: no regions, no classes. Exits with 1 "
          + "when any pixel differs, unless --fail-on or a limit says otherwise."),
      OptionGrammar(
        name: "metric", value: "NAME",
        help: "How far two colours are apart: ciede2000 (just noticeable at 1; the default) or "
          + "oklab (at 0.01). Or another tool's count or score: pixelmatch (version 7), "
          + "pixelmatch-v5, pixelmatch-v4, odiff, looks-same, looks-same-strict, ssim, "
          + "ssim-gaussian, flip.",
        words: metrics),
      OptionGrammar(
        name: "threshold", value: "T",
        help: "ciede2000, oklab: the same as --max-distance. pixelmatch, odiff: 0…1, default 0.1. "
          + "looks-same: CIEDE2000, default 2.3. ssim: the least score that agrees, default 1. "
          + "flip: the largest mean that agrees, default 0."),
      OptionGrammar(
        name: "ignore-antialiasing",
        help: "Edges drawn by another rasteriser do not count; the default but with odiff, and but "
          + "with --max-pixels, --max-percent, --max-distance, --threshold and --fail-on different, "
          + "which leave them out only where this is given (not where rows moved)."),
      OptionGrammar(
        name: "include-antialiasing", help: "They do."),
      OptionGrammar(
        name: "ignore", value: "X,Y,W,H",
        help: "A rectangle of A that does not count, in pixels, or in points with --scale. May be "
          + "repeated.", repeats: true),
      OptionGrammar(
        name: "ignore-preset", value: "NAME",
        help: "What the system draws on a screenshot: ios-status-bar, ios-home-indicator, or with "
          + "--scale android-status-bar, android-navigation-bar. May be repeated.",
        words: ChromePreset.allCases.map(\.rawValue), repeats: true),
      OptionGrammar(
        name: "mask", value: "FILE",
        help: "A picture of A's size: where it is opaque, or white if it is opaque all over, "
          + "pixels do not count."),
      OptionGrammar(
        name: "scale", value: "N",
        help: "Device pixels per point of the pictures, > 0 and at most 8. Default: 1."),
      OptionGrammar(
        name: "gap", value: "N",
        help: "Differing pixels at most this many points apart are one region. Default: 4."),
      OptionGrammar(
        name: "align", value: "WHERE",
        help: "Where B lies on A when sizes differ: top-left (the default), best (found by "
          + "search), or X,Y in pixels."),
      OptionGrammar(
        name: "scale-to", value: "smaller|larger",
        help: "Resamples one picture to the other's size first, as for 1x against 3x; what that "
          + "blurs is reported with the rest.",
        words: DiffRequest.Scaling.allCases.map(\.rawValue)),
      OptionGrammar(
        name: "allow-empty",
        help:
          "Two folders without a picture in common agree; without it that is status 66, as nothing "
          + "was compared. A picture that only one of them has still counts."),
      OptionGrammar(
        name: "allow-same",
        help: "A and B may be one and the same folder; without it that is status 64."),
      OptionGrammar(
        name: "memory", value: "SIZE",
        help:
          "What may be needed beyond the pictures as their files store them, as 500MB or 2GB; more "
          + "is status 65. Default: 1GB."),
      OptionGrammar(
        name: "pixels-per-degree", value: "N",
        help: "flip: the viewing distance, 1…512. Default: 67.02."),
      SpecOptions.help,
    ],
    notes: [
      "A and B are PNG (APNG), JPEG, WebP, TIFF or BMP files, told by their content; - is standard "
        + "input for one of them. Pictures of different colour spaces are compared in one; untagged "
        + "ones are taken for sRGB. Guides/Diff.md tells what the classes mean."
    ])

  static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitStatus {
    let request = try DiffRequest(arguments)
    let (a, b) = (arguments.operands[0], arguments.operands[1])
    if isFolder(a) || isFolder(b) {
      try checkFolders(a, b, request)
      return try DiffFolders(a, b, request).run(console: console)
    }
    if a == "-", b == "-" {
      throw Failure(UsageError.conflict("- as A", "- as B"))
    }
    if let output = request.output { try request.inputs(a, b).refuse(output, option: "--out") }
    let pair = DiffPair(reference: a, candidate: b, request: request, threads: 2)
    let outcome = try pair.compare()
    try pair.writePicture(outcome, console: console)
    let report =
      request.isJSON
      ? DiffJSON.document(outcome, documentName(a), documentName(b), request)
      : DiffWords.text(outcome)
    if request.output == "-" { console.tell(report) } else { try console.print(report) }
    return outcome.fails ? .differs : .agrees
  }

  /// Two folders, and not one twice: a folder agrees with itself whatever is in it.
  private static func checkFolders(
    _ a: String, _ b: String, _ request: DiffRequest
  ) throws(Failure) {
    for (path, other) in [(a, b), (b, a)] where !isFolder(path) {
      let found =
        path == "-" ? "standard input" : isThere(path) ? "something else" : "no such folder"
      throw Failure(
        "error: \(printable(path)): expected a folder, as \(printable(other)) is, found \(found)\n"
          + "  Try: check the path.", .cannotOpenInput)
    }
    if !request.allowsSame, isSameFile(a, b) { throw Failure(UsageError.sameFolder(a, b)) }
    if request.output == "-" {
      throw Failure(
        UsageError.badValue(
          option: "--out", expected: "a folder, as A and B are", found: "-",
          hint: "Try: --out differences"))
    }
  }
}

extension DiffRequest {
  /// What comparing two files reads.
  func inputs(_ a: String, _ b: String) -> Inputs { Inputs([a, b, maskPath]) }
}
