internal import Conventions
internal import Raster

/// A colour's numbers as code names them.
struct CodeColour {
  /// 0…1.
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double
  var isDisplayP3: Bool
  /// Where the numbers are whole bytes of sRGB.
  var bytes: SRGBA8?

  init(_ colour: SpecColour) {
    switch colour {
    case .hex(let c):
      self.init(
        red: Double(c.r) / 255, green: Double(c.g) / 255, blue: Double(c.b) / 255,
        alpha: Double(c.a) / 255, isDisplayP3: false, bytes: c)
    case .components(let space, let red, let green, let blue, let alpha):
      self.init(
        red: red, green: green, blue: blue, alpha: alpha, isDisplayP3: space == .displayP3,
        bytes: nil)
    }
  }

  init(
    red: Double, green: Double, blue: Double, alpha: Double, isDisplayP3: Bool, bytes: SRGBA8?
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.isDisplayP3 = isDisplayP3
    self.bytes = bytes
  }

  /// `0xAARRGGBB`, as Android and Flutter write it.
  var argb: String? {
    guard let c = bytes else { return nil }
    return "0x"
      + [c.a, c.r, c.g, c.b].map { v in
        (v < 16 ? "0" : "") + String(v, radix: 16, uppercase: true)
      }.joined()
  }

  var opaque: CodeColour {
    var result = self
    result.alpha = 1
    result.bytes?.a = 255
    return result
  }
}
