internal import ImageCodec
internal import ImageDiff
internal import Raster

extension DiffPair {
  /// Writes the picture that `--out` asks for.
  func writePicture(_ outcome: DiffOutcome, console: Console) throws(Failure) {
    guard let path = request.output else { return }
    guard let pictures = outcome.pictures else {
      throw Failure(
        "error: \(reference) and \(candidate): expected two still pictures for --out, "
          + "found an animation\n  Try: without --out.", .badData)
    }
    var options = outcome.ignored ?? request.options
    options.primaries = pictures.space == .sRGB ? .sRGB : .displayP3
    let view = DiffView(
      reference: pictures.first, candidate: pictures.second, options: options)
    let bytes: [UInt8]
    switch request.view {
    case .overlay: bytes = encodePNG(view.overlay())
    case .heat: bytes = encodePNG(view.heat())
    case .sideBySide: bytes = encodePNG(view.sideBySide())
    case .regions:
      guard case .report(let report) = outcome.finding else { return }
      bytes = encodePNG(view.regions(report))
    case .flicker:
      bytes = encodeAPNG(
        [pictures.first, pictures.second].map { $0.onCanvas(view.width, view.height) },
        milliseconds: 500)
    }
    try writeOutput(bytes, to: path, console: console)
  }
}

extension RGBAImage {
  /// At the top left of a transparent canvas, 8 bits a channel.
  fileprivate func onCanvas(_ canvasWidth: Int, _ canvasHeight: Int) -> RGBAImage {
    let source = eightBits
    var bytes = [UInt8](repeating: 0, count: canvasWidth * canvasHeight * 4)
    for y in 0..<height {
      bytes.replaceSubrange(
        (y * canvasWidth * 4)..<((y * canvasWidth + width) * 4),
        with: source[(y * width * 4)..<((y + 1) * width * 4)])
    }
    return RGBAImage(width: canvasWidth, height: canvasHeight, samples: .eight(bytes))
  }
}
