extension Convention {
  /// Every built-in convention, the best known first.
  public static var builtIns: [Convention] { builtInNames.compactMap(builtIn(named:)) }

  public static let builtInNames = [
    "sketch", "ios", "css", "figma", "swiftui", "android", "compose", "flutter",
    "react-native-ios", "react-native-android", "svg",
  ]

  /// The built-in convention of that name.
  public static func builtIn(named name: String) -> Convention? {
    switch name {
    case "sketch": sketch
    case "ios": ios
    case "css": css
    case "figma": figma
    case "swiftui": swiftUI
    case "android": android
    case "compose": compose
    case "flutter": flutter
    case "react-native-ios": reactNativeIOS
    case "react-native-android": reactNativeAndroid
    case "svg": svg
    default: nil
    }
  }
}
