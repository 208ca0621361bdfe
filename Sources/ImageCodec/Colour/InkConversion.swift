internal import CCodecs
internal import Raster

extension DecodedImage {
  /// A CMYK picture as its profile shows it, relative to the paper: 16 bits of BT.2020, which holds what
  /// printers print, with sRGB's curve.
  ///
  /// - Parameter inks: Cyan, magenta, yellow and black in place of red, green, blue and alpha.
  init(inks: RGBAImage, _ profile: [UInt8]?, _ format: ImageFormat) throws(ImageError) {
    guard let profile, let space = ColourSpace.working(.rec2020) else { throw .inks(format) }
    let samples: [UInt16] = try filled(inks.width * inks.height * 4) { (out) throws(ImageError) in
      let isGood = inks.withRows { rows, _ in
        ra_inks_convert(
          profile, profile.count, space.handle, rows, inks.depth, inks.width * inks.height, out)
      }
      if isGood == 0 { throw .inks(format) }
    }
    self.init(
      image: RGBAImage(width: inks.width, height: inks.height, samples: .sixteen(samples)),
      format: format, colour: .codePoints(primaries: 9, transfer: 13))
    self.inks = Inks(samples: inks, profile: profile)
  }
}
