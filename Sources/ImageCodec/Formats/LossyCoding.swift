internal import CCodecs
public import Raster

/// How a file's picture was rounded when it was written, so far that it can be done to another one.
public enum LossyCoding: Hashable, Sendable {
  case jpeg(Quantisation)
  case webP(WebPQuantisers)

  /// The format's name.
  public var format: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .webP: .webP
    }
  }

  /// What a file of this coding holds of a picture, as libjpeg and libwebp write it with their default
  /// settings; nil where they cannot. Opaque pictures of 8 bits a sample.
  public func applied(to image: RGBAImage) -> RGBAImage? {
    guard case .eight(let samples) = image.samples,
      stride(from: 3, to: samples.count, by: 4).allSatisfy({ samples[$0] == 255 })
    else { return nil }
    switch self {
    case .jpeg(let quantisation): return quantisation.applied(image, samples)
    case .webP(let quantisers): return quantisers.applied(image, samples)
    }
  }
}

extension DecodedImage {
  /// Nil where nothing was rounded.
  public var coding: LossyCoding? {
    quantisation.map { .jpeg($0) } ?? webPQuantisers.map { .webP($0) }
  }
}

extension Quantisation {
  fileprivate func applied(_ image: RGBAImage, _ samples: [UInt8]) -> RGBAImage? {
    guard originX == 0, originY == 0, image.width <= 65_500, image.height <= 65_500,
      max(chromaWidth, chromaHeight) <= 4
    else { return nil }
    var size = ra_jpeg_size()
    (size.width, size.height) = (UInt32(image.width), UInt32(image.height))
    (size.chroma_width, size.chroma_height) = (Int32(chromaWidth), Int32(chromaHeight))
    withUnsafeMutableBytes(of: &size.luma_steps) { Self.write(luma, $0) }
    withUnsafeMutableBytes(of: &size.chroma_steps) { Self.write(chroma, $0) }
    var pixels = samples
    guard ra_jpeg_recode(&pixels, &size) == RA_JPEG_OK else { return nil }
    return RGBAImage(width: image.width, height: image.height, samples: .eight(pixels))
  }

  private static func write(_ steps: [Int], _ out: UnsafeMutableRawBufferPointer) {
    for (i, step) in steps.enumerated() {
      out.bindMemory(to: UInt16.self)[i] = UInt16(clamping: max(1, step))
    }
  }
}
