/// `shadow.blur`: what the spec's blur number says about sigma, the Gaussian's standard deviation.
public enum BlurReading: Hashable, Sendable {
  /// sigma = factor × blur, 0 < factor ≤ 10. `"half"` is 0.5 (blur is two sigma), `"sigma"` is 1
  /// (blur is sigma); other factors are written as numbers.
  case factor(Double)
  /// sigma = 0.57735 × blur + 0.5 for blur > 0, both in device px. `"skia-px"`: Android.
  case skiaDevicePixels
  /// sigma = 0.57735 × blur + 0.5 for blur > 0, both in points. `"skia"`: Flutter.
  case skiaPoints
}

extension BlurReading: Reading {
  public init?(word: String) {
    switch word {
    case "half": self = .factor(0.5)
    case "sigma": self = .factor(1)
    case "skia": self = .skiaPoints
    case "skia-px": self = .skiaDevicePixels
    default:
      // Double reads 0x1 too.
      guard word.utf8.allSatisfy({ $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") }),
        let factor = Double(word), factor > 0, factor <= 10
      else { return nil }
      self = .factor(factor)
    }
  }

  public var word: String {
    switch self {
    case .factor(0.5): "half"
    case .factor(1): "sigma"
    case .factor(let factor):
      Int(exactly: factor).map { String($0) } ?? factor.description
    case .skiaPoints: "skia"
    case .skiaDevicePixels: "skia-px"
    }
  }

  public static var allowedValues: [String] {
    ["half", "sigma", "skia", "skia-px", "a number > 0 and ≤ 10 (sigma / blur)"]
  }
}

extension BlurReading {
  /// Sigma for a blur number.
  ///
  /// - Parameters:
  ///   - blur: Points, ≥ 0. 0 is sharp in every convention.
  ///   - scale: Device px per point, > 0. Only Android's half device px depends on it.
  /// - Returns: Points, ≥ 0.
  public func sigmaPoints(blur: Double, scale: Double) -> Double {
    guard blur > 0 else { return 0 }
    return switch self {
    case .factor(let factor): factor * blur
    case .skiaPoints: skiaFactor * blur + skiaOffset
    case .skiaDevicePixels: skiaFactor * blur + skiaOffset / scale
    }
  }

  /// The blur number that gives this sigma.
  ///
  /// - Parameters:
  ///   - sigma: Points, ≥ 0.
  ///   - scale: Device px per point, > 0.
  /// - Returns: Points; nil when no number gives it: Skia's conventions jump from 0 to above half
  ///   a pixel.
  public func blur(forSigmaPoints sigma: Double, scale: Double) -> Double? {
    guard sigma > 0 else { return sigma == 0 ? 0 : nil }
    let blur =
      switch self {
      case .factor(let factor): sigma / factor
      case .skiaPoints: (sigma - skiaOffset) / skiaFactor
      case .skiaDevicePixels: (sigma - skiaOffset / scale) / skiaFactor
      }
    return blur > 0 ? blur : nil
  }
}

/// Skia's radius → sigma, as in its SkBlurMask and Flutter's `Shadow.convertRadiusToSigma`:
/// 1/√3 to five digits, and half a pixel.
private let skiaFactor = 0.57735
private let skiaOffset = 0.5
