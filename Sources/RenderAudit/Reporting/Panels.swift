internal import Raster

extension Comparison {
  /// The canvas three times, side by side: reference, overlay, candidate. Opaque: a transparent
  /// canvas stands on white.
  ///
  /// - Parameter marks: The canvas's overlay, which is dear to draw.
  func panels(_ marks: RGBAImage) -> RGBAImage {
    sideBySide([
      canvas.reference.onWhite.straightened(), marks, canvas.candidate.onWhite.straightened(),
    ])
  }
}

/// Device px between two panels.
private let gap = 16

/// Pictures of one size from left to right, on white.
private func sideBySide(_ pictures: [RGBAImage]) -> RGBAImage {
  let (width, height) = (pictures[0].width, pictures[0].height)
  let stride = (width + gap) * pictures.count - gap
  var bytes = [UInt8](repeating: 255, count: stride * height * 4)
  for (index, picture) in pictures.enumerated() {
    guard case .eight(let source) = picture.samples else { continue }
    for y in 0..<height {
      let start = (y * stride + index * (width + gap)) * 4
      bytes.replaceSubrange(
        start..<(start + width * 4), with: source[(y * width * 4)..<((y + 1) * width * 4)])
    }
  }
  return RGBAImage(width: stride, height: height, samples: .eight(bytes))
}

extension Pixmap {
  fileprivate var onWhite: Pixmap {
    var result = Pixmap(width: width, height: height)
    result.clear(.white)
    result.composite(self, opacity: 1)
    return result
  }
}
