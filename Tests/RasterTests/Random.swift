import Raster
import TestSupport

extension SplitMix {
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func colour(alpha: ClosedRange<Double> = 0...1) -> Colour {
    Colour(
      red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(alpha))
  }

  /// A rectangle that lies anywhere about a canvas, at odd fractional positions.
  mutating func rect(about size: Double) -> Rect {
    Rect(
      x: number(-size / 2...size), y: number(-size / 2...size), width: number(0...size),
      height: number(0...size))
  }

  mutating func radii(upTo most: Double) -> CornerRadii {
    CornerRadii(
      topLeft: number(0...most), topRight: number(0...most), bottomRight: number(0...most),
      bottomLeft: number(0...most))
  }
}

func rounded(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0,
  _ curve: CornerCurve = .circular
) -> RoundedRectangle {
  RoundedRectangle(
    rect: Rect(x: x, y: y, width: width, height: height), radii: CornerRadii(radius), curve: curve)
}
