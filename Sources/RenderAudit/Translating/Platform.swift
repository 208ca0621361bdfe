internal import Conventions

/// The tool or toolkit behind a convention: which numbers it takes, and what it can be told besides.
enum Platform: String, CaseIterable, Sendable {
  case sketch
  case figma
  case coreAnimation = "ios"
  case swiftUI = "swiftui"
  case css
  case svg
  case android
  case compose
  case flutter
  case reactNativeIOS = "react-native-ios"
  case reactNativeAndroid = "react-native-android"

  /// Of a built-in convention, or of the one that a user's own goes back to; nil when that is not
  /// known.
  init?(of convention: Convention, in spec: Spec) {
    var current: Convention? = convention
    // A chain of extensions is shorter than the list of conventions; a longer one goes round.
    for _ in 0...(spec.conventions.count + 1) {
      guard let base = current?.base else { break }
      current = spec.convention(named: base)
    }
    guard let name = current?.name, let platform = Platform(rawValue: name) else { return nil }
    self = platform
  }
}

extension Platform {
  /// What the platform calls the number that says how soft a shadow is.
  var blurWord: String {
    switch self {
    case .coreAnimation, .swiftUI, .android, .compose, .flutter: "radius"
    case .sketch, .figma, .css, .svg, .reactNativeIOS, .reactNativeAndroid: "blur"
    }
  }

  /// How the line of a linear gradient can be written.
  enum GradientLine {
    case points
    /// An angle, with the length that follows from it.
    case angle
    case either
  }

  var gradientLine: GradientLine {
    switch self {
    case .css, .reactNativeIOS, .reactNativeAndroid: .angle
    case .android: .either
    case .sketch, .figma, .coreAnimation, .swiftUI, .svg, .compose, .flutter: .points
    }
  }

  /// Whether a shadow can be thrown by an outline of its own, as if it were opaque: a shadow path,
  /// or a shape of its own behind the element that paints nothing but its shadow.
  var takesShadowPath: Bool {
    switch self {
    case .coreAnimation, .swiftUI, .android, .compose, .flutter, .svg: true
    case .sketch, .figma, .css, .reactNativeIOS, .reactNativeAndroid: false
    }
  }

  /// Whether a shadow can be told to be cut out under its element, or not to be: a mask, a clip, or
  /// a switch.
  var takesKnockout: Bool {
    switch self {
    case .coreAnimation, .swiftUI, .android, .compose, .flutter, .svg, .figma: true
    case .sketch, .css, .reactNativeIOS, .reactNativeAndroid: false
    }
  }

  /// Whether corners can be told to follow that curve.
  func takes(_ curve: CornerCurveReading) -> Bool {
    switch self {
    case .coreAnimation, .swiftUI: true
    case .sketch, .figma, .css, .svg, .android, .compose, .flutter, .reactNativeIOS,
      .reactNativeAndroid:
      curve == .circular
    }
  }
}

extension Platform.GradientLine {
  func allows(_ line: GradientSpec.Line) -> Bool {
    switch (self, line) {
    case (.points, .points), (.angle, .angle), (.either, _): true
    case (.points, .angle), (.angle, .points): false
    }
  }
}
