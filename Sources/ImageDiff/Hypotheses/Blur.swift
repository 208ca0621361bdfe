internal import Raster

public struct Blur: Hashable, Sendable {
  /// Standard deviations of the edges' profiles in device px, the pixel itself included.
  public var sigmaBefore: Double
  public var sigmaAfter: Double
  /// The Gaussian that turns the sharper side into the softer one, in device px.
  public var added: Double
  /// sigmaAfter / sigmaBefore: above 1 is softer.
  public var ratio: Double { sigmaAfter / sigmaBefore }
}

extension Blur: Described {
  var kind: DiffKind { .blur }

  var words: String {
    "\(ratio > 1 ? "softer" : "sharper"), sigma \(sigmaBefore.shown(2)) → "
      + "\(sigmaAfter.shown(2)) px, \(ratio.shown(2)) times"
  }

  var facts: [Fact] {
    [
      Fact("sigmaBeforePx", sigmaBefore), Fact("sigmaAfterPx", sigmaAfter),
      Fact("addedSigmaPx", added), Fact("ratio", ratio),
    ]
  }
}

extension Blur {
  /// A Gaussian of less is smoothing strength: it takes 15 % of the squared slopes of text.
  private static let least = 0.35

  /// The softer side predicted from the sharper one.
  static func proposals(_ patch: Patch) -> [Proposal] {
    // What gets softer spreads over its neighbours: a single line of pixels did not.
    guard min(patch.box.width, patch.box.height) >= 3, let fit = BlurSearch(patch: patch).fit(),
      fit.added >= least
    else { return [] }
    let before = edgeSigma(patch.a, patch)
    let after = edgeSigma(patch.b, patch)
    let sharp = (fit.isSofter ? before : after) ?? 0.5
    let soft = (sharp * sharp + fit.added * fit.added).squareRoot()
    let source = fit.isSofter ? patch.a : patch.b
    let blurred = BlurredWindow(
      source, patch.width, patch.height, sigma: fit.added, area: patch.box.grown(in: patch))
    let w = patch.width
    return [
      Proposal(
        explanation: .blur(
          Blur(
            sigmaBefore: fit.isSofter ? sharp : soft, sigmaAfter: fit.isSofter ? soft : sharp,
            added: fit.added)),
        parameters: 1, side: fit.isSofter ? .candidate : .reference, keepsOthers: true,
        predict: { places in places.map { blurred[$0 % w, $0 / w] } })
    ]
  }
}

extension PixelRect {
  /// One pixel more on every side, within a patch.
  func grown(in patch: Patch) -> PixelRect {
    outset(by: 1).intersection(PixelRect(x0: 0, y0: 0, x1: patch.width, y1: patch.height))
  }
}
