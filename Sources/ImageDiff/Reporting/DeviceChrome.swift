public import Raster

/// Where phones and tablets draw what is not the app's: clock, battery, home indicator.
///
/// Heights are the safe areas of upright screens in points. Source: Apple, Human Interface Guidelines,
/// *Layout*, and the safe area insets of UIKit; Android: Material 3, *Window insets* (24 dp).
public struct DeviceChrome: Hashable, Sendable {
  public var name: String
  public var widthPx: Int
  public var heightPx: Int
  public var scale: Double
  /// Points.
  public var statusBar: Double
  public var homeIndicator: Double

  public static let known: [DeviceChrome] = [
    DeviceChrome("iPhone SE, 8", 750, 1334, 2, 20, 0),
    DeviceChrome("iPhone 8 Plus", 1242, 2208, 3, 20, 0),
    DeviceChrome("iPhone X, XS, 11 Pro", 1125, 2436, 3, 44, 34),
    DeviceChrome("iPhone 12 mini, 13 mini", 1080, 2340, 2.88, 50, 34),
    DeviceChrome("iPhone XR, 11", 828, 1792, 2, 48, 34),
    DeviceChrome("iPhone XS Max, 11 Pro Max", 1242, 2688, 3, 44, 34),
    DeviceChrome("iPhone 12, 13, 14", 1170, 2532, 3, 47, 34),
    DeviceChrome("iPhone 12 Pro Max, 13 Pro Max, 14 Plus", 1284, 2778, 3, 47, 34),
    DeviceChrome("iPhone 14 Pro, 15, 16", 1179, 2556, 3, 59, 34),
    DeviceChrome("iPhone 14 Pro Max, 15 Plus, 16 Plus", 1290, 2796, 3, 59, 34),
    DeviceChrome("iPhone 16 Pro", 1206, 2622, 3, 62, 34),
    DeviceChrome("iPhone 16 Pro Max", 1320, 2868, 3, 62, 34),
    DeviceChrome("iPad 9.7", 1536, 2048, 2, 20, 0),
    DeviceChrome("iPad Pro 11", 1668, 2388, 2, 24, 20),
    DeviceChrome("iPad Pro 12.9", 2048, 2732, 2, 24, 20),
    DeviceChrome("Android 1080×2400", 1080, 2400, 2.625, 24, 24),
    DeviceChrome("Android 1440×3120", 1440, 3120, 3.5, 24, 24),
  ]

  init(
    _ name: String, _ widthPx: Int, _ heightPx: Int, _ scale: Double, _ statusBar: Double,
    _ homeIndicator: Double
  ) {
    self.name = name
    self.widthPx = widthPx
    self.heightPx = heightPx
    self.scale = scale
    self.statusBar = statusBar
    self.homeIndicator = homeIndicator
  }

  /// The device of a screenshot's size; nil where none is known.
  public static func of(width: Int, height: Int) -> DeviceChrome? {
    known.first { $0.widthPx == width && $0.heightPx == height }
  }

  /// Whole device pixels, rounded outwards.
  public var statusBarArea: PixelRect {
    PixelRect(x0: 0, y0: 0, x1: widthPx, y1: Int((statusBar * scale).rounded(.up)))
  }

  public var homeIndicatorArea: PixelRect {
    let height = Int((homeIndicator * scale).rounded(.up))
    return PixelRect(x0: 0, y0: heightPx - height, x1: widthPx, y1: heightPx)
  }
}
