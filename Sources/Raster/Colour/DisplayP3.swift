extension Colour {
  /// Takes the numbers as Display P3 and gives the same colour's in sRGB.
  ///
  /// Colours outside sRGB come back with components outside 0…1. The transfer curve of both is
  /// sRGB's; the matrix is P3's primaries to sRGB's, both at D65 (CSS Color 4, sample code).
  public func convertedFromDisplayP3() -> Colour {
    let linear = Components(a: red, b: green, c: blue).map(InterpolationSpace.linear)
    let srgb = linear.times([
      1.2249401762805598, -0.22494017628055996, 0,
      -0.042056954709688163, 1.0420569547096881, 0,
      -0.019637554590334432, -0.078636045550631889, 1.0982736001409663,
    ]).map(InterpolationSpace.encode)
    return Colour(red: srgb.a, green: srgb.b, blue: srgb.c, alpha: alpha)
  }
}
