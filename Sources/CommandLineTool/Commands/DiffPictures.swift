internal import ImageCodec
internal import ImageDiff
internal import Raster

extension DiffPair {
  /// Writes the picture that `--out` asks for.
  func writePicture(_ outcome: DiffOutcome, console: Console) throws(Failure) {
    guard let path = request.output else { return }
    guard let pictures = outcome.pictures else {
      throw Failure(
        "error: \(printable(reference)) and \(printable(candidate)): expected two still pictures for --out, "
          + "found an animation\n  Try: without --out.", .badData)
    }
    var options = outcome.ignored ?? request.options
    options.primaries = pictures.space.primaries
    var report: DiffReport?
    if case .report(let found) = outcome.finding { report = found }
    let view = DiffView(
      reference: pictures.first, candidate: pictures.second, options: options, report: report)
    let bytes: [UInt8]
    switch request.view {
    case .overlay: bytes = encodePNG(view.overlay())
    case .heat: bytes = encodePNG(view.heat())
    case .sideBySide: bytes = encodePNG(view.sideBySide())
    case .regions:
      guard let report else { return }
      bytes = encodePNG(view.regions(report))
    case .flicker:
      bytes = encodeAPNG(view.flicker(), milliseconds: DiffView.flickerMilliseconds)
    }
    try writeOutput(
      bytes, to: path, sparing: request.inputs(reference, candidate), console: console)
  }
}
